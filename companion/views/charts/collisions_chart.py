"""The chart of who collided with whom: a bar for each two players who picked the same number."""

from dataclasses import dataclass

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.collisions import collisions
from companion.views.naming import drawn_seats, list_players, player_names

_MOST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class CollidedPair:
    """Two players, and how often they were thrown out with the same number; nobody is drawn in a crowd."""

    seats: tuple[Seat, ...]
    names: str
    times: int
    text: str


@dataclass(frozen=True, slots=True)
class CollisionsChart:
    """The pairs that collided most, in the order of how often; `more` counts those that are not shown."""

    heading: str
    summary: str
    most: int
    pairs: tuple[CollidedPair, ...]
    more: int


def collisions_chart(room: Room, game: GameState) -> CollisionsChart | None:
    """Build the chart of a game; None where nobody collided, and among too many to name pairs."""
    found = collisions(game.record.rules, tuple(game.score.leaves()))
    ordered = sorted(found.pairs, key=lambda pair: -found.pairs[pair])
    if not ordered:
        return None
    shown = ordered[:_MOST_PAIRS]
    return CollisionsChart(
        heading=translate("Who collided with whom"),
        summary=translate(
            "{out} of {numbers} were thrown out for not being alone.",
            out=found.total,
            numbers=format_count(found.presented, "{n} number", "{n} numbers"),
        ),
        most=found.pairs[ordered[0]],
        pairs=tuple(_pair(room, pair, found.pairs[pair]) for pair in shown),
        more=len(ordered) - len(shown),
    )


def _pair(room: Room, pair: tuple[Seat, Seat], times: int) -> CollidedPair:
    names = list_players(player_names(room, pair))
    return CollidedPair(drawn_seats(room, pair), names, times, format_count(times, "{n} time", "{n} times"))
