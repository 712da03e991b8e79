"""The cost of scoring is linear in the plays. It is counted in calls, since time varies with the machine."""

from random import Random

import pytest

from companion.room import events
from companion.room.commands import scheduled, submissions
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from companion.screens import event_log
from tests.support.card_games import calls as count_calls


def record(players: int, rounds: int, **options: object) -> Record:
    """Return a game of random numbers, the same every time."""
    chance = Random(1)
    names = tuple(f"player {number}" for number in range(players))
    reveals = tuple(Reveal({name: chance.randint(0, 1_000_000) for name in names}) for _ in range(rounds))
    rules = GoodEnough(high=1_000_000, rounds=rounds, **options)  # type: ignore[arg-type]
    return Record("good-enough", rules, names, reveals)


def peeled(players: int, rounds: int) -> Record:
    """Return a tied game that peels to the end: nobody scores."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal(dict.fromkeys(names, 7))
    return Record("good-enough", GoodEnough(rounds=rounds), names, (same,) * rounds)


def sudden_death(players: int, rounds: int, tie_break: str = "sudden-death") -> Record:
    """Return a game that is tied after 3 rounds and each added one: two of four always score."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal({name: min(number, 2) for number, name in enumerate(names)})
    rules = GoodEnough(rounds=3, tie_break=tie_break)
    return Record("good-enough", rules, names, (same,) * rounds)


def calls(found):
    """Count the function calls of scoring, including the reasons."""
    return count_calls(lambda: list(games.score(found).root.reasons))


@pytest.mark.parametrize(
    "make",
    [
        lambda rounds: record(8, rounds),
        lambda rounds: peeled(8, rounds),
        lambda rounds: sudden_death(8, rounds),
        lambda rounds: record(8, rounds * 3, nesting=(3, rounds)),
    ],
    ids=["plain", "peeled", "sudden death", "match"],
)
def test_twice_the_rounds_cost_twice_as_much(make):
    assert 2.2 * calls(make(99)) > calls(make(198))


@pytest.mark.parametrize("make", [record, peeled, sudden_death])
def test_ten_times_the_players_cost_no_more_than_ten_times_as_much(make):
    assert 10.5 * calls(make(20, 50)) > calls(make(200, 50))


def rooms_around_a_number(players):
    """Return a room of this many players before and after one of them submits a number."""
    room = apply(Room("AAA2"), events.RoomOpened("host", "good-enough", {}, None))
    for seat in map(str, range(players)):
        room = apply(room, events.PlayerJoined(seat, f"P{seat}", f"device{seat}"))
    room = apply(room, events.GameStarted("good-enough", {"rounds": 3}))
    return room, apply(room, events.PlaySubmitted(1, 1, "0", 50))


@pytest.mark.parametrize(
    "work",
    [
        lambda before, shown: submissions.submit_play(before, "device0", "1.1", "50"),
        lambda before, shown: apply(before, events.PlaySubmitted(1, 1, "0", 50)),
        lambda before, shown: scheduled.due_event(shown, BEGINNING),
        lambda before, shown: scheduled.next_due_time(shown),
        lambda before, shown: list(event_log.log_lines(before, shown)),
    ],
    ids=["deciding", "following", "what is due", "when something is due", "telling"],
)
def test_submitting_a_number_costs_the_same_for_any_number_of_players(work):
    few, many = (rooms_around_a_number(players) for players in (8, 400))
    work(*few)  # warm up: compile patterns, load texts
    assert count_calls(lambda: work(*many)) <= count_calls(lambda: work(*few)) + 2
