"""The threads that answer requests, by who asks. No flood is in the way of a number.

Python runs one thread at a time, so the pages of strangers are made in few, and those of a client in one or
two: all else waits in the event loop, as long as its connection is open. A flood waits for itself.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import Context, copy_context
from enum import IntEnum
from typing import Any, TypeVar, cast
from weakref import WeakValueDictionary

from flask import Flask, Request
from werkzeug.exceptions import ClientDisconnected

from companion.web.device import device_of_request
from companion.web.middleware.clients import Client, request_address
from companion.web.middleware.rate_limit import is_member
from companion.web.services import Services

T = TypeVar("T")
Rank = IntEnum("Rank", "PLAY FORM MEMBER FILE NEAR STRANGER NEWCOMER", start=0)
"""Who asks for what: the laptop or a member of the room, with a play of a phone that follows, another form or
none; anybody for a file or how the server is; an address of members; others; either of these two with a form,
which waits for the disk."""

_AT_ONCE = 64, 16, 4, 4, 2, 2, 8  # requests of each rank, in a thread each but for plays
_OF_CLIENT = 1, 1, 1, 2, 2, 1, 4  # of these; a whole party may share an address
_OF_PLAYS = 2  # threads: one makes answers while the other waits for the disk


class ThreadPools:
    """The threads that answer requests, and who waits for them. To be used in the event loop."""

    def __init__(self, app: Flask) -> None:
        self._app, self._services = app, Services.of(app)
        self._executor = ThreadPoolExecutor(sum(_AT_ONCE[Rank.FORM :]) + _OF_PLAYS, "pages")
        self._turns = [asyncio.Semaphore(number) for number in _AT_ONCE]
        self._plays: list[_Play] = []
        self._making: set[asyncio.Task[None]] = set()
        self._of_client: WeakValueDictionary[object, asyncio.Semaphore] = WeakValueDictionary()

    def rank(self, request: Request) -> tuple[Rank, Client]:
        """Return who sends a request, by what is in memory."""
        client = Client(device_of_request(self._app, request), request_address(request))
        code = request.path[1:].partition("/")[0].upper()
        room = self._services.store.cached_room(code)
        if not client.address or is_member(room, client.device):
            form = Rank.PLAY if "X-Follows" in request.headers else Rank.FORM
            return form if request.method == "POST" else Rank.MEMBER, client
        if code in {"STATIC", "HEALTHZ", "METRICS"}:
            return Rank.FILE, client
        is_near = self._services.limiter.has_member_nearby(client, code, room)
        rank = Rank.NEAR if is_near else Rank.STRANGER
        return Rank.NEWCOMER if request.method == "POST" else rank, client

    async def run(
        self,
        rank: Rank,
        client: Client,
        line: Any,
        function: Callable[[], T],
        finish: Callable[[T], T | None] | None = None,
    ) -> T:
        """Call a function in a thread when it is a client's turn; raises `ClientDisconnected`.

        Functions that have a `finish` are called one after the other in one thread, and then each `finish`
        with what the function has returned: what they store shares a commit. If that returns None, both are
        called again.
        """
        who = client.address and (client.address if rank >= Rank.FILE else client.device)
        key = (rank, who) if who else object()  # the laptop has no limit
        own = self._of_client.setdefault(key, asyncio.Semaphore(_OF_CLIENT[rank]))
        line.waiting = asyncio.current_task()
        try:
            async with own, self._turns[rank]:
                line.waiting = None
                loop, context = asyncio.get_running_loop(), copy_context()
                if finish is None:
                    return await loop.run_in_executor(self._executor, context.run, function)
                answer = loop.create_future()
                self._plays.append((context, function, finish, answer))
                if len(self._making) < _OF_PLAYS:
                    self._making.add(making := loop.create_task(self._make_answers(loop)))
                    making.add_done_callback(self._making.discard)
                return cast(T, await answer)
        except asyncio.CancelledError:
            raise ClientDisconnected from None

    async def _make_answers(self, loop: asyncio.AbstractEventLoop) -> None:
        """Make the answers of all plays that have come meanwhile, as long as there are any."""
        while plays := self._plays:
            self._plays = []
            try:
                made = await loop.run_in_executor(self._executor, _make_all, plays)
            except Exception as error:  # noqa: BLE001 - each request raises it
                made = [error] * len(plays)
            for play, each in zip(plays, made, strict=True):
                answer = play[-1]
                if each is None:
                    self._plays.append(play)
                elif isinstance(each, Exception):
                    answer.set_exception(each)
                elif not answer.done():
                    answer.set_result(each)


_Play = tuple[Context, Callable[[], Any], Callable[[Any], Any], asyncio.Future[Any]]


def _make_all(plays: Sequence[_Play]) -> list[Any]:
    """Call all functions, and then what finishes each."""
    made = [context.run(function) for context, function, _, _ in plays]
    return [context.run(finish, each) for (context, _, finish, _), each in zip(plays, made, strict=True)]
