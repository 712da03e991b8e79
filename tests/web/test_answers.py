"""What every answer has: headers, compression that tells nobody a secret, and files that browsers keep."""

import gzip
import hashlib
import re
from pathlib import Path

import pytest

from tests.support.clients import HTMX, Clients

STATIC = Path(__file__).parents[2] / "static"
GZIP = {"Accept-Encoding": "gzip, deflate"}
WITH_SECRETS = ("", "another", "host", "host/room", "host/people/1", "host/pass", "result")
SHEETS = ("game-1.json", "evening.json", "rounds.csv", "scores.csv", "evening.xlsx")
PROBE = "q7probe"
FILE = "/static/vendor/htmx.min.js"


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather("Ann", "Ben", "Cid")
    return clients


def test_pages_are_never_kept_by_anybody_between(clients: Clients) -> None:
    of_hosts = ("/", "/evenings", "/all-time", "/all-time/forget", f"/evenings/{clients.code}/delete")
    paths = ("host", "tv", "another", "result", *SHEETS, *of_hosts)
    for answer in (clients.ask("Ann"), *(clients.ask("host", path) for path in paths)):
        assert "no-store" in answer.headers["Cache-Control"]
        assert "default-src 'self'" in answer.headers["Content-Security-Policy"]
        assert "same-origin" == answer.headers["Referrer-Policy"]
        assert "ETag" not in answer.headers


def test_a_page_that_is_not_small_is_compressed_for_browsers_that_accept_it(clients: Clients) -> None:
    for who, path in (("Ann", ""), ("Ann", "tv"), ("host", "host"), ("Ann", "result")):
        clients.ask(who, path)  # what is shown once
        plain, compressed = clients.ask(who, path), clients.ask(who, path, headers=GZIP)
        assert "Content-Encoding" not in plain.headers
        assert "gzip" == compressed.headers["Content-Encoding"]
        assert plain.data == gzip.decompress(compressed.data)
        assert len(compressed.data) == compressed.content_length < len(plain.data) / 2
        assert all("Accept-Encoding" in answer.headers["Vary"] for answer in (plain, compressed))
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
            for own in ("X-Request-ID", "Date", "Set-Cookie"):  # a new time each
                answer.headers.pop(own, None)
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


# Files


def test_files_that_anybody_between_may_keep_carry_no_cookie(clients: Clients) -> None:
    [address] = re.findall(r'href="(/static/css/phone\.css\?v=[0-9a-f]+)"', clients.ask("Ann").text)
    answer = clients.ask("Ann", address)
    assert "immutable" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers
    other = clients.ask("Ann", "/static/css/phone.css?v=0")
    assert "immutable" not in other.headers["Cache-Control"]
    unchanged = clients.ask("Ann", address, headers={"If-None-Match": answer.headers["ETag"]})
    for each in (answer, other, unchanged):
        each.close()
    assert (304, True) == (unchanged.status_code, "immutable" in unchanged.headers["Cache-Control"])


@pytest.mark.parametrize("name", ["live", "sheet"])
def test_scripts_that_work_together_are_sent_as_one_file(clients: Clients, name: str) -> None:
    sent = clients.ask("Ann", f"/static/{name}.js").text
    parts = [path.read_text() for path in (STATIC / name).glob("*.js")]
    assert (len(sent), True) == (sum(map(len, parts)), all(part in sent for part in parts))


def test_browsers_keep_a_file_that_is_joined_as_they_keep_any_other(clients: Clients) -> None:
    [address] = re.findall(r'src="(/static/live\.js\?v=[0-9a-f]+)"', clients.ask("Ann").text)
    answer = clients.ask("Ann", address)
    assert "immutable" in answer.headers["Cache-Control"]
    unchanged = clients.ask("Ann", address, headers={"If-None-Match": answer.headers["ETag"]})
    assert 304 == unchanged.status_code


def test_a_style_sheet_names_the_font_by_its_content_so_that_it_is_kept_for_ever() -> None:
    styles = STATIC / "css"
    sheet = (styles / "common" / "tokens.css").read_text()
    for name, version in re.findall(r"url\(([^)?]*)\?v=(\w+)\)", sheet):
        assert version == hashlib.sha256((styles / name).read_bytes()).hexdigest()[:12]
    assert "url(../vendor/jost.woff2?v=" in sheet


@pytest.mark.parametrize("name", sorted(path.name for path in (STATIC / "css").iterdir() if path.is_dir()))
def test_a_style_sheet_is_sent_with_all_its_parts(clients: Clients, name: str) -> None:
    sent = clients.ask("Ann", f"/static/css/{name}.css").text
    parts = [path.read_text() for path in (STATIC / "css" / name).glob("*.css")]
    assert (len(sent), True) == (sum(map(len, parts)), all(part in sent for part in parts))


def test_what_old_browsers_cannot_read_in_a_vendored_file_is_replaced_when_it_is_sent(
    clients: Clients,
) -> None:
    published, sent = (STATIC / "vendor" / "htmx.min.js").read_text(), clients.ask("Ann", FILE)
    for new in (r"\?\.(?!\d)", r"\?\?"):
        assert re.search(new, published)
        assert not re.search(new, sent.text)
    assert gzip.decompress(clients.ask("Ann", FILE, headers=GZIP).data) == sent.data
    for spelled in ("vendor/./htmx.min.js", "none/../vendor/htmx.min.js", "vendor//htmx.min.js"):
        same = clients.browser("Ann").get(f"/static/{spelled}", follow_redirects=True)
        assert (200, sent.data) == (same.status_code, same.data), spelled


def test_the_TV_of_a_demo_has_a_way_out_and_that_of_a_party_has_none(clients: Clients) -> None:
    demo = clients.browser("host").post("/demo", follow_redirects=True).text
    party = clients.ask("host", "tv").text
    assert (True, False) == ("Leave the demo" in demo, "Leave the demo" in party)
