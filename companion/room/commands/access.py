"""Who asks, and for which round: what every move looks at before it looks at the rules."""

import re

from companion.i18n.errors import Refused
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room


class Forbidden(Refused):
    """Refused because of who asks, not of what is asked."""


class Blocked(Forbidden):
    """Refused because the host has barred this browser: no page of the room is for it."""


class TooLate(Refused):
    """Refused because the room has gone on since the page was drawn."""


def round_id(game: GameState) -> str:
    """Name the round that is going on, as forms carry it: game and round, `2.3`."""
    return f"{game.number}.{game.round_number if game.next_round else 0}"


def require_host(room: Room, device: Device) -> None:
    """Raise `Forbidden` for anybody but the host."""
    if device not in room.hosts:
        raise Forbidden("Only the host can do that")


def own_seat(room: Room, device: Device) -> Seat:
    """Return the seat of a device; raise `Forbidden` if it has none, `Unwelcome` if it is barred."""
    player = room.player_of(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    require_not_blocked(room, device)
    return player.seat


def require_not_blocked(room: Room, device: Device) -> None:
    """Raise `Unwelcome` for a browser that the host has barred."""
    if device in room.blocked:
        raise Blocked("The host has blocked this phone from the room")


def current_game(room: Room) -> GameState:
    """Return the game that is going on, or the last one; raise `TooLate` before the first."""
    if room.current_game is None:
        raise TooLate("The game has not started yet")
    return room.current_game


def parse_round_id(at: str) -> tuple[int, int]:
    """Read the game and the round that a form carries; raise `Refused` if it does not say."""
    found = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", at)
    if not found:
        raise Refused("The page did not say which round it is for: reload it")
    return int(found[1]), int(found[2])


def require_open_round(state: GameState, at: str) -> int:
    """Return the number of the round if it is the one that is going on; raise `TooLate` if not."""
    game, number = parse_round_id(at)
    if game != state.number or state.next_round is None:
        raise TooLate("That game is over")
    if number < state.round_number:
        raise TooLate("Round {number} is already revealed", number=number)
    if number > state.round_number:
        raise TooLate("The host has taken back the round before")
    return number


def find_revealed_round(room: Room, at: str) -> tuple[GameState, int]:
    """Return the game and the number of a revealed round; raise `Refused` if there is no such round."""
    game, number = parse_round_id(at)
    state = room.find_game(game)
    if state is None or state.played_round(number) is None:
        raise Refused("There is no such round in this room")
    return state, number


def find_player(room: Room, seat: Seat) -> Player:
    """Return the player on a seat; raise `Refused` if there is none."""
    player = room.seats.get(seat)
    if player is None:
        raise Refused("There is no such player in this room")
    return player
