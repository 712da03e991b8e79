"""The players of a room on the page where the host manages them."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n.messages import translate
from companion.room import bots
from companion.room.commands import access
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.player_reducer import can_merge
from companion.room.state import Player, Room


def stand_in_offers(room: Room) -> tuple[Player, ...]:
    """List the players whom the open round waits for, and for whom a bot can play on."""
    game = room.current_game
    if game is None:
        return ()
    awaited = (room.seats[seat] for seat in game.thinking if seat in room.seats)
    return tuple(each for each in awaited if takes_stand_in(game, each))


def takes_stand_in(game: GameState | None, player: Player) -> bool:
    """Tell whether a bot can play on for a player."""
    return game is not None and not player.bot and game.takes_stand_in(player.seat)


@dataclass(frozen=True, slots=True)
class ManagedPlayer:
    """A player with what the host can do; `others` are the players with whom this one can be merged.

    `bot` is the title of a bot's strategy; it is empty for a person. `turn` is empty for whom no round waits.
    """

    seat: Seat
    name: str
    state: Literal["", "no phone", "sits out", "left", "blocked"]
    you: bool
    others: tuple[tuple[Seat, str], ...]
    is_host: bool
    bot: str = ""
    turn: Literal["", "in", "thinking"] = ""
    stand_in: bool = False
    """Whether a bot plays on for a player who is away."""
    takes_stand_in: str = ""
    """The id of the open round, where a bot can play on for this player."""


def managed_players(room: Room, device: Device) -> tuple[ManagedPlayer, ...]:
    """List all players; `device` is the browser of the host, whose own player gets `you`."""
    return tuple(_managed(room, player, device) for player in room.players)


def managed_player(room: Room, seat: Seat, device: Device) -> ManagedPlayer | None:
    """Return one player with the candidates for a merge, similar names first; None if the seat is unknown."""
    if seat not in room.seats:
        return None
    mergeable = (each for each in room.players if can_merge(room, seat, each.seat))
    managed = _managed(room, room.seats[seat], device)
    others = sorted(mergeable, key=lambda each: not _is_namesake(each.name, managed.name))
    return replace(managed, others=tuple((each.seat, each.name) for each in others))


def _is_namesake(one: str, other: str) -> bool:
    """Return whether two names differ only in a number, as after joining twice: `Sam` and `Sam 2`."""
    return one.rstrip(" 0123456789").casefold() == other.rstrip(" 0123456789").casefold()


def _managed(room: Room, player: Player, device: Device) -> ManagedPlayer:
    game, strategy = room.current_game, bots.STRATEGIES.get(player.bot)
    return ManagedPlayer(
        seat=player.seat,
        name=player.name,
        state=_player_state(room, player),
        you=device in player.devices,
        others=(),
        is_host=bool(player.devices & room.hosts),
        bot=translate(strategy.title) if strategy else player.bot,
        turn=_turn(game, player.seat),
        stand_in=game is not None and game.next_round is not None and player.seat in game.stand_ins,
        takes_stand_in=access.round_id(game) if game and takes_stand_in(game, player) else "",
    )


def _turn(game: GameState | None, seat: Seat) -> Literal["", "in", "thinking"]:
    if game is None or game.next_round is None or seat not in game.next_round.allowed:
        return ""
    if game.has_submitted(seat):
        return "in"
    return "" if game.lists_left else "thinking"


def _player_state(room: Room, player: Player) -> Literal["", "no phone", "sits out", "left", "blocked"]:
    if player.devices and player.devices <= room.blocked:
        return "blocked"
    if player.away:
        return "left"
    if player.sits_out:
        return "sits out"
    return "no phone" if player.has_no_phone else ""
