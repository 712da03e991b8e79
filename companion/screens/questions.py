"""The question that the host asked in a round, and how far the crowd's middle was from the truth."""

from fractions import Fraction
from itertools import islice
from typing import NamedTuple

from companion.i18n.messages import format_value, translate
from companion.room.game_state import GameState
from companion.rules.games.contract import Game
from companion.rules.insights import crowd_middle
from companion.rules.plays import Reveal
from companion.rules.results import FactRound, Leaf


class AskedQuestion(NamedTuple):
    """A question, and how far off the middle was, as a `sentence`; empty until the host tells the truth."""

    question: str
    sentence: str


def question_of_round(rules: Game, leaf: Leaf | None, reveal: Reveal) -> AskedQuestion | None:
    """Return what was asked in a revealed round; None if nothing was. `leaf` is None where it is void."""
    if not reveal.question:
        return None
    if isinstance(leaf, FactRound):
        return AskedQuestion(reveal.question, _fact_sentence(leaf))
    sentence, truth, middle = "", reveal.truth, crowd_middle(rules, leaf) if leaf else None
    if truth is not None and middle is None:
        sentence = translate("{truth}. You had no middle.", truth=truth)
    elif truth is not None and middle == truth:
        sentence = translate("{truth}. You were right.", truth=truth)
    elif truth is not None and middle is not None:
        sentence = translate("{truth}. You were {off} off.", truth=truth, off=abs(middle - truth))
    return AskedQuestion(reveal.question, sentence)


def _fact_sentence(leaf: FactRound) -> str:
    """Return the truth of a fact and what the Room said (Q3); empty where it was not told."""
    if leaf.truth is None:
        return ""
    if leaf.room is None:
        return format_value(leaf.truth)
    return translate("{truth}. The Room said {room}.", truth=leaf.truth, room=Fraction(leaf.room))


def leaf_of_round(game: GameState, number: int) -> Leaf | None:
    """Return the result of a revealed round; None where it does not count."""
    played = game.played_round(number)
    if played is None or played.void:
        return None
    counting = sum(not each_played.void for each_played in game.rounds[: number - 1])
    return next(islice(game.score.leaves(), counting, None), None)
