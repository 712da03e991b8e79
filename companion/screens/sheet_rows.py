"""The rows of the score sheet: revealed rounds, the scores of inner parts, and the place of the open row."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from typing import Literal

from companion.i18n.messages import N_, format_value, translate
from companion.room.commands.corrections import opening
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import ResultLeaf
from companion.screens import results
from companion.screens.cards import CardFace
from companion.screens.corrections import entry_kind
from companion.screens.headings import join_parts, round_names
from companion.screens.naming import score_word
from companion.values import frozen

_LOOKS = {"won": "hit", "scored": "hit", "discarded": "hit", "struck": "lost", "turned down": "lost"}
"""How a play is written, by what became of it: `hit` is in the middle, or brings a point."""

Way = Literal["enter", "correct", "insert", "menu", "people"]


@frozen
class Opened:
    """What is open on the sheet: the row of the next round, or something about a revealed one.

    `correct`: its plays; `insert`: a row before it, of a round that was forgotten; `menu`: what can be done.
    `people`: who is here for the next round.
    """

    way: Way = "enter"
    number: int = 0


NEXT = Opened()


@frozen
class Cell:
    """What a revealed round has of a player; the first of several rounds without any spans them all."""

    seat: Seat
    face: CardFace | None
    look: str
    told: str
    away: Literal["", "gone", "new"]
    span: int = 1


@frozen
class SheetRow:
    """A row: a revealed round, the open row, or (`totals`) the scores of an inner part, with who has won it.

    The open row has no cells of its own: its place is where it belongs. `across` stands for all cells where
    only winners are entered, and none is.
    """

    label: str
    is_open: bool = False
    number: int = 0
    name: str = ""
    is_void: bool = False
    across: str = ""
    cells: tuple[Cell, ...] = ()
    totals: Sequence[tuple[str, bool]] = ()


def rows_of_sheet(room: Room, game: GameState, opened: Opened | None) -> tuple[SheetRow, ...]:
    """Return all rows; the open one is that of what is `opened`, if anything is entered there."""
    return _join_absent([*_rows(room, game, opened)])


def _rows(room: Room, game: GameState, opened: Opened | None) -> Iterator[SheetRow]:
    """Yield the revealed rounds in their order, and after each inner part its scores; and the open row."""
    names = row_names(game)
    for group in results.groups(room, game, [*results.shown_rounds(game)]):
        for column in chain.from_iterable(group.tables):
            row = _row(game, column, names[column.number - 1])
            if opened == Opened("insert", row.number):
                yield SheetRow(row.label, is_open=True)
            yield replace(row, is_open=opened == Opened("correct", row.number))
        if group.totals and group.ended:
            yield SheetRow(translate("all"), totals=group.totals)
    if opened == NEXT:
        number = game.open_round.position[-1].number
        yield SheetRow(format_value(number) if number else translate("all"), is_open=True)


def row_names(game: GameState) -> Sequence[str]:
    """Return the names of the revealed rounds: a void one is told from the one that counts in its place."""
    return [
        translate("{round}, before the one that counts", round=name) if _is_replaced(game, number) else name
        for number, name in enumerate(round_names(game), 1)
    ]


def _is_replaced(game: GameState, number: int) -> bool:
    """Tell whether a void round has the name of another one, that counts or is to come."""
    later = game.rounds[number:]
    return game.revealed(number).void and bool(game.next_round or not all(played.void for played in later))


def _row(game: GameState, column: results.Column, name: str) -> SheetRow:
    """Return a revealed round."""
    leaf, number, root = column.leaf, column.number, game.root
    played = game.revealed(number)
    is_of_winners = game.rules.keeps_results and not isinstance(leaf, ResultLeaf)
    won_by = leaf.winners if leaf and is_of_winners else None
    across = N_("nobody’s point") if root.pool is None else N_("into the pool")
    other = "lost" if entry_kind(opening(game)) == "digits" else "no"
    return SheetRow(
        "×" if leaf is None else translate("all") if leaf is root.entered else column.label,
        number=number,
        name=name,
        is_void=leaf is None,
        across=translate(across) if leaf and leaf.finished and won_by is not None and not won_by else "",
        cells=tuple(
            Cell(
                seat,
                face if won_by is None or seat in won_by else None,
                look=_LOOKS.get(fate, other),
                told=_told(game, face, fate) if face else "",
                away="" if seat in played.reveal.plays else "gone" if seat in played.players else "new",
            )
            for seat, (face, fate, _) in zip(game.players, column.cells, strict=True)
        ),
    )


def _told(game: GameState, face: CardFace, fate: str) -> str:
    """Return a play with what its look says of it: `2, point` where it brings one, or that it is voided."""
    word = _fate_word(game, fate)
    return join_parts(face.label, word) if word else face.label


def _fate_word(game: GameState, fate: str) -> str:
    if fate in ("won", "scored"):
        label = game.inner_standing.label
        return translate("in the middle") if label == "total" else score_word(label, 1)
    return translate(_FATE_WORDS[fate]) if fate in _FATE_WORDS else ""


_FATE_WORDS: Mapping[str, str] = {"discarded": N_("discarded"), "struck": N_("struck")}


def _join_absent(rows: Sequence[SheetRow]) -> tuple[SheetRow, ...]:
    """Let the first cell of several in which somebody was absent span them all; the others span none."""
    spans = Counter[tuple[int, Seat]]()
    above: dict[Seat, tuple[int, str]] = {}
    for index, row in enumerate(rows):
        cells = () if row.is_open or row.across else row.cells
        absent = {
            cell.seat: (above.get(cell.seat, (index, cell.away)), cell.away) for cell in cells if cell.away
        }
        above = {seat: first if first[1] == away else (index, away) for seat, (first, away) in absent.items()}
        spans.update((start, seat) for seat, (start, _) in above.items())
    return tuple(
        replace(
            row,
            cells=tuple(
                replace(cell, span=spans[index, cell.seat]) if cell.away else cell for cell in row.cells
            ),
        )
        for index, row in enumerate(rows)
    )
