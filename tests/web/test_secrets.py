"""Nobody but its owner can receive a number before the reveal."""

import re
from collections.abc import Callable

from tests.conftest import Party
from tests.support.guest import Guest
from tests.support.server import Server

Gather = Callable[..., Party]
RANGE = {"low": 0, "high": 999_999_999}
SHEETS = ("/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv")


def test_a_hidden_number_is_hidden_until_its_owner_peeks(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid", **RANGE)
    ann.send(271_828_182)
    page = ann.page().text
    assert 1 == page.count("271828182")
    assert re.search(
        r"<details class=\"peek\"[^>]*><summary[^>]*>Peek</summary><strong[^>]*>271828182<", page
    )


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
