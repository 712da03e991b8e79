"""Token buckets: rate limits that allow bursts, of one server or of all that share a Redis."""

import hashlib
import hmac
import threading
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from companion.live.sync import connection_errors, open_client
from companion.web.middleware.clients import Client

if TYPE_CHECKING:
    from redis import Redis

_MOST_KEYS = 10_000
_ROUNDING = 1e-6  # seconds by which sums of fractions may be wrong
_OF_ADDRESS = 10  # times what one phone may do, an address may: a whole party can be behind it
_TIMEOUT = 0.25  # seconds to ask Redis: a guest waits for it
_PAUSE = 5.0  # seconds after a failure in which Redis is not asked
_PREFIX = "companion bucket"
_SCRIPT = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local size, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + 1 / rate
local missing = full_at - now - size / rate
if missing > 0.00001 then
    return string.format('%.6f', missing)
end
if ARGV[3] == 'consume' then
    redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
end
return '0'
"""
"""Returns the seconds until there is a token, and takes one if there is and that is asked for."""


class SharedBuckets:
    """The buckets of all servers that share a Redis. May be used from any thread.

    Of each bucket Redis has the moment at which it is full again, by its own clock, and forgets it then. A
    key is a fingerprint that needs the servers' secret key: no address and no browser can be read from it,
    or guessed. They never raise, and nobody waits long: while Redis cannot be used, every bucket has a token.
    """

    def __init__(self, client: "Redis", secret_key: bytes) -> None:
        self._client = client
        self._secret_key = secret_key
        self._script = client.register_script(_SCRIPT)
        self._paused_until = 0.0

    def seconds_until_token(self, name: str, size: float, rate: float, what: str = "look") -> float:
        """Return after how many seconds a bucket of `size` tokens, `rate` a second, has one; 0 if now.

        With "consume" in place of "look", take it then.
        """
        if time.monotonic() < self._paused_until:
            return 0.0
        digest = hmac.new(self._secret_key, name.encode(), hashlib.sha256).hexdigest()[:32]
        try:
            return float(self._script([f"{_PREFIX} {digest}"], [size, rate, what]))
        except connection_errors():
            self._paused_until = time.monotonic() + _PAUSE
            return 0.0

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


def open_shared_buckets(url: str | None, secret_key: bytes) -> SharedBuckets | None:
    """Return the buckets at a URL of Redis; None without one. Raises `Refused`."""
    return SharedBuckets(open_client(url, _TIMEOUT), secret_key) if url else None


class TokenBuckets:
    """A bucket of `size` tokens for each key, refilled by `rate` tokens a second. Size 0: no limit.

    Time is passed by the caller, in seconds, and must not run backwards. Of each bucket only the moment is
    stored at which it is full again. Full buckets are forgotten, and of very many the least recently used.

    With `shared` they are counted there too, under `name`: what one server counts, all do. While Redis cannot
    be used, each server counts for itself.
    """

    def __init__(self, size: float, rate: float, name: str = "", shared: SharedBuckets | None = None) -> None:
        self._size = size
        self._rate = rate
        self._name = name
        self._shared = shared
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def seconds_until_token(self, key: str, now: float) -> float:
        """Return after how many seconds there is a token; 0 if there is one now."""
        return (self._wait(key, now) or self._shared_wait(key, "look")) if self._size else 0.0

    def consume(self, key: str, now: float) -> bool:
        """Take a token; return False if there is none."""
        if not self._size:
            return True
        with self._lock:
            is_there = not self._wait(key, now)
            if is_there:
                self._full_at[key] = max(self._full_at.get(key, now), now) + 1 / self._rate
                self._full_at.move_to_end(key)
                self._evict(now)
        return not self._shared_wait(key, "consume") and is_there

    def __len__(self) -> int:
        return len(self._full_at)

    def _wait(self, key: str, now: float) -> float:
        """Return the seconds until there is a token here."""
        full_at = max(self._full_at.get(key, now), now) + 1 / self._rate
        missing = full_at - now - self._size / self._rate
        return missing if missing > _ROUNDING else 0.0

    def _shared_wait(self, key: str, what: str) -> float:
        if self._shared is None:
            return 0.0
        return self._shared.seconds_until_token(f"{self._name} {key}", self._size, self._rate, what)

    def _evict(self, now: float) -> None:
        while self._full_at:
            key, full_at = next(iter(self._full_at.items()))
            if full_at > now and len(self._full_at) <= _MOST_KEYS:
                return
            del self._full_at[key]


class Allowance:
    """What clients may do: a phone `size` times at once and `rate` times a second, an address `times` that.

    A browser can drop its cookie, so its address counts too. What is not known of a client does not.
    """

    def __init__(
        self,
        size: float,
        rate: float,
        times: float = _OF_ADDRESS,
        name: str = "",
        shared: SharedBuckets | None = None,
    ) -> None:
        self._devices = TokenBuckets(size, rate, f"{name} of a browser", shared)
        self._addresses = TokenBuckets(times * size, times * rate, f"{name} of an address", shared)

    def seconds_until_next(self, client: Client, now: float) -> float:
        """Return after how many seconds a client may do it again; 0 if now."""
        return max((each.seconds_until_token(key, now) for each, key in self._known(client)), default=0.0)

    def count(self, client: Client, now: float) -> None:
        """Count that a client has done it."""
        for each, key in self._known(client):
            each.consume(key, now)

    def _known(self, client: Client) -> list[tuple[TokenBuckets, str]]:
        both = (self._devices, client.device), (self._addresses, client.address)
        return [(buckets, key) for buckets, key in both if key]
