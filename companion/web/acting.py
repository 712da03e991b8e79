"""Doing something in a room: the act that somebody asks for, and what falls due before and after it."""

from sqlalchemy.exc import SQLAlchemyError

from companion import moves
from companion.acts import Device
from companion.journal import Room
from companion.moves import Forbidden
from companion.store import Busy, Decide, Store
from companion.web.device import device
from companion.web.wired import wired


def do(code: str, who: Device, decide: Decide) -> Room:
    """Add what `decide` says to a room's journal, and what nobody asks for: deals, bots, rounds running out.

    That comes first too: a number may be sent after the time of its round was up. Whether another process
    has added something is found out in writing: what was decided on too old a state is never stored.
    Raises what `decide` raises.
    """
    store = wired().store
    _followed(store, store.remembered(code) or store.room(code))
    return _followed(store, store.do(code, who, decide))


def latest(code: str) -> Room:
    """Return a room as it is now, for a page; raises `UnknownRoom`.

    Where what fell due cannot be stored, the page shows the room without it.
    """
    store = wired().store
    try:
        return up_to_date(store, code)
    except (SQLAlchemyError, Busy):
        return store.room(code)


def hosted(code: str) -> tuple[Room, Device]:
    """Return a room as it is now and the browser that asks, for a page of the host's.

    Raises `Forbidden` for anybody but the host, and `UnknownRoom`.
    """
    room, who = latest(code), device()
    if who not in room.hosts:
        raise Forbidden("This is the host's page, and this browser is not the host of {code}", code=room.code)
    return room, who


def up_to_date(store: Store, code: str) -> Room:
    """Return the room as it is now, after doing what fell due meanwhile; raises `UnknownRoom`."""
    return _followed(store, store.room(code))


def _followed(store: Store, room: Room) -> Room:
    now = store.now(room.code)
    while moves.due(room, now) is not None:
        room = store.do(room.code, "", lambda latest: moves.due(latest, now))
    return room
