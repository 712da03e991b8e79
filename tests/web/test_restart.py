"""What survives a kill in the middle of a round, and Ctrl-C with open streams."""

import json
import signal
import socket
import time
from collections.abc import Callable

import pytest

from tests.conftest import gather_at
from tests.support.server import Server

Start = Callable[..., Server]


def test_a_round_ends_after_kill_9_as_if_nothing_had_happened(start_server: Start) -> None:
    server = start_server()
    host, (ann, ben, cid) = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    ann.send(10)
    ben.send(20)
    server.kill()
    server.start()
    assert "2 of 3 are in" in host.page("/tv").text
    assert "Your number is in" in ann.page().text
    cid.send(30)
    record = json.loads(host.page("/game-1.json").text)
    assert [{"plays": {"Ann": 10, "Ben": 20, "Cid": 30}}] == record["rounds"]


@pytest.mark.slow
def test_ctrl_c_ends_the_server_at_once_also_with_streams_open(start_server: Start) -> None:
    server = start_server()
    host, _ = gather_at(server, "Ann", "Ben", "Cid")
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(20)]
    for line in lines:
        line.sendall(f"GET /{host.code}/stream HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert b"200 OK" in line.recv(4096)
    begun = time.monotonic()
    server.signal(signal.SIGINT)
    assert 0 == server.wait()
    assert time.monotonic() - begun < 2
    for line in lines:
        line.close()
    assert "" == server.errors()
