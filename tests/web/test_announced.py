"""Nobody knows before the TV: what pages, streams and downloads tell while the TV plays a reveal."""

import json
import re
from functools import partial

import pytest

from companion.screens import story
from tests.support.clients import Clients
from tests.support.determinism import Determinism
from tests.support.exports import sheets_of
from tests.support.played_scenes import played_scenes
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Ben", "Cid")
TV = "a TV"


@pytest.fixture
def clients(clocks: Determinism, clients: Clients, monkeypatch: pytest.MonkeyPatch) -> Clients:
    monkeypatch.setattr(story, "scenes_of", partial(played_scenes, awards=False))
    clients.gather(*NAMES, rounds=3, tie_break="peel")
    return clients


def held(html: str) -> dict[str, int]:
    """Return the milliseconds for which a page holds back what it has."""
    [live] = re.findall(r'<div id="live"[^>]*>', html)
    return {name: int(left) for name, left in re.findall(r'data-(hold[\w-]*)="(\d+)"', live)}


def rounds_known(clients: Clients) -> tuple[int, int, int, int, int]:
    """Return how many rounds the record, the CSV file, the workbook, the evening and the results have."""
    found = clients.ask("host", "game-1.json")
    evening = clients.ask("host", "evening.json").json
    assert evening
    return (
        len(json.loads(found.text)["rounds"]),
        len({line.split(",")[1] for line in clients.ask("host", "rounds.csv").text.splitlines()[1:]}),
        len({row[2] for row in sheets_of(clients.ask("host", "evening.xlsx").data)["Rounds"][1:]}),
        sum(len(game["rounds"]) for game in evening["games"]),
        len(re.findall(r"/result/1/\d", clients.ask("Ann", "result").text)),
    )


def test_without_a_tv_everything_is_told_at_once(clients: Clients) -> None:
    clients.play(1, 5, 9)
    assert {} == held(clients.ask("Ann").text)
    assert 200 == clients.ask("Ann", "result/1/1").status_code
    assert "5" in clients.ask("host", "rounds.csv").text


def test_with_a_tv_results_and_downloads_know_a_round_when_it_is_told(
    clients: Clients, clocks: Determinism
) -> None:
    clients.play(1, 5, 9)
    first = rounds_known(clients)
    with Streams(clients, [TV]):
        clocks.wait(60)
        clients.play(1, 5, 9)
        clocks.wait(2.9)
        assert first == rounds_known(clients)
        assert [200, 404] == [clients.ask("Ann", f"result/1/{n}").status_code for n in (1, 2)]
        clocks.wait(0.1)
        assert rounds_known(clients) > first
        assert [200, 200] == [clients.ask("Ann", f"result/1/{n}").status_code for n in (1, 2)]


def test_with_a_tv_the_winner_is_not_in_the_results_before_the_tv_names_one(
    clients: Clients, clocks: Determinism
) -> None:
    with Streams(clients, [TV]):
        for _ in range(3):
            clocks.wait(60)
            clients.play(1, 5, 9)
        clocks.wait(5.9)
        results, scores = (clients.ask("host", path).text for path in ("result", "scores.csv"))
        assert "This game is still going on" in results
        assert clients.ask("Ann", "result/poster.svg").status_code == 404
        clocks.wait(0.1)
        assert clients.ask("Ann", "result/poster.svg").status_code == 200
        assert "This game is still going on" not in clients.ask("host", "result").text
        assert scores != clients.ask("host", "scores.csv").text


def test_bots_leave_a_result_on_the_tv_for_four_seconds_after_it_is_told(
    clients: Clients, clocks: Determinism
) -> None:
    clients.open()
    clients.ask("Ann", "join", name="Ann")
    for _ in range(2):
        clients.host("bot", strategy="edge")
    assert clients.host("begin", rounds=3).status_code == 303
    with Streams(clients, [TV]):
        clients.send("Ann", 5)
        while not clients.room.games[0].rounds:
            clocks.wait(0.1)
            clients.ask("Ann")
        clocks.wait(2.9 + 5)  # told after three seconds
        clients.ask("Ann")
        assert 0 == clients.room.games[0].submitted_count
        clocks.wait(3.1)
        clients.ask("Ann")
        assert 2 == clients.room.games[0].submitted_count


def test_the_desk_says_when_the_next_round_comes_by_itself_and_only_where_a_TV_plays(
    clients: Clients, clocks: Determinism
) -> None:
    clients.play(1, 5, 9)
    assert "by itself in" not in clients.ask("host", "host").text
    with Streams(clients, [TV]):
        clocks.wait(60)
        clients.play(1, 5, 9)
        clocks.wait(2)
        lasts = sum(each.length for each in story.scenes_of(clients.room)) // 1000
        page = clients.ask("host", "host").text
        assert f"load delay:{lasts - 2}s" in page
        assert "by itself in" not in clients.ask("host", "host?for=1.3").text


def test_pages_say_for_how_long_they_hold_back_what_they_have(clients: Clients, clocks: Determinism) -> None:
    with Streams(clients, [TV, "Ann", "Ben"]) as streams:
        clients.play(1, 5, 9)
        streams.settle()
        clocks.wait(1)
        for who, path in (("Ann", ""), ("host", "host"), ("host", "host/pass")):
            left = held(clients.ask(who, path).text)
            assert left == {"hold-round": 2600, "hold": 2600}
        assert {} == held(clients.ask("host", "tv").text)
        clocks.wait(2.7)
        assert {} == held(clients.ask("Ann").text)
        message = streams.heard[-1][1]
        assert message["Ann"] == message["Ben"]
        assert held(message["Ann"].decode())["hold"] == 3600
        assert b"data-hold" not in message[TV]


def test_at_the_end_the_round_is_told_before_the_winner(clients: Clients, clocks: Determinism) -> None:
    with Streams(clients, [TV]):
        for _ in range(3):
            clocks.wait(60)
            clients.play(1, 5, 9)
        left = {"hold-round": 3600, "hold": 6600}
        assert left == held(clients.ask("Ann").text)


def test_when_the_tv_is_gone_nothing_is_held_back(clients: Clients) -> None:
    with Streams(clients, [TV]):
        clients.play(1, 5, 9)
    assert {} == held(clients.ask("Ann").text)
    assert 200 == clients.ask("Ann", "result/1/1").status_code


def test_the_join_page_tells_of_a_showdown_when_the_tv_has_told_the_tie(
    clients: Clients, clocks: Determinism
) -> None:
    clients.gather(*NAMES, rounds=3, tie_break="showdown")
    with Streams(clients, [TV]):
        for _ in range(3):
            clocks.wait(60)
            clients.play(1, 5, 9)
        assert "A showdown is on" not in clients.ask("Eve").text
        clocks.wait(60)
        assert "A showdown is on, and nobody new can play in it." in clients.ask("Eve").text
