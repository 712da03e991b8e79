"""What is on the scenes of the TV, and scenes of known lengths for tests of announcements."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens.scenes import SceneView
from companion.screens.story import Announces, Scene, scenes_of


class Shown:
    """What is on a scene, with the scene itself."""

    def __init__(self, scene: Scene) -> None:
        self.scene, self._content = scene, scene.content()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._content, name)


def scenes_shown(room: Room, kind: str) -> list[Shown]:
    """Return what is on the scenes of one kind that the last reveal has brought."""
    return [Shown(each) for each in scenes_of(room) if each.kind == kind]


def strip(scene: Shown) -> dict[str, tuple[int | None, int | None]]:
    """Return what each player had before the last reveal, and has now."""
    return {row.name: (row.was, row.score) for row in scene.strip.rows}


def played_scenes(room: Room, *, awards: bool = True) -> Sequence[Scene]:
    """Return the scenes of a game, announced after 3 of 5 s, 1 of 3 s and, with `awards`, 0.5 of 2 s."""
    return tuple(_scenes_of(room.current_game, awards)) if room.current_game else ()


def _scenes_of(game: GameState, awards: bool) -> Iterator[Scene]:
    def scene(kind: str, key: str, announces: Announces, announced: int, length: int) -> Scene:
        return Scene(kind, key, announces, {"announced": [announced], "length": [length]}, SceneView)

    if game.rounds:
        yield scene("round", f"round-{game.number}-{len(game.rounds)}", "round", 3000, 5000)
    if game.next_round is None:
        yield scene("end", f"end-{game.number}", "winner", 1000, 3000)
        if awards:
            yield scene("evening", f"evening-{game.number}", "evening", 500, 2000)
