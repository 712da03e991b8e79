"""Pages are compressed where that helps, and their size tells nobody a secret."""

import gzip

import pytest

from tests.support.clients import HTMX, Clients

GZIP = {"Accept-Encoding": "gzip, deflate"}
WITH_SECRETS = ("", "another", "host", "host/room", "host/people/1", "host/pass", "result")
PROBE = "q7probe"


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather("Ann", "Ben", "Cid")
    return clients


@pytest.mark.parametrize("path", ["", "tv", "host", "result"])
def test_a_page_is_compressed_for_browsers_that_accept_it(clients: Clients, path: str) -> None:
    who = "host" if path == "host" else "Ann"
    clients.ask(who, path)  # what is shown once
    plain, compressed = clients.ask(who, path), clients.ask(who, path, headers=GZIP)
    assert "Content-Encoding" not in plain.headers
    assert "gzip" == compressed.headers["Content-Encoding"]
    assert plain.data == gzip.decompress(compressed.data)
    assert len(compressed.data) == compressed.content_length < len(plain.data) / 2
    for answer in (plain, compressed):
        assert "Accept-Encoding" in answer.headers["Vary"]


def test_what_is_small_or_no_page_is_not_compressed(clients: Clients) -> None:
    small = clients.ask("Ann", "/nowhere", headers={**GZIP, **HTMX})
    download = clients.ask("host", "evening.json", headers=GZIP)
    assert [None, None] == [answer.headers.get("Content-Encoding") for answer in (small, download)]


@pytest.mark.parametrize("accepted", ["identity", "br", "gzip;q=0", "gzip;q=0, *"])
def test_a_browser_that_accepts_no_gzip_gets_none(clients: Clients, accepted: str) -> None:
    for path in ("", "tv", "/nowhere", "/static/live.js"):
        answer = clients.ask("Ann", path, headers={"Accept-Encoding": accepted})
        assert "Content-Encoding" not in answer.headers
        assert "Accept-Encoding" in answer.headers["Vary"]


@pytest.mark.parametrize("headers", [{}, GZIP], ids=["plain", "gzip"])
def test_a_head_request_gets_the_headers_of_the_page_and_no_more(
    clients: Clients, headers: dict[str, str]
) -> None:
    browser = clients.browser("Ann")
    for path in ("/", f"/{clients.code}/tv", "/nowhere", "/static/live.js"):
        page, head = (browser.open(path, method=each, headers=headers) for each in ("GET", "HEAD"))
        for answer in (page, head):
            answer.headers.pop("X-Request-ID", None)  # each request has its own
        assert (page.status_code, page.headers) == (head.status_code, head.headers), path
        assert (b"", len(page.data)) == (head.data, int(head.headers["Content-Length"])), path


@pytest.mark.parametrize("who", ["Ann", "host"])
def test_no_page_with_a_secret_repeats_the_query_of_its_address(clients: Clients, who: str) -> None:
    """Else its compressed size would tell whether the query guesses the secret (BREACH)."""
    clients.send("Ann", 7)
    names = ("change", "asked", "at", "lang", "code", "room", "skip", "seat", "number", "q")
    query = "&".join(f"{name}={PROBE}" for name in names)
    for path in WITH_SECRETS:
        assert PROBE not in clients.ask(who, f"{path}?{query}").text, path
