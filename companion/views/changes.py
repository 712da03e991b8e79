"""What was changed in an evening besides what was played: by whom, when, and what stood there before."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.acts import (
    Act,
    Barred,
    Corrected,
    Left,
    Mended,
    Merged,
    Recalled,
    Redid,
    Removed,
    Renamed,
    Reopened,
    Returned,
    SatIn,
    SatOut,
    Seat,
    Undid,
    Voided,
)
from companion.journal import Change, Entry, Room
from companion.views import places
from companion.views.cards import shown
from companion.views.mending import deed
from companion.words import isolated


@dataclass(frozen=True, slots=True)
class Told:
    """Something that was changed, in a sentence."""

    at: datetime
    sentence: str


def changes(room: Room) -> tuple[Told, ...]:
    """List what the host changed, and who came and went after a game had begun; the first comes first."""
    return tuple(_told(room))


def _told(room: Room) -> Iterator[Told]:
    for change in room.changes:
        said = sentence(room, change)
        if said:
            yield Told(change.entry.at, said)


def sentence(room: Room, change: Change) -> str:
    """Say what was changed and by whom; nothing for what people see anyway."""
    act = change.entry.act
    match act:
        case Undid() | Redid():
            other = room.entry(act.number)
            what = deed(room, other.act) if other and other.act else "The last change"
            done = "took back" if isinstance(act, Undid) else "did again"
            return f"{_who(room, change.entry)} {done} “{what}”."
        case Reopened() | Voided() | Corrected() | Recalled():
            return (
                f"{_where(room, act)}: {_who(room, change.entry, 'the host')} {_mended(room, act, change)}."
            )
        case Left() | Returned():
            return f"{_name(room, act.seat)} {'left' if isinstance(act, Left) else 'came back'}."
    done = _of_people(room, act, change)
    return f"{_who(room, change.entry)} {done}." if done else ""


def _who(room: Room, entry: Entry, host: str = "The host") -> str:
    """Name whoever did something: the player whose browser it was, or else the host."""
    player = room.sits(entry.by)
    return isolated(player.name) if player else host


def _name(room: Room, seat: Seat) -> str:
    return isolated(room.name(seat))


def _where(room: Room, act: Mended) -> str:
    table = room.game_of(act.game)
    heading = places.rounds(table)[act.round - 1] if table and table.row(act.round) else f"Round {act.round}"
    return heading if len(room.tables) == 1 else f"Game {act.game} of the evening, {heading.lower()}"


def _mended(room: Room, act: Mended, change: Change) -> str:
    match act:
        case Reopened():
            return "took back the reveal"
        case Voided():
            return "declared it void" if act.void else "had it count again"
        case Recalled():
            return f"corrected the call from {change.was} to {act.call}"
    return _corrected(room, act, change)


def _corrected(room: Room, act: Corrected, change: Change) -> str:
    """Say what was put in the place of what; not while the round is not revealed any more."""
    name, table = _name(room, act.seat), room.game_of(act.game)
    if table is None or table.row(act.round) is None:
        return f"corrected what {name} had shown"
    was = "" if change.was is None or isinstance(change.was, str) else shown(change.was).sign
    if act.play is None:
        return f"took away {was}, which {name} had not shown"
    now = shown(act.play).sign
    return f"corrected {name} from {was} to {now}" if was else f"entered {now} for {name}"


def _of_people(room: Room, act: Act | None, change: Change) -> str:
    match act:
        case Renamed():
            return f"renamed {isolated(str(change.was))} to {isolated(act.name)}"
        case Merged():
            return f"made one of {_name(room, act.seat)} and {_name(room, act.into)}"
        case SatOut():
            return f"had {_name(room, act.seat)} sit out"
        case SatIn():
            return f"had {_name(room, act.seat)} play again"
        case Removed() | Barred():
            return f"removed {_name(room, act.seat)}"
    return ""
