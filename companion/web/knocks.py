"""Phones that reach this computer and get no page: what this process, one of perhaps several, has noticed.

Only addresses of local networks count: on the internet programs knock at every door all the time.
"""

import time

from companion.config.addresses import is_local

_SECONDS = 60.0  # for which an address is remembered
_MOST = 200  # addresses


class Knocks:
    """The causes (`companion.screens.door`) for which addresses got no page, and who did get one.

    An address that got a page within the last minute has not failed: a browser that tries https goes on with
    http, and opens connections that it then does not need.
    """

    def __init__(self) -> None:
        self._last: dict[str, tuple[str, float]] = {}  # the newest last; an empty cause is a page
        self.was_reached = False  # whether anybody else has ever come as far as this computer

    def count(self, address: str, cause: str = "") -> None:
        """Note that an address, empty for this computer, got a page, or why it got none."""
        if not (address and is_local(address)):
            return
        self.was_reached, now = True, time.monotonic()
        before, at = self._last.pop(address, ("", -_SECONDS))
        self._last[address] = ("", at) if cause and not before and now - at < _SECONDS else (cause, now)
        if len(self._last) > _MOST:
            del self._last[next(iter(self._last))]

    def causes(self) -> tuple[str, ...]:
        """List the causes of the last minute, each once, the newest first."""
        since = time.monotonic() - _SECONDS
        return tuple(
            dict.fromkeys(cause for cause, at in list(self._last.values())[::-1] if cause and at > since)
        )
