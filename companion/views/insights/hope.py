"""What a player may hope for in the next round, as the phone says it after a reveal."""

from dataclasses import dataclass

from companion.i18n.messages import N_, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Hope
from companion.views.endings import score_name
from companion.views.score_words import counted_score
from companion.views.veil import hides_scores

_CLEAR = 1.25  # one chance must be so many times the other
_NO_CHANCE = 0.01
_TWICE = 1.9


@dataclass(frozen=True, slots=True)
class Advice:
    """Where a player stands, and what to hope for: two sentences."""

    standing: str
    hope: str


def advice(room: Room, game: GameState, seat: Seat) -> Advice | None:
    """Return the advice; None where chances do not differ clearly, are not known, or scores are hidden."""
    if game.next_round is None or game.next_round.contenders or hides_scores(room, game):
        return None
    found = game.record.rules.hopes(game.score).get(seat)
    sentence = _sentence(found) if found else ""
    if not found or not sentence:
        return None
    score = counted_score(score_name(game), found.points)
    return Advice(translate("You have {score}.", score=score), translate(sentence))


def _sentence(hope: Hope) -> str:
    """Return what to hope for, to be translated; empty where it hardly matters."""
    score, miss = hope.scoring, hope.missing
    if max(score, miss) < _NO_CHANCE:
        return N_("It no longer matters: you cannot win. You can still be in somebody's way.")
    if min(score, miss) > 1 - _NO_CHANCE:
        return N_("It no longer matters: you win whatever you do.")
    if hope.alone < _NO_CHANCE:
        return _with_a_tie(score, miss)
    if miss > score * _CLEAR:
        if score < _NO_CHANCE:
            return N_("From here on, hope to miss: another one is one too many.")
        if 0.4 < score / miss < 0.6:
            return N_("From here on, hope to miss: another one halves your chance.")
        if score / miss <= 0.4:
            return N_("From here on, hope to miss: another one costs you most of your chance.")
        return N_("From here on, hope to miss: another one lowers your chance.")
    if score > miss * _CLEAR:
        if miss < _NO_CHANCE:
            return N_("Hope to score: without another one you cannot win.")
        if score > miss * _TWICE:
            return N_("Hope to score: another one at least doubles your chance.")
        return N_("Hope to score: another one would do you good.")
    return ""


def _with_a_tie(score: float, miss: float) -> str:
    """Return what to hope for to a player who can no longer win alone."""
    if miss > score * _CLEAR:
        return N_("Only a tie can save you now: hope to miss.")
    if score > miss * _CLEAR:
        return N_("Only a tie can save you now: hope to score.")
    return N_("Only a tie can save you now.")
