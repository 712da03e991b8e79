"""The styles that the page to join carries, so that it is painted with the first answer of the server."""

import hashlib
import re
from base64 import b64encode

import pytest

from tests.support.clients import Clients

LIMIT = 9_400
"""Bytes of the page to join as it is sent, with its head; letters of Japanese have three bytes."""
STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.open()
    return clients


@pytest.mark.parametrize("path", ["", "join"], ids=["opened", "refused"])
def test_a_page_to_join_allows_the_styles_that_it_carries_and_no_others(clients: Clients, path: str) -> None:
    clients.ask("new")
    answer = clients.ask("new", path, () if path else None)
    [styles] = STYLE.findall(answer.text)
    digest = b64encode(hashlib.sha256(styles.encode()).digest()).decode()
    of_styles = answer.headers["Content-Security-Policy"].partition("style-src ")[2]
    assert f"'self' 'sha256-{digest}'" == of_styles
    assert answer.text.index('rel="stylesheet"') > answer.text.index("<form")


def test_a_page_carries_the_rules_that_it_can_match_and_custom_properties_that_they_read(
    clients: Clients,
) -> None:
    [styles] = STYLE.findall(clients.ask("new").text)
    carried = (
        ".typed {",
        "body,h1,p{",
        "@media (prefers-color-scheme: light) {",
        "--card:",
        ".js .plain > .swap {",
    )
    assert [] == [each for each in carried if each not in styles]
    left_out = (".keys", "html.tv", "@font-face", "@keyframes", "@media print", "--wood:", ".verdict", "/*")
    assert [] == [each for each in left_out if each in styles]


def test_a_player_s_page_carries_no_styles(clients: Clients) -> None:
    clients.ask("new")
    answer = clients.ask("new", "join", name="Ann")
    assert [] == STYLE.findall(answer.text)
    assert "style-src" not in answer.headers["Content-Security-Policy"]


@pytest.mark.parametrize("language", ["en", "de", "ja"])
def test_the_page_to_join_is_small(clients: Clients, language: str) -> None:
    answer = clients.ask("new", headers={"Accept-Encoding": "gzip", "Accept-Language": language})
    head = sum(len(f"{name}: {value}\r\n") for name, value in answer.headers)
    assert head + len(answer.data) < LIMIT
