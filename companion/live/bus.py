"""The bus: processes that share a database announce to each other a room's new version, and that it has a TV.

Announcements may be lost: each process polls the database as well (see `companion.live.sync`).
"""

import logging
import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.i18n.errors import Refused

if TYPE_CHECKING:
    from redis import Redis

_CHANNEL = "companion"
_MESSAGE = re.compile(rb"([0-9A-Z]+) ([0-9]{1,9}|tv)")  # anything else on the channel is ignored
_RETRY_DELAY = 0.5  # seconds before a lost connection is opened again
_TIMEOUT = 2.0  # seconds to connect and to answer
_POLL_INTERVAL = 0.5  # seconds after which a subscriber checks whether the bus was closed

_HEALTH_CHECK_INTERVAL = 5  # seconds without a message after which the connection is checked

_log = logging.getLogger("companion.faults")

OnAnnouncement = Callable[[str, int], None]
"""Called with a room's code and version, in a thread of the bus; must not raise."""

OnTv = Callable[[str], None]
"""Called with the code of a room that has a TV, in a thread of the bus; must not raise."""


def open_client(url: str, timeout: float) -> "Redis":
    """Return a client that waits so many seconds to connect and for an answer; raises `Refused`."""
    try:
        from redis import Redis  # noqa: PLC0415 - an optional dependency
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise Refused("COMPANION_REDIS_URL needs the extra named redis: pip install '.[redis]'") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=timeout,
            socket_connect_timeout=timeout,
            health_check_interval=_HEALTH_CHECK_INTERVAL,
            retry=Retry(NoBackoff(), 0),  # nobody is to wait for a second try
        )
    except ValueError as error:
        raise Refused("COMPANION_REDIS_URL cannot be used: {error}", error=str(error)) from None


def connection_errors() -> tuple[type[Exception], ...]:
    """Return the errors of a Redis that is lost, full, or does not allow what was asked."""
    from redis import RedisError  # noqa: PLC0415

    return RedisError, OSError


class Bus:
    """Carries announcements between processes; this one within one process."""

    def __init__(self) -> None:
        self._subscribers: list[tuple[OnAnnouncement, OnTv]] = []

    def publish(self, code: str, version: int) -> None:
        """Announce that a room has reached a version; never blocks and never raises."""
        for on_announcement, _ in self._subscribers:
            on_announcement(code, version)

    def publish_tv(self, code: str) -> None:
        """Announce that a room has a TV; never blocks and never raises."""
        for _, on_tv in self._subscribers:
            on_tv(code)

    def subscribe(self, on_announcement: OnAnnouncement, on_tv: OnTv) -> None:
        """Call functions for all announcements from now on, including those of this process."""
        self._subscribers.append((on_announcement, on_tv))

    def is_connected(self) -> bool | None:
        """Tell whether the bus answers; None for one that needs no connection."""
        return None

    def close(self) -> None:
        """End all subscriptions and close the connection."""
        self._subscribers.clear()


def open_bus(url: str | None) -> Bus:
    """Return the bus at this URL of Redis; without one, a bus within this process. Raises `Refused`."""
    return RedisBus(open_client(url, _TIMEOUT)) if url else Bus()


class RedisBus(Bus):
    """A `Bus` by Redis publish/subscribe: one thread publishes, one receives, and both reconnect for ever."""

    def __init__(self, client: "Redis") -> None:
        super().__init__()
        self._client = client
        self._unpublished: dict[str, int] = {}
        self._unpublished_tvs: set[str] = set()
        self._lock = threading.Lock()
        self._has_unpublished = threading.Event()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._is_lost = False
        self._start_thread(self._publish_queued)

    def publish(self, code: str, version: int) -> None:
        with self._lock:
            self._unpublished[code] = version  # of each room only the newest version is announced
        self._has_unpublished.set()

    def publish_tv(self, code: str) -> None:
        with self._lock:
            self._unpublished_tvs.add(code)
        self._has_unpublished.set()

    def subscribe(self, on_announcement: OnAnnouncement, on_tv: OnTv) -> None:
        self._start_thread(lambda: self._receive(on_announcement, on_tv))

    def is_connected(self) -> bool | None:
        try:
            return bool(self._client.ping())
        except connection_errors():
            return False

    def close(self) -> None:
        self._closed.set()
        self._has_unpublished.set()
        for thread in self._threads:
            thread.join(_TIMEOUT + _POLL_INTERVAL)
        self._client.close()

    def _start_thread(self, target: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._retry_until_closed, args=(target,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _retry_until_closed(self, target: Callable[[], None]) -> None:
        while not self._closed.is_set():
            try:
                target()
            except connection_errors() as error:
                self._log_change(f"lost ({type(error).__name__})", is_lost=True)
                self._closed.wait(_RETRY_DELAY)

    def _log_change(self, state: str, *, is_lost: bool) -> None:
        with self._lock:
            if is_lost != self._is_lost:
                _log.warning("The bus is %s", state)
            self._is_lost = is_lost

    def _publish_queued(self) -> None:
        self._has_unpublished.wait()
        self._has_unpublished.clear()
        with self._lock:
            unpublished, self._unpublished = self._unpublished, {}
            tvs, self._unpublished_tvs = self._unpublished_tvs, set()
        for code, version in unpublished.items():
            self._client.publish(_CHANNEL, f"{code} {version}")
        for code in tvs:
            self._client.publish(_CHANNEL, f"{code} tv")

    def _receive(self, on_announcement: OnAnnouncement, on_tv: OnTv) -> None:
        with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:  # type: ignore[no-untyped-call]
            pubsub.subscribe(_CHANNEL)
            self._log_change("back", is_lost=False)
            while not self._closed.is_set():
                message = pubsub.get_message(timeout=_POLL_INTERVAL)
                found = _MESSAGE.fullmatch(message["data"]) if message else None
                if found and found[2] == b"tv":
                    on_tv(found[1].decode())
                elif found:
                    on_announcement(found[1].decode(), int(found[2]))
