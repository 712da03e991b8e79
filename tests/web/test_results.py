"""The results over HTTP: for everybody who knows the room code, without hidden numbers."""

import re
from collections.abc import Callable

import pytest

from tests.conftest import Party
from tests.support.correction_fields import confirmed
from tests.support.guest import Guest, error_message
from tests.support.sample_games import ONE
from tests.support.server import Server
from tests.web.test_sample_games import play

Gather = Callable[..., Party]
SHORT = {"Ann": (1, 2, 3), "Ben": (2, 3, 2), "Cid": (3, 1, 1)}


@pytest.fixture
def evening(party: Gather) -> Party:
    """Two games that are over, and a third of which a round is revealed and a number is hidden."""
    host, guests = party(*SHORT, rounds=3)
    play(guests, SHORT)
    host.begin(rounds=3)
    play(guests, SHORT)
    host.begin(rounds=3, high=999_999_999)
    play(guests, {name: numbers[:1] for name, numbers in SHORT.items()})
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
    for text in ("the most mediocre player", "Game 2: ", "This game is still going on", "Round 3"):
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
    assert 6 == len(set(links))
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


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/result/2/1", "Round 1 of game 2 is not revealed"),
        ("/result/1/4", "Round 4 of game 1 is not revealed"),
        ("/result/1/0", "Round 0 of game 1 is not revealed"),
        ("/result/9/1", "There was no game 9 in this room"),
        ("/result/1/-1", "There is nothing at this address"),
        ("/result/1/x", "There is nothing at this address"),
        ("/result/1", "There is nothing at this address"),
        ("/result/1/1/1", "There is nothing at this address"),
        (f"/result/{'9' * 30}/1", f"There was no game {'9' * 30} in this room"),
    ],
)
def test_what_is_not_there_is_said_so(party: Gather, path: str, sentence: str) -> None:
    host, guests = party(*SHORT, rounds=3)
    play(guests, SHORT)
    host.begin()
    answer = guests[0].page(path)
    assert (404, sentence) == (answer.status, error_message(answer))


def test_a_number_of_thousands_of_digits_is_no_fault_of_the_server(party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    assert host.page(f"/result/{'9' * 5_000}/1").status in (400, 404)
    assert host.page(f"/result/1/{'9' * 5_000}").status in (400, 404)


def test_nothing_can_be_sent_to_the_results(evening: Party) -> None:
    host, _ = evening
    for path in ("/result", "/result/1/1"):
        assert 405 == host.ask(f"/{host.code}{path}", {"at": "1.1"}).status


def test_a_room_that_is_not_there_has_no_results(server: Server) -> None:
    for path in ("/AAA9/result", "/AAA9/result/1/1"):
        assert 404 == Guest(server.url).ask(path).status


def test_what_the_host_changed_is_told_with_its_time(evening: Party) -> None:
    host, (ann, *_) = evening
    correction = confirmed("1.2", "1", "50")
    assert 200 == host.ask(f"/{host.code}/host/correct", correction).status
    assert 200 == host.ask(f"/{host.code}/host/void", {"at": "2.1", "sure": "yes"}).status
    page = ann.page("/result").text
    assert re.search(
        r"<time[^>]*>\d\d:\d\d</time> Game 1 of the evening, round 2: the host corrected Ann from 2 to 50\.",
        page,
    )
    assert "Game 2 of the evening, round 1, void: the host declared it void." in page
    assert "50✎" in re.sub(r"<[^>]*>|\s|corrected|scores|★", "", page)
    assert "This round is void: it does not count." in ann.page("/result/2/1").text


def test_a_name_is_text_wherever_it_stands(party: Gather) -> None:
    names = ("<b>Ann</b>", "Ben", "Cid")
    host, guests = party(*names, rounds=3)
    play(guests, dict(zip(names, SHORT.values(), strict=True)))
    for path in ("/result", "/result/1/1"):
        page = host.page(path).text
        assert "<b>Ann" not in page
        assert "&lt;b&gt;Ann" in page


def test_pages_of_results_obey_the_policy(evening: Party) -> None:
    host, _ = evening
    for path in ("/result", "/result/1/1"):
        page = host.page(path)
        assert "default-src 'self'" in page.headers["Content-Security-Policy"]
        assert not re.search(r"\sstyle=|<style|<script(?! src)", page.text)


AWARD = 'data-scene="evening"'


def test_the_TV_shows_the_evening_after_the_second_game_until_the_next_one_begins(party: Gather) -> None:
    host, guests = party(*ONE)
    play(guests, ONE)
    assert AWARD not in host.page("/tv").text
    host.begin(rounds=3, tie_break="peel")
    play(guests, {name: numbers[:3] for name, numbers in ONE.items()})
    page = host.page("/tv").text
    assert AWARD in page
    assert "After 2 games" in page
    host.begin(rounds=3)
    assert AWARD not in host.page("/tv").text


def test_the_page_charts_what_is_revealed_and_nothing_of_an_open_round(party: Gather) -> None:
    host, guests = party(*SHORT, rounds=3)
    titles = ("How your middle moved", "What you picked", "How average each of you is")
    assert not any(title in host.page("/result").text for title in titles)
    play(guests, {name: numbers[:2] for name, numbers in SHORT.items()})
    page = host.page("/result").text
    assert all(title in page for title in titles)
    guests[0].send(77)
    assert page == host.page("/result").text


def test_a_corrected_game_has_the_charts_of_the_game_played_right(party: Gather) -> None:
    wrong = {"Ann": (1, 2, 30), "Ben": (2, 3, 2), "Cid": (3, 1, 1)}
    pages = []
    for numbers, corrected in ((wrong, True), (SHORT, False)):
        host, guests = party(*SHORT, rounds=3)
        play(guests, numbers)
        if corrected:
            host.ask(f"/{host.code}/host/correct", confirmed("1.3", "1", "3"))
        pages.append(charts_of(host.page("/result").text))
    assert len(pages[0]) >= 3
    assert pages[0] == pages[1]


def charts_of(page: str) -> list[str]:
    """Return the charts of the insights, without what the pages of two rooms must differ in."""
    names = ("drifted", "picked", "bars")
    return [
        each for each in re.findall(r"<figure.*?</figure>", page, re.DOTALL) if any(n in each for n in names)
    ]
