"""A server process: the real application, thrown away when it is killed, and made again from the disk."""

from collections.abc import Callable
from typing import Any
from unittest import mock
from urllib.parse import urlencode

from flask import Flask
from werkzeug.routing import Rule

from companion.config.settings import load_settings
from companion.live.bus import LocalBus, RedisBus
from companion.room.state import Room
from companion.storage.event_store import EventStore
from companion.web import app as web_app
from companion.web.server.application import Application
from companion.web.services import Services
from tests.support.clients import COMPILED
from tests.tools.simulate.bus import BusClient, SimulatedBus
from tests.tools.simulate.clock import Loop, Timeline
from tests.tools.simulate.disk import Disk
from tests.tools.simulate.network import Exchange, Request

HOST = "192.168.178.23:8000"
_UNLIMITED = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", "COMPANION_LIMIT_GUESSES": "0"}
_builders: dict[tuple[str, str, bool], Callable[..., tuple[str, str]]] = {}


class _CompiledRule(Rule):
    """A rule for addresses, whose code is compiled once for all servers."""

    def _compile_builder(self, append_unknown: bool = True) -> Callable[..., tuple[str, str]]:
        key = self.rule, repr(self.defaults), append_unknown
        if key not in _builders:
            _builders[key] = super()._compile_builder(append_unknown)
        return _builders[key]


class Process:
    """One server; `is_alive` between `start` and `kill`."""

    def __init__(
        self, timeline: Timeline, disk: Disk, bus: SimulatedBus | None, on_fault: Callable[[str], None]
    ) -> None:
        self._timeline = timeline
        self._disk = disk
        self._bus = bus
        self._on_fault = on_fault
        self._exchanges: list[Exchange] = []
        self.is_alive = False

    def start(self) -> None:
        """Start the server on what is on the disk."""
        settings = load_settings(
            _UNLIMITED,
            data=self._disk.folder,
            port=8000,
            host="192.168.178.23",
            mdns="no",
            redis_url="redis://simulated" if self._bus else None,
        )
        self.loop = Loop(self._timeline, self._on_fault)
        with (
            self.loop.running(),
            mock.patch.object(web_app, "open_bus", self._open_bus),
            mock.patch.object(Flask, "url_rule_class", _CompiledRule),
        ):
            self.app = web_app.create_app(settings)
            self.app.jinja_env.bytecode_cache = COMPILED
            self._asgi = Application(self.app)
            services = Services.of(self.app)
            self._disk.attach(services.store._engine)
            services.poller.start()
        self.services = services
        self.is_alive = True

    def start_again(self) -> None:
        """Start unless it was started meanwhile."""
        if not self.is_alive:
            self.start()

    def _open_bus(self, _url: str | None) -> LocalBus | RedisBus:
        return RedisBus(BusClient(self._bus)) if self._bus else LocalBus()  # type: ignore[arg-type]

    def kill(self) -> None:
        """End the server at once: what it was doing is not done, and connections are reset."""
        self.is_alive = False
        self.loop.kill()
        exchanges, self._exchanges = self._exchanges, []
        for each in exchanges:
            each.reset()
        self.services.store.close()

    @property
    def store(self) -> EventStore:
        return self.services.store

    def known_room(self, code: str) -> Room | None:
        """Return the room as the server has it in memory."""
        return self.store.cached_room(code) if self.is_alive else None

    def answer(self, request: Request, exchange: Exchange) -> None:
        """Answer a request that has arrived."""
        self._exchanges.append(exchange)
        task = self.loop.create_task(self._answer(request, exchange))
        task.add_done_callback(lambda _: exchange in self._exchanges and self._exchanges.remove(exchange))

    async def _answer(self, request: Request, exchange: Exchange) -> None:
        body = [urlencode(request.fields or ()).encode()]
        gone = self.loop.create_future()
        exchange.on_disconnect = lambda: None if gone.done() else gone.set_result(None)

        async def receive() -> dict[str, Any]:
            if body:
                return {"type": "http.request", "body": body.pop()}
            await gone
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                exchange.begin(message["status"], message["headers"])
            else:
                exchange.finish(message.get("body", b""))

        await self._asgi(_scope(request, exchange), receive, send)


def _scope(request: Request, exchange: Exchange) -> dict[str, Any]:
    path, _, query = request.address.partition("?")
    headers = [(b"host", HOST.encode()), *request.headers]
    if request.fields is not None:
        headers.append((b"content-type", b"application/x-www-form-urlencoded"))
        headers.append((b"content-length", b"%d" % len(urlencode(request.fields))))
    return {
        "type": "http",
        "http_version": "1.1",
        "method": "GET" if request.fields is None else "POST",
        "path": path,
        "query_string": query.encode(),
        "headers": headers,
        "client": (exchange.address, 40_000),
        "server": ("192.168.178.23", 8000),
        "scheme": "http",
        "state": {"connection": exchange},
    }
