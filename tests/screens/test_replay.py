"""The replay of a revealed round shows it as it was."""

from collections.abc import Sequence
from itertools import pairwise

import pytest

from companion.room.commands import corrections
from companion.screens.public import public_part
from companion.screens.replay import ReplayView, replay_view
from companion.screens.struck import struck_sentences
from tests.screens.test_results import three_rounds
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    play_moments,
    replays,
    start_game_driver,
    whole_evening,
)


def replay(driver: RoomDriver, number: int, game: int = 1) -> ReplayView:
    state = driver.room.find_game(game)
    assert state is not None
    return replay_view(driver.room, state, number)


def points(rows: Sequence[object]) -> dict[str, int | None]:
    return {row.name: row.points for row in rows}  # type: ignore[attr-defined]


@pytest.mark.parametrize(
    ("game", "dealt", "options"),
    [
        ("good-enough", False, {"nesting": [3, 2]}),
        ("good-enough", True, {"entry": "cards", "cards": 20, "rounds": 3}),
        ("mediocrity", False, {"target": 1}),
        ("median", True, {"lowest": "9"}),
        ("saichugen", True, {"rounds": 2, "games": 2}),
    ],
)
def test_a_replay_shows_what_the_TV_showed(game: str, dealt: bool, options: dict[str, object]) -> None:
    driver = start_game_driver(game, 3, 1, dealt, **options)
    seen = {}
    for state in play_moments(driver, 1):
        now = public_part(driver.room)
        seen[state.round_number - 1] = now
    seen[driver.game.round_number - 1] = public_part(driver.room)
    for number, then in seen.items():
        if number:
            again = replay(driver, number)
            assert (then.last, then.open, then.parts) == (again.last, again.open, again.parts)
            assert then.figure == again.figure
            assert points(then.rows) == points(again.rows)


def test_only_the_replay_of_the_last_round_shows_the_end() -> None:
    driver = three_rounds()
    assert [None, None, "Cyd wins"] == [each.final and each.final.headline for each in replays(driver)]


def test_rounds_link_to_each_other_through_the_whole_evening() -> None:
    driver = whole_evening()
    everything = replays(driver)
    assert (None, None) == (everything[0].before, everything[-1].next)
    for one, other in pairwise(everything):
        assert one.next is not None
        assert other.before is not None
        assert (other.game, other.number) == (one.next.game, one.next.round)
        assert (one.game, one.number) == (other.before.game, other.before.round)
    assert "Game 2: hand 1, trick 1" == (everything[2].next and everything[2].next.heading)


def test_the_replay_of_a_void_round_shows_its_result_and_the_standing_without_it() -> None:
    driver = three_rounds()
    driver.apply(corrections.void_round(driver.room, HOST, "1.2"), HOST)
    found = replay(driver, 2)
    assert ("Round 2, void", True) == (found.heading, found.void)
    assert ("It is void, and does not count.",) == found.notes
    assert found.last is not None
    assert ["5", "9"] == [play.face.sign for play in found.last.plays]
    assert ({"Ann": 0, "Bob": 1, "Cyd": 0}, None, ()) == (points(found.rows), found.final, found.parts)


def test_a_round_after_an_end_caused_by_a_correction_does_not_count() -> None:
    driver = start_game_driver("good-enough", 3, points_target=2, tie_break="peel")
    driver.play_trick("1 1 1")
    driver.play_trick("1 2 3")
    driver.play_trick("1 2 3")
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "0"), HOST)
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "2"), HOST)
    last = replay(driver, 3)
    assert ("After round 2, struck", True, None) == (last.heading, last.void, last.last)
    assert ("The game was over before, so it does not count.",) == last.notes


def test_a_card_that_all_its_copies_were_laid_of_is_struck_with_where_and_by_whom() -> None:
    driver = start_game_driver("median", 3)
    for cards in ("7 7 9", "7 3 4", "7 5 6"):
        driver.play_trick(cards)
    driver.apply(correct_play(driver.room, HOST, "1.1", "3", "7"), HOST)
    [sentence] = struck_sentences(driver.room, driver.game)
    assert sentence == (
        "Round 3: Ann’s 7 is struck: it was laid 4 times, in round 1 by Ann, round 1 by Bob, round 1 by Cyd"
        " and round 2 by Ann."
    )
