"""A step in a room costs the same late in a long game as early, and hardly more with many players.

The cost is counted in instructions of the interpreter and in lookups of seats, which do not depend on the
machine.
"""

import gc
import sys
from collections.abc import Callable, Mapping
from typing import Any

import pytest

from companion.room import events
from companion.room.commands import scheduled, submissions
from companion.room.commands.access import round_id
from companion.room.game_state import BEGINNING, GameState
from companion.room.reducer import apply, apply_all, replay, with_ending
from companion.room.state import LogEntry, Room
from companion.rules.games.good_enough import game as good_enough
from companion.rules.games.good_enough import rounds as number_rounds
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Score
from companion.views import offered_endings
from companion.views.host import host_view
from companion.views.outcomes import all_outcomes
from companion.views.tv import tv_view
from tests.support.room_driver import replayed
from tests.tools.costs import HOST, device, looked, played, room, sent

pytestmark = pytest.mark.slow

LONG: list[dict[str, Any]] = [
    {"rounds": 1999},
    {"rounds": 1999, "scoring": "mean"},
    {"points_target": 99_999},
    {"nesting": (5, 401)},
    {"nesting": (3, 3, 401)},
]


def steps(work: Callable[[], object]) -> int:
    """Count the instructions that the interpreter executes for some work."""
    counted = 0

    def count(frame, event, _argument):
        nonlocal counted
        frame.f_trace_opcodes = True
        counted += event == "opcode"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        work()
    finally:
        sys.settrace(before)
    return counted


@pytest.mark.parametrize("options", LONG, ids=str)
def test_a_round_after_a_thousand_costs_the_same_as_one_after_ten(options: dict[str, Any]) -> None:
    early = played(room(8, **options), 10)
    late = played(early, 990)  # in a match, at the same round of its game as the early one
    assert 1.05 * steps(lambda: looked(played(early))) > steps(lambda: looked(played(late)))


def test_extending_a_tie_of_a_thousand_rounds_costs_the_same_as_one_of_ten() -> None:
    def all_the_same(found: Room, rounds: int) -> Room:
        for _ in range(rounds):
            for seat in found.seats:
                found = sent(found, seat, 7)
        return found

    early = all_the_same(room(8, rounds=3, tie_break="sudden-death"), 10)
    late = all_the_same(early, 990)
    assert 1.05 * steps(lambda: all_the_same(early, 1)) > steps(lambda: all_the_same(late, 1))


def test_the_thousandth_reveal_scores_only_its_own_round(monkeypatch: pytest.MonkeyPatch) -> None:
    found = played(room(3, rounds=1999), 999)
    score_round, scored = number_rounds.score_round, []

    def noted(*round_: Any) -> object:
        scored.append(round_)
        return score_round(*round_)

    monkeypatch.setattr(good_enough, "score_round", noted)
    looked(played(found))
    assert 1 == len(scored)


