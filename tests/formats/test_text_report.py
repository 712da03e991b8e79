"""The text report of `companion score`, and the files of whole games as people and programs read them."""

import json

import pytest

from companion.formats import text_report
from companion.formats.record import dump_record, record_to_document, result_document
from companion.formats.text_report import align_columns, wrap_columns
from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from tests.rules.test_transcripts import GAMES
from tests.support import card_games
from tests.support.exports import rounds_csv, scores_csv
from tests.support.number_games import GAME_TWO, record, won
from tests.support.records import read_record
from tests.support.transcripts import assert_matches_transcript


def printed(table, **options):
    found_record = record(table, **options)
    return text_report.text_report(found_record, games.score(found_record))


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
    found_record = Record("good-enough", GoodEnough(), ("A\nB", "\x1b[2J", "C"), (Reveal({"A\nB": 1}),))
    text = text_report.text_report(found_record, games.score(found_record))
    assert "\nA B " in text
    assert "\x1b" not in text


@pytest.mark.parametrize(("game", "players"), [("mediocrity", 3), ("median", 2), ("saichugen", 3)])
def test_a_game_without_plays_can_be_printed(game: str, players: int) -> None:
    found_record = card_games.record(game, players)
    lines = text_report.text_report(found_record, games.score(found_record)).splitlines()
    assert games.find_game(game).title == lines[0]
    assert any(line.endswith("is not finished.") for line in lines)


# Text tables for a terminal.


def test_columns_are_as_wide_as_a_terminal_shows_them() -> None:
    rows = [["最中限", "1"], ["a\u0338b", "2"], ["e\u0301", "3"]]
    assert ["最中限  1", "a\u0338b      2", "e\u0301       3"] == list(align_columns(rows, (0,)))


def test_a_table_is_wrapped_where_it_is_wider_than_100_columns_with_its_gaps() -> None:
    assert 1 == len(list(wrap_columns([["x" * 50, "y" * 20, "z" * 24]])))
    assert 3 == len(list(wrap_columns([["x" * 50, "y" * 20, "z" * 25]])))


# The files of short whole games, as people and programs read them: report, spreadsheets and result.


@pytest.mark.parametrize("name", GAMES)
def test_a_whole_game_is_written_as_it_always_was(name: str) -> None:
    game, score = GAMES[name], games.score(GAMES[name])
    text = dump_record(record_to_document(game))
    assert game == read_record(text)
    sheets = (rounds_csv([game]), scores_csv([game]))
    found = [
        *text.splitlines(),
        *text_report.text_report(game, score).splitlines(),
        *(line for sheet in sheets for line in sheet.decode("utf-8-sig").splitlines() if line[0] != ","),
        json.dumps(result_document(score), ensure_ascii=False),
    ]
    assert_matches_transcript(__file__, name, found)
