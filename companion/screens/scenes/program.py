"""The scenes that follow from the last reveal, in the order in which the TV plays them."""

from collections.abc import Callable, Iterable, Sequence

from companion.i18n.languages import current_language
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games import find_game
from companion.screens.scenes.final import evening_scenes, final_scenes
from companion.screens.scenes.part import part_scenes, taken_scenes
from companion.screens.scenes.reveal import number_scenes
from companion.screens.scenes.scene import Scene
from companion.screens.scenes.tie import tie_scenes
from companion.screens.scenes.titles import duel_scenes, halt_scenes, nobody_scenes, title_scenes
from companion.screens.scenes.trick import trick_scenes
from companion.screens.scenes.truth import truth_scenes

_GAME_SCENES: Sequence[Callable[[Room, GameState], Iterable[Scene]]] = (
    title_scenes,
    number_scenes,
    trick_scenes,
    taken_scenes,
    truth_scenes,
    part_scenes,
    tie_scenes,
    halt_scenes,
    duel_scenes,
    final_scenes,
    nobody_scenes,
    evening_scenes,
)
"""Each returns the scenes of one kind that the last reveal brought; in the order of playing."""


_latest: tuple[Room, str, tuple[Scene, ...]] | None = None
"""The scenes that were made last: the TV's message and the hold of all others ask for the same ones."""


def scenes_of(room: Room) -> tuple[Scene, ...]:
    """Return the scenes of the last reveal, or of the start of a game; none in a room without a game."""
    global _latest  # noqa: PLW0603 - one assignment, so threads see a whole tuple
    known, language = _latest, current_language()
    if known and known[0] is room and known[1] == language:
        return known[2]
    game = room.current_game
    scenes = tuple(scene for make in _GAME_SCENES for scene in make(room, game)) if game else ()
    _latest = room, language, scenes
    return scenes


def resting_scene(room: Room, scenes: Sequence[Scene]) -> Scene | None:
    """Return the scene whose end the TV keeps."""
    return scenes[-1] if scenes and is_resting(room) else None


def is_resting(room: Room) -> bool:
    """Return whether the TV keeps the end of the last scene: that of a reveal until the round goes on."""
    game = room.current_game
    if game is None or not game.record.reveals:
        return False
    if announces_next_game(room):
        return False
    goes_on = game.hidden or game.question or (game.lists and not game.lists_left) or game.is_deserted
    return not (game.next_round and goes_on)


def announces_next_game(room: Room) -> bool:
    """Return whether the TV shows the lobby of the next game instead of the end of the last one.

    That is where the host has chosen one, or where more people are here now than it takes.
    """
    if room.is_playing or not room.games:
        return False
    newcomers = {player.seat for player in room.present}.difference(room.games[-1].record.players)
    too_many = len(room.present) > find_game(room.next_game.name).max_players
    return room.chosen is not None or bool(newcomers and too_many)


def progress(room: Room) -> int:
    """Return a number that grows with every reveal in a room, and falls where one is undone."""
    game = room.current_game
    return game.number * 100_000 + len(game.record.reveals) if game else 0
