"""What cannot be is refused in a sentence: what was typed stays in its field, and nothing is stored."""

import html
import sqlite3
from typing import Any
from unittest import mock

import pytest
from sqlalchemy.exc import OperationalError

from companion.storage.event_store import EventStore
from tests.support.clients import HTMX, Clients
from tests.support.correction_fields import play_field
from tests.support.page_forms import page_text
from tests.support.routes import addresses, rules

NAMES = ("Ann", "Bob", "Carol")
NO_ROUND, NO_PLAYER = "There is no such round in this room", "There is no such player in this room"
NO_SEAT, REVEALED = "You have no seat in this room: join first", "This round is already revealed"
NOT_SAID = "The page did not say which round it is for: reload it"
LARGE = "99999999999999999999… is above the highest number, 100"
Form = dict[str, str]


def number(typed: str, at: str = "1.2") -> Form:
    return {"number": typed, "at": at}


TABLE: tuple[tuple[str, str, Form, int, str], ...] = (
    # G1: numbers of a phone
    ("Ann", "number", number("101"), 422, "101 is above the highest number, 100"),
    ("Ann", "number", number("-1"), 422, "−1 is below the lowest number, 0"),
    ("Ann", "number", number("4.5"), 422, "4.5 is not a whole number"),
    ("Ann", "number", number("<b>7</b>"), 422, "<b>7</b> is not a whole number"),
    ("Ann", "number", number(""), 422, "Enter a number from 0 to 100"),
    ("Ann", "number", number("9" * 1000), 422, LARGE),
    ("Ann", "number", number("9" * 9000), 422, LARGE),
    ("Ann", "number", number("77", "1.1"), 409, REVEALED),
    ("Ann", "number", number("5", "soon"), 422, NOT_SAID),
    # Seats
    ("stranger", "number", number("5"), 403, NO_SEAT),
    ("stranger", "leave", {"x": ""}, 403, NO_SEAT),
    ("stranger", "back", {"x": ""}, 403, NO_SEAT),
    ("neighbour", "back", {"x": ""}, 403, NO_SEAT),
    ("stranger", "join", {"name": " "}, 422, "Enter a name of 1 to 20 characters"),
    ("stranger", "claim", {"seat": "9"}, 422, NO_PLAYER),
    ("stranger", "claim", {"seat": "1" * 500}, 422, NO_PLAYER),
    ("stranger", "withdraw", {"x": ""}, 409, "That was answered already"),
    ("Ann", "claim", {"seat": "2"}, 422, "This phone has a seat already"),
    # Corrections
    ("host", "host/correct", play_field("1.1", "2", "101"), 422, "Bob: 101 is above the highest number, 100"),
    ("host", "host/correct", play_field("1.1", "2", "x"), 422, "Bob: x is not a whole number"),
    ("host", "host/correct", play_field("1.2", "2", "1"), 422, NO_ROUND),
    ("host", "host/correct", play_field("7.1", "2", "1"), 422, NO_ROUND),
    ("host", "host/correct", play_field("1.1", "9", "1"), 422, "? is not in this game"),
    ("host", "host/correct", {"at": "1.1", "play-9-1": "1"}, 422, NO_ROUND),
    ("host", "host/correct", {"play-1-2": "1"}, 422, NOT_SAID),
    ("host", "host/correct", play_field("1.1", "2", " 20 "), 409, "That is what stands there already"),
    ("host", "host/void", {"at": "1.9"}, 422, NO_ROUND),
    ("host", "host/undo", {"number": "999"}, 409, "Something else was done meanwhile: look again"),
    ("host", "host/redo", {"number": "1"}, 422, "There is nothing to redo"),
    # Rounds
    ("host", "host/close", {"at": "1.1"}, 409, REVEALED),
    ("host", "host/close", {"at": "1.2"}, 422, "Nobody has sent a number for round 2 yet"),
    ("host", "host/close", {"at": "soon"}, 422, NOT_SAID),
    ("host", "host/pause", {"at": "1.2"}, 422, "This round has no time limit"),
    ("host", "host/time", {"seconds": "2"}, 422, "A round takes from 5 to 3600 seconds, or 0 for no limit"),
    ("host", "host/time", {"seconds": "soon"}, 422, "soon is not a whole number"),
    # People
    ("host", "host/merge", {"seat": "2", "into": "2"}, 422, "Choose two different players"),
    ("host", "host/merge", {"seat": "2", "into": "9"}, 422, NO_PLAYER),
    ("host", "host/merge", {"seat": "2", "into": "1"}, 422, "Bob and Ann are two in a game that needs both"),
    ("host", "host/out", {"seat": "9"}, 422, NO_PLAYER),
    ("host", "host/bar", {"x": ""}, 422, NO_PLAYER),
    ("host", "host/rename", {"seat": "1", "name": " "}, 422, "Enter a name of 1 to 20 characters"),
    ("host", "host/rename", {"seat": "2", "name": "ann"}, 422, "Somebody else is called ann already"),
    ("host", "host/bot", {"strategy": "x"}, 422, "There is no such bot"),
    ("host", "host/admit", {"claimant": "x"}, 409, "That was answered already"),
    ("host", "host/pass/1", number("5"), 422, "Ann has a phone, and sends from there"),
    ("host", "host/pass/9", number("5"), 422, NO_PLAYER),
)


