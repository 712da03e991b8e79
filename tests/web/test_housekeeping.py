"""What the server does by itself: once a day, and when it rests."""

import gc
import sqlite3
import threading
import weakref
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest

from companion.i18n.errors import Refused
from companion.storage import backup
from companion.storage.old_rooms import list_old_rooms
from companion.web.server import serve
from companion.web.server.housekeeping import Housekeeping, Task, daily_tasks, delete_old_rooms
from companion.web.services import Services
from tests.support.clients import OPEN, Clients, ask, captured_log

SOON = 0.01  # seconds

Tasks = Callable[..., dict[str, Task]]


@pytest.fixture
def tasks_with(tmp_path: Path) -> Iterator[Tasks]:
    """Return a function that gives the daily tasks of a server with these settings, after a round."""
    with ExitStack() as stack:

        def make(**environ: str) -> dict[str, Task]:
            clients = Clients(tmp_path, environ)
            stack.callback(clients.close)
            clients.gather("Ann", "Ben", "Cid")
            return daily_tasks(Services.of(clients.app))

        yield make


def run_rounds(tasks: dict[str, Task], rounds: int) -> list[str]:
    """Run the tasks until they have run so often, and return what was logged meanwhile."""
    done = threading.Semaphore(0)
    with captured_log() as lines, closing(Housekeeping({**tasks, "last": done.release}, SOON, SOON)) as daily:
        daily.start()
        for _ in range(rounds):
            assert done.acquire(timeout=30)
    return lines


def test_a_task_that_fails_is_logged_in_one_line_and_the_others_still_run() -> None:
    def fail() -> None:
        raise Refused("No copy could be made at {target}: {why}", target="/data", why="disk\nfull")

    def break_down() -> None:
        raise ZeroDivisionError

    lines = run_rounds({"The daily backup": fail, "The rest": break_down}, 1)
    assert [
        "WARNING The daily backup was not done: No copy could be made at /data: disk full",
        "ERROR The rest was not done",
    ] == lines[:2]


def test_each_day_a_backup_is_made_where_that_is_wanted(tasks_with: Tasks, tmp_path: Path) -> None:
    tasks = tasks_with(COMPANION_DAILY_BACKUPS="2")
    assert "Deleting old rooms" not in tasks
    assert [] == run_rounds(tasks, 2)
    [copy] = (tmp_path / "backups").iterdir()
    assert copy.name.startswith("companion-daily-")


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    """A server that keeps rooms for 30 days."""
    with closing(Clients(tmp_path, {"COMPANION_KEEP_DAYS": "30"})) as found:
        yield found


def opened(clients: Clients, days: float) -> str:
    """Play in a room as if all its events had been so many days ago; return its code."""
    clients.gather("Ann", "Ben", "Cid")
    at = (datetime.now(UTC) - timedelta(days=days)).isoformat(timespec="milliseconds")
    with closing(sqlite3.connect(clients.data / "companion.db")) as connection, connection:
        connection.execute("UPDATE act SET at = ? WHERE room = ?", (at, clients.code))
        connection.execute("UPDATE room SET opened = ? WHERE code = ?", (at, clients.code))
    return clients.code


def codes(clients: Clients) -> set[str]:
    return {room.code for room in Services.of(clients.app).store.list_rooms()}


def test_rooms_in_which_nothing_happened_for_so_long_are_deleted_and_counted(clients: Clients) -> None:
    old = {opened(clients, days) for days in (400, 99, 30.1)}
    young = {opened(clients, days) for days in (29.9, 20, 7)}
    with captured_log() as lines:
        daily_tasks(Services.of(clients.app))["Deleting old rooms"]()
        daily_tasks(Services.of(clients.app))["Deleting old rooms"]()
    assert (young, 3) == (codes(clients), len(old))
    assert ["INFO 3 rooms were deleted: nothing had happened there for more than 30 days"] == lines


def test_a_room_that_a_screen_follows_is_never_deleted(
    clients: Clients, monkeypatch: pytest.MonkeyPatch
) -> None:
    followed, with_tv, alone, *young = (opened(clients, days) for days in (31, 31, 31, 20, 7))
    services = Services.of(clients.app)
    monkeypatch.setattr(services.hub, "subscribed_codes", lambda: (followed,))
    services.hub.note_tv(with_tv)  # on another server
    assert 1 == delete_old_rooms(services)
    assert {followed, with_tv, *young} == codes(clients)
    assert alone not in codes(clients)


CLOCKS = {
    "ahead since the last party": ((20, 1, 0), 400, ()),
    "ahead, with parties since": ((20, 1, 0), 400, (-400, -399.9)),
    "ahead by less than the days to keep": ((14, 7, 1), 29, (-28,)),
    "ahead at a party, and right again": ((20, 1), 0, (-400, 0)),
    "set back": ((120, 80, 40, 20), -400, (400,)),
    "set back at a party, and right again": ((14, 7, 1), 0, (400, 399)),
    "right, after a year without a party": ((380, 370), 0, ()),
    "right, at the first party after a year": ((380, 370), 0, (0,)),
}
"""How many days ago the parties were; how wrong the clock is in days; parties since by wrong clocks."""


