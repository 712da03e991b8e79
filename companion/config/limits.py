"""Limits, so that one client cannot overload the server or search for room codes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits that the operator can configure; 0 is no limit.

    A whole party may share one IP address behind a hotspot, so limits per address are far above what a party
    needs. Loopback addresses have no limits.
    """

    streams: int = 3000
    """Open streams."""
    streams_per_address: int = 1500
    """Open streams of one address."""
    rooms_per_hour: int = 60
    """Rooms that one address may open."""
    players: int = 2000
    """Players of one room, and never more than `MAX_PLAYERS` of `companion.room.commands.membership`."""
    requests_per_second: int = 30
    """Sustained requests of one phone; bursts may have ten times as many."""
    guesses: int = 10
    """Codes of no room that one phone may try at once."""
