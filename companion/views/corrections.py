"""The host's corrections: what can be undone, redone or reopened, and which plays are struck."""

from dataclasses import dataclass

from companion.room.correction_reducer import can_reopen
from companion.room.state import Room
from companion.views import headings
from companion.views.event_labels import describe_event
from companion.views.struck import struck_in_evening


@dataclass(frozen=True, slots=True)
class UndoItem:
    """A change that can be undone or redone: the number of its event, and its description."""

    number: int
    what: str


@dataclass(frozen=True, slots=True)
class Corrections:
    """The corrections that are offered on the host's screen.

    `reopen` is the id of the last revealed round, and `reopen_name` its name; empty if it cannot be reopened.
    `struck` are sentences for the plays that do not count any more.
    """

    undo: UndoItem | None
    redo: UndoItem | None
    reopen: str
    reopen_name: str
    struck: tuple[str, ...]


def corrections_view(room: Room) -> Corrections:
    """Build the corrections that the host can make now."""
    game = room.current_game
    can = game is not None and bool(game.rounds) and can_reopen(room, game, game.round_number - 1)
    return Corrections(
        undo=_undo_item(room, room.undo),
        redo=_undo_item(room, room.redo),
        reopen=f"{game.number}.{game.round_number - 1}" if game and can else "",
        reopen_name=headings.round_name(game, game.round_number - 1) if game and can else "",
        struck=struck_in_evening(room),
    )


def _undo_item(room: Room, numbers: tuple[int, ...]) -> UndoItem | None:
    entry = room.entry(numbers[-1]) if numbers else None
    return UndoItem(entry.number, describe_event(room, entry.event)) if entry and entry.event else None
