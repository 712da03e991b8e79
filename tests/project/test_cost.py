"""The cost of scoring is linear in the plays. It is counted in calls, since time varies with the machine."""

from collections.abc import Callable
from random import Random

import pytest

from companion.room import events, game_events
from companion.room.commands import scheduled, submissions
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from companion.screens import event_log
from tests.support.card_games import calls as count_calls
from tests.support.reveal_cost import last_reveal


def played(rules: GoodEnough, players: int, rounds: int, play: Callable[[int], int]) -> Record:
    """Return a game of so many rounds, in which each player plays a number for each."""
    reveals = tuple(Reveal({f"P{seat}": play(seat) for seat in range(players)}) for _ in range(rounds))
    return Record("good-enough", rules, tuple(f"P{seat}" for seat in range(players)), reveals)


def record(players: int, rounds: int, **options: object) -> Record:
    """Return a game of random numbers, the same every time."""
    chance, rules = Random(1), GoodEnough(high=1_000_000, rounds=rounds, **options)  # type: ignore[arg-type]
    return played(rules, players, rounds, lambda _: chance.randint(0, 1_000_000))


def peeled(players: int, rounds: int) -> Record:
    """Return a tied game that peels to the end: nobody scores."""
    return played(GoodEnough(rounds=rounds), players, rounds, lambda _: 7)


def sudden_death(players: int, rounds: int) -> Record:
    """Return a game that is tied after 3 rounds and each added one: two of four always score."""
    rules = GoodEnough(rounds=3, tie_break="sudden-death")
    return played(rules, players, rounds, lambda seat: min(seat, 2))


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
    room = apply(room, game_events.GameStarted("good-enough", {"rounds": 3}))
    return room, apply(room, game_events.PlaySubmitted(1, 1, "0", 50))


@pytest.mark.parametrize(
    "work",
    [
        lambda before, shown: submissions.submit_play(before, "device0", "1.1", "50"),
        lambda before, shown: apply(before, game_events.PlaySubmitted(1, 1, "0", 50)),
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


def test_a_reveal_of_which_half_stay_costs_a_crowd_no_more_than_one_of_the_middle() -> None:
    assert count_calls(last_reveal("last-standing", 400)) <= 1.2 * count_calls(
        last_reveal("good-enough", 400)
    )


def test_twice_the_players_who_stand_cost_less_than_twice_as_much() -> None:
    many, few = (count_calls(last_reveal("last-standing", players)) for players in (800, 400))
    assert many <= 2.2 * few
