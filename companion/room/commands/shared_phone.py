"""Commands on the one phone that is passed among players who have none."""

from collections.abc import Sequence

from companion.room import events
from companion.room.commands.access import current_game, find_player, require_host, round_id
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

    What was submitted stays, so that a player who gets the phone later and goes back cannot change it.
    Raises what `submit_play_for` and `submit_list_for` raise.
    """
    if _is_done(room, device, seat, at):
        return None
    if len(typed) > 1:
        return submit_list_for(room, device, seat, at, typed)
    return submit_play_for(room, device, seat, at, "".join(typed))


def enter_call(room: Room, device: Device, seat: Seat, at: str, typed: str) -> events.HighLowCalled | None:
    """Call high or low on the host's phone; a call stays. Raises what `call_high_low_for` raises."""
    if _is_done(room, device, seat, at) or (_is_open(room, at) and current_game(room).must_call != seat):
        return None
    return call_high_low_for(room, device, at, typed)


def _is_done(room: Room, device: Device, seat: Seat, at: str) -> bool:
    """Tell whether the round is open, but needs nothing more from this player on the shared phone."""
    require_host(room, device)
    find_player(room, seat)
    return _is_open(room, at) and seat not in seats_without_phone(room)


def _is_open(room: Room, at: str) -> bool:
    return room.current_game is not None and at == round_id(room.current_game)
