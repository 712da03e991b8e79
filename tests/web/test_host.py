"""The host's pages over HTTP: corrections, undo, players, other hosts, the clock."""

import re
from collections.abc import Callable

from tests.conftest import Party
from tests.support.clients import Clients
from tests.support.guest import Answer, Guest, error_message
from tests.support.page_forms import page_forms, page_text
from tests.support.server import Server

Gather = Callable[..., Party]
NAMES = ("Ann", "Bob", "Carol")


def ask(host: Guest, action: str, **form: object) -> Answer:
    return host.ask(f"/{host.code}/host/{action}", form)


def reveal(guests: list[Guest], *numbers: int) -> None:
    for guest, number in zip(guests, numbers, strict=True):
        assert guest.send(number).status == 200


def undo_button(host: Guest, form: str = "undo") -> str:
    match = re.search(rf'form="{form}" name="number" value="(\d+)"', host.page("/host").text)
    return match[1] if match else ""


def test_after_a_reveal_the_TV_tells_the_room_what_comes_next(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests, 10, 20, 30)
    assert "Round 2 of 3: now on your phone" in host.page("/tv").text


def test_undo_names_what_it_takes_back_and_redo_does_it_again(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=3)
    reveal(guests[:2], 10, 20)
    host.close_round()
    assert "Take back the reveal" in host.page("/host").text
    stale = undo_button(host)
    ask(host, "undo", number=stale)
    assert "2 of 3 are in" in host.page("/tv").text
    assert "Redo: Reveal round 1" in page_text(host.page("/host").text)
    again = ask(host, "undo", number=stale)
    assert (409, "Something else was done meanwhile: look again") == (again.status, error_message(again))
    ask(host, "redo", number=undo_button(host, "redo"))
    assert "Round 2 of 3" in host.page("/tv").text


def test_undo_takes_back_the_round_that_was_revealed_last_and_nothing_older(party: Gather) -> None:
    host, guests = party(*NAMES, rounds=5)
    for n in range(3):
        reveal(guests, n, 20 + n, 30 + n)
    assert "Take back the reveal" in host.page("/host").text
    ask(host, "undo", number=undo_button(host))
    assert "Round 3 of 5" in host.page("/tv").text
    page = host.page("/host").text
    assert "Take back the reveal" in page
    assert "Redo: Reveal round 3" in page_text(page)


HOST_CODE = r'class="hostcode">([^<]+)<'


def host_code(server: Server) -> tuple[Guest, str]:
    host = Guest(server.url)
    host.start_room()
    for name in ("Ann", "Ben"):
        Guest(server.url).join(host.code, name)
    match = re.search(HOST_CODE, host.page("/host").text)
    assert match
    return host, match[1]


def test_the_host_code_stands_on_the_desk_from_the_second_player_on(clients: Clients) -> None:
    clients.open()
    shown = [re.findall(HOST_CODE, clients.ask("host", "host").text)]
    for name in ("Ann", "Ben", "Cid"):
        clients.join(name)
        shown.append(re.findall(HOST_CODE, clients.ask("host", "host").text))
    assert ([], []) == tuple(shown[:2])
    assert shown[2] == shown[3] != []


def test_one_button_adds_a_bot_and_its_strategy_is_folded(clients: Clients) -> None:
    clients.open()
    page = clients.ask("host", "host/people").text
    assert re.search(
        r"Add a bot</button>\s*<details>(?:(?!</details>).)*<select id=\"strategy\"", page, re.DOTALL
    )
    [form] = [form for form in page_forms(page).values() if form.action.endswith("/bot")]
    assert 303 == clients.ask("host", form.action, form.fields).status_code
    assert [True] == [bool(player.bot) for player in clients.room.players]


def test_the_host_code_makes_another_browser_host(server: Server) -> None:
    host, code = host_code(server)
    other = Guest(server.url)
    assert 403 == other.ask(f"/{host.code}/host").status
    wrong = other.ask(f"/{host.code}/recover", {"host_code": "AAAA-BBBB-CCCC"})
    assert (403, "That is not the host code of this room") == (wrong.status, error_message(wrong))
    assert 'name="host_code"' in wrong.text
    assert 200 == other.ask(f"/{host.code}/recover", {"host_code": code.lower().replace("-", " ")}).status
    assert "Waiting for players" in other.ask(f"/{host.code}/host").text


def link(host: Guest, how: str) -> str:
    match = re.search(rf"/{host.code}/become/[^\s<\"]+", host.page(f"/host/room/{how}").text)
    assert match
    return match[0]


def test_a_host_can_have_a_second_host_and_hand_the_room_over(server: Server) -> None:
    host, _ = host_code(server)
    second, third, fourth = (Guest(server.url) for _ in range(3))
    besides = link(host, "second")
    assert "second host" in second.ask(besides).text
    assert 403 == second.ask(f"/{host.code}/host").status
    assert 200 == second.ask(besides, {}).status
    for each in (third, fourth):
        each.page()
    used = third.ask(besides, {})
    assert (409, "This link was used already: ask for a new one") == (used.status, error_message(used))
    over, unused = link(host, "over"), link(host, "second")
    assert 200 == third.ask(over, {}).status
    assert [403, 200, 200] == [each.ask(f"/{host.code}/host").status for each in (host, second, third)]
    gone = fourth.ask(unused, {})
    assert (409, "Whoever gave this link is not host any more") == (gone.status, error_message(gone))


def test_a_link_that_was_tampered_with_is_refused(server: Server) -> None:
    host, _ = host_code(server)
    over = link(host, "over")
    assert {422} == {Guest(server.url).ask(each, {}).status for each in (over[:-3], over[:-40] + "nonsense")}
    other, _ = host_code(server)
    foreign = Guest(server.url).ask(link(host, "over").replace(host.code, other.code), {})
    assert (422, "This link does not work: ask for a new one") == (foreign.status, error_message(foreign))


def test_the_pages_of_a_game_without_a_middle_speak_of_none(server: Server) -> None:
    host = Guest(server.url)
    host.start_room(game="lowest-alone")
    for tail in ("/host", "/host/room"):
        text = host.page(tail).text
        assert ("Everybody sees the scores." in text) is (tail == "/host/room")
        assert "Leading is bad" not in text
        assert not re.search(r"\b(middle|average)\b", page_text(text))
    people = host.page("/host/people").text
    assert ["copycat", "random", "edge"] == re.findall(r'<option value="(\w+)"', people)
    assert "middle" not in page_text(people).lower()
