"""Copies of a laptop in the browser: saved, put back, and what is offered where companion cannot start."""

import re
import sqlite3
import zipfile
from collections.abc import Callable, Iterator
from contextlib import closing
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

import pytest

from companion.storage.backup import Backups
from companion.web.services import Services
from tests.conftest import gather_at
from tests.support.backing_services import until
from tests.support.clients import OPEN, Clients
from tests.support.guest import Guest
from tests.support.server import Server, companion
from tests.web.test_stop import HERE, OTHERS, ask, has_stopped

ACTS = re.compile(r'action="(/copies/[^"]+)"')
ROWS = re.compile(r'href="(/copies/[^"]+)"')
Start = Callable[..., Server]


@pytest.fixture
def clients(tmp_path: Path) -> Iterator[Clients]:
    """A laptop on which three people play."""
    with closing(Clients(tmp_path, OPEN)) as found:
        found.gather("Ann", "Ben", "Cid")
        yield found


def backups(clients: Clients) -> Backups:
    found_backups = Services.of(clients.app).restart.backups
    assert found_backups
    return found_backups


def copied(clients: Clients) -> Path:
    """Copy the database; return the file."""
    target = backups(clients).new_name(datetime.now().astimezone())
    backups(clients).make(target)
    return target


def test_nobody_else_sees_copies_or_changes_anything_nor_does_a_form_of_another_site(
    clients: Clients,
) -> None:
    name = copied(clients).name
    pages = [("/copies", False), ("/copies", True), *((f"/copies/{name}", post) for post in (False, True))]
    for path, post in pages:
        for who in OTHERS:
            assert 403 == ask(clients, path, post=post, **who).status_code, (path, who)
        if post:
            assert 403 == ask(clients, path, post=True, Origin="http://evil.example").status_code
    assert not has_stopped(clients)


def test_without_open_there_are_no_copies_in_the_browser(tmp_path: Path) -> None:
    with closing(Clients(tmp_path)) as clients:
        assert [404, 404] == [ask(clients, "/copies", post=post).status_code for post in (False, True)]


def test_what_is_saved_is_a_backup_of_this_moment_with_the_key_and_stays_nowhere_else(
    clients: Clients,
) -> None:
    assert 'href="/copies"' in ask(clients, "/").text
    answer = ask(clients, "/copies", post=True, Origin=HERE)
    assert re.search(r'filename="companion-[0-9-]+\.zip"', answer.headers["Content-Disposition"])
    with zipfile.ZipFile(BytesIO(answer.data)) as archive:
        assert (clients.data / "secret.key").read_bytes() == archive.read("secret.key")
        (clients.data / "saved.db").write_bytes(archive.read("companion.db"))
    with closing(sqlite3.connect(clients.data / "saved.db")) as saved:
        assert [(clients.code,)] == saved.execute("SELECT code FROM room").fetchall()
    assert not (clients.data / "backups").exists()


def test_a_copy_is_put_back_after_it_was_said_what_is_in_it(clients: Clients) -> None:
    file = copied(clients)
    [row] = set(ROWS.findall(ask(clients, "/copies").text))
    assert row.endswith(file.name)
    assert "1 room, last used on" in ask(clients, row).text
    assert not has_stopped(clients)
    assert 'content="2;url=/copies"' in ask(clients, row, post=True, Origin=HERE).text
    assert has_stopped(clients)


def test_a_copy_that_cannot_be_put_back_says_why_and_one_that_is_not_there_is_not_found(
    clients: Clients,
) -> None:
    file = copied(clients)
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("companion.db", b"text" * 999)
    answer = ask(clients, f"/copies/{file.name}")
    assert (422, True) == (answer.status_code, "is not a complete backup of companion" in answer.text)
    for name in ("none.zip", "..%2fsecret.key", "empty"):
        assert [404, 404] == [
            ask(clients, f"/copies/{name}", post=post).status_code for post in (False, True)
        ]
    assert not has_stopped(clients)


@pytest.fixture
def laptop(start_server: Start) -> Server:
    return start_server("--open", environ={"BROWSER": "true"})


def chosen(operator: Guest, path: str) -> None:
    """Do what a copies page offers, and wait for the next start."""
    before = operator.ask("/healthz").headers["Date"]
    assert before
    answer = operator.ask(path, {}, {"Origin": operator.base})
    assert (200, True) == (answer.status, 'http-equiv="refresh"' in answer.text)
    until(lambda: 'http-equiv="refresh"' not in operator.ask("/copies").text, "it does not go on")


def restored(server: Server, before: int) -> None:
    """Wait until the server has put something back, which keeps a copy of what was there."""
    until(lambda: len([*(server.data / "backups").glob("*before-restore*")]) > before, "nothing was put back")


