"""The events of a room: what people did, each written down as a line of JSON.

An event says only what somebody did, never what follows from it. A round is named by its game and its
number in that game, which counts every round that was revealed, also those that the host voided since.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from typing import Any, TypeVar, dataclass_transform

from companion.rules.cards import parse_card
from companion.rules.results import Call, Play

Seat = str
"""A player's place in a room: "1", "2", ... in the order of joining. Never the name, which may change."""

Device = str
"""The fingerprint of the secret that one browser holds; see `companion.web.device`. Empty: nobody's."""


class Event:
    """Something that somebody did in a room."""

    __slots__ = ()


class RoomEvent(Event):
    """An event about the room: who hosts it, how it is played, and what the host undoes."""

    __slots__ = ()


class PlayerEvent(Event):
    """An event about people: who has which seat, name and browser, and who is away."""

    __slots__ = ()


class GameEvent(Event):
    """An event about a game."""

    __slots__ = ()


class RoundEvent(GameEvent):
    """An event in the open round."""

    __slots__ = ()
    game: int
    round: int


class CorrectionEvent(GameEvent):
    """An event by which the host corrects a revealed round."""

    __slots__ = ()
    game: int
    round: int


E = TypeVar("E", bound=Event)

_TYPES: dict[str, type[Any]] = {}
_NAMES: dict[type[Event], str] = {}


@dataclass_transform(frozen_default=True)
def _stored_as(name: str) -> Callable[[type[E]], type[E]]:
    """Make a class a frozen dataclass that is stored under this name, which must never change."""

    def register(declared: type[E]) -> type[E]:
        made = dataclass(frozen=True, slots=True)(declared)
        _TYPES[name] = made
        _NAMES[made] = name
        return made

    return register


@_stored_as("opened")
class RoomOpened(RoomEvent):
    """A host opened the room, meaning to play this game."""

    host: Device
    game: str
    options: Mapping[str, Any]
    address: str | None
    """The address under which the host's own browser reached us, if phones could use it too."""
    recovery: str = ""
    """The fingerprint of the host code, with which somebody can become host again."""


@_stored_as("hosted")
class HostAdded(RoomEvent):
    """A browser became host, by a link that can be used once or (no link) by the host code.

    `instead_of` is the browser that handed the room over, and is no longer host; empty if it stays.
    """

    device: Device
    link: str = ""
    instead_of: Device = ""


@_stored_as("advertised")
class AddressChosen(RoomEvent):
    """The host chose the address that the QR code shows."""

    address: str


@_stored_as("locked")
class RoomLocked(RoomEvent):
    """The host closed the room to newcomers, or opened it again."""

    locked: bool


@_stored_as("paced")
class AutoRevealSet(RoomEvent):
    """The host chose whether a round reveals by itself when all who are there are in."""

    by_itself: bool


@_stored_as("timed")
class RoundTimeSet(RoomEvent):
    """The host gave rounds so many seconds each; 0 for as long as they take."""

    seconds: int


@_stored_as("undid")
class EventUndone(RoomEvent):
    """The host took back the act of that number: it is as if it had never been done."""

    number: int


@_stored_as("redid")
class EventRedone(RoomEvent):
    """The host had the act of that number stand after all."""

    number: int


@_stored_as("joined")
class PlayerJoined(PlayerEvent):
    """Somebody took a seat, or (with no device) the host seated somebody who has no phone, or a bot."""

    seat: Seat
    name: str
    device: Device
    bot: str = ""
    """The strategy of a bot; empty for a person."""


@_stored_as("left")
class PlayerLeft(PlayerEvent):
    """A player went home: absent from now on, the points stay (G8)."""

    seat: Seat


@_stored_as("returned")
class PlayerReturned(PlayerEvent):
    """Somebody who had left, or had been removed, is back."""

    seat: Seat


@_stored_as("satout")
class SatOut(PlayerEvent):
    """The host had rounds no longer wait for a player."""

    seat: Seat


@_stored_as("satin")
class SatIn(PlayerEvent):
    """The host had rounds wait for a player again."""

    seat: Seat


@_stored_as("renamed")
class PlayerRenamed(PlayerEvent):
    """The host gave a player another name."""

    seat: Seat
    name: str


@_stored_as("merged")
class PlayersMerged(PlayerEvent):
    """The host said that two seats are one person's: all that is `seat`'s is `into`'s from now on."""

    seat: Seat
    into: Seat


@_stored_as("removed")
class PlayerRemoved(PlayerEvent):
    """The host sent a player away, who may come back."""

    seat: Seat


@_stored_as("barred")
class PlayerBlocked(PlayerEvent):
    """The host sent a player away for good: his or her browsers can do nothing in the room."""

    seat: Seat


