"""What browsers get that are too old for the show."""

import re
from pathlib import Path

import pytest

from tests.support.clients import Clients


@pytest.fixture
def clients(clients: Clients) -> Clients:
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    return clients


def test_a_tv_knows_the_address_of_its_plain_page(clients: Clients) -> None:
    [address] = re.findall(r'data-plain="([^"]*)"', clients.ask("Ann", "tv").text)
    plain = clients.ask("Ann", address.replace("&amp;", "&"))
    assert (200, True) == (plain.status_code, "too old for the show" in plain.text)


def test_the_plain_page_needs_no_script_and_reloads_by_itself(clients: Clients) -> None:
    page = clients.ask("Ann", "tv?plain=1").text
    assert '<meta http-equiv="refresh" content="5">' in page
    assert "<script" not in page
    assert ["/static/old.css"] == re.findall(r'href="([^"?#]*)\?', page)


def test_the_plain_page_says_who_is_in_the_middle_and_who_wins(clients: Clients) -> None:
    clients.play(1, 5, 9)
    page = clients.ask("Ann", "tv?plain=1").text
    assert "Ben" in page
    assert re.search(r"<h1>[^<]*Round 1", page)
    for _ in range(2):
        clients.play(1, 5, 9)
    assert re.search(r"<h1>[^<]*win", clients.ask("Ann", "tv?plain=1").text)


def test_the_style_sheet_of_the_plain_page_and_its_script_are_as_old_as_its_readers() -> None:
    sheet = Path("static/old.css").read_text()
    assert not re.search(r"var\(|grid|flex|calc|\d(rem|vh|vw)\b|@", sheet)
    code = re.sub(r"//.*", "", Path("static/old.js").read_text())
    assert not re.search(r"=>|`|\b(let|const|class|async|await|of)\b|\.\.\.", code)
