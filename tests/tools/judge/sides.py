"""Two servers that are asked the same things at the same simulated time, and what they answer."""

import contextlib
import os
import re
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.clients import SCRATCH
from tests.support.http_browsers import FREE, HttpAnswer, HttpBrowsers
from tests.support.server import Server
from tests.tools.judge import shim
from tests.tools.judge.texts import Allowed, difference, text_of

_SHIM = str(Path(__file__).with_name("shim.py"))
_BEGIN = 1_800_000_000.0
_DAY = 86_400.0
_PATIENCE = 5.0
"""Real seconds after which a screen is said not to follow."""
_SAYS_NOTHING = re.compile(r"(?m)^(?::.*|id: ?\d+|data: ?\d+)$")
_VERSION = re.compile(rb"(?m)^(?:id|data): ?(\d+)$")


class Differs(Exception):  # noqa: N818 - it is a finding
    """The servers do not say the same."""


class Side:
    """The server of one tree."""

    def __init__(self, tree: Path, folder: Path) -> None:
        self.tree = tree
        control = folder / "control"
        control.write_bytes(bytes(shim.SIZE))
        with control.open("r+b") as file:
            self._control = shim.control(file)
        self.tell(0, 0, _BEGIN)
        environ = FREE | {"PYTHONPATH": str(tree), "COMPANION_SECRET_KEY": "k" * 64}
        program = (sys.executable, _SHIM, str(control))
        self.server = Server(folder / "data", "--url", "http://party.lan", environ=environ, program=program)
        self.server.start()
        self.browsers = HttpBrowsers(self.server.url)
        self.streams: dict[str, Stream] = {}

    def tell(self, seed: int, step: int, now: float) -> None:
        """Set seed, step and clocks."""
        for place, number in enumerate((seed, step, now, now - _BEGIN + 1000)):
            self._control[place] = number

    def follow(self, who: str, path: str, language: str) -> None:
        """Open a stream as the page of a browser does."""
        self.streams[who] = Stream(self.server.port, f"{path}&lang={language}", self.browsers.cookies(who))

    def forget(self) -> None:
        """Let everybody go home."""
        for stream in self.streams.values():
            stream.close()
        self.streams.clear()
        self.browsers.close()
        self.browsers.forget()

    def close(self) -> None:
        """Stop the server, for which time stands still."""
        self.forget()
        self.server.kill()
        self.server.stop()

    def score(self, paths: Sequence[Path]) -> str:
        """Return what `companion score --json` says of some files."""
        command = [sys.executable, "-m", "companion", "score", "--json", *map(str, paths)]
        environ = os.environ | {"PYTHONPATH": str(self.tree)}
        done = subprocess.run(command, capture_output=True, text=True, env=environ, check=False)
        return done.stdout + done.stderr


class Stream:
    """A stream of one screen: what it brought since it was read last."""

    def __init__(self, port: int, path: str, cookies: str) -> None:
        self._line = socket.create_connection(("127.0.0.1", port))
        head = f"GET {path} HTTP/1.1\r\nHost: localhost\r\nCookie: {cookies}\r\n\r\n"
        self._line.sendall(head.encode())
        self._line.setblocking(False)
        self._raw, self._heard, self._is_begun = b"", b"", False
        self.version = 0
        self._reach(1)

    def _receive(self) -> None:
        with contextlib.suppress(BlockingIOError):
            while more := self._line.recv(1 << 20):
                self._raw += more
        if not self._is_begun and b"\r\n\r\n" in self._raw:
            self._is_begun, self._raw = True, self._raw.partition(b"\r\n\r\n")[2]
        while self._is_begun and (chunk := re.match(rb"([0-9a-f]+)\r\n", self._raw)):
            end = chunk.end() + int(chunk[1], 16)
            if len(self._raw) < end + 2:
                break
            self._heard += self._raw[chunk.end() : end]
            self._raw = self._raw[end + 2 :]
        self.version = max([self.version, *map(int, _VERSION.findall(self._heard))])

    def _reach(self, version: int) -> None:
        end = time.monotonic() + _PATIENCE
        self._receive()
        while self.version < version and time.monotonic() < end:
            time.sleep(0.002)
            self._receive()

    def read(self, version: int) -> str:
        """Return the text of what it brought, once it has this version of the room."""
        self._reach(version)
        said = "" if self.version >= version else f"it does not follow to {version}\n"
        heard, self._heard = self._heard, b""
        return said + text_of(_SAYS_NOTHING.sub("", heard.decode()))

    def close(self) -> None:
        """Close it."""
        self._line.close()


