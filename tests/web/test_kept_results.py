"""An evening at a table with real cards: a game of each kind, kept by results (R1 to R3), over HTTP."""

import csv
import io
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.formats.evening_record import read_evening
from companion.formats.record import read_record
from companion.rules import games
from tests.support.clients import Clients
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Ben", "Cid")
EVENING = {
    "mediocrity": ({"target": "2"}, ((0, 1, 2), (0, 2, 1), (0, 1, 3)), ("Cid",)),
    "saichugen": ({"rounds": "2"}, ((5, 9, 11), (0, 23, 0)), ("Ann", "Cid")),
    "median": (
        {"lowest": "J", "hand": "1"},
        ((0, 0, 0), (0, 1, 0), (1, 0, 0), (0, 0, 1), (0, 0, 0)),
        ("Ben",),
    ),
}
"""For each game its options, its results, and who wins it."""


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    made = Clients(tmp_path)
    made.open("mediocrity")
    for name in NAMES:
        made.ask(name)
        assert made.ask(name, "join", name=name).status_code == 303
    yield made
    made.close()


def begin(clients: Clients, game: str, **options: str) -> None:
    answer = clients.host("begin", game=game, keep="results", **options)
    assert answer.status_code == 303, answer.text


def enter(clients: Clients, *results: int) -> None:
    """Enter a result on the score pad."""
    pad = clients.ask("host", "host/pad").text
    game = clients.room.current_game
    assert game is not None
    fields = [(f"play-{seat}", each) for seat, each in zip(game.record.players, results, strict=True)]
    at = re.findall(r'name="at" value="([^"]*)"', pad)[0]
    answer = clients.ask("host", "host/pad", [("at", at), *fields])
    assert answer.status_code == 303, answer.text


def words(html: str) -> str:
    return " ".join(re.sub(r"<svg.*?</svg>|<[^>]+>", " ", html, flags=re.DOTALL).split())


def main_part(html: str) -> str:
    """Return what people read of a page, without the scenes that a TV plays."""
    return words(re.sub(r"<template.*?</template>", "", html.split("<main", 1)[1], flags=re.DOTALL))


def test_a_whole_evening_of_results_is_played_shown_and_scored(clients: Clients) -> None:
    for game, (options, results, winners) in EVENING.items():
        begin(clients, game, **options)
        for result in results:
            for who in NAMES:
                page = clients.ask(who).text
                assert 'data-screen="watch"' in page
                assert 'name="number" value="' not in re.sub(r"<form.*?</form>", "", page, flags=re.DOTALL)
                assert "The score-keeper enters" in words(page)
            enter(clients, *result)
            assert clients.room.find_game(len(clients.room.games)).score.problems == ()
        state = clients.room.current_game
        assert state is not None
        assert tuple(map(clients.room.name, state.score.root.winners)) == winners
        ended = main_part(clients.ask("", "tv").text)
        assert all(name in ended for name in winners)

    page = words(clients.ask("host", "result").text)
    assert "Grand Prix of the Middle" in page
    for heading in ("Every hand", "Points, hand by hand", "Rounds taken, round by round"):
        assert heading in page
    record = read_record(clients.ask("host", "game-1.json").text)
    assert games.score(record).root.winners == ("Cid",)
    evening = read_evening(clients.ask("host", "evening.json").text)
    assert [games.score(each).root.winners for each in evening.games] == [
        winners for _, _, winners in EVENING.values()
    ]
    rows = list(csv.DictReader(io.StringIO(clients.ask("host", "rounds.csv").data.decode("utf-8-sig"))))
    assert len(rows) == 3 * sum(len(results) for _, results, _ in EVENING.values())
    assert clients.replays()


@pytest.mark.parametrize("game", EVENING)
def test_each_result_is_on_the_TV_on_phones_and_as_a_replay(clients: Clients, game: str) -> None:
    options, results, _ = EVENING[game]
    begin(clients, game, **options)
    before = main_part(clients.ask("", "tv").text)
    assert "The score-keeper enters" in before
    assert "are in" not in before
    assert "missing" not in before
    for result in results:
        enter(clients, *result)
    number = len(results)
    tv = clients.ask("", "tv").text
    kind = "taken" if game == "median" else "part"
    assert f'data-scene="{kind}"' in tv
    assert 'data-scene="trick"' not in tv
    replay = words(clients.ask("Ann", f"result/1/{number}").text)
    assert "Why" in replay
    assert "The standing after it" in replay
    figures = re.findall(r'<figure class="([^"]*)"', clients.ask("Ann", "result/1/2").text)
    assert figures == ["reveal entered few"]


def test_who_comes_late_watches_until_the_next_game(clients: Clients) -> None:
    begin(clients, "mediocrity")
    enter(clients, 0, 1, 2)
    clients.ask("Dot")
    assert clients.ask("Dot", "join", name="Dot").status_code == 303
    assert "You play from the next game" in words(clients.ask("Dot").text)
    watching = words(clients.ask("Eve", "watch").text)
    assert "Ben (1) has the fewest: 1 point." in watching


def test_a_phone_may_not_enter_a_result(clients: Clients) -> None:
    begin(clients, "median", lowest="J", hand="1")
    for path, form in (("number", {"number": "1"}), ("list", {"number": "1"}), ("call", {"call": "high"})):
        answer = clients.ask("Ann", path, at="1.1", **form)
        assert answer.status_code in (403, 409, 422), (path, answer.status_code)
    assert clients.ask("Ann", "host/pad", [("at", "1.1"), ("play-1", "1")]).status_code != 303
    game = clients.room.current_game
    assert game is not None
    assert (game.rounds, game.hidden) == ((), {})


def test_every_phone_gets_its_own_score_over_its_stream(clients: Clients) -> None:
    begin(clients, "mediocrity")
    with Streams(clients, (*NAMES, "stranger")) as streams:
        clients.after = streams.settle
        enter(clients, 0, 1, 2)
        heard = {who: words(said.decode()) for who, said in streams.heard[-1][1].items()}
    assert "1 point Nothing is entered here" in heard["Ben"]
    assert "0 points Nothing is entered here" in heard["Ann"]
    assert "Nothing is entered here" not in heard["stranger"]
