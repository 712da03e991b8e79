"""A busy evening: phones that submit number after number, retrying each until it is acknowledged."""

import http.client
import json
import threading
import time
import urllib.error
from collections import Counter
from dataclasses import dataclass, field
from itertools import cycle

from sqlalchemy import create_engine

from companion.formats import evening_record
from companion.storage.database import engine_options, prepare_engine
from companion.storage.event_store import EventStore
from tests.conftest import gather_at
from tests.support.guest import Answer, Guest, error_message
from tests.support.server import Server

_PAUSE = 0.04  # seconds before a phone tries again
_BROKEN = (urllib.error.URLError, http.client.HTTPException, OSError)
Number = tuple[str, int, int]
"""Seat, round, and number."""


@dataclass
class Seen:
    """What the phones have received so far."""

    acknowledged: list[Number] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    sentences: Counter[str] = field(default_factory=Counter)
    broken: int = 0

    def faults(self) -> int:
        """Count the responses with a server error."""
        return sum(times for status, times in self.statuses.items() if status >= 500)


class Evening:
    """A room in which phones keep submitting until the evening is closed."""

    def __init__(self, server: Server, *others: Server, phones: int = 8) -> None:
        self.server = server
        self.seen = Seen()
        names = [f"P{number}" for number in range(1, phones + 1)]
        self.host, self.phones = gather_at(server, *names, rounds=9999, high=10_000_000)
        for phone, its in zip(self.phones, cycle((server, *others)), strict=False):
            phone.base = its.url
        self._over = threading.Event()
        self._threads = [
            threading.Thread(target=self._send, args=(str(seat), phone), daemon=True)
            for seat, phone in enumerate(self.phones, 1)
        ]

    def __enter__(self) -> "Evening":
        for thread in self._threads:
            thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Wait until the phones have finished their requests."""
        self._over.set()
        for thread in self._threads:
            thread.join(40)
            assert not thread.is_alive(), "a phone waits for an answer that never comes"

    def goes_on(self, more: int = 16, patience: float = 20) -> bool:
        """Return whether `more` numbers are acknowledged within `patience` seconds."""
        wanted, end = len(self.seen.acknowledged) + more, time.monotonic() + patience
        while len(self.seen.acknowledged) < wanted and time.monotonic() < end:
            time.sleep(0.02)
        return len(self.seen.acknowledged) >= wanted

    def kept(self) -> int:
        """Count the acknowledged numbers that are stored exactly once; no others may be stored."""
        engine = create_engine(self.server.database_url)
        with engine.connect() as connection:
            stored = [json.loads(what) for [what] in connection.exec_driver_sql("SELECT what FROM act")]
        engine.dispose()
        showed = [event for event in stored if event["act"] == "showed"]
        found = Counter((event["seat"], event["round"], event["play"]) for event in showed)
        return sum(found[number] == 1 for number in self.seen.acknowledged)

    def replays(self) -> bool:
        """Return whether replaying the stored events gives the room that the server shows."""
        shown = self.host.page("/evening.json").text
        engine = create_engine(self.server.database_url, **engine_options(self.server.database_url))
        try:
            prepare_engine(engine)
            room = EventStore(engine, lambda *_: None).load_room(self.host.code)
        finally:
            engine.dispose()
        return shown == evening_record.dump_evening(
            evening_record.evening_to_document(evening_record.evening_of_room(room))
        )

    def _send(self, seat: str, phone: Guest) -> None:
        number = 1
        while not self._over.is_set():
            value = number * 100 + int(seat)
            answer = self._tried(phone, value, f"1.{number}")
            if answer is not None and answer.status == 200:
                self.seen.acknowledged.append((seat, number, value))
                number += 1
            else:
                time.sleep(_PAUSE)

    def _tried(self, phone: Guest, value: int, at: str) -> Answer | None:
        form: dict[str, object] = {"number": value, "at": at}
        try:
            answer = phone.ask(f"/{phone.code}/number", form, {"HX-Request": "true"})
        except _BROKEN:
            self.seen.broken += 1
            return None
        self.seen.statuses[answer.status] += 1
        if answer.status >= 500:
            self.seen.sentences[error_message(answer)] += 1
        return answer
