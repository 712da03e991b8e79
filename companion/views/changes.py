"""What was changed in an evening besides what was played: by whom, when, and what stood there before."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime

from companion.acts import (
    Act,
    Admitted,
    Barred,
    Corrected,
    Left,
    Mended,
    Merged,
    Moved,
    Recalled,
    Redid,
    Removed,
    Renamed,
    Reopened,
    Returned,
    SatIn,
    SatOut,
    Seat,
    Unbarred,
    Undid,
    Voided,
)
from companion.journal import Change, Entry, Room
from companion.views import places
from companion.views.cards import shown
from companion.views.mending import deed
from companion.views.people import person
from companion.words import headed, isolated, tell


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
    act, who = change.entry.act, _who(room, change.entry)
    match act:
        case Undid() | Redid():
            other = room.entry(act.number)
            what = deed(room, other.act) if other and other.act else tell("The last change")
            if isinstance(act, Undid):
                return tell("{who} took back “{what}”.", who=who, what=what)
            return tell("{who} did again “{what}”.", who=who, what=what)
        case Reopened() | Voided() | Corrected() | Recalled():
            return _mended(room, act, change)
        case Left():
            return tell("{name} left.", name=_name(room, act.seat))
        case Returned():
            return tell("{name} came back.", name=_name(room, act.seat))
        case Moved() | Admitted():
            return tell("{name} plays on another phone now.", name=_name(room, act.seat))
        case Unbarred():
            return tell("{who} let {name} in again.", who=who, name=_name(room, act.seat))
    return _of_people(room, act, change, who)


def _who(room: Room, entry: Entry) -> str:
    """Begin a sentence with whoever did something: the player whose browser it was, or else the host."""
    player = room.sits(entry.by)
    return person(room, player.seat) if player else tell("The host")


def _name(room: Room, seat: Seat) -> str:
    return isolated(room.name(seat))


def _where(room: Room, act: Mended) -> str:
    table = room.game_of(act.game)
    known = table is not None and table.row(act.round) is not None
    where = places.revealed(table, act.round) if table and known else places.part("round", act.round)
    if len(room.tables) == 1:
        return headed(where)
    return places.within(tell("Game {number} of the evening", number=act.game), where)


def _mended(room: Room, act: Mended, change: Change) -> str:
    player = room.sits(change.entry.by)
    who = person(room, player.seat) if player else tell("the host")
    where = _where(room, act)
    match act:
        case Reopened():
            return tell("{where}: {who} took back the reveal.", where=where, who=who)
        case Voided():
            if act.void:
                return tell("{where}: {who} declared it void.", where=where, who=who)
            return tell("{where}: {who} had it count again.", where=where, who=who)
        case Recalled():
            if act.call == "high":
                return tell("{where}: {who} corrected the call from low to high.", where=where, who=who)
            return tell("{where}: {who} corrected the call from high to low.", where=where, who=who)
    return _corrected(room, act, change, where, who)


def _corrected(room: Room, act: Corrected, change: Change, where: str, who: str) -> str:
    """Say what was put in the place of what; not while the round is not revealed any more."""
    name, table = _name(room, act.seat), room.game_of(act.game)
    about = {"where": where, "who": who, "name": name}
    if table is None or table.row(act.round) is None:
        return tell("{where}: {who} corrected what {name} had shown.", **about)
    was = "" if change.was is None or isinstance(change.was, str) else shown(change.was).sign
    if act.play is None:
        return tell("{where}: {who} took away {was}, which {name} had not shown.", was=was, **about)
    now = shown(act.play).sign
    if was:
        return tell("{where}: {who} corrected {name} from {was} to {now}.", was=was, now=now, **about)
    return tell("{where}: {who} entered {now} for {name}.", now=now, **about)


def _of_people(room: Room, act: Act | None, change: Change, who: str) -> str:
    match act:
        case Renamed():
            was = isolated(str(change.was))
            return tell("{who} renamed {was} to {now}.", who=who, was=was, now=isolated(act.name))
        case Merged():
            one, other = _name(room, act.seat), _name(room, act.into)
            return tell("{who} made one of {one} and {other}.", who=who, one=one, other=other)
        case SatOut():
            return tell("{who} had {name} sit out.", who=who, name=_name(room, act.seat))
        case SatIn():
            return tell("{who} had {name} play again.", who=who, name=_name(room, act.seat))
        case Removed() | Barred():
            return tell("{who} removed {name}.", who=who, name=_name(room, act.seat))
    return ""
