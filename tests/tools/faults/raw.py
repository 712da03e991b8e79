"""Requests that no browser sends: broken, cut, doubled and huge ones, to a real server."""

import random
import re
import socket
from collections import Counter
from contextlib import suppress
from urllib.parse import quote

from tests.conftest import gather_at
from tests.support.hostile_input import TEXTS
from tests.support.server import Server

_LINES = (
    b"Content-Length: 0",
    b"Content-Length: -1",
    b"Content-Length: 99999999999999999999",
    b"Content-Length: 3\r\nContent-Length: 4",
    b"Transfer-Encoding: chunked",
    b"Transfer-Encoding: chunked, chunked",
    b"Expect: 100-continue",
    b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: x\r\nSec-WebSocket-Version: 13",
    b"Upgrade: h2c\r\nConnection: Upgrade",
    b"Connection: close, keep-alive",
    b"Cookie: companion=; companion=.; companion=eyJ9.x.y",
    b"X-Forwarded-For: 1.2.3.4, x, \xff",
    b"X-Forwarded-For: [::1",
    b"Accept-Language: " + b"ja;q=" * 500,
    b"Range: bytes=0-0,5-",
    b"If-Modified-Since: yesterday",
    b"Host: a\r\nHost: b",
    b"A: " + b"a" * 70_000,
    b" folded: line",
    b"\x00: \x00",
)


def _request(code: str, chance: random.Random) -> bytes:
    """Return a valid request for a random page."""
    paths = ("", "/tv", "/host", "/stream", "/number", "/result/1/1", "/evening.json", "/host/begin")
    path = f"/{code}{chance.choice(paths)}"
    if chance.random() < 0.3:
        path += "?at=" + quote(chance.choice(TEXTS))
    if chance.random() < 0.5:
        return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode("utf-8", "surrogatepass")
    body = b"number=5&at=1.1"
    head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
    return head.encode("utf-8", "surrogatepass") + b"Content-Length: %d\r\n\r\n%s" % (len(body), body)


def _broken(request: bytes, chance: random.Random) -> bytes:
    for _ in range(chance.choice((1, 1, 1, 2, 3))):
        place = chance.randrange(len(request) + 1)
        match chance.randrange(6):
            case 0:
                request = request[:place] + chance.randbytes(chance.randrange(1, 9)) + request[place:]
            case 1:
                request = request[:place]
            case 2:
                request += request
            case 3:
                request = request.replace(b"HTTP/1.1", chance.choice((b"HTTP/1.0", b"HTTP/9", b"", b"\x00")))
            case _:
                request = request.replace(b"\r\n", b"\r\n" + chance.choice(_LINES) + b"\r\n", 1)
    return request


def tried(server: Server, times: int, seed: int = 0) -> Counter[int]:
    """Send broken requests and count the statuses of the responses; 0 is a closed connection."""
    chance, statuses = random.Random(seed), Counter[int]()
    host, _ = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    for _ in range(times):
        statuses[_status(server, _broken(_request(host.code, chance), chance))] += 1
    assert host.page("/tv").status == 200
    return statuses


def _status(server: Server, request: bytes) -> int:
    with suppress(OSError), socket.create_connection(("127.0.0.1", server.port), 5) as line:
        line.settimeout(0.3)
        line.sendall(request)
        found = re.match(rb"HTTP/1\.\d (\d{3})", line.recv(200))
        return int(found[1]) if found else 0
    return 0
