"""The views of the host's screen, the score sheet and the results, whose parts tests read as attributes."""

from types import SimpleNamespace
from typing import Any

from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens import host, results, sheet


def host_view(
    room: Room, candidates: tuple[str, ...], seat: Seat | None, *, has_tv: bool = True, asked: Seat = ""
) -> SimpleNamespace:
    """Return what the host sees and can do."""
    return SimpleNamespace(**host.host_view(room, candidates, seat, has_tv=has_tv, asked=asked))


def sheet_view(room: Room) -> SimpleNamespace | None:
    """Return the score sheet; None where the game has none."""
    found = sheet.sheet_view(room)
    return found and SimpleNamespace(**found)


def results_view(room: Room) -> SimpleNamespace:
    """Return the results of the evening."""
    found = with_attributes(results.results_view(room))
    for game in found.games:
        game.samples = vars(game.samples)
    return found


def replay_view(room: Room, game: GameState, number: int) -> SimpleNamespace:
    """Return a revealed round as the TV showed it."""
    return with_attributes(results.replay_view(room, game, number))


def with_attributes(value: Any) -> Any:
    """Return a view whose parts are read as attributes."""
    if isinstance(value, dict):
        return SimpleNamespace(**{key: with_attributes(each) for key, each in value.items()})
    return tuple(map(with_attributes, value)) if type(value) in (tuple, list) else value
