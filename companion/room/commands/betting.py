"""What those who watch may do: bet on who scores in the open round."""

from companion.i18n.errors import Refused
from companion.room import names
from companion.room.bets import can_bet_on
from companion.room.commands.access import Forbidden, TooLate, require_not_blocked, require_open_round
from companion.room.events import Device
from companion.room.game_events import BetPlaced
from companion.room.state import Room

_MOST_BETS = 3  # of somebody in a round, of which the last one counts


def place_bet(room: Room, device: Device, sent: str, source: str = "", most: int = 0) -> BetPlaced | None:
    """Bet on who scores in a round, or change that; None where it is the bet that stands.

    `sent` names the round and the player: `2.3.1`. Not for players and hosts, who may know what is hidden.
    `most` is from how many browsers of one address a room takes bets; 0: from any number.
    """
    _require_watcher(room, device)
    at, _, on = sent.rpartition(".")
    game = require_open_round(room, at)
    if not can_bet_on(room, on):
        raise TooLate("There is no bet on that now")
    placed = game.bets.get(game.round_number, {}).get(device, ())
    if placed[-1:] == (on,):
        return None
    if len(placed) == _MOST_BETS:
        raise Refused("You have changed your mind twice: this bet stands")
    _require_room(room, device, source, most)
    return BetPlaced(*game.here, on, source)


def bet_by_name(room: Room, device: Device, at: str, typed: str) -> str:
    """Return what `place_bet` takes for a bet on a player whose name was typed; `at` is the round's id."""
    _require_watcher(room, device)
    keys = names.look_keys(names.clean_text(typed))
    for seat, player in room.seats.items():
        if keys & names.look_keys(player.name):
            return f"{at}.{seat}"
    raise Refused("Nobody of that name can be bet on now")


def _require_watcher(room: Room, device: Device) -> None:
    require_not_blocked(room, device)
    if room.player_of(device) or device in room.hosts:
        raise Forbidden("Only who just watches can bet")


def _require_room(room: Room, device: Device, source: str, most: int) -> None:
    """Raise `Refused` for a newcomer from an address from which enough bet already."""
    if device in room.watchers or not (source and most):
        return
    if [watcher.source for watcher in room.watchers.values()].count(source) >= most:
        raise Refused("So many bet from here already that no more can")
