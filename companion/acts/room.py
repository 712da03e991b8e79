"""Acts about the room: who hosts it, how it is played, and what the host takes back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.acts.words import Device


@dataclass(frozen=True, slots=True)
class Opened:
    """A host opened the room, meaning to play this game."""

    host: Device
    game: str
    options: Mapping[str, Any]
    address: str | None
    """The address under which the host's own browser reached us, if phones could use it too."""
    recovery: str = ""
    """The fingerprint of the host code, with which somebody can become host again."""


@dataclass(frozen=True, slots=True)
class Hosted:
    """A browser became host, by a link that can be used once or (no link) by the host code.

    `instead_of` is the browser that handed the room over, and is no longer host; empty if it stays.
    """

    device: Device
    link: str = ""
    instead_of: Device = ""


@dataclass(frozen=True, slots=True)
class Advertised:
    """The host chose the address that the QR code shows."""

    address: str


@dataclass(frozen=True, slots=True)
class Locked:
    """The host closed the room to newcomers, or opened it again."""

    locked: bool


@dataclass(frozen=True, slots=True)
class Paced:
    """The host chose whether a round reveals by itself when all who are there are in."""

    by_itself: bool


@dataclass(frozen=True, slots=True)
class Timed:
    """The host gave rounds so many seconds each; 0 for as long as they take."""

    seconds: int


@dataclass(frozen=True, slots=True)
class Undid:
    """The host took back the act of that number: it is as if it had never been done."""

    number: int


@dataclass(frozen=True, slots=True)
class Redid:
    """The host had the act of that number stand after all."""

    number: int
