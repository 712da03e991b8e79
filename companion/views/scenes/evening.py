"""The award of the evening, after the end of a game from the second one on (H1)."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views.endings import game_ending
from companion.views.evening import evening_view
from companion.views.naming import name_or_count
from companion.views.podium import Podium
from companion.views.scenes.final import TOLD
from companion.views.scenes.scene import Scene, Telling

_LENGTH = 6000


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningScene(Scene):
    """The podium of the evening; `latest` says who won the game that has just ended."""

    kind: ClassVar[str] = "evening"
    telling: ClassVar[Telling] = "evening"
    kicker: str
    heading: str
    ribbon: str
    podium: Podium
    why: tuple[str, ...]
    names: str
    headline: str
    latest: str


def evening_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the award of the evening, where there is one and no game is played."""
    found = None if game.next_round or game.is_thrown_away else evening_view(room)
    if found is None:
        return
    ending = found.final
    heading = _heading(len(ending.winners))
    yield EveningScene(
        key=ending.key,
        told=TOLD,
        length=_LENGTH,
        kicker=found.after,
        heading=heading,
        ribbon=name_or_count(ending.winners, 1) if len(ending.winners) == 1 else "",
        podium=ending.podium,
        why=ending.why,
        names=name_or_count(ending.winners),
        headline=ending.headline,
        latest=translate("The last game: {outcome}", outcome=game_ending(room, game).headline),
    )


def _heading(winners: int) -> str:
    if winners == 1:
        return translate("Most mediocre of the evening")
    return translate("Equally mediocre this evening")
