"""The page of a browser without a seat: the seat that it would get, and the seats that it may claim."""

from companion.i18n.messages import translate
from companion.room import events
from companion.room.events import Device, Seat
from companion.room.guests import offered_guests
from companion.room.state import Player, Room
from companion.screens.naming import is_crowd
from companion.values import frozen


@frozen
class JoinView:
    """What a browser without a seat is shown; a closed room offers nothing.

    `guests` are those that the next player can be, the first one without a choice. `known` are the players
    whose seats can be claimed; of a crowd, `many`, only if they are to be listed. `claims` is whose seat this
    browser has claimed, not yet answered; `denied` whose it was refused, and `sent_away` the name of whose
    own phone has sent this one away. `late`: whoever joins now does not play in this game, as a showdown is
    on (G16).
    """

    code: str
    version: int
    heading: str
    locked: bool
    closed: bool = False
    guests: tuple[int, ...] = ()
    many: bool = False
    known: tuple[Player, ...] = ()
    claims: Player | None = None
    denied: Player | None = None
    sent_away: str = ""
    late: bool = False

    @property
    def offers_seat(self) -> bool:
        """Whether this browser can join."""
        return not self.locked and not self.closed


def join_view(
    room: Room, device: Device, claimed: Seat = "", announced: Room | None = None, listed: bool = False
) -> JoinView:
    """Return the page of a browser without a seat; `claimed` is the seat that it claimed, as its page says.

    `announced` is the room as far as the TV has told it, and `listed`: all of a crowd are to be listed.
    """
    code, version, locked = room.code, room.version, room.locked
    if room.is_closed:
        return JoinView(code, version, translate("Join"), locked, closed=True)
    claim, game = room.claims.get(device), (announced or room).current_game
    claims, many = room.seats.get(claim.seat) if claim else None, is_crowd(room) and not listed
    waiting = claims and translate("Waiting for the host to accept you as {name}", name=claims.name)
    return JoinView(
        *(code, version, waiting or translate("Join"), locked),
        guests=offered_guests(room, str(room.seats_given + 1)),
        many=many,
        known=()
        if many
        else tuple(player for player in room.players if _can_be_claimed(room, device, player)),
        claims=claims,
        denied=None if claims else room.seats.get(claimed),
        sent_away="" if claims else _sent_away(room, device),
        late=bool(game and game.next_round and game.next_round.is_showdown),
    )


def _sent_away(room: Room, device: Device) -> str:
    """Return the name of the player who has said that this browser is not his or hers; empty otherwise."""
    for change in room.changes() if device else ():
        event = change.entry.event
        if isinstance(event, events.PhoneVouched) and not event.is_own and event.device == device:
            return room.name(event.seat)
    return ""


def _can_be_claimed(room: Room, device: Device, player: Player) -> bool:
    if device in room.hosts and room.hides_hand(player.seat):
        return False
    return not (player.bot or player.devices & room.blocked)
