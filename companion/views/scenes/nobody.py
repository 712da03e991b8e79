"""The end of a game that was thrown away: the lamp is off, and all have fallen over."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views.scenes.scene import Scene, Telling

_TOLD = 900  # ms
_LENGTH = 4000
_MOST_GUESTS = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyScene(Scene):
    """Nobody has won; `fallen` are some of those who played."""

    kind: ClassVar[str] = "nobody"
    telling: ClassVar[Telling] = "winner"
    kicker: str
    heading: str
    lead: str
    fallen: tuple[Seat, ...]


def nobody_scenes(room: Room, game: GameState) -> Iterator[NobodyScene]:  # noqa: ARG001
    """Yield the end of a game that was thrown away."""
    if not game.is_thrown_away:
        return
    yield NobodyScene(
        key=f"nobody-{game.number}-{len(game.record.reveals)}",
        told=_TOLD,
        length=_LENGTH,
        kicker=translate(game.record.rules.title),
        heading=translate("Nobody won"),
        lead=translate("It never happened."),
        fallen=game.record.players[:_MOST_GUESTS],
    )