@_stored_as("unbarred")
class PlayerUnblocked(PlayerEvent):
    """The host let a player in again who was barred."""

    seat: Seat


@_stored_as("claimed")
class SeatClaimed(PlayerEvent):
    """A browser that nobody knows says that it belongs to a player; the host is to say whether it does."""

    seat: Seat
    device: Device


@_stored_as("admitted")
class ClaimAccepted(PlayerEvent):
    """The host said that a browser belongs to the player whose seat it claimed."""

    seat: Seat
    device: Device


@_stored_as("denied")
class ClaimDenied(PlayerEvent):
    """A browser has not the seat that it claimed: the host said so, or whoever asked wants it no more."""

    device: Device


@_stored_as("moved")
class DeviceLinked(PlayerEvent):
    """A player went on with another browser, by a personal link that can be used once."""

    seat: Seat
    device: Device
    link: str


@_stored_as("began")
class GameStarted(GameEvent):
    """The host began a game, with everybody who is there; `dealt`: with cards from the app."""

    game: str
    options: Mapping[str, Any]
    dealt: bool = False


@_stored_as("dealt")
class CardsDealt(GameEvent):
    """The app shuffled and dealt: stored because it is chance, and cannot be worked out."""

    game: int
    hands: Mapping[Seat, tuple[Play, ...]]
    stock: tuple[Play, ...]


@_stored_as("called")
class HighLowCalled(RoundEvent):
    """The leader called high or low, before anybody laid a card (D5)."""

    game: int
    round: int
    call: Call


@_stored_as("showed")
class PlaySubmitted(RoundEvent):
    """A player put down a number or a card, hidden from the others; a later one replaces it."""

    seat: Seat
    game: int
    round: int
    play: Play


@_stored_as("listed")
class ListSubmitted(RoundEvent):
    """A player handed in the numbers of a whole game, from this round on (G14); later ones replace them."""

    seat: Seat
    game: int
    round: int
    plays: tuple[Play, ...]


@_stored_as("closed")
class RoundClosed(RoundEvent):
    """The host closed a round, or the handing in of lists, without waiting for those who were missing."""

    game: int
    round: int


@_stored_as("expired")
class TimerExpired(RoundEvent):
    """The time of a round was up: it closed by itself, or was paused if nobody had sent anything."""

    game: int
    round: int


@_stored_as("paused")
class TimerPaused(RoundEvent):
    """The host stopped the clock of a round."""

    game: int
    round: int


@_stored_as("resumed")
class TimerResumed(RoundEvent):
    """The host let the clock of a round go on."""

    game: int
    round: int


@_stored_as("next")
class ListRoundRevealed(RoundEvent):
    """The host had one more round of the lists revealed (G14)."""

    game: int
    round: int


@_stored_as("ended")
class GameEnded(GameEvent):
    """The host ended a game after the last round that was revealed."""

    game: int


@_stored_as("playedon")
class TiePlayedOn(GameEvent):
    """The host had a tie that stood played on, a round at a time (G12)."""

    game: int


@_stored_as("reopened")
class RoundReopened(CorrectionEvent):
    """The host took back the reveal of the last round, so that what was sent can be changed."""

    game: int
    round: int


@_stored_as("voided")
class RoundVoided(CorrectionEvent):
    """The host had a revealed round not count, or count again."""

    game: int
    round: int
    void: bool


@_stored_as("corrected")
class PlayCorrected(CorrectionEvent):
    """The host corrected what a player had shown in a revealed round; None: nothing was shown."""

    seat: Seat
    game: int
    round: int
    play: Play | None


@_stored_as("recalled")
class CallCorrected(CorrectionEvent):
    """The host corrected what the leader had called in a revealed round (D5)."""

    game: int
    round: int
    call: Call


def dump_event(event: Event) -> str:
    """Write an event as the text that is stored; a card as in a record, such as `10H`."""
    values = {each.name: getattr(event, each.name) for each in fields(event)}  # type: ignore[arg-type]
    return json.dumps({"act": _NAMES[type(event)], **values}, ensure_ascii=False, default=str)


def load_event(text: str) -> Event | None:
    """Read an event from its stored text; None for one that only a later release knows.

    What an older release did not write yet has its default.
    """
    document = json.loads(text)
    try:
        kind = _TYPES[document.pop("act")]
        event: Event = kind(**{name: _value(name, value) for name, value in document.items()})
    except (AttributeError, KeyError, TypeError, ValueError):
        return None
    return event


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
    return tuple(map(_play, values))  # type: ignore[arg-type]


def _play(value: int | str | None) -> Play | None:
    if not isinstance(value, str):
        return value
    card = parse_card(value)
    if card is None:
        raise ValueError(value)
    return card
