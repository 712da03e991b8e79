"""The threads that answer requests, by who asks. No flood is in the way of a number.

Python runs one thread at a time, so the pages of strangers are made in few, and those of a client in one or
two: all else waits in the event loop, as long as its connection is open. A flood waits for itself.
"""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from enum import IntEnum
from functools import partial
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
_PLAYS = {"number", "list", "call"}  # how their addresses end
_OF_PLAYS = 2  # threads: one makes answers while the other waits for the disk


class ThreadPools:
    """The threads that answer requests, and who waits for them. To be used in the event loop."""

    def __init__(self, app: Flask) -> None:
        self._app, self._services = app, Services.of(app)
        self._executor = ThreadPoolExecutor(sum(_AT_ONCE[Rank.FORM :]) + _OF_PLAYS, "pages")
        self._turns = [asyncio.Semaphore(number) for number in _AT_ONCE]
        self._of_plays = asyncio.Semaphore(_OF_PLAYS)
        self._plays: list[Callable[[], Any]] = []
        self._of_client: WeakValueDictionary[object, asyncio.Semaphore] = WeakValueDictionary()

    def rank(self, request: Request) -> tuple[Rank, Client]:
        """Return who sends a request, by what is in memory."""
        client = Client(device_of_request(self._app, request), request_address(request))
        code = request.path[1:].partition("/")[0].upper()
        room = self._services.store.cached_room(code)
        if not client.address or is_member(room, client.device):
            is_play = "X-Follows" in request.headers and request.path.rpartition("/")[2] in _PLAYS
            form = Rank.PLAY if is_play else Rank.FORM
            return form if request.method == "POST" else Rank.MEMBER, client
        if code in {"STATIC", "HEALTHZ", "METRICS"}:
            return Rank.FILE, client
        is_near = self._services.limiter.has_member_nearby(client, code, room)
        rank = Rank.NEAR if is_near else Rank.STRANGER
        return Rank.NEWCOMER if request.method == "POST" else rank, client

    async def run(self, rank: Rank, client: Client, line: Any, function: Callable[[], T]) -> T:
        """Call a function in a thread when it is a client's turn; raises `ClientDisconnected`.

        Those of plays are called one after the other in one thread, and then what they have returned: so what
        they store shares a commit.
        """
        who = client.address and (client.address if rank >= Rank.FILE else client.device)
        key = (rank, who) if who else object()  # the laptop has no limit
        own = self._of_client.setdefault(key, asyncio.Semaphore(_OF_CLIENT[rank]))
        line.waiting = asyncio.current_task()
        try:
            async with own, self._turns[rank]:
                line.waiting = None
                call = partial(copy_context().run, function)
                if rank is not Rank.PLAY:
                    return await asyncio.get_running_loop().run_in_executor(self._executor, call)
                if not self._plays:
                    self._calling = asyncio.create_task(self._call_plays())
                self._plays.append(call)
                index, calling = len(self._plays) - 1, self._calling
                if isinstance(found := (await asyncio.shield(calling))[index], Exception):
                    raise found
                return cast(T, found)
        except asyncio.CancelledError:
            raise ClientDisconnected from None

    async def _call_plays(self) -> list[object]:
        """Call the functions of the plays that have come when there is a thread, and return what each has."""
        async with self._of_plays:
            plays, self._plays = self._plays, []
            return await asyncio.get_running_loop().run_in_executor(self._executor, _call_all, plays)


def _call_all(functions: Sequence[Callable[[], Any]]) -> list[object]:
    """Return what comes of each call, also where another one fails."""
    begun = [_try(function) for function in functions]
    return [each if isinstance(each, Exception) else _try(each) for each in begun]


def _try(function: Callable[[], Any]) -> Any:
    try:
        return function()
    except Exception as error:  # noqa: BLE001 - raised where it was called for
        return error
