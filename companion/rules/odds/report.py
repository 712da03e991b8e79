"""A report of odds: tables of figures, for a terminal and as a document."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from companion.i18n.messages import printable
from companion.rules.text_table import align_columns

Figure = float | int | str | None
"""A chance (a float from 0 to 1), a number, or a text; None where it is not known."""


@dataclass(frozen=True, slots=True)
class Row:
    """One line of a table: its key in a document, its label, and a figure for each column."""

    key: str
    label: str
    figures: tuple[Figure, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """Figures of one kind; `columns` are the keys of the columns, `note` says how exact they are."""

    key: str
    heading: str
    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    note: str

    def document(self) -> dict[str, object]:
        """Return the table as part of a JSON document."""
        rows = {row.key: dict(zip(self.columns, row.figures, strict=True)) for row in self.rows}
        return {"figures": rows, "note": self.note}

    def lines(self) -> Iterator[str]:
        """Yield the lines of the table."""
        cells = [["", *self.columns]]
        cells += [[row.label, *map(_cell, row.figures)] for row in self.rows]
        yield self.heading
        yield from (f"  {line.rstrip()}" for line in align_columns(cells))
        yield f"  {self.note}"


@dataclass(frozen=True, slots=True)
class OddsReport:
    """All tables about a game, and what it is: `about` are the first line and the head of the document."""

    title: str
    about: Mapping[str, object] = field(default_factory=dict)
    tables: tuple[Table, ...] = ()

    def document(self) -> dict[str, object]:
        """Return the report as a JSON document."""
        return {**self.about, **{table.key: table.document() for table in self.tables}}

    def text(self) -> str:
        """Return the report as text."""
        blocks = [self.title, *("\n".join(map(printable, table.lines())) for table in self.tables)]
        return "\n\n".join(blocks)


def _cell(figure: Figure) -> str:
    """Write a figure: a chance in percent."""
    if figure is None:
        return "-"
    return f"{100 * figure:.1f}%" if isinstance(figure, float) else str(figure)
