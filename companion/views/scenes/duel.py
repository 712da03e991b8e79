"""The title of a showdown (G16): the tied stand alone in the half-dark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import ClassVar

from companion.i18n.messages import (
    format_count,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.views import scoreboard
from companion.views.lineup import Area, Lineup, line_up
from companion.views.scenes.scene import Scene, Telling
from companion.views.scoreboard import ScoreRow

_TOLD, _LENGTH = 500, 2000  # ms


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelScene(Scene):
    """The title of a showdown: the tied alone in the half-dark."""

    kind: ClassVar[str] = "duel"
    telling: ClassVar[Telling] = "part"
    kicker: str
    heading: str
    lead: str
    guests: Lineup


_FLOOR = Area(width=116, height=25.5, largest=17)
_LARGE = (14, 10, 8)  # guests are so large before names are shown whole


def duel_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title, if the last reveal brought a showdown."""
    halt = game.record.rules.halt(game.score.root) if game.next_round else None
    if not halt or not halt.players:
        return
    yield DuelScene(
        key=f"duel-{game.number}-{len(game.record.reveals)}",
        told=_TOLD,
        length=_LENGTH,
        kicker=_tie_kicker(game, halt.players),
        heading=translate(halt.heading),
        lead=str(halt.lead),
        guests=_alone(_rows(room, halt.players)),
    )


def _alone(rows: tuple[ScoreRow, ...]) -> Lineup:
    """Line up the tied, as large as they can be with their names, which may be cut."""
    tried = (line_up(rows, replace(_FLOOR, smallest=smallest)) for smallest in _LARGE)
    return next((each for each in tried if each.named), None) or line_up(rows, _FLOOR)


def _tie_kicker(game: GameState, tied: Sequence[Seat]) -> str:
    """Return the title of the game, and what the tied have, if they all have the same."""
    title = translate(game.record.rules.title)
    scores = {game.score.root.scores[seat] for seat in tied}
    if len(scores) > 1:
        return title
    each = format_count(scores.pop(), "{n} point each", "{n} points each")
    return translate("{game}: {each}", game=title, each=each)


def _rows(room: Room, seats: Sequence[Seat]) -> tuple[ScoreRow, ...]:
    players = (room.seats.get(seat) or Player(seat, room.name(seat)) for seat in seats)
    return tuple(
        replace(row, points=None, wider=(), central=False) for row in scoreboard.rows_of(room, players)
    )
