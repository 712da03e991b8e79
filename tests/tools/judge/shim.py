"""Runs a `companion` of any tree with the clock and the chance that a file says: `shim.py FILE ARGUMENTS`.

The file has four numbers (`control`): a seed, a step, and what both clocks show. Who drives the server writes
them before each request. Chance begins anew with each step, so that what is drawn for one thing does not
depend on what was drawn for another before. What the server does in threads, it does in its event loop, one
after another. Only places of the standard library are replaced, so this fits any tree.
"""

import asyncio
import mmap
import os
import random
import runpy
import secrets
import sys
import threading
import time
from asyncio import base_events
from collections.abc import Callable
from contextvars import copy_context
from pathlib import Path
from typing import Any, BinaryIO

SIZE = 4 * 8
"""Bytes of the file."""


def control(file: BinaryIO) -> memoryview:
    """Return the numbers in a file; each is written whole, so that no clock is read that is half set."""
    return memoryview(mmap.mmap(file.fileno(), SIZE)).cast("d")


class _Chance:
    """What is drawn in a step; of each kind by itself."""

    def __init__(self, numbers: memoryview) -> None:
        self._numbers = numbers
        self._step: tuple[int, ...] = ()
        self._kinds: dict[object, random.Random] = {}

    def of(self, kind: object) -> random.Random:
        """Return the generator for a kind, in the present step."""
        step = (int(self._numbers[0]), int(self._numbers[1]))
        if step != self._step:
            self._step, self._kinds = step, {}
        return self._kinds.setdefault(kind, random.Random(f"{step} {kind}"))


def main() -> None:
    """Replace clock, chance and threads, and run the program."""
    _, path, *arguments = sys.argv
    with Path(path).open("r+b") as file:
        numbers = control(file)
    time.time = lambda: numbers[2]
    time.monotonic = lambda: numbers[3]
    threading.Thread(target=_end_with, args=(os.getppid(),), daemon=True).start()
    _replace_chance(_Chance(numbers))
    base_events.BaseEventLoop.run_in_executor = _at_once  # type: ignore[assignment]
    asyncio.to_thread = _in_loop
    sys.argv = ["companion", *arguments]
    sys.path[:1] = []
    runpy.run_module("companion", run_name="__main__", alter_sys=True)


def _end_with(parent: int) -> None:
    """End as soon as whoever drives the server has ended, killed or not."""
    while os.getppid() == parent:
        time.sleep(0.5)
    os._exit(1)


def _replace_chance(chance: _Chance) -> None:
    system: Any = random.SystemRandom
    system.random = lambda _: chance.of("chance").random()
    system.getrandbits = lambda _, bits: chance.of("chance").getrandbits(bits)
    system.randbytes = lambda _, count: chance.of("chance").randbytes(count)
    secrets.token_bytes = lambda count=32: chance.of(count).randbytes(count or 32)
    secrets.choice = lambda letters: chance.of("letters").choice(letters)


def _at_once(loop: Any, _: object, run: Callable[..., object], *arguments: object) -> Any:
    """Run what belongs into a thread in the event loop itself."""
    done = loop.create_future()
    try:
        done.set_result(run(*arguments))
    except Exception as error:  # noqa: BLE001 - whoever awaits it gets it
        done.set_exception(error)
    return done


async def _in_loop(run: Callable[..., Any], /, *arguments: Any, **named: Any) -> Any:
    return copy_context().run(run, *arguments, **named)


if __name__ == "__main__":
    main()
