"""Whoever takes a seat over learns nothing of what its player has put down, or holds: by no form there is."""

import tempfile
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from tests.support.clients import SCRATCH, Clients
from tests.support.determinism import deterministic
from tests.support.routes import rules
from tests.support.seat_thief import SeatThief
from tests.web.test_secrecy import arranged

NAMES = ("Ann", "Ben", "Cid")
DECK = 52
Scene = Callable[[Clients, Any], None]
Deck = Sequence[int] | None

THIEVES = {
    "a player": ("Ben", "spare"),
    "a host who plays": ("host", "spare"),
    "a second host": ("Ben", "spare"),
    "a stranger": ("spare",),
}


def gather(clients: Clients, game: str = "good-enough", **options: object) -> None:
    """Start a game in which the host plays too; a spare browser has opened the room."""
    clients.open(game, **options)
    for name in (*NAMES, *(("host",) if game == "good-enough" else ())):
        clients.ask(name)
        clients.ask(name, "join", name=name)
    clients.ask("spare")
    assert clients.host("begin", **options).status_code == 303


def of_a_number(clients: Clients, number: int) -> None:
    """Hide the number of Ann."""
    gather(clients, rounds=3, low=0, high=999)
    clients.send("Ann", number)


def of_a_list(clients: Clients, number: int) -> None:
    """Hide the last number of Ann's list."""
    gather(clients, rounds=3, entry="lists", low=0, high=999)
    clients.ask("Ann", "list", [("number", each) for each in (1, 5, number)], at="1.1")


def of_a_card(game: str) -> Scene:
    """Hide a card that Ann has laid on a table with real cards."""

    def scene(clients: Clients, card: str) -> None:
        gather(clients, game)
        clients.send("Ann", card)

    return scene


def of_a_hand(game: str, **options: object) -> Scene:
    """Hide the hand that Ann was dealt; the deck decides what is in it."""

    def scene(clients: Clients, _: None) -> None:
        gather(clients, game, table="dealt", **options)

    return scene


def walked(scene: Scene, hidden: Any, thief: str, deck: Deck = None) -> SeatThief:
    """Let a thief walk through a scene, and return what was received."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, deterministic(0, arranged(deck)) as clocks:
        clients = Clients(Path(folder), wait=clocks.wait)
        try:
            scene(clients, hidden)
            if thief == "a second host":
                become_host(clients, "Ben")
            found = SeatThief(clients, THIEVES[thief], clients.fingerprint("Ann"))
            found.walk()
        finally:
            clients.close()
    return found


def become_host(clients: Clients, who: str) -> None:
    """Make a browser host by a link."""
    page = clients.ask("host", "host/room/second").text
    link = page[page.index(f"/{clients.code}/become/") :].split("<")[0].split('"')[0]
    assert clients.ask(who, link, [("x", "")]).status_code == 303


def swapped(other: int) -> list[int]:
    """Return the order of a deck in which the first card has changed its place with another one."""
    deck = list(range(DECK))
    deck[0], deck[other] = deck[other], deck[0]
    return deck


def assert_nothing_told(one: SeatThief, other: SeatThief) -> None:
    """Check that two walks are the same, though something else was hidden."""
    assert one.steps == other.steps
    assert [] == [where for where, got in one.received.items() if other.received.get(where) != got]
    assert one.received.keys() == other.received.keys()


SCENES: dict[str, tuple[Scene, Any, Any]] = {
    "a number": (of_a_number, 42, 137),
    "a list": (of_a_list, 42, 137),
    "a card of Mediocrity": (of_a_card("mediocrity"), "7", "9"),
    "a card of the Median game": (of_a_card("median"), "7H", "KC"),
    "a card of Saichugen": (of_a_card("saichugen"), "7H", "KC"),
}


def both(scene: str, thief: str) -> SeatThief:
    """Let a thief walk twice, with two things hidden; check that it learns nothing, and return a walk."""
    play, this, that = SCENES[scene]
    one, other = (walked(play, each, thief) for each in (this, that))
    assert_nothing_told(one, other)
    return one


@pytest.mark.parametrize("thief", ["a stranger"])
def test_a_stranger_who_sends_every_form_gets_no_seat_and_learns_no_number(thief: str) -> None:
    assert set() == both("a number", thief).taken_by


@pytest.mark.slow
@pytest.mark.parametrize(
    ("scene", "thief"),
    [
        ("a number", "a host who plays"),
        ("a list", "a second host"),
        ("a card of Mediocrity", "a player"),
        ("a card of the Median game", "a player"),
        ("a card of Saichugen", "a player"),
    ],
)
def test_whoever_sends_every_form_learns_nothing_of_what_a_player_has_put_down(
    scene: str, thief: str
) -> None:
    found = both(scene, thief)
    takes_forms = {each.rule for each in rules(found.clients.app, "POST") if "<code" in each.rule}
    assert {"/evenings/<code:code>/delete"} == takes_forms - found.tried
    if "host" in thief:
        assert {"seat/x", "host/admit", "host/merge"} <= found.taken_by


@pytest.mark.slow
def test_nor_of_the_hand_that_the_player_was_dealt() -> None:
    scene = of_a_hand("median", lowest="2", hand=5)
    one, other = (walked(scene, None, "a host who plays", swapped(place)) for place in (0, DECK - 1))
    assert_nothing_told(one, other)
    assert {"seat/x", "host/admit"} <= one.taken_by
