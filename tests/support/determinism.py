"""Chance and clocks in the hands of a test: the same evening twice is the same byte for byte."""

import random
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from datetime import datetime, tzinfo
from types import ModuleType, SimpleNamespace
from typing import Any
from unittest import mock

import flask.sessions
import itsdangerous.timed

Arrange = Callable[[list[Any]], None]


@dataclass
class Determinism:
    """What the clocks show, in seconds: the one on the wall, which people set, and the one that only runs."""

    wall: float = 1_800_000_000.0
    steady: float = 1_000.0

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self.wall += seconds
        self.steady += seconds

    def jump(self, seconds: float) -> None:
        """Set the clock on the wall."""
        self.wall += seconds


@contextmanager
def deterministic(seed: int = 0, arrange: Arrange | None = None) -> Iterator[Determinism]:
    """Decide what is chance in companion, and what time it is; `arrange` puts shuffled cards in order."""
    found, chance = Determinism(), random.Random(seed)
    clock = SimpleNamespace(time=lambda: found.wall, monotonic=lambda: found.steady, sleep=time.sleep)
    drawn = {
        "random": lambda _: chance.random(),
        "getrandbits": lambda _, bits: chance.getrandbits(bits),
        "randbytes": lambda _, number: chance.randbytes(number),
        "shuffle": lambda _, cards: (arrange or chance.shuffle)(cards),
    }
    with ExitStack() as stack:
        for name, draw in drawn.items():
            stack.enter_context(mock.patch.object(random.SystemRandom, name, draw))
        for module in _with_a_clock():
            stack.enter_context(mock.patch.object(module, "time", clock))
        stack.enter_context(mock.patch.object(flask.sessions, "datetime", _Dates(found)))
        yield found


def _with_a_clock() -> Iterator[ModuleType]:
    yield itsdangerous.timed
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "companion" and getattr(module, "time", None) is time:
            yield module


class _Dates:
    """The part of `datetime` with which Flask dates its cookies."""

    def __init__(self, found: Determinism) -> None:
        self._found = found

    def now(self, zone: tzinfo | None = None) -> datetime:
        return datetime.fromtimestamp(self._found.wall, zone)
