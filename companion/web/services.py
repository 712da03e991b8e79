"""What the screens stand on: the settings, the store of rooms, the hub of open streams, and its herald."""

from dataclasses import dataclass
from typing import Self

from flask import Flask, current_app, request

from companion.config import addresses
from companion.config.settings import Settings
from companion.live.hub import Hub
from companion.live.sync import Poller
from companion.room.state import Room
from companion.storage.event_store import EventStore

_KEY = "companion"


@dataclass(frozen=True, slots=True)
class Services:
    """The parts of one application."""

    settings: Settings
    store: EventStore
    hub: Hub
    poller: Poller | None
    """Who brings what other processes do; None where this one is alone."""

    def put(self, app: Flask) -> None:
        """Give these parts to an application."""
        app.extensions[_KEY] = self

    @classmethod
    def of(cls, app: Flask) -> Self:
        """Return the parts of an application."""
        parts: Self = app.extensions[_KEY]
        return parts


def services() -> Services:
    """Return the parts of the application that answers now."""
    return Services.of(current_app)


def room_addresses(room: Room) -> tuple[str, ...]:
    """List the addresses that phones may find us under, the likeliest first."""
    settings = services().settings
    seen = (room.address, request.host_url.rstrip("/"))
    return addresses.candidate_addresses(settings.url, seen, settings.port, settings.host)
