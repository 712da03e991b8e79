"""Moves of bots: who seats them, when each of them plays, and what."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from zlib import crc32

from companion import bots
from companion.acts import Act, Called, Device, Joined, Listed, Next, Seat, Showed
from companion.journal import Room, Table
from companion.moves.asking import host
from companion.moves.people import add
from companion.score import Refused

READING = timedelta(seconds=9)
"""How long a reveal is left on the TV where nobody but bots would go on."""

_SHORTEST, _SPREAD = 1000, 3000  # milliseconds
_REMEMBERED = 1000  # numbers and cards that a bot has in mind: more than most games have


def add_bot(room: Room, device: Device, strategy: str) -> Joined:
    """Seat a bot that plays by a strategy, under a name that says so."""
    host(room, device)
    found = bots.STRATEGIES.get(strategy)
    if found is None:
        raise Refused("There is no such bot")
    return replace(add(room, device, found.name), bot=found.key)


def on_turn(room: Room) -> tuple[Seat, ...]:
    """List the bots that the round waits for, who may show something now."""
    table = room.table
    if table is None or table.ask is None or table.undealt or (table.must_call and table.hidden):
        return ()
    leader = table.must_call or table.first
    return tuple(
        seat
        for seat in room.bots
        if leader in (None, seat) and table.waits_for(seat) and _has_choice(table, seat)
    )


def _strategy(room: Room, seat: Seat) -> str:
    player = room.seats.get(seat)
    return player.bot if player else ""


def _has_choice(table: Table, seat: Seat) -> bool:
    return table.ask is not None and bots.choices(table.record.game, table.ask.wants[seat]).size > 0


def moment(room: Room, table: Table, seat: Seat) -> datetime:
    """Say when a bot that is on turn plays: 1 to 4 seconds after it was, and within the time of the round.

    The pause is the same whoever asks, and another for each bot and round. Where only bots play, people
    can read the last reveal first.
    """
    named = f"{room.code} {table.number}.{table.turn} {table.must_call} {seat}".encode()
    pause = timedelta(milliseconds=_SHORTEST + crc32(named) % _SPREAD)
    planned = _read(room, table) + pause
    until = table.clock.until if table.clock else None
    return min(planned, until - pause / 4) if until else planned


def _read(room: Room, table: Table) -> datetime:
    """Say when what was revealed last has been read; as soon as it is shown if people can take their time."""
    has_led = table.call or (table.ask and table.ask.leader in table.hidden)
    return table.since + READING if table.rows and not has_led and _are_alone(room, table) else table.since


def _are_alone(room: Room, table: Table) -> bool:
    """Tell whether only bots play, or would be waited for."""
    return all(_strategy(room, seat) for seat in table.record.players if seat not in table.away)


def _next_list(room: Room, table: Table) -> datetime | None:
    """Say when the next round of lists is revealed without a host: where only bots play (G14)."""
    return _read(room, table) if table.left and _are_alone(room, table) else None


def next_move(room: Room) -> datetime | None:
    """Say when a bot moves next, if nothing else happens; None if none does."""
    table = room.table
    if table is None or table.ask is None:
        return None
    moments = [moment(room, table, seat) for seat in on_turn(room)]
    return min(moments, default=_next_list(room, table))


def move(room: Room, now: datetime, rng: Random) -> Act | None:
    """Return what the bot does whose time has come first; None if nobody's has."""
    table, when = room.table, next_move(room)
    if table is None or when is None or when > now:
        return None
    turns: Sequence[Seat] = sorted(on_turn(room), key=lambda seat: moment(room, table, seat))
    if not turns:
        return Next(table.number, table.turn)
    return _played(table, turns[0], _strategy(room, turns[0]), rng)


def _played(table: Table, seat: Seat, strategy: str, rng: Random) -> Called | Showed | Listed:
    """Let a bot choose by what it can see."""
    sight, here = _sight(table, seat), (table.number, table.turn)
    if table.must_call:
        return Called(*here, bots.call(sight, rng))
    if table.listing and table.ask:
        return Listed(seat, *here, bots.listed(strategy, sight, rng, table.ask.at_once))
    return Showed(seat, *here, bots.play(strategy, sight, rng))


def _sight(table: Table, seat: Seat) -> bots.Sight:
    """Tell a bot what it may know: nothing that lies hidden, and of the hands only its own."""
    assert table.ask is not None  # noqa: S101 - only who is asked plays
    rounds = 1 + _REMEMBERED // len(table.record.players)
    return bots.Sight(table.record.game, table.ask.wants[seat], table.score.latest(rounds))
