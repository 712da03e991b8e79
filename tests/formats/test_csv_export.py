"""The CSV export: a row for each player and round, plain numbers, and no formulas."""

import csv
import io
import re

from hypothesis import example, given
from hypothesis import strategies as st

from companion.formats import csv_export, evening_record, record
from companion.formats.csv_export import csv_escape, csv_unescape
from companion.rules.evening import evening_standing
from tests.support.card_games import record as tricks
from tests.support.room_driver import whole_evening

NUMBER = re.compile(r"-?\d+")


def rows(contents: bytes, between: str = ",") -> list[list[str]]:
    """Parse a file as a spreadsheet does."""
    return list(csv.reader(io.StringIO(contents.decode("utf-8-sig"), newline=""), delimiter=between))


def test_H1_the_evening_comes_last_and_its_winner_is_the_most_mediocre() -> None:
    standing = evening_standing(("Ann", "Bob", "Cyd"), [("Ann", "Cyd"), ("Ann",)])
    assert [
        ["", "Evening", "whole evening", "Ann", "games won", "2", "no"],
        ["", "Evening", "whole evening", "Bob", "games won", "0", "no"],
        ["", "Evening", "whole evening", "Cyd", "games won", "1", "yes"],
    ] == rows(csv_export.scores_csv([], standing))[1:]
    assert 1 == len(rows(csv_export.scores_csv([], evening_standing(("Ann", "Bob"), []))))


def test_a_whole_evening_has_every_play_once_and_negative_numbers_as_numbers() -> None:
    kept = evening_record.evening_of_room(whole_evening().room)
    found = rows(csv_export.rounds_csv(kept.games))[1:]
    assert sum(len(game.reveals) * len(game.players) for game in kept.games) == len(found)
    assert any(row[5].startswith("-") and int(row[5]) < 0 for row in found)
    points = [
        row
        for row in rows(csv_export.scores_csv(kept.games, evening_record.standing_of_evening(kept)))
        if row[0] == ""
    ]
    assert {str(won) for won in evening_record.standing_of_evening(kept).scores.values()} == {
        row[5] for row in points
    }


def test_the_file_has_a_byte_order_mark_and_the_line_ends_of_spreadsheets() -> None:
    contents = csv_export.rounds_csv([tricks("saichugen", 3, "7H 6C KD")])
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
    game = record.rename_record_players(tricks("saichugen", 3, "7H 6C KD"), who)
    for contents in (
        csv_export.rounds_csv([game]),
        csv_export.scores_csv([game], evening_standing(names, [names[:1]])),
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
