"""companion.local, in networks of the test's own: phones find it, and two laptops get two names."""

import json
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from tests.support.backing_services import until
from tests.support.server import Server
from tests.support.small_networks import Computer, joined, moved

pytestmark = pytest.mark.slow
ROOT = Path(__file__).parent.parent.parent
QUESTION = (sys.executable, "-m", "tests.support.multicast_question")
Start = Callable[..., Server]


@pytest.fixture
def network() -> Iterator[list[Computer]]:
    """Two laptops and a phone, and nothing else."""
    with joined("10.1.0.1", "10.1.0.2", "10.1.0.3") as computers:
        yield computers


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    with ExitStack() as stack:

        def started(laptop: Computer, *options: str, **environ: str) -> Server:
            data = tmp_path / f"data{len(list(tmp_path.iterdir()))}"
            host = options[options.index("--host") + 1] if "--host" in options else "0.0.0.0"  # noqa: S104
            environ = {"COMPANION_MDNS": "1", **environ}
            server = Server(data, host=host, environ=environ, within=laptop.within)
            stack.callback(server.stop)
            return server.start()

        yield started


def name(server: Server) -> str:
    """Wait until a server has a name, and return the one it has."""
    until(lambda: "Phones can also open" in server.output(), "it has no name")
    return re.findall(r"can also open http://([^:]+):", server.output())[-1]


def asked(phone: Computer, *names: str) -> dict[str, list[str]]:
    return json.loads(phone.run(*QUESTION, phone.address, *names))


@contextmanager
def listening(computer: Computer, into: Path) -> Iterator[Callable[[], list[list[object]]]]:
    """Listen on a computer; yields what returns name, address and seconds of life of all that was heard."""

    def heard() -> list[list[object]]:
        return [
            json.loads(line) for line in into.read_text().splitlines(keepends=True) if line.endswith("\n")
        ]

    command = [*computer.within, *QUESTION, computer.address]
    with into.open("w") as file, subprocess.Popen(command, stdout=file) as process:
        until(lambda: heard() == [[]], "it does not listen")
        yield lambda: heard()[1:]
        process.kill()


def test_phones_find_each_server_of_a_network_by_a_name_of_its_own(
    network: list[Computer], start: Start, tmp_path: Path
) -> None:
    first, second, phone = network
    one = start(first)
    assert "companion.local" == name(one)
    page = phone.run(*QUESTION, phone.address, f"http://companion.local:{one.port}/")
    assert "Start a room" in page
    assert f"On phones              http://10.1.0.1:{one.port}\n" in one.greeting
    two = start(second)
    assert "companion-2.local" == name(two)
    assert "companion-3.local" == name(start(first))
    ends = {"companion": 1, "companion-2": 2, "companion-3": 1}
    found = {f"{each_end}.local": [f"10.1.0.{end}"] for each_end, end in ends.items()}
    assert found == asked(phone, *found)
    with listening(phone, tmp_path / "heard") as heard:
        one.stopping()
        until(lambda: ["companion.local", "10.1.0.1", 0] in heard(), "it said no goodbye")
    assert {"companion.local": [], "companion-2.local": ["10.1.0.2"]} == asked(phone, *[*found][:2])
    assert "" == one.errors()


def test_a_laptop_that_joins_another_network_answers_with_its_new_address(
    network: list[Computer], start: Start
) -> None:
    laptop, _, phone = network
    server = start(laptop)
    assert "companion.local" == name(server)
    moved(laptop, "10.1.7.7")
    until(lambda: asked(phone, "companion.local")["companion.local"] == ["10.1.7.7"], "nobody answers")
    assert "" == server.errors()


def test_where_no_name_is_wanted_nothing_is_sent(network: list[Computer], start: Start) -> None:
    quiet, other, _ = network
    nameless = [
        start(quiet, "--host", "127.0.0.1"),
        start(quiet, COMPANION_MDNS="0"),
        start(quiet, COMPANION_URL="http://party.example"),
    ]
    assert "companion.local" == name(start(other))  # which takes as long as they would have taken
    for server in nameless:
        server.stopping()
        assert ".local" not in server.output()
    assert 0 == sent_by(quiet)
    assert 0 < sent_by(other)


def sent_by(computer: Computer) -> int:
    """Return how many datagrams of UDP a computer has sent."""
    counted = computer.run("cat", "/proc/net/snmp").splitlines()
    names, values = [line.split() for line in counted if line.startswith("Udp:")]
    return int(values[names.index("OutDatagrams")])
