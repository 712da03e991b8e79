"""The page of a browser that has no seat: the seats it can claim, and the state of its claim."""

from dataclasses import dataclass

from companion.i18n.messages import translate
from companion.room import events
from companion.room.events import Device, Seat
from companion.room.state import Player, Room


@dataclass(frozen=True, slots=True)
class ClaimableSeat:
    """A seat that a browser may claim, and its player's name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True)
class JoinView:
    """The join page: `known` are the seats that can be claimed.

    `claims` is the seat that this browser has claimed, not answered yet; `denied` the one it was refused.
    `sent_away` is the name of the player whose own phone has sent this one away.
    """

    code: str
    version: int
    heading: str
    locked: bool
    closed: bool
    known: tuple[ClaimableSeat, ...]
    claims: ClaimableSeat | None
    denied: ClaimableSeat | None
    sent_away: str = ""
    free: Seat = ""
    """The seat that the next player gets."""
    late: str = ""
    """Why whoever joins now does not play in this game; empty where the game takes newcomers."""


def join_view(room: Room, device: Device, asked: Seat = "", told: Room | None = None) -> JoinView:
    """Build the view for a browser without a seat; `asked` is the seat that it claimed, as its page says.

    `told` is the room as far as the TV has told it.
    """
    claimed = "" if room.is_closed else room.claims.get(device, "")
    known = [each for each in room.players if not room.is_closed and _can_be_claimed(room, device, each)]
    is_denied = asked in room.seats and not room.is_closed and not claimed
    return JoinView(
        code=room.code,
        version=room.version,
        heading=translate("Waiting for the host to accept you as {name}", name=room.name(claimed))
        if claimed
        else translate("Join"),
        locked=room.locked,
        closed=room.is_closed,
        known=tuple(map(_claimable, known)),
        claims=ClaimableSeat(claimed, room.name(claimed)) if claimed else None,
        denied=_claimable(room.seats[asked]) if is_denied else None,
        sent_away="" if claimed or room.is_closed else _sent_away(room, device),
        free=str(room.seats_given + 1),
        late=_late(told or room),
    )


def _late(room: Room) -> str:
    """Return why nobody new can play in the game that is open (G16); empty otherwise."""
    game = room.current_game
    if game is None or game.next_round is None or not game.next_round.contenders:
        return ""
    return translate(
        "A showdown is on, and nobody new can play in it. Watch it: you play from the next game."
    )


def _sent_away(room: Room, device: Device) -> str:
    """Return the name of the player who has said that this browser is not his or hers; empty otherwise."""
    said = (change.entry.event for change in reversed(room.changes))
    disowned = (each for each in said if isinstance(each, events.PhoneVouched) and not each.is_own)
    seats = (each.seat for each in disowned if each.device == device)
    return room.name(seat) if (seat := next(seats, "")) else ""


def _claimable(player: Player) -> ClaimableSeat:
    return ClaimableSeat(player.seat, player.name)


def _can_be_claimed(room: Room, device: Device, player: Player) -> bool:
    if device in room.hosts and room.hides_hand(player.seat):
        return False
    return not (player.bot or player.devices & room.blocked)
