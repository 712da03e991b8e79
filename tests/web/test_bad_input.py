"""Invalid input is refused with a sentence; the typed text stays, and nothing is stored."""

import socket
import time
from collections.abc import Callable

import pytest

from tests.conftest import Party
from tests.support.guest import Guest, error_message
from tests.support.server import Server

Gather = Callable[..., Party]


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("101", "101 is above the highest number, 100"),
        ("-1", "−1 is below the lowest number, 0"),
        ("4.5", "4.5 is not a whole number"),
        ("abc", "abc is not a whole number"),
        ("", "Enter a number from 0 to 100"),
        ("9" * 1000, "99999999999999999999… is above the highest number, 100"),
        ("9" * 9000, "99999999999999999999… is above the highest number, 100"),
        ("<b>7</b>", "&lt;b&gt;7&lt;/b&gt; is not a whole number"),
    ],
)
def test_G1_a_bad_number_is_refused_in_a_sentence_and_stays_in_the_field(
    party: Gather, typed: str, sentence: str
) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    before = host.version()
    answer = ann.send(typed)
    assert (422, sentence) == (answer.status, error_message(answer))
    assert f'value="{typed.replace("<", "&lt;").replace(">", "&gt;")}"' in answer.text
    assert before == host.version()


def test_a_bad_number_sent_by_the_script_comes_back_as_the_sentence_alone(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    form = {"number": "101", "at": ann.round_id()}
    answer = ann.ask(f"/{ann.code}/number", form, {"HX-Request": "true"})
    assert (422, "101 is above the highest number, 100") == (answer.status, answer.text.strip())
    assert "#said" == answer.headers["HX-Retarget"]


@pytest.mark.parametrize("typed", ["１２", " 12 ", "+12", "012", "١٢"])
def test_a_number_may_be_written_in_full_width_with_spaces_or_in_another_script(
    party: Gather, typed: str
) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    assert 200 == ann.send(typed).status
    assert '<strong class="number">12</strong>' in ann.page().text


def test_a_number_may_be_changed_until_the_reveal(party: Gather) -> None:
    host, guests = party("Ann", "Ben", "Cid", rounds=3)
    ann, ben, cid = guests
    ann.send(10)
    assert "Keep it" in ann.page(f"?change={ann.round_id()}").text
    ann.send(60)
    ben.send(50)
    cid.send(70)
    assert "60 is in the middle of the 3 numbers that count: 1 point for Ann." in host.page("/host").text


def test_a_number_for_a_revealed_round_is_refused_and_not_lost(party: Gather) -> None:
    host, (ann, ben, _) = party("Ann", "Ben", "Cid")
    at = ann.round_id()
    ben.send(5)
    host.close_round()
    before = host.version()
    answer = ann.send(77, at)
    assert (409, "This round is already revealed") == (answer.status, error_message(answer))
    assert 'value="77"' in answer.text
    assert before == host.version()


def test_a_second_tap_on_send_is_harmless(party: Gather) -> None:
    host, guests = party("Ann", "Ben", "Cid")
    at = guests[0].round_id()
    for number, guest in enumerate(guests):
        guest.send(number, at)
    before = host.version()
    assert 200 == guests[2].send(2, at).status
    assert before == host.version()


def test_closing_a_round_twice_does_not_close_the_next_one(party: Gather) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    ann.send(1)
    at = host.round_id("/host")
    assert 200 == host.close_round(at).status
    again = host.close_round(at)
    assert (409, "This round is already revealed") == (again.status, error_message(again))
    assert "Round 2 of 5" in ann.page().text


@pytest.mark.parametrize("action", ["begin", "close", "end", "address"])
def test_a_player_cannot_do_what_only_the_host_can(party: Gather, action: str) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    before = host.version()
    answer = ann.ask(f"/{ann.code}/host/{action}", {"at": ann.round_id(), "address": "http://evil.example"})
    assert (403, "Only the host can do that") == (answer.status, error_message(answer))
    assert before == host.version()


def test_the_host_page_and_the_records_are_for_the_host_alone(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    paths = ("/host", "/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv")
    assert [403] * 5 == [ann.page(path).status for path in paths]


def test_a_browser_without_a_seat_cannot_send_a_number(server: Server, party: Gather) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    stranger = Guest(server.url)
    stranger.code = host.code
    answer = stranger.send(5, ann.round_id())
    assert (403, "You have no seat in this room: join first") == (answer.status, error_message(answer))


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1"])
def test_a_form_from_another_site_does_nothing(party: Gather, origin: str) -> None:
    host, (ann, _, _) = party("Ann", "Ben", "Cid")
    before = host.version()
    form = {"number": 5, "at": ann.round_id()}
    answer = ann.ask(f"/{ann.code}/number", form, {"Origin": origin})
    assert (403, "That came from another site, so nothing was done") == (answer.status, error_message(answer))
    assert before == host.version()


def test_a_form_of_our_own_site_is_taken(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    form = {"number": 5, "at": ann.round_id()}
    assert 200 == ann.ask(f"/{ann.code}/number", form, {"Origin": ann.base}).status


@pytest.mark.parametrize(
    "path", ["", "/tv", "/host", "/game-1.json", "/evening.json", "/rounds.csv", "/scores.csv", "/stream"]
)
def test_an_unknown_room_is_said_to_be_unknown(server: Server, path: str) -> None:
    answer = Guest(server.url).ask("/AAA9" + path)
    assert 404 == answer.status
    assert path == "/stream" or error_message(answer) == "There is no room AAA9"


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("", "Enter the room code that is on the TV"),
        ("aaa9", "There is no room AAA9"),
        ("K0QF", "K0QF is not a room code: it has 4 letters and digits, and never 0, O, 1, I or L"),
        ("K7Q", "K7Q is not a room code: it has 4 letters and digits, and never 0, O, 1, I or L"),
    ],
)
def test_a_wrong_code_is_refused_and_stays_in_the_field(server: Server, typed: str, sentence: str) -> None:
    answer = Guest(server.url).ask(f"/join?code={typed}")
    assert sentence == error_message(answer)
    assert answer.status in (404, 422)
    assert f'value="{typed}"' in answer.text


@pytest.mark.parametrize("form", [{}, {"game": "chess"}])
def test_a_room_for_an_unknown_game_is_refused(server: Server, form: dict[str, object]) -> None:
    answer = Guest(server.url).ask("/rooms", form)
    assert 422 == answer.status
    assert "is not a game that companion knows" in error_message(answer)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"rounds": "2"}, "a game has 3 to 9999 rounds, not 2"),
        ({"rounds": "many"}, "Rounds: many is not a whole number"),
        ({"low": "5", "high": "5"}, "the lowest number, 5, must be below the highest, 5"),
    ],
)
def test_G2_G9_bad_options_are_refused_and_stay_in_the_form(
    server: Server, options: dict[str, object], sentence: str
) -> None:
    host = Guest(server.url)
    host.start_room()
    answer = host.begin(then="games", **options)
    assert (422, sentence) == (answer.status, error_message(answer))
    assert all(f'value="{value}"' in answer.text for value in options.values())


