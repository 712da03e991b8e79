"""What a browser sees that has no seat in the room: who sits there, and what became of what it asked."""

from dataclasses import dataclass

from companion.acts import Device, Seat
from companion.journal import Player, Room
from companion.words import tell


@dataclass(frozen=True, slots=True)
class Known:
    """Somebody who has a seat, which a browser may claim."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class Joining:
    """Who may be joined as.

    `claims` is whose seat this browser has asked for, with no answer yet; `denied` whose seat it asked
    for in vain.
    """

    code: str
    version: int
    heading: str
    locked: bool
    known: tuple[Known, ...]
    claims: Known | None
    denied: Known | None


def joining(room: Room, device: Device, asked: Seat = "") -> Joining:
    """Make the view of a browser that has no seat; `asked` is the seat that its page says it asked for."""
    claimed = room.claims.get(device, "")
    return Joining(
        code=room.code,
        version=room.version,
        heading=_heading(room.name(claimed) if claimed else ""),
        locked=room.locked,
        known=tuple(_known(player) for player in room.players if _can_be_claimed(room, player)),
        claims=Known(claimed, room.name(claimed)) if claimed else None,
        denied=_known(room.seats[asked]) if asked in room.seats and not claimed else None,
    )


def _heading(claimed: str) -> str:
    return tell("Waiting for the host to let you in as {name}", name=claimed) if claimed else tell("Join")


def _known(player: Player) -> Known:
    return Known(player.seat, player.name)


def _can_be_claimed(room: Room, player: Player) -> bool:
    return not (player.bot or player.devices & room.barred)
