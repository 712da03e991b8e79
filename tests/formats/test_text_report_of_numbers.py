"""The text report of `companion score` for It's Good Enough."""

from companion.formats import text_report
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from tests.support.number_games import GAME_ONE, GAME_TWO, record, won


def printed(table, **options):
    found = record(table, **options)
    return text_report.text_report(found, games.score(found))


def test_a_table_marks_the_winners_and_the_disqualified_and_the_reason_follows():
    expected = """\
It's Good Enough

        1    2    3    4    5   points
Alice  99   50x  73   88*  97        1
Bob     0   50x  22*  70   78*       2
Carol  50*  50x   6   75*  39*       3
Dave   49*   1*  25*  97   27        3
* scores   x disqualified   - absent

The points are 1, 2 and 3; the middle is 2, and only Bob has it.
Winner: Bob"""
    assert expected == printed(GAME_ONE)


def test_G6_every_peel_is_a_column():
    assert """
Peeled: the points counting only rounds
         2-4
Xander     0
Yvonne     1*
Zachary    2

The points are 0 and 2;""" in printed(GAME_TWO)
    assert """
   2-4   3-3
A    1     0
B    1     0
C    1     1
""" in printed(won("ABCAB"))


def test_the_report_of_an_unfinished_game_names_the_next_round():
    expected = """
    1   points
A   1*       1
B   -        0
C  −3*       1
* scores   x disqualified   - absent

The game is not finished.
Next: round 2 of 5"""
    assert printed("A 1\nB -\nC -3", low=-5).endswith(expected)


def test_G15_a_match_is_printed_game_by_game_and_then_as_a_whole():
    expected = """\
It's Good Enough

Match 1

Match 1, game 1

   1   2   3   points
A  2*  2*  1x       2
B  1x  1x  2*       1
C  1x  1x  1x       0
* scores   x disqualified   - absent

The points are 0, 1 and 2; the middle is 1, and only B has it.
Winner: B

Match 1, all its parts

   1   points
A           0
B   *       1
C           0
* wins

The match is not finished.

The match

   1   points
A           0
B           0
C           0
* wins

The match is not finished.
Next: match 1 of 2, game 2 of 2, round 1 of 3"""
    text = printed(won("AAB"), nesting=[3, 2, 2])
    assert expected == text


def test_a_long_table_is_split_into_blocks():
    lines = printed(won("AABC" * 20, "ABC"), rounds=80).splitlines()
    assert 100 >= max(map(len, lines[:-3]))
    assert 5 == sum(
        line.startswith("A ") for line in lines[: lines.index("* scores   x disqualified   - absent")]
    )


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
The showdown: who is closest stays
    1    2
A  10   50
B  20*  10*
C  30*   9*
D  41    8
* stays   x disqualified   - absent

The points are 0 and 2; 0 and 2 are both in the middle, so A, B, C and D tie.
So there is a showdown: whoever is closest stays, until one is left.
After 2 rounds of the showdown B and C are still tied.
The game is not finished.
Next: showdown, round 3""" in printed(SHOWDOWN, rounds=3, tie_break="showdown")
