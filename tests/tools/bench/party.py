"""A room with phones and a TV: what each sends and shows, and whether that is right."""

import json
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any
from urllib.parse import quote, urlencode

from tests.support.guest import Guest
from tests.tools.bench import machine, seen, wire
from tests.tools.bench.lines import Address, Line, gather
from tests.tools.bench.poller import Poller
from tests.tools.bench.screens import Screen
from tests.tools.bench.servers import Serving

_AT_ONCE = 32  # players who join at the same time
_ROUNDS = 9999  # of the game: more than are ever played
_SETTLED = 30.0  # seconds for screens to become idle between two measurements
_REST = 0.05  # seconds more, for what a server does afterwards
_LATE = 60.0  # seconds after which a screen counts as wrong
_SWITCHED_OFF = 25.0  # seconds after which the last server has forgotten a TV


@dataclass
class Phone:
    """A player's browser: cookie, connection and stream."""

    name: str
    line: Line
    cookie: bytes = b""
    screen: Screen = field(init=False)


@dataclass(frozen=True, slots=True)
class Shown:
    """The result of a round: when each screen had received the reveal, after the last number was sent."""

    seconds: tuple[float, ...]
    """Seconds for each screen that received it, the fastest first."""
    acknowledged: int
    right: int
    screens: int
    cpu: float
    """Processor seconds of the servers."""
    lone: float = 0.0
    """Seconds until a number that was sent alone was acknowledged."""

    @property
    def last(self) -> float:
        """Seconds until the last screen had it."""
        return self.seconds[-1] if self.seconds else _LATE


