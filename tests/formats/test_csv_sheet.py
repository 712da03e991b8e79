"""The CSV sheet of a game on a whiteboard, parsed and written."""

import csv
import io

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion import cli
from companion.formats import csv_sheet
from companion.formats.csv_export import csv_escape
from companion.i18n.errors import Refused
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from tests.support.number_games import record


def write_csv_sheet(found: Record) -> str:
    """Write a record's rounds as a sheet, escaped against formulas. The options are not in it."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(["player", *range(1, len(found.reveals) + 1)])
    for player in found.players:
        lines.writerow([csv_escape(player), *(reveal.plays.get(player, "") for reveal in found.reveals)])
    return written.getvalue()


SHEET = """player,1,2,3
Ann,1,4,7
Bob,2,,8
Cem,3,6,9
"""
FOUND = record("Ann 1 4 7\nBob 2 - 8\nCem 3 6 9", rounds=3)


@pytest.mark.parametrize(
    "contents",
    [
        SHEET.replace(",", ";").encode(),
        SHEET.replace(",", "\t").encode(),
        SHEET.replace("\n", "\r\n").encode(),
        SHEET.encode("utf-8-sig"),
        SHEET.replace(",", "\t").encode("utf-16"),
        b"\xfe\xff" + SHEET.encode("utf-16-be"),
        ("\n\n" + SHEET.replace("\n", "\n\n,,,\n")).encode(),
        SHEET.replace(",", " , ").replace("\n", "  \n  ").encode(),
        SHEET.replace("\n", ",,\n").encode(),
        SHEET.replace("4", "４").replace(",2,3", ",２,３").encode(),
        SHEET.replace("Ann", '"Ann"').replace("player", "Who is it?").encode(),
        SHEET.replace("4", ' "4"').encode(),
        SHEET.removesuffix("\n").encode(),
    ],
    ids=[
        "semicolons",
        "tabs",
        "crlf",
        "bom",
        "utf-16",
        "utf-16, the other way round",
        "blank lines",
        "spaces",
        "empty cells",
        "full-width",
        "quotes",
        "quotes after spaces",
        "end",
    ],
)
def test_a_sheet_is_parsed_from_the_files_of_all_spreadsheets(contents):
    assert FOUND == csv_sheet.read_csv_sheet(contents)


def test_G8_short_rows_and_empty_columns_are_absences():
    found = csv_sheet.read_csv_sheet(b"player,1,2,3,4\nAnn,1\nBob,2,3\nCem")
    assert [{"Ann": 1, "Bob": 2}, {"Bob": 3}, {}, {}] == [reveal.plays for reveal in found.reveals]
    assert 4 == found.rules.rounds


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
        csv_sheet.read_csv_sheet(contents.encode())
    assert message == str(refused.value)


def test_a_sheet_in_another_encoding_or_with_an_open_quote_is_refused():
    with pytest.raises(Refused, match=r"^this sheet is not UTF-8 text$"):
        csv_sheet.read_csv_sheet(SHEET.replace("Ann", "Änn").encode("latin-1"))
    with pytest.raises(Refused, match=r"^this sheet cannot be read: unexpected end of data$"):
        csv_sheet.read_csv_sheet(SHEET.replace("Bob", '"Bob').encode())


@pytest.mark.parametrize(
    "contents", [SHEET, "\n" + SHEET, "player\nAnn", ' "Player"\n', "name\t1\t2\t3", "Who;1;2"]
)
def test_a_sheet_is_recognised_by_its_first_line(contents):
    assert csv_sheet.is_csv_sheet(contents.encode())
    assert csv_sheet.is_csv_sheet(contents.encode("utf-8-sig"))
    assert csv_sheet.is_csv_sheet(contents.encode("utf-16"))


@pytest.mark.parametrize("contents", ['{"a": 1,', ' \n{"a": 1, "b": 2}', "[1, 2]", "", "hello", "\ufeff{,"])
def test_text_that_begins_like_json_or_has_no_cells_is_not_a_sheet(contents):
    assert not csv_sheet.is_csv_sheet(contents.encode())


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
    found = Record("good-enough", GoodEnough(rounds=len(columns)), tuple(players), reveals)
    firsts = (
        [row[0] for row in csv.reader(write_csv_sheet(found).splitlines()[1:])] if players == FORMULAS else []
    )
    assert [f"'{name}" for name in FORMULAS if players == FORMULAS] == firsts
    assert found == csv_sheet.read_csv_sheet(write_csv_sheet(found).encode())


def test_the_command_refuses_an_invalid_sheet_in_one_line(tmp_path, capsys):
    path = tmp_path / "sheet.csv"
    path.write_text(SHEET.replace("Bob", '"B\nob"').replace("8", "x"), encoding="utf-8")
    assert 2 == cli.main(["score", str(path)])
    assert ("", "round 3, B ob: x is not a whole number\n") == capsys.readouterr()
