"""Simulated time, and the event loop and threads of a server on it.

Nothing here sleeps. All that is to happen stands in one list, ordered by time and then by when it was asked
for, so a run takes the same course each time. What a server does in threads runs in greenlets, which change
only where a thread would wait.
"""

import asyncio
import heapq
from asyncio import events
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import ExitStack, contextmanager
from contextvars import Context
from dataclasses import dataclass
from itertools import count
from types import SimpleNamespace
from typing import Any, TypeVar
from unittest import mock

from greenlet import GreenletExit, getcurrent, greenlet

from companion.live import bus, sync
from companion.storage import event_store, group_commit
from tests.support.determinism import Determinism

T = TypeVar("T")

_MOST_CALLS = 200_000  # within one wait: more is a loop without an end


@dataclass(slots=True)
class Call:
    """Something that is to happen at a time, unless it is cancelled; `is_done` once it has."""

    run: Callable[[], object]
    is_cancelled: bool = False
    is_done: bool = False

    def cancel(self) -> None:
        self.is_cancelled = True


@dataclass(slots=True)
class _Waiting:
    """A thread that waits until `is_ready` says so, or its time is up."""

    thread: greenlet
    loop: "Loop"
    is_ready: Callable[[], bool]


class Timeline:
    """What is to happen, in order; time passes only in `run`."""

    def __init__(self, clocks: Determinism) -> None:
        self.clocks = clocks
        self._calls: list[tuple[float, int, Call]] = []
        self._numbers = count()
        self._waiting: list[_Waiting] = []

    @property
    def now(self) -> float:
        return self.clocks.steady

    def after(self, seconds: float, run: Callable[[], object]) -> Call:
        """Have something happen after so many seconds."""
        call = Call(run)
        heapq.heappush(self._calls, (self.now + seconds, next(self._numbers), call))
        return call

    def run(self, seconds: float) -> None:
        """Let time pass, with all that happens in it."""
        end, left = self.now + seconds, _MOST_CALLS
        while self._calls and self._calls[0][0] <= end:
            when, _, call = heapq.heappop(self._calls)
            if call.is_cancelled:
                continue
            self.clocks.wait(max(0.0, when - self.now))
            call.is_done = True
            call.run()
            self._wake()
            left -= 1
            if not left:
                raise RuntimeError("something happens over and over without time passing")
        self.clocks.wait(max(0.0, end - self.now))

    def block(self, loop: "Loop", is_ready: Callable[[], bool], seconds: float | None) -> bool:
        """Have the current thread wait; return whether it is ready, False if its time is up."""
        thread = getcurrent()
        if thread.parent is None:
            raise RuntimeError("the simulation itself would wait for ever")
        timer = None if seconds is None else self.after(seconds, lambda: self._resume(waiting))
        waiting = _Waiting(thread, loop, is_ready)
        self._waiting.append(waiting)
        thread.parent.switch()
        if timer:
            timer.cancel()
        return is_ready()

    def end_threads(self, loop: "Loop") -> None:
        """End all waiting threads of a server that was killed."""
        for each in [each for each in self._waiting if each.loop is loop]:
            self._waiting.remove(each)
            each.thread.throw(GreenletExit)

    def _wake(self) -> None:
        for each in [each for each in self._waiting if each.is_ready()]:
            self._resume(each)

    def _resume(self, waiting: _Waiting) -> None:
        if waiting in self._waiting:
            self._waiting.remove(waiting)
            with waiting.loop.running():
                waiting.thread.switch()