class Party:
    """Players in one room of a server, or of several that share their rooms."""

    def __init__(self, servers: Serving, poller: Poller, size: int, seed: int = 1) -> None:
        self.size = size
        self.servers = servers
        self.sent: list[list[int]] = []
        """The numbers of all rounds, as the phones sent them."""
        self.acknowledged = 0
        self.joining = 0.0
        """Seconds until all had joined."""
        self._poller = poller
        self._chance = random.Random(seed)
        self._addresses = [_address(url) for url in servers.urls]
        self.host = Guest(servers.urls[0])
        self.host.start_room()
        self.code = self.host.code
        self.phones = [Phone(f"Phone {n + 1}", Line(poller, self._on(n))) for n in range(size)]
        self.tv = Phone("the TV", Line(poller, self._addresses[0]))

    @property
    def screens(self) -> list[Screen]:
        """The screens of all phones, and the TV's."""
        return [*(phone.screen for phone in self.phones), self.tv.screen]

    def join(self) -> None:
        """Open the page and join, for every phone."""
        begin = perf_counter()
        self._each(lambda phone: self._get(phone, f"/{self.code}", fragment=False), 200)
        names = {phone.name: urlencode({"name": phone.name}) for phone in self.phones}
        self._each(lambda phone: self._post(phone, "join", names[phone.name], fragment=False), 303)
        self.joining = perf_counter() - begin

    def begin(self) -> None:
        """Start the game."""
        answer = self.host.begin(rounds=_ROUNDS)
        assert answer.status == 200, answer.text

    def follow(self) -> None:
        """Open the streams of the TV and all phones, and wait until all show something."""
        self._follow(self.tv, "tv", f"/{self.code}/tv")
        for phone in self.phones:
            self._follow(phone, "phone", f"/{self.code}")
        if not self._poller.run(lambda: all(screen.html for screen in self.screens), 120):
            raise wire.Broken("not all streams have shown the room")

    def leave(self) -> None:
        """Close all streams."""
        for each in [self.tv, *self.phones]:
            each.line.close()
            each.screen.close()

    def hang_up(self) -> None:
        """Close the connections for requests, as servers and browsers do after some seconds."""
        for each in [self.tv, *self.phones]:
            each.line.close()

    def quiet(self) -> Shown:
        """Play a round whose last number is sent when everything else is idle."""
        numbers, at = self.draw()
        first, *others, last = self._order()
        lone = self._alone(first, numbers, at)
        answers = self._gathered(others, self.requests(others, numbers, at))
        version = self._settle()
        return self._timed([last], numbers, at, version + 1, 1 + _good(answers), lone)

    def spaced(self, gap: float) -> Shown:
        """Play a round in which one sends after the other, so many seconds apart."""
        numbers, at = self.draw()
        *others, last = self._order()
        acknowledged = 0
        for number in others:
            next_one = perf_counter() + gap
            acknowledged += _good(self._gathered([number], self.requests([number], numbers, at)))
            self._poller.rest(max(0.0, next_one - perf_counter()))
        return self._timed([last], numbers, at, self._settle() + 1, acknowledged)

    def rest(self, seconds: float) -> None:
        """Take in what comes for some seconds."""
        self._poller.rest(seconds)

    def received(self) -> list[int]:
        """Return how many bytes have come to each phone, over its stream and as responses."""
        return [phone.screen.received + phone.line.received for phone in self.phones]

    def burst(self) -> Shown:
        """Play a round in which all send at once."""
        numbers, at = self.draw()
        version = self._settle()
        return self._timed(self._order(), numbers, at, version + self.size, 0)

    def play(self) -> None:
        """Play a round without measuring it."""
        numbers, at = self.draw()
        order = self._order()
        self.acknowledged += _good(self._gathered(order, self.requests(order, numbers, at)))

    def kept(self) -> int:
        """Switch the TV off, and count the numbers of all rounds that are stored as they were sent.

        With a TV the download has only the rounds that the TV has told, and it tells slower than these play.
        """
        self.tv.screen.close()
        end = perf_counter() + _SWITCHED_OFF
        while len(rounds := self._stored()) < len(self.sent) and perf_counter() < end:
            self._poller.rest(_REST)
        return sum(
            stored["plays"].get(phone.name) == number
            for stored, numbers in zip(rounds, self.sent, strict=False)
            for phone, number in zip(self.phones, numbers, strict=True)
        )

    def _stored(self) -> list[dict[str, Any]]:
        document = json.loads(self.host.page("/evening.json").text)
        return document["games"][0]["rounds"] if document["games"] else []

    def _timed(
        self,
        order: list[int],
        numbers: list[int],
        at: str,
        version: int,
        acknowledged: int,
        lone: float = 0.0,
    ) -> Shown:
        waiting = set(self.screens)
        for screen in self.screens:
            screen.expect(version, waiting.discard)
        requests = self.requests(order, numbers, at)
        lines = [self.phones[n].line for n in order]
        for line in lines:
            line.ready()
        answers: list[wire.Answer] = []
        shown = [self._showing(self.phones[n], answers.append) for n in order]
        begin = machine.cpu(self.servers.pids)
        for line, request, then in zip(lines, requests, shown, strict=True):
            sent = perf_counter()
            line.ask(request, then)
        self._poller.run(lambda: not waiting and len(answers) == len(order), _LATE)
        self._poller.rest(_REST)
        cpu = machine.cpu(self.servers.pids) - begin
        acknowledged += _good(answers)
        self.acknowledged += acknowledged
        seconds = sorted(screen.at - sent for screen in self.screens if screen.at)
        right = self.right(version)
        return Shown(tuple(seconds), acknowledged, right, len(self.screens), cpu, lone)

    def right(self, version: int) -> int:
        """Count the screens that have received the last round correctly; equal ones are checked once."""
        numbers = self.sent[-1]
        key, looked, right = f"reveal-1-{len(self.sent)}", dict[str, bool](), 0
        for screen in self.screens:
            screen.settle()
            if screen.html not in looked:
                looked[screen.html] = seen.is_right(screen.html, version, key, numbers)
            right += looked[screen.html]
        return right

    def _alone(self, number: int, numbers: list[int], at: str) -> float:
        """Return the seconds until a number that is sent alone is acknowledged."""
        self._settle()
        line, (request,) = self.phones[number].line, self.requests([number], numbers, at)
        line.ready()
        answers: list[wire.Answer] = []
        sent = perf_counter()
        line.ask(request, self._showing(self.phones[number], answers.append))
        self._poller.run(lambda: answers, _LATE)
        return answers[0].at - sent

    def _settle(self) -> int:
        """Wait until all screens show the current version, and return it."""
        version = self.host.version()
        self._poller.run(lambda: all(screen.shows >= version for screen in self.screens), _SETTLED)
        self._poller.rest(_REST)
        return version

    def _showing(self, phone: Phone, then: Callable[[wire.Answer], object]) -> Callable[[wire.Answer], None]:
        """Return a callback that also shows the part of the page in a response, as htmx does."""

        def arrived(answer: wire.Answer) -> None:
            then(answer)
            if phone.screen.fetches and b'id="live"' in answer.body:
                phone.screen.took(answer.body.decode())

        return arrived

    def draw(self) -> tuple[list[int], str]:
        """Let everybody choose for the next round, and return the numbers and how forms name the round.

        Three choose what nobody else does, so that there always is a middle.
        """
        self.sent.append([97 + n if n < 3 else self._chance.randint(0, 90) for n in range(self.size)])
        return self.sent[-1], f"1.{len(self.sent)}"

    def stream(self, phone: Phone, kind: str = "phone") -> bytes:
        """Return the request for the stream of a phone or a TV."""
        return self._get(phone, f"/{self.code}/stream?screen={kind}", accept=b"text/event-stream")

    def _order(self) -> list[int]:
        return self._chance.sample(range(self.size), self.size)

    def requests(self, order: Sequence[int], numbers: list[int], at: str) -> list[bytes]:
        """Return the requests of these phones, in this order."""
        return [self._number(self.phones[n], f"number={numbers[n]}&at={at}") for n in order]

    def _number(self, phone: Phone, body: str) -> bytes:
        """Return a request that says which version the page shows: its stream brings what follows."""
        return self._post(phone, "number", body, follows=phone.screen.shows)

    def _each(self, request: Callable[[Phone], bytes], status: int) -> None:
        """Send a request for every phone, and keep its cookie."""
        answers = self._gathered(range(self.size), [request(phone) for phone in self.phones])
        for phone, answer in zip(self.phones, answers, strict=True):
            if answer.status != status:
                raise wire.Broken(f"{answer.status} instead of {status}: {answer.body[:2000]!r}")
            phone.cookie = answer.cookie or phone.cookie

    def _gathered(self, order: Sequence[int], requests: list[bytes]) -> list[wire.Answer]:
        return gather([self.phones[n].line for n in order], requests, _AT_ONCE, self._poller)

    def _follow(self, phone: Phone, kind: str, page: str) -> None:
        fetch = self._get(phone, page)
        phone.screen = Screen(self._poller, phone.line.address, self.stream(phone, kind), fetch, phone.line)
        phone.screen.open()

    def _get(self, phone: Phone, path: str, *, fragment: bool = True, accept: bytes = b"text/html") -> bytes:
        head = self._head(b"GET", path, phone, fragment and accept == b"text/html")
        return b"%bAccept: %b\r\n\r\n" % (head, accept)

    def _post(
        self, phone: Phone, what: str, body: str, *, fragment: bool = True, follows: int | None = None
    ) -> bytes:
        head = self._head(b"POST", f"/{self.code}/{quote(what)}", phone, fragment)
        kind = b"Content-Type: application/x-www-form-urlencoded\r\n"
        if follows is not None:
            kind += b"X-Follows: %d\r\n" % follows
        return b"%b%bContent-Length: %d\r\n\r\n%b" % (head, kind, len(body), body.encode())

    def _head(self, method: bytes, path: str, phone: Phone, fragment: bool) -> bytes:
        host = "{}:{}".format(*phone.line.address)
        fields = {"Host": host, "Origin": f"http://{host}", "Accept-Language": "en", "User-Agent": "bench"}
        fields["Accept-Encoding"] = "gzip, deflate"
        if phone.cookie:
            fields["Cookie"] = phone.cookie.decode()
        if fragment:
            page = f"http://{host}/{self.code}"
            fields |= {"HX-Request": "true", "HX-Target": "live", "HX-Current-URL": page}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        return method + f" {path} HTTP/1.1\r\n{lines}".encode()

    def _on(self, number: int) -> Address:
        return self._addresses[number % len(self._addresses)]


def _good(answers: list[wire.Answer]) -> int:
    return sum(answer.status in {200, 204, 303} for answer in answers)


def _address(url: str) -> Address:
    host, _, port = url.partition("//")[2].rpartition(":")
    return host, int(port)
