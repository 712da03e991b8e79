"""A server that is forked from a process which has imported the program: most of a start is to import it.

Its templates are compiled already, which is most of what the first pages take.
"""

import multiprocessing
import os
import signal
import sys
import warnings
from collections.abc import Mapping
from multiprocessing.context import ForkServerProcess
from multiprocessing.reduction import DupFd
from typing import Any

from companion.web.app import Pages
from tests.support.applications import COMPILED
from tests.support.server import PROGRAM, Process, Server

CAN_FORK = sys.platform == "linux"


class PreloadedServer(Server):
    """A server like any other, for tests that do not ask how one starts."""

    def _run(self, words: list[str], environ: Mapping[str, str]) -> Process:
        if not CAN_FORK or self._within or self._program is not PROGRAM:
            return super()._run(words, environ)
        streams = [DupFd(each.fileno()) for each in (self._output, self._errors)]
        return _Forked(words, environ, streams)


class _Forked:
    """A process of `companion`, forked from one that has imported it."""

    def __init__(self, words: list[str], environ: Mapping[str, str], streams: list[Any]) -> None:
        context = multiprocessing.get_context("forkserver")
        context.set_forkserver_preload(["companion.cli", "sqlalchemy.dialects.sqlite", __name__])
        self._process: ForkServerProcess = context.Process(target=_main, args=(words, dict(environ), streams))
        self._process.start()
        assert self._process.pid
        self.pid = self._process.pid

    def send_signal(self, number: int) -> None:
        os.kill(self.pid, number)

    def poll(self) -> int | None:
        return self._process.exitcode

    def wait(self, timeout: float) -> int:
        self._process.join(timeout)
        if self._process.exitcode is None:
            raise TimeoutError(f"the server has not ended within {timeout} seconds")
        return self._process.exitcode


def _main(words: list[str], environ: Mapping[str, str], streams: list[Any]) -> None:
    """Run a command of `companion`, as `python -W error` would."""
    from companion.cli import main

    os.environ.clear()
    os.environ.update(environ)
    for number, stream in enumerate(streams, 1):
        os.dup2(stream.detach(), number)
    signal.signal(signal.SIGINT, signal.default_int_handler)
    warnings.simplefilter("error")
    Pages.jinja_options = {"bytecode_cache": COMPILED}
    sys.exit(main(words))
