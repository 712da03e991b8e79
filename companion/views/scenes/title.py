"""The title of a game: a card with its name, and how it is played in three pictures."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views.lessons import LessonView, lesson_view
from companion.views.scenes.scene import Scene

_TOLD = 1900  # ms: all three pictures are there
_LENGTH = 4000


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleScene(Scene):
    """The title card of a game."""

    kind: ClassVar[str] = "title"
    kicker: str
    lesson: LessonView


def title_scenes(room: Room, game: GameState) -> Iterator[TitleScene]:
    """Yield the title card of a game that has just begun; a room that has just played it knows it."""
    if game.rounds or game.next_round is None or _is_known(room, game):
        return
    yield TitleScene(
        key=f"{game.number}.title",
        told=_TOLD,
        length=_LENGTH,
        kicker=translate("Next game") if len(room.games) > 1 else translate("Tonight's first game"),
        lesson=lesson_view(game.record.rules),
    )


def _is_known(room: Room, game: GameState) -> bool:
    """Return whether the game before this one had the same rules and options."""
    return any(each.record.rules == game.record.rules for each in room.games[:-1][-1:])
