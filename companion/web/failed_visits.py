"""Phones that reach this computer and get no page: what this process, one of perhaps several, has noticed.

Only addresses of local networks count: on the internet programs try every computer all the time.
"""

import threading
import time

from companion.config.addresses import is_local

_SECONDS = 60.0  # for which a cause is remembered
_MOST = 200  # addresses


class FailedVisits:
    """The causes (`companion.screens.troubleshooting`) for which addresses got no page, and who did get one.

    An address that ever got a page has not failed: a browser that tries https goes on with http, and opens
    connections that it then does not need.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._last: dict[str, tuple[str, float]] = {}  # the newest last; an empty cause is a page
        self.was_reached = False  # whether anybody else has ever come as far as this computer

    def count(self, address: str, reason: str = "") -> None:
        """Note that an address, empty for this computer, got a page, or why it got none."""
        if not (address and is_local(address)):
            return
        with self._lock:
            self.was_reached = True
            had_page = self._last.pop(address, (reason,))[0] == ""
            self._last[address] = "" if had_page else reason, time.monotonic()
            if len(self._last) > _MOST:
                del self._last[next(iter(self._last))]

    def reasons(self) -> tuple[str, ...]:
        """List the causes of the last minute, each once, the newest first."""
        since = time.monotonic() - _SECONDS
        with self._lock:
            newest = list(self._last.values())[::-1]
        return tuple(dict.fromkeys(reason for reason, at in newest if reason and at > since))
