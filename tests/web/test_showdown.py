"""Games that always end with one winner (G16), played over HTTP; and what pages tell of a showdown."""

import json
import random

import pytest

from tests.support.guest import Guest
from tests.support.server import Server

MOST_ROUNDS = 60


def party(server: Server, players: int, **options: object) -> tuple[Guest, list[Guest]]:
    """Open a room on a real server, and start a game with so many players."""
    host = Guest(server.url)
    host.start_room()
    guests = [Guest(server.url) for _ in range(players)]
    for number, guest in enumerate(guests):
        guest.join(host.code, f"P{number}")
    assert host.begin(**options).status == 200
    return host, guests


def play_round(guests: list[Guest], numbers: list[int], number: int) -> None:
    for guest, each in zip(guests, numbers, strict=True):
        assert guest.send(each, f"1.{number}").status == 200


def record(host: Guest) -> dict[str, object]:
    return dict(json.loads(host.page("/game-1.json").text))


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("players", [4, 8, 12, 30])
def test_G16_a_game_of_any_size_ends_with_one_winner(server: Server, players: int) -> None:
    _host, guests = party(server, players, rounds=3, tie_break="peel+showdown")
    chance = random.Random(players)
    for number in range(1, MOST_ROUNDS):
        play_round(guests, [chance.randint(0, 100) for _ in guests], number)
        if 'data-phase="over"' in guests[0].page().text:
            break
    pages = [guest.page().text for guest in guests]
    assert 1 == sum('class="ending won"' in page for page in pages)
    assert 0 == sum('class="ending shared"' in page for page in pages)


def test_G16_each_phone_says_what_the_round_is_for_its_player(server: Server) -> None:
    _, guests = party(server, 5, rounds=5, tie_break="peel+showdown")
    for number, winner in enumerate((0, 1, 2, 3, 3), 1):
        play_round(guests, [60 if n == winner else 50 for n in range(5)], number)
    pages = [guest.page().text for guest in guests]
    assert 3 == sum("You are one of 3. Whoever is closest stays." in page for page in pages)
    assert 2 == sum("You cannot win any more, but your number moves the middle." in page for page in pages)
    assert all("Showdown, round 1" in page for page in pages)
    play_round(guests, [36, 44, 91, 40, 1], 6)
    pages = [guest.page().text for guest in guests]
    assert ["You stay", "You stay", "Out by 51", "Noted", "Noted"] == [
        next(word for word in ("You stay", "Out by 51", "Noted") if f">{word}</h1>" in page) for page in pages
    ]


def test_G16_results_and_downloads_name_the_rounds_of_a_showdown(server: Server) -> None:
    host, guests = party(server, 3, rounds=3, tie_break="showdown")
    for number, winner in enumerate((0, 1, 2), 1):
        play_round(guests, [60 if n == winner else 50 for n in range(3)], number)
    play_round(guests, [36, 44, 91], 4)
    assert "showdown, round 1" in host.page("/rounds.csv").text
    assert "Showdown, round 1" in host.page("/result").text
    assert "Showdown, round 1" in host.page("/result/1/4").text
    assert {"tie_break": "showdown", "rounds": 3} == record(host)["options"]
