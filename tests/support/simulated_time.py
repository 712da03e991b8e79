"""Simulated time, and the event loop and threads of a server on it.

Nothing here sleeps. All that is to happen stands in one list, ordered by time and then by when it was asked
for, so a run takes the same course each time. What a server does in threads runs in greenlets, which change
only where a thread would wait.
"""

import heapq
from asyncio import BaseEventLoop, Future, TimerHandle, events
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from itertools import count
from types import SimpleNamespace
from typing import Any
from unittest import mock

from greenlet import GreenletExit, getcurrent, greenlet

from companion.live import sync
from companion.storage import event_store, group_commit
from tests.support.determinism import Determinism

Ready = Callable[[], bool]


class Timeline:
    """What is to happen, in order; time passes only in `run`."""

    def __init__(self, clocks: Determinism) -> None:
        self.clocks = clocks
        self._calls: list[tuple[float, int, Callable[[], object]]] = []
        self._numbers = count()
        self._waiting: dict[greenlet, tuple[Loop, Ready]] = {}

    @property
    def now(self) -> float:
        return self.clocks.steady

    def after(self, seconds: float, run: Callable[[], object]) -> None:
        """Have something happen after so many seconds."""
        heapq.heappush(self._calls, (self.now + max(0.0, seconds), next(self._numbers), run))

    def run(self, seconds: float) -> None:
        """Let time pass, with all that happens in it."""
        end = self.now + seconds
        while self._calls and self._calls[0][0] <= end:
            when, _, run = heapq.heappop(self._calls)
            self.clocks.wait(max(0.0, when - self.now))
            run()
            for thread, waiting in [*self._waiting.items()]:
                if waiting[1]():
                    self._resume(thread, waiting)
        self.clocks.wait(max(0.0, end - self.now))

    def block(self, loop: "Loop", is_ready: Ready, seconds: float | None) -> bool:
        """Have the current thread wait; return whether it is ready, False if its time is up."""
        thread = getcurrent()
        assert thread.parent, "the simulation itself would wait for ever"
        waiting = self._waiting[thread] = (loop, is_ready)
        if seconds is not None:
            self.after(seconds, lambda: self._resume(thread, waiting))
        thread.parent.switch()
        return is_ready()

    def end_threads(self, loop: "Loop") -> None:
        """End all waiting threads of a server that was killed."""
        for thread in [each for each, waiting in self._waiting.items() if waiting[0] is loop]:
            del self._waiting[thread]
            thread.throw(GreenletExit)

    def _resume(self, thread: greenlet, waiting: tuple["Loop", Ready]) -> None:
        if self._waiting.get(thread) is waiting:
            del self._waiting[thread]
            with waiting[0].running():
                thread.switch()


class Loop(BaseEventLoop):
    """The event loop of one server; nothing runs in it any more once it is dead."""

    def __init__(self, timeline: Timeline, on_fault: Callable[[str], None]) -> None:
        super().__init__()
        self.timeline = timeline
        self.is_dead = False
        self.set_exception_handler(lambda _, context: self.is_dead or on_fault(str(context)))

    @contextmanager
    def running(self) -> Iterator[None]:
        """Make this the running loop, as in the process of the server."""
        before = events._get_running_loop()
        events._set_running_loop(self)
        try:
            yield
        finally:
            events._set_running_loop(before)

    def kill(self) -> None:
        """Run nothing any more, and end the threads where they are."""
        self.is_dead = True
        with self.running():
            self.timeline.end_threads(self)
        self.close()

    def time(self) -> float:
        return self.timeline.now

    def call_at(self, when: float, callback: Any, *args: Any, context: Any = None) -> TimerHandle:
        handle = TimerHandle(when, callback, args, self, context)

        def run() -> None:
            if not self.is_dead and not handle.cancelled():
                with self.running():
                    handle._run()

        self.timeline.after(when - self.time(), run)
        return handle

    def call_soon(self, callback: Any, *args: Any, context: Any = None) -> TimerHandle:
        return self.call_at(self.time(), callback, *args, context=context)

    call_soon_threadsafe = call_soon

    def run_in_executor(self, _executor: Any, func: Callable[..., Any], *args: Any) -> Future[Any]:  # type: ignore[override]
        """Run a function in a thread."""
        future = self.create_future()

        def work() -> None:
            settle: Callable[[Any], None]
            try:
                settle, found = future.set_result, func(*args)
            except Exception as error:  # noqa: BLE001 - who awaits it raises it
                settle, found = future.set_exception, error
            if not future.done():
                settle(found)

        self.call_soon(greenlet(work).switch)
        return future


def wait_until(is_ready: Ready, seconds: float | None = None) -> bool:
    """Have the current thread wait; return False if its time is up."""
    loop = events._get_running_loop()
    assert isinstance(loop, Loop)
    if loop.is_dead:
        raise GreenletExit
    return is_ready() or loop.timeline.block(loop, is_ready, seconds)


class _Event:
    """What stands for an event or a lock of `threading`."""

    _is_set = False

    def is_set(self) -> bool:
        return self._is_set

    def set(self) -> None:
        self._is_set = True

    def wait(self, timeout: float | None = None) -> bool:
        return wait_until(self.is_set, timeout)


class _Lock:
    _is_held = False

    def acquire(self, timeout: float = -1) -> bool:
        is_free = not self._is_held or wait_until(lambda: not self._is_held, None if timeout < 0 else timeout)
        self._is_held = True
        return is_free

    def release(self) -> None:
        self._is_held = False

    def __enter__(self) -> bool:
        return self.acquire()

    def __exit__(self, *_: object) -> None:
        self.release()


class _Condition(_Lock):
    def wait_for(self, is_ready: Ready) -> bool:
        self.release()
        wait_until(is_ready)
        return self.acquire()

    def notify_all(self) -> None:
        """Threads look by themselves."""


class _Thread:
    def __init__(self, target: Callable[..., object], **_options: bool) -> None:
        self._target = target

    def start(self) -> None:
        events._get_running_loop().call_soon(greenlet(self._target).switch)


@contextmanager
def simulated_threads() -> Iterator[None]:
    """Replace the threads of companion, its locks and what waits for them."""
    replaced = SimpleNamespace(Lock=_Lock, Event=_Event, Condition=_Condition, Thread=_Thread)
    with ExitStack() as stack:
        for module in (sync, event_store, group_commit):
            stack.enter_context(mock.patch.object(module, "threading", replaced))
        yield