@pytest.mark.parametrize("clock", CLOCKS)
def test_where_the_clock_may_be_or_have_been_wrong_no_room_is_deleted(
    clients: Clients, clock: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    before, wrong, since = CLOCKS[clock]
    found = {opened(clients, days) for days in (*before, *since)}
    services = Services.of(clients.app)
    shown = datetime.now(UTC) + timedelta(days=wrong)
    monkeypatch.setattr(services.store._clock, "now", lambda: shown)
    with captured_log() as lines, suppress(Refused):
        delete_old_rooms(services)
    assert (found, []) == (codes(clients), lines)
    assert not (clients.data / "backups").exists()


@pytest.mark.parametrize(("since", "kept"), [((28, 20, 10), 5), ((31, 20, 10), 2)])
def test_after_a_silence_rooms_are_deleted_when_so_many_days_with_parties_have_passed(
    clients: Clients, since: tuple[int, ...], kept: int
) -> None:
    found = [opened(clients, days) for days in (410, 409, *since)]
    with suppress(Refused):
        delete_old_rooms(Services.of(clients.app))
    assert set(found[-kept:]) == codes(clients)


@pytest.mark.parametrize(("keep", "every", "old"), [(7, 7, 3), (14, 7.1, 2), (30, 30.5, 3)])
def test_a_house_that_plays_as_seldom_as_rooms_are_kept_deletes_old_ones_without_a_warning(
    clients: Clients, keep: int, every: float, old: int
) -> None:
    found = [opened(clients, 0.4 + every * number) for number in (4, 3, 2, 1, 0)]
    store = Services.of(clients.app).store
    assert set(found[:old]) == {room.code for room in list_old_rooms(store, keep)}
    for code in found[:old]:
        store.delete_room(code)
    assert () == list_old_rooms(store, keep)


def test_the_database_is_copied_before_rooms_are_deleted_and_else_none_is(
    clients: Clients, tmp_path: Path
) -> None:
    found = {opened(clients, days) for days in (31, 20, 7)}
    (tmp_path / "backups").write_text("a file where the folder would be")
    with pytest.raises(Refused, match="No copy could be made"):
        delete_old_rooms(Services.of(clients.app))
    assert found == codes(clients)
    (tmp_path / "backups").unlink()
    assert 1 == delete_old_rooms(Services.of(clients.app))
    assert 1 == len([*(tmp_path / "backups").iterdir()])


def test_a_room_that_goes_on_in_that_moment_is_not_deleted(clients: Clients) -> None:
    code = opened(clients, 99)
    store = Services.of(clients.app).store
    [listed] = store.list_rooms()
    assert 200 == clients.ask("Dan", "join", name="Dan").status_code
    assert not store.delete_room(code, listed.last)
    [now] = store.list_rooms()
    assert (code, True) == (now.code, store.delete_room(code, now.last))
    assert set() == codes(clients)


class Knot:
    """Refers to itself, as a closed connection does."""

    def __init__(self) -> None:
        self.itself = self


@pytest.fixture
def collections(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """Set the thresholds of a server that rests, and give the generations that are collected."""
    found: list[int] = []
    heard, usual = (
        lambda phase, about: phase == "start" and found.append(about["generation"]),
        gc.get_threshold(),
    )
    gc.collect()
    gc.set_threshold(*serve._GC_WITH_RESTS)
    gc.callbacks.append(heard)
    yield found
    gc.callbacks.remove(heard)
    gc.set_threshold(*usual)


def test_garbage_that_has_grown_old_is_freed_at_rest_and_never_all_looked_at_in_a_burst(collections) -> None:
    knot, kept = Knot(), []
    freed = weakref.ref(knot)
    for _ in range(2):
        gc.collect(1)  # now it is among the old objects
    del knot
    for _ in range(300):
        kept.append([[] for _ in range(2_100)])
        serve.collect_garbage()
    assert freed() is None
    assert 1 == collections.count(2)
    kept.append([[] for _ in range(210_000)])
    assert 1 == collections.count(2)


@pytest.fixture(params=["act", "name_remark"])
def laptop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> Iterator[Clients]:
    """A laptop with a database that is too large to be looked at before the start, and damaged in a table."""
    with closing(Clients(tmp_path, OPEN)) as sound:
        sound.gather("Ann", "Ben", "Cid")
    with closing(sqlite3.connect(tmp_path / "companion.db")) as database:
        [[first]] = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", [request.param])
    with (tmp_path / "companion.db").open("r+b") as file:
        file.seek(4096 * (first - 1))
        file.write(bytes(4096))
    monkeypatch.setattr(backup, "_SMALL", 4096)
    with closing(Clients(tmp_path, OPEN)) as clients:
        yield clients


def test_damage_to_a_large_database_is_found_while_the_server_runs_logged_and_told_to_its_operator(
    laptop: Clients,
) -> None:
    said = "The database is damaged: end companion soon, and put a backup in its place. The rooms cannot be "

    def is_told(path: str) -> bool:
        return said in ask(laptop, "operator", path, address="127.0.0.1").text

    assert not any(map(is_told, ("/operator", "/")))
    with captured_log() as lines:
        daily_tasks(Services.of(laptop.app))["The look for damage"]()
    assert [True] == [line.startswith(f"ERROR {said}") for line in lines]
    assert all(map(is_told, ("/operator", "/")))
