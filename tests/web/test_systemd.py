"""What systemd is told: that the server is ready, and that it still answers."""

import socket
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.web.server.health import Watchdog
from tests.support.server import Server


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[socket.socket]:
    """Listen to services as systemd does."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listening:
        listening.bind(str(tmp_path / "notify"))
        listening.settimeout(20)
        yield listening


def environ(manager: socket.socket, seconds: float = 0.3) -> dict[str, str]:
    return {"NOTIFY_SOCKET": manager.getsockname(), "WATCHDOG_USEC": str(int(seconds * 1_000_000))}


@pytest.mark.slow
def test_a_server_is_ready_when_it_accepts_requests_and_tells_that_it_answers(
    manager: socket.socket, start_server: Callable[..., Server]
) -> None:
    server = start_server(environ=environ(manager))
    assert [b"READY=1", b"WATCHDOG=1", b"WATCHDOG=1"] == [manager.recv(100) for _ in range(3)]
    server.stopping()
    told = b"WATCHDOG=1"
    while told == b"WATCHDOG=1":
        told = manager.recv(100)
    assert (b"STOPPING=1", "") == (told, server.errors())


@pytest.mark.slow
def test_systemd_that_does_not_ask_is_told_no_more_than_the_start(
    manager: socket.socket, start_server: Callable[..., Server]
) -> None:
    told = {"NOTIFY_SOCKET": manager.getsockname()}
    start_server(environ=told | {"WATCHDOG_USEC": "300000", "WATCHDOG_PID": "1"}).stopping()
    start_server(environ=told).stopping()
    assert [b"READY=1", b"STOPPING=1"] * 2 == [manager.recv(100) for _ in range(4)]


def test_of_a_server_that_does_not_answer_nothing_is_told(manager: socket.socket) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        watchdog = Watchdog(silent, environ(manager))
        watchdog.start()
        assert b"READY=1" == manager.recv(100)
        silent.settimeout(20)
        for _ in range(2):  # it was asked, and then asked again
            asked, _ = silent.accept()
            assert asked.recv(1000).startswith(b"GET /healthz ")
            asked.close()
        watchdog.close()
        assert b"STOPPING=1" == manager.recv(100)


def test_every_address_is_asked_on_this_computer(manager: socket.socket) -> None:
    with socket.create_server(("0.0.0.0", 0)) as listener:  # noqa: S104
        listener.settimeout(20)
        watchdog = Watchdog(listener, environ(manager))
        watchdog.start()
        asked, (address, _) = listener.accept()
        watchdog.close()
        asked.close()
    assert "127.0.0.1" == address
