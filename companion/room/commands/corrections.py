"""Commands by which the host corrects mistakes: correct, void, reopen, undo and redo."""

from collections.abc import Container, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import takewhile

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, plain
from companion.room import events, game_events
from companion.room.commands.access import (
    TooLate,
    by_host,
    find_revealed_round,
    of_player,
    parse_call,
    read_play_of,
)
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.reducer import apply, can_reopen, is_reveal_undone, last_undoable
from companion.room.state import Room
from companion.rules import games
from companion.rules.games.deck import CardIsGone
from companion.rules.games.numbers import abbreviate, parse_integer
from companion.rules.plays import NextRound
from companion.rules.results import Problem

LARGEST_TRUTH = 10**12 - 1
"""The greatest distance of a truth from 0: more has no room on any screen."""

PlayKey = tuple[int, Seat]
"""Where a play stands: the number of its round in the game, and the player."""


@by_host
def correct_plays(
    room: Room, at: str, typed: Mapping[PlayKey, str], calls: Mapping[int, str] | None = None
) -> game_events.PlaysCorrected | None:
    """Replace plays, and calls (D5), of the game that `at` names, all at once and judged together.

    What is typed as it stands is left out; with nothing typed the player showed nothing. None where nothing
    changes. Raises `Refused`, with the player's name, for what the rules do not allow in the corrected rounds
    once everything is corrected. What becomes impossible in other rounds is voided there, and the game is
    still scored.
    """
    game, _ = find_revealed_round(room, at)
    if game.hides_hands:  # what a correction may be would tell which cards a player holds
        raise Refused("Dealt cards are still in the hands, where a correction would look: reopen the round")
    event = game_events.PlaysCorrected(
        game.number, tuple(_changed_plays(room, game, typed)), tuple(_changed_calls(game, calls or {}))
    )
    if not event.rounds:
        return None
    after = apply(room, event).find_game(game.number) or game
    for changed in event.rounds:
        seats = {corrected_play.seat for corrected_play in event.plays if corrected_play.round == changed}
        known = {problem.player for problem in _problems_of(game, changed)} - seats - {None}
        _require_round(room, after, changed, known)
    return event


def _changed_plays(
    room: Room, game: GameState, typed: Mapping[PlayKey, str]
) -> Iterator[game_events.CorrectedPlay]:
    open_round = opening(game)
    for (number, seat), text in typed.items():
        before = _revealed(game, number).reveal.plays.get(seat)
        if plain(text) != ("" if before is None else str(before)):
            if open_round is None:
                raise Refused(_OVER)
            is_absent = not plain(text) and not open_round.everyone_must_play
            play = None if is_absent else read_play_of(room, open_round, seat, text)
            if play != before:
                yield game_events.CorrectedPlay(number, seat, play)


def _changed_calls(game: GameState, typed: Mapping[int, str]) -> Iterator[game_events.CorrectedCall]:
    for number, text in typed.items():
        called = _revealed(game, number).reveal.call
        if called is None:
            raise Refused("Nobody called high or low in this round")
        if (call := parse_call(text)) != called:
            yield game_events.CorrectedCall(number, call)


def opening(game: GameState) -> NextRound | None:
    """Return the first round as the rules ask for it, with no cards dealt: all that a correction can be.

    Which of it a round allows depends on the other plays, of which several may be corrected. None where these
    players cannot play.
    """
    return games.score(replace(game.record, reveals=(), deals=())).next_round


class Impossible(Refused):
    """Refused because of other plays; `play_keys` are where these stand."""

    def __init__(self, refused: Refused, play_keys: Iterable[PlayKey]) -> None:
        self.play_keys = tuple(play_keys)
        super().__init__(refused.template, **refused.values)


def _require_round(room: Room, game: GameState, number: int, known: Container[Seat | None] = ()) -> None:
    """Raise the first problem of a revealed round, but those of players of whom it is `known`."""
    for problem in _problems_of(game, number):
        if problem.player in known:  # it was impossible before
            continue
        refused = problem.refused
        named = refused if problem.player is None else of_player(room, problem.player, refused)
        if isinstance(refused, CardIsGone):
            counting = [
                each_number
                for each_number, played in enumerate(game.rounds, 1)
                if not played.void or each_number == number
            ]
            raise Impossible(
                named, ((counting[laid.round_position.number - 1], laid.player) for laid in refused.laid)
            )
        raise named


def _problems_of(game: GameState, number: int) -> list[Problem]:
    """List what breaks a rule in a revealed round; a void one is judged as if it counted."""
    before = tuple(played.reveal for played in game.rounds[: number - 1] if not played.void)
    scored = games.score_record(replace(game.record, reveals=before))
    if scored.score.next_round is None:
        return [Problem(Refused(_OVER), number)]
    score = scored.after(game.revealed(number).reveal).score
    return [problem for problem in score.problems if problem.round == len(before) + 1]


_OVER = N_("The game was over before this round")


