"""Moves by which the host mends what went wrong: correcting, voiding, reopening, undoing."""

from collections.abc import Iterator
from dataclasses import replace

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import TooLate, find_revealed_round, require_host
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.reducer import apply, can_reopen
from companion.room.state import Room
from companion.rules import games
from companion.rules.results import Play


def correct_play(room: Room, device: Device, at: str, seat: Seat, typed: str) -> events.PlayCorrected | None:
    """Put another number or card in the place of one that was revealed; nothing typed: nothing was shown.

    None where it is the same. Raises `Refused` for what the rules do not allow in that round; what it
    makes impossible in later rounds becomes a problem there, and the score still stands.
    """
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    row = game.rounds[number - 1]
    if seat not in game.record.players:
        raise Refused("{name} is not in this game", name=room.name(seat))
    if game.dealt and game.next_round is not None:
        raise Refused("Dealt cards are still in the hands, where a correction would look: reopen the round")
    play = _read(game, number, seat, typed)
    if row.reveal.plays.get(seat) == play:
        return None
    event = events.PlayCorrected(seat, game.number, number, play)
    _breaks_nothing_there(room, game, number, event)
    return event


def correct_call(room: Room, device: Device, at: str, typed: str) -> events.CallCorrected | None:
    """Correct what the leader had called in a revealed round (D5)."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    called = game.rounds[number - 1].reveal.call
    if called is None:
        raise Refused("Nobody called high or low in this round")
    if typed not in ("high", "low"):
        raise Refused("A call is high or low")
    return (
        None
        if typed == called
        else events.CallCorrected(game.number, number, "high" if typed == "high" else "low")
    )


def void_round(room: Room, device: Device, at: str, *, is_void: bool = True) -> events.RoundVoided | None:
    """Have a revealed round not count, or count again."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if game.rounds[number - 1].void == is_void:
        return None
    if not game.record.rules.has_independent_rounds and number != len(game.rounds):
        raise Refused("Only the last round of cards can be void: the later ones were laid after it")
    return events.RoundVoided(game.number, number, is_void)


def reopen_round(room: Room, device: Device, at: str) -> events.RoundReopened:
    """Take back the last reveal, so that what was sent can be changed."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if not can_reopen(room, game, number):
        raise TooLate("Only the round that was revealed last can be reopened: correct this one instead")
    return events.RoundReopened(game.number, number)


def undo_last(room: Room, device: Device, number: str) -> events.EventUndone:
    """Take back the last thing that the host did; `number` is the act that the page named."""
    require_host(room, device)
    return events.EventUndone(_last(room.undo, number, Refused("There is nothing to undo")))


def redo_last(room: Room, device: Device, number: str) -> events.EventRedone:
    """Do again what was taken back last; `number` is the act that the page named."""
    require_host(room, device)
    return events.EventRedone(_last(room.redo, number, Refused("There is nothing to redo")))


def _last(numbers: tuple[int, ...], named: str, nothing: Refused) -> int:
    if not numbers:
        raise nothing
    if named != str(numbers[-1]):
        raise TooLate("Something else was done meanwhile: look again")
    return numbers[-1]


def _read(game: GameState, number: int, seat: Seat, typed: str) -> Play | None:
    """Read what was typed by the rules as they stood before the round."""
    before = sum(not row.void for row in game.rounds[: number - 1])
    ask = games.score(replace(game.record, reveals=game.record.reveals[:before])).next_round
    if ask is None:
        raise Refused("The game was over before this round")
    if not typed.strip() and not ask.everyone_must_play:
        return None
    return ask.allowed[seat].read(typed)


def _breaks_nothing_there(room: Room, game: GameState, number: int, event: events.Event) -> None:
    """Raise the refusal that a correction earns in its own round, as for a card that lies there twice."""
    after, place = apply(room, event).find_game(game.number), game.counted_index(number)
    if after is None or place is None:
        return
    known = set(_problems(game, place + 1))
    for problem in after.score.problems:
        if problem.round == place + 1 and problem.sentence() not in known:
            raise problem.refused


def _problems(game: GameState, number: int) -> Iterator[str]:
    return (problem.sentence() for problem in game.score.problems if problem.round == number)
