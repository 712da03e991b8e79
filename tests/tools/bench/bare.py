"""The same reveal by a bare program: the time that this computer and this client need in any case."""

import subprocess
import sys
import tempfile
from pathlib import Path
from time import perf_counter

from tests.tools.bench import floor, machine
from tests.tools.bench.lines import Line
from tests.tools.bench.poller import Poller
from tests.tools.bench.screens import Screen

_POST = b"POST / HTTP/1.1\r\nHost: floor\r\nContent-Length: 15\r\n\r\nnumber=7&at=1.1"


class Bare:
    """The bare program with as many streams as a room, which sends a real reveal to each."""

    def __init__(self, poller: Poller, size: int, phone: Screen, tv: Screen) -> None:
        """`phone` and `tv` have received a reveal of the real server, of which they kept all bytes."""
        self._poller = poller
        self._version = min(phone.brought, tv.brought)
        assert self._version >= 0, (phone.awaited, tv.awaited)
        self._folder = tempfile.TemporaryDirectory()
        files = [Path(self._folder.name, name) for name in ("head", "phones", "tv")]
        for file, data in zip(files, (phone.beginning, phone.awaited, tv.awaited), strict=True):
            file.write_bytes(data)
        with machine.on_the_servers_core():
            command = [sys.executable, floor.__file__, *map(str, files)]
            self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        address = "127.0.0.1", int(self._process.stdout.readline())
        self._line = Line(poller, address)
        self._screens = [
            Screen(poller, address, b"GET /%b HTTP/1.1\r\n\r\n" % kind, b"", self._line)
            for kind in [b"tv", *[b"phone"] * size]
        ]
        for screen in self._screens:
            screen.open()
            screen.fetches = False
        self.reveal()

    def reveal(self) -> float:
        """Return the seconds from the request until the last screen had the reveal."""
        waiting = set(self._screens)
        for screen in self._screens:
            screen.expect(self._version, waiting.discard)
        self._line.ready()
        sent = perf_counter()
        self._line.ask(_POST, lambda _: None)
        assert self._poller.run(lambda: not waiting, 60), "the bare program does not answer"
        return max(screen.at for screen in self._screens) - sent

    def stop(self) -> None:
        """Stop the program."""
        for screen in self._screens:
            screen.close()
        self._line.close()
        self._process.kill()
        self._process.communicate()
        self._folder.cleanup()
