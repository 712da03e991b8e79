"""Guests: every seat is drawn as a piece of furniture with a face, the same one on every screen."""

from dataclasses import dataclass

from companion.room.events import Seat

COLOURS = 8
OUTLINES = 12
PATTERNS = 4


@dataclass(frozen=True, slots=True)
class Guest:
    """How a seat is drawn: outline 0 to 11, colour 0 to 7, pattern 0 (none) to 3.

    The first 8 seats share nothing, and the first 96 all differ. Nobody is told apart by colour alone.
    """

    outline: int
    colour: int
    pattern: int


def guest_of(seat: Seat) -> Guest:
    """Return the guest of a seat; seats are numbers from 1."""
    number = int(seat) - 1
    return Guest(number % OUTLINES, number % COLOURS, number // COLOURS % PATTERNS)
