"""The journal of a room: what people did, line by line, and the room that follows from it.

Nothing here is ever changed or taken back: the room is worked out from its journal alone. A round, for
one, is revealed because everybody who is waited for has shown a number or the host closed it; no act says
so. What the host corrects or takes back is one more line.
"""

from companion.journal.follow import after, can_reopen, fresh, further, replay
from companion.journal.people import can_merge
from companion.journal.room import Change, Entry, Player, Room
from companion.journal.table import BEGINNING, Clock, Row, Table

__all__ = [
    "BEGINNING",
    "Change",
    "Clock",
    "Entry",
    "Player",
    "Room",
    "Row",
    "Table",
    "after",
    "can_merge",
    "can_reopen",
    "fresh",
    "further",
    "replay",
]
