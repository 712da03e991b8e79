"""Commands by which the host corrects mistakes: correct, void, reopen, undo and redo."""

from dataclasses import replace

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import TooLate, find_revealed_round, parse_call, require_host
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.reducer import apply, can_reopen
from companion.room.state import Room
from companion.rules import games
from companion.rules.results import Play


def correct_play(room: Room, device: Device, at: str, seat: Seat, typed: str) -> events.PlayCorrected | None:
    """Replace a revealed number or card; with nothing typed, the player showed nothing.

    None where it is the same. Raises `Refused` for what the rules do not allow in that round; what it
    makes impossible in later rounds becomes a problem of these, and the game is still scored.
    """
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if seat not in game.record.players:
        raise Refused("{name} is not in this game", name=room.name(seat))
    if game.hides_hands:  # what a correction may be would tell which cards a player holds
        raise Refused("Dealt cards are still in the hands, where a correction would look: reopen the round")
    play = _read_play(game, number, seat, typed)
    if game.rounds[number - 1].reveal.plays.get(seat) == play:
        return None
    event = events.PlayCorrected(seat, game.number, number, play)
    _require_no_new_problem(room, game, number, event)
    return event


def correct_call(room: Room, device: Device, at: str, typed: str) -> events.CallCorrected | None:
    """Correct the call of high or low in a revealed round (D5)."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    before = game.rounds[number - 1].reveal.call
    if before is None:
        raise Refused("Nobody called high or low in this round")
    call = parse_call(typed)
    return None if call == before else events.CallCorrected(game.number, number, call)


def void_round(room: Room, device: Device, at: str, *, is_void: bool = True) -> events.RoundVoided | None:
    """Void a revealed round, or make it count again."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if game.rounds[number - 1].void == is_void:
        return None
    if not game.record.rules.has_independent_rounds and number != len(game.rounds):
        raise Refused("Only the last round of cards can be void: the later ones were laid after it")
    return events.RoundVoided(game.number, number, is_void)


def reopen_round(room: Room, device: Device, at: str) -> events.RoundReopened:
    """Take back the last reveal, so that what was submitted can be changed."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if not can_reopen(room, game, number):
        raise TooLate("Only the round that was revealed last can be reopened: correct this one instead")
    return events.RoundReopened(game.number, number)


def undo_last(room: Room, device: Device, number: str) -> events.EventUndone:
    """Undo the host's last event; `number` is the event that the page showed."""
    require_host(room, device)
    return events.EventUndone(_last_number(room.undo, number, Refused("There is nothing to undo")))


def redo_last(room: Room, device: Device, number: str) -> events.EventRedone:
    """Redo what was undone last; `number` is the event that the page showed."""
    require_host(room, device)
    return events.EventRedone(_last_number(room.redo, number, Refused("There is nothing to redo")))


def _last_number(stack: tuple[int, ...], shown: str, nothing: Refused) -> int:
    if not stack:
        raise nothing
    if shown != str(stack[-1]):
        raise TooLate("Something else was done meanwhile: look again")
    return stack[-1]


def _read_play(game: GameState, number: int, seat: Seat, typed: str) -> Play | None:
    """Parse what was typed by the rules as they applied before the round."""
    before = sum(not played.void for played in game.rounds[: number - 1])
    ask = games.score(replace(game.record, reveals=game.record.reveals[:before])).next_round
    if ask is None:
        raise Refused("The game was over before this round")
    if not typed.strip() and not ask.everyone_must_play:
        return None
    return ask.allowed[seat].read(typed)


def _require_no_new_problem(room: Room, game: GameState, number: int, event: events.Event) -> None:
    """Raise the first problem that a correction causes in its own round, such as a card laid twice."""
    after, index = apply(room, event).find_game(game.number), game.counted_index(number)
    if after is None or index is None:
        return
    known = {problem.sentence() for problem in game.score.problems if problem.round == index + 1}
    for problem in after.score.problems:
        if problem.round == index + 1 and problem.sentence() not in known:
            raise problem.refused
