"""What a server notices of phones that get no page, in networks of the test's own."""

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.screens.troubleshooting import CAUSES, TURN
from tests.support.backing_services import until
from tests.support.server import Server
from tests.support.small_networks import Computer, joined, moved

pytestmark = pytest.mark.slow
OPENS = """
import sys
from tests.support.guest import Guest
host = Guest(sys.argv[1])
host.start_room()
print(host.code)
"""
SILENT = "import socket, sys; socket.create_connection((sys.argv[1], int(sys.argv[2]))).recv(1)"
LINE = re.compile(r'class="sill">.*</svg>\s*([^<]*)<', re.DOTALL)
Tv = Callable[[int], str]


@pytest.fixture
def network() -> Iterator[list[Computer]]:
    """Two laptops and a phone, and nothing else."""
    with joined("10.1.0.1", "10.1.0.2", "10.1.0.3") as computers:
        yield computers


def opened(laptop: Computer, server: Server) -> Tv:
    """Open a room on a laptop; returns what tells the line that the TV has in a turn."""
    here = f"http://127.0.0.1:{server.port}"
    code = laptop.run(sys.executable, "-c", OPENS, here).strip()

    def line(turn: int) -> str:
        match = LINE.search(laptop.run("curl", "-s", f"{here}/{code}/tv/causes?turn={turn}"))
        return match[1] if match else ""

    return line


def test_what_phones_do_not_get_is_named_under_the_code(network: list[Computer], tmp_path: Path) -> None:
    laptop, newer, phone = network
    moved(newer, "fd00::2")
    with ExitStack() as stack:
        servers = []
        for each in (laptop, newer):
            server = Server(tmp_path / each.address, host="0.0.0.0", within=each.within)  # noqa: S104
            stack.callback(server.stop)
            servers.append(server.start())
        tv, tv_of_newer = map(opened, (laptop, newer), servers)
        until(lambda: tv(0) and tv_of_newer(0), "a TV names no cause", patience=40)
        turns = [tv(turn) for turn in range(60 // TURN)]
        assert len(CAUSES) - 2 == len({*turns})  # no other address, and not only IPv6
        assert "Only IPv6 here: the host starts companion anew" == tv_of_newer(0)
        assert "It loads for ever? The host looks at the firewall" in turns

        there = f"10.1.0.1:{servers[0].port}"
        ask = "curl", "-sk", "--max-time", "5"
        silent = subprocess.Popen([*phone.within, sys.executable, "-c", SILENT, *there.split(":")])
        silent.wait(30)
        assert "A VPN is on? Switch it off for the evening" == tv(1)
        tried = phone.run("sh", "-c", f"{' '.join(ask)} -w '%{{time_total}}' https://{there}/ || true")
        assert 2 > float(tried)
        assert "Only secure pages? Type http:// before the address" == tv(2)
        phone.run(*ask, "-H", "Host: party.example.com", f"http://{there}/")
        assert "The address does not work? The host has others" == tv(3)
        assert "Start a room" in phone.run(*ask, f"http://{there}/")
        turns = [tv(turn) for turn in range(60 // TURN)]
        assert len(CAUSES) - 3 == len({*turns})
        assert "It loads for ever? The host looks at the firewall" not in turns
