"""What a browser sees that has no seat in the room: who sits there, and what became of what it asked."""

from dataclasses import dataclass

from companion.i18n.messages import translate
from companion.room.events import Device, Seat
from companion.room.state import Player, Room


@dataclass(frozen=True, slots=True)
class ClaimableSeat:
    """Somebody who has a seat, which a browser may claim."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class JoinView:
    """Who may be joined as.

    `claims` is whose seat this browser has asked for, with no answer yet; `denied` whose seat it asked
    for in vain.
    """

    code: str
    version: int
    heading: str
    locked: bool
    known: tuple[ClaimableSeat, ...]
    claims: ClaimableSeat | None
    denied: ClaimableSeat | None


def join_view(room: Room, device: Device, asked: Seat = "") -> JoinView:
    """Make the view of a browser that has no seat; `asked` is the seat that its page says it asked for."""
    claimed = room.claims.get(device, "")
    return JoinView(
        code=room.code,
        version=room.version,
        heading=_heading(room.name(claimed) if claimed else ""),
        locked=room.locked,
        known=tuple(_known(player) for player in room.players if _can_be_claimed(room, player)),
        claims=ClaimableSeat(claimed, room.name(claimed)) if claimed else None,
        denied=_known(room.seats[asked]) if asked in room.seats and not claimed else None,
    )


def _heading(claimed: str) -> str:
    return (
        translate("Waiting for the host to accept you as {name}", name=claimed)
        if claimed
        else translate("Join")
    )


def _known(player: Player) -> ClaimableSeat:
    return ClaimableSeat(player.seat, player.name)


def _can_be_claimed(room: Room, player: Player) -> bool:
    return not (player.bot or player.devices & room.blocked)
