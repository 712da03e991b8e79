"""Nobody but its owner can receive a number before the reveal."""

import re
import socket
import time
from collections.abc import Callable

from tests.conftest import Party
from tests.support.guest import Guest
from tests.support.server import Server

Gather = Callable[..., Party]
RANGE = {"low": 0, "high": 999_999_999}
SHEETS = ("/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv")
PATHS = ("", "?change=1.1", "/tv", "/host", "/result", "/result/poster.svg", "/result/1/1", *SHEETS)


def everything(guests: list[Guest]) -> str:
    """Collect all that these people can receive: pages, fragments and downloads, with their headers."""
    answers = [
        guest.ask(f"/{guest.code}{path}", headers=headers)
        for guest in guests
        for path in PATHS
        for headers in ({}, {"HX-Request": "true"})
    ]
    return "\n".join(f"{answer.status}\n{answer.headers}\n{answer.text}" for answer in answers)


def stream(server: Server, code: str, seconds: float = 0.5) -> bytes:
    """Listen to a room's stream for a while."""
    with socket.create_connection(("127.0.0.1", server.port)) as line:
        line.sendall(f"GET /{code}/stream HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        line.settimeout(0.1)
        heard, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            try:
                heard += line.recv(65536)
            except TimeoutError:
                continue
    return heard


def test_a_hidden_number_reaches_its_owner_and_nobody_else(server: Server, party: Gather) -> None:
    host, (ann, ben, cid) = party("Ann", "Ben", "Cid", **RANGE)
    stranger = Guest(server.url)
    stranger.code = host.code
    ann.send(271_828_182)
    assert "271828182" in ann.page().text
    assert "271828182" not in everything([host, ben, cid, stranger])
    assert b"271828182" not in stream(server, host.code)
    ben.send(1)
    cid.send(2)
    assert "271828182" in everything([stranger])


def test_a_hidden_number_is_hidden_until_its_owner_peeks(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid", **RANGE)
    ann.send(271_828_182)
    page = ann.page().text
    assert 1 == page.count("271828182")
    assert re.search(
        r"<details class=\"peek\"[^>]*><summary[^>]*>Peek</summary><strong[^>]*>271828182<", page
    )


def test_another_hidden_number_changes_nothing_that_others_receive(server: Server, party: Gather) -> None:
    host, (ann, ben, cid) = party("Ann", "Ben", "Cid", **RANGE)
    others = [host, ben, cid]
    ann.send(5)
    before = everything(others)
    ann.send(987_654_321)
    changed = str(host.version())
    after = everything(others).replace(f'data-v="{changed}"', f'data-v="{int(changed) - 1}"')
    assert _timeless(before) == _timeless(after)


def _timeless(text: str) -> str:
    """Leave out the date of the answers, the signature of a cookie, which holds the date, and random ids."""
    return re.sub(r"(?im)^(date|set-cookie|content-length|x-request-id):.*$", "", text)


def test_pages_are_never_kept_by_anybody_between(party: Gather) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    for answer in (ann.page(), *(host.page(path) for path in ("/host", "/tv", *SHEETS))):
        assert "no-store" in answer.headers["Cache-Control"]
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "ETag" not in answer.headers


def test_a_device_is_known_by_a_cookie_that_scripts_and_other_sites_cannot_use(server: Server) -> None:
    host = Guest(server.url)
    host.start_room()
    guest = Guest(server.url)
    cookie = guest.ask(f"/{host.code}/join", {"name": ""}).headers["Set-Cookie"]
    assert {"HttpOnly", "SameSite=Lax"} <= set(cookie.split("; "))


def test_files_that_anybody_between_may_keep_carry_no_cookie(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    found = re.search(r'href="(/static/phone\.css\?v=[0-9a-f]+)"', ann.page().text)
    assert found
    answer = ann.ask(found[1])
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    assert "immutable" not in ann.ask("/static/phone.css?v=0").headers["Cache-Control"]
    unchanged = ann.ask(found[1], headers={"If-None-Match": answer.headers["ETag"]})
    assert (304, True) == (unchanged.status, "immutable" in unchanged.headers["Cache-Control"])
