"""What follows from the results of a room, kept for as long as these stay: mostly, players only submit."""

from collections.abc import Callable
from dataclasses import fields
from functools import wraps
from typing import TypeVar

from companion.i18n.languages import current_language
from companion.room.game_state import GameState
from companion.room.state import Room

T = TypeVar("T")
_Make = Callable[[Room, GameState], T]

_MOST_ROOMS = 500  # of which something is kept
_SUBMITTED = {"hidden", "entered", "lists", "senders"}  # what changes in a game when somebody submits
_OF_ROOM = [each.name for each in fields(Room) if each.name not in {"version", "log", "games"}]
_OF_GAME = [each.name for each in fields(GameState) if each.name not in _SUBMITTED]

_kept: dict[tuple[str, str], tuple[list[object], dict[object, object]]] = {}
"""By room and language: the state, and what each function has made of it."""


def kept(make: _Make[T]) -> _Make[T]:
    """Have what a function makes of a room and its game used again until more changes than who is in.

    The function must not look at what is submitted, nor at the version or the log of the room.
    """

    @wraps(make)
    def made_once(room: Room, game: GameState) -> T:
        made = _made_of(room, game)
        if make not in made:
            made[make] = make(room, game)
        return made[make]  # type: ignore[return-value]

    return made_once


def _made_of(room: Room, game: GameState) -> dict[object, object]:
    """Return what was made of a room as it is; its values are compared by identity, which is quick."""
    state = _state(room, game)
    place = room.code, current_language()
    known, made = _kept.get(place, ([], {}))
    if len(known) != len(state) or any(a is not b for a, b in zip(known, state, strict=True)):
        if len(_kept) >= _MOST_ROOMS:
            _kept.clear()
        made = {}
        _kept[place] = state, made
    return made


def _state(room: Room, game: GameState) -> list[object]:
    """Return all of a room and a game but what is submitted."""
    return [
        *(getattr(room, name) for name in _OF_ROOM),
        *room.games[:-1],
        *(getattr(game, name) for name in _OF_GAME),
    ]
