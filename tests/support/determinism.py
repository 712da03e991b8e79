"""Control of random numbers and clocks: the same evening twice gives the same bytes."""

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
    """What the clocks show, in seconds: the wall clock and the monotonic one."""

    wall: float = 1_800_000_000.0
    steady: float = 1_000.0

    def wait(self, seconds: float) -> None:
        """Advance both clocks."""
        self.wall += seconds
        self.steady += seconds

    def jump(self, seconds: float) -> None:
        """Set the wall clock forward or back."""
        self.wall += seconds


@contextmanager
def deterministic(seed: int = 0, arrange: Arrange | None = None) -> Iterator[Determinism]:
    """Replace the random numbers and clocks of companion; `arrange` orders shuffled cards."""
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
        for module in _modules_with_time():
            stack.enter_context(mock.patch.object(module, "time", clock))
        stack.enter_context(mock.patch.object(flask.sessions, "datetime", _Dates(found)))
        yield found


def _modules_with_time() -> Iterator[ModuleType]:
    yield itsdangerous.timed
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] == "companion" and getattr(module, "time", None) is time:
            yield module


class _Dates:
    """The part of `datetime` that Flask uses to date its cookies."""

    def __init__(self, determinism: Determinism) -> None:
        self._found = determinism

    def now(self, zone: tzinfo | None = None) -> datetime:
        return datetime.fromtimestamp(self._found.wall, zone)
