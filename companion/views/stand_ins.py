"""For whom a bot can play on: players whose dealt cards a round waits for, and only they can lay them."""

from dataclasses import dataclass

from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room


@dataclass(frozen=True, slots=True)
class StandInOffer:
    """A player for whom the host can have a bot play on; `is_gone`: who has left, or was removed."""

    seat: Seat
    name: str
    is_gone: bool


def stand_in_offers(room: Room) -> tuple[StandInOffer, ...]:
    """List the players whom the open round waits for, and for whom a bot can play on."""
    game = room.current_game
    if game is None:
        return ()
    awaited = (room.seats[seat] for seat in game.thinking if seat in room.seats)
    return tuple(
        StandInOffer(each.seat, each.name, each.away) for each in awaited if takes_stand_in(game, each)
    )


def takes_stand_in(game: GameState | None, player: Player) -> bool:
    """Tell whether a bot can play on for a player."""
    return game is not None and not player.bot and game.takes_stand_in(player.seat)
