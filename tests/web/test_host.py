"""The host's pages over HTTP: corrections, undo, players, other hosts, the clock."""

import re
import time
from collections.abc import Callable

import pytest

from companion.formats.record import read_record
from companion.rules import games
from companion.web.pages import host_actions
from tests.conftest import Party
from tests.support.correction_fields import confirmed, play_field
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server

Gather = Callable[..., Party]
NAMES = ("Ann", "Bob", "Carol")
ISOLATES = {0x2068: None, 0x2069: None}
"""Marks around names that keep right-to-left ones from turning the sentence."""

ACTIONS = sorted(host_actions.ACTIONS)
PAGES = ("", "/people", "/people/1", "/rounds", "/rounds/1/1", "/room", "/room/over", "/games", "/phones/vpn")
NOWHERE = ("/people/9", "/people/x", "/rounds/1/9", "/rounds/9/1", "/sure/undo", "/sure/void")


def ask(host: Guest, action: str, **form: object) -> Answer:
    return host.ask(f"/{host.code}/host/{action}", form)


def reveal(guests: list[Guest], *numbers: int) -> None:
    for guest, number in zip(guests, numbers, strict=True):
        assert guest.send(number).status == 200


def points(guest: Guest) -> dict[str, str]:
    """Return the points that the record of the game gives."""
    rules_and_plays = read_record(guest.page("/game-1.json").text)
    return {name: str(points) for name, points in games.score(rules_and_plays).root.scores.items()}


def undo_button(host: Guest, form: str = "undo") -> str:
    found = re.search(rf'form="{form}" name="number" value="(\d+)"', host.page("/host").text)
    return found[1] if found else ""


