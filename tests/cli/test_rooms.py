"""`companion rooms`: lists, exports and deletes stored rooms, also while a server runs."""

import csv
import io
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text

from companion import cli
from companion.cli.rooms import ELSEWHERE
from companion.formats import evening_record, record
from companion.room import events
from companion.rules import games
from companion.storage.database import prepare_engine
from companion.storage.event_store import EventStore
from tests.conftest import gather_at
from tests.support.guest import Guest, error_message
from tests.support.room_driver import RoomDriver, whole_evening
from tests.support.server import Server

Run = Callable[..., tuple[int, str, str]]
Answer = Callable[..., list[str]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[EventStore]:
    engine = create_engine(f"sqlite:///{tmp_path / 'companion.db'}")
    prepare_engine(engine)
    yield EventStore(engine, lambda *_: None)
    engine.dispose()


@pytest.fixture
def rooms(tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Run:
    """Run the command on the database of the test; returns its status, output and errors."""
    monkeypatch.delenv("COMPANION_DATABASE_URL", raising=False)

    def run(*arguments: str, data: Path = tmp_path) -> tuple[int, str, str]:
        status = cli.main(["rooms", *arguments, "--data", str(data)])
        return status, *capsys.readouterr()

    return run


def store_room(store: EventStore, driver: RoomDriver) -> str:
    """Store the events of a room that was played without a database; return its code."""
    code = store.open_room("host", events.RoomOpened("host", "good-enough", {}, None))
    for event in driver.acts:
        store.execute(code, "somebody", lambda _, event=event: event)
    return code


def opened(store: EventStore, days: float = 0) -> str:
    """Open a room with one player whose last event is so many days old; return its code."""
    code = store.open_room("host", events.RoomOpened("host", "good-enough", {}, None))
    store.execute(code, "ann", lambda room: events.PlayerJoined("1", "Ann", "ann"))
    at = {"at": (datetime.now(UTC) - timedelta(days=days)).isoformat(), "code": code}
    with store.engine.begin() as connection:
        connection.execute(text("UPDATE room SET opened = :at WHERE code = :code"), at)
        connection.execute(text("UPDATE act SET at = :at WHERE room = :code"), at)
    return code


@pytest.fixture
def answer(monkeypatch: pytest.MonkeyPatch) -> Answer:
    """Return a function that answers the question on a terminal, and returns all that are asked."""

    def reply(said: str, meanwhile: Callable[[], object] = lambda: None) -> list[str]:
        asked: list[str] = []

        def question(prompt: str) -> str:
            asked.append(prompt)
            meanwhile()
            return said

        monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
        monkeypatch.setattr("builtins.input", question)
        return asked

    return reply


def test_the_rooms_are_listed_the_newest_first(rooms: Run, store: EventStore) -> None:
    old, new = opened(store, days=3), store_room(store, whole_evening())
    for arguments in ((), ("list",)):
        status, out, err = rooms(*arguments)
        assert (0, "") == (status, err)
        lines = out.splitlines()
        assert ["room", "opened", "last", "act", "players", "games"] == lines[0].split()
        assert [new, old] == [line.split()[0] for line in lines[1:]]
        assert lines[1].endswith("  3      5  It's Good Enough, Mediocrity, Median game, Saichugen")
        assert lines[2].endswith("  1      0")
        local = (datetime.now(UTC) - timedelta(days=3)).astimezone().strftime("%Y-%m-%d %H:")
        assert 2 == lines[2].count(local)


def test_without_a_database_there_are_no_rooms_and_none_is_created(rooms: Run, tmp_path: Path) -> None:
    assert (0, "There are no rooms.\n", "") == rooms(data=tmp_path / "nowhere")
    assert (2, "", "companion: There is no room AB23\n") == rooms("export", "AB23", data=tmp_path / "nowhere")
    (tmp_path / "empty").mkdir()
    assert (0, "There are no rooms.\n", "") == rooms(data=tmp_path / "empty")
    assert not (tmp_path / "empty" / "companion.db").exists()
    (tmp_path / "empty" / "companion.db").touch()
    assert (0, "There are no rooms.\n", "") == rooms(data=tmp_path / "empty")
    assert ["empty"] == [path.name for path in tmp_path.iterdir()]
    assert 0 == (tmp_path / "empty" / "companion.db").stat().st_size


def test_the_export_of_a_room_has_the_scores_of_the_room(
    rooms: Run, store: EventStore, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    driver = whole_evening(1)
    code = store_room(store, driver)
    status, out, _ = rooms("export", code.lower())
    assert 0 == status
    path = tmp_path / "evening.json"
    path.write_text(out, encoding="utf-8")
    assert 0 == cli.main(["score", str(path), "--json"])
    kept = evening_record.evening_of_room(driver.room)
    results = [record.result_document(games.score(game)) for game in kept.games]
    whole = evening_record.result_document(evening_record.evening_result(kept))
    assert [*results, whole] == [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert 0 == cli.main(["score", str(path)])
    text_ = capsys.readouterr().out
    assert "The fewest steps are closest to the middle." in text_


@pytest.mark.slow
@pytest.mark.parametrize("which", ["rounds", "scores"])
def test_the_export_for_a_spreadsheet_is_the_same_file_on_every_terminal(
    store: EventStore, tmp_path: Path, which: str
) -> None:
    code = store_room(store, whole_evening())
    command = [sys.executable, "-m", "companion", "rooms", "--data", tmp_path, "export", code, "--csv", which]
    environ = {"PYTHONIOENCODING": "ascii", "PYTHONPATH": ":".join(sys.path)}
    out = subprocess.check_output(command, env=environ)
    assert out.startswith("\ufeffgame,title,".encode())
    rows = list(csv.reader(io.StringIO(out.decode("utf-8-sig"), newline="")))
    assert 1 == len({len(row) for row in rows})


def test_an_unknown_room_is_refused_and_none_is_deleted(rooms: Run, store: EventStore) -> None:
    code = opened(store)
    assert (2, "", "companion: There is no room AAA9\n") == rooms("export", "AAA9")
    assert (2, "", "companion: There is no room AAA9\n") == rooms("delete", code, "AAA9", "--yes")
    assert [code] == [room.code for room in store.list_rooms()]


def test_deleting_asks_first(rooms: Run, store: EventStore, answer: Answer) -> None:
    code = opened(store)
    asked = answer("n")
    status, out, _ = rooms("delete", code)
    assert 1 == status
    assert out.startswith(f"{code}, last act ")
    assert out.endswith(", 0 games: Ann\nNothing was deleted.\n")
    assert ["Delete 1 room for good? [y/N] "] == asked
    answer("Y")
    status, out, _ = rooms("delete", code)
    assert (0, ()) == (status, store.list_rooms())
    assert f"Deleted {code}, last act " in out


@pytest.mark.parametrize("fault", [EOFError, KeyboardInterrupt])
def test_no_answer_deletes_nothing(
    rooms: Run, store: EventStore, answer: Answer, fault: type[BaseException]
) -> None:
    def leave() -> None:
        raise fault

    code = opened(store)
    answer("", leave)
    assert 1 == rooms("delete", code)[0]
    assert [code] == [room.code for room in store.list_rooms()]


def test_pruning_deletes_rooms_without_events_for_so_long(rooms: Run, store: EventStore) -> None:
    older, old, *young = (opened(store, days) for days in (99, 30.1, 29.9, 20, 7))
    status, out, err = rooms("prune", "--days", "30", "--yes")
    assert (0, "") == (status, err)
    assert [f"Deleted {old}", f"Deleted {older}"] == [line.split(",")[0] for line in out.splitlines()]
    assert set(young) == {room.code for room in store.list_rooms()}
    assert (0, "No room has lain untouched for so long.\n", "") == rooms("prune", "--days", "30", "--yes")


def test_a_room_that_is_played_in_during_the_question_is_not_pruned(
    rooms: Run, store: EventStore, answer: Answer
) -> None:
    young, used, unused = (opened(store, days) for days in (0, 9, 9))

    bob = events.PlayerJoined("2", "Bob", "bob")
    answer("yes", lambda: store.execute(used, "bob", lambda room: bob))
    status, out, _ = rooms("prune", "--days", "2")
    assert (0, {young, used}) == (status, {room.code for room in store.list_rooms()})
    assert f"Deleted {unused}" in out


def test_without_days_pruning_takes_those_of_the_setting(
    rooms: Run, store: EventStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    old, *young = (opened(store, days) for days in (30.1, 29.9, 20, 7))
    sentence = "companion: How many days? Say so with --days, or for good with COMPANION_KEEP_DAYS\n"
    assert (2, "", sentence) == rooms("prune", "--yes")
    monkeypatch.setenv("COMPANION_KEEP_DAYS", "30")
    status, out, _ = rooms("prune", "--yes")
    assert (0, f"Deleted {old}") == (status, out.split(",")[0])
    assert set(young) == {room.code for room in store.list_rooms()}


def test_pruning_copies_the_database_first_and_asks_where_the_clock_may_be_wrong(
    rooms: Run, store: EventStore, tmp_path: Path, answer: Answer
) -> None:
    old = [opened(store, days) for days in (401, 400)]
    young = opened(store)
    status, _, err = rooms("prune", "--days", "30", "--yes")
    assert (2, True) == (status, "so the clock may be wrong: none was deleted" in err)
    assert {young, *old} == {room.code for room in store.list_rooms()}
    assert not (tmp_path / "backups").exists()
    answer("y")
    assert 0 == rooms("prune", "--days", "30")[0]
    assert [young] == [room.code for room in store.list_rooms()]
    assert 1 == len([*(tmp_path / "backups").iterdir()])


@pytest.mark.parametrize("days", ["0", "-1", "many", "1.5", "9" * 99])
def test_an_invalid_number_of_days_is_refused(rooms: Run, days: str) -> None:
    sentence = f"companion: --days is a whole number of days, 1 or more, not {days}\n"
    assert (2, "", sentence) == rooms("prune", f"--days={days}")


def test_closing_asks_first_and_the_list_says_which_rooms_are_closed(
    rooms: Run, store: EventStore, answer: Answer
) -> None:
    code, other = store_room(store, whole_evening()), opened(store)
    asked = answer("n")
    status, out, _ = rooms("close", code)
    assert (1, True) == (status, " 5 games: Ann" in out)
    assert out.endswith("\nNothing was closed.\n")
    assert ["Close 1 room to everybody? [y/N] "] == asked
    assert not store.load_room(code).is_closed
    answer("y")
    assert rooms("close", code.lower())[1].endswith(f"{code} is closed.\n")
    assert (0, f"{code} is closed already.\n", "") == rooms("close", code)
    lines = {line.split()[0]: line for line in rooms()[1].splitlines()}
    assert lines[code].endswith("  (closed) It's Good Enough, Mediocrity, Median game, Saichugen")
    assert "closed" not in lines[other]
    assert (0, f"{code} is open again.\n", "") == rooms("reopen", code)
    assert (0, f"{code} is open already.\n", "") == rooms("reopen", code)
    assert "closed" not in rooms()[1]
    assert (2, "", "companion: There is no room AAA9\n") == rooms("close", code, "AAA9", "--yes")
    assert not store.reload_room(code).is_closed


def test_forgetting_asks_first_and_tells_in_how_many_rooms(
    rooms: Run, store: EventStore, answer: Answer
) -> None:
    codes = [opened(store) for _ in range(2)]
    asked = answer("n")
    status, out, _ = rooms("forget", "ANN")
    assert (1, 2, True) == (status, out.count(", 0 games: Ann\n"), out.endswith("Nothing was forgotten.\n"))
    assert ["Forget ANN for good (in 2 rooms)? [y/N] "] == asked
    rooms("forget", "ann", "--room", codes[0])
    assert "Forget ann for good (in 1 room)? [y/N] " == asked[-1]
    assert ["Ann", "Ann"] == [store.reload_room(code).name("1") for code in codes]
    status, out, _ = rooms("forget", "ann", "--yes", "--room", codes[0])
    assert (0, ["Guest 1", "Ann"]) == (status, [store.reload_room(code).name("1") for code in codes])
    assert out.splitlines() == [
        "Forgotten in 1 room: Guest 1 stands there instead, and the rest is as it was.",
        ELSEWHERE,
    ]
    assert (2, "", "companion: Nobody is called Zoe there\n") == rooms("forget", "Zoe", "--yes")
    assert (2, "", "companion: There is no room AAA9\n") == rooms("forget", "Ann", "--room", "AAA9", "--yes")


def test_a_file_that_is_not_a_database_is_refused(rooms: Run, tmp_path: Path) -> None:
    (tmp_path / "companion.db").write_text("This is a shopping list. " * 100)
    status, out, err = rooms()
    assert (2, "", 1) == (status, out, len(err.splitlines()))
    assert err.startswith("companion: The database cannot be used: ")


@pytest.mark.slow
def test_a_room_is_deleted_while_a_server_runs(start_server: Callable[..., Server], rooms: Run) -> None:
    server = start_server()
    host, (ann, *_) = gather_at(server, "Ann", "Ben", "Cid")
    other, (dan, *_) = gather_at(server, "Dan", "Eve", "Fay")
    at = ann.round_id()
    _, out, _ = rooms(data=server.data)
    assert {"room", host.code, other.code} == {line.split()[0] for line in out.splitlines()}
    assert 0 == rooms("delete", host.code, "--yes", data=server.data)[0]
    for late in (ann.send(50, at), ann.page(), host.page("/host"), host.page("/evening.json")):
        assert (404, f"There is no room {host.code}") == (late.status, error_message(late))
    assert 200 == dan.send(50).status
    again = Guest(server.url)
    assert 200 == again.start_room().status
    assert "" == server.errors()
