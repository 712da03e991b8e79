"""The cost of scoring is linear in the plays. It is counted in calls, since time varies with the machine."""

import pytest

from companion.room import events
from companion.room.commands import scheduled, submissions
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough import forecast
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.outlook import outlook
from companion.rules.odds import decisions, prospects
from companion.rules.results import Reveal
from companion.views import event_log
from tests.support.card_games import calls as count_calls
from tests.tools.costs import peeled, record, showdown, sudden_death


def clear_caches():
    """Forget all chances that were worked out before."""
    for cached in (forecast._endings, outlook, decisions.after_scoring, prospects._of_groups):
        cached.cache_clear()


def calls(found):
    """Count the function calls of scoring, including the reasons."""
    return count_calls(lambda: list(games.score(found).root.reasons))


@pytest.mark.parametrize(
    "make",
    [
        lambda rounds: record(8, rounds),
        lambda rounds: peeled(8, rounds),
        lambda rounds: sudden_death(8, rounds),
        lambda rounds: showdown(8, rounds),
        lambda rounds: record(8, rounds, offsets=True, points="number", scoring="mean", factor="0.8"),
        lambda rounds: record(8, rounds * 3, nesting=(3, rounds)),
        lambda rounds: (
            record(8, 3 * 2**5, nesting=(3, *[2] * 5))
            if rounds < 100
            else record(8, 3 * 2**6, nesting=(3, *[2] * 6))
        ),
    ],
    ids=["plain", "peeled", "sudden death", "showdown", "with offsets", "match", "deep match"],
)
def test_twice_the_rounds_cost_twice_as_much(make):
    assert 2.2 * calls(make(99)) > calls(make(198))


@pytest.mark.parametrize("make", [record, peeled, sudden_death, showdown])
def test_ten_times_the_players_cost_no_more_than_ten_times_as_much(make):
    assert 10.5 * calls(make(20, 50)) > calls(make(200, 50))


def test_an_added_round_costs_the_same_for_any_number_of_players():
    assert 1.1 * (calls(sudden_death(20, 60)) - calls(sudden_death(20, 30))) > (
        calls(sudden_death(200, 60)) - calls(sudden_death(200, 30))
    )


@pytest.mark.parametrize(("players", "rounds"), [(3, 5), (4, 5), (12, 9), (100, 101), (2000, 9999)])
def test_the_endings_never_cost_more_than_half_a_million_calls(players, rounds):
    clear_caches()
    assert 500_000 > count_calls(lambda: GoodEnough(rounds=rounds).endings(players))


@pytest.mark.parametrize("players", [4, 8, 12, 1000])
def test_the_hopes_after_a_reveal_never_cost_more_than_a_few_milliseconds(players):
    rounds = [{str(seat): (seat * 7 + turn) % 101 for seat in range(players)} for turn in range(3)]
    made = GoodEnough().read_options({})
    found = games.score(Record(made.name, made, tuple(map(str, range(players))), tuple(map(Reveal, rounds))))
    clear_caches()
    assert 60_000 > count_calls(lambda: made.prospects(found))


def rooms_around_a_number(players):
    """Return a room of this many players before and after one of them submits a number."""
    room = apply(Room("AAA2"), events.RoomOpened("host", "good-enough", {}, None))
    for seat in map(str, range(players)):
        room = apply(room, events.PlayerJoined(seat, f"P{seat}", f"device{seat}"))
    room = apply(room, events.GameStarted("good-enough", {"rounds": 3}))
    return room, apply(room, events.PlaySubmitted("0", 1, 1, 50))


@pytest.mark.parametrize(
    "work",
    [
        lambda before, shown: submissions.submit_play(before, "device0", "1.1", "50"),
        lambda before, shown: apply(before, events.PlaySubmitted("0", 1, 1, 50)),
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
