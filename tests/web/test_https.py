"""Behind a proxy with https: cookies that go by https only, browsers that keep to it, and forms of this site.

The server trusts a proxy on its own computer; these tests are one.
"""

import http.client
from collections.abc import Callable, Iterator
from contextlib import closing
from urllib.parse import urlencode

import pytest

from companion.web.middleware import security
from tests.support.server import Server

NAME = "party.example"
BY_HTTPS, BY_HTTP = {"X-Forwarded-Proto": "https"}, {"X-Forwarded-Proto": "http"}
HSTS = "Strict-Transport-Security"
Start = Callable[..., Server]


@pytest.fixture(scope="module")
def behind(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Run a server whose phones use https."""
    running = Server(tmp_path_factory.mktemp("data"), "--url", f"https://{NAME}").start()
    yield running
    complaints = running.errors()
    running.stop()
    assert complaints == ""


def post(server: Server, headers: dict[str, str], path: str = "/language") -> http.client.HTTPResponse:
    """Post the form of the language, which sets the cookie, and follow no redirect."""
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    with closing(http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)) as line:
        line.request("POST", path, urlencode({"language": "ja", "game": "good-enough"}), {**form, **headers})
        answer = line.getresponse()
        answer.read()
        return answer


def keeps_to_https(answer: http.client.HTTPResponse) -> tuple[bool, bool]:
    """Tell whether the cookie is for https only, and whether the browser is to use nothing else."""
    cookie = (answer.headers["Set-Cookie"] or "").split("; ")
    assert {"HttpOnly", "SameSite=Lax"} <= set(cookie)
    return "Secure" in cookie, HSTS in answer.headers


@pytest.mark.parametrize("path", ["/language", "/rooms"])
@pytest.mark.parametrize("headers", [{}, BY_HTTPS, {"X-Forwarded-For": "203.0.113.7"}])
def test_under_an_https_url_every_cookie_is_secure_and_the_browser_keeps_to_https(
    behind: Server, headers: dict[str, str], path: str
) -> None:
    answer = post(behind, {"Host": NAME, **headers}, path)
    assert (True, True) == keeps_to_https(answer)
    assert "max-age=31536000" == answer.headers[HSTS]


@pytest.mark.parametrize("headers", [{"Host": NAME, **BY_HTTP}, {"Host": f"{NAME}:8000"}, {}])
def test_what_goes_by_http_to_the_same_server_has_a_cookie_that_works_there(
    behind: Server, headers: dict[str, str]
) -> None:
    assert (False, False) == keeps_to_https(post(behind, headers))


def test_without_a_url_the_word_of_a_trusted_proxy_is_enough(server: Server) -> None:
    assert (True, True) == keeps_to_https(post(server, {"Host": "party.lan", **BY_HTTPS}))
    assert (False, False) == keeps_to_https(post(server, {"Host": "party.lan"}))


def test_localhost_is_not_kept_to_https_as_other_programs_have_the_name_too(server: Server) -> None:
    assert (True, False) == keeps_to_https(post(server, {"Host": "localhost", **BY_HTTPS}))


@pytest.mark.slow
def test_a_proxy_that_is_not_trusted_cannot_say_that_it_is_https(start_server: Start) -> None:
    server = start_server(environ={"FORWARDED_ALLOW_IPS": "192.0.2.1"})
    assert (False, False) == keeps_to_https(post(server, {"Host": "party.lan", **BY_HTTPS}))


def test_a_browser_with_a_cookie_from_before_keeps_its_seat_and_gets_a_secure_one(behind: Server) -> None:
    opened = post(behind, {"Host": NAME, **BY_HTTP}, "/rooms")
    page, before = (opened.headers["Location"] or ""), (opened.headers["Set-Cookie"] or "").split("; ")
    assert "Secure" not in before
    again = post(behind, {"Host": NAME, "Cookie": before[0]})
    assert (True, True) == keeps_to_https(again)
    after = (again.headers["Set-Cookie"] or "").partition("; ")[0]
    for cookie in (before[0], after):
        with closing(http.client.HTTPConnection("127.0.0.1", behind.port, timeout=30)) as line:
            line.request("GET", page, headers={"Host": NAME, "Cookie": cookie})
            assert 200 == line.getresponse().status


@pytest.mark.parametrize(
    ("origin", "status"),
    [(f"https://{NAME}", 303), (f"http://{NAME}", 403), (f"ftp://{NAME}", 403), (NAME, 403), ("null", 403)],
)
def test_by_https_a_form_from_the_same_name_without_it_does_nothing(
    behind: Server, origin: str, status: int
) -> None:
    assert status == post(behind, {"Host": NAME, "Origin": origin}).status


def test_by_http_a_form_may_be_of_a_page_by_https_as_a_proxy_need_not_say_so(server: Server) -> None:
    forms = [{"Host": "party.lan", "Origin": f"{scheme}://party.lan"} for scheme in ("http", "https", "ftp")]
    assert [303, 303, 403] == [post(server, each).status for each in forms]


@pytest.mark.parametrize(
    ("site", "status"),
    [
        ("same-origin", 303),
        ("none", 303),
        ("same-site", 403),
        ("cross-site", 403),
        ("not-of-the-standard", 303),
    ],
)
@pytest.mark.parametrize("has_origin", [True, False])
def test_a_form_that_the_browser_calls_another_sites_does_nothing(
    behind: Server, site: str, status: int, *, has_origin: bool
) -> None:
    origin = {"Origin": f"https://{NAME}"} if has_origin else {}
    assert status == post(behind, {"Host": NAME, "Sec-Fetch-Site": site, **origin}).status


def test_a_page_may_be_opened_from_any_site(behind: Server) -> None:
    with closing(http.client.HTTPConnection("127.0.0.1", behind.port, timeout=30)) as line:
        line.request("GET", "/", headers={"Host": NAME, "Sec-Fetch-Site": "cross-site"})
        assert 200 == line.getresponse().status


@pytest.mark.parametrize(
    ("host", "url", "scheme"),
    [
        ("party.example", "https://party.example", "https"),
        ("party.example:443", "https://party.example", "https"),
        ("PARTY.example.", "https://party.example:443", "https"),
        ("party.example:8443", "https://party.example:8443", "https"),
        ("party.example", "https://party.example:8443", "http"),
        ("party.example:8000", "https://party.example", "http"),
        ("party.example", "http://party.example", "http"),
        ("other.example", "https://party.example", "http"),
        ("", "https://party.example", "http"),
        ("[::1", "https://party.example", "http"),
        ("party.example:x", "https://party.example", "http"),
        ("party.example", None, "http"),
    ],
)
def test_a_request_to_exactly_the_url_is_by_its_scheme(host: str, url: str | None, scheme: str) -> None:
    environ = {"wsgi.url_scheme": "http", "HTTP_HOST": host}
    security.set_scheme(environ, url)
    assert scheme == environ["wsgi.url_scheme"]
