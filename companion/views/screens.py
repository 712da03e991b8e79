"""The TV: what everybody may know, and how to get in."""

from dataclasses import dataclass, replace

from companion import games
from companion.journal import Room
from companion.views import gains
from companion.views.evenings import Standing, standing
from companion.views.public import Public, public


@dataclass(frozen=True, slots=True)
class Screen:
    """What the TV shows."""

    public: Public
    address: str | None
    missing: int
    """How many players are lacking for a game; 0 while one goes on."""
    evening: Standing | None = None
    """How the evening stands, between two games."""
    locked: bool = False


def screen(room: Room, candidates: tuple[str, ...], known: Public | None = None) -> Screen:
    """Make the TV's view; `known` is what everybody may know, where that has been worked out before."""
    evening = None if room.playing else standing(room)
    known = known or public(room)
    shown = replace(known, rows=gains.moved(room, known.figure, known.rows))
    lacking = 0 if room.playing else missing(room)
    return Screen(shown, address(room, candidates), lacking, evening, room.locked)


def address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return where phones find the room: the host's choice while it holds, or the likeliest address."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def missing(room: Room) -> int:
    """Count the players that are lacking for a game."""
    return max(0, games.game(room.game).FEWEST - len(room.here))
