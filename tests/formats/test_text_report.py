"""The text report of `companion score`, besides what whole games hold."""

import pytest

from companion.formats import text_report
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from tests.support import card_games
from tests.support.number_games import GAME_TWO, record, won


def printed(table, **options):
    found = record(table, **options)
    return text_report.text_report(found, games.score(found))


def test_G6_every_peel_is_a_column():
    assert """
          1    2    3    4    5   points   only 2-4
Xander    4   87   55x  23   50x       0          0
Yvonne   22*  83*  55x  66   50x       2          1*
Zachary  89   59    0*  50*  50x       2          2
""" in printed(GAME_TWO)
    assert "points   only 2-4   only 3-3" in printed(won("ABCAB"))


def test_the_report_of_an_unfinished_game_names_the_next_round():
    expected = """
    1   points
A   1*       1
B   -        0
C  −3*       1
* scored   - absent

The game is not finished.
Next: round 2 of 5"""
    assert printed("A 1\nB -\nC -3", low=-5).endswith(expected)


def test_a_long_table_is_split_into_blocks():
    lines = printed(won("AABC" * 20, "ABC"), rounds=80).splitlines()
    assert 100 >= max(map(len, lines[:-3]))
    assert 5 == sum(line.startswith("A ") for line in lines)


def test_names_with_wide_and_combining_characters_are_aligned():
    assert """
      1   points
日本  1        0
Zoe\u0301   2*       1
Bob   3        0
""" in printed("日本 1\nZoe\u0301 2\nBob 3")


def test_names_with_line_breaks_stay_on_one_line():
    found = Record(
        "good-enough",
        GoodEnough(),
        ("A\nB", "\x1b[2J", "C"),
        (Reveal({"A\nB": 1}),),
    )
    text = text_report.text_report(found, games.score(found))
    assert "\nA B " in text
    assert "\x1b" not in text


SHOWDOWN = "A 7 1 1 10 50\nB 7 1 1 20 10\nC 7 1 1 30 9\nD 1 7 1 41 8"


def test_G16_a_showdown_has_a_table_of_its_own():
    assert """
The showdown
    1    2
A  10   50
B  20*  10*
C  30*   9*
D  41    8
* stays

The points are 0 and 2; 0 and 2 are both in the middle, so A, B, C and D tie.
So there is a showdown: whoever is closest stays, until one is left.
After 2 rounds of the showdown B and C are still tied.
The game is not finished.
Next: showdown, round 3""" in printed(SHOWDOWN, rounds=3, tie_break="showdown")


@pytest.mark.parametrize(("game", "players"), [("mediocrity", 3), ("median", 2), ("saichugen", 3)])
def test_a_game_without_plays_can_be_printed(game: str, players: int) -> None:
    found = card_games.record(game, players)
    lines = text_report.text_report(found, games.score(found)).splitlines()
    assert games.find_game(game).title == lines[0]
    assert any(line.endswith("is not finished.") for line in lines)
