"""Guests that players choose, over HTTP: forms without a script, and every screen draws who was chosen."""

import re
from dataclasses import replace

import pytest

from companion.live.stream import Kind, Subscriber, encode
from companion.room.guests import guest_number
from companion.room.state import ChosenGuest, Room
from companion.web.drawings import numbered_guest, small_guest
from companion.web.renderer import StreamRenderer
from tests.support.clients import Clients
from tests.support.page_forms import page_forms

CHOSEN = {"Ann": 29, "Ben": 14}
NAMES = ("Ann", "Ben", "Cid")


@pytest.fixture
def lobby(clients: Clients) -> Clients:
    """Return a room of three in which no game has started, and two have chosen."""
    clients.open(rounds=3)
    clients.join(*NAMES)
    for who, number in CHOSEN.items():
        assert 303 == clients.ask(who, "guest", guest=number).status_code
    return clients


@pytest.fixture
def finished(lobby: Clients) -> Clients:
    """Return the room after two games, which Ben has won."""
    for _game in range(2):
        lobby.host("begin", rounds=3)
        for numbers in ((10, 90, 50), (10, 90, 50), (10, 50, 90)):
            lobby.play(*numbers)
    return lobby


def looks(page: str) -> set[tuple[str, ...]]:
    """Return colour, outline and pattern of the guests on a page, without those to choose from."""
    shown = re.sub(r"<template id=\"guests\">.*?</template>", "", page, flags=re.DOTALL)
    drawn = r'class="guest (c\d).*?href="#(o\d+)"/>(?:<use href="#o\d+" fill="url\(#(p\d))?'
    return {*re.findall(drawn, shown)}


def of_numbers(*numbers: int) -> set[tuple[str, ...]]:
    return looks("".join(small_guest(number) for number in numbers))


def guests(clients: Clients) -> list[int]:
    return [guest_number(clients.room, seat) for seat in clients.room.seats]


def sent(clients: Clients, before: Room, kind: Kind, who: str = "") -> str:
    device = clients.fingerprint(who) if who else ""
    screen = Subscriber(kind, "en", "http://localhost", device)
    message = StreamRenderer(clients.app).render_change(before, clients.room)(screen)
    return encode(message, is_gzip=False).decode()


def test_every_screen_of_a_lobby_draws_who_was_chosen(lobby: Clients) -> None:
    chosen = of_numbers(29, 14, 3)
    for who, path in (("tv", "tv"), ("host", "host"), ("host", "host/people"), ("Cid", "")):
        assert chosen == looks(lobby.ask(who, path).text), path
    own = rf"c{numbered_guest(29).colour}\b"
    for path in ("", "another", f"/rules/good-enough?room={lobby.code}"):
        assert re.search(f'class="[^"]*(?:phone|press)[^"]* {own}', lobby.ask("Ann", path).text), path


def test_screens_that_stay_open_are_sent_who_was_chosen(lobby: Clients) -> None:
    before = lobby.room
    lobby.ask("Cid", "guest", guest=60)
    lobby.ask("Wes", "watch")
    screens: tuple[tuple[Kind, str], ...] = (("tv", ""), ("phone", "Ann"), ("watch", "Wes"))
    for kind, who in screens:
        assert of_numbers(29, 14, 60) == looks(sent(lobby, before, kind, who)), kind


def test_what_is_shown_of_an_evening_draws_who_was_chosen(finished: Clients) -> None:
    assert of_numbers(29, 14, 3) == looks(finished.ask("Wes", "result").text)
    assert of_numbers(29, 14, 3) == looks(finished.ask("Wes", "result/poster.svg").text)
    assert of_numbers(29, 14, 3) <= looks(finished.ask("tv", "tv").text)
    finished.host("finish")
    assert of_numbers(14) == looks(finished.ask("Ben", "mine/evening.svg").text)


def test_who_sits_at_a_game_is_drawn_as_chosen_also_where_a_phone_has_been_sent_the_same_before(
    finished: Clients,
) -> None:
    for who in ("Ann", "Ben"):
        form = page_forms(finished.ask(who).text)["want"]
        finished.ask(who, form.action, form.pressed("choice", "good-enough"))
    renderer, room = StreamRenderer(finished.app), finished.room
    screen = Subscriber("phone", "en", "http://localhost", finished.fingerprint("Ann"))
    for number in (14, 15):
        other = replace(room, guests={"2": ChosenGuest(number)})
        block = renderer._private_blocks(other)(screen)
        assert of_numbers(number) <= looks(encode((block,), is_gzip=False).decode())


def test_outside_its_room_nobody_is_drawn_as_in_it(lobby: Clients) -> None:
    drawn = small_guest("1")
    lobby.ask("Ann")
    assert drawn == small_guest("1") == small_guest(1)


def test_without_a_script_a_button_in_the_lobby_turns_to_the_next_free_guest_until_the_first_reveal(
    lobby: Clients,
) -> None:
    form = page_forms(lobby.ask("Cid").text)["guest"]
    assert 303 == lobby.ask("Cid", form.action, form.pressed("guest", "4")).status_code
    form = page_forms(lobby.ask("Ben").text)["guest"]
    assert 303 == lobby.ask("Ben", form.action, form.pressed("guest", "13")).status_code
    assert [29, 13, 4] == guests(lobby)
    lobby.host("begin", rounds=3)
    lobby.play(10, 50, 90)
    assert "guest" not in page_forms(lobby.ask("Cid").text)
    assert 409 == lobby.ask("Cid", "guest", guest=5).status_code


def test_who_joins_is_who_was_chosen_or_the_next_free_one(lobby: Clients) -> None:
    for who, asked, guest in (("Dee", "50", 50), ("Eve", "29", 30), ("Fay", "5", 5), ("Gil", "none", 7)):
        page_of_form = lobby.ask(who).text
        assert 'name="guest"' in page_of_form
        assert 200 == lobby.ask(who, "join", name=who, guest=asked).status_code
        assert guest == guests(lobby)[-1], who
    lobby.host("begin", rounds=3)
    lobby.play(10, 20, 30, 40, 50, 60, 70, names=(*NAMES, "Dee", "Eve", "Fay", "Gil"))
    assert '<template id="guests">' not in lobby.ask("Hal").text
    assert 200 == lobby.ask("Hal", "join", name="Hal", guest="80").status_code
    assert 8 == guests(lobby)[-1]


def test_all_who_are_in_turn_to_the_last_one_missing(lobby: Clients) -> None:
    def turned() -> list[str]:
        behind = lobby.ask("tv", "tv").text.partition('class="behind')[2]
        return re.findall(r'class="guest c\d sits watches(?: (to-left|to-right))?"', behind)

    lobby.join("Dee", "Eve")
    lobby.host("begin", rounds=3)
    lobby.play(10, 20, 30)
    assert ["", "", ""] == turned(), "two are missing"
    lobby.send("Dee", 40)
    assert ["to-right", "to-right", "to-left", "to-left"] == turned()
    lobby.send("Eve", 50)
    assert [] == turned()


def test_who_has_sent_sees_a_line_of_those_who_think_and_how_many_they_are(lobby: Clients) -> None:
    lobby.join(*"DEFGHIJ")
    lobby.host("begin", rounds=3)
    lobby.send("Ann", 10)
    missing = lobby.ask("Ann").text.partition('id="missing">')[2].partition("</section>")[0]
    assert "9 are still thinking" in missing
    assert 6 == missing.count("<li>")
