"""What spreadsheets and reports tell: plays, points and winners, by the names of players."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from tests.tools.evenings.party import first
from tests.tools.evenings.screens import Points

Row = dict[str, str]


def rows_of(sheet: str) -> list[Row]:
    """Return the lines of a CSV file."""
    return list(csv.DictReader(io.StringIO(sheet.removeprefix("\ufeff"))))


def played_in(rows: list[Row], game: int) -> list[dict[str, str]]:
    """Return what all showed in each round of a game, as a spreadsheet has it."""
    rounds: dict[str, dict[str, str]] = {}
    for row in rows:
        if row["game"] == str(game):
            rounds.setdefault(row["number"], {})[row["player"]] = row["showed"]
    return list(rounds.values())


def shown_in(record: Any) -> Iterator[dict[str, str]]:
    """Yield the same of an exported record."""
    suits = str.maketrans("CDHS", "♣♦♥♠")
    for each in record["rounds"]:
        plays = {**each.get("plays", {}), **each.get("struck", {})}
        yield {
            name: _written(plays.get(name, ""), suits)
            for name in record["players"]
            if name in plays or not each.get("struck") or each.get("plays")
        }


def _written(play: Any, suits: dict[int, int]) -> str:
    text = str(play)
    return text[:-1] + text[-1].translate(suits) if text[-1:] in "CDHS" and len(text) > 1 else text


def evening_in_report(report: str) -> tuple[Points, frozenset[str]] | None:
    """Return the games won, and the most mediocre, of what `companion score` prints; None without a game."""
    end = report.partition("\nThe evening\n")[2]
    if "Most mediocre: " not in end:
        return None
    won = re.findall(r"(?m)^([A-Z]\w+) .*?(\d+)$", end.partition("\n* wins")[0])
    names = first(r"Most mediocre: (.*)", end)
    return {name: int(games) for name, games in won}, frozenset(re.findall(r"[A-Z]\w+", names))
