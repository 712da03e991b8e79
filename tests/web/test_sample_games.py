"""Both sample games of the source, played through the web by separate clients."""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.conftest import Party
from tests.support.guest import Guest, error_message
from tests.support.sample_games import ONE, TWO


def play(guests: list[Guest], numbers: dict[str, tuple[int, ...]]) -> None:
    for row in zip(*numbers.values(), strict=True):
        for guest, number in zip(guests, row, strict=True):
            assert guest.send(number).status == 200


def scored(path: Path) -> dict[str, object]:
    command = [sys.executable, "-m", "companion", "score", str(path), "--json"]
    result: dict[str, object] = json.loads(subprocess.check_output(command, text=True))
    return result


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    ("numbers", "winner", "decided_by", "points"),
    [
        (ONE, "Bob", "median", {"Alice": 1, "Bob": 2, "Carol": 3, "Dave": 3}),
        (TWO, "Yvonne", "peel", {"Xander": 0, "Yvonne": 2, "Zachary": 2}),
    ],
)
def test_G5_G6_a_sample_game_ends_as_printed_and_its_record_scores_the_same(
    party: Callable[..., Party],
    tmp_path: Path,
    numbers: dict[str, tuple[int, ...]],
    winner: str,
    decided_by: str,
    points: dict[str, int],
) -> None:
    host, guests = party(*numbers)
    play(guests, numbers)
    for page in (host.page("/tv"), host.page("/host"), *(guest.page() for guest in guests)):
        assert f"{winner} wins" in page.text
    record = tmp_path / "game.json"
    record.write_text(host.page("/game-1.json").text)
    result = scored(record)
    assert (result["winners"], result["decided_by"], result["scores"]) == ([winner], decided_by, points)


def test_G6_the_second_sample_game_shows_its_peel(party: Callable[..., Party]) -> None:
    host, guests = party(*TWO)
    play(guests, TWO)
    tv = host.page("/tv").text
    assert "Counting only rounds 2 to 4, the points are 0, 1 and 2; the middle is 1" in tv


def test_G7_a_tie_that_stands_names_who_shares_the_win(party: Callable[..., Party]) -> None:
    host, guests = party("Ann", "Ben", "Cid", rounds=3)
    play(guests, {"Ann": (1, 2, 2), "Ben": (2, 2, 2), "Cid": (3, 2, 2)})
    assert "No peel decides, so the tie stands: Ann, Ben and Cid share the win." in host.page("/host").text


def test_the_next_game_keeps_the_players_and_starts_from_nothing(party: Callable[..., Party]) -> None:
    host, guests = party(*ONE)
    play(guests, ONE)
    assert host.begin(rounds=3).status == 200
    assert "Round 1 of 3" in guests[0].page().text
    play(guests, {name: numbers[:3] for name, numbers in ONE.items()})
    games = [json.loads(host.page(f"/game-{number}.json").text) for number in (1, 2)]
    assert [5, 3] == [len(game["rounds"]) for game in games]
    assert {"rounds": 3, "tie_break": "peel+showdown"} == games[1]["options"]


def test_G12_a_tie_that_stands_is_played_on_until_there_is_a_winner(party: Callable[..., Party]) -> None:
    host, guests = party("Ann", "Ben", "Cid", rounds=3)
    play(guests, {"Ann": (1, 2, 2), "Ben": (2, 2, 2), "Cid": (3, 2, 2)})
    assert "tie" in phase(host)
    assert host.ask(f"/{host.code}/host/on", {"at": host.round_id("/host")}).status == 200
    assert "Round 4" in guests[0].page().text
    play(guests, {"Ann": (50, 50), "Ben": (50, 60), "Cid": (60, 50)})
    assert "To break the tie, 2 rounds were added." in host.page("/host").text
    assert "over" in phase(host)
    record = json.loads(host.page("/game-1.json").text)
    assert (5, {"rounds": 3, "tie_break": "peel+sudden-death"}) == (len(record["rounds"]), record["options"])


def phase(host: Guest) -> str:
    return host.page("/host").text.split('data-phase="')[1].split('"')[0]


def test_G12_a_game_with_a_winner_cannot_be_played_on(party: Callable[..., Party]) -> None:
    host, guests = party(*ONE)
    at = host.round_id("/host")
    assert host.ask(f"/{host.code}/host/on", {"at": at}).status == 409
    play(guests, ONE)
    answer = host.ask(f"/{host.code}/host/on", {"at": at})
    assert (422, "there is no tie here that can be played on") == (answer.status, error_message(answer))


def test_G16_the_host_is_told_how_the_next_game_will_end(party: Callable[..., Party]) -> None:
    host, guests = party(*ONE)
    play(guests, ONE)
    assert "Peel the outer rounds, then a showdown" in host.page("/host").text
    assert "Always one winner" in host.page("/host").text
