"""The views of screens whose parts tests read as attributes."""

from types import SimpleNamespace
from typing import Any

from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.screens import host, lessons, tv


def tv_view(room: Room, candidates: tuple[str, ...]) -> Any:
    """Return what the TV shows."""
    found = dict(tv.tv_view(room, candidates))
    if found.get("stage"):
        found["stage"] = stage_view(room, room.games[-1])
    return SimpleNamespace(**found)


def stage_view(room: Room, game: GameState) -> Any:
    """Return the round that is played, as the TV shows it."""
    return SimpleNamespace(**tv.stage_view(room, game))


def lesson_view(rules: Game) -> Any:
    """Return how a game is taught."""
    return with_attributes(lessons.lesson_view(rules))


def host_view(
    room: Room, candidates: tuple[str, ...], seat: Seat | None, *, has_tv: bool = True, asked: Seat = ""
) -> SimpleNamespace:
    """Return what the host sees and can do."""
    return SimpleNamespace(**host.host_view(room, candidates, seat, has_tv=has_tv, asked=asked))


def with_attributes(value: Any) -> Any:
    """Return a view whose parts are read as attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: with_attributes(each) for key, each in value.items()})
    return tuple(map(with_attributes, value)) if type(value) in (tuple, list) else value
