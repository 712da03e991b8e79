"""Commands about rooms while a server runs, as another process: what its screens make of them."""

import json
from collections.abc import Callable

import pytest

from tests.conftest import gather_at
from tests.support.backing_services import Postgres
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server, companion
from tests.support.stream_client import StreamClient

CLOSED = "Whoever runs this server has closed this room: nothing more can be done in it, and nothing is lost"
SAID = "Whoever runs this server has closed it."
SOON = 4.0
"""Seconds within which screens follow a command; the server looks each second."""


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.slow)])
def server(request: pytest.FixtureRequest, start_server: Callable[..., Server]) -> Server:
    if request.param == "sqlite":
        return start_server()
    postgres: Postgres = request.getfixturevalue("postgres")
    return start_server(environ={"COMPANION_DATABASE_URL": postgres.database()})


def rooms(server: Server, *arguments: str) -> str:
    """Run a command about rooms as another process, and return its output."""
    environ = {"COMPANION_DATABASE_URL": server.database_url}
    done = companion("rooms", *arguments, "--data", server.data, environ=environ)
    assert (0, "") == (done.returncode, done.stderr)
    return done.stdout


def results(host: Guest) -> list[dict[str, int]]:
    record = json.loads(host.page("/game-1.json").text)
    return [each["plays"] for each in record["rounds"]]


def live(page: Answer) -> str:
    """Return the part of a page that follows the room."""
    return page.text[page.text.index('id="live"') :]


@pytest.mark.slow
def test_a_room_is_closed_and_opened_again_while_its_screens_follow(server: Server) -> None:
    host, (ann, ben, cid) = gather_at(server, "Ann", "Ben", "Cid", rounds=3)
    for guest, number in ((ann, 1), (ben, 2), (cid, 3)):
        guest.send(number)
    ann.send(77)
    at, before = ben.round_id(), host.version()
    with StreamClient(server, host.code) as screen:
        assert f"{host.code} is closed.\n" == rooms(server, "close", host.code, "--yes")
        screen.reaches(before + 1, SOON)
        stranger = Guest(server.url)
        stranger.code = host.code
        for page in (
            *(guest.page(tail) for guest in (ann, ben, stranger) for tail in ("", "/tv")),
            stranger.page("/watch"),
            *map(host.page, ("/host", "/host/people", "/host/rounds", "/host/room", "/host/games")),
            *map(host.page, ("/host/sheet", "/host/pass", "/host/sure/end")),
        ):
            assert (200, True) == (page.status, SAID in live(page))
            assert "77" not in live(page)
        refused = (
            ben.send(5, at),
            stranger.join(host.code, "Dan"),
            ann.ask(f"/{host.code}/leave", {}),
            host.close_round(at),
            host.ask(f"/{host.code}/host/add", {"name": "Eve"}),
            host.ask(f"/{host.code}/host/end", {"at": at}),
            host.ask(f"/{host.code}/recover", {"host_code": "AAAA-AAAA-AAAA"}),
            host.ask(f"/{host.code}/host/sheet/check", {"at": at}),
        )
        assert {(422, CLOSED)} == {(each.status, error_message(each).rstrip(".")) for each in refused}
        everybody = (host, ann, stranger)
        assert {200} == {guest.page("/result").status for guest in everybody}
        assert "Not finished, as the room was closed: nobody won" in stranger.page("/result").text
        assert [{"Ann": 1, "Ben": 2, "Cid": 3}] == results(host)
        assert "closed by whoever runs this server" in host.ask("/evenings").text
        assert f"{host.code} is open again.\n" == rooms(server, "reopen", host.code)
        screen.reaches(before + 2, SOON)
    assert at == ben.round_id()
    assert [200, 200] == [ben.send(5).status, cid.send(6).status]
    assert [{"Ann": 1, "Ben": 2, "Cid": 3}, {"Ann": 77, "Ben": 5, "Cid": 6}] == results(host)
    assert "" == server.errors()


@pytest.mark.slow
@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
def test_the_time_of_a_round_stops_and_its_bots_stop_while_a_room_is_closed(server: Server) -> None:
    host = Guest(server.url)
    host.start_room(rounds=3)
    for name in ("Ann", "Ben", "Cid"):
        Guest(server.url).join(host.code, name)
    host.ask(f"/{host.code}/host/time", {"seconds": 5})
    host.ask(f"/{host.code}/host/bot", {"strategy": "random"})
    host.begin()
    with StreamClient(server, host.code) as screen:
        rooms(server, "close", host.code, "--yes")
        screen.reaches(host.version(), SOON)
        version = host.version()
        assert "data-left" not in host.page("/tv").text
        with pytest.raises(AssertionError):
            screen.reaches(version + 1, patience=6)
        rooms(server, "reopen", host.code)
        screen.reaches(version + 2, patience=12)
    assert "" == server.errors()


@pytest.mark.slow
def test_a_name_is_forgotten_while_screens_show_it(server: Server) -> None:
    host, (ann, ben, cid) = gather_at(server, "Quetzalia", "Ben", "Cid", rounds=3)
    other, _ = gather_at(server, "quetzalia", "Dan", "Eve")
    for guest, number in ((ann, 1), (ben, 2), (cid, 3)):
        guest.send(number)
    before = host.version()
    assert "Quetzalia" in host.page("/tv").text
    with StreamClient(server, host.code) as screen:
        out = rooms(server, "forget", "QUETZALIA", "--yes")
        screen.reaches(before + 1, SOON)
    assert out.startswith("Forgotten in 2 rooms: Guest 1 stands there instead")
    pages = [ann.page(), ben.page(), *map(host.page, ("/tv", "/host", "/result", "/host/people"))]
    pages += [other.page("/tv"), host.page("/evening.json"), host.ask("/evenings"), host.ask("/all-time")]
    for page in pages:
        assert (200, False) == (page.status, "quetzalia" in page.text.casefold())
    assert [{"Guest 1": 1, "Ben": 2, "Cid": 3}] == results(host)
    assert 200 == ann.send(50).status
    dan = Guest(server.url)
    assert "guest 1 2" in dan.join(host.code, "guest 1").text  # that name is taken, as any other
    assert "" == server.errors()
    if not server.database_url.startswith("sqlite"):
        assert "may keep bytes of it" in out
        return
    assert "may keep bytes of it" not in out
    for file in server.data.iterdir():
        assert b"quetzalia" not in file.read_bytes().lower(), file
