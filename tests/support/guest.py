"""HTTP clients of a party, each with its own cookies."""

import http.cookiejar
import re
import urllib.error
import urllib.parse
import urllib.request
from dataclasses import dataclass
from email.message import Message
from typing import IO


@dataclass
class Answer:
    """The response after all redirects."""

    status: int
    text: str
    url: str
    headers: Message


class Guest:
    """A browser of the host or of a player."""

    def __init__(self, base: str, code: str = "", cookie: str = "") -> None:
        """Be anybody; with the cookie of a `SeededServer`, who has a seat in the room already."""
        self.base = base
        self.code = code
        self.cookies = http.cookiejar.CookieJar()
        cookies = urllib.request.HTTPCookieProcessor(self.cookies)
        proxies = urllib.request.ProxyHandler({})
        self._opener = urllib.request.build_opener(cookies, proxies)
        if cookie:
            self._opener.addheaders.append(("Cookie", f"companion={cookie}"))

    def ask(
        self, path: str, form: dict[str, object] | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        data = None if form is None else urllib.parse.urlencode(form).encode()
        return self._send(path, data, headers or {})

    def opened(self, path: str) -> IO[bytes]:
        """Open a stream, to be read and closed by the caller."""
        answer: IO[bytes] = self._opener.open(self.base + path, timeout=30)
        return answer

    def _send(self, path: str, data: bytes | None, headers: dict[str, str]) -> Answer:
        request = urllib.request.Request(self.base + path, data, headers)
        try:
            with self._opener.open(request, timeout=30) as answer:
                text = answer.read().decode(errors="replace")  # a workbook is none
                return Answer(answer.status, text, answer.url, answer.headers)
        except urllib.error.HTTPError as error:
            with error:
                return Answer(error.code, error.read().decode(), error.url, error.headers)

    def page(self, tail: str = "") -> Answer:
        return self.ask(f"/{self.code}{tail}")

    def start_room(self, **options: object) -> Answer:
        self.ask("/")
        answer = self.ask("/rooms", {"game": "good-enough", **options})
        match = re.search(r"/([A-Z0-9]{4})/host$", answer.url)
        self.code = match[1] if match else ""
        return answer

    def begin(self, **options: object) -> Answer:
        return self.ask(f"/{self.code}/host/begin", options)

    def join(self, code: str, name: str) -> Answer:
        self.code = code
        self.page()
        return self.ask(f"/{code}/join", {"name": name})

    def round_id(self, tail: str = "") -> str:
        """Return the id of the round from the form of this guest's page."""
        match = re.search(r'name="at" value="([^"]*)"', self.page(tail).text)
        assert match, "the page names no round"
        return match[1]

    def send(self, number: object, at: str | None = None) -> Answer:
        return self.ask(f"/{self.code}/number", {"number": number, "at": at or self.round_id()})

    def enter(self, *plays: object, call: str = "", at: str | None = None) -> Answer:
        """Enter a round on the score sheet, the first seat's play first."""
        typed = {f"play-{seat}": play for seat, play in enumerate(plays, 1)}
        return self.ask(
            f"/{self.code}/host/sheet", {"at": at or self.round_id("/host"), "call": call, **typed}
        )

    def close_round(self, at: str | None = None) -> Answer:
        return self.ask(f"/{self.code}/host/close", {"at": at or self.round_id("/host")})

    def version(self) -> int:
        match = re.search(r'data-v="(\d+)"', self.page("/tv").text)
        assert match
        return int(match[1])


def error_message(answer: Answer) -> str:
    """Return the error message of a page."""
    match = re.search(r'(?:id="message"[^>]*|class="message no" id="means"[^>]*><span)>([^<]*)<', answer.text)
    return (match[1] if match else answer.text).strip().replace("&#39;", "'")
