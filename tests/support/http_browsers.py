"""Browsers over HTTP: each with its own cookies, all over one connection that is kept."""

import http.client
from collections.abc import Sequence
from dataclasses import dataclass, field
from urllib.parse import urlencode, urlsplit

FREE = {f"COMPANION_LIMIT_{name}": "0" for name in ("REQUESTS_PER_SECOND", "ROOMS_PER_HOUR", "GUESSES")}
"""Settings of a server that one computer may ask as much as it wants."""


@dataclass(frozen=True)
class HttpAnswer:
    """An answer, with what a browser would do with it."""

    status_code: int
    text: str
    location: str | None
    headers: dict[str, str] = field(default_factory=dict)


class HttpBrowsers:
    """The `Browsers` of one server."""

    def __init__(self, url: str) -> None:
        self.base = urlsplit(url)
        self.jars: dict[str, dict[str, str]] = {}
        self._line = http.client.HTTPConnection(self.base.hostname or "", self.base.port, timeout=20)

    def forget(self) -> None:
        """Forget all cookies: the people of another evening come."""
        self.jars.clear()

    def cookies(self, who: str) -> str:
        """Return the cookies of a browser as it sends them."""
        return "; ".join(f"{name}={value}" for name, value in self.jars.get(who, {}).items())

    def ask(
        self,
        who: str,
        path: str = "",
        said: Sequence[tuple[str, str]] | None = None,
        /,
        headers: dict[str, str] | None = None,
    ) -> HttpAnswer:
        """See `Browsers`."""
        sent = {"Cookie": self.cookies(who), **(headers or {})}
        if said is None:
            return self._ask(who, "GET", path, None, sent)
        sent["Content-Type"] = "application/x-www-form-urlencoded"
        return self._ask(who, "POST", path, urlencode(said).encode(), sent)

    def _ask(
        self, who: str, method: str, path: str, body: bytes | None, headers: dict[str, str]
    ) -> HttpAnswer:
        self._line.request(method, path, body, headers)
        answer = self._line.getresponse()
        text = answer.read().decode()
        for cookie in answer.headers.get_all("Set-Cookie", ()):
            name, _, value = cookie.partition(";")[0].partition("=")
            self.jars.setdefault(who, {})[name] = value
        found = {name.lower(): value for name, value in answer.headers.items()}
        return HttpAnswer(answer.status, text, found.get("location"), found)

    def close(self) -> None:
        """Close the connection; the next request opens another."""
        self._line.close()
