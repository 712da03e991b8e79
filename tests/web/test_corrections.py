"""The page of a round: several plays corrected in one form, over HTTP and without a script."""

import re
from collections.abc import Callable

import pytest

from companion.rules import games
from tests.support.guest import Answer, Guest, error_message
from tests.support.page_forms import PageForm, page_forms
from tests.support.records import read_record
from tests.support.server import Server

NAMES = ("Ann", "Bob", "Cyd")
Played = Callable[..., Guest]


@pytest.fixture
def played(server: Server) -> Played:
    """Open a room, play these tricks or rounds from three phones, and return the host's browser."""

    def play(game: str, *tricks: str, **options: object) -> Guest:
        host, guests = Guest(server.url), [Guest(server.url) for _ in NAMES]
        host.start_room(game=game, **options)
        for guest, name in zip(guests, NAMES, strict=True):
            guest.join(host.code, name)
        assert 200 == host.begin(**options).status
        for cards in tricks:
            for guest, card in zip(guests, cards.split(), strict=True):
                assert 200 == guest.send(card).status
        return host

    return play


def form_of(page: Answer) -> PageForm:
    """Return the form that corrects a round, as a browser without a script reads it."""
    [form] = [
        each_form
        for each_form in page_forms(page.text).values()
        if each_form.action.endswith("/host/correct")
    ]
    return form


def send(host: Guest, page: Answer, *pressed: tuple[str, str], **typed: str) -> Answer:
    """Change fields of the form on a page, press a button, and return what comes next."""
    form = form_of(page)
    changed = {name.replace("_", "-"): text for name, text in typed.items()}
    assert changed.keys() <= {name for name, _ in (*form.fields, *form.unchecked)}
    assert {*pressed} <= {*form.buttons}
    sure = [button for button in form.buttons if button[0] == "sure"]
    return host.ask(form.action, {**dict(form.fields), **changed, **dict(pressed or sure)})


def plain(page: Answer) -> str:
    """Return a page without the invisible characters around names."""
    return re.sub(r"[\u2066-\u2069]", "", page.text)


def laid(host: Guest) -> list[dict[str, str]]:
    """Return the plays of each round in the exported record, with the struck ones marked by a minus."""
    rounds = read_record(host.page("/game-1.json").text).reveals
    return [
        {who: str(play) for who, play in each_played.plays.items()}
        | {who: f"-{play}" for who, play in each_played.struck.items()}
        for each_played in rounds
    ]


def test_two_cards_are_swapped_in_one_form_after_a_look_at_what_changes(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S")
    looked = send(host, host.page("/host/rounds/1/1"), play_1_1="7H", play_1_2="3H")
    assert looked.url.endswith("/host/sure/correct?at=1.1&play-1-1=7H&play-1-2=3H")
    for word in ("Correct both", "→"):
        assert word in plain(looked)
    assert [{"Ann": "3H", "Bob": "7H", "Cyd": "9S"}] == laid(host)
    assert send(host, looked).url.endswith("/host/rounds")
    assert [{"Ann": "7H", "Bob": "3H", "Cyd": "9S"}] == laid(host)


def test_a_later_card_that_is_left_is_struck_on_every_page_and_in_the_record(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    send(host, send(host, host.page("/host/rounds/1/1"), play_1_1="KD"))
    assert {"Ann": "4C", "Bob": "-KD", "Cyd": "2S"} == laid(host)[1]
    for path in ("/host/rounds", "/host/rounds/1/2", "/result", "/result/1/2", "/tv", "/host"):
        assert "struck" in host.page(path).text, path
    assert () == games.score(read_record(host.page("/game-1.json").text)).problems


@pytest.mark.parametrize("query", ["lang=en", "at=1.2&play-2-1=KD"])
def test_the_page_of_a_round_does_not_mind_a_query_that_is_no_correction_of_it(
    played: Played, query: str
) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    page = host.page(f"/host/rounds/1/1?{query}")
    assert 200 == page.status
    assert {"3H", "7H", "9S"} == set(dict(form_of(page).fields).values()) & {"3H", "7H", "9S", "KD"}


def test_a_card_that_lies_in_an_earlier_trick_is_refused_and_that_trick_offered(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    refused = send(host, host.page("/host/rounds/1/2"), play_2_1="3H", play_2_3="5D")
    assert 422 == refused.status
    assert "Ann: the 3 of hearts" in error_message(refused)
    fields = dict(form_of(refused).fields)
    assert ("3H", "KD", "5D") == tuple(fields[f"play-2-{seat}"] for seat in "123")
    assert "3H" == fields["play-1-1"]
    send(host, send(host, refused, play_1_1="4C"))
    assert [{"Ann": "4C", "Bob": "7H", "Cyd": "9S"}, {"Ann": "3H", "Bob": "KD", "Cyd": "5D"}] == laid(host)


def test_another_change_on_the_page_that_confirms_is_looked_at_first(played: Played) -> None:
    host = played("mediocrity", "3 7 9")
    looked = send(host, host.page("/host/rounds/1/1"), play_1_1="4")
    again = send(host, looked, play_1_2="8")
    assert "Correct both" in again.text
    assert [{"Ann": "3", "Bob": "7", "Cyd": "9"}] == laid(host)


def test_numbers_are_typed_and_stay_as_typed_where_they_are_refused(played: Played) -> None:
    host = played("good-enough", "10 20 30", rounds=3)
    refused = send(host, host.page("/host/rounds/1/1"), play_1_1="11", play_1_2="101")
    assert (422, "Bob: 101 is above the highest number, 100") == (refused.status, error_message(refused))
    fields = dict(form_of(refused).fields)
    assert {"play-1-1": "11", "play-1-2": "101", "play-1-3": "30"}.items() <= fields.items()
    send(host, send(host, refused, play_1_2="12"))
    assert [{"Ann": "11", "Bob": "12", "Cyd": "30"}] == laid(host)


@pytest.mark.parametrize(("game", "offers"), [("saichugen", [False, True]), ("good-enough", [True, True])])
def test_a_round_that_later_cards_follow_from_is_not_offered_to_be_void(
    played: Played, game: str, offers: list[bool]
) -> None:
    rounds = {"saichugen": ("3H 7H 9S", "4H 8H 10S"), "good-enough": ("1 2 3", "4 5 6")}[game]
    host = played(game, *rounds)
    pages = [host.page(f"/host/rounds/1/{number}").text for number in (1, 2)]
    assert offers == ["Void it" in page for page in pages]
    assert offers == ["Only what was laid last can be void" not in page for page in pages]


def test_D5_the_call_of_a_round_stands_in_its_form_and_is_corrected_with_it(server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="median")
    for name in (*NAMES, "Dan"):
        Guest(server.url).join(host.code, name)
    assert 200 == host.begin().status
    assert 200 == host.enter("3", "5", "9", "J", call="high").status
    page = host.page("/host/rounds/1/1")
    assert "high" == dict(form_of(page).fields)["call-1"]
    looked = send(host, page, call_1="low")
    assert "low" == dict(form_of(looked).fields)["call-1"]
    send(host, looked)
    assert "low" == read_record(host.page("/game-1.json").text).reveals[0].call
