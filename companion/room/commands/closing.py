"""Commands of whoever runs the server: close a room to everybody, and open it again."""

from companion.room import events
from companion.room.state import Room


def close_room(room: Room) -> events.RoomClosed | None:
    """Close a room: from then on it takes no other command, and everything in it stays as it stands.

    A game in progress is neither counted nor thrown away: only its host decides that. It stays unfinished, so
    it is in no standing, and what is hidden in it stays hidden unless the room is opened again.
    """
    return None if room.is_closed else events.RoomClosed(closed=True)


def reopen_room(room: Room) -> events.RoomClosed | None:
    """Open a closed room again: it goes on where it stood, with as much time left as there was."""
    return events.RoomClosed(closed=False) if room.is_closed else None
