"""Pages between the event loop and their threads: whole requests in, whole answers out."""

import asyncio
from typing import Any

import pytest
from flask import Flask, Response, request

from companion.web.server import wsgi
from companion.web.server.wsgi import Message, WsgiBridge

app = Flask(__name__)


@app.post("/echo")
def echo() -> Response:
    return Response([request.get_data(), b"!"], 201, {"X-Kind": "Echo"}, content_type="text/x-echo")


@app.get("/unchanged")
def unchanged() -> Response:
    answer = Response(status=304)
    del answer.headers["Content-Type"]
    return answer


def asked(method: str, path: str, *parts: Message) -> list[Any]:
    """Ask for a page, whose request comes in parts; return what was sent back."""
    sent: list[Any] = []
    waiting = list(parts)

    async def receive() -> Message:
        return waiting.pop(0) if waiting else await asyncio.Event().wait()  # type: ignore[func-returns-value]

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "query_string": b"",
        "http_version": "1.1",
        "headers": [(b"host", b"localhost"), (b"transfer-encoding", b"chunked")],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 8000),
    }
    asyncio.run(WsgiBridge(app, None, lambda _: None)(scope, receive, send))  # type: ignore[arg-type]
    return sent


def part(body: bytes, more: bool) -> Message:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_in_parts_arrives_whole_and_so_does_the_answer() -> None:
    start, body = asked("POST", "/echo", part(b"Ann ", more=True), part(b"and Ben", more=False))
    assert (201, b"Ann and Ben!") == (start["status"], body["body"])
    assert {b"x-kind": b"Echo", b"content-type": b"text/x-echo"}.items() <= dict(start["headers"]).items()


def test_an_answer_has_no_header_that_the_page_did_not_give_it() -> None:
    """A kind that was made up in a 304 would become that of the file that the browser has kept."""
    start, body = asked("GET", "/unchanged", part(b"", more=False))
    assert (304, b"", b"content-type" in dict(start["headers"])) == (start["status"], body["body"], False)


def test_a_request_that_never_ends_is_told_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(wsgi, "_BODY_TIMEOUT", 0.05)
    start, body = asked("POST", "/echo", part(b"Ann", more=True))
    assert (408, b"That took too long to arrive") == (start["status"], body["body"])


def test_what_was_cut_off_is_not_taken_for_the_whole() -> None:
    assert [] == asked("POST", "/echo", part(b"number=5", more=True), {"type": "http.disconnect"})


def test_of_a_body_that_is_too_large_one_byte_too_many_is_passed_on() -> None:
    large = part(b"x" * wsgi.MAX_BODY, more=True)
    _, body = asked("POST", "/echo", large, large, part(b"y", more=False))
    assert wsgi.MAX_BODY + 1 == len(body["body"]) - len(b"!")