def test_a_correction_says_first_what_would_change_and_then_changes_everything_later(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    asked = ask(host, "correct", **play_field("1.1", "2", "40"))
    assert "Game 1: Bob 1 → 0, Carol 0 → 1." in asked.text
    assert {"Ann": "0", "Bob": "1", "Carol": "0"} == points(host)
    ask(host, "correct", **confirmed("1.1", "2", "40"))
    assert {"Ann": "0", "Bob": "0", "Carol": "1"} == points(host)
    assert "Round 1: the host corrected Bob from 20 to 40." in host.page("/tv").text.translate(ISOLATES)


def test_correcting_and_undoing_shows_the_same_on_all_screens(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    before = [each.page(tail).text for each, tail in screens(host, guests)]
    ask(host, "correct", **confirmed("1.1", "2", "40"))
    assert before != [each.page(tail).text for each, tail in screens(host, guests)]
    ask(host, "undo", number=undo_button(host))
    after = [each.page(tail).text for each, tail in screens(host, guests)]
    assert [plain(text) for text in before] == [plain(text) for text in after]


def screens(host: Guest, guests: list[Guest]) -> list[tuple[Guest, str]]:
    return [(host, "/tv"), *((guest, "") for guest in guests)]


def plain(text: str) -> str:
    """Remove the version, and the note of what was undone."""
    return re.sub(r'data-v="\d+"|<p class="news"[^>]*>[^<]*</p>|\s+(?=<)', "", text)


@pytest.mark.slow
def test_the_host_adds_bots_that_play_with_people_and_removes_them(server: Server) -> None:
    host, ann = Guest(server.url), Guest(server.url)
    host.start_room(rounds=3)
    ann.join(host.code, "Ann")
    for strategy in ("middle", "middle", "edge"):
        page = ask(host, "bot", strategy=strategy, then="people")
    assert ["Ann", "Middle Mia", "Middle Mia 2", "Edge Ed"] == re.findall(r'class="name">([^<]*)<', page.text)
    assert 3 == page.text.count('<span class="tag">bot</span>')
    assert "There is no such bot" == error_message(ask(host, "bot", strategy="x", then="people"))
    bot = host.page("/host/people/4").text
    assert "A bot, which plays by itself. Edge" in bot
    assert "Another phone" not in bot
    ask(host, "remove", seat="4")
    assert 200 == host.begin(rounds=3).status
    ann.send(50)
    wait_for(lambda: "Round 2 of 3" in ann.page().text or "Round 2 of 3" in host.page("/tv").text)
    assert {"Ann", "Middle Mia", "Middle Mia 2", "Edge Ed"} >= points(host).keys() >= {"Ann", "Middle Mia"}


def wait_for(happened: Callable[[], bool], seconds: float = 10) -> None:
    end = time.monotonic() + seconds
    while not happened():
        assert time.monotonic() < end
        time.sleep(0.1)


@pytest.mark.slow
def test_anybody_can_watch_a_demo_and_is_its_host(server: Server) -> None:
    visitor = Guest(server.url)
    assert 'action="/demo"' in visitor.ask("/").text
    tv = visitor.ask("/demo", {})
    assert tv.url.endswith("/tv")
    assert 5 == tv.text.count('<span class="tag">bot</span>')
    visitor.code = tv.url.split("/")[-2]
    assert "Host code:" in visitor.page("/host").text
    wait_for(lambda: re.search("[2-4] of 5 are in|Round 2 of 5", visitor.page("/tv").text))
    assert visitor.ask("/demo").url.rstrip("/") == server.url


def test_correcting_to_the_same_value_changes_nothing(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    before = host.version()
    for form in (play_field("1.1", "2", " 20 "), confirmed("1.1", "2", "20")):
        answer = ask(host, "correct", **form)
        assert (409, "That is what stands there already") == (answer.status, error_message(answer))
    assert before == host.version()


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        (play_field("1.1", "2", "101"), "Bob: 101 is above the highest number, 100"),
        (play_field("1.1", "2", "x"), "Bob: x is not a whole number"),
        (play_field("1.2", "2", "1"), "There is no such round in this room"),
        (play_field("7.1", "2", "1"), "There is no such round in this room"),
        (play_field("1.1", "9", "1"), "? is not in this game"),
        ({"at": "1.1", "play-9-1": "1"}, "There is no such round in this room"),
        ({"at": "1.1", "play-1-1": "5", "swap": "1", "one": "1", "other": "1"}, "Choose two players to swap"),
        ({"play-1-2": "1"}, "The page did not say which round it is for: reload it"),
    ],
)
def test_a_correction_that_cannot_be_is_refused_and_changes_nothing(
    party: Gather, form: dict[str, object], sentence: str
) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    before = host.version()
    answer = ask(host, "correct", **form)
    assert (422, sentence) == (answer.status, error_message(answer))
    assert before == host.version()


def test_undo_names_what_it_takes_back_and_redo_does_it_again(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests[:2], 10, 20)
    host.close_round()
    assert "Undo: <bdi>Reveal round 1</bdi>" in host.page("/host").text
    stale = undo_button(host)
    ask(host, "undo", number=stale)
    assert "2 of 3 are in" in host.page("/tv").text
    assert "Redo: <bdi>Reveal round 1</bdi>" in host.page("/host").text
    again = ask(host, "undo", number=stale)
    assert (409, "Something else was done meanwhile: look again") == (again.status, error_message(again))
    ask(host, "redo", number=undo_button(host, "redo"))
    assert "Round 2 of 3" in host.page("/tv").text


def test_an_undo_that_takes_back_many_rounds_asks_first(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=5)
    for n in range(3):
        reveal(guests, n, 20 + n, 30 + n)
    asked = ask(host, "undo", number=undo_button(host))
    assert "Game 1 is taken back, with 3 rounds." in asked.text
    assert "Round 4 of 5" in host.page("/tv").text
    ask(host, "undo", number=undo_button(host), sure="yes")
    assert "Ready when the host is" in host.page("/tv").text


def test_undo_and_redo_are_refused_where_there_is_nothing_to_do(server: Server) -> None:
    host = Guest(server.url)
    host.start_room()
    for action in ("undo", "redo"):
        answer = ask(host, action, number="1")
        assert (422, f"There is nothing to {action}") == (answer.status, error_message(answer))


def test_a_void_round_does_not_count_until_it_counts_again(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    reveal(guests, 10, 20, 30)
    ask(host, "void", at="1.1", sure="yes")
    assert "1" == points(host)["Bob"]
    ask(host, "count", at="1.1", sure="yes")
    assert "2" == points(host)["Bob"]


def test_a_reopened_round_can_be_changed_and_reveals_when_the_host_says_so(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    ask(host, "reopen", at="1.1")
    assert "The last round is open again" in host.page("/tv").text
    guests[1].send(40)
    assert "3 of 3 are in" in host.page("/tv").text
    host.close_round()
    assert "1" == points(host)["Carol"]
    older = ask(host, "reopen", at="1.9")
    assert 422 == older.status


def test_G8_rounds_do_not_wait_for_a_player_who_sits_out_and_keeps_the_points(party: Gather) -> None:
    host, guests = party(*NAMES, "Dave", rounds=3)
    reveal(guests, 10, 20, 30, 40)
    ask(host, "out", seat="4", then="people")
    reveal(guests[:3], 10, 20, 30)
    assert "Round 3 of 3" in host.page("/tv").text
    guests[0].send(10)
    assert "Dave sits out" in host.page("/tv").text
    ask(host, "in", seat="4")
    reveal(guests[1:3], 20, 30)
    assert "3 of 4 are in" in host.page("/tv").text


def test_a_player_can_be_renamed_but_not_to_the_name_of_another(party: Gather) -> None:
    host, _ = party(*NAMES)
    ask(host, "rename", seat="2", name="Robert")
    assert "Robert" in host.page("/tv").text
    answer = ask(host, "rename", seat="2", name="ann", then="person")
    assert (422, "Somebody else is called ann already") == (answer.status, error_message(answer))


def test_two_seats_of_one_person_become_one_and_what_they_played_counts_together(party: Gather) -> None:
    host, guests = party(*NAMES, "Bob", rounds=3)
    reveal(guests[:3], 10, 20, 30)
    host.close_round()
    reveal([guests[0], guests[2], guests[3]], 10, 30, 20)
    host.close_round()
    asked = ask(host, "merge", seat="4", into="2")
    assert "Bob 1 → 2" in asked.text.translate(ISOLATES)
    ask(host, "merge", seat="4", into="2", sure="yes")
    assert {"Ann": "0", "Bob": "2", "Carol": "0"} == points(host)
    assert 200 == guests[3].send(50).status
    assert 200 == guests[0].send(60).status


@pytest.mark.parametrize(
    ("action", "form", "sentence"),
    [
        (
            "merge",
            {"seat": "2", "into": "2"},
            "Choose two players: Bob cannot be merged with himself or herself",
        ),
        ("merge", {"seat": "2", "into": "9"}, "There is no such player in this room"),
        ("merge", {"seat": "2", "into": "1"}, "Bob and Ann are two in a game that needs both"),
        ("out", {"seat": "9"}, "There is no such player in this room"),
        ("bar", {}, "There is no such player in this room"),
        ("rename", {"seat": "1", "name": " "}, "Enter a name of 1 to 20 characters"),
        ("time", {"seconds": "2"}, "A round takes from 5 to 3600 seconds, or 0 for no limit"),
        ("time", {"seconds": "soon"}, "soon is not a whole number"),
        ("pause", {"at": "1.1"}, "This round has no time limit"),
        ("admit", {"claimant": "x"}, "That was answered already"),
        ("void", {"at": "1.1"}, "There is no such round in this room"),
    ],
)
def test_what_the_host_cannot_do_is_refused_in_a_sentence(
    party: Gather, action: str, form: dict[str, object], sentence: str
) -> None:
    host, _ = party(*NAMES)
    before = host.version()
    answer = ask(host, action, **form)
    assert error_message(answer).startswith(sentence)
    assert answer.status in (409, 422)
    assert before == host.version()


def test_a_removed_player_can_return_and_a_blocked_one_cannot(party: Gather) -> None:
    host, guests = party(*NAMES, "Dave", "Eve", rounds=3)
    ask(host, "remove", seat="4")
    ask(host, "bar", seat="5")
    assert "0 of 3 are in" in host.page("/tv").text
    guests[3].join(host.code, "Dave")
    assert "0 of 4 are in" in host.page("/tv").text
    assert 403 == guests[4].send(7, "1.1").status
    assert 403 == guests[4].join(host.code, "Eve").status
    assert "0 of 4 are in" in host.page("/tv").text


def test_a_locked_room_takes_nobody_new_but_the_host_can_add_players(party: Gather, server: Server) -> None:
    host, _ = party(*NAMES)
    ask(host, "lock", locked="yes")
    answer = Guest(server.url).join(host.code, "Eve")
    assert (403, "The room is locked: ask the host to unlock it") == (answer.status, error_message(answer))
    ask(host, "add", name="Eve")
    assert "Eve" in host.page("/tv").text
    ask(host, "lock", locked="no")
    assert 200 == Guest(server.url).join(host.code, "Fay").status


def test_a_round_can_wait_for_the_hosts_word_although_all_have_sent(party: Gather) -> None:
    host, guests = party(*NAMES)
    ask(host, "pace", by_itself="no")
    reveal(guests, 10, 20, 30)
    assert "Everybody is in: the host reveals" in host.page("/tv").text
    host.close_round()
    assert "Round 2" in host.page("/tv").text


def test_only_a_reopened_round_waits_for_the_host(party: Gather) -> None:
    host, guests = party(*NAMES)
    reveal(guests, 10, 20, 30)
    assert ' held"' not in host.page("/host").text
    ask(host, "reopen", at="1.1")
    assert 'data-can="close end ask held"' in host.page("/host").text
    host.close_round()
    assert ' held"' not in host.page("/host").text


@pytest.mark.slow
def test_a_round_whose_time_is_up_reveals_by_itself_also_after_a_restart(
    start_server: Callable[..., Server],
) -> None:
    server = start_server()
    host = Guest(server.url)
    host.start_room()
    guests = [Guest(server.url) for _ in NAMES]
    for guest, name in zip(guests, NAMES, strict=True):
        guest.join(host.code, name)
    ask(host, "time", seconds="5")
    host.begin()
    began = time.monotonic()
    guests[0].send(10)
    guests[1].send(20)
    assert "s left" in host.page("/tv").text
    server.kill()
    server.start()
    while "Round 2" not in host.page("/tv").text:
        assert time.monotonic() - began < 30
        time.sleep(0.1)
    assert time.monotonic() - began >= 4.9
    late = guests[2].send(30, "1.1")
    assert (409, "This round is already revealed") == (late.status, error_message(late))


def test_the_clock_stands_while_it_is_paused(party: Gather) -> None:
    host, _ = party(*NAMES)
    ask(host, "time", seconds="60")
    ask(host, "pause", at="1.1")
    assert "The clock stands at 60 s" in host.page("/tv").text
    ask(host, "resume", at="1.1")
    assert "s left" in host.page("/tv").text


def host_code(server: Server) -> tuple[Guest, str]:
    host = Guest(server.url)
    found = re.search(r'class="hostcode">([^<]+)<', host.start_room().text)
    assert found
    return host, found[1]


def test_the_host_code_is_shown_once_and_makes_another_browser_host(server: Server) -> None:
    host, code = host_code(server)
    assert code not in host.page("/host").text
    other = Guest(server.url)
    assert 403 == other.ask(f"/{host.code}/host").status
    wrong = other.ask(f"/{host.code}/recover", {"host_code": "AAAA-BBBB-CCCC"})
    assert (403, "That is not the host code of this room") == (wrong.status, error_message(wrong))
    assert 200 == other.ask(f"/{host.code}/recover", {"host_code": code.lower().replace("-", " ")}).status
    assert "Waiting for players" in other.ask(f"/{host.code}/host").text


@pytest.mark.slow
def test_the_host_code_stands_in_the_terminal_too(start_server: Callable[..., Server]) -> None:
    server = start_server()
    host, code = host_code(server)
    assert f"Room {host.code} is open. Host code: {code}" in server.output()


def link(host: Guest, how: str) -> str:
    found = re.search(rf"/{host.code}/become/[^\s<\"]+", host.page(f"/host/room/{how}").text)
    assert found
    return found[0]


def test_a_host_can_have_a_second_host_and_hand_the_room_over(server: Server) -> None:
    host, _ = host_code(server)
    second, third, fourth = (Guest(server.url) for _ in range(3))
    besides = link(host, "second")
    assert "second host" in second.ask(besides).text
    assert 403 == second.ask(f"/{host.code}/host").status
    assert 200 == second.ask(besides, {}).status
    used = third.ask(besides, {})
    assert (409, "This link was used already: ask for a new one") == (used.status, error_message(used))
    over, unused = link(host, "over"), link(host, "second")
    assert 200 == third.ask(over, {}).status
    assert [403, 200, 200] == [each.ask(f"/{host.code}/host").status for each in (host, second, third)]
    gone = fourth.ask(unused, {})
    assert (409, "Whoever gave this link is not host any more") == (gone.status, error_message(gone))


CHANGES = [lambda text: text[:-3], lambda text: text[:-40] + "nonsense", lambda text: text + "x"]


@pytest.mark.parametrize("change", CHANGES)
def test_a_link_that_was_tampered_with_is_refused(server: Server, change: Callable[[str], str]) -> None:
    host, _ = host_code(server)
    answer = Guest(server.url).ask(change(link(host, "over")), {})
    assert answer.status in (404, 422)
    other, _ = host_code(server)
    foreign = Guest(server.url).ask(link(host, "over").replace(host.code, other.code), {})
    assert (422, "This link is not complete: ask for a new one") == (foreign.status, error_message(foreign))


def test_another_kind_of_game_can_follow_in_the_same_room(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    ask(host, "end", how="count", at="1.2")
    assert 200 == ask(host, "begin", game="mediocrity", target="2").status
    for guest, card in zip(guests, ("3", "7", "9"), strict=True):
        guest.send(card)
    assert "Mediocrity" in host.page("/host/games").text
    assert 409 == ask(host, "begin", game="median").status


@pytest.mark.slow(keep=3)
@pytest.mark.parametrize("action", ACTIONS)
def test_actions_of_the_host_are_refused_to_all_others(party: Gather, server: Server, action: str) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    other_host, _ = party(*NAMES)
    before = host.version()
    form = {
        "at": "1.1",
        "seat": "1",
        "number": "7",
        "name": "Eve",
        "sure": "yes",
        "claimant": "x",
        "into": "2",
    }
    for browser in (guests[0], other_host, Guest(server.url)):
        answer = browser.ask(f"/{host.code}/host/{action}", form)
        assert (403, "Only the host can do that") == (answer.status, error_message(answer))
        assert browser.ask(f"/{host.code}/host/sure/{action}?number=1").status in (403, 404)
    assert before == host.version()
    assert 404 == host.ask(f"/AAA2/host/{action}", form).status


@pytest.mark.parametrize(
    "tail",
    ["", "/people", "/people/1", "/rounds", "/rounds/1/1", "/room", "/room/over", "/games", "/phones/vpn"],
)
def test_the_hosts_pages_are_for_the_host_alone_and_are_only_read(
    party: Gather, server: Server, tail: str
) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    assert 200 == host.page(f"/host{tail}").status
    for browser in (guests[0], Guest(server.url)):
        assert 403 == browser.ask(f"/{host.code}/host{tail}").status
    assert 405 == host.ask(f"/{host.code}/host{tail}", {}).status


@pytest.mark.parametrize(
    "tail", ["/people/9", "/people/x", "/rounds/1/9", "/rounds/9/1", "/sure/undo", "/sure/void"]
)
def test_a_page_of_something_unknown_says_so(party: Gather, tail: str) -> None:
    host, _ = party(*NAMES)
    answer = host.page(f"/host{tail}")
    assert answer.status in (409, 422)
    assert error_message(answer)


def test_only_corrections_are_previewed(party: Gather) -> None:
    host, guests = party(*NAMES)
    reveal(guests[:2], 10, 20)
    for action in sorted(
        set(host_actions.ACTIONS) - host_actions.CAREFUL - {host_actions.ASKING, host_actions.CORRECTING}
    ):
        assert 404 == host.page(f"/host/sure/{action}?at=1.1&seat=3&number=15").status


def test_undoing_an_added_player_asks_first_once_a_phone_plays_on_that_seat(
    party: Gather, server: Server
) -> None:
    host, guests = party(*NAMES)
    ask(host, "add", name="Zed")
    phone = Guest(server.url)
    phone.ask(f"/{host.code}")
    phone.code = host.code
    phone.ask(f"/{host.code}/claim", {"seat": "4"})
    found = re.search(r'name="claimant" value="(\w+)"', host.page("/host").text)
    assert found
    ask(host, "admit", claimant=found[1])
    reveal([*guests, phone], 10, 20, 30, 40)
    asked = ask(host, "undo", number=undo_button(host))
    assert "This is what would change" in asked.text
    assert "Round 2" in host.page("/tv").text


def test_a_host_is_told_of_claims_on_the_phone_page(party: Gather, server: Server) -> None:
    host, _ = party(*NAMES)
    host.join(host.code, "Mia")
    stranger = Guest(server.url)
    stranger.ask(f"/{host.code}")
    stranger.ask(f"/{host.code}/claim", {"seat": "1"})
    assert "Somebody asks for a seat" in host.page().text


def test_a_wrong_host_code_can_be_typed_again(server: Server) -> None:
    host, _ = host_code(server)
    answer = Guest(server.url).ask(f"/{host.code}/recover", {"host_code": "AAAA-BBBB-CCCC"})
    assert 403 == answer.status
    assert 'name="host_code"' in answer.text


def test_a_confirmation_names_the_action(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    asked = ask(host, "correct", **play_field("1.1", "2", "40"))
    assert '<button class="press" name="sure" value="1-2=40">Correct it</button>' in asked.text