@dataclass
class Sides:
    """The `Browsers` of two servers, which raise `Differs` as soon as they are not told the same."""

    sides: Sequence[Side]
    allowed: Sequence[Allowed]
    seed: int = 0
    step: int = 0
    now: float = _BEGIN
    screens: int = 0
    """How many screens were compared."""
    asked: list[str] = field(default_factory=list)

    def begin(self, seed: int) -> None:
        """Begin the evening of a seed."""
        for side in self.sides:
            side.forget()
        self.seed, self.step, self.asked = seed, 0, []
        self.now = max(self.now + _DAY, _BEGIN + (seed + 1) * _DAY)
        self._tell()

    def wait(self, seconds: float) -> None:
        """Let time pass, and have both do what falls due in it before anybody asks anything."""
        self._settle()
        self._tell(seconds)
        for side in self.sides:
            side.browsers.close()  # a line that was quiet for long is closed
        self._settle()

    def _settle(self) -> None:
        """Have both servers do what they have put off until after an answer."""
        for side in (*self.sides, *self.sides):
            side.browsers.ask("nobody", "/healthz")

    def _tell(self, seconds: float = 0.0) -> None:
        self.now += seconds
        self.step += 1
        for side in self.sides:
            side.tell(self.seed, self.step, self.now)

    def ask(
        self,
        who: str,
        path: str = "",
        said: Sequence[tuple[str, str]] | None = None,
        /,
        headers: dict[str, str] | None = None,
    ) -> HttpAnswer:
        """See `Browsers`; the answer is that of the first side."""
        self._tell()
        fields = "" if said is None else f" {dict(said)}"
        self.asked.append(f"{who}: {'POST' if fields else 'GET'} {path}{fields}")
        answer, other = (side.browsers.ask(who, path, said, headers) for side in self.sides)
        self._compare(f"{who} {path}", _told(answer), _told(other))
        return answer

    def follow(self, who: str, path: str, language: str) -> None:
        """Open a stream."""
        self._tell()
        for side in self.sides:
            side.follow(who, path, language)

    def hear(self, version: int) -> None:
        """Compare what the streams have brought up to a version, which is the newest."""
        for who in self.sides[0].streams:
            one, other = (side.streams[who].read(version) for side in self.sides)
            self._compare(f"{who} streams", one, other)

    def _compare(self, screen: str, one: str, other: str) -> None:
        self.screens += 1
        if one == other:
            return
        texts = [text_of(each) if "<" in each else each for each in (one, other)]
        if found_difference := difference(screen, texts[0], texts[1], self.allowed):
            done = "\n    ".join(self.asked[-3:])
            raise Differs(f"seed {self.seed}, step {self.step}, {screen}\n    {done}{found_difference}")


def _told(answer: HttpAnswer) -> str:
    where = answer.headers.get("hx-redirect") or answer.location or ""
    return f"{answer.status_code} {where}\n{answer.text}"


@contextlib.contextmanager
def two_servers(trees: Sequence[Path], allowed: Sequence[Allowed]) -> Iterator[Sides]:
    """Run the servers of two trees."""
    with tempfile.TemporaryDirectory(dir=SCRATCH) as folder, contextlib.ExitStack() as stack:
        sides = []
        for number, tree in enumerate(trees):
            place = Path(folder, str(number))
            place.mkdir()
            sides.append(Side(tree, place))
            stack.callback(sides[-1].close)
        yield Sides(sides, allowed)
