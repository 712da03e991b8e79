"""How much one client may take of the evening, and who has guessed too many room codes."""

from dataclasses import dataclass

from companion.buckets import Buckets


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


@dataclass(frozen=True, slots=True)
class Guesser:
    """Who tries: the browser's fingerprint and the address, each empty where there is none to go by."""

    device: str
    address: str


class Guesses:
    """Counts what was guessed wrong: a browser may do so now and then, an address ten times as often.

    A browser can throw its cookie away, so its address counts too. Who belongs to a room must not be
    asked about here: others behind the same hotspot may have used the address up.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._devices = Buckets(size, 1 / seconds)
        self._addresses = Buckets(10 * size, 10 / seconds)

    def wait(self, who: Guesser, now: float) -> float:
        """Return after how many seconds this one may try again; 0 if now."""
        device = self._devices.wait(who.device, now) if who.device else 0.0
        return max(device, self._addresses.wait(who.address, now) if who.address else 0.0)

    def failed(self, who: Guesser, now: float) -> None:
        """Count a wrong guess."""
        if who.device:
            self._devices.take(who.device, now)
        if who.address:
            self._addresses.take(who.address, now)
