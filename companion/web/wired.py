"""What the screens stand on: the settings, the store of rooms, the hub of open streams, and its herald."""

from dataclasses import dataclass
from typing import Self

from flask import Flask, current_app, request

from companion import address
from companion.herald import Herald
from companion.journal import Room
from companion.live import Hub
from companion.settings import Settings
from companion.store import Store

_KEY = "companion"


@dataclass(frozen=True, slots=True)
class Wired:
    """The parts of one application."""

    settings: Settings
    store: Store
    hub: Hub
    herald: Herald | None
    """Who brings what other processes do; None where this one is alone."""

    def put(self, app: Flask) -> None:
        """Give these parts to an application."""
        app.extensions[_KEY] = self

    @classmethod
    def of(cls, app: Flask) -> Self:
        """Return the parts of an application."""
        parts: Self = app.extensions[_KEY]
        return parts


def wired() -> Wired:
    """Return the parts of the application that answers now."""
    return Wired.of(current_app)


def candidates(room: Room) -> tuple[str, ...]:
    """List the addresses that phones may find us under, the likeliest first."""
    settings = wired().settings
    seen = (room.address, request.host_url.rstrip("/"))
    return address.candidates(settings.url, seen, settings.port, settings.host)
