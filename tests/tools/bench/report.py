"""The results of a part of the benchmark as tables and as JSON, with its limits."""

import json
import operator
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from companion.rules import text_table


@dataclass(frozen=True, slots=True)
class Limit:
    """A limit that a figure must not exceed, or (`exact`) must equal, or (`least`) must reach."""

    says: str
    measured: float
    limit: float
    exact: bool = False
    least: bool = False

    @property
    def is_met(self) -> bool:
        """Whether the limit was kept."""
        keeps = operator.eq if self.exact else operator.ge if self.least else operator.le
        return keeps(self.measured, self.limit)

    def row(self) -> tuple[str, ...]:
        """Return a row of a table."""
        return self.says, _short(self.measured), _short(self.limit), "met" if self.is_met else "NOT MET"


@dataclass(slots=True)
class Report:
    """The results of one part. `figures` are the rows of its table, under short names."""

    title: str
    figures: list[Mapping[str, Any]] = field(default_factory=list)
    limits: list[Limit] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        """Return a table with its notes below."""
        lines = [self.title, *_table(self.figures), *self.notes]
        return "\n".join(lines) + "\n"

    def document(self) -> dict[str, Any]:
        """Return the results for JSON."""
        limits = [{**asdict(limit), "met": limit.is_met} for limit in self.limits]
        return {"title": self.title, "figures": self.figures, "limits": limits, "notes": self.notes}


def limits(reports: Sequence[Report]) -> str:
    """Return all limits as one table."""
    rows = [limit.row() for report in reports for limit in report.limits]
    if not rows:
        return "No limit was measured."
    return "\n".join(
        ["Limits", *text_table.align_columns([("", "measured", "limit", ""), *rows], left=(0, 3))]
    )


def dumps(about: Sequence[str], reports: Mapping[str, Report]) -> str:
    """Return all results as JSON; `about` describes the computer before and after."""
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
