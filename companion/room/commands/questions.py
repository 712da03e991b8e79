"""Commands on questions that the app asks: which, the next one, skip one, and give the truth of one."""

from collections.abc import Collection, Sequence
from dataclasses import replace
from random import Random
from zlib import crc32

from companion.decks import Question, files, own
from companion.i18n.errors import Refused
from companion.i18n.messages import plain
from companion.room import events, game_events
from companion.room.commands.access import TooLate, by_host, current_game, require_open_round
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.numbers import abbreviate, parse_integer

OWN = "own"
"""The key of the deck that the host has written."""
_FALLBACK = f"en/{files.MIXED}"  # where nothing was chosen, or a deck is no more


@by_host
def choose_questions(room: Room, deck: str, written: str = "") -> events.QuestionsChosen | None:
    """Choose what the app asks, as `read_choice` reads it; None where that is chosen already."""
    if room.is_playing:
        raise TooLate("A game is going on already")
    chosen = read_choice(deck, written)
    return None if chosen == room.questions_chosen else chosen


def read_choice(deck: str, written: str = "") -> events.QuestionsChosen:
    """Return the choice of a deck by its key, or with the key `OWN` of the lines of a text.

    Lines that ask nothing are left out. Raises `Refused` for an unknown deck, and where no line asks
    anything.
    """
    if deck != OWN:
        if not files.is_deck(deck):
            raise Refused("There is no such deck")
        return events.QuestionsChosen(deck)
    lines = tuple(line.written for line in own.read_lines(written) if line.question)
    if not lines:
        raise Refused("None of these lines asks anything yet")
    return events.QuestionsChosen(OWN, lines)


def chosen_deck(room: Room) -> str:
    """Return the key of the deck of which the room draws."""
    return room.questions_chosen.deck if room.questions_chosen else _FALLBACK


def chosen_questions(room: Room) -> Sequence[Question]:
    """Return all questions of which the room draws."""
    chosen = room.questions_chosen
    if chosen and chosen.deck == OWN:
        lines = [line.question for line in own.read_lines("\n".join(chosen.lines))]
        return [_with_lasting_id(question) for question in lines if question]
    return files.find_questions(chosen_deck(room)) or files.find_questions(_FALLBACK)


def _with_lasting_id(question: Question) -> Question:
    """Return a question of the host's with an id that it has in every room."""
    return replace(question, id=f"own-{crc32(question.text.encode()):08x}")


def draw_question(room: Room, rng: Random, earlier: Collection[str]) -> events.Event:
    """Draw the question of the open round: if any is left, none of the `earlier`, nor one that came here.

    No question comes twice in a game: where none is left, the game ends.
    """
    game = current_game(room)
    questions, in_game = chosen_questions(room), {row.drawn.id for row in game.rounds if row.drawn}
    left = [question for question in questions if question.id not in in_game]
    if not left:
        return game_events.GameEnded(game.number, throws_away=not game.reveals)
    known = {*earlier, *asked_in(room)}
    fresh = [question for question in left if question.id not in known]
    drawn = rng.choice(_of_turn(game, fresh or left))
    chosen = room.questions_chosen
    is_own = chosen is not None and chosen.deck == OWN
    return game_events.QuestionDrawn(
        *game.here,
        drawn.id,
        drawn.text,
        drawn.low,
        drawn.high,
        drawn.truth,
        drawn.ends,
        drawn.unit,
        language="" if is_own or chosen is None else chosen.deck.partition("/")[0],
        writer=room.devices.get(room.questions_by, "") if is_own and drawn.is_fact else "",
    )


@by_host
def next_question(room: Room, at: str, rng: Random, earlier: Collection[str]) -> events.Event:
    """Draw the next question now, without waiting until the last answer was read; see `draw_question`."""
    game = require_open_round(room, at)
    if not game.awaits_question:
        raise TooLate("The next question is open already")
    return draw_question(room, rng, earlier)


def _of_turn(game: GameState, questions: Sequence[Question]) -> Sequence[Question]:
    """Return facts and opinions in turn, where there are both."""
    wants_fact = len(game.reveals) % 2 == 0
    return [question for question in questions if question.is_fact == wants_fact] or questions


def asked_in(room: Room) -> frozenset[str]:
    """Return the ids of all questions that were ever drawn in a room, also of those that were skipped."""
    return frozenset(
        entry.event.id for entry in room.entries() if isinstance(entry.event, game_events.QuestionDrawn)
    )


@by_host
def skip_question(room: Room, at: str) -> game_events.QuestionSkipped:
    """Skip the question of the open round; another one is drawn."""
    game = require_open_round(room, at)
    if game.drawn is None:
        raise TooLate("No question is open now")
    return game_events.QuestionSkipped(*game.here)


@by_host
def give_truth(room: Room, at: str, typed: str) -> game_events.TruthGiven:
    """Give the truth of the question that waits for it, once guesses are in: that reveals the round."""
    game = require_open_round(room, at)
    if not game.awaits_truth:
        raise TooLate("This question has its truth already")
    if not game.hidden:
        raise Refused("Nobody has guessed yet")
    if not plain(typed):
        raise Refused("Enter what is true")
    truth = parse_integer(typed)
    if abs(truth) > own.LARGEST:
        raise Refused("{text} is too much truth for a screen", text=abbreviate(plain(typed)))
    return game_events.TruthGiven(*game.here, truth)
