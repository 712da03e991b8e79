"""What commands check before the rules: who asks, and for which round."""

import re
from collections.abc import Callable, Mapping
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.plays import Call, Kind, NextRound, Play

P = ParamSpec("P")
T = TypeVar("T")


class Forbidden(Refused):
    """Refused because of who asks, not because of what is asked."""


class WrongHostCode(Forbidden):
    """Refused because the host code is not the room's."""


class Blocked(Forbidden):
    """Refused because the host has blocked this browser: it may see no page of the room."""


class TooLate(Refused):
    """Refused because the room has changed since the page was rendered."""


def round_id(game: GameState) -> str:
    """Return the id of the open round, as forms carry it: game and round, `2.3`."""
    return f"{game.number}.{game.round_number if game.next_round else 0}"


class Closed(Refused):
    """Refused because whoever runs the server has closed the room."""


def require_open_room(room: Room) -> None:
    """Raise `Closed` for a closed room, which takes no command of anybody's."""
    if room.is_closed:
        template = N_(
            "Whoever runs this server has closed this room: "
            "nothing more can be done in it, and nothing is lost"
        )
        raise Closed(template)


def by_host(command: Callable[Concatenate[Room, P], T]) -> Callable[Concatenate[Room, Device, P], T]:
    """Make a command that takes a browser too, and raises `Forbidden` unless that is a host's."""

    @wraps(command)
    def checked(room: Room, device: Device, /, *args: P.args, **named: P.kwargs) -> T:
        if device not in room.hosts:
            raise Forbidden("Only the host can do that")
        return command(room, *args, **named)

    return checked


def own_seat(room: Room, device: Device) -> Seat:
    """Return the seat of a device; raise `Forbidden` if it has none, `Blocked` if it is blocked."""
    player = room.player_of(device)
    if player is None:
        raise Forbidden("You have no seat in this room: join first")
    require_not_blocked(room, device)
    return player.seat


def own_hand(room: Room, device: Device) -> Seat:
    """Return the seat as `own_seat` does; raise `Forbidden` for a phone that may not show its dealt hand."""
    seat = own_seat(room, device)
    if not room.may_see_hand(seat, device):
        raise Forbidden("The cards of {name} are on another phone", name=room.name(seat))
    return seat


def require_not_blocked(room: Room, device: Device) -> None:
    """Raise `Blocked` for a browser that the host has blocked."""
    if device in room.blocked:
        raise Blocked("The host has blocked this phone from the room")


def require_unused_link(room: Room, link: str) -> None:
    """Raise `TooLate` for a one-time link that was used."""
    if link in room.links:
        raise TooLate("This link was used already: ask for a new one")


def current_game(room: Room) -> GameState:
    """Return the open game, or the last one; raise `TooLate` before the first."""
    if room.current_game is None:
        raise TooLate("The game has not started yet")
    return room.current_game


def parse_round_id(at: str) -> tuple[int, int]:
    """Return the numbers of the game and the round in a round id; raise `Refused` for another text."""
    match = re.fullmatch(r"([0-9]{1,6})\.([0-9]{1,6})", at)
    if not match:
        raise Refused("The page did not say which round it is for: reload it")
    return int(match[1]), int(match[2])


def parse_call(typed: str) -> Call:
    """Return a call of high or low (D5); raise `Refused` for another text."""
    match typed:
        case "high" | "low":
            return typed
    raise Refused("A call is high or low")


def require_open_round(room: Room, at: str) -> GameState:
    """Return the game with its open round; raise `TooLate` if `at` is another round."""
    state = current_game(room)
    game, number = parse_round_id(at)
    if game != state.number or state.next_round is None:
        raise TooLate("That game is over")
    if number < state.round_number:
        raise TooLate(_IS_REVEALED.get(state.next_round.kind, _IS_REVEALED["round"]))
    if number > state.round_number:
        raise TooLate("The host has taken back what was revealed before this")
    return state


_IS_REVEALED: Mapping[Kind, str] = {
    "round": N_("This round is already revealed"),
    "trick": N_("This trick is already revealed"),
    "hand": N_("This hand is already revealed"),
}


def find_revealed_round(room: Room, at: str) -> tuple[GameState, int]:
    """Return the game and the number of a revealed round; raise `Refused` if there is no such round."""
    game, number = parse_round_id(at)
    state = room.find_game(game)
    if state is None or state.practice or state.played_round(number) is None:
        raise Refused("There is no such round in this room")
    return state, number


def read_play_of(room: Room, open_round: NextRound, seat: Seat, typed: str) -> Play:
    """Parse what was typed for a player of a game; raise `Refused` with the name."""
    if seat not in open_round.allowed:
        raise Refused("{name} is not in this game", name=room.name(seat))
    try:
        return open_round.allowed[seat].read(typed)
    except Refused as refused:
        raise of_player(room, seat, refused) from None


def of_player(room: Room, seat: Seat, refused: Refused) -> Refused:
    """Return a refusal that begins with whose play it is about."""
    return Refused("{player}: {problem}", player=room.name(seat), problem=refused)


def find_person(room: Room, seat: Seat) -> Player:
    """Return the player on a seat; raise `Refused` if there is none, or a bot."""
    player = find_player(room, seat)
    if player.bot:
        raise Refused("{name} is a bot", name=player.name)
    return player


def find_player(room: Room, seat: Seat) -> Player:
    """Return the player on a seat; raise `Refused` if there is none."""
    player = room.seats.get(seat)
    if player is None:
        raise Refused("There is no such player in this room")
    return player