class Loop(asyncio.AbstractEventLoop):
    """The event loop of one server; nothing runs in it any more once it is dead."""

    def __init__(self, timeline: Timeline, on_fault: Callable[[str], None]) -> None:
        self.timeline = timeline
        self.is_dead = False
        self._on_fault = on_fault

    def running(self) -> "_Running":
        """Make this the running loop, as in the process of the server."""
        return _Running(self)

    def kill(self) -> None:
        """Run nothing any more, and end the threads where they are."""
        self.is_dead = True
        with self.running():
            self.timeline.end_threads(self)

    def spawn(self, run: Callable[[], object]) -> None:
        """Start a thread."""
        self.call_soon(greenlet(run).switch)

    # What asyncio asks of a loop

    def time(self) -> float:
        return self.timeline.now

    def get_debug(self) -> bool:
        return False

    def is_running(self) -> bool:
        return not self.is_dead

    def is_closed(self) -> bool:
        return self.is_dead

    def call_exception_handler(self, context: dict[str, Any]) -> None:
        if not self.is_dead:
            self._on_fault(f"{context.get('message')}: {context.get('exception')!r}")

    def create_future(self) -> asyncio.Future[Any]:
        return asyncio.Future(loop=self)

    def create_task(  # type: ignore[override]
        self,
        coro: Coroutine[Any, Any, T],
        *,
        name: str | None = None,
        context: Context | None = None,
    ) -> asyncio.Task[T]:
        return asyncio.Task(coro, loop=self, name=name, context=context)

    def call_soon(self, callback: Callable[..., object], *args: Any, context: Context | None = None) -> Any:
        handle = asyncio.Handle(callback, args, self, context)
        self.timeline.after(0.0, lambda: self._run(handle))
        return handle

    call_soon_threadsafe = call_soon

    def call_later(
        self, delay: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        handle = asyncio.TimerHandle(self.time() + delay, callback, args, self, context)
        self.timeline.after(max(0.0, delay), lambda: self._run(handle))
        return handle

    def call_at(
        self, when: float, callback: Callable[..., object], *args: Any, context: Context | None = None
    ) -> asyncio.TimerHandle:
        return self.call_later(when - self.time(), callback, *args, context=context)

    def run_in_executor(self, _executor: Any, func: Callable[..., T], *args: Any) -> asyncio.Future[T]:  # type: ignore[override]
        """Run a function in a thread."""
        future = self.create_future()

        def work() -> None:
            try:
                result = func(*args)
            except Exception as raised:  # noqa: BLE001 - who awaits it raises it
                error = raised
                _settle(future, lambda: future.set_exception(error))
            else:
                _settle(future, lambda: future.set_result(result))

        self.spawn(work)
        return future

    def _timer_handle_cancelled(self, handle: asyncio.TimerHandle) -> None:
        """It is left in the list, and does nothing."""

    def _run(self, handle: asyncio.Handle) -> None:
        if not self.is_dead and not handle.cancelled():
            with self.running():
                handle._run()


class _Running:
    """A context in which a loop runs; it is entered for each call, so it is no generator."""

    __slots__ = ("_before", "_loop")

    def __init__(self, loop: Loop) -> None:
        self._loop = loop

    def __enter__(self) -> None:
        self._before = events._get_running_loop()
        events._set_running_loop(self._loop)

    def __exit__(self, *_: object) -> None:
        events._set_running_loop(self._before)


def _settle(future: asyncio.Future[Any], settle: Callable[[], None]) -> None:
    if not future.done():
        settle()


# What stands for the module `threading`


def wait_until(is_ready: Callable[[], bool], seconds: float | None = None) -> bool:
    """Have the current thread wait; return False if its time is up."""
    if is_ready():
        return True
    loop = events._get_running_loop()
    assert isinstance(loop, Loop)
    if loop.is_dead:
        raise GreenletExit
    return loop.timeline.block(loop, is_ready, seconds)


def sleep(seconds: float) -> None:
    """Have the current thread wait, as for a slow disk."""
    wait_until(lambda: False, seconds)


class _Event:
    def __init__(self) -> None:
        self._is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def clear(self) -> None:
        self._is_set = False

    def wait(self, timeout: float | None = None) -> bool:
        return wait_until(self.is_set, timeout)


class _Lock:
    def __init__(self) -> None:
        self._is_held = False

    def acquire(self, timeout: float = -1) -> bool:
        if not wait_until(lambda: not self._is_held, None if timeout < 0 else timeout):
            return False
        self._is_held = True
        return True

    def release(self) -> None:
        self._is_held = False

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class _Thread:
    def __init__(self, target: Callable[..., object], args: tuple[Any, ...] = (), **_options: bool) -> None:
        self._start = lambda: target(*args)

    def start(self) -> None:
        loop = events._get_running_loop()
        assert isinstance(loop, Loop)
        loop.spawn(self._start)

    def is_alive(self) -> bool:
        return False

    def join(self, timeout: float | None = None) -> None:
        """A killed server waits for none."""


def _result(pending: group_commit.PendingEvent, timeout: float | None = None) -> None:
    """What `PendingEvent.result` does, on simulated time."""
    wait_until(pending.done, timeout)
    Future.result(pending)


@contextmanager
def simulated_threads() -> Iterator[None]:
    """Replace the threads of companion, its locks and what waits for them."""
    replaced = SimpleNamespace(Lock=_Lock, Event=_Event, Thread=_Thread)
    with ExitStack() as stack:
        for module in (bus, sync, event_store, group_commit):
            stack.enter_context(mock.patch.object(module, "threading", replaced))
        stack.enter_context(mock.patch.object(group_commit.PendingEvent, "result", _result))
        yield
