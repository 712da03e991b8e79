"""The desk below a reveal: every player's guest with the score before and after, in a crowd only counts."""

from collections import Counter
from dataclasses import dataclass

from companion.i18n.messages import format_count, format_value
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Leaf
from companion.views import reveals
from companion.views.hidden_scores import hides_scores
from companion.views.scoreboard import innermost_points

_MOST_SEATS = 60  # with more players, the desk counts those with the same score
_MOST_GROUPS = 8
_ONE_ROW, _TWO_ROWS = 10, 40  # players
_UNTOLD = "\N{NO-BREAK SPACE}"  # a hidden score before the reveal
_NAMED = 14  # players with room for their names


@dataclass(frozen=True, slots=True)
class DeskPlace:
    """A player at the desk; `before` is the score before the reveal, where that changed it.

    Where scores are hidden, what the reveal has brought stands in place of the score, which is empty else.

    `absent`: presented no number. `awaited`: the next round waits for this player.
    """

    seat: Seat
    name: str
    score: str
    before: str = ""
    absent: bool = False
    awaited: bool = False


@dataclass(frozen=True, slots=True)
class DeskGroup:
    """The players of a crowd who have the same score: their number in words."""

    score: str
    players: str


@dataclass(frozen=True, slots=True)
class Desk:
    """All players in the order of joining; in a crowd the groups with the highest scores."""

    places: tuple[DeskPlace, ...] = ()
    groups: tuple[DeskGroup, ...] = ()

    @property
    def rows(self) -> int:
        """In how many rows the places are."""
        count = len(self.places)
        return 1 if count <= _ONE_ROW else 2 if count <= _TWO_ROWS else 3

    @property
    def is_named(self) -> bool:
        """Whether there is room for names."""
        return len(self.places) <= _NAMED

    @property
    def is_wide(self) -> bool:
        """Whether some score has so many digits that all are smaller."""
        return max((len(place.score) for place in self.places), default=0) > (3 if self.rows == 1 else 2)


def desk(room: Room, game: GameState, leaf: Leaf) -> Desk:
    """Return the desk after a reveal."""
    scores = innermost_points(game)
    if len(game.record.players) > _MOST_SEATS and hides_scores(room, game):
        return Desk()
    if len(game.record.players) > _MOST_SEATS:
        groups = sorted(Counter(scores.values()).items(), reverse=True)[:_MOST_GROUPS]
        return Desk(groups=tuple(_group(points, count) for points, count in groups))
    return Desk(
        places=tuple(_place(room, game, leaf, seat, scores.get(seat, 0)) for seat in game.record.players)
    )


def _group(points: int, count: int) -> DeskGroup:
    return DeskGroup(format_value(points), format_count(count, "{n} player", "{n} players"))


def _place(room: Room, game: GameState, leaf: Leaf, seat: Seat, score: int) -> DeskPlace:
    gain = game.record.rules.gain(leaf, seat) if seat in leaf.plays else 0
    now, before = format_value(score), format_value(score - gain) if gain else ""
    if hides_scores(room, game):
        now, before = (reveals.signed(gain), _UNTOLD) if gain else ("", "")
    return DeskPlace(
        seat=seat,
        name=room.name(seat),
        score=now,
        before=before,
        absent=seat not in leaf.plays,
        awaited=game.waits_for(seat),
    )
