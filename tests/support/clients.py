"""Browsers of a party as Flask test clients: requests without a network."""

import json
import logging
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from time import sleep
from typing import Any, ClassVar
from urllib.parse import urlencode

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from companion.cli.terminal_log import json_line
from companion.config.settings import load_settings
from companion.room.commands.access import round_id
from companion.room.reducer import replay
from companion.room.state import Room
from companion.web.device import _fingerprint as device_fingerprint
from companion.web.services import Services
from tests.support.applications import make_app

HTMX = {"HX-Request": "true"}
_FREE = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", "COMPANION_LIMIT_GUESSES": "0"}
OPEN = {**_FREE, "COMPANION_OPEN": "yes", "COMPANION_URL": "http://192.168.1.5:8000"}
"""Settings of a server that phones reach, and that whoever started it can stop from its start page."""
SCRATCH = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
"""A folder in memory, where there is one: these tests need no disk."""
_FORM = "application/x-www-form-urlencoded"


HOTSPOT = "203.0.113.7"
"""An address that many browsers share."""


@dataclass
class Clients:
    """An application with its browsers, which can be restarted on the same data."""

    data: Path
    limits: dict[str, str] = field(default_factory=lambda: dict(_FREE))
    code: str = ""
    after: Callable[[], None] = lambda: None
    """Called after every form."""
    wait: Callable[[float], None] = sleep
    """Lets so many seconds pass."""
    kind: ClassVar[type[FlaskClient]] = FlaskClient
    """The class of the browsers."""
    host_name: ClassVar[str] = "localhost"
    """By which they ask."""

    def __post_init__(self) -> None:
        self.browsers: dict[str, FlaskClient] = {}
        self.app = self._start()

    def _start(self) -> Flask:
        app = make_app(load_settings(self.limits, data=self.data, port=8000, host="127.0.0.1"))
        app.test_client_class = self.kind
        return app

    def restart(self) -> None:
        """Restart the application; the browsers keep their cookies."""
        self.close()
        self.app = self._start()
        for browser in self.browsers.values():
            browser.application = self.app

    def close(self) -> None:
        Services.of(self.app).store.close()

    def browser(self, who: str) -> FlaskClient:
        if who not in self.browsers:
            self.browsers[who] = new_browser(self.app, self.host_name)
        return self.browsers[who]

    def fingerprint(self, who: str) -> str:
        """Return what the events name as the device of a browser; empty if it has none yet."""
        with self.browser(who).session_transaction() as session:
            return device_fingerprint(session["device"]) if "device" in session else ""

    def ask(
        self,
        who: str,
        path: str = "",
        said: Any = None,
        /,
        headers: dict[str, str] | None = None,
        **form: object,
    ) -> TestResponse:
        """Get a page, or post a form; a path without a leading slash is within the room."""
        address = (
            path if path.startswith("/") else f"/{self.code}/{path}".removesuffix("/").replace("/?", "?")
        )
        if said is None and not form:
            return self.browser(who).get(address, headers=headers)
        data = urlencode([*form.items(), *(said or ())])
        answer = self.browser(who).post(address, data=data, content_type=_FORM, headers=headers)
        self.after()
        return answer

    def open(self, game: str = "good-enough", **options: object) -> None:
        """Open a room as the host."""
        match = re.search(r"/(\w{4})/host", self.ask("host", "/rooms", game=game, **options).location)
        assert match
        self.code = match[1]

    def gather(self, *names: str, game: str = "good-enough", **options: object) -> None:
        """Open a room, let players join, and start the game."""
        self.open(game, **options)
        self.join(*names)
        assert self.host("begin", **options).status_code == 303

    def join(self, *names: str) -> None:
        """Let players join under the names of their browsers, as without scripts: no page is made."""
        for name in names:
            assert self.ask(name, "join", name=name, redirect="yes").status_code == 303

    def host(self, action: str, **form: object) -> TestResponse:
        return self.ask("host", f"host/{action}", (), **form)

    def at(self) -> str:
        """Return the id of the current round, which the pages send with each play."""
        game = Services.of(self.app).store.load_room(self.code).current_game
        assert game
        return round_id(game)

    def send(self, who: str, number: object) -> TestResponse:
        return self.ask(who, "number", number=number, at=self.at())

    def play(self, *numbers: object, names: Iterable[str] = ("Ann", "Ben", "Cid")) -> None:
        """Send the numbers of a round, each from the phone of its player."""
        for name, number in zip(names, numbers, strict=True):
            assert self.send(name, number).status_code == 303

    @property
    def room(self) -> Room:
        """The room as replayed from the database."""
        store = Services.of(self.app).store
        store._rooms.pop(self.code, None)
        return store.load_room(self.code)

    def replays(self) -> bool:
        """Return whether replaying the events gives the room that the server holds."""
        known = Services.of(self.app).store.load_room(self.code)
        return replay(self.code, reversed(tuple(known.entries()))) == known == self.room


def new_browser(app: Flask, host_name: str = "localhost") -> FlaskClient:
    """Return a browser that keeps cookies: it sends one that nobody knows until it is given its own."""
    browser = app.test_client()
    browser.set_cookie("companion", "unknown", domain=host_name)
    return browser


@contextmanager
def captured_log(*, as_json: bool = False) -> Iterator[list[str]]:
    """Collect the log lines of the terminal; those of JSON have all requests, and here no times."""
    lines: list[str] = []
    handler = logging.Handler()
    if as_json:
        handler.emit = lambda record: lines.append(_timeless(json_line(record)))  # type: ignore[method-assign]
    else:
        handler.emit = lambda record: lines.append(f"{record.levelname} {record.getMessage()}")  # type: ignore[method-assign]
    wanted = {"": logging.INFO, ".evenings": logging.INFO}
    wanted[".requests"] = logging.INFO if as_json else logging.WARNING
    loggers = {logging.getLogger(f"companion{name}"): level for name, level in wanted.items()}
    levels = {logger: logger.level for logger in loggers}
    logging.getLogger("companion").addHandler(handler)
    for logger, level in loggers.items():
        logger.setLevel(level)
    try:
        yield lines
    finally:
        logging.getLogger("companion").removeHandler(handler)
        for each_level, level in levels.items():
            each_level.setLevel(level)


def _timeless(line: str) -> str:
    fields = json.loads(line)
    return json.dumps({name: value for name, value in fields.items() if name not in ("time", "duration_ms")})


def ask(
    clients: Clients, who: str, path: str, form: Mapping[str, object] | None = None, address: str = HOTSPOT
) -> TestResponse:
    """Ask as a browser at an address, which is not this computer; `new` is another browser each time."""
    browser = new_browser(clients.app) if who == "new" else clients.browser(who)
    method = "GET" if form is None else "POST"
    return browser.open(path, method=method, data=form, environ_base={"REMOTE_ADDR": address})
