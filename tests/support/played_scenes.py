"""Scenes of known lengths in place of those that the TV plays, for tests of when results are told."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens.scenes.scene import Scene, Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedRound(Scene):
    """A round."""

    kind: ClassVar[str] = "round"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEnd(Scene):
    """The end of a game."""

    kind: ClassVar[str] = "end"
    telling: ClassVar[Telling] = "winner"


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayedEvening(Scene):
    """The award of an evening."""

    kind: ClassVar[str] = "evening"
    telling: ClassVar[Telling] = "evening"


def played_scenes(room: Room, *, awards: bool = True) -> Sequence[Scene]:
    """Return the scenes of the current game: told after 3 of 5 s, 1 of 3 s and, with `awards`, 0.5 of 2 s."""
    return tuple(_scenes_of(room.current_game, awards)) if room.current_game else ()


def _scenes_of(game: GameState, awards: bool) -> Iterator[Scene]:
    if game.rounds:
        yield PlayedRound(key=f"round-{game.number}-{len(game.rounds)}", told=3000, length=5000)
    if game.next_round is None:
        yield PlayedEnd(key=f"end-{game.number}", told=1000, length=3000)
        if awards:
            yield PlayedEvening(key=f"evening-{game.number}", told=500, length=2000)
