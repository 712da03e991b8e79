"""The last numbers of a round, all sent at the same instant."""

import json
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlalchemy.engine import Engine

from tests.conftest import gather_at
from tests.support.clients import HTMX, Clients
from tests.support.guest import Guest
from tests.support.server import Server


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("phones", [5, 50, 200])
def test_numbers_sent_at_the_same_instant_are_all_kept_and_reveal_once(server: Server, phones: int) -> None:
    host, guests = gather_at(server, *(f"P{number}" for number in range(phones)), high=1000, rounds=3)
    before = host.version()
    together = threading.Barrier(phones)

    def send(number: int, guest: Guest) -> int:
        together.wait()
        return guest.send(number, "1.1").status

    with ThreadPoolExecutor(phones) as pool:
        statuses = list(pool.map(send, range(phones), guests))
    record = json.loads(host.page("/game-1.json").text)
    assert [200] * phones == statuses
    assert [{f"P{n}": n for n in range(phones)}] == [each["plays"] for each in record["rounds"]]
    assert before + phones == host.version()


def test_a_number_asks_the_database_nothing_and_is_one_statement(tmp_path: Path) -> None:
    said: list[str] = []

    def heard(_connection, _cursor, statement: str, *_: object) -> None:
        said.append(statement.split(maxsplit=1)[0])

    with closing(Clients(tmp_path)) as clients:
        clients.gather("Ann", "Ben", "Cid", rounds=3)
        at = clients.at()
        event.listen(Engine, "before_cursor_execute", heard)
        try:
            answer = clients.ask("Ann", "number", number=5, at=at, headers=HTMX)
        finally:
            event.remove(Engine, "before_cursor_execute", heard)
    assert (200, ["INSERT"]) == (answer.status_code, said)
