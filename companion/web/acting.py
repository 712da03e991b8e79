"""Doing something in a room: the act that somebody asks for, and the deal that it may call for."""

from companion import moves
from companion.acts import Device
from companion.journal import Room
from companion.store import Decide
from companion.web.wired import wired


def do(code: str, who: Device, decide: Decide) -> Room:
    """Add what `decide` says to a room's journal, and deal cards wherever the rules wait for them.

    Dealing comes first too: whoever asked for it before may have been cut off in between. Raises what
    `decide` raises.
    """
    _deal(wired().store.room(code))
    return _deal(wired().store.do(code, who, decide))


def _deal(room: Room) -> Room:
    if room.table is None or not room.table.undealt:
        return room
    return wired().store.do(room.code, "", moves.deal)
