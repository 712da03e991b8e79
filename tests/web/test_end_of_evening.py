"""An evening that is finished over HTTP: what the host, phones, the TV, results and downloads have of it."""

import csv
import json

import pytest

from tests.support.clients import Clients
from tests.support.stream_reader import Streams

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
    assert "data-hold" not in clients.ask("Ben").text
