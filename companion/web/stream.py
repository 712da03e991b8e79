"""The stream of a room: server-sent events that tell every screen which version the room has reached.

It runs in the server's event loop beside the pages, not in one of their threads, so that waiting costs
next to nothing. It carries a number and nothing else: what the number means, each page fetches itself.
"""

import asyncio
import logging
import random
import re
from datetime import UTC, datetime

from sqlalchemy.exc import SQLAlchemyError

from companion import moves
from companion.journal import Room
from companion.store import CODE_LENGTH, Busy, UnknownRoom
from companion.web import guard
from companion.web.acting import up_to_date
from companion.web.asgi import ASGI, Message, Receive, Send
from companion.web.wired import Wired

HEARTBEAT = 15.0
"""Seconds after which a quiet stream repeats itself: a screen notices a dead line, and so do we."""

_PAST = 0.01  # seconds that are waited for more than something is due in, so that it is then
_SPREAD = 0.2  # seconds over which the streams of a room look: the first one tells the others

_TROUBLED = 2.0  # seconds after which to try again where the database did not answer

_log = logging.getLogger(__name__)
_PATH = re.compile(rf"/([0-9A-Za-z]{{{CODE_LENGTH}}})/stream")
_HEADERS = [
    (b"content-type", b"text/event-stream; charset=utf-8"),
    (b"cache-control", b"no-store"),
    (b"x-accel-buffering", b"no"),
    (b"x-content-type-options", b"nosniff"),
]


class Stream:
    """An ASGI application: answers `/CODE/stream` itself and leaves everything else to the pages."""

    def __init__(self, wired: Wired, pages: ASGI) -> None:
        self._wired = wired
        self._pages = pages

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one connection."""
        path = _PATH.fullmatch(scope["path"]) if scope["type"] == "http" else None
        if path is None:
            await self._pages(scope, receive, send)
        elif scope["method"] == "GET" and self._is_ours(scope):
            await self._until_gone(path[1].upper(), receive, send)
        else:
            await _nothing(send)

    def _is_ours(self, scope: Message) -> bool:
        host = dict(scope["headers"]).get(b"host", b"").decode("latin-1")
        return guard.is_ours(host, self._wired.settings.url)

    async def _until_gone(self, code: str, receive: Receive, send: Send) -> None:
        """Talk until the other side hangs up or the hub is closed."""
        talking = asyncio.create_task(self._talk(code, send))
        leaving = asyncio.create_task(_gone(receive))
        try:
            await asyncio.wait({talking, leaving}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (talking, leaving):
                task.cancel()
            for fault in await asyncio.gather(talking, leaving, return_exceptions=True):
                if isinstance(fault, Exception):
                    _log.error("the stream of room %s broke", code, exc_info=fault)

    async def _talk(self, code: str, send: Send) -> None:
        hub = self._wired.hub
        with hub.ear(code) as ear:  # listen first, look then: nothing falls between the two
            room = await self._looked(code)
            if room is None:
                await _nothing(send)
                return
            version = room.version
            await send({"type": "http.response.start", "status": 200, "headers": _HEADERS})
            while not hub.closed:
                event = f"data: {version}\n\n".encode()
                await send({"type": "http.response.body", "body": event, "more_body": True})
                heard = await ear.next(_patience(room))
                remembered = self._wired.store.remembered(code) if heard else None
                room = remembered or await self._looked(code) or room
                version = heard or room.version
            await send({"type": "http.response.body", "body": b""})

    async def _looked(self, code: str) -> Room | None:
        """Return a room as it is now; as it is remembered while the database is in trouble: pages say so."""
        try:
            return await asyncio.to_thread(self._look, code)
        except (SQLAlchemyError, Busy):
            await asyncio.sleep(_TROUBLED)  # what is due stays due: do not ask for it all the time
            return self._wired.store.remembered(code)

    def _look(self, code: str) -> Room | None:
        """Return a room as it is now; whoever looks first when something is due has it done."""
        try:
            return up_to_date(self._wired.store, code)
        except UnknownRoom:
            return None


def _patience(room: Room) -> float:
    """Return after how many seconds to look at a room, if nothing is heard of it."""
    due = moves.next_due(room)
    if due is None:
        return HEARTBEAT
    left = max(0.0, (due - datetime.now(UTC)).total_seconds())
    return min(HEARTBEAT, left + _PAST + random.random() * _SPREAD)  # noqa: S311 - nothing secret


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _nothing(send: Send) -> None:
    await send({"type": "http.response.start", "status": 404, "headers": _HEADERS})
    await send({"type": "http.response.body", "body": b""})
