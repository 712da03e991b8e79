"""The ASGI application: streams and pages, for requests that name a server."""

import re
from collections.abc import Awaitable
from functools import lru_cache
from urllib.parse import urlsplit

from flask import Flask
from werkzeug.sansio.utils import host_is_trusted

from companion.storage.event_store import CODE_LENGTH
from companion.web.server.asgi import UNREADABLE, Message, Receive, Send, send_text
from companion.web.server.stream import StreamEndpoint
from companion.web.server.wsgi import WsgiBridge
from companion.web.services import Services

_STREAM = re.compile(rf"/([0-9A-Za-z]{{{CODE_LENGTH}}})/stream")


class Application:
    """All that the server answers."""

    def __init__(self, app: Flask) -> None:
        self._count_refusal = Services.of(app).metrics.count_refusal
        self._streams = StreamEndpoint(app)
        self._pages = WsgiBridge(app, self._count_refusal)

    def __call__(self, scope: Message, receive: Receive, send: Send) -> Awaitable[None]:
        """Return what answers a request."""
        hosts = [value for name, value in scope["headers"] if name == b"host"]
        if len(hosts) > 1 or not all(map(_is_host, hosts)):
            self._count_refusal("unreadable")
            return send_text(send, 400, UNREADABLE)
        if path := _STREAM.fullmatch(scope["path"]):
            return self._streams.answer(path[1].upper(), scope, receive, send)
        return self._pages(scope, receive, send)


@lru_cache(100)
def _is_host(header: bytes) -> bool:
    """Tell whether a Host header can be the name of a server, also as text in another script (IDNA)."""
    try:
        urlsplit(f"//{header.decode('idna')}")
    except ValueError:
        return False
    return host_is_trusted(header.decode("ascii", "replace"))
