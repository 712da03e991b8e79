"""Hidden scores: until the end nothing tells the totals beyond what the last round itself has told."""

from dataclasses import replace
from typing import Any

import pytest

from companion.formats import evening_record
from companion.room.commands import room_control
from companion.room.reducer import apply
from companion.room.state import Room
from companion.screens.corrections import describe_changes
from companion.screens.endings import end_game_view
from companion.screens.hidden_scores import hides_scores, leading_is_bad, without_hidden_scores
from companion.screens.host import host_view
from companion.screens.phone import phone_view, watch_view
from companion.screens.public import public_part
from companion.screens.results import results_view
from companion.screens.tv import tv_view
from tests.support.exports import scores_csv
from tests.support.room_driver import HOST, RoomDriver, correct_play, open_room, replays, start_game_driver


def hidden_game(players: int, *rounds: str, game: str = "good-enough", **options: Any) -> RoomDriver:
    driver = start_game_driver(game, players, **options)
    driver.do(HOST, room_control.set_room, hides_scores=True)
    for plays in rounds:
        driver.play_trick(plays)
    return driver


def told(room: Room) -> dict[str, object]:
    phones = {seat: phone_view(room, seat) for seat in room.seats}
    tv, host = tv_view(room, ()), host_view(room, (), "1")
    return {"tv": tv, "host": host, "shared": phone_view(room), "watch": watch_view(room), **phones}


EARLIER = {
    "good-enough": (("10 20 30", "50 60 70"), ("20 10 30", "60 70 50"), "5 15 25"),
    "median": (("3 5 9", "2 4 6"), ("5 3 9", "4 6 2"), "7 8 J"),
}


@pytest.mark.parametrize(
    ("game", "options"),
    [("good-enough", {"rounds": 5}), ("good-enough", {"nesting": [3, 2]}), ("median", {"dealer": "1"})],
)
def test_whoever_scored_earlier_changes_nothing_that_is_told_after_the_same_last_round(game, options):
    one, other, last = EARLIER[game]
    if "dealer" in options:
        one, other = (one[0], "2 4 6"), (other[0], "2 4 6")
    first, second = (hidden_game(3, *rounds, last, game=game, **options) for rounds in (one, other))
    assert first.game.score != second.game.score
    assert told(first.room) == told(second.room)
    shown = (replace(each.room, hides_scores=False) for each in (first, second))
    assert len({str(told(room)) for room in shown}) == 2


def test_leading_is_bad_only_where_the_middle_wins() -> None:
    names = ("good-enough", "median", "saichugen", "lowest-alone")
    assert [True, False, True, False] == [leading_is_bad(open_room(name, 3).room) for name in names]
    assert leading_is_bad(hidden_game(3, "10 20 30").room)
    assert not leading_is_bad(hidden_game(3, "10 20 30", game="lowest-alone", high=40).room)


@pytest.mark.parametrize("players", [20, 130])
def test_a_crowd_learns_no_totals_either(players: int) -> None:
    numbers = list(range(1, players + 1))
    rotated = numbers[1:] + numbers[:1]
    last = " ".join(map(str, numbers))
    options: dict[str, Any] = {"high": 1000, "rounds": 5}
    rooms = [
        hidden_game(players, " ".join(map(str, first)), last, **options).room for first in (numbers, rotated)
    ]
    assert told(rooms[0]) == told(rooms[1])


def test_results_replays_and_downloads_have_no_totals_until_the_end() -> None:
    driver = hidden_game(3, "10 20 30", "20 10 30", rounds=3)
    [report] = results_view(driver.room).games
    assert ((), None) == (report.rows, report.score_chart)
    assert {()} == {group.totals for group in report.groups}
    assert {((), ())} == {(replay.rows, replay.parts) for replay in replays(driver)}
    evening = evening_record.evening_of_room(without_hidden_scores(driver.room))
    assert "Ann" not in scores_csv(evening.games).decode()
    driver.play_trick("1 2 3")
    [report] = results_view(driver.room).games
    assert report.rows
    assert report.score_chart
    assert all(replay.rows for replay in replays(driver))


def test_the_points_of_the_round_just_played_are_told() -> None:
    driver = hidden_game(3, "10 20 30", rounds=3)
    scene = tv_view(driver.room, ()).rest
    assert [("", ""), ("+1", "\N{NO-BREAK SPACE}"), ("", "")] == [
        (place.score, place.before) for place in scene.content().desk.seats
    ]
    assert ["won"] == [outcome.kind for outcome in phone_view(driver.room, "2").outcomes]


def test_the_page_that_asks_whether_a_game_counts_tells_no_totals_and_no_winner() -> None:
    first, second = (hidden_game(3, plays, "50 60 70", rounds=5) for plays in ("10 20 30", "20 10 30"))
    asked = end_game_view(first.room, first.game, is_announced=True)
    assert asked == end_game_view(second.room, second.game, is_announced=True)
    assert "hidden" in asked.outcome


def test_the_preview_of_a_correction_tells_no_totals() -> None:
    driver = hidden_game(3, "10 20 30", rounds=3)
    event = correct_play(driver.room, HOST, "1.1", "1", "25")
    assert event
    [sentence] = describe_changes(driver.room, apply(driver.room, event))
    assert "hidden" in sentence


@pytest.mark.parametrize("tie_break", ["sudden-death", "showdown"])
def test_a_tie_break_of_the_whole_game_tells_all_scores(tie_break: str) -> None:
    driver = hidden_game(4, "1 2 3 4", "1 2 3 4", rounds=3, tie_break=tie_break)
    assert hides_scores(driver.room, driver.game)
    driver.play_trick("1 2 3 4")
    assert driver.game.next_round is not None
    assert not hides_scores(driver.room, driver.game)
    assert {0, 3} == {row.points for row in public_part(driver.room).rows}


def test_scores_are_told_when_the_game_is_over_or_thrown_away_or_the_host_shows_them() -> None:
    driver = hidden_game(3, "10 20 30", rounds=3)
    assert {None} == {row.points for row in public_part(driver.room).rows}
    thrown = apply(driver.room, room_control.end_game(driver.room, HOST, driver.round_id, "throw"))
    shown = apply(driver.room, room_control.set_room(driver.room, HOST, hides_scores=False))
    for room in (thrown, shown):
        assert {0, 1} == {row.points for row in public_part(room).rows}


def test_the_endings_are_offered_until_a_part_is_over_whose_result_is_hidden() -> None:
    driver = hidden_game(3, "10 20 30", nesting=[3, 3])
    assert host_view(driver.room, (), None).choices.endings
    for _ in range(2):
        driver.play_trick("10 20 30")
    assert () == host_view(driver.room, (), None).choices.endings
