"""The acts of a room's journal: what people did, and how each is written down.

An act says only what somebody did, never what follows from it.
"""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, get_args

from companion.cards import parse
from companion.score import Call, Play

Seat = str
"""A player's place in a room: "1", "2", ... in the order of joining. Never the name, which may change."""

Device = str
"""The fingerprint of the secret that one browser holds; see `companion.web.device`. Empty: nobody's."""


@dataclass(frozen=True, slots=True)
class Opened:
    """A host opened the room, meaning to play this game."""

    host: Device
    game: str
    options: Mapping[str, Any]
    address: str | None
    """The address under which the host's own browser reached us, if phones could use it too."""


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat, or (with no device) the host seated somebody who has no phone."""

    seat: Seat
    name: str
    device: Device


@dataclass(frozen=True, slots=True)
class Began:
    """The host began a game, with everybody who sits in the room; `dealt`: with cards from the app."""

    game: str
    options: Mapping[str, Any]
    dealt: bool = False


@dataclass(frozen=True, slots=True)
class Dealt:
    """The app shuffled and dealt: stored because it is chance, and cannot be worked out."""

    game: int
    hands: Mapping[Seat, tuple[Play, ...]]
    stock: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Called:
    """The leader called high or low, before anybody laid a card (D5)."""

    game: int
    round: int
    call: Call


@dataclass(frozen=True, slots=True)
class Showed:
    """A player put down a number or a card, hidden from the others; a later one replaces it."""

    seat: Seat
    game: int
    round: int
    play: Play


@dataclass(frozen=True, slots=True)
class Listed:
    """A player handed in the numbers of a whole game, from this round on (G14); later ones replace them."""

    seat: Seat
    game: int
    round: int
    plays: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Closed:
    """The host closed a round, or the handing in of lists, without waiting for those who were missing."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Next:
    """The host had one more round of the lists revealed (G14)."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Ended:
    """The host ended a game after the last round that was revealed."""

    game: int


@dataclass(frozen=True, slots=True)
class PlayedOn:
    """The host had a tie that stood played on, a round at a time (G12)."""

    game: int


@dataclass(frozen=True, slots=True)
class Advertised:
    """The host chose the address that the QR code shows."""

    address: str


Act = (
    Opened | Joined | Began | Dealt | Called | Showed | Listed | Closed | Next | Ended | PlayedOn | Advertised
)
_KINDS: Mapping[str, type[Any]] = {kind.__name__.lower(): kind for kind in get_args(Act)}


def dumps(act: Act) -> str:
    """Write an act as the text that is stored; a card as in a record, such as `10H`."""
    document = {each.name: getattr(act, each.name) for each in fields(act)}
    return json.dumps({"act": type(act).__name__.lower(), **document}, ensure_ascii=False, default=str)


def loads(text: str) -> Act | None:
    """Read an act from its stored text; None for one that only a later release knows.

    What an older release did not write yet has its default.
    """
    document = json.loads(text)
    try:
        kind = _KINDS[document.pop("act")]
        act: Act = kind(**{name: _value(name, value) for name, value in document.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return act


def _value(name: str, value: Any) -> Any:
    match name:
        case "play":
            return _play(value)
        case "plays" | "stock":
            return _plays(value)
        case "hands":
            return {seat: _plays(hand) for seat, hand in value.items()}
    return value


def _plays(values: Iterable[int | str]) -> tuple[Play, ...]:
    return tuple(map(_play, values))


def _play(value: int | str) -> Play:
    if not isinstance(value, str):
        return value
    card = parse(value)
    if card is None:
        raise ValueError(value)
    return card
