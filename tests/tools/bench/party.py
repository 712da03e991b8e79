"""A room with phones and a TV on a real server: what each sends and shows, and whether that is right."""

import os
import random
import re
import socket
from collections.abc import Sequence
from functools import partial
from itertools import cycle
from multiprocessing import get_context
from operator import sub
from statistics import median
from time import perf_counter
from typing import NamedTuple

from companion.i18n.languages import LANGUAGES
from tests.support.guest import Guest
from tests.support.service import CORES, Service
from tests.tools.bench.screens import GZIP_HEADER, Answer, Line, Poller, Screen

_STREAM = b"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\na\r\n"
_LINES = 9000  # for requests, beside as many streams, as a process may open 20,000 files
LATE = 120.0  # seconds after which a screen counts as wrong
# of phone and TV; a page that watches has it behind its round
_REVEAL = r'(?:id|data-key|data-place)="(?:outcome-)?{}".*?<ol class="(?:cards|presenters)"(.*?)</ol>'
_NUMBER = r'<li class="(?:card|presenter) (\w+)(?:(?!<li ).)*?(?:"number"|<(?:text|b)\b[^>]*)>(\d+)<'


def is_right(html: str, key: str, numbers: Sequence[int]) -> bool:
    """Return whether a page has the reveal of this name, with numbers that were sent and the right middle.

    That is the middle of what one player alone sent, worked out here once more. A page covers it until the TV
    has told it; but the bytes are there, and nothing more is sent.
    """
    once = sorted(number for number in set(numbers) if numbers.count(number) == 1)
    middles = {once[(len(once) - 1) // 2], once[len(once) // 2]}
    match = re.search(_REVEAL.format(key), html, re.DOTALL)
    fates = re.findall(_NUMBER, match[1], re.DOTALL) if match else []
    scored = {int(number) for fate, number in fates if fate in ("scored", "lit")}  # on a phone; on the TV
    return scored == middles and {int(number) for _, number in fates} <= {*numbers}


class Phone(Line):
    """A browser: its connection for requests, its cookie, and its page."""

    cookie = ""
    language = "en"
    screen: Screen


class Shown(NamedTuple):
    """A round: how many seconds after the last number the screens had the reveal, and a number that was sent
    alone its answer; how many screens are wrong; seconds of processor of servers, and of others; and KB that
    came to a phone."""

    screens: list[float]
    lone: float
    wrong: int
    cpu: float
    others: float
    kilobytes: float


class Party:
    """Players in one room, whose phones take so many languages in turn."""

    def __init__(
        self, service: Service, size: int, seed: int = 1, poller: Poller | None = None, languages: int = 1
    ):
        self.poller, self.size = poller or Poller(), size
        self.sent: list[list[int]] = []
        """The numbers of all rounds, as the phones sent them."""
        self._service, self._chance = service, random.Random(seed)
        self._host = Guest("http://{}:{}".format(*service.at))
        self._host.start_room()
        self._code = self._host.code
        self.phones = [Phone(self.poller, service.at) for _ in range(size)]
        self.tv = Phone(self.poller, service.at)
        spoken = cycle([*LANGUAGES][:languages])
        for phone in self.phones:
            phone.language = next(spoken)

    @property
    def player_screens(self) -> list[Screen]:  # the TV's is the last
        return [each.screen for each in (*self.phones, self.tv)]

    @property
    def screens(self) -> list[Screen]:
        """All screens that are to have a reveal."""
        return self.player_screens

    def join(self) -> None:
        """Open the page and join, for every phone; start the game, and hang up as browsers do."""
        for path, status in (("", 200), ("/join", 200)):
            forms = [f"name=Phone+{n + 1}" if path else None for n in range(self.size)]
            requests = list(map(self._request, self.phones, [path] * self.size, forms))
            for phone, answer in zip(self.phones, self._gather(range(self.size), requests), strict=True):
                assert answer.status == status, answer
                cookie = re.search(rb"set-cookie: (companion=[^;]+)", answer.head, re.IGNORECASE)
                phone.cookie = cookie[1].decode() if cookie else phone.cookie
        assert self._host.begin(rounds=9999).status == 200
        for phone in self.phones:
            phone.close()

    def follow(self) -> None:
        """Open the stream of the TV and each phone, which shows something and hangs up its other line."""
        for each, kind, path in ((self.tv, "tv", "/tv"), *((phone, "phone", "") for phone in self.phones)):
            following = f"/stream?screen={kind}&lang={each.language}"
            stream, page = (self._request(each, what) for what in (following, path))
            each.screen = screen = Screen(self.poller, each, stream, page)
            assert self.poller.run(lambda screen=screen: screen.html, LATE), "a screen is empty"
            each.close()

    def weigh(self) -> float:
        """Open streams once more, one by one, and return the KB that a server keeps for each."""
        more, (*_, before) = list[Screen](), self._service.used()
        for phone in self.phones[:2000]:
            more.append(screen := Screen(self.poller, phone, self._request(phone, "/stream?screen=phone")))
            self.poller.run(lambda screen=screen: screen.received, LATE)
        kilobytes = (self._service.used()[-1] - before) / len(more)
        for each in more:
            each.close()
        return kilobytes

    def quiet(self, pause: float = 0.0) -> Shown:
        """Play a round whose first and last number are sent alone, and with a gap of seconds all of them."""
        first, *others, last = self.draw()
        self._line(first).connect()
        self._settle()
        begin = perf_counter()
        [answer] = self._send([first])
        for some in [[other] for other in others] if pause else [others]:
            next_one = perf_counter() + pause
            self._send(some)
            self.rest(next_one - perf_counter())
        return self.play([last], answer.at - begin)

    def play(self, order: Sequence[int], lone: float = 0.0) -> Shown:
        """Have the phones send that have not, all at once, and wait for the reveal."""
        lines, requests = list(map(self._line, order)), list(map(self.request, order))
        for line in set(lines):
            line.connect()
        version, waiting = self._settle() + len(order), set(self.screens)
        for screen in self.screens:
            screen.expect(version, waiting.discard)
        answers, before = list[Answer](), self._service.used()
        for line, request in zip(lines, requests, strict=True):
            sent = perf_counter()
            line.ask(request, answers.append)
        self.poller.run(lambda: not waiting and len(answers) == len(order), LATE)
        self.rest()
        cpu, others, _ = map(sub, self._service.used(), before)
        seconds = sorted(screen.at - sent if screen.at else LATE for screen in self.screens)
        came = median(map(sub, self._received(), self._before)) / 1024
        return Shown(seconds, lone, self.wrong(), cpu, others, came)

    def draw(self) -> list[int]:
        """Let all choose, three of them what nobody else does, and return the order in which they send."""
        self._before = self._received()
        self.sent.append([97 + n if n < 3 else self._chance.randint(0, 90) for n in range(self.size)])
        return self._chance.sample(range(self.size), self.size)

    def request(self, number: int) -> bytes:
        """Return the request with which a phone sends its number; the stream brings what follows."""
        form = f"number={self.sent[-1][number]}&at=1.{len(self.sent)}"
        return self._request(self.phones[number], "/number", form)

    def wrong(self) -> int:
        """Count the screens that do not show the last round as it was; equal ones are looked at once."""
        return self.count_wrong(self.player_screens, f"reveal-1-{len(self.sent)}")

    def count_wrong(self, screens: Sequence[Screen], key: str) -> int:
        """Count which of some screens do not show the last round behind what names it."""
        pages = [screen.html for screen in screens]
        right = {page: is_right(page, key, self.sent[-1]) for page in set(pages)}
        return sum(not right[page] for page in pages)

    def rest(self, seconds: float = 0.1) -> None:
        """Read for some seconds, by default for as long as something comes after a reveal."""
        self.poller.run(lambda: False, seconds)

    def _received(self) -> list[int]:
        """Return how many bytes have come to each phone, over its stream and as responses."""
        return [phone.screen.received + phone.received for phone in self.phones]

    def _settle(self) -> int:
        """Wait until all screens show the current version, and return it."""
        version = self._host.version()
        self.poller.run(lambda: all(screen.shows >= version for screen in self.screens), LATE)
        self.rest()
        return version

    def _send(self, order: Sequence[int]) -> list[Answer]:
        return self._gather(order, list(map(self.request, order)))

    def _line(self, number: int) -> Line:
        """Return the connection for a phone's requests; if there are very many, two share one."""
        return self.phones[number % _LINES]

    def _gather(self, order: Sequence[int], requests: Sequence[bytes]) -> list[Answer]:
        """Send a request of each phone, some at a time, and return the responses in order."""
        found: dict[int, Answer] = {}
        for number, request in enumerate(requests):
            self._line(order[number]).ask(request, partial(found.__setitem__, number))
            self.poller.run(lambda least=number - 32: len(found) > least, LATE)
        assert self.poller.run(lambda: len(found) == len(requests), LATE), "some requests were not answered"
        return [found[number] for number in range(len(requests))]

    def _request(self, phone: Phone, path: str, form: str | None = None) -> bytes:
        host = "{}:{}".format(*phone.address)
        fields = {"Host": host, "Accept-Language": phone.language}
        if phone.cookie:
            fields |= {"Cookie": phone.cookie, "HX-Request": "true", "X-Follows": "1"}
        if path.startswith("/stream"):
            fields["Accept-Encoding"] = "gzip"
        if form is not None:
            fields |= {"Content-Type": "application/x-www-form-urlencoded", "Content-Length": str(len(form))}
        lines = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        method = "GET" if form is None else "POST"
        return f"{method} /{self._code}{path} HTTP/1.1\r\n{lines}\r\n{form or ''}".encode()


class Floor:
    """A bare program that answers a request and writes a party's last reveal to as many open streams.

    It does nothing else, so nothing that a server must do can be quicker on this computer.
    """

    def __init__(self, party: Party) -> None:
        self._poller, self._version = party.poller, party.screens[0].shows
        with socket.create_server(("127.0.0.1", 0), backlog=2048) as listening:
            payloads = [screen.awaited for screen in party.screens]
            get_context("fork").Process(target=_serve, args=(listening, payloads), daemon=True).start()
            self._line = Line(self._poller, listening.getsockname())
            self._screens = [Screen(self._poller, self._line, b"GET /stream") for _ in payloads]
        self.reveal()

    def reveal(self) -> float:
        """Return the seconds from the request until the last screen had the reveal."""
        waiting = set(self._screens)
        for screen in self._screens:
            screen.shows = -1
            screen.expect(self._version, waiting.discard)
        self._line.connect()
        sent = perf_counter()
        self._line.ask(b"POST /number", lambda _: None)
        assert self._poller.run(lambda: not waiting, LATE), "the bare program does not answer"
        return max(screen.at for screen in self._screens) - sent


def _serve(listening: socket.socket, payloads: Sequence[bytes]) -> None:
    """Open a stream for each payload, and write all of them for each request, for ever."""
    os.sched_setaffinity(0, CORES[:1])
    streams = []
    for payload in payloads:
        line, _ = listening.accept()
        line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        line.recv(4096)
        line.sendall(_STREAM + GZIP_HEADER + b"\r\n")
        streams.append((line, payload))
    while True:
        asking, _ = listening.accept()
        while asking.recv(4096):
            asking.sendall(b"HTTP/1.1 204 No Content\r\n\r\n")
            for line, payload in streams:
                line.sendall(payload)
