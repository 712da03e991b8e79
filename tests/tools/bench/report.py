"""What a part of the benchmark found: tables for people, figures for programs, and which bars it met."""

import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.rules import text_table


@dataclass(frozen=True, slots=True)
class Bar:
    """Something that is not to be exceeded; or to be reached exactly, where `exact`."""

    says: str
    measured: float
    bar: float
    exact: bool = False

    @property
    def is_met(self) -> bool:
        """Tell whether it was kept to."""
        return (operator.eq if self.exact else operator.le)(self.measured, self.bar)

    def row(self) -> tuple[str, ...]:
        """Write it as a row of a table."""
        return self.says, _short(self.measured), _short(self.bar), "met" if self.is_met else "NOT MET"


@dataclass(slots=True)
class Report:
    """What was found. `figures` are the rows of its table, under short names."""

    title: str
    figures: list[Mapping[str, Any]] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Write it as a table, with its notes below."""
        lines = [self.title, *_table(self.figures), *self.notes]
        return "\n".join(lines) + "\n"

    def document(self) -> dict[str, Any]:
        """Return it for JSON."""
        bars = [{**asdict(bar), "met": bar.is_met} for bar in self.bars]
        return {"title": self.title, "figures": self.figures, "bars": bars, "notes": self.notes}


def bars(reports: Sequence[Report]) -> str:
    """Write all bars as one table."""
    rows = [bar.row() for report in reports for bar in report.bars]
    if not rows:
        return "No bar was measured."
    return "\n".join(["Bars", *text_table.align_columns([("", "measured", "bar", ""), *rows], left=(0, 3))])


def dumps(about: Sequence[str], reports: Mapping[str, Report]) -> str:
    """Write all that was found as JSON; `about` says what the computer was like before and after."""
    parts = {name: report.document() for name, report in reports.items()}
    return json.dumps({"computer": about, "parts": parts}, indent=2) + "\n"


def _table(figures: Sequence[Mapping[str, Any]]) -> list[str]:
    if not figures:
        return []
    head = tuple(figures[0])
    rows = [tuple(_short(row[name]) for name in head) for row in figures]
    return list(text_table.align_columns([head, *rows], left=()))


def _short(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if not isinstance(value, float):
        return str(value)
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"
