"""The end of a game: a podium whose middle step is the highest."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views.endings import GameEnding, game_ending, score_name
from companion.views.evening import evening_view
from companion.views.podium import Podium
from companion.views.scenes.lettering import HeadingSize, heading_size
from companion.views.scenes.scene import Scene, Telling
from companion.views.score_words import score_word

TOLD = 2100
"""When the winner has landed and the name appears, in ms."""
_LENGTH = 6000
_CHEERED = 8000  # ms before the evening's award follows


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalScene(Scene):
    """The podium of a game, and why it stands like this. `size` is that of the heading."""

    kind: ClassVar[str] = "final"
    telling: ClassVar[Telling] = "winner"
    kicker: str
    heading: str
    size: HeadingSize
    ribbon: str
    podium: Podium
    figure: str
    """What the numbers on the steps count."""
    why: tuple[str, ...]
    winners: str
    """The headline of the end, where the heading does not name the winners."""


def final_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the end of a game that is over."""
    if game.next_round is not None or game.is_thrown_away or not game.record.reveals:
        return
    ending = game_ending(room, game)
    heading = _heading(ending)
    yield FinalScene(
        key=ending.key,
        told=TOLD,
        length=_LENGTH if evening_view(room) is None else _CHEERED,
        kicker=_kicker(ending) or translate(game.record.rules.known_as),
        heading=heading,
        size=heading_size(heading),
        ribbon=_ribbon(ending),
        podium=ending.podium,
        figure=score_word(score_name(game), 1 if ending.podium.middle.score == 1 else 2),
        why=ending.why,
        winners="" if heading == ending.headline else ending.headline,
    )


def _kicker(ending: GameEnding) -> str:
    """Return what the winners are; empty where the middle has not won."""
    if ending.tied:
        return translate("The tie stands")
    if not ending.mediocre or not ending.winners:
        return ""
    if len(ending.winners) > 1:
        return translate("The most mediocre players")
    return translate("The most mediocre player")


def _heading(ending: GameEnding) -> str:
    if not ending.mediocre or len(ending.winners) < _SEVERAL:
        return ending.headline
    if len(ending.winners) == _SEVERAL:
        return translate("Perfectly adequate, both of them")
    return translate("Perfectly adequate, all of them")


_SEVERAL = 2


def _ribbon(ending: GameEnding) -> str:
    """Return what is written on the ribbon of a single winner."""
    if len(ending.winners) != 1:
        return ""
    return translate("Perfectly average") if ending.mediocre else translate("Mostly average")
