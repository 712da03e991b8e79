"""An evening that is finished over HTTP: what the host, phones, the TV, results and downloads have of it."""

import csv
import json
from itertools import product
from xml.etree import ElementTree

import pytest

from companion.i18n.languages import LANGUAGES
from tests.support.clients import Clients
from tests.support.page_forms import page_forms
from tests.support.stream_reader import Streams
from tests.support.streamed import Screens

NAMES = ("Ann", "Ben", "Cid")
TV = "a TV"
BEN_WINS, CID_WINS = ("B", "C", "C"), ("C", "B", "B")


@pytest.fixture
def clients(clients: Clients) -> Clients:
    """Return browsers in a room where Ben and Cid are a step from the middle after two games, and Ann two."""
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    win(clients, BEN_WINS)
    clients.host("begin")
    win(clients, CID_WINS)
    return clients


def win(clients: Clients, winners: tuple[str, ...]) -> None:
    for winner in winners:
        clients.play(*(60 if name.startswith(winner) else 50 for name in NAMES))


def test_an_evening_is_finished_decided_undone_and_goes_on(clients: Clients) -> None:
    assert "Finish the evening" in clients.ask("host", "host").text
    assert clients.host("finish").status_code == 303
    assert "You cannot win. Your number moves the middle." in clients.ask("Ann").text
    assert "You or Cid. Closest to the middle wins the evening." in clients.ask("Ben").text
    assert "Undo: Finish the evening" in clients.ask("host", "host").text
    clients.host("undo", number=clients.room.undo[-1])
    assert "Grand final" not in clients.ask("Ben").text
    clients.host("finish")
    clients.play(49, 50, 100)
    assert "The evening is yours" in clients.ask("Ben").text
    assert "Two steps off" in clients.ask("Ann").text
    assert "As few steps as Ben" in clients.ask("Cid").text.replace("\u2068", "").replace("\u2069", "")
    desk = clients.ask("host", "host").text
    assert "One more game" in desk
    assert "wins the evening" in desk
    clients.host("begin")
    assert "The evening is yours" not in clients.ask("Ben").text


def test_results_and_downloads_have_who_won_it(clients: Clients) -> None:
    clients.host("finish")
    clients.play(49, 50, 100)
    page = clients.ask("host", "result").text
    assert 'class="walked"' in page
    picture = clients.ask("Ann", "result/poster.svg").text
    assert "wins the evening" in picture.replace("\u2069", "")
    assert "wins the evening" in clients.ask("Ann", "tv").text
    evening = json.loads(clients.ask("host", "evening.json").text)
    assert (True, ["Ben", "Cid"]) == (evening["finished"], evening["final"]["tied"])
    assert 2 == len(evening["games"])
    scores = [*csv.DictReader(clients.ask("host", "scores.csv").text.splitlines())]
    assert {"Ann", "Ben", "Cid"} <= {value for row in scores for value in row.values()}


def test_phones_hold_back_who_won_it_until_the_tv_has_told(clients: Clients) -> None:
    with Streams(clients, [TV, "Ann", "Ben"]):
        clients.host("finish")
        clients.play(49, 50, 100)
        page = clients.ask("Ben").text
        assert 'data-hold="' in page
        assert 404 == clients.ask("Ben", "result/3/1").status_code
        assert "wins the evening" not in clients.ask("Ben", "result").text
        assert 404 == clients.ask("Ben", "mine/evening.svg").status_code
    assert "data-hold" not in clients.ask("Ben").text


MINE = "mine/evening.svg"


def test_the_act_of_each_phone_leads_to_a_picture_of_the_own_evening_and_again_stays_beside_it(
    clients: Clients,
) -> None:
    clients.host("finish")
    assert 404 == clients.ask("Ben", MINE).status_code
    clients.play(49, 50, 100)
    for who in NAMES:
        page = clients.ask(who).text
        assert f'href="/{clients.code}/mine/evening"' in page
        assert {"good-enough", "mediocrity"} <= {key for _, key in page_forms(page)["want"].buttons}
        mine = clients.ask(who, "mine/evening").text
        assert f'src="/{clients.code}/{MINE}"' in mine
        assert f'href="/{clients.code}/{MINE}" download="{clients.code}.svg"' in mine


def test_the_own_evening_is_one_picture_without_script_and_names_nobody_else(clients: Clients) -> None:
    clients.host("finish")
    clients.play(49, 50, 100)
    for who, language in product(NAMES, LANGUAGES):
        answer = clients.ask(who, MINE, headers={"Accept-Language": language})
        root = ElementTree.fromstring(answer.text)  # noqa: S314 - our own drawing
        assert ("image/svg+xml", "0 0 1080 1350") == (answer.mimetype, root.attrib["viewBox"])
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert "src:url(data:font/woff2;base64," in answer.text
        words = " ".join(each.text or "" for each in root.iter() if each.tag.endswith(("text", "title")))
        assert [who] == [name for name in NAMES if name in words]


def test_the_own_evening_is_only_for_the_browser_of_a_player_who_was_in_a_game(clients: Clients) -> None:
    clients.host("finish")
    clients.join("Late")
    clients.play(49, 50, 100, 50, names=(*NAMES, "Late"))
    for who in ("stranger", "host", "Late"):
        assert 404 == clients.ask(who, MINE).status_code
        assert 404 == clients.ask(who, "mine/evening").status_code
    assert "mine/evening" not in clients.ask("Late").text
    assert "mine/evening" not in clients.ask("watcher", "watch").text


def test_what_streams_make_of_the_end_is_what_pages_say_also_for_who_was_in_no_game(clients: Clients) -> None:
    clients.host("finish")
    clients.join("Late")
    screens = Screens(clients)
    assert [] == [*screens.differences()]
    clients.play(49, 50, 100, 50, names=(*NAMES, "Late"))
    assert [] == [*screens.differences()]
    assert screens.compared
