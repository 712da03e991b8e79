"""Live updates: an open stream for each screen, all waiting in one event loop, no thread for any."""

import asyncio
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager


class Ear:
    """What one stream has yet to pass on: at most one version, however slow its reader."""

    def __init__(self) -> None:
        self._heard: int | None = None
        self._woken = asyncio.Event()

    def hear(self, version: int | None) -> None:
        """Take in a version, or be woken without one. Belongs to the event loop."""
        self._heard = version
        self._woken.set()

    async def next(self, patience: float) -> int | None:
        """Wait for a version at most so many seconds; None if there was none."""
        try:
            async with asyncio.timeout(patience):
                await self._woken.wait()
        except TimeoutError:
            return None
        self._woken.clear()
        heard, self._heard = self._heard, None
        return heard


class Hub:
    """Tells open streams that a room has reached a new version. Only the newest version counts.

    `tell` and `close` may be called from any thread, all else belongs to the event loop.
    """

    def __init__(self) -> None:
        self._ears: defaultdict[str, set[Ear]] = defaultdict(set)
        self._loop: asyncio.AbstractEventLoop | None = None
        self.closed = False

    @contextmanager
    def ear(self, code: str) -> Iterator[Ear]:
        """Listen to a room for as long as the context lasts."""
        self._loop = asyncio.get_running_loop()
        ear = Ear()
        self._ears[code].add(ear)
        try:
            yield ear
        finally:
            self._ears[code].discard(ear)
            if not self._ears[code]:
                del self._ears[code]

    def tell(self, code: str, version: int | None) -> None:
        """Pass on that a room has reached a version; None only wakes its streams."""
        if self._loop is not None and not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._spread, code, version)

    def close(self) -> None:
        """End all streams, so that the server can stop."""
        self.closed = True
        for code in list(self._ears):
            self.tell(code, None)

    def _spread(self, code: str, version: int | None) -> None:
        for ear in self._ears.get(code, ()):
            ear.hear(version)
