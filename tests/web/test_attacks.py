"""Streams and connections: what one client can do with them alone is nothing that others notice."""

import http.client
import re
import socket
import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.conftest import Party
from tests.support.server import Server

Gather = Callable[..., Party]

STREAM = "GET /{}/stream?screen=tv HTTP/1.1\r\nHost: {}\r\n\r\n"

PATIENCE = 5.0


@contextmanager
def connected(server: Server, sent: bytes, patience: float = PATIENCE) -> Iterator[socket.socket]:
    """Connect to a server and send these bytes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=patience) as line:
        line.sendall(sent)
        yield line


def read_until(line: socket.socket, wanted: bytes) -> bytes:
    """Read until these bytes have come; fail if the connection ends or is silent before."""
    heard = b""
    while wanted not in heard:
        part = line.recv(65536)
        assert part, heard
        heard += part
    return heard


def status_of(line: socket.socket) -> int:
    return int(read_until(line, b"\r\n").split(b" ")[1])


def is_ended(line: socket.socket) -> bool:
    """Read to the end of a connection; False if it stays open."""
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        return False
    except OSError:
        pass
    return True


def test_a_browser_that_tries_https_is_told_at_once_that_there_is_none(server: Server) -> None:
    began = time.monotonic()
    with connected(server, b"") as line, pytest.raises((ssl.SSLError, ConnectionError)):
        ssl.create_default_context().wrap_socket(line, server_hostname="companion.local")
    assert time.monotonic() - began < 1


@pytest.mark.parametrize(
    "busy", ["GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", STREAM.format("{}", "localhost")]
)
def test_the_next_head_is_bounded_too_also_while_a_stream_is_open(
    server: Server, party: Gather, busy: str
) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    with connected(server, busy.format(host.code).encode()) as line:
        read_until(line, b"\r\n\r\n")
        try:
            for _ in range(100):
                line.sendall(b"X-Long: " + 10_000 * b"x" + b"\r\n")
        except OSError:
            return
        assert is_ended(line)


@pytest.mark.parametrize(
    "head",
    [
        "POST /rooms HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\nContent-Length: 100",
        "POST /rooms HTTP/1.1\r\nConnection: upgrade\r\nUpgrade: h2c\r\nTransfer-Encoding: chunked",
        "CONNECT / HTTP/1.1\r\nContent-Length: 000000000000000000100",
    ],
)
def test_the_body_of_a_request_to_upgrade_is_not_taken_for_the_next_request(
    server: Server, head: str
) -> None:
    """The parser takes it for that, and what a proxy passes on as a body would be a request of its own."""
    with connected(server, f"{head}\r\nHost: localhost\r\n\r\n".encode()) as line:
        assert 400 == status_of(line)
        assert is_ended(line)


def test_a_request_that_is_sent_with_a_body_in_parts_ends_its_connection(
    server: Server, party: Gather
) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    body = "POST /rooms HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
    with connected(server, (body + STREAM.format(host.code, "localhost")).encode()) as line:
        assert b" 422 " in read_until(line, b"That request could not be read")
        assert is_ended(line)


@pytest.mark.parametrize("later", [b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n", b"x"])
@pytest.mark.parametrize("at_once", [True, False])
def test_what_is_sent_after_a_request_for_a_stream_does_not_break_it(
    server: Server, party: Gather, later: bytes, at_once: bool
) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    asked = STREAM.format(host.code, "localhost").encode()
    with connected(server, asked + later if at_once else asked) as line:
        assert b" 200 " in read_until(line, b"data: ")
        if not at_once:
            line.sendall(later)
        version = host.version()
        ann.send(7)
        read_until(line, b"id: %d" % (version + 1))
        line.shutdown(socket.SHUT_WR)
        assert is_ended(line)  # the server has noticed that nobody reads


def test_what_cannot_be_the_name_of_a_server_is_refused_at_the_door(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    for path in ("/{}/stream?screen=tv", "/{}/tv", "/{}", "/"):
        for name in ("xn--a", "a.xn--a", "[", "[::1", "a b", "a/b", "party:http", "a,b", ""):
            asked = f"GET {path.format(host.code)} HTTP/1.1\r\nHost: {name}\r\nConnection: close\r\n\r\n"
            with connected(server, asked.encode()) as line:
                assert 400 == status_of(line), (path, name)


@pytest.mark.parametrize(
    "head", ["GET {} HTTP/1.1", "GET {} HTTP/2.0\r\nHost: localhost", "GET {} HTTP/0.9\r\nHost: localhost"]
)
def test_a_request_without_a_host_or_of_another_http_is_refused(
    server: Server, party: Gather, head: str
) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    for path in ("/", "/healthz", f"/{host.code}/stream?screen=tv"):
        with connected(server, f"{head.format(path)}\r\n\r\n".encode()) as line:
            assert 400 == status_of(line), path
    with connected(server, b"GET /healthz HTTP/1.0\r\n\r\n") as line:  # which knows no Host
        assert 200 == status_of(line)


def test_a_head_request_for_a_stream_gets_its_headers_and_ends(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    asked = STREAM.format(host.code, "localhost")
    with connected(server, asked.encode()) as line:
        of_stream = read_until(line, b"\r\n\r\n").partition(b"\r\n\r\n")[0]
    with connected(server, asked.replace("GET", "HEAD").encode()) as line:
        answer = read_until(line, b"\r\n\r\n")
        assert is_ended(line)
    head, _, body = answer.partition(b"\r\n\r\n")
    of_body = {b"transfer-encoding: chunked"}
    assert (b"", {*of_stream.split(b"\r\n")} - of_body) == (body, {*head.split(b"\r\n")})


def test_a_strangers_domain_that_points_here_gets_no_stream(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    for name, status in (("rebound.example", 404), ("localhost", 200)):
        with connected(server, STREAM.format(host.code, name).encode()) as line:
            assert status == status_of(line)


def test_forms_that_never_arrive_keep_nobody_else_waiting(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    half = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nabc"
    with ExitStack() as waiting:
        for _ in range(40):
            waiting.enter_context(connected(server, half))
        begun = time.monotonic()
        assert 200 == host.page("/tv").status
        assert time.monotonic() - begun < 5


def test_a_server_that_was_attacked_has_the_memory_it_had(server: Server) -> None:
    def memory() -> int:
        match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{server.pid}/status").read_text())
        return int(match[1]) if match else 0

    before = memory()
    for _ in range(3):
        with connected(server, b"GET / HTTP/1.1\r\nHost: localhost\r\n") as line:
            begun = time.monotonic()
            try:
                for number in range(20_000):
                    line.sendall(b"X-%d: x\r\n" % number)
                    if time.monotonic() - begun > PATIENCE:
                        break
            except OSError:
                continue
    assert memory() - before < 5_000


@contextmanager
def listening(
    server: Server, code: str, query: str = "", address: str = "127.0.0.1"
) -> Iterator[http.client.HTTPResponse]:
    connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=5)
    connection.request("GET", f"/{code}/stream{query}", headers={"X-Forwarded-For": address})
    answer = connection.getresponse()
    yield answer
    answer.close()
    connection.close()


def event(answer: http.client.HTTPResponse) -> int:
    lines = [answer.readline(), answer.readline(), answer.readline()]
    version = int(lines[0].removeprefix(b"id: "))
    assert [b"data: %d\n" % version, b"\n"] == lines[1:]
    return version


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
