"""Whether the server is well, and what people read when its database is not."""

import json
import sqlite3
import time
from collections.abc import Callable
from contextlib import closing

import pytest

import companion
from companion.web.server import health
from tests.conftest import gather_at
from tests.support.answering import answering
from tests.support.backing_services import until
from tests.support.guest import Guest, error_message
from tests.support.server import Server
from tests.web.test_stream import event, listening

Start = Callable[..., Server]


def test_healthz_says_that_the_database_answers_and_nothing_of_rooms(server: Server) -> None:
    answer = Guest(server.url).ask("/healthz")
    assert 200 == answer.status
    assert {"companion": companion.__version__, "database": "answers"} == json.loads(answer.text)
    assert "no-store" in answer.headers["Cache-Control"]
    assert "Set-Cookie" not in answer.headers


def test_where_the_database_does_not_answer_healthz_says_so_and_people_read_a_sentence(
    start_server: Start,
) -> None:
    server = start_server()
    host, (ann, _, _) = gather_at(server, "Ann", "Ben", "Cid", high=99_999)
    with closing(sqlite3.connect(server.data / "companion.db")) as connection:
        connection.execute("ALTER TABLE room RENAME TO lost")
        connection.execute("ALTER TABLE act RENAME TO gone")
        connection.commit()
    answer = Guest(server.url).ask("/healthz")
    assert (503, "The database does not answer") == (answer.status, json.loads(answer.text)["database"])
    sent = ann.send(31_415, "1.1")
    assert 503 == sent.status
    assert "cannot use its database. Nothing that was sent before is lost: try again" in error_message(sent)
    logged = f"Room {host.code}: The host's computer cannot use its database (SQLITE_ERROR)"
    until(lambda: logged in server.output(), "nothing is logged")  # after the answer, by a thread
    assert "31415" not in server.output() + server.errors()


@pytest.mark.slow
def test_a_stream_goes_on_while_the_database_is_in_trouble_and_says_nothing_on_the_terminal(
    start_server: Start,
) -> None:
    server = start_server()
    host, (ann, _, _) = gather_at(server, "Ann", "Ben", "Cid")
    host.ask(f"/{host.code}/host/time", {"seconds": 5})
    ann.send(5)
    with listening(server, host.code) as answer:
        first = event(answer)
        with closing(sqlite3.connect(server.data / "companion.db", isolation_level=None)) as other:
            other.execute("BEGIN EXCLUSIVE")
            time.sleep(6)  # the round is over meanwhile, and cannot be revealed
            assert 200 == host.page("/tv").status
            other.execute("ROLLBACK")
        while event(answer) == first:
            pass  # it says the same again until the database can be asked
    assert "" == server.errors()


# What is said of it to programs on the computer


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize(
    "body",
    [
        *(b"", b"hello", b"true", b"7", b"null", b'"companion"'),
        *(b"[" * 60_000, b'["companion"]', b'{"companion": 7}'),
    ],
)
def test_another_program_is_not_companion(body: bytes) -> None:
    with answering(body) as port:
        assert health.ask(f"http://127.0.0.1:{port}") is None


def test_companion_is_known_also_when_its_database_is_away() -> None:
    with answering(b'{"companion": "1.0", "database": "does not answer", "rooms": 7}', 503) as port:
        said = health.ask(f"http://127.0.0.1:{port}")
    assert {"companion": "1.0", "database": "does not answer"} == said
