"""Whole games of every kind and option, played in a room as its pages allow."""

from typing import Any

from tests.room.test_exports import check_exports
from tests.support.room_driver import Kind, each_kind, is_consistent, play_moments, play_out

LISTS: dict[str, Any] = {"entry": "lists", "rounds": 3, "high": 9}
GAMES: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, False, {"rounds": 3}),
    ("good-enough", 4, False, {"low": -5, "high": 5, "scoring": "mean", "tie_break": "sudden-death"}),
    ("good-enough", 3, False, {"points_target": 6, "high": 20}),
    ("good-enough", 3, False, {"nesting": [3, 3], "tie_break": "peel+sudden-death"}),
    ("good-enough", 4, False, LISTS),
    ("good-enough", 3, False, {**LISTS, "nesting": [3, 2], "rounds": 3, "tie_break": "sudden-death"}),
    ("good-enough", 4, False, {"entry": "cards", "cards": 20, "rounds": 3}),
    ("good-enough", 4, True, {"entry": "cards", "cards": 20, "rounds": 3, "tie_break": "sudden-death"}),
    ("good-enough", 3, True, {"entry": "cards", "cards": 20, "points_target": 4}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "showdown", "points": "number"}),
    ("good-enough", 6, False, {"rounds": 3, "tie_break": "peel+showdown", "offsets": True, "high": 9}),
    ("mediocrity", 5, False, {"target": 1}),
    ("median", 3, False, {}),
    ("median", 4, False, {"lowest": "9", "hand": 3, "dealer": "3"}),
    ("median", 4, True, {"lowest": "7"}),
    ("median", 2, True, {"lowest": "10", "lead": "loser"}),
    ("median", 6, True, {"decks": 2, "lowest": "8", "hand": 4}),
    ("saichugen", 3, False, {"rounds": 2}),
    ("saichugen", 3, True, {"games": 3, "rounds": 2, "tricks": 2}),
    ("mediocrity", 3, False, {"target": 2, "keep": "results"}),
    ("median", 4, False, {"lowest": "10", "keep": "results"}),
    ("saichugen", 3, False, {"rounds": 2, "keep": "results"}),
]


@each_kind(*GAMES)
def test_the_indexes_of_a_room_agree_with_its_contents_while_it_plays(kind: Kind) -> None:
    """At its end nothing is left over, and its exports say what the screens show."""
    driver = kind.start(5)
    for _ in play_moments(driver, 5):
        assert is_consistent(driver.room)
    assert is_consistent(driver.room)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)
    check_exports(driver.room)


@each_kind(*(each for each in GAMES if not each[2]))
def test_the_host_alone_can_enter_a_whole_game(kind: Kind) -> None:
    driver = kind.start(phones=False)
    play_out(driver, 7, keeper=True)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)
