"""Acts about a game: its rounds as they are played, and as the host mends them afterwards.

A round is named by its game and its number in that game, which counts every round that was revealed,
also those that the host voided since.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from companion.acts.words import Seat
from companion.score import Call, Play


@dataclass(frozen=True, slots=True)
class Began:
    """The host began a game, with everybody who is there; `dealt`: with cards from the app."""

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
class Expired:
    """The time of a round was up: it closed by itself, or was paused if nobody had sent anything."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Paused:
    """The host stopped the clock of a round."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Resumed:
    """The host let the clock of a round go on."""

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
class Reopened:
    """The host took back the reveal of the last round, so that what was sent can be changed."""

    game: int
    round: int


@dataclass(frozen=True, slots=True)
class Voided:
    """The host had a revealed round not count, or count again."""

    game: int
    round: int
    void: bool


@dataclass(frozen=True, slots=True)
class Corrected:
    """The host corrected what a player had shown in a revealed round; None: nothing was shown."""

    seat: Seat
    game: int
    round: int
    play: Play | None


@dataclass(frozen=True, slots=True)
class Recalled:
    """The host corrected what the leader had called in a revealed round (D5)."""

    game: int
    round: int
    call: Call
