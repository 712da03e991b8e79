"""A host's rooms and the all-time table over HTTP: whose they are, and what changes them."""

import re
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from companion.room import events, game_events
from companion.room.state import Room
from companion.screens import story
from companion.web.pages import evenings, host
from companion.web.services import Services
from tests.support.clients import Clients, captured_log
from tests.support.correction_fields import confirmed
from tests.support.determinism import deterministic
from tests.support.page_forms import page_text
from tests.support.played_scenes import played_scenes
from tests.support.stream_reader import Streams

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve")
GAME = ((1, 40, 50, 99, 39), (2, 41, 51, 98, 97), (60, 42, 52, 97, 3))
"""Bob is in the middle once and Cyd twice: Bob alone has the middle score, and wins."""
PAGES = ("/", "/evenings", "/all-time", "/all-time/forget")


def store(clients: Clients, *said: events.Event) -> None:
    """Store events in the room, without the requests that they come from."""
    for each in said:
        Services.of(clients.app).store.execute(clients.code, "", lambda room, each=each: each)  # type: ignore[misc]


def gather(clients: Clients, names: tuple[str, ...] = NAMES) -> str:
    """Open a room, seat players and start a game; return the code of the room."""
    clients.open(rounds=3)
    store(clients, *(events.PlayerJoined(str(n), name, f"{n}") for n, name in enumerate(names, 1)))
    store(clients, game_events.GameStarted("good-enough", {"rounds": 3}))
    return clients.code


def play(clients: Clients, first: int = 1, last: int = 3) -> None:
    for number in range(first, last + 1):
        plays = enumerate(GAME[number - 1], 1)
        store(clients, *(game_events.PlaySubmitted(1, number, str(seat), play) for seat, play in plays))


def evening(clients: Clients, names: tuple[str, ...] = NAMES) -> str:
    """Play one game in a new room, and return the code of the room."""
    code = gather(clients, names)
    play(clients)
    return code


def table(clients: Clients, who: str = "host") -> dict[str, list[str]]:
    """Return the rows of the all-time table by name: wins, in the middle, games, best evening."""
    page = clients.ask(who, "/all-time").text
    found = {}
    for row in re.findall(r"<tr>\s*<th scope=\"row\">(.*?)</tr>", page, re.DOTALL):
        [name] = re.findall(r"<bdi[^>]*>(.*?)</bdi>", row)
        found[name] = [page_text(cell) for cell in re.findall(r"<td[^>]*>(.*?)</td>", row)]
    return found


def said(clients: Clients, path: str, **form: str) -> int:
    return clients.ask("host", f"/all-time/{path}", (), sure="yes", **form).status_code


def listed(clients: Clients, who: str = "host", query: str = "") -> list[str]:
    """Return the codes of the rooms in the list, in its order."""
    return re.findall(r"/evenings/(\w{4})/delete", clients.ask(who, f"/evenings{query}").text)


def test_the_start_page_leads_the_host_back_to_tonights_room(clients: Clients) -> None:
    assert "Your rooms" not in clients.ask("host", "/").text
    gather(clients)
    page = clients.ask("host", "/").text
    assert f"Tonight, {clients.code}" in page
    assert "5 people, round 1 of 3" in page
    assert f'href="/{clients.code}/host"' in page
    clients.restart()
    assert "5 people, round 1 of 3" in clients.ask("host", "/").text


def test_no_other_browser_sees_anything_of_it(clients: Clients) -> None:
    code = evening(clients)
    assert 303 == said(clients, "forget", name="Eve")
    for who in ("Ann", "stranger"):
        for path in PAGES:
            answer = clients.ask(who, path)
            assert answer.status_code in (200, 303)
            text = page_text(answer.text.partition("<main")[2])
            assert not any(word in text for word in (code, *NAMES)), (who, path)
    address = f"/evenings/{code}/delete"
    assert 403 == clients.ask("Ann", address).status_code
    assert 403 == clients.browser("Ann").post(address).status_code
    assert [code] == listed(clients)


def test_the_people_of_the_last_evening_are_added_with_one_tap_and_only_their_host_sees_them(
    clients: Clients,
) -> None:
    evening(clients)
    clients.open()
    assert (
        303 == clients.browser("host").post(f"/{clients.code}/host/again", data={"name": "Cyd"}).status_code
    )
    page = clients.ask("host", f"/{clients.code}/host").text
    assert "Ann and 3 others , as last time" in page_text(page)
    page = clients.ask("host", f"/{clients.code}/host/people").text
    assert ["Ann", "Bob", "Dan", "Eve"] == re.findall(r'form="again" name="name" value="(\w+)"', page)
    store(clients, events.PlayerJoined("2", "Flo", "phone"))
    for path in ("", "/tv", "/watch"):
        assert "Bob" not in clients.ask("phone", f"/{clients.code}{path}").text
    for status in (303, 409):  # nobody is left to add
        assert status == clients.browser("host").post(f"/{clients.code}/host/again").status_code
    room = Services.of(clients.app).store.load_room(clients.code)
    assert ["Cyd", "Flo", "Ann", "Bob", "Dan", "Eve"] == [player.name for player in room.players]


def test_two_taps_at_once_add_somebody_once(clients: Clients, monkeypatch: pytest.MonkeyPatch) -> None:
    evening(clients)
    clients.open()
    execute = host.execute

    def after_another_tap(*args: Any) -> Room:
        store(clients, events.PlayerJoined("1", "Ann", ""))
        return execute(*args)

    monkeypatch.setattr(host, "execute", after_another_tap)
    assert (
        409 == clients.browser("host").post(f"/{clients.code}/host/again", data={"name": "Ann"}).status_code
    )
    assert ["Ann"] == [
        player.name for player in Services.of(clients.app).store.load_room(clients.code).players
    ]


