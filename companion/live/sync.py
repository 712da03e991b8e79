"""Sync with other processes: what they store reaches the streams of this one.

Servers that share a Redis announce to each other a room's new version, that it has a TV, and reactions.
Announcements may be lost, and commands make none: so each server polls the database as well.
"""

import logging
import re
import threading
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from typing import TYPE_CHECKING

from sqlalchemy.exc import SQLAlchemyError

from companion.i18n.errors import Refused
from companion.live.hub import Hub
from companion.live.reactions import Reaction
from companion.storage import database
from companion.storage.event_store import EventStore

if TYPE_CHECKING:
    from redis import Redis

_CHANNEL = "companion"
_MESSAGE = re.compile(
    rb"([0-9A-Z]+) (?:([0-9]{1,9}|tv)|react (.{1,30}))"
)  # anything else on the channel is ignored
_RETRY_DELAY = 0.5  # seconds before a lost connection is opened again
_TIMEOUT = 2.0  # seconds to connect and to answer
_WAIT = 0.5  # seconds after which a subscriber looks whether it is to stop
_HEALTH_CHECK_INTERVAL = 5  # seconds without a message after which the connection is checked
_MOST_UNSENT = 1000  # announcements; while Redis is lost, reactions are dropped from then on
_INTERVAL = 1.0  # seconds between two polls
_JOIN_TIMEOUT = 3.0  # seconds that a poll or a message may still take when the server stops

_log = logging.getLogger("companion.faults")


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


class Sync:
    """Announces what happens here, if there is a Redis, and reloads the rooms that others have changed."""

    def __init__(self, url: str | None) -> None:
        """Prepare for the Redis at this URL, if there is one; raises `Refused`."""
        self.has_redis = url is not None
        self._client = open_client(url, _TIMEOUT) if url else None
        self._hub: Hub | None = None
        self._unsent: dict[str, str] = {}
        self._numbers = count()
        self._has_unsent = threading.Event()
        self._closed = threading.Event()
        self._threads: list[threading.Thread] = []
        self._lock = threading.Lock()
        self._is_lost = False

    def publish(self, code: str, version: int) -> None:
        """Announce that a room has reached a version; never blocks and never raises."""
        if self._client:
            self._unsent[code] = f"{code} {version}"  # of each room only the newest version is announced
            self._has_unsent.set()

    def publish_tv(self, code: str) -> None:
        """Announce that a room has a TV; never blocks and never raises."""
        if self._client:
            self._unsent[f"{code} tv"] = f"{code} tv"
            self._has_unsent.set()
        elif self._hub:
            self._hub.note_tv(code)

    def publish_reaction(self, code: str, reaction: Reaction) -> None:
        """Show a reaction on the TVs of a room, wherever they are; never blocks and never raises."""
        if self._client is None:
            if self._hub:
                self._hub.throw(code, reaction)
        elif len(self._unsent) < _MOST_UNSENT:
            self._unsent[f"{code} react {next(self._numbers)}"] = f"{code} react {reaction}"
            self._has_unsent.set()

    def start(self, store: EventStore, hub: Hub) -> None:
        """Start to listen, to announce and to poll, in threads."""
        self._hub = hub
        works: list[Callable[[], None]] = [lambda: self._poll(store, hub)]
        if self._client:
            works += [lambda: self._retry(self._send), lambda: self._retry(lambda: self._receive(store, hub))]
        self._threads = [threading.Thread(target=work, daemon=True) for work in works]
        for thread in self._threads:
            thread.start()

    def is_connected(self) -> bool | None:
        """Tell whether Redis answers; None if there is none."""
        if self._client is None:
            return None
        try:
            return bool(self._client.ping())
        except connection_errors():
            return False

    def close(self) -> None:
        """Stop all threads; to be called before the database is closed."""
        self._closed.set()
        self._has_unsent.set()
        for thread in self._threads:
            thread.join(_JOIN_TIMEOUT)
        if self._client:
            self._client.close()

    def _retry(self, work: Callable[[], None]) -> None:
        while not self._closed.is_set():
            try:
                work()
            except connection_errors() as error:
                self._log_change(f"lost ({type(error).__name__})", is_lost=True)
                self._closed.wait(_RETRY_DELAY)

    def _log_change(self, state: str, *, is_lost: bool) -> None:
        with self._lock:
            if is_lost != self._is_lost:
                _log.warning("Redis is %s", state)
            self._is_lost = is_lost

    def _send(self) -> None:
        self._has_unsent.wait()
        self._has_unsent.clear()
        while self._unsent and self._client:
            self._client.publish(_CHANNEL, self._unsent.popitem()[1])

    def _receive(self, store: EventStore, hub: Hub) -> None:
        assert self._client  # noqa: S101 - there is no such thread without one
        with self._client.pubsub(ignore_subscribe_messages=True) as pubsub:  # type: ignore[no-untyped-call]
            pubsub.subscribe(_CHANNEL)
            self._log_change("back", is_lost=False)
            while not self._closed.is_set():
                message = pubsub.get_message(timeout=_WAIT)
                match = _MESSAGE.fullmatch(message["data"]) if message else None
                if match and match[2] == b"tv":
                    hub.note_tv(match[1].decode())
                elif match and match[3]:
                    if reaction := Reaction.read(match[3]):
                        hub.throw(match[1].decode(), reaction)
                elif match:
                    code, version = match[1].decode(), int(match[2])
                    known = store.cached_room(code)
                    if (known is None or known.version < version) and code in hub.subscribed_codes():
                        with suppress(Exception):  # the next poll finds it, and logs what is wrong
                            store.reload_room(code)

    def _poll(self, store: EventStore, hub: Hub) -> None:
        failure = ""
        while not self._closed.wait(_INTERVAL):
            before, failure = failure, ""
            try:
                if codes := hub.subscribed_codes():
                    store.reload_changed(codes)
            except SQLAlchemyError as error:
                failure = database.error_name(error)
            except Exception:  # noqa: BLE001 - the next poll may succeed
                _log.error("what others have done could not be told", exc_info=True)
                failure = before
            if bool(failure) != bool(before):
                _log.warning("The database is %s", f"lost ({failure})" if failure else "back")
