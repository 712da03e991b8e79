"""The results over HTTP, for everybody who knows the room code, and the host's downloads."""

import re
from collections.abc import Callable

import pytest

from tests.conftest import Party
from tests.support.guest import Guest, error_message
from tests.support.server import Server

Gather = Callable[..., Party]
BOOK = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
SHORT = {"Ann": (1, 2, 3), "Ben": (2, 3, 2), "Cid": (3, 1, 1)}


def play(guests: list[Guest], rounds: int = 3) -> None:
    for number in range(rounds):
        for guest, numbers in zip(guests, SHORT.values(), strict=True):
            assert guest.send(numbers[number]).status == 200


@pytest.fixture
def evening(party: Gather) -> Party:
    """Two games that are over, and a third of which a round is revealed and a number is hidden."""
    host, guests = party(*SHORT, rounds=3)
    play(guests)
    host.begin(rounds=3)
    play(guests)
    host.begin(rounds=3, high=999_999_999)
    play(guests, 1)
    guests[0].send(271_828_182)
    return host, guests


def stranger(server: Server, code: str) -> Guest:
    guest = Guest(server.url)
    guest.code = code
    return guest


def test_H1_a_stranger_who_knows_the_code_may_read_the_evening(server: Server, evening: Party) -> None:
    host, _ = evening
    page = stranger(server, host.code).page("/result")
    assert (200, None) == (page.status, page.headers["Set-Cookie"])
    for text in ("After 2 games", "Steps", "Games won", "Game 2: ", "This game is still going on", "Round 3"):
        assert text in page.text
    assert "271828182" not in page.text
    assert "Start page" in page.text
    assert "evening.json" not in page.text


def test_everybody_finds_the_way_back_and_the_host_the_files(evening: Party) -> None:
    host, (ann, *_) = evening
    assert f'href="/{host.code}"' in ann.page("/result").text
    page = host.page("/result").text
    assert f'href="/{host.code}/host"' in page
    links = re.findall(r'href="([^"]*)" download', page)
    assert 7 == len(set(links))
    assert {200} == {host.ask(link).status for link in links}


def test_every_round_that_the_results_link_to_can_be_seen_again(server: Server, evening: Party) -> None:
    host, _ = evening
    guest = stranger(server, host.code)
    links = re.findall(rf'href="(/{host.code}/result/\d+/\d+)"', guest.page("/result").text)
    assert 7 == len(links)
    for link in links:
        page = guest.ask(link)
        assert (200, True) == (page.status, 'class="reveal' in page.text)
        assert "271828182" not in page.text
        assert 'id="live"' not in page.text
    assert "Ann wins" in guest.ask(links[2]).text


def test_a_game_has_a_number_once_another_has_followed(party: Gather) -> None:
    host, guests = party(*SHORT, rounds=3)
    play(guests)
    paths = ("/result", "/result/1/1", "/host/rounds", "/host/rounds/1/1")
    assert [0] * 4 == [len(re.findall("game 1", host.page(path).text, re.IGNORECASE)) for path in paths]
    host.begin(rounds=3)
    assert [] == [path for path in paths if "Game 1" not in host.page(path).text]


def test_what_is_not_there_is_said_so(party: Gather) -> None:
    host, guests = party(*SHORT, rounds=3)
    play(guests)
    host.begin()
    for path, sentence in (
        ("/result/2/1", "Game 2 has no reveal 1"),
        ("/result/1/4", "Game 1 has no reveal 4"),
        ("/result/1/0", "Game 1 has no reveal 0"),
        ("/result/9/1", "There was no game 9 in this room"),
        *((f"/result/1{tail}", "There is nothing at this address") for tail in ("/-1", "/x", "", "/1/1")),
        (f"/result/{'9' * 30}/1", f"There was no game {'9' * 30} in this room"),
    ):
        answer = guests[0].page(path)
        assert (404, sentence) == (answer.status, error_message(answer))


def test_a_file_has_a_name_and_a_kind_before_anything_is_played(party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    sheet = "text/csv; charset=utf-8"
    files = {
        "evening.json": "application/json",
        "rounds.csv": sheet,
        "scores.csv": sheet,
        "evening.xlsx": BOOK,
    }
    for name, kind in files.items():
        answer = host.page(f"/{name}")
        assert (200, kind) == (answer.status, answer.headers["Content-Type"])
        assert f'attachment; filename="{host.code}-{name}"' == answer.headers["Content-Disposition"]