def test_a_game_needs_three_players(server: Server) -> None:
    host, ann = Guest(server.url), Guest(server.url)
    host.start_room()
    ann.join(host.code, "Ann")
    answer = host.begin()
    assert (422, "It's Good Enough needs 3 or more players: 2 more must join") == (
        answer.status,
        error_message(answer),
    )


def test_a_round_the_page_does_not_name_is_refused(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    answer = ann.send(5, "soon")
    assert (422, "The page did not say which round it is for: reload it") == (
        answer.status,
        error_message(answer),
    )


@pytest.mark.parametrize(
    ("path", "form", "status"),
    [("/nothing/here", None, 404), ("/join", {}, 405), ("/static/none.css", None, 404)],
)
def test_faults_are_answered_with_a_page_of_ours(
    server: Server, path: str, form: dict[str, object] | None, status: int
) -> None:
    answer = Guest(server.url).ask(path, form)
    assert status == answer.status
    assert "Start page" in answer.text


@pytest.mark.parametrize("tail", ["/number", "/join", "/host/begin", "/host/close"])
def test_reloading_where_a_form_was_refused_leads_back_to_the_page(party: Gather, tail: str) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    assert host.page(tail).url.removesuffix("/host").endswith(f"/{host.code}")


@pytest.mark.parametrize("header", ["Host", "Origin"])
@pytest.mark.parametrize("value", ["[", "http://[", "http://[::1", "a b", "foo@127.0.0.1"])
def test_headers_that_cannot_be_read_are_refused(party: Gather, header: str, value: str) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    answer = ann.ask(f"/{ann.code}/number", {"number": 5, "at": "1.1"}, {header: value})
    assert answer.status in (400, 403)


def test_a_player_who_sends_bad_options_to_the_host_page_is_refused_as_a_player(party: Gather) -> None:
    _, (ann, _, _) = party("Ann", "Ben", "Cid")
    answer = ann.begin(rounds="abc")
    assert (403, "Only the host can do that") == (answer.status, error_message(answer))


def test_closing_a_round_for_which_nobody_has_sent_a_number_is_refused(party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    answer = host.close_round()
    assert (422, "Nobody has sent a number for round 1 yet") == (answer.status, error_message(answer))


def test_a_second_tap_on_send_is_harmless_however_the_number_is_written(party: Gather) -> None:
    _, guests = party("Ann", "Ben", "Cid")
    for typed, guest in zip(("1", "2", "１３"), guests, strict=True):
        guest.send(typed, "1.1")
    assert 200 == guests[2].send("１３", "1.1").status
    assert 409 == guests[2].send("None", "1.1").status


def test_forms_that_never_arrive_keep_nobody_else_waiting(server: Server, party: Gather) -> None:
    host, _ = party("Ann", "Ben", "Cid")
    half = b"POST /rooms HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nabc"
    lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(40)]
    for line in lines:
        line.sendall(half)
    begun = time.monotonic()
    assert 200 == host.page("/tv").status
    assert time.monotonic() - begun < 5
    for line in lines:
        line.close()


def test_a_huge_form_is_refused_in_a_sentence(server: Server) -> None:
    answer = Guest(server.url).ask("/rooms", {"game": "x" * 100_000})
    assert (413, "That was more than this server takes at once") == (answer.status, error_message(answer))


def test_a_strangers_domain_that_points_here_is_refused(server: Server) -> None:
    answer = Guest(server.url).ask("/", headers={"Host": "rebound.example"})
    assert 403 == answer.status
    stream = Guest(server.url).ask("/AAA9/stream", headers={"Host": "rebound.example"})
    assert 404 == stream.status
