"""Commands on the one phone that is passed among players who have none."""

from collections.abc import Sequence

from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.commands.access import TooLate, by_host, current_game, find_player, round_id
from companion.room.commands.submissions import call_high_low_for, submit_list_for, submit_play_for
from companion.room.events import Device, Seat, Seats
from companion.room.game_state import EVERYBODY, GameState
from companion.room.state import Room


def seats_without_phone(room: Room) -> Seats:
    """Return the seats to which the phone is still to be passed in this round, the leader's first.

    In a showdown those come last who are still in it: then the others have only some seconds (G16).

    They have no phone, are present and have not submitted, or may again as the round was reopened. Where the
    app has dealt the cards there are none: a hand is shown on its own player's phone only. Results (R1 to R3)
    are nobody's own: the score-keeper enters them.
    """
    game = room.current_game
    if game is None or game.dealt or game.open_round.is_result:
        return ()
    awaited = (seat for seat in game.open_round.allowed if game.waits_for(seat) or is_open_again(game, seat))
    players = filter(None, map(room.seats.get, awaited))
    found = [player.seat for player in players if player.has_no_phone and not player.away]
    return tuple(sorted(found, key=lambda seat: (seat != game.must_lead, seat in game.open_round.contenders)))


def is_open_again(game: GameState, seat: Seat) -> bool:
    """Tell whether what everybody has seen of a player stands in a round that was reopened."""
    return game.senders.get(seat) == EVERYBODY


def enter_play(
    room: Room, device: Device, seat: Seat, at: str, typed: Sequence[str]
) -> game_events.PlaySubmitted | game_events.ListSubmitted | None:
    """Submit what a player enters on the host's phone: a number or a card, or a list of numbers.

    What was submitted stays, so that a player who gets the phone later and goes back cannot change it: then
    None, whatever is entered. In a round that was reopened each enters once more; whether something else is
    no matter, as the next page would tell it. Raises `Refused` for a player who does not enter here, and what
    `submit_play_for` and `submit_list_for` raise.
    """
    if _is_in(room, device, seat, at):
        return None
    if len(typed) > 1:
        return submit_list_for(room, device, seat, at, typed)
    game, event = current_game(room), submit_play_for(room, device, seat, at, "".join(typed))
    if event is None and at == round_id(game) and is_open_again(game, seat):
        return game_events.PlaySubmitted(*game.here, seat, game.hidden[seat])
    return event


def enter_call(
    room: Room, device: Device, seat: Seat, at: str, typed: str
) -> game_events.HighLowCalled | None:
    """Call high or low on the host's phone; a call stays.

    Raises `Refused` for a player who does not enter here, and what `call_high_low_for` raises.
    """
    if _is_in(room, device, seat, at):
        return None
    game = current_game(room)
    caller = game.open_round.caller if at == round_id(game) else None
    if caller not in (None, seat):
        raise Refused("Only {leader}, who leads, calls high or low", leader=room.name(caller))
    return None if caller and game.call else call_high_low_for(room, device, at, typed)


@by_host
def _is_in(room: Room, seat: Seat, at: str) -> bool:
    """Tell whether a player without a phone has submitted already in the open round.

    Raises `Refused` for a player with a phone, and for one who has left, or whom no round waits for now.
    """
    player, game = find_player(room, seat), room.current_game
    game = game if game and at == round_id(game) else None
    if game and player.has_no_phone and game.has_submitted(seat):
        return not is_open_again(game, seat)
    if player.devices:
        raise Refused("{name} has a phone, and sends from there", name=player.name)
    if player.away:
        raise TooLate("{name} has left: nothing was entered", name=player.name)
    if game and player.sits_out and not game.waits_for(seat):
        raise TooLate("{name} sits this out: nothing was entered", name=player.name)
    return False