def test_what_players_may_hope_for_is_worked_out_once_for_all_phones(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prospects, asked = GoodEnough.prospects, []

    def noted(rules: GoodEnough, score: Score) -> object:
        asked.append(score)
        return prospects(rules, score)

    found = played(room(8, rounds=5), 3)
    monkeypatch.setattr(GoodEnough, "prospects", noted)
    assert any(each.advice for each in all_outcomes(found))
    assert 1 == len(asked)


def test_the_host_page_finds_out_once_a_round_how_the_game_may_end(monkeypatch: pytest.MonkeyPatch) -> None:
    scored: list[object] = []

    def noted(game: GameState, options: Mapping[str, Any]) -> object:
        scored.append(options)
        return with_ending(game, options)

    monkeypatch.setattr(offered_endings, "with_ending", noted)
    found = played(room(8, rounds=99), 30)
    first, second, third = found, sent(found, "1", 5), played(found)
    offered = [[each.key for each in host_ending(now).offered] for now in (first, second)]
    once = len(scored)
    assert offered[0] == offered[1]
    assert once
    host_ending(third)
    assert 2 * once == len(scored)


def host_ending(found: Room) -> offered_endings.EndingsView:
    ending = host_view(found, (), None).next_game.endings
    assert ending is not None
    return ending


def test_the_host_screen_costs_the_same_late_in_a_game() -> None:
    def host_view_steps(found: Room) -> int:
        return steps(lambda: host_view(found, (), None))

    early = closed(played(room(8, rounds=1999), 10))
    assert 1.05 * host_view_steps(early) > host_view_steps(closed(played(early, 990)))


def closed(found: Room) -> Room:
    """Close a round with a single number as the host, which can be undone first."""
    found = sent(found, "1", 5)
    assert found.current_game is not None
    event = submissions.close_round(found, HOST, round_id(found.current_game))
    return apply(found, event, HOST)


class CountingSeat(str):
    """A seat that counts how often it is hashed or compared."""

    lookups = 0

    def __hash__(self) -> int:
        type(self).lookups += 1
        return super().__hash__()

    def __eq__(self, other: object) -> bool:
        type(self).lookups += 1
        return super().__eq__(other)


def crowd(players: int) -> Room:
    """Start a game in a room with this many phones, of which a fifth have left."""
    seats = [str(number) for number in range(1, players + 1)]
    joined = (events.PlayerJoined(CountingSeat(seat), f"player {seat}", device(seat)) for seat in seats)
    opened = replayed(
        [
            events.RoomOpened(HOST, "good-enough", {}, None),
            *joined,
            events.GameStarted("good-enough", {}),
        ],
        HOST,
    )
    for seat in seats[::5]:
        opened = apply(opened, events.PlayerLeft(seat), device(seat))
    return opened


def count_lookups(found: Room, work: Callable[[Room], object]) -> int:
    """Count how often some work looks up a seat."""
    CountingSeat.lookups = 0
    work(found)
    return CountingSeat.lookups


@pytest.mark.parametrize("missing", [10, 7])
def test_one_number_costs_the_same_among_fifty_and_two_thousand_players(missing: int) -> None:
    def nearly_all_sent(players: int) -> Room:
        found = crowd(players)
        here = [seat for seat in found.seats if found.seats[seat].is_present]
        for seat in here[:-missing]:
            found = apply(found, events.PlaySubmitted(seat, 1, 1, int(seat) % 50), device(seat))
        return found

    few, many = nearly_all_sent(50), nearly_all_sent(2000)
    assert count_lookups(few, lambda now: sent(now, "50", 9)) == count_lookups(
        many, lambda now: sent(now, "2000", 9)
    )
    assert 1.02 * steps(lambda: sent(few, "50", 9)) > steps(lambda: sent(many, "2000", 9))


def test_the_TV_view_of_twice_the_seats_takes_twice_the_lookups() -> None:
    def half_sent(players: int) -> Room:
        found = crowd(players)
        for seat in [seat for seat in found.seats if found.seats[seat].is_present][::2]:
            found = apply(found, events.PlaySubmitted(seat, 1, 1, int(seat) % 50), device(seat))
        return found

    def screen(found: Room) -> object:
        return tv_view(found, ())

    assert 2.2 * count_lookups(half_sent(200), screen) > count_lookups(half_sent(400), screen)


def test_a_bot_costs_no_lookups_of_other_players() -> None:
    def with_bot(players: int) -> Room:
        return apply(crowd(players), events.PlayerJoined(str(players + 1), "Rita", "", "random"), HOST)

    few, many = with_bot(50), with_bot(2000)
    assert scheduled.next_due_time(many) is not None
    assert count_lookups(few, scheduled.next_due_time) == count_lookups(many, scheduled.next_due_time)


def test_a_bot_takes_no_longer_late_in_a_game_than_early() -> None:
    def bot_steps(rounds: int) -> int:
        found = apply(room(8, rounds=1999), events.PlayerJoined("9", "Chris", "", "crowd"), HOST)
        for number in range(1, rounds + 1):
            shown = (events.PlaySubmitted(str(seat), 1, number, seat * number % 100) for seat in range(1, 10))
            found = apply_all(
                found, [LogEntry(found.version + n, BEGINNING, "", event) for n, event in enumerate(shown, 1)]
            )
        when = scheduled.next_due_time(found)
        assert when is not None
        return steps(lambda: scheduled.due_event(found, when))

    assert 1.1 * bot_steps(200) > bot_steps(600)


def test_replaying_twice_the_events_takes_twice_the_steps() -> None:
    def replay_steps(rounds: int) -> int:
        entries = tuple(played(room(5, rounds=1999), rounds).entries())[::-1]
        return steps(lambda: replay("AB23", entries))

    assert 2.1 * replay_steps(60) > replay_steps(120)


def test_replaying_twice_the_players_takes_twice_the_steps() -> None:
    def replay_steps_of_players(players: int) -> int:
        entries = tuple(room(players).entries())[::-1]
        return steps(lambda: replay("AB23", entries))

    assert 2.1 * replay_steps_of_players(100) > replay_steps_of_players(200)


def test_the_TV_view_of_twice_the_players_takes_twice_the_steps() -> None:
    def tv_view_steps(players: int) -> int:
        found = played(room(players))
        for number, seat in enumerate(
            list(found.seats)
        ):  # pairs are disqualified, and some players have left
            found = sent(found, seat, number // 2)
        for seat in list(found.seats)[::3]:
            found = apply(found, events.PlayerLeft(seat), device(seat))
        return steps(lambda: tv_view(found, ()))

    assert 2.2 * tv_view_steps(200) > tv_view_steps(400)


def test_an_unreferenced_room_is_freed_without_garbage_collection() -> None:
    gc.collect()
    gc.disable()
    try:
        found = played(room(8, nesting=(3, 3)), 7)
        looked(found)
        del found
        assert 0 == gc.collect()
    finally:
        gc.enable()
