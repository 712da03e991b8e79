"""Sync with other processes: brings the events that they store to the streams of this one."""

import logging
import threading
from collections.abc import Callable, Collection
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from companion.live.bus import Bus, OnTv
from companion.storage import database
from companion.storage.event_store import EventStore

_INTERVAL = 1.0  # seconds between two polls
_JOIN_TIMEOUT = 3.0  # seconds that a poll may still take when the server stops
_log = logging.getLogger("companion.faults")


class Poller:
    """Reloads a room when the bus announces a new version, and polls all rooms with streams each second.

    Polling is the safety net: announcements may be lost, or there is no bus. The store calls its callbacks
    for what is found.
    """

    def __init__(
        self,
        store: EventStore,
        bus: Bus,
        subscribed_codes: Callable[[], Collection[str]],
        on_tv: OnTv = lambda _code: None,
    ) -> None:
        """Make a poller; `on_tv` is called for each announcement that a room has a TV."""
        self._on_tv = on_tv
        self._store = store
        self._bus = bus
        self._subscribed_codes = subscribed_codes
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Subscribe to the bus and start the thread that polls."""
        self._bus.subscribe(self._on_announcement, self._on_tv)
        self._thread.start()

    def is_bus_connected(self) -> bool | None:
        """Tell whether the bus answers; None if there is none."""
        return self._bus.is_connected()

    def close(self) -> None:
        """Close the bus and stop polling; to be called before the database is closed."""
        self._closed.set()
        self._bus.close()
        if self._thread.is_alive():
            self._thread.join(_JOIN_TIMEOUT)

    def _on_announcement(self, code: str, version: int) -> None:
        known = self._store.cached_room(code)
        if (known is None or known.version < version) and code in self._subscribed_codes():
            with suppress(Exception):  # the next poll finds it, and logs what is wrong
                self._store.reload_room(code)

    def _run(self) -> None:
        failure = ""
        while not self._closed.wait(_INTERVAL):
            before = failure
            try:
                if codes := self._subscribed_codes():
                    self._store.reload_changed(codes)
            except SQLAlchemyError as error:
                failure = database.error_name(error)
            except Exception:  # noqa: BLE001 - the next poll may succeed
                _log.error("what others have done could not be told", exc_info=True)
            else:
                failure = ""
            if bool(failure) != bool(before):
                _log.warning("The database is %s", f"lost ({failure})" if failure else "back")
