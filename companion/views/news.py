"""What everybody is told besides the scores: who came and went, and what the host has changed."""

from companion.acts import (
    Act,
    Barred,
    Corrected,
    Joined,
    Left,
    Merged,
    Recalled,
    Redid,
    Removed,
    Renamed,
    Reopened,
    Returned,
    SatIn,
    SatOut,
    Undid,
    Voided,
)
from companion.journal import Change, Room
from companion.score import Play
from companion.views.cards import shown
from companion.views.mending import deed
from companion.views.people import names
from companion.words import isolated, say

_MOST = 2  # sentences that are shown at once


def news(room: Room) -> tuple[str, ...]:
    """Say what has changed since the last reveal, the last changes only; nothing before the first game."""
    if not room.tables:
        return ()
    return tuple(said(room, change) for change in room.told[-_MOST:])


def said(room: Room, change: Change) -> str:
    """Say what somebody changed, for everybody."""
    act = change.entry.act
    match act:
        case Undid() | Redid():
            taken = room.entry(act.number)
            what = deed(room, taken.act) if taken and taken.act else "the last change"
            return f"{'Taken back' if isinstance(act, Undid) else 'Done again'}: {what}"
        case Reopened():
            return f"Round {act.round} is open again"
        case Voided():
            return f"Round {act.round} {'is void' if act.void else 'counts again'}"
        case Recalled():
            return f"Corrected: round {act.round}, the call {change.was} → {act.call}"
        case Corrected():
            who, was = names(room, [act.seat])[0], change.was
            return f"Corrected: round {act.round}, {who} {_written(was)} → {_written(act.play)}"
        case Renamed():
            return f"{isolated(str(change.was))} is called {isolated(act.name)} now"
        case Merged():
            one, other = names(room, (act.seat, act.into))
            return f"{one} and {other} are one player now, {other}"
    return _of_player(room, act)


def _of_player(room: Room, act: Act | None) -> str:
    match act:
        case Joined():
            return f"{names(room, [act.seat])[0]} has joined{_from_when(room, act)}"
        case Left() | Removed() | Barred():
            return f"{names(room, [act.seat])[0]} has left; the points stay"
        case Returned() | SatIn():
            return f"{names(room, [act.seat])[0]} is back"
        case SatOut():
            return f"{names(room, [act.seat])[0]} sits out"
    return ""


def _from_when(room: Room, act: Joined) -> str:
    if not room.playing or room.table is None:
        return ""
    return " and plays now" if act.seat in room.table.record.players else " and plays from the next game"


def _written(play: Play | str | None) -> str:
    if play is None or isinstance(play, str):
        return play or "nothing"
    return say(play) if isinstance(play, int) else shown(play).sign
