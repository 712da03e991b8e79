"""Commands by which the host corrects mistakes: correct, void, reopen, undo and redo."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands.access import TooLate, find_revealed_round, parse_call, require_host
from companion.room.correction_reducer import can_reopen
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.deck import CardIsGone
from companion.rules.results import NextRound, Play, Problem

Place = tuple[int, Seat]
"""Where a play stands: the number of its round in the game, and the player."""


def correct_plays(
    room: Room, device: Device, at: str, typed: Mapping[Place, str], calls: Mapping[int, str] | None = None
) -> events.PlaysCorrected | None:
    """Replace plays, and calls (D5), of the game that `at` names, all at once and judged together.

    What is typed as it stands is left out; with nothing typed the player showed nothing. None where nothing
    changes. Raises `Refused`, with the player's name, for what the rules do not allow in the corrected rounds
    once everything is corrected. What becomes impossible in other rounds is struck there, and the game is
    still scored.
    """
    require_host(room, device)
    game, _ = find_revealed_round(room, at)
    if game.hides_hands:  # what a correction may be would tell which cards a player holds
        raise Refused("Dealt cards are still in the hands, where a correction would look: reopen the round")
    event = events.PlaysCorrected(
        game.number,
        tuple(_changed_plays(room, game, typed)),
        tuple(_changed_calls(game, calls or {})),
    )
    if not event.rounds:
        return None
    _require_possible(room, game, event)
    return event


def _changed_plays(room: Room, game: GameState, typed: Mapping[Place, str]) -> Iterator[events.CorrectedPlay]:
    for (number, seat), text in typed.items():
        played = game.played_round(number)
        if played is None:
            raise _no_such_round()
        if seat not in game.record.players:
            raise Refused("{name} is not in this game", name=room.name(seat))
        before = played.reveal.plays.get(seat)
        if text.strip() != ("" if before is None else str(before)):
            play = _read_play(room, game, seat, text)
            if play != before:
                yield events.CorrectedPlay(number, seat, play)


def _changed_calls(game: GameState, typed: Mapping[int, str]) -> Iterator[events.CorrectedCall]:
    for number, text in typed.items():
        played = game.played_round(number)
        if played is None:
            raise _no_such_round()
        if played.reveal.call is None:
            raise Refused("Nobody called high or low in this round")
        if (call := parse_call(text)) != played.reveal.call:
            yield events.CorrectedCall(number, call)


def opening(game: GameState) -> NextRound | None:
    """Return the first round as the rules ask for it, with no cards dealt: all that a correction can be.

    Which of it a round allows depends on the other plays, of which several may be corrected. None where these
    players cannot play.
    """
    return games.score(replace(game.record, reveals=(), deals=())).next_round


def _read_play(room: Room, game: GameState, seat: Seat, typed: str) -> Play | None:
    """Parse what was typed for a player; raise `Refused` with the name."""
    ask = opening(game)
    if ask is None:
        raise _over()
    if not typed.strip() and not ask.everyone_must_play:
        return None
    try:
        return ask.allowed[seat].read(typed)
    except Refused as refused:
        raise _named(room, seat, refused) from None


class Impossible(Refused):
    """Refused because of other plays; `places` are where these stand."""

    def __init__(self, refused: Refused, places: Iterable[Place]) -> None:
        self.places = tuple(places)
        super().__init__(refused.template, **refused.values)


def _require_possible(room: Room, game: GameState, event: events.PlaysCorrected) -> None:
    """Raise the first problem that the corrected rounds have then, and did not have before."""
    after = apply(room, event).find_game(game.number) or game
    for number in event.rounds:
        for problem in _new_problems(game, after, number, event):
            refused = problem.refused
            named = refused if problem.player is None else _named(room, problem.player, refused)
            if isinstance(refused, CardIsGone):
                raise Impossible(named, _contradicted(after, number, refused))
            raise named


def _contradicted(game: GameState, number: int, gone: CardIsGone) -> Iterator[Place]:
    """Yield where the card lies that cannot be there once more, seen from the round of that number."""
    counting = [each for each, played in enumerate(game.rounds[: number - 1], 1) if not played.void]
    for laid in gone.laid:
        yield (*counting, number)[laid.place.number - 1], laid.player


def _new_problems(
    before: GameState, after: GameState, number: int, event: events.PlaysCorrected
) -> Iterator[Problem]:
    """Yield the problems of a corrected round, without those of plays that were impossible before."""
    changed = {each.seat for each in event.plays if each.round == number}
    known = {problem.player for problem in _problems_of(before, number)} - changed - {None}
    yield from (problem for problem in _problems_of(after, number) if problem.player not in known)


def _problems_of(game: GameState, number: int) -> Iterator[Problem]:
    """Yield what breaks a rule in a revealed round; a void one is judged as if it counted."""
    before = tuple(played.reveal for played in game.rounds[: number - 1] if not played.void)
    scored = games.score_record(replace(game.record, reveals=before))
    if scored.score.next_round is None:
        yield Problem(_over(), number)
        return
    score = scored.after(game.rounds[number - 1].reveal).score
    yield from (problem for problem in score.problems if problem.round == len(before) + 1)


def _named(room: Room, seat: Seat, refused: Refused) -> Refused:
    return Refused("{player}: {problem}", player=room.name(seat), problem=refused)


def _over() -> Refused:
    return Refused("The game was over before this round")


def _no_such_round() -> Refused:
    return Refused("There is no such round in this room")


def void_round(room: Room, device: Device, at: str, *, is_void: bool = True) -> events.RoundVoided | None:
    """Void a revealed round, or make it count again."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if game.rounds[number - 1].void == is_void:
        return None
    if not game.record.rules.has_independent_rounds and number != len(game.rounds):
        raise Refused("Only what was laid last can be void: later cards follow from these")
    return events.RoundVoided(game.number, number, is_void)


def reopen_round(room: Room, device: Device, at: str) -> events.RoundReopened:
    """Take back the last reveal, so that what was submitted can be changed."""
    require_host(room, device)
    game, number = find_revealed_round(room, at)
    if not can_reopen(room, game, number):
        raise TooLate("Only what was revealed last can be reopened: correct this instead")
    return events.RoundReopened(game.number, number)


def undo_last(room: Room, device: Device, number: str) -> events.EventUndone:
    """Undo the host's last event; `number` is the event that the page showed."""
    require_host(room, device)
    return events.EventUndone(_last_number(room.undo, number, Refused("There is nothing to undo")))


def redo_last(room: Room, device: Device, number: str) -> events.EventUndone:
    """Redo what was undone last; `number` is the event that the page showed."""
    require_host(room, device)
    number_of_last = _last_number(room.redo, number, Refused("There is nothing to redo"))
    return events.EventUndone(number_of_last, undone=False)


def _last_number(stack: tuple[int, ...], shown: str, nothing: Refused) -> int:
    if not stack:
        raise nothing
    if shown != str(stack[-1]):
        raise TooLate("Something else was done meanwhile: look again")
    return stack[-1]
