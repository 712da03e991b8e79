"""Turns: when a request gets a thread. No flood is in the way of a number.

Python runs one thread at a time, so the pages of strangers are made in few, and those of a client in one or
two: all else waits in the event loop. A flood waits for itself; a refusal is asked again, so it comes late.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from enum import IntEnum
from typing import TypeVar
from weakref import WeakValueDictionary

from flask import Flask, Request
from werkzeug.exceptions import ServiceUnavailable

from companion.web.device import device_of_request
from companion.web.middleware.clients import Capacity, Client, client_address
from companion.web.middleware.rate_limit import is_member
from companion.web.services import Services

T = TypeVar("T")
Rank = IntEnum("Rank", "FORM MEMBER NEAR STRANGER", start=0)
"""Who asks: the laptop or a member of the room, with a form or not; an address of members; others."""

_THREADS = 16, 4, 2, 2  # of each rank
_OF_CLIENT = 1, 1, 2, 1  # of these; a whole party may share an address
_MOST = 4000  # requests of a rank that run or wait
_MOST_OF_CLIENT = 20, 20, 1000, 1000  # of these; a page takes a phone two to four
_PAUSE = 1.0  # seconds after which a refusal is sent


class Turns:
    """The threads that answer requests, and who waits for them. To be used in the event loop."""

    def __init__(self, app: Flask) -> None:
        self._app, self._services = app, Services.of(app)
        self._executor = ThreadPoolExecutor(sum(_THREADS), "pages")
        self._requests = [Capacity(_MOST, most) for most in _MOST_OF_CLIENT]
        self._threads = [asyncio.Semaphore(number) for number in _THREADS]
        self._of_client: WeakValueDictionary[object, asyncio.Semaphore] = WeakValueDictionary()

    def rank(self, request: Request) -> tuple[Rank, Client]:
        """Return who sends a request, by what is in memory."""
        client = Client(device_of_request(self._app, request), client_address(request.remote_addr))
        code = request.path[1:].partition("/")[0].upper()
        room = self._services.store.cached_room(code)
        if not client.address or is_member(room, client.device):
            return Rank.FORM if request.method == "POST" else Rank.MEMBER, client
        is_near = self._services.limiter.has_member_nearby(client, code, room)
        return Rank.NEAR if is_near else Rank.STRANGER, client

    async def run(self, rank: Rank, client: Client, function: Callable[[], T]) -> T:
        """Call a function in a thread when it is a client's turn; raises `ServiceUnavailable`."""
        who = client.address and (client.address if rank >= Rank.NEAR else client.device)
        if not self._requests[rank].take(who):
            self._services.metrics.count_refusal("waiting")
            await asyncio.sleep(_PAUSE)
            raise ServiceUnavailable("Too many wait for an answer already: try again in a moment")
        try:
            key = (rank, who) if who else object()  # the laptop has no limit
            own = self._of_client.setdefault(key, asyncio.Semaphore(_OF_CLIENT[rank]))
            async with own, self._threads[rank]:
                loop, context = asyncio.get_running_loop(), copy_context()
                return await loop.run_in_executor(self._executor, context.run, function)
        finally:
            self._requests[rank].give_back(who)
