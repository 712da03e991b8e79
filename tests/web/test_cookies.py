"""A browser that keeps no cookies is told so in one sentence, and leaves nothing behind."""

import re

import pytest
from flask.testing import FlaskClient

from companion.web.links import write_link
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.page_forms import page_text

SAID = {
    "en": "This browser keeps no cookies: allow them for this page, and tap again",
    "ja": "このブラウザーはCookieを保存しません。このページのCookieを許可して、もう一度タップしてください",
}
FORMS = {
    "join": ("/{code}", "/{code}/join", {"name": "Cara"}),
    "claim": ("/{code}", "/{code}/claim", {"seat": "1"}),
    "seat": ("/{code}/seat/{seat}", "/{code}/seat/{seat}", {}),
    "host link": ("/{code}/become/{host}", "/{code}/become/{host}", {}),
    "host code": ("/{code}/host", "/{code}/recover", {"host_code": "AAAA-BBBB-CCCC"}),
    "open": ("/", "/rooms", {"game": "good-enough"}),
    "demo": ("/", "/demo", {}),
}
"""By what somebody wants: the page of the form, where it is sent, and what with."""


def links_of(clients: Clients) -> dict[str, str]:
    """Return links that give a seat and a host's rights, as if they had been shown."""
    with clients.app.test_request_context():
        seat = write_link(clients.code, seat="1", giver=clients.fingerprint("Ann"))
        host = write_link(clients.code, giver=clients.fingerprint("host"))
    return {"code": clients.code, "seat": seat, "host": host}


@pytest.mark.parametrize("language", SAID)
@pytest.mark.parametrize("wanted", FORMS)
def test_without_cookies_each_tap_says_what_to_allow_and_the_next_one_with_them_counts(
    clients: Clients, wanted: str, language: str
) -> None:
    clients.gather("Ann", "Ben", "Cid")
    shown, sent, form = FORMS[wanted]
    at = links_of(clients)
    shown, sent = shown.format(**at), sent.format(**at)
    phone = clients.app.test_client(use_cookies=False)
    before, rooms = clients.room, count_rooms(clients)
    asked = {"Accept-Language": language}
    assert "companion=" in phone.get(shown, headers=asked).headers["Set-Cookie"]
    for _ in range(3):
        refused = phone.post(sent, data=form, headers=asked)
        assert [SAID[language]] == said(refused.text)
        assert f'action="{sent}"' in refused.text
    assert (before, rooms) == (clients.room, count_rooms(clients))
    cookie = refused.headers["Set-Cookie"].partition(";")[0]
    counted = phone.post(sent, data=form, headers={**asked, "Cookie": cookie})
    assert {"host code": 403, "join": 200, "seat": 200}.get(wanted, 303) == counted.status_code
    assert SAID[language] not in page_text(counted.text)


def said(page: str) -> list[str]:
    matches = re.findall(r'<p[^>]*role="alert"[^>]*>(.*?)</p>', page, re.DOTALL)
    return [text for each in matches if (text := page_text(each).strip())]


def count_rooms(clients: Clients) -> int:
    return len(list(Services.of(clients.app).store.list_rooms()))


def test_no_static_file_sets_a_cookie(clients: Clients) -> None:
    phone: FlaskClient = clients.app.test_client()
    files = re.findall(r'(?:href|src)="(/static/[^"]+)"', phone.get("/").text)
    assert files
    for file in files:
        answer = phone.get(file)
        assert (200, None) == (answer.status_code, answer.headers.get("Set-Cookie"))
        answer.close()
