"""CSV: the sheet of a game on a whiteboard, and the export for spreadsheets, without formulas."""

import csv
import io
import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion import cli
from companion.formats import csv_files, evening_record
from companion.formats.csv_files import csv_escape, csv_unescape
from companion.formats.record import rename_record_players
from companion.i18n.errors import Refused
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from tests.support.card_games import record as tricks
from tests.support.exports import rounds_csv, scores_csv
from tests.support.number_games import record
from tests.support.room_driver import whole_evening


def write_csv_sheet(found_record: Record) -> str:
    """Write a record's rounds as a sheet, escaped against formulas. The options are not in it."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(["player", *range(1, len(found_record.reveals) + 1)])
    for player in found_record.players:
        lines.writerow(
            [csv_escape(player), *(reveal.plays.get(player, "") for reveal in found_record.reveals)]
        )
    return written.getvalue()


SHEET = """player,1,2,3
Ann,1,4,7
Bob,2,,8
Cem,3,6,9
"""
FOUND = record("Ann 1 4 7\nBob 2 - 8\nCem 3 6 9", rounds=3)

SHEETS = {
    "semicolons": SHEET.replace(",", ";").encode(),
    "tabs": SHEET.replace(",", "\t").encode(),
    "crlf": SHEET.replace("\n", "\r\n").encode(),
    "bom": SHEET.encode("utf-8-sig"),
    "utf-16": SHEET.replace(",", "\t").encode("utf-16"),
    "utf-16, the other way round": b"\xfe\xff" + SHEET.encode("utf-16-be"),
    "blank lines": ("\n\n" + SHEET.replace("\n", "\n\n,,,\n")).encode(),
    "spaces": SHEET.replace(",", " , ").replace("\n", "  \n  ").encode(),
    "empty cells": SHEET.replace("\n", ",,\n").encode(),
    "full-width": SHEET.replace("4", "４").replace(",2,3", ",２,３").encode(),
    "quotes": SHEET.replace("Ann", '"Ann"').replace("player", "Who is it?").encode(),
    "quotes after spaces": SHEET.replace("4", ' "4"').encode(),
    "end": SHEET.removesuffix("\n").encode(),
}


@pytest.mark.parametrize("contents", SHEETS.values(), ids=SHEETS)
def test_a_sheet_is_parsed_from_the_files_of_all_spreadsheets(contents):
    assert FOUND == csv_files.read_csv_sheet(contents)


def test_G8_short_rows_and_empty_columns_are_absences():
    csv_sheet = csv_files.read_csv_sheet(b"player,1,2,3,4\nAnn,1\nBob,2,3\nCem")
    assert [{"Ann": 1, "Bob": 2}, {"Bob": 3}, {}, {}] == [reveal.plays for reveal in csv_sheet.reveals]
    assert 4 == csv_sheet.rules.rounds


@pytest.mark.parametrize(
    ("contents", "message"),
    [
        (SHEET.replace("8", "101"), "round 3, Bob: 101 is above the highest number, 100"),
        (SHEET.replace("8", "-1"), "round 3, Bob: −1 is below the lowest number, 0"),
        (SHEET.replace("8", "x"), "round 3, Bob: x is not a whole number"),
        (SHEET.replace("8", "8,9"), "round 4, Bob: the first line counts only 3 rounds"),
        (SHEET.replace("Bob", "Ann"), "Ann stands twice among the players"),
        (SHEET.replace("Bob", ""), "line 2 of the players has numbers, but no name"),
        (SHEET.replace("Cem,3,6,9", ""), "It's Good Enough needs 3 or more players"),
        ("player,1,2\nAnn,1,2\nBob,3,4\nCem,5,6", "a game has 3 to 9999 rounds, not 2"),
        (
            SHEET.replace("1,2,3\n", "1,2,4\n"),
            "the first line must count the rounds: 4 stands where 3 belongs",
        ),
        ("Ann,1,4,7\nBob,2,5,8", "the first line must count the rounds: 4 stands where 2 belongs"),
        ("", "a game has 3 to 9999 rounds, not 0"),
    ],
)
def test_an_invalid_sheet_is_refused_in_one_line(contents, message):
    with pytest.raises(Refused) as refused:
        csv_files.read_csv_sheet(contents.encode())
    assert message == str(refused.value)


def test_a_sheet_in_another_encoding_or_with_an_open_quote_is_refused():
    with pytest.raises(Refused, match=r"^this sheet is not UTF-8 text$"):
        csv_files.read_csv_sheet(SHEET.replace("Ann", "Änn").encode("latin-1"))
    with pytest.raises(Refused, match=r"^this sheet cannot be read: unexpected end of data$"):
        csv_files.read_csv_sheet(SHEET.replace("Bob", '"Bob').encode())


@pytest.mark.parametrize(
    "contents", [SHEET, "\n" + SHEET, "player\nAnn", ' "Player"\n', "name\t1\t2\t3", "Who;1;2"]
)
def test_a_sheet_is_recognised_by_its_first_line(contents):
    assert csv_files.is_csv_sheet(contents.encode())
    assert csv_files.is_csv_sheet(contents.encode("utf-8-sig"))
    assert csv_files.is_csv_sheet(contents.encode("utf-16"))


@pytest.mark.parametrize("contents", ['{"a": 1,', ' \n{"a": 1, "b": 2}', "[1, 2]", "", "hello", "\ufeff{,"])
def test_text_that_begins_like_json_or_has_no_cells_is_not_a_sheet(contents):
    assert not csv_files.is_csv_sheet(contents.encode())


names = st.text(min_size=1, max_size=8).map(str.strip).filter(bool).filter(lambda name: "\0" not in name)
FORMULAS = ["=1+1", "+1", "-1", "@SUM(A1)", "＝1", "＋1", "－1", "＠x", "'=1", "''=1", '="a"', "=1;2"]


@settings(deadline=None)
@example(FORMULAS, [[7] * 5] * 3)
@given(
    st.lists(names, min_size=3, max_size=5, unique=True),
    st.lists(st.lists(st.none() | st.integers(0, 100), min_size=5, max_size=5), min_size=3, max_size=6),
)
def test_a_record_survives_being_written_as_a_sheet_and_parsed(players, columns):
    reveals = tuple(
        Reveal({who: n for who, n in zip(players, column, strict=False) if n is not None})
        for column in columns
    )
    found_record = Record("good-enough", GoodEnough(rounds=len(columns)), tuple(players), reveals)
    written = write_csv_sheet(found_record)
    assert found_record == csv_files.read_csv_sheet(written.encode())
    if players == FORMULAS:
        assert [f"'{name}" for name in FORMULAS] == [row[0] for row in csv.reader(written.splitlines()[1:])]


def test_the_command_refuses_an_invalid_sheet_in_one_line(tmp_path, capsys):
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET.replace("Bob", '"B\nob"').replace("8", "x"), encoding="utf-8")
    assert 2 == cli.main(["score", str(path)])
    assert ("", "round 3, B ob: x is not a whole number\n") == capsys.readouterr()


# The CSV export: a row for each player and round, plain numbers, and no formulas.


NUMBER = re.compile(r"-?\d+")


def rows(contents: bytes, between: str = ",") -> list[list[str]]:
    """Parse a file as a spreadsheet does."""
    return list(csv.reader(io.StringIO(contents.decode("utf-8-sig"), newline=""), delimiter=between))


def test_H1_games_won_and_steps_come_last_without_a_winner_before_the_evening_is_finished() -> None:
    kept = evening_record.evening_of_room(whole_evening().room)
    found = [row for row in rows(scores_csv(kept.games)) if row[1] == "Evening"]
    standing = evening_record.evening_result(kept).standing
    assert [
        ["", "Evening", "whole evening", player, counted, str(score), ""]
        for counted, scores in (("games won", standing.won), ("steps", standing.steps))
        for player, score in scores.items()
    ] == found
    assert 1 == len(rows(scores_csv([])))


def test_a_whole_evening_has_every_play_once_and_negative_numbers_as_numbers() -> None:
    kept = evening_record.evening_of_room(whole_evening().room)
    found = rows(rounds_csv(kept.games))[1:]
    assert sum(len(game.reveals) * len(game.players) for game in kept.games) == len(found)
    assert any(row[5].startswith("-") and int(row[5]) < 0 for row in found)


def test_names_with_commas_quotes_and_line_ends_stay_in_their_cell() -> None:
    names = {"Ann": 'A, "n" n', "Bob": "B\nob", "Cyd": "最中"}
    contents = rounds_csv([rename_record_players(tricks("saichugen", 3, "7H 6C KD"), names)])
    assert ['A, "n" n', "B ob", "最中"] == [row[4] for row in rows(contents)[1:]]
    assert 4 == len(contents.splitlines())


def test_the_file_has_a_byte_order_mark_and_the_line_ends_of_spreadsheets() -> None:
    contents = rounds_csv([tricks("saichugen", 3, "7H 6C KD")])
    assert contents.startswith("\ufeffgame,".encode())
    assert contents.count(b"\r\n") == contents.count(b"\n") == 4


NAMES = st.lists(
    st.text(
        alphabet=st.one_of(st.sampled_from("=+-@＝＋－＠;,\"' \t\r\n\v1A"), st.characters(codec="utf-8"))
    ).filter(bool),
    min_size=3,
    max_size=3,
    unique=True,
)


@given(NAMES)
@example(["=1", "\t@", ";＝1"])
def test_no_cell_begins_like_a_formula_for_any_names(names: list[str]) -> None:
    who = dict(zip(("Ann", "Bob", "Cyd"), names, strict=True))
    game = rename_record_players(tricks("saichugen", 3, "7H 6C KD"), who)
    for contents in (
        rounds_csv([game]),
        scores_csv([game]),
    ):
        for between in ",;":  # the separator of a spreadsheet depends on its locale
            cells = [cell for row in rows(contents, between) for cell in row]
            assert [] == [cell for cell in cells if is_dangerous(cell)]
        assert {len(row) for row in rows(contents)} in ({7}, {8})


def is_dangerous(cell: str) -> bool:
    first = cell.strip()[:1]
    is_formula = first in tuple("=+-@＝＋－＠") and not NUMBER.fullmatch(cell)
    return is_formula or cell[:1] in tuple("\t\r\n")


@given(st.text(alphabet="=+-@＝;,\"' \tA"))
def test_escaping_can_always_be_reversed(name: str) -> None:
    assert name == csv_unescape(csv_escape(name))
