"""The advice to a player for the next round, which the phone says after a reveal: to score, or to miss."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.odds.prospects import Prospects
from companion.views.endings import score_name
from companion.views.hidden_scores import hides_scores
from companion.views.score_words import counted_score

Prognosis = Literal[
    "lost",
    "won",
    "tie",
    "tie by missing",
    "tie by scoring",
    "too many",
    "costs most",
    "halves",
    "lowers",
    "needed",
    "doubles",
    "helps",
]
"""What is in store for a player: what the next score would do, or that nothing matters any more."""

_CLEAR = 1.25  # one chance must be so many times the other
_NO_CHANCE = 0.01
_TWICE = 1.9
_MOSTLY_GONE, _HALF = 0.4, 0.6  # up to which share of a chance is left


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a player stands, and what to hope for: two sentences."""

    standing: str
    hope: str


def advices(room: Room, game: GameState) -> Mapping[Seat, Advice]:
    """Return the advice to each player, worked out for all at once.

    A player has none where chances do not differ clearly or are not known; nobody where scores are hidden.
    """
    if game.next_round is None or game.next_round.contenders or hides_scores(room, game):
        return {}
    rules, score = game.record.rules, game.score
    found = {seat: prognosis(each) for seat, each in rules.prospects(score).items()}
    if not found:
        return {}
    name, points = score_name(game), rules.inner_level(score.root).scores
    return {seat: _advice(name, points[seat], expected) for seat, expected in found.items() if expected}


def _advice(name: str, points: int, expected: Prognosis) -> Advice:
    score = counted_score(name, points)
    return Advice(translate("You have {score}.", score=score), translate(_SENTENCES[expected]))


def prognosis(found: Prospects) -> Prognosis | None:
    """Return what chances mean for a player; None where scoring or missing hardly matters."""
    score, miss = found.scoring, found.missing
    if max(score, miss) < _NO_CHANCE:
        return "lost"
    if min(score, miss) > 1 - _NO_CHANCE:
        return "won"
    if max(found.alone) < _NO_CHANCE:
        return _with_a_tie(score, miss)
    if miss > score * _CLEAR:
        return _better_without(score / miss, never=score < _NO_CHANCE)
    if score > miss * _CLEAR:
        if miss < _NO_CHANCE:
            return "needed"
        return "doubles" if score > miss * _TWICE else "helps"
    return None


def _with_a_tie(score: float, miss: float) -> Prognosis:
    """Return what is left to a player who can no longer win alone."""
    if miss > score * _CLEAR:
        return "tie by missing"
    return "tie by scoring" if score > miss * _CLEAR else "tie"


def _better_without(share: float, *, never: bool) -> Prognosis:
    """Return what another score would do to a player who then has that share of the chance."""
    if never:
        return "too many"
    if share <= _MOSTLY_GONE:
        return "costs most"
    return "halves" if share < _HALF else "lowers"


_SENTENCES: Mapping[Prognosis, str] = {
    "lost": N_("It no longer matters: you cannot win. You can still be in somebody's way."),
    "won": N_("It no longer matters: you win whatever you do."),
    "tie": N_("Only a tie can save you now."),
    "tie by missing": N_("Only a tie can save you now: hope to miss."),
    "tie by scoring": N_("Only a tie can save you now: hope to score."),
    "too many": N_("From here on, hope to miss: another one is one too many."),
    "costs most": N_("From here on, hope to miss: another one costs you most of your chance."),
    "halves": N_("From here on, hope to miss: another one halves your chance."),
    "lowers": N_("From here on, hope to miss: another one lowers your chance."),
    "needed": N_("Hope to score: without another one you cannot win."),
    "doubles": N_("Hope to score: another one at least doubles your chance."),
    "helps": N_("Hope to score: another one would do you good."),
}
