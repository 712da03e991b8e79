"""Acts about people: who sits where, under which name, with which browser, and who is away."""

from dataclasses import dataclass

from companion.acts.words import Device, Seat


@dataclass(frozen=True, slots=True)
class Joined:
    """Somebody took a seat, or (with no device) the host seated somebody who has no phone, or a bot."""

    seat: Seat
    name: str
    device: Device
    bot: str = ""
    """The strategy of a bot; empty for a person."""


@dataclass(frozen=True, slots=True)
class Left:
    """A player went home: absent from now on, the points stay (G8)."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Returned:
    """Somebody who had left, or had been removed, is back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SatOut:
    """The host had rounds no longer wait for a player."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class SatIn:
    """The host had rounds wait for a player again."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed:
    """The host gave a player another name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Merged:
    """The host said that two seats are one person's: all that is `seat`'s is `into`'s from now on."""

    seat: Seat
    into: Seat


@dataclass(frozen=True, slots=True)
class Removed:
    """The host sent a player away, who may come back."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Barred:
    """The host sent a player away for good: his or her browsers can do nothing in the room."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Unbarred:
    """The host let a player in again who was barred."""

    seat: Seat


@dataclass(frozen=True, slots=True)
class Claimed:
    """A browser that nobody knows says that it belongs to a player; the host is to say whether it does."""

    seat: Seat
    device: Device


@dataclass(frozen=True, slots=True)
class Admitted:
    """The host said that a browser belongs to the player whose seat it claimed."""

    seat: Seat
    device: Device


@dataclass(frozen=True, slots=True)
class Denied:
    """A browser has not the seat that it claimed: the host said so, or whoever asked wants it no more."""

    device: Device


@dataclass(frozen=True, slots=True)
class Moved:
    """A player went on with another browser, by a personal link that can be used once."""

    seat: Seat
    device: Device
    link: str
