"""The stream of a room: the version it has reached, at once and again whenever it changes."""

import http.client
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from tests.conftest import Party
from tests.support.server import Server

Gather = Callable[..., Party]


@contextmanager
def listening(server: Server, code: str, query: str = "") -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", f"/{code}/stream{query}")
    answer = connection.getresponse()
    yield answer
    answer.close()
    connection.close()


def event(answer: http.client.HTTPResponse) -> int:
    lines = [answer.readline(), answer.readline(), answer.readline()]
    version = int(lines[0].removeprefix(b"id: "))
    assert [b"data: %d\n" % version, b"\n"] == lines[1:]
    return version


def test_a_stream_says_the_version_at_once_and_each_new_one(server: Server, party: Gather) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    with listening(server, host.code.lower()) as answer:
        assert "text/event-stream; charset=utf-8" == answer.headers["Content-Type"]
        assert ("no-store", "no") == (answer.headers["Cache-Control"], answer.headers["X-Accel-Buffering"])
        first = event(answer)
        assert host.version() == first
        ann.send(1)
        assert first + 1 == event(answer)


def test_a_hundred_streams_do_not_keep_the_pages_waiting(server: Server, party: Gather) -> None:
    host, guests = party("Ann", "Ben", "Cid")
    connections = [http.client.HTTPConnection("127.0.0.1", server.port, timeout=5) for _ in range(100)]
    for connection in connections:
        connection.request("GET", f"/{host.code}/stream")
    answers = [connection.getresponse() for connection in connections]
    versions = {event(answer) for answer in answers}
    begun = time.monotonic()
    guests[0].send(7)
    assert {max(versions) + 1} == {event(answer) for answer in answers}
    assert time.monotonic() - begun < 5
    for connection in connections:
        connection.close()