def test_the_table_counts_the_games_of_all_evenings_and_a_restart_changes_nothing(clients: Clients) -> None:
    for names in (NAMES, ("BOB", "Ann", "Flo", "Gus", "Hal")):
        evening(clients, names)
    before = table(clients)
    assert {"Ann": "2", "BOB": "2", "Flo": "1"}.items() <= {n: row[2] for n, row in before.items()}.items()
    assert "2 evenings, 2 games" in clients.ask("host", "/all-time").text
    clients.restart()
    assert before == table(clients)


def test_somebody_is_forgotten_in_all_rooms_of_the_host_alone_after_a_confirmation(clients: Clients) -> None:
    code = evening(clients)
    before = table(clients)
    assert 422 == clients.ask("Ann", "/all-time/forget", (), name="Dan", sure="yes").status_code
    assert "Forget Dan?" in clients.ask("host", "/all-time/forget", (), name="Dan").text
    assert before == table(clients)
    assert 303 == said(clients, "forget", name="dan")
    assert {"Guest 1" if name == "Dan" else name: row for name, row in before.items()} == table(clients)
    assert "Dan" not in clients.ask("host", f"/{code}/result").text
    assert "Dan" not in re.findall(r"<option[^>]*>([^<]*)<", clients.ask("host", "/all-time/forget").text)
    clients.restart()
    assert "Dan" not in table(clients)


def test_a_name_that_is_not_in_the_table_is_refused_and_the_form_shown_again(clients: Clients) -> None:
    evening(clients)
    for form in ({"name": "Zed"}, {}):
        answer = clients.ask("host", "/all-time/forget", (), sure="yes", **form)
        assert (422, True) == (answer.status_code, "Choose a name that is in the table" in answer.text)
        assert 'action="/all-time/forget"' in answer.text


def test_a_deleted_room_is_out_of_the_list_and_the_table_and_gone_for_everybody(clients: Clients) -> None:
    first = evening(clients)
    second = evening(clients)
    asked = clients.ask("host", f"/evenings/{second}/delete").text
    assert "Bob was the most mediocre of 5" in asked
    assert {"2"} == {row[2] for row in table(clients).values()}
    with captured_log() as lines:
        assert 303 == clients.browser("host").post(f"/evenings/{second}/delete").status_code
    assert [f"INFO Room {second} was deleted by its host"] == lines
    assert {"1"} == {row[2] for row in table(clients).values()}
    assert [first] == listed(clients)
    assert [404, 404] == [clients.ask(who, f"/{second}/result").status_code for who in ("host", "Ann")]
    assert 404 == clients.ask("host", f"/evenings/{second}/delete").status_code


@pytest.mark.slow
def test_the_list_has_pages_and_the_start_page_only_the_latest(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(evenings, "PAGE", 3)
    codes = []
    with deterministic() as clocks:
        for _ in range(7):
            clocks.wait(60)
            clients.open()
            codes.append(clients.code)
        codes.reverse()
        first, second = listed(clients), listed(clients, query="?skip=3")
        assert codes == first + second + listed(clients, query="?skip=6")
        assert "Earlier rooms" not in clients.ask("host", "/evenings?skip=6").text
        assert [] == listed(clients, query="?skip=9") == listed(clients, query=f"?skip={10**30}")
        assert codes[:3] == listed(clients, query="?skip=x") == listed(clients, query="?skip=-5")
        assert 3 == clients.ask("host", "/").text.count("Tonight, ")


def test_the_table_waits_for_the_tv(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(story, "scenes_of", partial(played_scenes, awards=False))
    with deterministic() as clocks:
        clients = Clients(tmp_path)
        gather(clients)
        with Streams(clients, ["a TV"]):
            play(clients, 1, 2)
            clocks.wait(60)
            play(clients, 3)
            assert {} == table(clients)
            assert "round 3 of 3" in clients.ask("host", "/").text
            for _ in range(120):
                clocks.wait(1)
                if table(clients):
                    break
            assert set(NAMES) == set(table(clients))
            assert "5 people, 1 game" in clients.ask("host", "/").text
        clients.close()


def test_a_room_that_has_not_changed_is_replayed_only_once(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        evening(clients)
    counted: list[str] = []
    summarize = evenings.summarize_room
    monkeypatch.setattr(evenings, "summarize_room", lambda room: counted.append(room.code) or summarize(room))
    first = table(clients)
    assert (3, first) == (len(counted), table(clients))
    assert 3 == len(counted)
    clients.host("correct", **confirmed("1.1", "2", "90"))
    assert first != table(clients)
    assert [clients.code] == counted[3:]


def test_a_host_with_very_many_evenings_gets_the_latest_first_and_the_others_soon(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        evening(clients)
    monkeypatch.setattr(evenings, "_LONGEST", 0.0)
    times = iter(range(100))
    monkeypatch.setattr(evenings, "time", SimpleNamespace(monotonic=lambda: next(times) // 2))
    first = clients.ask("host", "/all-time").text
    assert '<meta http-equiv="refresh" content="1">' in first
    assert "2 earlier evenings are being counted" in page_text(first)
    monkeypatch.undo()
    whole = clients.ask("host", "/all-time").text
    assert "3 evenings, 3 games" in whole
    assert 'http-equiv="refresh"' not in whole
