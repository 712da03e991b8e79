"""What nobody asks for: the app deals, plays for bots, and closes rounds whose time is up."""

from datetime import datetime
from random import Random, SystemRandom

from companion import games
from companion.acts import Act, Dealt, Expired
from companion.journal import BEGINNING, Room
from companion.moves import bots

_CHANCE = SystemRandom()


def due(room: Room, now: datetime, rng: Random = _CHANCE) -> Act | None:
    """Do what nobody asks for: deal where the room waits for it, play for a bot, close a round in time.

    None where nothing is due. It is to be tried before and after every act, and at `next_due`; what is
    left to chance is drawn from `rng`.
    """
    table = room.table
    if table is None:
        return None
    if table.undealt and (dealt := games.deal(table.scoring, rng.shuffle)):
        return Dealt(table.number, dealt.hands, dealt.stock)
    if act := bots.move(room, now, rng):  # before the time is up, also where nobody has looked since
        return act
    until = table.clock.until if table.clock else None
    return Expired(table.number, table.turn) if until and until <= now else None


def next_due(room: Room) -> datetime | None:
    """Say when something falls due, if nothing else happens before; None if nothing does."""
    table = room.table
    if table is None:
        return None
    if table.undealt:
        return BEGINNING
    until = table.clock.until if table.clock else None
    return min(filter(None, (until, bots.next_move(room))), default=None)