@pytest.fixture
def clients(clients: Clients) -> Clients:
    """A room with a seat, and another one, in which a round is revealed and the next is open."""
    clients.gather("neighbour", "Dan", "Eve")
    clients.gather(*NAMES, rounds=3)
    clients.play(10, 20, 30, names=NAMES)
    return clients


def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_stored(clients: Clients) -> None:
    before = clients.room
    for who, path, form, status, sentence in TABLE:
        answer = clients.ask(who, path, (), **form)
        known = (answer.status_code, sentence in page_text(answer.text))
        assert (status, True) == known, (who, path, form, status, page_text(answer.text))
        if path == "number" and who in NAMES:
            assert f'value="{html.escape(form["number"])}"' in answer.text
    assert before == clients.room


def test_a_bad_number_sent_by_the_script_comes_back_as_the_sentence_alone(clients: Clients) -> None:
    answer: Any = clients.ask("Ann", "number", (), headers=HTMX, **number("101"))
    assert (422, "101 is above the highest number, 100") == (answer.status_code, answer.text.strip())
    assert "#message" == answer.headers["HX-Retarget"]


def test_a_refusal_is_said_also_where_the_page_around_it_cannot_be_read(clients: Clients) -> None:
    failure = OperationalError("SELECT", {}, sqlite3.OperationalError("disk I/O error"))
    with mock.patch.object(EventStore, "list_hosted_rooms", side_effect=failure) as read:
        answer = clients.ask("host", "host/add", (), name=" ", then="people")
    assert (422, True) == (answer.status_code, "Enter a name of 1 to 20 characters" in page_text(answer.text))
    assert read.called


def test_an_unknown_room_and_a_wrong_code_are_said_to_be_so(clients: Clients) -> None:
    files = "/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv", "/evening.xlsx"
    for path in ("", "/tv", "/host", *files):
        answer = clients.ask("Ann", f"/AAA9{path}")
        assert (404, True) == (answer.status_code, "There is no room AAA9" in answer.text), path
    form = "is not a room code: it has 4 letters and digits, and never 0, O, 1, I or L"
    sentences = {"": "Enter the room code that is on the TV", "aaa9": "There is no room AAA9"}
    for typed, sentence in {**sentences, "K0QF": f"K0QF {form}", "K7Q": f"K7Q {form}"}.items():
        answer = clients.ask("Ann", f"/join?code={typed}")
        assert sentence in page_text(answer.text)
        assert (True, True) == (answer.status_code in (404, 422), f'value="{typed}"' in answer.text)


def test_reloading_where_a_form_was_refused_leads_back_to_the_page(clients: Clients) -> None:
    for tail in ("number", "join", "host/begin", "host/close"):
        assert f"/{clients.code}" == clients.ask("host", tail).location.removesuffix("/host")


def test_a_form_whose_origin_cannot_be_read_or_is_another_does_nothing(clients: Clients) -> None:
    before = clients.room
    for value in ("[", "http://[", "http://[::1", "a b", "foo@127.0.0.1", "http://evil.example"):
        answer = clients.ask("Ann", "number", number=5, at="1.2", headers={"Origin": value})
        assert (403, before) == (answer.status_code, clients.room), value
        assert "That came from another site, so nothing was done" in answer.text
    assert 403 == clients.ask("Ann", "", headers={"Host": "rebound.example"}).status_code


OF_HOSTS = ("/host", ".json", ".csv", ".xlsx", "/sure/")
"""What is in the addresses of pages, downloads and actions that only a host may see and do."""


def test_what_is_for_the_host_is_refused_to_all_others(clients: Clients) -> None:
    clients.browser("stranger").get("/")
    before, tried = clients.room, 0
    form = {"at": "1.1", "seat": "1", "number": "7", "name": "Eve", "sure": "yes", "into": "2", "x": "y"}
    for method, rule in ((each, rule) for each in ("GET", "POST") for rule in rules(clients.app, each)):
        if not any(part in rule.rule for part in OF_HOSTS):
            continue
        for address in addresses(rule, clients.code):
            for who in ("Ann", "neighbour", "stranger"):
                answer = clients.browser(who).open(address, method=method, data=form)
                assert "Bob" not in answer.text, (who, address)
                if (method, answer.status_code) == ("GET", 303):
                    continue  # where a refused form is reloaded, it leads back to a page
                assert (403, True) == (answer.status_code, "host" in page_text(answer.text)), (who, address)
                tried += 1
    assert before == clients.room
    assert tried > 100


def test_a_page_of_something_unknown_says_so(clients: Clients) -> None:
    for path in ("people/9", "people/x", "rounds/1/9", "rounds/9/1", "sure/undo", "sure/void"):
        answer = clients.ask("host", f"host/{path}")
        assert (True, True) == (answer.status_code in (409, 422), 'id="message"' in answer.text), path
