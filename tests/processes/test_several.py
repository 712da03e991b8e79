"""A room on two servers: screens may ask either, and servers, Redis and database may fail."""

import json
from pathlib import Path

import pytest
from sqlalchemy import create_engine, insert

from companion.storage.database import prepare_tables
from companion.storage.tables import EventRow
from tests.conftest import gather_at
from tests.processes.conftest import KEY, Start
from tests.support.backing_services import Postgres, RedisServer, until
from tests.support.guest import Guest, error_message
from tests.support.migrations import migrations_of_a_later_release
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import Server, companion
from tests.support.stream_client import StreamClient

pytestmark = pytest.mark.slow

Pair = tuple[Server, Server]


def at(guest: Guest, server: Server) -> Guest:
    """Send the requests of a browser to this server from now on, as a load balancer does."""
    guest.base = server.url
    return guest


def plays(guest: Guest) -> list[dict[str, int]]:
    record = json.loads(guest.page("/game-1.json").text)
    return [each["plays"] for each in record["rounds"]]


def test_a_room_is_played_through_two_servers_at_once(pair: Pair) -> None:
    one, two = pair
    host, guests = gather_at(one, "Ann", "Ben", "Cid", rounds=3)
    with StreamClient(one, host.code) as tv, StreamClient(two, host.code) as phone:
        for number in range(1, 4):
            for seat, guest in enumerate(guests):
                at(guest, pair[(seat + number) % 2])
                assert 200 == guest.send(seat + number).status
                at(guest, pair[(seat + number + 1) % 2])  # the other server must know it at once
                assert "Round" in guest.page().text
            version = at(host, pair[number % 2]).version()
            tv.reaches(version)
            phone.reaches(version)
    expected = [{"Ann": n, "Ben": n + 1, "Cid": n + 2} for n in (1, 2, 3)]
    assert [expected, expected] == [plays(at(host, each)) for each in pair]


def test_when_a_server_is_killed_the_screens_of_the_other_go_on_and_it_restarts(pair: Pair) -> None:
    one, two = pair
    host, (ann, ben, cid) = gather_at(one, "Ann", "Ben", "Cid", rounds=3)
    at(ann, two).send(1)
    with StreamClient(two, host.code) as tv, StreamClient(one, host.code) as lost:
        one.kill()
        at(ben, two).send(2)
        at(cid, two).send(3)
        version = at(host, two).version()
        tv.reaches(version)
        one.start()
        lost.reaches(version)
    assert [{"Ann": 1, "Ben": 2, "Cid": 3}] == plays(at(host, one))


def test_when_the_bus_is_killed_polling_updates_screens_and_it_is_reconnected(
    pair: Pair, redis: RedisServer
) -> None:
    one, two = pair
    host, (ann, ben, cid) = gather_at(one, "Ann", "Ben", "Cid", rounds=3)
    with StreamClient(two, host.code) as tv:
        redis.stop()
        until(lambda: "Redis is lost" in two.output(), "nobody notices")
        assert (200, "Redis does not answer") == health(two, "redis")
        for number, guest in enumerate((ann, ben, cid)):
            assert 200 == guest.send(number, "1.1").status
        tv.reaches(host.version())
        redis.start()
        until(lambda: "Redis is back" in two.output(), "it is not found again")
        assert (200, "answers") == health(two, "redis")
        ann.send(9, "1.2")
        tv.reaches(host.version())


def test_while_postgresql_is_down_pages_say_so_and_no_event_is_lost(pair: Pair, postgres: Postgres) -> None:
    one, two = pair
    host, (ann, ben, cid) = gather_at(one, "Ann", "Ben", "Cid", rounds=3)
    ann.send(1)
    with StreamClient(two, host.code) as tv:
        before = tv.version
        postgres.stop()
        try:
            assert (503, "The database does not answer") == health(two, "database")
            for guest in (at(ben, one), at(cid, two)):
                answer = guest.send(2, "1.1")
                assert 503 == answer.status
                assert "cannot use its database. Nothing that was sent before is lost" in error_message(
                    answer
                )
        finally:
            postgres.start()
        assert [200, 200] == [guest.send(number, "1.1").status for number, guest in ((2, ben), (3, cid))]
        tv.reaches(before + 2)
    assert [{"Ann": 1, "Ben": 2, "Cid": 3}] == plays(at(host, two))


def health(server: Server, part: str) -> tuple[int, str]:
    answer = Guest(server.url).ask("/healthz")
    return answer.status, json.loads(answer.text)[part]


def test_without_a_bus_polling_brings_the_events_of_another_server(tmp_path: Path, database: str) -> None:
    environ = {"COMPANION_DATABASE_URL": database, "COMPANION_SECRET_KEY": KEY}
    one, two = (PreloadedServer(tmp_path / name, environ=environ).start() for name in "12")
    try:
        host, (ann, *_) = gather_at(one, "Ann", "Ben", "Cid")
        with StreamClient(two, host.code) as tv:
            ann.send(1)
            tv.reaches(host.version())
        assert {"companion", "database"} == set(json.loads(Guest(two.url).ask("/healthz").text))
    finally:
        one.stop()
        two.stop()


def test_no_data_folder_is_needed_and_no_password_is_shown(start: Start, tmp_path: Path) -> None:
    server = start()
    assert not server.data.exists()
    assert "Kept in                postgresql+psycopg://" in server.greeting


def test_the_commands_about_rooms_work_with_postgresql(
    start: Start, database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_DATABASE_URL", database.replace("+psycopg", ""))
    assert "There are no rooms.\n" == companion("rooms").stdout
    server = start()
    host, (ann, *_) = gather_at(server, "Ann", "Ben", "Cid")
    assert host.code in companion("rooms").stdout
    assert host.page("/evening.json").text == companion("rooms", "export", host.code).stdout
    assert "use the tools of your database, such as pg_dump" in companion("backup").stderr
    assert f"Deleted {host.code}" in companion("rooms", "delete", host.code, "--yes").stdout
    assert [404, 404] == [ann.send(1, "1.1").status, host.page("/tv").status]


def test_an_older_server_goes_on_beside_a_newer_release_and_stores_nothing_that_it_could_get_wrong(
    pair: Pair, database: str, tmp_path: Path
) -> None:
    one, two = pair
    host, (ann, *_) = gather_at(one, "Ann", "Ben", "Cid", rounds=3)
    _, (dan, *_) = gather_at(two, "Dan", "Eve", "Fay", rounds=3)
    engine = create_engine(database)
    try:
        prepare_tables(engine, migrations_of_a_later_release(tmp_path))
        assert [200, 200] == [guest.send(1).status for guest in (ann, dan)]
        with engine.begin() as connection:
            last = {"room": host.code, "number": host.version() + 1, "by": "newer"}
            row = {**last, "at": "2026-01-01T00:00:00.000+00:00", "what": '{"act": "danced"}'}
            connection.execute(insert(EventRow), row)
        refused = ann.send(2, "1.1")
        assert (503, "2") == (refused.status, refused.headers["Retry-After"])
        assert "This room has gone on with a newer release of companion" in error_message(refused)
        assert (last["number"], 200) == (host.version(), at(host, two).page("/host").status)
        assert 200 == at(dan, one).send(2, "1.1").status
    finally:
        engine.dispose()
    environ = {"COMPANION_DATABASE_URL": database, "COMPANION_SECRET_KEY": KEY}
    again = companion("--port", "0", environ=environ)
    assert (2, "") == (again.returncode, again.stdout)
    assert "The database was made by a later release of companion" in again.stderr
