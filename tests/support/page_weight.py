"""Bytes that a browser loads over the wire: compressed, with headers."""

from urllib.parse import urlsplit

from playwright.sync_api import Page

LIMIT = 90_000
"""Bytes of a first visit on a phone, all files and the font included."""


class Weight:
    """Counts the bytes that a page loads from now on; `parts` has those of each path."""

    def __init__(self, page: Page) -> None:
        self.parts: dict[str, int] = {}
        self._paths: dict[str, str] = {}
        wire = page.context.new_cdp_session(page)
        wire.on("Network.requestWillBeSent", self._asked)
        wire.on("Network.loadingFinished", self._loaded)
        wire.send("Network.enable")

    @property
    def total(self) -> int:
        """The bytes of all paths."""
        return sum(self.parts.values())

    def _asked(self, event: dict) -> None:  # type: ignore[type-arg]
        self._paths[event["requestId"]] = urlsplit(event["request"]["url"]).path

    def _loaded(self, event: dict) -> None:  # type: ignore[type-arg]
        path = self._paths.get(event["requestId"], "?")
        self.parts[path] = self.parts.get(path, 0) + round(event["encodedDataLength"])
