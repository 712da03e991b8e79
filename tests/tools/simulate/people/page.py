"""A page that follows its room, as `static/live.js` keeps it: what phones, TVs and host pages share."""

from abc import ABC, abstractmethod
from collections.abc import Callable

from tests.tools.simulate.clock import Call
from tests.tools.simulate.network import Answer, Exchange
from tests.tools.simulate.people.browser import Browser
from tests.tools.simulate.screens import attribute, live_part

QUIET = 40.0
"""Seconds of silence after which a page takes its stream for dead."""

_SLOWEST = 8.0
_HTMX = (("HX-Request", "true"),)


class LivePage(ABC):
    """An open page; `version` is the one it shows, and `newest` the one it has heard of."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address
        self.html = ""
        self.version = 0
        self.is_shown = False
        self.is_synced = False
        self.status = 0
        self._newest: int | None = None
        self._stream: Exchange | None = None
        self._failures = 0
        self._later: Call | None = None
        self._watchdog: Call | None = None
        self._fetches = 0
        self.document = 0
        """How often the page was loaded: what an earlier document asked for, a later one does not get."""

    def open(self) -> None:
        """Open the page, or load it again."""
        self.put_away()
        self.is_shown = True
        self.document += 1
        self._newest = None
        number = self._fetches

        def take(answer: Answer) -> None:
            if number == self._fetches:
                self._load(answer)

        def lost() -> None:
            if number == self._fetches:
                self._again(self.open)

        self.browser.get(self.address, take, lost)

    def look(self) -> None:
        """Open the page, or look again at one that was put away: only its stream is opened anew then."""
        if not self.html:
            self.open()
        else:
            self.is_shown = True
            self._failures = 0
            self._open_stream()

    def put_away(self) -> None:
        """Put the device away: a page that nobody sees closes its stream."""
        self.is_shown = False
        self.is_synced = False
        self._fetches += 1  # an answer that is still on its way finds no page
        self._close_stream()

    def _load(self, answer: Answer) -> None:
        self.status = answer.status
        found = live_part(answer.text)
        if answer.status >= 500:
            self._again(self.open)
        elif found:
            self.html = found
            self.version = int(attribute(found, "v"))
            self.take_page(found)
            self._open_stream()
        else:
            self.html = ""
            self.take_other_page()

    def _open_stream(self) -> None:
        self._close_stream()
        self.is_synced = False
        if not self.is_shown:
            return
        address = attribute(self.html, "stream").replace("&amp;", "&")
        self._stream = self.browser.open_stream(address, self._hear, self._lost)
        self._watch()

    def _hear(self, kind: str, last_id: str, data: str) -> None:
        if not self.is_shown:
            return
        self._watch()
        if kind == "own":
            self.take_own(data)
            return
        self._newest = int(last_id)
        if kind == "progress" and self.is_synced and self.is_behind:
            self.take_progress(data, self._newest)
        elif kind == "message" and self.is_synced and self.is_behind and data.startswith("<"):
            self.take_message(data)
            self.version = self._newest
        if self.version == self._newest:
            self._in_step()
        else:
            self.refresh()

    @property
    def is_behind(self) -> bool:
        return self._newest is not None and self.version < self._newest

    @property
    def follows(self) -> bool:
        """Whether the page is complete and its stream is open."""
        return self.is_synced and self._stream is not None

    def _in_step(self) -> None:
        self.is_synced = True
        self._failures = 0
        self.in_step()

    def refresh(self) -> None:
        """Fetch the live part."""
        self.is_synced = False
        self._fetches += 1
        number = self._fetches

        def take(answer: Answer) -> None:
            if number != self._fetches:
                return
            found = live_part(answer.text) if answer.status == 200 else ""
            if found:
                self.take_fragment(found)
            elif answer.header(b"hx-refresh") or answer.header(b"hx-redirect"):
                self.open()
            else:
                self._again(self._open_stream)

        def lost() -> None:
            if number == self._fetches:
                self._again(self._open_stream)

        self.browser.get(self.fragment_address(), take, lost, headers=_HTMX)

    def take_fragment(self, html: str) -> None:
        """Show a live part that was fetched, or that has answered a form."""
        self.html = html
        self.version = int(attribute(html, "v"))
        self.take_page(html)
        if self.is_behind:
            self.refresh()
        else:
            self._in_step()

    def fragment_address(self) -> str:
        """Return the address that the live part is fetched from."""
        return self.address

    def _lost(self) -> None:
        self._close_stream()
        if not self.is_shown:
            return
        if self._failures > 1:
            self.refresh()
        self._again(self._open_stream)

    def _again(self, act: Callable[[], None]) -> None:
        if self._later:
            self._later.cancel()
        if not self.is_shown:
            return
        delay = min(_SLOWEST, 0.25 * 2**self._failures)
        self._later = self.browser.site.timeline.after(delay, act)
        self._failures += 1

    def _watch(self) -> None:
        if self._watchdog:
            self._watchdog.cancel()
        self._watchdog = self.browser.site.timeline.after(QUIET, self._lost)

    def _close_stream(self) -> None:
        for each in (self._later, self._watchdog):
            if each:
                each.cancel()
        stream, self._stream = self._stream, None
        if stream and not stream.is_over:
            stream.close()

    @abstractmethod
    def take_page(self, html: str) -> None:
        """Show a live part that was fetched."""

    def take_other_page(self) -> None:  # noqa: B027 - not all pages do
        """Show a page without a live part."""

    def take_message(self, data: str) -> None:  # noqa: B027 - not all pages do
        """Show a live part of the stream."""

    def take_progress(self, data: str, newest: int) -> None:  # noqa: B027 - not all pages do
        """Show who is in."""

    def take_own(self, data: str) -> None:  # noqa: B027 - not all pages do
        """Show the player's own part."""

    def in_step(self) -> None:  # noqa: B027 - not all pages do
        """Do what waits for the newest version."""
