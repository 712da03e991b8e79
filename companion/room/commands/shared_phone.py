"""Commands on the one phone that is passed among players who have none."""

from collections.abc import Sequence

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import TooLate, current_game, find_player, require_host, round_id
from companion.room.commands.submissions import call_high_low_for, submit_list_for, submit_play_for
from companion.room.events import Device, Seat
from companion.room.state import Room


def seats_without_phone(room: Room) -> tuple[Seat, ...]:
    """Return the seats to which the phone is still to be passed in this round, the leader's first.

    They have no phone, are present and have not submitted. Where the app has dealt the cards there are none:
    a hand is shown on its own player's phone only. Results (R1 to R3) are nobody's own: the score-keeper
    enters them.
    """
    game = room.current_game
    if game is None or game.dealt or (game.next_round and game.next_round.is_result):
        return ()
    found = [seat for seat in game.thinking if _needs_shared_phone(room, seat)]
    return tuple(sorted(found, key=lambda seat: seat != game.must_lead))


def _needs_shared_phone(room: Room, seat: Seat) -> bool:
    player = room.seats.get(seat)
    return player is not None and player.has_no_phone and not player.away


def enter_play(
    room: Room, device: Device, seat: Seat, at: str, typed: Sequence[str]
) -> events.PlaySubmitted | events.ListSubmitted | None:
    """Submit what a player enters on the host's phone: a number or a card, or a list of numbers.

    What was submitted stays, so that a player who gets the phone later and goes back cannot change it: then
    None, whatever is entered. Raises `Refused` for a player who does not enter here, and what
    `submit_play_for` and `submit_list_for` raise.
    """
    if _is_in(room, device, seat, at):
        return None
    _require_at_phone(room, seat, at)
    if len(typed) > 1:
        return submit_list_for(room, device, seat, at, typed)
    return submit_play_for(room, device, seat, at, "".join(typed))


def enter_call(room: Room, device: Device, seat: Seat, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low on the host's phone; a call stays.

    Raises `Refused` for a player who does not enter here, and what `call_high_low_for` raises.
    """
    if _is_in(room, device, seat, at):
        return None
    _require_at_phone(room, seat, at)
    caller = _caller(room, at)
    if caller is not None and caller != seat:
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(caller))
    if caller and current_game(room).call:
        return None
    return call_high_low_for(room, device, at, typed)


def _is_in(room: Room, device: Device, seat: Seat, at: str) -> bool:
    """Tell whether a player without a phone has submitted already in the open round."""
    require_host(room, device)
    player = find_player(room, seat)
    return player.has_no_phone and _is_open(room, at) and current_game(room).has_submitted(seat)


def _caller(room: Room, at: str) -> Seat | None:
    """Return who calls high or low in the open round (D5); None where nobody does, or it is another."""
    ask = room.current_game.next_round if room.current_game and _is_open(room, at) else None
    return ask.caller if ask else None


def _require_at_phone(room: Room, seat: Seat, at: str) -> None:
    """Raise `Refused` for a player with a phone, and for one who has left, or whom no round waits for now."""
    player = room.seats[seat]
    if player.devices:
        raise Refused("{name} has a phone, and sends from there", name=player.name)
    if player.away:
        raise TooLate("{name} has left: nothing was entered", name=player.name)
    if player.sits_out and _is_open(room, at) and not current_game(room).waits_for(seat):
        raise TooLate("{name} sits this out: nothing was entered", name=player.name)


def _is_open(room: Room, at: str) -> bool:
    return room.current_game is not None and at == round_id(room.current_game)
