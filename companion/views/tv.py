"""The TV: what everybody may know, and how to get in."""

from dataclasses import dataclass, replace

from companion.room.state import Room
from companion.rules import games
from companion.views import gains
from companion.views.evening import EveningView, evening_view
from companion.views.public import PublicPart, public_part


@dataclass(frozen=True, slots=True)
class TvView:
    """What the TV shows."""

    public: PublicPart
    address: str | None
    missing: int
    """How many players are lacking for a game; 0 while one goes on."""
    evening: EveningView | None = None
    """How the evening stands, between two games."""
    locked: bool = False


def tv_view(room: Room, candidates: tuple[str, ...], known: PublicPart | None = None) -> TvView:
    """Make the TV's view; `known` is what everybody may know, where that has been worked out before."""
    evening = None if room.is_playing else evening_view(room)
    known = known or public_part(room)
    shown = replace(known, rows=gains.rows_with_gains(room, known.figure, known.rows))
    lacking = 0 if room.is_playing else missing_players(room)
    return TvView(shown, room_address(room, candidates), lacking, evening, room.locked)


def room_address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return where phones find the room: the host's choice while it holds, or the likeliest address."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def missing_players(room: Room) -> int:
    """Count the players that are lacking for a game."""
    return max(0, games.find_game(room.game_name).min_players - len(room.present))
