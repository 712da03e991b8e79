"""Sheets of names and numbers, written."""

import csv
import io

from companion.formats.csv_export import csv_escape
from companion.rules.games.contract import Record


def write_csv_sheet(found: Record) -> str:
    """Write a record's rounds as a sheet, escaped against formulas. The options are not in it."""
    written = io.StringIO()
    lines = csv.writer(written)
    lines.writerow(["player", *range(1, len(found.reveals) + 1)])
    for player in found.players:
        lines.writerow([csv_escape(player), *(reveal.plays.get(player, "") for reveal in found.reveals)])
    return written.getvalue()
