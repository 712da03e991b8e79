"""The herald: brings what other processes have done to the screens of this one."""

import logging
import threading
from collections.abc import Callable, Collection
from contextlib import suppress

from sqlalchemy.exc import SQLAlchemyError

from companion.live.bus import Bus
from companion.storage import database
from companion.storage.event_store import EventStore

_EVERY = 1.0  # seconds between two looks at the rooms that are followed here
_GRACE = 3.0  # seconds that a look may still take when the server stops
_log = logging.getLogger("companion.faults")


class Poller:
    """Looks at a room when the bus says that it has moved on, and at all of them each second.

    The second is the net: a bus may be lost, or there is none. Whatever is found, the store tells of.
    """

    def __init__(self, store: EventStore, bus: Bus, followed: Callable[[], Collection[str]]) -> None:
        """Make a herald; `followed` says which rooms have open streams here."""
        self._store = store
        self._bus = bus
        self._followed = followed
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)

    def start(self) -> None:
        """Listen and watch, in threads of their own."""
        self._bus.listen(self._heard)
        self._thread.start()

    def bus_answers(self) -> bool | None:
        """Tell whether the bus is there; None where there is none."""
        return self._bus.answers()

    def close(self) -> None:
        """End both, before the database is let go."""
        self._closed.set()
        self._bus.close()
        if self._thread.is_alive():
            self._thread.join(_GRACE)

    def _heard(self, code: str, version: int) -> None:
        known = self._store.cached_room(code)
        if (known is None or known.version < version) and code in self._followed():
            with suppress(Exception):  # the next look at all of them will tell
                self._store.reload_room(code)

    def _watch(self) -> None:
        lost = ""
        while not self._closed.wait(_EVERY):
            before = lost
            try:
                self._catch_up()
            except SQLAlchemyError as error:
                lost = database.error_name(error)
            except Exception:  # noqa: BLE001 - the next look may find nothing wrong
                _log.error("what others have done could not be told", exc_info=True)
            else:
                lost = ""
            if bool(lost) != bool(before):
                _log.warning("The database is %s", f"lost ({lost})" if lost else "back")

    def _catch_up(self) -> None:
        codes = self._followed()
        if codes:
            self._store.reload_changed(codes)
