"""The page of a round: several plays corrected in one form, over HTTP and without a script."""

import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from companion.formats.record import read_record
from companion.rules import games
from tests.support.guest import Answer, Guest, error_message
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


class _Form(HTMLParser):
    """The form that corrects a round, as a browser without a script reads it."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.choices: dict[str, list[str]] = {}
        self.buttons: list[tuple[str, str]] = []
        self._is_inside = False
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        if tag == "form":
            self._is_inside = found["action"].endswith("/host/correct")
        elif self._is_inside and tag == "input" and found.get("type") == "radio":
            self.choices.setdefault(found["name"], []).append(found["value"])
            if "checked" in found:
                self.fields[found["name"]] = found["value"]
        elif self._is_inside and tag == "input":
            self.fields[found["name"]] = found.get("value", "")
        elif self._is_inside and tag == "button":
            self.buttons.append((found.get("name", ""), found.get("value", "")))


def send(host: Guest, page: Answer, button: int = 0, **typed: str) -> Answer:
    """Change fields of the form on a page, press a button, and return what comes next."""
    form = _Form(page.text)
    changed = {name.replace("_", "-"): text for name, text in typed.items()}
    pads = {name: text for name, text in changed.items() if name in form.choices}
    assert all(text in form.choices[name] for name, text in pads.items())
    name, value = form.buttons[button]
    fields = {**form.fields, **changed, **({name: value} if name else {})}
    return host.ask(f"/{host.code}/host/correct", fields)


def plain(page: Answer) -> str:
    """Return a page without the invisible characters around names."""
    return re.sub(r"[\u2066-\u2069]", "", page.text)


def laid(host: Guest) -> list[dict[str, str]]:
    """Return the plays of each round in the exported record, with the struck ones marked by a minus."""
    rounds = read_record(host.page("/game-1.json").text).reveals
    return [
        {who: str(play) for who, play in each.plays.items()}
        | {who: f"-{play}" for who, play in each.struck.items()}
        for each in rounds
    ]


def test_two_cards_are_swapped_in_one_form_after_a_look_at_what_changes(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S")
    looked = send(host, host.page("/host/rounds/1/1"), play_1_1="7H", play_1_2="3H")
    assert looked.url.endswith("/host/sure/correct?at=1.1&play-1-1=7H&play-1-2=3H")
    for word in ("<h2>Now</h2>", "<h2>Then</h2>", "Correct both", "Bob’s 7 stays open", "Ann’s 7 stays open"):
        assert word in plain(looked)
    assert [{"Ann": "3H", "Bob": "7H", "Cyd": "9S"}] == laid(host)
    assert send(host, looked).url.endswith("/host/rounds")
    assert [{"Ann": "7H", "Bob": "3H", "Cyd": "9S"}] == laid(host)


def test_two_players_are_swapped_with_one_button(played: Played) -> None:
    host = played("mediocrity", "3 7 9", "4 8 J")
    page = host.page("/host/rounds/1/1")
    swap = _Form(page.text).buttons.index(("swap", "1"))
    looked = send(host, page, swap, one="1", other="2")
    assert looked.url.endswith("?at=1.1&play-1-1=7&play-1-2=3")
    send(host, looked)
    assert {"Ann": "7", "Bob": "3", "Cyd": "9"} == laid(host)[0]
    refused = send(host, page, swap, one="1", other="1")
    assert (422, "Choose two players to swap") == (refused.status, error_message(refused))


def test_a_later_card_that_cannot_be_then_is_shown_with_a_pad_and_judged_together(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    looked = send(host, host.page("/host/rounds/1/1"), play_1_1="KD")
    text = plain(looked)
    assert "Struck if it stays: it was laid in round 1, trick 1 by Ann." in text
    assert "and strike 1 card" in text
    again = send(host, looked, play_2_2="3H")
    assert "Correct both" in again.text
    assert "and strike" not in again.text
    assert ["-KD", "KD"] != [row["Bob"] for row in laid(host)]
    send(host, again)
    assert [{"Ann": "KD", "Bob": "7H", "Cyd": "9S"}, {"Ann": "4C", "Bob": "3H", "Cyd": "2S"}] == laid(host)


def test_a_later_card_that_is_left_is_struck_on_every_page_and_in_the_record(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    send(host, send(host, host.page("/host/rounds/1/1"), play_1_1="KD"))
    assert {"Ann": "4C", "Bob": "-KD", "Cyd": "2S"} == laid(host)[1]
    for path in ("/host/rounds", "/host/rounds/1/2", "/result", "/result/1/2", "/tv", "/host"):
        assert "struck" in host.page(path).text, path
    assert () == games.score(read_record(host.page("/game-1.json").text)).problems


def test_a_card_that_lies_in_an_earlier_trick_is_refused_and_that_trick_offered(played: Played) -> None:
    host = played("saichugen", "3H 7H 9S", "4C KD 2S")
    refused = send(host, host.page("/host/rounds/1/2"), play_2_1="3H", play_2_3="5D")
    assert 422 == refused.status
    assert "Ann: the 3 of hearts" in error_message(refused)
    form = _Form(refused.text)
    assert ("3H", "KD", "5D") == tuple(form.fields[f"play-2-{seat}"] for seat in "123")
    assert "3H" == form.fields["play-1-1"]
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
    form = _Form(refused.text)
    assert {"play-1-1": "11", "play-1-2": "101", "play-1-3": "30"}.items() <= form.fields.items()
    send(host, send(host, refused, play_1_2="12"))
    assert [{"Ann": "11", "Bob": "12", "Cyd": "30"}] == laid(host)


def test_R3_who_took_a_round_is_chosen_among_the_players(played: Played) -> None:
    host = played("median", keep="results")
    pad = {"at": "1.1", "one": "2"}
    assert 200 == host.ask(f"/{host.code}/host/pad", pad).status
    page = host.page("/host/rounds/1/1")
    assert "2" == _Form(page.text).fields["taker-1"]
    send(host, send(host, page, taker_1="3"))
    assert [{"Ann": "0", "Bob": "0", "Cyd": "1"}] == laid(host)
    send(host, send(host, host.page("/host/rounds/1/1"), taker_1="none"))
    assert [{"Ann": "0", "Bob": "0", "Cyd": "0"}] == laid(host)


def test_R1_a_hand_in_which_nobody_is_out_of_cards_is_refused(played: Played) -> None:
    host = played("mediocrity", keep="results")
    pad = {"at": "1.1", "play-1": "0", "play-2": "2", "play-3": "5"}
    assert 200 == host.ask(f"/{host.code}/host/pad", pad).status
    refused = send(host, host.page("/host/rounds/1/1"), play_1_1="1")
    assert 422 == refused.status
    send(host, send(host, refused, play_1_2="0"))
    assert [{"Ann": "1", "Bob": "0", "Cyd": "5"}] == laid(host)
