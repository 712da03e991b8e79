"""The bus: how processes that share a database tell each other that a room has reached a version.

What is lost on it is no harm: whoever listens also asks the database now and then (see `companion.herald`).
"""

import logging
import re
import threading
from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from companion.i18n.errors import Refused

if TYPE_CHECKING:
    from redis import Redis

_CHANNEL = "companion"
_SAID = re.compile(rb"([0-9A-Z]+) ([0-9]{1,9})")  # others may say anything on it
_PAUSE = 0.5  # seconds before a bus that was lost is tried again
_PATIENCE = 2.0  # seconds that it may take to answer
_LOOK = 0.5  # seconds after which a listener looks whether it is to end
_PULSE = 5  # seconds after which a silent line is tried

_log = logging.getLogger("companion.faults")

OnAnnouncement = Callable[[str, int], None]
"""Hears that a room (its code) has reached a version; called in a thread of the bus, and must not raise."""


class Bus(Protocol):
    """Carries announcements between processes."""

    def publish(self, code: str, version: int) -> None:
        """Announce that a room has reached a version; never waits and never raises."""

    def listen(self, heard: OnAnnouncement) -> None:
        """Have somebody told of all announcements from now on, those of this process among them."""

    def answers(self) -> bool | None:
        """Tell whether the bus is there; None where none is needed."""

    def close(self) -> None:
        """Let go of it."""


def open_bus(url: str | None) -> Bus:
    """Return the bus of this URL: Redis, or one that ends with this process. Raises `Refused`."""
    return RedisBus(_client(url)) if url else LocalBus()


class LocalBus:
    """A bus within one process."""

    def __init__(self) -> None:
        self._listening: list[OnAnnouncement] = []

    def publish(self, code: str, version: int) -> None:
        """Tell all who listen."""
        for heard in self._listening:
            heard(code, version)

    def listen(self, heard: OnAnnouncement) -> None:
        """Have somebody told."""
        self._listening.append(heard)

    def answers(self) -> bool | None:
        """Tell that none is needed."""
        return None

    def close(self) -> None:
        """Tell nobody any more."""
        self._listening.clear()


class RedisBus:
    """Redis publish/subscribe: a thread that speaks and one that listens, each as often anew as needed."""

    def __init__(self, client: "Redis") -> None:
        self._client = client
        self._unsaid: dict[str, int] = {}
        self._guard = threading.Lock()
        self._due = threading.Event()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._is_lost = False
        self._run(self._speak)

    def publish(self, code: str, version: int) -> None:
        """Leave it to the thread that speaks; of each room only the newest version counts."""
        with self._guard:
            self._unsaid[code] = version
        self._due.set()

    def listen(self, heard: OnAnnouncement) -> None:
        """Listen in a thread, for ever."""
        self._run(lambda: self._listen(heard))

    def answers(self) -> bool | None:
        """Ask it."""
        try:
            return bool(self._client.ping())
        except _faults():
            return False

    def close(self) -> None:
        """End both threads."""
        self._closed.set()
        self._due.set()
        for thread in self._threads:
            thread.join(_PATIENCE + _LOOK)
        self._client.close()

    def _run(self, what: Callable[[], None]) -> None:
        thread = threading.Thread(target=self._persistently, args=(what,), daemon=True)
        self._threads.append(thread)
        thread.start()

    def _persistently(self, what: Callable[[], None]) -> None:
        """Do something until the bus is closed, again whenever the connection is lost."""
        while not self._closed.is_set():
            try:
                what()
            except _faults() as fault:
                self._note(f"lost ({type(fault).__name__})", is_lost=True)
                self._closed.wait(_PAUSE)

    def _note(self, how: str, *, is_lost: bool) -> None:
        with self._guard:
            if is_lost != self._is_lost:
                _log.warning("The bus is %s", how)
            self._is_lost = is_lost

    def _speak(self) -> None:
        self._due.wait()
        self._due.clear()
        with self._guard:
            unsaid, self._unsaid = self._unsaid, {}
        for code, version in unsaid.items():
            self._client.publish(_CHANNEL, f"{code} {version}")

    def _listen(self, heard: OnAnnouncement) -> None:
        with self._client.pubsub(ignore_subscribe_messages=True) as line:  # type: ignore[no-untyped-call]
            line.subscribe(_CHANNEL)
            self._note("back", is_lost=False)
            while not self._closed.is_set():
                message = line.get_message(timeout=_LOOK)
                if message and (said := _SAID.fullmatch(message["data"])):
                    heard(said[1].decode(), int(said[2]))


def _client(url: str) -> "Redis":
    try:
        from redis import Redis  # noqa: PLC0415 - only where it is wanted
        from redis.backoff import NoBackoff  # noqa: PLC0415
        from redis.retry import Retry  # noqa: PLC0415
    except ImportError:
        raise Refused("COMPANION_REDIS_URL needs the extra named redis: pip install '.[redis]'") from None
    try:
        return Redis.from_url(
            url,
            socket_timeout=_PATIENCE,
            socket_connect_timeout=_PATIENCE,
            health_check_interval=_PULSE,
            retry=Retry(NoBackoff(), 0),  # whoever asks for its health waits; the threads try for ever
        )
    except ValueError as error:
        raise Refused("COMPANION_REDIS_URL cannot be used: {error}", error=str(error)) from None


def _faults() -> tuple[type[Exception], ...]:
    from redis import RedisError  # noqa: PLC0415

    return RedisError, OSError
