"""No network at run time: the server only answers, and our scripts name no other place."""

import re
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import gather_at
from tests.support.guest import Guest
from tests.support.server import Server

ROOT = Path(__file__).parent.parent.parent
HOOK = """
import os, sys

def heard(event, arguments):
    if event.startswith("socket.") or event == "urllib.Request":
        kind = getattr(arguments[0], "type", "") if arguments else ""
        with open(os.environ["HEARD"], "a") as file:
            print(event, int(kind) if kind else "", arguments[1:], sep="\\t", file=file)

sys.addaudithook(heard)
"""


@pytest.mark.slow
def test_a_server_asks_nobody_anything_through_a_whole_evening(
    start_server: Callable[..., Server], tmp_path: Path
) -> None:
    (tmp_path / "sitecustomize.py").write_text(HOOK)
    heard = tmp_path / "heard"
    environ = {"PYTHONPATH": f"{tmp_path}:{ROOT}", "HEARD": str(heard), "COMPANION_MDNS": "1"}
    server = start_server(environ=environ)  # on 127.0.0.1, where nobody could ask for its name
    host, guests = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    for turn in range(3):
        for number, guest in enumerate(guests):
            guest.send(10 * number + turn)
    for path in ("", "/tv", "/result", "/result/poster.svg", "/result/1/1", "/another"):
        assert 200 == guests[0].page(path).status
    files = ("/evening.json", "/rounds.csv", "/scores.csv")
    for path in ("/host", "/host/people/1", "/host/room/second", *files):
        assert 200 == host.page(path).status
    assert 200 == Guest(server.url).ask("/demo", {}).status
    server.stopping()
    lines = [line.split("\t") for line in heard.read_text().splitlines()]
    events = {(event, kind) for event, kind, _ in lines}
    assert ("socket.bind", str(int(socket.SOCK_STREAM))) in events  # so the hook hears
    asked = {tuple(line) for line in lines if line[0] not in ("socket.__new__", "socket.bind")}
    probe = ("socket.connect", str(int(socket.SOCK_DGRAM)), "(('203.0.113.1', 9),)")  # sends no packet
    assert asked <= {probe}


def test_our_scripts_and_styles_name_no_other_place() -> None:
    files = [each for each in (ROOT / "static").iterdir() if each.suffix in (".js", ".css")]
    assert files
    named = re.compile(r"https?://|['\"(]//[a-z]")
    assert [] == [each.name for each in files if named.search(each.read_text())]
