"""What the host's phone shows while it goes round among those who have none: who is next, and no play."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from companion import moves
from companion.acts import Seat
from companion.journal import Room, Table
from companion.moves.asking import revealed
from companion.score import Refused
from companion.views import places
from companion.views.cards import Key, pad
from companion.views.phases import Phase, at_once, phase
from companion.words import isolated

Step = Literal["hand", "wait", "done", "none", "idle"]
"""Hand the phone on; others must lay first; nobody is left to ask; all have phones; no game goes on."""


@dataclass(frozen=True, slots=True)
class Handing:
    """Who gets the phone next.

    `place` is the round for which it goes round; `after` counts those who come after the next one.
    `skipped` are those who were not there, as they go into addresses, and `absent` their names.
    """

    code: str
    version: int
    heading: str
    place: str
    step: Step
    seat: Seat = ""
    name: str = ""
    after: int = 0
    waiting: str = ""
    skipped: tuple[Seat, ...] = ()
    absent: tuple[str, ...] = ()
    again: str = ""
    """The round for which the phone could go round next; empty where nobody is to get it."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What somebody can enter who has the phone in his or her hand; empty `pad`: a number is typed."""

    code: str
    heading: str
    place: str
    seat: Seat
    name: str
    phase: Phase
    prompt: str
    pad: tuple[Key, ...]
    at_once: int


def handing(room: Room, at: str = "", skipped: Collection[Seat] = ()) -> Handing:
    """Make the view of who is next; `at` is the round for which the phone goes round, by default this one."""
    table = room.table
    here = moves.place(table) if table else ""
    going = moves.takes_phone(room)
    if at != here and _is_revealed(room, at):
        again = here if going else ""
        return Handing(room.code, room.version, places.heading(table), at, "done", again=again)
    if table is None or table.ask is None:
        return Handing(room.code, room.version, places.heading(table), here, "idle")
    left = tuple(seat for seat in going if seat not in skipped)
    missing = tuple(seat for seat in going if seat in skipped)
    ready = next((seat for seat in left if phase(table, seat) != "wait"), "")
    return Handing(
        code=room.code,
        version=room.version,
        heading=places.heading(table),
        place=here,
        step="hand" if ready else "wait" if left else "done" if missing or _any(room, table) else "none",
        seat=ready,
        name=room.name(ready) if ready else "",
        after=len(left) - 1 if ready else len(left),
        waiting=places.waiting(room, table),
        skipped=missing,
        absent=tuple(isolated(room.name(seat)) for seat in missing),
        again=here if missing else "",
    )


def _is_revealed(room: Room, at: str) -> bool:
    try:
        revealed(room, at)
    except Refused:
        return False
    return True


def _any(room: Room, table: Table) -> bool:
    """Tell whether anybody plays without a phone."""
    wants = table.ask.wants if table.ask else {}
    return any(player.seat in wants and player.phoneless for player in room.players)


def turn(room: Room, seat: Seat, at: str) -> Turn | None:
    """Make the view of one player's entry; None where the phone is not to be handed to him or her now."""
    table = room.table
    if table is None or table.ask is None or at != moves.place(table) or seat not in moves.takes_phone(room):
        return None
    what = phase(table, seat)
    if what not in ("enter", "list", "call"):
        return None
    return Turn(
        code=room.code,
        heading=places.heading(table),
        place=at,
        seat=seat,
        name=room.name(seat),
        phase=what,
        prompt=places.prompt(table.ask),
        pad=pad(table, seat),
        at_once=at_once(table),
    )