def _revealed(game: GameState, number: int) -> PlayedRound:
    """Return a revealed round; raise `Refused` if there is none of that number."""
    played = game.played_round(number)
    if played is None:
        raise Refused("There is no such round in this room")
    return played


@by_host
def void_round(room: Room, at: str, *, is_void: bool = True) -> game_events.RoundVoided | None:
    """Void a revealed round, or make it count again."""
    game, number = find_revealed_round(room, at)
    if game.revealed(number).void == is_void:
        return None
    if not game.can_void(number):
        raise Refused("Only what was laid last can be void: later cards follow from these")
    return game_events.RoundVoided(game.number, number, is_void)


@by_host
def insert_round(
    room: Room, at: str, typed: Mapping[Seat, str], shown: str = ""
) -> game_events.RoundInserted | None:
    """Put in the result of a round that was forgotten, before the one that `at` names.

    Whoever has an empty text was not there. `shown` is how many rounds the page showed: then None where the
    round was put in since, so that it can be sent again. Raises `Refused`, with the player's name, for what
    the rules do not allow. Rounds that come after the end of the game then are voided.
    """
    game, number = find_revealed_round(room, at)
    if not (game.rules.keeps_results and game.rules.has_independent_rounds):
        raise Refused("Only where results are kept can one be put in that was forgotten")
    if (open_round := opening(game)) is None:
        raise Refused(_OVER)
    plays = {seat: read_play_of(room, open_round, seat, text) for seat, text in typed.items() if plain(text)}
    if shown and shown != str(len(game.rounds)):
        if plays == game.revealed(number).reveal.plays:
            return None
        raise TooLate(CHANGED)
    if not plays:
        raise Refused("Nothing is entered yet")
    event = game_events.RoundInserted(game.number, number, plays)
    _require_round(room, apply(room, event).find_game(game.number) or game, number)
    return event


@by_host
def tell_truth(room: Room, at: str, typed: str) -> game_events.TruthTold | None:
    """Tell the answer to the question of a revealed round; nothing typed takes it back.

    None where it is the same. Raises `Refused` where nothing was asked, and for anything but a whole number.
    """
    game, number = find_revealed_round(room, at)
    reveal = game.revealed(number).reveal
    if not reveal.question:
        raise Refused("Nothing was asked in this round")
    if reveal.ends:
        raise Refused("An opinion has no truth")
    truth = parse_integer(typed) if plain(typed) else None
    if truth is not None and abs(truth) > LARGEST_TRUTH:
        raise Refused("{text} is too much truth for a screen", text=abbreviate(plain(typed)))
    return None if truth == reveal.truth else game_events.TruthTold(game.number, number, truth)


@by_host
def reopen_round(room: Room, at: str) -> game_events.RoundReopened | game_events.RoundVoided:
    """Take back the last reveal, so that what was submitted can be changed; see `_take_back`."""
    game, number = find_revealed_round(room, at)
    if not can_reopen(room, game, number):
        raise TooLate("Only what was revealed last can be reopened: correct this instead")
    return _take_back(game)


@by_host
def undo_last(
    room: Room, number: str
) -> events.EventUndone | game_events.RoundReopened | game_events.RoundVoided:
    """Undo the host's last act (`number`, as the page showed), or reopen a round revealed since."""
    last = last_undoable(room)
    if not last:
        raise Refused("There is nothing to undo")
    if number != str(last):
        raise TooLate(CHANGED)
    if last in room.undo:
        return events.EventUndone(last)
    return _take_back(room.games[-1], by_undo=True)


def _take_back(
    game: GameState, *, by_undo: bool = False
) -> game_events.RoundReopened | game_events.RoundVoided:
    """Reopen the last round; a fact whose truth everybody has heard is void, and another one is drawn."""
    reveal, number = game.rounds[-1].reveal, len(game.rounds)
    if reveal.range and reveal.truth is not None:
        return game_events.RoundVoided(game.number, number, void=True)
    return game_events.RoundReopened(game.number, number, by_undo=by_undo)


def next_redo(room: Room) -> int:
    """Return the number of the event that the host can redo now; 0 if there is none.

    What was undone before something else was played, or somebody came or left, is not redone any more.
    """
    if not room.redo:
        return 0
    newer = takewhile(lambda entry: not _is_undo(entry.event), room.entries())
    is_over = any(
        isinstance(entry.event, game_events.GameEvent | events.PlayerStatusEvent) for entry in newer
    )
    return 0 if is_over else room.redo[-1]


def _is_undo(event: events.Event | None) -> bool:
    return isinstance(event, events.EventUndone) or getattr(event, "by_undo", False)


@by_host
def redo_last(room: Room, number: str) -> events.EventUndone:
    """Redo what was undone last; `number` is the event that the page showed."""
    last = next_redo(room)
    if not last:
        raise Refused("There is nothing to redo")
    if number != str(last):
        raise TooLate(CHANGED)
    return events.EventUndone(last, undone=is_reveal_undone(room, last))


CHANGED = N_("Something else was done meanwhile: look again")
