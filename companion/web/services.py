"""The services of an application: settings, stores, hub of open streams, poller, metrics, and summaries."""

from dataclasses import dataclass, field
from threading import Event
from typing import Self

from flask import Flask, current_app, request

from companion.config import addresses
from companion.config.settings import Settings
from companion.live.hub import Hub
from companion.live.shared_buckets import SharedBuckets
from companion.live.sync import Poller
from companion.room.state import Room
from companion.storage.event_store import EventStore
from companion.storage.remark_store import RemarkStore
from companion.web.metrics import Metrics
from companion.web.room_summaries import RoomSummaries
from companion.web.server.mdns import Announcer

_KEY = "companion"


@dataclass(frozen=True, slots=True)
class Services:
    """The services of one application."""

    settings: Settings
    store: EventStore
    remarks: RemarkStore
    hub: Hub
    poller: Poller
    """Brings the changes of other processes, be they servers or commands."""
    metrics: Metrics
    """What the server has done, for `/metrics`."""
    announcer: Announcer | None = None
    """Answers as companion.local; None where no other computer could ask, or should."""
    shared_buckets: SharedBuckets | None = None
    """The limits that all servers count together; None where there is no Redis."""
    summaries: RoomSummaries = field(default_factory=RoomSummaries)
    stopping: Event = field(default_factory=Event)
    """Set by the page that stops the server, which then shuts down as by Ctrl-C."""

    @property
    def announced(self) -> str | None:
        """The base URL with the name of this server on the local network, if it has one now."""
        return self.announcer.url if self.announcer else None

    def register(self, app: Flask) -> None:
        """Make these the services of an application."""
        app.extensions[_KEY] = self

    @classmethod
    def of(cls, app: Flask) -> Self:
        registered: Self = app.extensions[_KEY]
        return registered


def services() -> Services:
    """Return the services of the current application."""
    return Services.of(current_app)


def room_addresses(room: Room) -> tuple[str, ...]:
    """List the base URLs under which phones may reach a room, the likeliest first."""
    settings, announced = services().settings, services().announced
    seen = (room.address, request.host_url.rstrip("/"))
    return addresses.candidate_addresses(settings.url, seen, settings.port, settings.host, announced)
