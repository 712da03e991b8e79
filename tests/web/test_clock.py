"""The system clock jumps during a timed round, during a game, and while limits count."""

import ast
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest

import companion
from companion.formats import evening_record
from companion.storage.clock import MonotonicClock
from companion.web.services import Services
from tests.support.clients import Clients
from tests.support.determinism import Determinism
from tests.support.exports import rounds_csv

HOUR, DAY = 3600, 24 * 3600
NAMES = ("Ann", "Ben", "Cid")
Gather = Callable[..., Clients]
jumps = pytest.mark.parametrize("jump", [-DAY, -HOUR, DAY], ids=["a day back", "an hour back", "a day on"])
restarts = pytest.mark.parametrize("restarts", [False, True], ids=["", "and a restart"])


@pytest.fixture
def gather(clocks: Determinism, tmp_path: Path) -> Iterator[Gather]:
    with ExitStack() as stack:

        def make(limits: dict[str, str] | None = None, **options: object) -> Clients:
            clients = Clients(tmp_path, limits or {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0"})
            stack.callback(clients.close)
            clients.gather(*NAMES, **options)
            return clients

        yield make


def test_time_goes_on_where_a_clock_is_set_back_and_follows_one_that_is_set_forward(
    clocks: Determinism,
) -> None:
    clock = MonotonicClock()
    begun = clock.now()
    clocks.jump(-HOUR)
    clocks.wait(5)
    assert 5 == (clock.now() - begun).total_seconds()
    clocks.jump(DAY)
    assert DAY - HOUR + 5 == (clock.now() - begun).total_seconds()


@restarts
@jumps
def test_phones_and_the_host_keep_their_places_whatever_the_clock_shows(
    gather: Gather, clocks: Determinism, jump: int, restarts: bool
) -> None:
    clients = gather(rounds=3)
    clients.send("Ann", 11)
    clocks.jump(jump)
    if restarts:
        clients.restart()
    assert 303 == clients.send("Ben", 22).status_code
    assert 303 == clients.host("close", at=clients.at()).status_code
    assert {"1": 11, "2": 22} == clients.room.games[0].rounds[0].reveal.plays
    assert clients.replays()


def round_now(clients: Clients) -> str:
    """Return the round that the host's page shows; where its time is up, the page ends it."""
    assert 200 == clients.ask("host", "host").status_code
    return clients.at()


@restarts
@pytest.mark.parametrize("jump", [-DAY, -HOUR])
def test_a_round_ends_in_time_though_the_clock_was_set_back(
    gather: Gather, clocks: Determinism, jump: int, restarts: bool
) -> None:
    clients = gather(rounds=3)
    clients.host("time", seconds=30)
    clients.send("Ann", 11)
    clocks.wait(10)
    clocks.jump(jump)
    if restarts:
        clients.restart()
    assert 'data-left="' in clients.ask("Ann").text
    left = int(clients.ask("Ann").text.partition('data-left="')[2].partition('"')[0])
    assert 0 < left <= 30
    clocks.wait(left - 1)
    assert "1.1" == round_now(clients)
    clocks.wait(2)
    assert "1.2" == round_now(clients)
    assert {"1": 11} == clients.room.games[0].rounds[0].reveal.plays
    clients.send("Ann", 12)
    clocks.wait(10)
    clients.host("pause", at="1.2")
    clocks.jump(jump)
    clients.host("resume", at="1.2")
    assert 'data-left="20"' in clients.ask("Ann").text
    clocks.jump(3 * DAY)
    assert "1.3" == round_now(clients)
    assert 'data-left="30"' in clients.ask("Ann").text


def test_what_is_stored_never_goes_back_in_time(gather: Gather, clocks: Determinism) -> None:
    clients = gather(rounds=3)
    for jump in (-HOUR, DAY, -DAY, -HOUR):
        clocks.jump(jump)
        clients.send("Ann", 11 + jump % 50)
        clients.restart()
    times = [entry.at for entry in clients.room.entries()]
    assert sorted(times, reverse=True) == times


def test_rooms_of_a_journal_that_goes_back_in_time_are_listed_shown_and_exported(
    gather: Gather, clocks: Determinism
) -> None:
    clients = gather(rounds=3)
    for number in range(3):
        for who in NAMES:
            clients.send(who, number)
    store = Services.of(clients.app).store
    with store.engine.begin() as connection:  # as an earlier release would have written it
        connection.exec_driver_sql("UPDATE act SET at = '2020-01-01T00:00:00.000+00:00' WHERE number > 4")
    clients.restart()
    assert [clients.code] == [room.code for room in Services.of(clients.app).store.list_rooms()]
    kept = evening_record.evening_of_room(clients.room)
    assert kept == evening_record.evening_from_document(evening_record.evening_to_document(kept))
    assert rounds_csv(kept.games)
    paths = ("", "tv", "result", "result/1/1", "host", "host/rounds", "evening.json", "rounds.csv")
    assert {200} == {clients.ask("host", path).status_code for path in paths}


def test_a_link_that_a_fast_clock_has_made_works_once_it_is_set_right(
    gather: Gather, clocks: Determinism
) -> None:
    clients = gather(rounds=3)
    clients.ask("host", "host/room")
    link = clients.ask("host", "host/room/second").text.partition('class="address">')[2].partition("<")[0]
    clocks.jump(-HOUR)
    assert 303 == clients.ask("Ann", "/" + link.split("/", 3)[3], ()).status_code
    assert 200 == clients.ask("Ann", "host").status_code


@jumps
def test_limits_count_by_a_clock_that_nobody_sets(gather: Gather, clocks: Determinism, jump: int) -> None:
    clients = gather({"COMPANION_LIMIT_REQUESTS_PER_SECOND": "2"})
    clients.ask("mad")
    statuses = [clients.ask("mad").status_code for _ in range(25)]
    assert (200, 429) == (statuses[0], statuses[-1])
    clocks.jump(jump)
    assert 429 == clients.ask("mad").status_code
    clocks.wait(1)
    assert [200, 200, 429] == [clients.ask("mad").status_code for _ in range(3)]


def test_only_one_place_asks_the_clock_that_people_set() -> None:
    package = Path(companion.__file__).parent
    asking = {
        path.relative_to(package).as_posix()
        for path in package.rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and node.func.attr in {"time", "now"}
        and ast.unparse(node.func) in {"time.time", "datetime.now"}
    }
    names_of_files_and_days = {"storage/database.py", "web/server/housekeeping.py"}
    names_of_files_and_days |= {"cli/backup.py", "cli/rooms.py", "web/pages/copies.py"}
    expected = {"storage/clock.py", "web/device.py"}
    assert expected == asking - names_of_files_and_days
