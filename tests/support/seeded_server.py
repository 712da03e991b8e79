"""A running server whose database is seeded with rooms, and cookies for their players."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from flask import Request
from flask.sessions import SecureCookieSessionInterface
from sqlalchemy import create_engine, insert

from companion.config.settings import load_settings
from companion.room import events, stored_events
from companion.room.state import Room
from companion.storage.event_store import new_code
from companion.storage.tables import EventRow, HostRow, RoomRow
from companion.web.device import device_of_request
from tests.support.applications import make_app
from tests.support.http_browsers import FREE
from tests.support.preloaded_server import PreloadedServer
from tests.support.server import PROGRAM

ADDRESS = "http://192.168.178.123:8000"
"""As long as a typical address in a home network."""
_DEVICES = ("device", "host", "instead_of", "giver")


class SeededServer:
    """A server and the rooms that were put into its database."""

    def __init__(
        self, data: Path, url: str = ADDRESS, port: int = 0, program: Sequence[str] = PROGRAM
    ) -> None:
        options = ("--url", url, "--open")
        environ = {**FREE, "BROWSER": "true"}
        self.server = PreloadedServer(data, *options, port=port, environ=environ, program=program)
        self.server.start()
        self._app = make_app(load_settings({}, data=data))
        self._engine = create_engine(f"sqlite:///{data / 'companion.db'}")
        self._codes: dict[int, str] = {}
        self._kept: list[Room] = []
        self.cookie = cache(self._cookie)
        self._fingerprint = cache(self._fingerprint_of)

    def put(self, room: Room, ago: timedelta = timedelta()) -> str:
        """Write a room into the database as if it had been played so long ago, and return its code."""
        if id(room) not in self._codes:
            self._codes[id(room)] = self._put(room, ago)
            self._kept.append(room)  # else another room could have its id
        return self._codes[id(room)]

    def page(self, address: str) -> str:
        """Return a page as an application of this process makes it."""
        return self._app.test_client().get(address).text

    def _put(self, room: Room, ago: timedelta) -> str:
        code, at = self._free_code(), (datetime.now(UTC) - ago).isoformat(timespec="milliseconds")
        with self._engine.begin() as connection:
            connection.execute(insert(RoomRow).values(code=code, opened=at))
            connection.execute(
                insert(EventRow), [{"room": code, "at": at, **row} for row in self._rows(room)]
            )
            hosts = [{"device": self._fingerprint(who), "room": code} for who in room.hosts]
            connection.execute(insert(HostRow), hosts)
        return code

    def _free_code(self) -> str:
        """Draw a code that no room has: with hundreds of rooms one is drawn twice now and then."""
        return next(code for code in iter(new_code, "") if code not in self._codes.values())

    def _rows(self, room: Room) -> Iterator[dict[str, Any]]:
        """Return the events of a room as rows of the database."""
        for number, entry in enumerate(reversed([*room.entries()]), 1):
            assert entry.event is not None
            what = stored_events.dump_event(self._with_fingerprints(entry.event))
            yield {"number": number, "by": self._fingerprint(entry.device), "what": what}

    def _with_fingerprints(self, event: events.Event) -> events.Event:
        """Replace the devices of an event with the fingerprints of this server's cookies."""
        named = {field.name for field in fields(event)} & {*_DEVICES}
        return replace(event, **{name: self._fingerprint(getattr(event, name)) for name in named})  # type: ignore[arg-type]

    def _cookie(self, who: str) -> str:
        """Return the session cookie for a device."""
        signing = SecureCookieSessionInterface().get_signing_serializer(self._app)
        assert signing is not None
        return str(signing.dumps({"device": who, "_permanent": True}))

    def _fingerprint_of(self, who: str) -> str:
        request = Request({"HTTP_COOKIE": f"companion={self.cookie(who)}"})
        return device_of_request(self._app, request) if who else ""

    def close(self) -> str:
        """Stop the server and return what it wrote to standard error."""
        errors = self.server.errors()
        self.server.stop()
        self._engine.dispose()
        return errors
