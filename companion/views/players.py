"""The people of a room as the host manages them."""

from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n.messages import translate
from companion.room import bots
from companion.room.events import Device, Seat
from companion.room.player_reducer import can_merge
from companion.room.state import Player, Room


@dataclass(frozen=True, slots=True)
class ManagedPlayer:
    """A player as the host manages them; `others` are those that can be the same person.

    `bot` says how a bot plays; it is empty for a person.
    """

    seat: Seat
    name: str
    state: Literal["", "no phone", "sits out", "left", "blocked"]
    you: bool
    others: tuple[tuple[Seat, str], ...]
    is_host: bool
    bot: str = ""


def managed_players(room: Room, device: Device) -> tuple[ManagedPlayer, ...]:
    """List the players as the host, who asks from this browser, sees them."""
    return tuple(_person(room, player, device) for player in room.players)


def managed_player(room: Room, seat: Seat, device: Device) -> ManagedPlayer | None:
    """Show one player as the host, who asks from this browser, manages him or her; None if there is none."""
    if seat not in room.seats:
        return None
    others = (each for each in room.players if can_merge(room, seat, each.seat))
    found = _person(room, room.seats[seat], device)
    alike = sorted(others, key=lambda each: not _is_namesake(each.name, found.name))
    return replace(found, others=tuple((each.seat, each.name) for each in alike))


def _is_namesake(one: str, other: str) -> bool:
    """Tell whether two names are as those of somebody who has joined twice: `Sam` and `Sam 2`."""
    return one.rstrip(" 0123456789").casefold() == other.rstrip(" 0123456789").casefold()


def _person(room: Room, player: Player, device: Device) -> ManagedPlayer:
    return ManagedPlayer(
        seat=player.seat,
        name=player.name,
        state=_person_state(room, player),
        you=device in player.devices,
        others=(),
        is_host=bool(player.devices & room.hosts),
        bot=_plays_as(player),
    )


def _person_state(room: Room, player: Player) -> Literal["", "no phone", "sits out", "left", "blocked"]:
    if player.devices and player.devices <= room.blocked:
        return "blocked"
    if player.away:
        return "left"
    if player.sits_out:
        return "sits out"
    return "no phone" if player.has_no_phone else ""


def _plays_as(player: Player) -> str:
    strategy = bots.STRATEGIES.get(player.bot)
    return translate(strategy.title) if strategy else player.bot
