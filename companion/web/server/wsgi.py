"""The bridge from ASGI to Flask (PEP 3333): requests and answers are buffered whole; threads only make pages.

A thread that read from a slow phone, or wrote to one, would be kept from all other requests; in the event
loop waiting costs nothing. A thread is asked once per request and not for each part of it, which would take
half the time of a page.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, MutableMapping
from functools import partial
from io import BytesIO
from time import perf_counter
from typing import Any

from flask import Flask, Request
from werkzeug.exceptions import ClientDisconnected, HTTPException, RequestTimeout
from werkzeug.test import run_wsgi_app

from companion.config import addresses
from companion.storage.event_store import Deferred
from companion.storage.group_commit import WriteConflict
from companion.web.middleware.request_log import BEGUN, CLIENT_PORT, DEFERRED, FAILED_WITH
from companion.web.server.threads import Rank, ThreadPools

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

OnRefusal = Callable[[str], None]  # called with why it is refused, one of `metrics.REASONS`

UNREADABLE = "That request could not be read"


async def send_refusal(send: Send, refusal: HTTPException) -> None:
    """Answer with a sentence, and close the connection: what else was sent on it was not read."""
    sentence = (refusal.description or "").encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"cache-control", b"no-store")]
    headers += [(b"content-length", b"%d" % len(sentence)), (b"connection", b"close")]
    headers += [_RETRY_AFTER] * (refusal.code in {429, 503})
    await send({"type": "http.response.start", "status": refusal.code, "headers": headers})
    await send({"type": "http.response.body", "body": sentence})


MAX_BODY = 64 * 1024  # bytes of a form that are passed on; the pages refuse more
_RETRY_AFTER = b"retry-after", b"10"  # seconds
_NOBODY = "192.0.2.0", None  # who asks by a Unix socket: an address that none has, if no proxy tells
_BODY_TIMEOUT = 10.0  # seconds that a body may take to arrive

Urls = tuple[str | None, ...]
Answer = tuple[Message, bytes]


class WsgiBridge:
    """An ASGI application whose answers a WSGI application makes."""

    def __init__(self, app: Flask, urls: Urls, on_refusal: OnRefusal, pools: ThreadPools) -> None:
        self._app, self._urls, self._on_refusal, self._pools = app, urls, on_refusal, pools

    async def __call__(self, scope: Message, receive: Receive, send: Send) -> None:
        """Answer one request; raises an `HTTPException` if its body takes too long, or nobody waits."""
        body, more = bytearray(), True
        try:
            async with asyncio.timeout(_BODY_TIMEOUT):
                while more:
                    message = await receive()
                    if message["type"] == "http.disconnect":
                        raise ClientDisconnected
                    left = MAX_BODY + 1 - len(body)  # pages refuse a body that has one byte too many
                    body += message.get("body", b"")[:left]
                    more = message.get("more_body", False)
        except TimeoutError:
            self._on_refusal("body_time")
            raise RequestTimeout("That took too long to arrive") from None
        environ = {**make_environ(scope, self._urls, bytes(body)), BEGUN: perf_counter()}
        rank, client = self._pools.rank(Request(environ, populate_request=False))
        make: Callable[[], Any] = partial(self._make_answer if rank is Rank.PLAY else self._run_app, environ)
        while (answer := await self._pools.run(rank, client, scope["state"]["connection"], make)) is None:
            pass
        start, content = answer
        await send(start)
        await send({"type": "http.response.body", "body": content})

    def _make_answer(self, environ: dict[str, Any]) -> Callable[[], Answer | None]:
        """Make an answer, and return what returns it when what it says is on disk; None if that failed."""
        environ["wsgi.input"].seek(0)
        deferred: Deferred = []
        environ[DEFERRED] = deferred
        answer = self._run_app(environ)

        def finish() -> Answer | None:
            try:
                while deferred:  # each refers to the request, and by that to this list
                    deferred.pop(0)()
            except Exception as error:  # noqa: BLE001 - the application answers what is raised
                deferred.clear()
                environ[FAILED_WITH] = None if isinstance(error, WriteConflict) else error
                return None
            return answer

        return finish

    def _run_app(self, environ: dict[str, Any]) -> Answer:
        """Return the start of an answer, and its whole body."""
        parts, status, headers = run_wsgi_app(self._app, environ, buffered=True)
        names = [(name.lower().encode("latin-1"), text.encode("latin-1")) for name, text in headers]
        start = {"type": "http.response.start", "status": int(status.partition(" ")[0]), "headers": names}
        return start, b"".join(parts)


def make_environ(scope: Message, urls: Urls, body: bytes = b"") -> dict[str, Any]:
    """Return the environment (PEP 3333) of a request, whose body is complete; `urls` are configured."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or _NOBODY
    environ: dict[str, Any] = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": scope["path"].encode().decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1] or 0),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        CLIENT_PORT: client[1],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope.get("scheme", "http"),
        "wsgi.input": BytesIO(body),
        "wsgi.errors": sys.stderr,
    }
    environ |= {"wsgi.multithread": True, "wsgi.multiprocess": True, "wsgi.run_once": False}
    for name, value in scope["headers"]:
        if b"_" not in name:  # it would pass for the same name with a hyphen
            key, text = "HTTP_" + name.decode("latin-1").upper().replace("-", "_"), value.decode("latin-1")
            before = f"{environ[key]}{'; ' if name == b'cookie' else ','}" if key in environ else ""
            environ[key] = before + text
    if "HTTP_CONTENT_TYPE" in environ:
        environ["CONTENT_TYPE"] = environ.pop("HTTP_CONTENT_TYPE")
    if environ.pop("HTTP_TRANSFER_ENCODING", None) or environ.pop("HTTP_CONTENT_LENGTH", None):
        environ["CONTENT_LENGTH"] = str(len(body))
    set_scheme(environ, *urls)
    return environ


def set_scheme(environ: dict[str, Any], *urls: str | None) -> None:
    """Set the scheme of a request in its environment, where `urls` are the configured ones.

    The server itself speaks http, and a proxy in front of it https. uvicorn has set what a trusted proxy said
    (FORWARDED_ALLOW_IPS). Where it said nothing, an https URL does, for requests to exactly that address:
    by another name, as on a LAN, the server has plain http. A public name that is not configured is typed by
    a host: https, or refused (security.is_outside_address). Cookies, links and the origin check follow it.
    """
    forwarded = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip()
    name, port = addresses.authority(f"//{environ.get('HTTP_HOST', '')}")
    ours = [url for url in urls if url and addresses.authority(url)[0] == name]
    is_https = any(our.startswith("https:") and addresses.authority(our)[1] == port for our in ours)
    is_typed = not (ours or addresses.is_local(name) or addresses.parse_ip(name))
    if forwarded != "http" and (is_https or is_typed):
        environ["wsgi.url_scheme"] = "https"
