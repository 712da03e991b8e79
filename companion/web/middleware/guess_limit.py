"""The limit of wrong guesses at room codes and host codes."""

from dataclasses import dataclass

from companion.web.middleware.token_bucket import TokenBuckets


@dataclass(frozen=True, slots=True)
class Client:
    """Where a request comes from: the browser's fingerprint and the address, each empty if unknown."""

    device: str
    address: str


class GuessLimit:
    """Counts wrong guesses: a browser may make `size` at once and one more every `seconds`.

    A browser can drop its cookie, so its address is counted, too, with ten times as many. Members of a room
    must not be checked: others behind the same address may have used it up.
    """

    def __init__(self, size: int, seconds: float) -> None:
        self._devices = TokenBuckets(size, 1 / seconds)
        self._addresses = TokenBuckets(10 * size, 10 / seconds)

    def seconds_until_guess(self, client: Client, now: float) -> float:
        """Return after how many seconds a client may guess again; 0 if now."""
        device = self._devices.seconds_until_token(client.device, now) if client.device else 0.0
        address = self._addresses.seconds_until_token(client.address, now) if client.address else 0.0
        return max(device, address)

    def count_wrong_guess(self, client: Client, now: float) -> None:
        if client.device:
            self._devices.consume(client.device, now)
        if client.address:
            self._addresses.consume(client.address, now)