@pytest.mark.slow
def test_phones_keep_their_seats_when_a_copy_is_put_back_and_that_can_be_undone(laptop: Server) -> None:
    host, (ann, ben, _) = gather_at(laptop, "Ann", "Ben", "Cid")
    ann.send(10)
    assert 0 == companion("backup", "--data", laptop.data).returncode
    ben.send(20)
    operator = Guest(f"http://localhost:{laptop.port}")
    [row] = set(ROWS.findall(operator.ask("/copies").text))
    chosen(operator, row)
    restored(laptop, 0)
    assert "1 of 3 are in" in host.page("/tv").text
    assert "Your number is in" in ann.page().text
    assert "Your number is in" not in ben.page().text
    [undo] = {each for each in ROWS.findall(operator.ask("/copies").text) if "before-restore" in each}
    chosen(operator, undo)
    restored(laptop, 1)
    assert "2 of 3 are in" in host.page("/tv").text
    assert "Your number is in" in ben.page().text
    assert "" == laptop.errors()


def zero(path: Path) -> None:
    with path.open("r+b") as file:
        file.seek(2 * 4096)
        file.write(bytes(3 * 4096))


def change(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def make_foreign(path: Path) -> None:
    path.unlink()
    change(path, "CREATE TABLE song (title TEXT)")


UNUSABLE: dict[str, tuple[Callable[[Path], object], str]] = {
    "zeros": (zero, "The rooms cannot be read"),
    "cut off": (lambda path: path.write_bytes(path.read_bytes()[:9000]), "The rooms cannot be read"),
    "text": (lambda path: path.write_bytes(b"text" * 999), "The rooms cannot be read"),
    "another program's": (make_foreign, "The rooms cannot be read"),
    "of a later release": (
        lambda path: change(path, "UPDATE alembic_version SET version_num = '9999'"),
        "The database was made by a later release of companion",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("damage", UNUSABLE)
def test_a_database_that_cannot_be_used_leads_to_a_page_whose_one_button_gets_the_evening_back(
    laptop: Server, damage: str
) -> None:
    host, (ann, *_) = gather_at(laptop, "Ann", "Ben", "Cid")
    ann.send(10)
    assert 0 == companion("backup", "--data", laptop.data).returncode
    laptop.stopping()
    spoil, sentence = UNUSABLE[damage]
    spoil(laptop.data / "companion.db")
    spoiled = (laptop.data / "companion.db").read_bytes()
    (laptop.data / "backups" / "companion-2099-01-01-000000.zip").write_bytes(b"cut off")
    laptop.start()
    operator = Guest(f"http://localhost:{laptop.port}")
    page = operator.ask("/", headers={"Accept-Language": "en"})
    assert page.url.endswith("/copies")
    assert sentence in page.text
    assert "1 room, last used on" in page.text
    assert '<html lang="ja"' in operator.ask("/", headers={"Accept-Language": "ja"}).text
    assert 503 == host.ask(f"/{host.code}", headers={"X-Forwarded-For": "192.168.1.7"}).status
    assert 503 == operator.ask("/healthz").status
    chosen(operator, ACTS.findall(page.text)[0])
    restored(laptop, 0)
    assert operator.ask("/").url.endswith(f"{laptop.port}/")
    assert "1 of 3 are in" in host.page("/tv").text
    assert "Your number is in" in ann.page().text
    [kept] = (laptop.data / "backups").glob("*before-restore*")
    with zipfile.ZipFile(kept) as archive:
        assert spoiled == archive.read("companion.db")


@pytest.mark.slow
def test_without_any_copy_it_starts_empty_and_the_damaged_file_is_kept(laptop: Server) -> None:
    gather_at(laptop, "Ann", "Ben", "Cid")
    laptop.stopping()
    zero(laptop.data / "companion.db")
    spoiled = (laptop.data / "companion.db").read_bytes()
    laptop.start()
    operator = Guest(f"http://localhost:{laptop.port}")
    assert ["/copies/empty"] == ACTS.findall(operator.ask("/").text)
    chosen(operator, "/copies/empty")
    until(lambda: [*laptop.data.glob("companion-damaged-*.db")], "it was not set aside")
    [kept] = laptop.data.glob("companion-damaged-*.db")
    assert spoiled == kept.read_bytes()
    assert operator.ask("/").url.endswith(f"{laptop.port}/")
    assert f"{datetime.now(UTC):%Y}" in kept.name


@pytest.mark.slow
def test_who_reads_a_terminal_is_told_of_the_command_there(laptop: Server) -> None:
    laptop.stopping()
    (laptop.data / "companion.db").write_bytes(b"text" * 999)
    ended = companion("--port", "0", "--host", "127.0.0.1", "--data", laptop.data)
    assert (2, True) == (ended.returncode, "companion restore FILE --replace" in ended.stderr)
