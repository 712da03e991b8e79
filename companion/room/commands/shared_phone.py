"""Moves on the one phone that goes round among those who have none."""

from collections.abc import Sequence

from companion.room import events
from companion.room.commands.access import current_game, find_player, require_host, round_id
from companion.room.commands.submissions import call_high_low_for, submit_list_for, submit_play_for
from companion.room.events import Device, Seat
from companion.room.state import Room


def seats_without_phone(room: Room) -> tuple[Seat, ...]:
    """List those to whom the phone is still to be handed in this round, whoever leads first.

    They have no phone of their own, are here, and have put down nothing. Where the app has dealt
    everybody has one, so there it is those who have left and without whom the round cannot end.
    """
    game = room.current_game
    if game is None:
        return ()
    found = [seat for seat in game.thinking if _has_none(room, seat, dealt=game.dealt)]
    return tuple(sorted(found, key=lambda seat: seat != game.must_lead))


def _has_none(room: Room, seat: Seat, *, dealt: bool) -> bool:
    player = room.seats.get(seat)
    if player is None or player.bot:
        return False
    return player.away if dealt else player.has_no_phone and not player.away


def enter_play(
    room: Room, device: Device, seat: Seat, at: str, typed: Sequence[str]
) -> events.PlaySubmitted | events.ListSubmitted | None:
    """Put down what somebody enters on the host's phone: a number or a card, or a list of numbers.

    What lies there already stays, so that nobody who gets the phone later, and goes back, changes it.
    Raises what `show_for` and `hand_in_for` raise.
    """
    if _is_done(room, device, seat, at):
        return None
    if len(typed) > 1:
        return submit_list_for(room, device, seat, at, typed)
    return submit_play_for(room, device, seat, at, "".join(typed))


def enter_call(room: Room, device: Device, seat: Seat, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low on the host's phone; a call that was made stays. Raises what `call_for` raises."""
    if _is_done(room, device, seat, at) or (_goes_on(room, at) and current_game(room).must_call != seat):
        return None
    return call_high_low_for(room, device, at, typed)


def _is_done(room: Room, device: Device, seat: Seat, at: str) -> bool:
    """Tell whether the round goes on, but the phone is not to be handed to this player any more."""
    require_host(room, device)
    find_player(room, seat)
    return _goes_on(room, at) and seat not in seats_without_phone(room)


def _goes_on(room: Room, at: str) -> bool:
    return room.current_game is not None and at == round_id(room.current_game)
