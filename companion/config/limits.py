"""How much one client may take of the evening, and who has guessed too many room codes."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """What whoever starts companion may choose; 0 is no limit.

    An address may be that of a whole party behind one hotspot, so those of addresses are far above what
    a party does. This computer itself has no limits by its address.
    """

    streams: int = 3000
    """Screens that follow at the same time."""
    streams_per_address: int = 500
    rooms_per_hour: int = 60
    """Rooms that one address may open."""
    players: int = 2000
    """Players of one room, and never more than `companion.moves.people.MOST`."""
    requests_per_second: int = 30
    """Requests of one phone, for long; ten times as many at once."""
    guesses: int = 10
    """Codes without a room that one phone may try at once."""
