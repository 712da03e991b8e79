"""By https from a trusted proxy: cookies are secure, browsers stay there, other sites' forms do nothing."""

import http.client
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest

from companion.web.middleware import security
from companion.web.server import wsgi
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import Server

NAME = "party.example"
BY_HTTPS, BY_HTTP = {"X-Forwarded-Proto": "https"}, {"X-Forwarded-Proto": "http"}
HSTS = "Strict-Transport-Security"
Start = Callable[..., Server]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server whose phones use https."""
    running = PreloadedServer(tmp_path_factory.mktemp("data"), "--url", f"https://{NAME}").start()
    yield running
    complaints = running.errors()
    running.stop()
    assert complaints == ""


def ask(
    server: Server, headers: dict[str, str], path: str = "/language", method: str = "POST"
) -> http.client.HTTPResponse:
    """Ask for a page, or post the form of the language, which sets the cookie; follow no redirect."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request(method, path, urlencode({"language": "ja", "game": "good-enough"}), {**form, **headers})
        answer = line.getresponse()
        answer.read()
        return answer


def keeps_to_https(answer: http.client.HTTPResponse) -> tuple[bool, bool]:
    """Tell whether the cookie is for https only, and whether the browser is to use nothing else."""
    cookie = (answer.headers["Set-Cookie"] or "").split("; ")
    assert {"HttpOnly", "SameSite=Lax"} <= set(cookie)
    assert answer.headers[HSTS] in (None, "max-age=31536000")
    return "Secure" in cookie, HSTS in answer.headers


def test_under_an_https_url_cookies_are_secure_and_by_http_they_work_too(behind: Server) -> None:
    for path in ("/language", "/rooms"):
        for headers in ({}, BY_HTTPS, {"X-Forwarded-For": "203.0.113.7"}):
            assert (True, True) == keeps_to_https(ask(behind, {"Host": NAME, **headers}, path))
    for headers in ({"Host": NAME, **BY_HTTP}, {"Host": f"{NAME}:8000"}, {}):
        assert (False, False) == keeps_to_https(ask(behind, headers))


def test_without_a_url_the_word_of_a_trusted_proxy_is_enough(server: Server) -> None:
    assert (True, True) == keeps_to_https(ask(server, {"Host": "party.lan", **BY_HTTPS}))
    assert (False, False) == keeps_to_https(ask(server, {"Host": "party.lan"}))
    assert (True, False) == keeps_to_https(ask(server, {"Host": "localhost", **BY_HTTPS}))  # of all programs


@pytest.mark.slow
def test_a_proxy_that_is_not_trusted_cannot_say_that_it_is_https(start_server: Start) -> None:
    server = start_server(environ={"FORWARDED_ALLOW_IPS": "192.0.2.1"})
    assert (False, False) == keeps_to_https(ask(server, {"Host": "party.lan", **BY_HTTPS}))


def test_a_browser_with_a_cookie_from_before_keeps_its_seat_and_gets_a_secure_one(behind: Server) -> None:
    opened = ask(behind, {"Host": NAME, **BY_HTTP, "Cookie": "companion=unknown"}, "/rooms")
    page, before = (opened.headers["Location"] or ""), (opened.headers["Set-Cookie"] or "").split("; ")
    assert "Secure" not in before
    again = ask(behind, {"Host": NAME, "Cookie": before[0]})
    assert (True, True) == keeps_to_https(again)
    for cookie in (before[0], (again.headers["Set-Cookie"] or "").partition("; ")[0]):
        assert 200 == ask(behind, {"Host": NAME, "Cookie": cookie}, page, "GET").status


@pytest.mark.parametrize(
    ("origin", "status"),
    [(f"https://{NAME}", 303), (f"http://{NAME}", 403), (f"ftp://{NAME}", 403), (NAME, 403), ("null", 403)],
)
def test_by_https_a_form_from_the_same_name_without_it_does_nothing(
    behind: Server, origin: str, status: int
) -> None:
    assert status == ask(behind, {"Host": NAME, "Origin": origin}).status


def test_by_http_a_form_may_be_of_a_page_by_https_as_a_proxy_need_not_say_so(server: Server) -> None:
    origins = ("http://party.lan", "https://party.lan", "ftp://party.lan", "http://evil.example", "null")
    statuses = [ask(server, {"Host": "party.lan", "Origin": origin}).status for origin in origins]
    assert [303, 303, 403, 403, 403] == statuses


@pytest.mark.parametrize("origin", [{}, {"Origin": f"https://{NAME}"}], ids=["", "with an origin"])
def test_a_form_that_the_browser_calls_another_sites_does_nothing(
    behind: Server, origin: dict[str, str]
) -> None:
    sites = {"same-origin": 303, "none": 303, "same-site": 403, "cross-site": 403, "not-of-the-standard": 303}
    found = {site: ask(behind, {"Host": NAME, "Sec-Fetch-Site": site, **origin}).status for site in sites}
    assert sites == found
    assert 200 == ask(behind, {"Host": NAME, "Sec-Fetch-Site": "cross-site"}, "/", "GET").status


@pytest.mark.parametrize(
    ("host", "url", "scheme"),
    [
        *(("party.example" + port, "https://party.example", "https") for port in ("", ":443")),
        ("PARTY.example.", "https://party.example:443", "https"),
        ("party.example:8443", "https://party.example:8443", "https"),
        *(("party.example", url, "http") for url in ("https://party.example:8443", "http://party.example")),
        *((f"party.example:{port}", "https://party.example", "http") for port in ("8000", "x")),
        *((host, "https://party.example", "http") for host in ("party.lan", "8.8.4.4", "", "[::1")),
        *(("tunnel.example", url, "https") for url in ("https://party.example", None)),
    ],
)
def test_a_request_to_exactly_the_url_is_by_its_scheme(host: str, url: str | None, scheme: str) -> None:
    environ = {"wsgi.url_scheme": "http", "HTTP_HOST": host}
    wsgi.set_scheme(environ, url)
    assert scheme == environ["wsgi.url_scheme"]


@pytest.mark.parametrize(
    ("host", "own"),
    [
        *((f"{name}:8000", True) for name in ("companion.local", "Companion.local.", "companion-2.local")),
        *((f"{name}.example", False) for name in ("companion.local", "companion", "companionlocal")),
    ],
)
def test_the_name_is_known_as_this_servers_and_no_name_of_the_internet_is(host: str, own: bool) -> None:
    assert own is security.is_own_host(host, None)
