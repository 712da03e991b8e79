"""Ending a game: it counts as it stands, or it is thrown away and nobody has won."""

from typing import Any

import pytest

from companion.formats import evening_record
from companion.i18n.errors import Refused
from companion.room.commands import corrections, room_control
from companion.rules import games
from companion.screens.evening import evening_view
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    correct_play,
    each_kind,
    play_moments,
    play_out,
    played,
    start_game_driver,
)

KINDS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, False, {"rounds": 3}),
    ("good-enough", 3, False, {"nesting": [3, 2]}),
    ("good-enough", 3, False, {"points_target": 4}),
    ("mediocrity", 3, False, {"target": 1}),
    ("median", 3, True, {"lowest": "9", "hand": 3}),
    ("saichugen", 3, True, {"games": 2, "rounds": 2}),
]


def end(driver: RoomDriver, how: str) -> None:
    driver.do(HOST, room_control.end_game, driver.round_id, how)


def play_some(driver: RoomDriver, reveals: int = 2) -> None:
    for game in play_moments(driver, 1):
        if len(game.rounds) == reveals:
            return


@each_kind(*KINDS)
def test_nobody_has_won_a_game_that_was_thrown_away(kind: Kind) -> None:
    driver = kind.start()
    play_some(driver)
    shown = driver.game.record.reveals
    end(driver, "throw")
    assert (True, None) == (driver.game.is_thrown_away, driver.game.next_round)
    assert () == driver.game.score.root.winners
    assert shown == driver.game.record.reveals
    driver.undo()
    assert driver.game.next_round is not None
    end(driver, "count")
    assert (False, True) == (driver.game.is_thrown_away, driver.game.score.root.finished)


def test_it_does_not_count_in_the_evening_nor_when_that_is_scored_again() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    for how in ("", "throw", ""):
        if how:
            play_some(driver)
            end(driver, how)
        else:
            play_out(driver, 2)
        driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    evening = evening_record.evening_of_room(driver.room)
    document = evening_record.evening_to_document(evening)
    assert [2] == document["thrown_away"]
    again = evening_record.read_evening(evening_record.dump_evening(document))
    assert evening == again
    assert 2 == len(evening_record.game_winners(again))
    view = evening_view(driver.room)
    assert view is None or "2" in view.after
    scores = evening_record.standing_of_evening(again).scores
    assert sum(scores.values()) == sum(map(len, evening_record.game_winners(again)))


def test_a_game_that_was_thrown_away_is_not_played_on_but_can_be_reopened() -> None:
    driver = start_game_driver("good-enough", 3, nesting=[3, 2])
    play_some(driver, 4)
    end(driver, "throw")
    with pytest.raises(Refused, match="thrown away"):
        room_control.play_on_tie(driver.room, HOST, f"{driver.game.number}.0")
    driver.do(HOST, corrections.reopen_round, "1.4")
    assert driver.game.next_round is not None


def test_a_correction_that_shows_that_it_was_over_makes_it_count() -> None:
    driver = played("good-enough", "10 20 30", points_target=2, tie_break="peel")
    end(driver, "throw")
    assert driver.game.is_thrown_away
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", ""), HOST)
    assert (False, True) == (driver.game.is_thrown_away, driver.game.score.root.finished)
    assert driver.game.score == games.score(driver.game.record)
