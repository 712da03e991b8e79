"""Who has guessed too many room codes or host codes."""

from dataclasses import dataclass

from companion.web.middleware.token_bucket import TokenBuckets


@dataclass(frozen=True, slots=True)
class Client:
    """Who tries: the browser's fingerprint and the address, each empty where there is none to go by."""

    device: str
    address: str


class GuessLimit:
    """Counts what was guessed wrong: a browser may do so now and then, an address ten times as often.

    A browser can throw its cookie away, so its address counts too. Who belongs to a room must not be
    asked about here: others behind the same hotspot may have used the address up.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._devices = TokenBuckets(size, 1 / seconds)
        self._addresses = TokenBuckets(10 * size, 10 / seconds)

    def wait(self, who: Client, now: float) -> float:
        """Return after how many seconds this one may try again; 0 if now."""
        device = self._devices.wait(who.device, now) if who.device else 0.0
        return max(device, self._addresses.wait(who.address, now) if who.address else 0.0)

    def failed(self, who: Client, now: float) -> None:
        """Count a wrong guess."""
        if who.device:
            self._devices.take(who.device, now)
        if who.address:
            self._addresses.take(who.address, now)
