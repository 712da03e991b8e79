"""A public house: who may open rooms there, what it is called, and the page of its operator."""

import html
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

from companion.web.services import Services
from tests.support.clients import HOTSPOT, Clients, ask, captured_log
from tests.support.determinism import Determinism
from tests.support.guest import Guest, error_message
from tests.support.page_forms import page_text
from tests.support.routes import addresses, rules
from tests.support.server import Server
from tests.support.stream_client import StreamClient

PASSWORD, WORD = "correct horse battery", "Goldene Mitte"
FAR = "198.51.100.9"
ONLY_OPERATOR = "Rooms of this server are opened by whoever runs it."
KNOWN = "Rooms of Zur Mitte are opened by those who know its word."
WRONG = "That is wrong: try again"
House = Callable[..., Clients]


@pytest.fixture
def house(tmp_path: Path, clocks: Determinism) -> Iterator[House]:
    """Return a function that starts an application with these settings, as an operator does."""
    assert clocks
    with ExitStack() as stack:

        def start(**settings: str) -> Clients:
            environ = {f"COMPANION_{name.upper()}": text for name, text in settings.items()}
            clients = Clients(tmp_path, {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", **environ})
            stack.callback(clients.close)
            return clients

        yield start


def opens(clients: Clients, who: str, address: str = HOTSPOT) -> tuple[bool, ...]:
    """Tell whether a browser is offered a room and the demo, and gets them."""
    page = ask(clients, who, "/", address=address).text
    offered = ('id="start"' in page, 'action="/demo"' in page)
    form = {"game": "good-enough"}
    got = tuple(303 == ask(clients, who, path, form, address).status_code for path in ("/rooms", "/demo"))
    return (*offered, *got)


def sign_in(clients: Clients, who: str = "operator", address: str = HOTSPOT) -> None:
    assert 303 == ask(clients, who, "/operator", {"password": PASSWORD}, address).status_code


@pytest.mark.parametrize("written", ["{}", " {}\t", "\u200b{}\ufeff"])
@pytest.mark.parametrize("is_wide", [False, True])
def test_word_and_password_count_however_they_are_pasted(house: House, written: str, is_wide: bool) -> None:
    clients = house(rooms=WORD, operator_password=PASSWORD)
    ask(clients, "guest", "/")
    for path, field, secret in (("/word", "word", WORD), ("/operator", "password", PASSWORD)):
        wide = "".join(chr(ord(sign) + 0xFEE0) if sign > " " else sign for sign in secret)
        typed = written.format(wide if is_wide else secret)
        assert 303 == ask(clients, "guest", path, {field: typed}).status_code
        assert 422 == ask(clients, "guest", path, {field: f"{typed}x"}).status_code


YES, NO = (True,) * 4, (False,) * 4


def test_everybody_opens_rooms_where_no_setting_says_otherwise(house: House) -> None:
    assert YES == opens(house(), "guest")


def test_where_only_the_operator_opens_rooms_others_are_told_so_and_join_by_code(house: House) -> None:
    clients = house(rooms="Operator", operator_password=PASSWORD)
    assert (NO, YES) == (opens(clients, "guest"), opens(clients, "this computer", "127.0.0.1"))
    page = page_text(ask(clients, "guest", "/").text)
    assert (True, True, False) == (ONLY_OPERATOR in page, "Join" in page, "Word" in page)
    refused = ask(clients, "guest", "/rooms", {"game": "good-enough"})
    assert (403, True) == (refused.status_code, ONLY_OPERATOR in refused.text)
    for word in ("operator", "everybody", ""):
        assert 422 == ask(clients, "guest", "/word", {"word": word}).status_code
    assert NO == opens(clients, "guest")
    sign_in(clients, "guest")
    assert YES == opens(clients, "guest")


def test_who_has_typed_the_word_opens_rooms_from_then_on_until_it_is_another(house: House) -> None:
    clients = house(rooms=WORD, name="Zur Mitte")
    assert NO == opens(clients, "guest")
    assert KNOWN in page_text(ask(clients, "guest", "/").text)
    wrong = ask(clients, "guest", "/word", {"word": "mitte"})
    assert (422, True, True) == (wrong.status_code, WRONG in wrong.text, KNOWN in wrong.text)
    assert 303 == ask(clients, "guest", "/word", {"word": f" {WORD.upper()} "}).status_code
    assert (YES, NO) == (opens(clients, "guest"), opens(clients, "another"))
    clients.restart()
    assert YES == opens(clients, "guest")
    clients.limits["COMPANION_ROOMS"] = "another word"
    clients.restart()
    assert NO == opens(clients, "guest")


@pytest.mark.parametrize(("path", "field"), [("/word", "word"), ("/operator", "password")])
def test_wrong_tries_are_limited_for_a_browser_and_for_an_address(
    house: House, path: str, field: str
) -> None:
    clients = house(rooms=WORD, operator_password=PASSWORD, limit_guesses="2")

    def tries(who: str, times: int, address: str = HOTSPOT) -> list[int]:
        return [ask(clients, who, path, {field: "wrong"}, address).status_code for _ in range(times)]

    assert [422, 422, 429] == tries("thief", 3)
    right = {field: WORD if field == "word" else PASSWORD}
    late = ask(clients, "thief", path, right)
    assert (429, True) == (late.status_code, "Too many wrong tries: try again in" in late.text)
    assert [422] * 4 + [429] == tries("new", 5), "three times as many as one browser, in all"
    assert 303 == ask(clients, "elsewhere", path, right, FAR).status_code


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(("path", "field"), [("/word", "word"), ("/operator", "password")])
def test_tries_from_many_networks_are_slowed_and_hold_nobody_who_has_opened_a_room(
    house: House, clocks: Determinism, path: str, field: str
) -> None:
    clients = house(rooms=WORD, operator_password=PASSWORD)
    for who, address in (("host", HOTSPOT), ("this computer", "127.0.0.1")):
        ask(clients, who, "/", None, address)
    assert 303 == ask(clients, "host", "/word", {"word": WORD}).status_code
    assert 303 == ask(clients, "host", "/rooms", {"game": "good-enough"}).status_code

    def tried(who: str, typed: str, address: str) -> int:
        return ask(clients, who, path, {field: typed}, address).status_code

    networks = [f"2001:db8:{number:x}::1" for number in range(21)]
    found = [tried("new", "wrong", network) for _ in range(5) for network in networks]
    assert ([422] * 90, {429}) == (found[:90], set(found[90:]))
    right = WORD if field == "word" else PASSWORD
    assert 429 == tried("guest", right, FAR)
    assert 303 == tried("host", right, FAR)
    assert 303 == tried("this computer", right, "127.0.0.1")
    clocks.wait(1)
    assert [422, 429] == [tried("new", "wrong", network) for network in networks[:2]]
    clocks.wait(1)
    assert 303 == tried("guest", right, FAR)


def test_who_has_used_up_the_tries_of_one_secret_has_those_of_the_others_and_signs_out(house: House) -> None:
    clients = house(rooms=WORD, operator_password=PASSWORD, limit_guesses="2")
    clients.open()
    sign_in(clients, "Ann")
    secrets = {"/word": "word", f"/{clients.code}/recover": "host_code", "/operator": "password"}
    for path, field in secrets.items():
        status_codes = [ask(clients, "Ann", path, {field: "wrong"}).status_code for _ in range(3)]
        assert ([403, 403, 429] if field == "host_code" else [422, 422, 429]) == status_codes
    assert 303 == ask(clients, "Ann", "/operator", {}).status_code


def test_the_name_is_the_title_and_the_imprint_is_where_guests_come_in(house: House) -> None:
    named = house(name="Zur Mitte & Co", imprint="https://mitte.example/impressum")
    named.open()
    page = ask(named, "guest", "/").text
    assert "<title>Zur Mitte &amp; Co: the middle wins</title>" in page
    assert "<b>Zur Mitte &amp; Co</b>" in page
    link = '<a href="https://mitte.example/impressum">Imprint</a>'
    for path, shown in (("/", True), (f"/{named.code}", True), (f"/{named.code}/tv", False)):
        assert shown == (link in ask(named, "guest", path).text), path
    plain = house()
    for path in ("/", f"/{named.code}"):
        assert "Imprint" not in ask(plain, "guest", path).text


# The operator's page


def places(clients: Clients) -> list[tuple[str, str]]:
    """List every page and form of the operator's."""
    return [
        (method, address)
        for method in ("GET", "POST")
        for rule in rules(clients.app, method)
        if rule.rule.startswith("/operator")
        for address in addresses(rule, clients.code)
    ]


def test_without_a_password_the_operators_page_is_not_there_but_with_open_on_this_computer(
    house: House,
) -> None:
    for settings, there in (({}, False), ({"open": "yes"}, True)):
        clients = house(**settings)
        clients.open()
        for method, path in places(clients):
            for address in (HOTSPOT, "127.0.0.1"):
                if "delete" not in path:
                    form = {"password": ""} if method == "POST" else None
                    answer = ask(clients, "new", path, form, address)
                    is_here = there and address == "127.0.0.1"
                    assert is_here == (404 != answer.status_code), (method, path, address)
                    assert is_here or clients.code not in answer.text


def test_who_has_not_typed_the_password_is_asked_for_it_on_every_page_and_does_nothing(house: House) -> None:
    clients = house(operator_password=PASSWORD)
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    version = clients.room.version
    for address in (HOTSPOT, "127.0.0.1"):
        for method, path in places(clients):
            form = {"name": "Ann", "sure": "yes", "password": "wrong"} if method == "POST" else None
            answer = ask(clients, "host", path, form, address)
            assert answer.status_code in (403, 422), (method, path)
            assert 'name="password"' in answer.text
            assert clients.code not in answer.text
    assert (version, "Ann") == (clients.room.version, clients.room.name("1"))


def test_the_password_counts_for_eight_hours_and_until_signing_out_or_another_password(
    house: House, clocks: Determinism
) -> None:
    clients = house(operator_password=PASSWORD)

    def is_in() -> bool:
        return 200 == ask(clients, "operator", "/operator").status_code

    sign_in(clients)
    clocks.wait(8 * 3600 - 1)
    assert is_in()
    clocks.wait(2)
    assert not is_in()
    sign_in(clients)
    assert is_in()
    assert "/operator" == ask(clients, "operator", "/operator", {}).location
    assert not is_in()
    sign_in(clients)
    clients.limits["COMPANION_OPERATOR_PASSWORD"] = PASSWORD[::-1]
    clients.restart()
    assert not is_in()


def test_the_operator_sees_how_many_play_what_and_nothing_of_what_they_play(house: House) -> None:
    clients = house(operator_password=PASSWORD)
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    clients.play(17, 28, 39)
    clients.send("Ann", 46)
    sign_in(clients)
    page = html.unescape(ask(clients, "operator", "/operator").text)
    assert f"{clients.code} It's Good Enough 3 people" in page_text(page)
    assert not re.search(r"\b(17|28|39|46|Ann|Ben|Cid)\b", page_text(page.partition("<main")[2]))
    assert clients.code in ask(clients, "operator", f"/operator?code={clients.code.lower()}").text
    assert "There is no such room." in ask(clients, "operator", "/operator?code=AB23").text


def test_the_operator_lists_the_rooms_the_newest_first_in_pages(house: House, clocks: Determinism) -> None:
    clients = house(operator_password=PASSWORD, limit_rooms_per_hour="0")
    codes = []
    for _ in range(21):
        clients.open()
        clocks.wait(1)
        codes.insert(0, clients.code)
    sign_in(clients)

    def listed(path: str) -> list[str]:
        return re.findall(r"/operator/(\w{4})/close", ask(clients, "operator", path).text)

    assert codes[:20] == listed("/operator")
    assert "/operator?skip=20" in ask(clients, "operator", "/operator").text
    assert codes[20:] == listed("/operator?skip=20")
    assert [] == listed(f"/operator?skip={10**30}")


def test_the_operator_closes_a_room_opens_it_again_and_deletes_it_after_asking(house: House) -> None:
    clients = house(operator_password=PASSWORD)
    clients.gather("Ann", "Ben", "Cid", rounds=3)
    sign_in(clients)
    for name, asked, closed in (("close", "Close room", True), ("reopen", "Open room", False)):
        path = f"/operator/{clients.code}/{name}"
        assert f"{asked} {clients.code}" in ask(clients, "operator", path).text
        with captured_log() as lines:
            assert "/operator" == ask(clients, "operator", path, {}).location
        assert closed == clients.room.is_closed
        assert f"INFO Room {clients.code}: {name}, by the operator" in lines
        assert closed == ("This room is closed" in clients.ask("Ann").text)
    delete = f"/operator/{clients.code}/delete"
    assert "gone for good" in ask(clients, "operator", delete).text
    assert 200 == clients.ask("Ann").status_code
    ask(clients, "operator", delete, {})
    assert () == Services.of(clients.app).store.list_rooms()
    assert 404 == ask(clients, "operator", f"/operator/{clients.code}/close", {}).status_code


def test_the_operator_has_a_name_forgotten_in_all_rooms_and_the_database_after_asking(house: House) -> None:
    clients = house(operator_password=PASSWORD)
    rooms = []
    for _ in range(2):
        clients.gather("Zebedee", "Ben", "Cid", rounds=3)
        rooms.append(clients.code)
    sign_in(clients)
    nobody = ask(clients, "operator", "/operator/forget", {"name": "Nemo"})
    assert (422, True) == (nobody.status_code, "Nobody is called Nemo there" in nobody.text)
    asked = page_text(ask(clients, "operator", "/operator/forget", {"name": "zebedee"}).text)
    assert "Another name stands in 2 rooms then" in asked
    assert "Zebedee" == clients.room.name("1")
    done = page_text(ask(clients, "operator", "/operator/forget", {"name": "zebedee", "sure": "yes"}).text)
    assert "In 2 rooms Guest 1 stands there instead." in done
    store = Services.of(clients.app).store
    assert {"Guest 1"} == {store.load_room(room).name("1") for room in rooms}
    assert b"Zebedee" not in (clients.data / "companion.db").read_bytes()


@pytest.mark.slow
def test_a_public_house_over_http_counts_screens_and_closes_them(start_server: Callable[..., Server]) -> None:
    server = start_server(environ={"COMPANION_ROOMS": WORD, "COMPANION_OPERATOR_PASSWORD": PASSWORD})
    away = {"X-Forwarded-For": HOTSPOT}
    host, operator = Guest(server.url), Guest(server.url)
    for guest, path in ((host, "/"), (operator, "/operator")):
        guest.ask(path, headers=away)
    assert 403 == host.ask("/rooms", {"game": "good-enough"}, away).status
    assert 200 == host.ask("/word", {"word": WORD}, away).status
    opened = host.ask("/rooms", {"game": "good-enough"}, away)
    code = opened.url.split("/")[-2]
    foreign = operator.ask("/operator", {"password": PASSWORD}, {**away, "Origin": "https://evil.example"})
    assert (403, "That came from another site, so nothing was done") == (
        foreign.status,
        error_message(foreign),
    )
    assert "1 screen" not in operator.ask("/operator", {"password": PASSWORD}, away).text
    with StreamClient(server, code):
        assert "1 screen" in operator.ask("/operator", headers=away).text
    assert 200 == operator.ask(f"/operator/{code}/close", {}, away).status
    assert "This room is closed" in Guest(server.url).ask(f"/{code}", headers=away).text
