"""The services of an application: settings, stores, hub of open streams, sync, metrics, and summaries."""

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import datetime
from threading import Event
from typing import TYPE_CHECKING, Self

from flask import Flask, current_app, request

from companion.config import addresses
from companion.config.settings import Settings
from companion.i18n.errors import Refused
from companion.live.hub import Hub
from companion.live.reactions import Throttle
from companion.room.state import Room
from companion.storage.backup import Backups
from companion.storage.event_store import EventStore
from companion.values import frozen
from companion.web.failed_visits import FailedVisits

if TYPE_CHECKING:  # no page of a phone needs these modules
    from companion.live.sync import Sync
    from companion.screens.evenings import RoomSummary
    from companion.web.metrics import Metrics
    from companion.web.middleware.rate_limit import RateLimiter
    from companion.web.server.mdns import Announcer


@dataclass
class Restart:
    """What a page wants done between two runs of the server in one process, and why that was refused."""

    backups: Backups | None
    failure: Refused | None = None
    """Why the database cannot be used; there is only an empty one in memory then."""
    damage: Refused | None = None
    """That the database is damaged, if a look at all of it has shown that while the server runs on it."""
    work: Callable[[], object] | None = None
    refusal: Refused | None = None


@frozen
class Services:
    """The services of one application."""

    settings: Settings
    store: EventStore
    hub: Hub
    sync: "Sync"
    """Brings the changes of other processes, be they servers or commands."""
    metrics: "Metrics"
    limiter: "RateLimiter"
    restart: Restart
    announcer: "Announcer | None"
    """Answers as companion.local; None where no other computer could ask, or should."""
    summaries: "dict[tuple[str, datetime, int], RoomSummary]" = field(default_factory=dict)
    """Of rooms that were derived from their events, by code, the time of opening, and version."""
    failed_visits: FailedVisits = field(default_factory=FailedVisits)
    throttle: Throttle = field(default_factory=Throttle)
    stopping: Event = field(default_factory=Event)
    """Set by the page that stops the server, which then shuts down as by Ctrl-C; no stream is opened then."""
    draining: Event = field(default_factory=Event)
    """Set when the server will stop in some seconds: proxies are to ask another one."""

    @property
    def announced(self) -> str | None:
        """The base URL with the name of this server on the local network, if it has one now."""
        return self.announcer.url if self.announcer else None

    def room_addresses(self, room: Room, base: str) -> tuple[str, ...]:
        """List the base URLs under which phones may reach a room; `base` is one that a browser has used."""
        settings, outside = self.settings, self.outside_addresses(room)
        seen = (each for each in (room.address, base) if each not in outside)
        return addresses.candidate_addresses(settings.url, seen, settings.port, settings.host, self.announced)

    def outside_addresses(self, room: Room) -> tuple[str, ...]:
        """List the base URLs that lead to a room from elsewhere, beside that of `--url` or of the network."""
        return tuple(filter(None, ("" if room.is_closed else room.outside_address, self.settings.outside)))

    def is_public(self, room: Room) -> bool:
        """Tell whether any address of a room is outside a local network, so that it has a gate."""
        urls = (*self.outside_addresses(room), self.settings.url or "")
        return not all(addresses.is_local(addresses.hostname(url)) for url in urls)

    @classmethod
    def of(cls, app: Flask) -> Self:
        registered: Self = app.extensions["companion"]
        return registered


def services() -> Services:
    """Return the services of the current application."""
    return Services.of(current_app)


def room_addresses(room: Room) -> tuple[str, ...]:
    """List the base URLs under which phones may reach a room, the likeliest first."""
    return services().room_addresses(room, request.host_url.rstrip("/"))
