"""The last result that the score-keeper entered, where a game is kept by results (R1 to R3)."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n.messages import format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Leaf, ResultLeaf
from companion.views import reveals
from companion.views.naming import player_names, reason_sentences


@dataclass(frozen=True, slots=True)
class EnteredScore:
    """What one player has in a result, and what that is, in a few words; `won`: the best there is."""

    seat: Seat
    name: str
    number: str
    word: str
    won: bool
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A hand or a round as it was entered, lowest first, with the reasons.

    `rows` are the players whose number says something: all, or who took the round.
    """

    key: str
    heading: str
    rows: tuple[EnteredScore, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    caption: str = ""


def entered_result(room: Room, game: GameState) -> EnteredResult | None:
    """Build the last result; None in a game that is not kept by results, and before the first one."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if leaf is None or not rules.keeps_results:
        return None
    heading = reveals.reveal_heading(game)
    return EnteredResult(
        key=reveals.reveal_key(game),
        heading=heading,
        rows=tuple(_rows(room, game, leaf)),
        sentences=reason_sentences(room, leaf.reasons),
        brief=reason_sentences(room, [rules.round_headline(leaf)]) if leaf.finished else (),
        caption=translate("{heading}: the result", heading=heading),
    )


def _rows(room: Room, game: GameState, leaf: Leaf) -> Iterator[EnteredScore]:
    rules, corrected = game.record.rules, reveals.corrected_seats(game)
    scores = entered_scores(game, leaf)
    for seat in sorted(scores, key=scores.__getitem__):
        outcome = rules.outcome(leaf, seat) if leaf.finished else None
        yield EnteredScore(
            seat=seat,
            name=player_names(room, [seat])[0],
            number=format_value(scores[seat]),
            word=translate(outcome.word) if outcome else "",
            won=seat in leaf.winners,
            corrected=seat in corrected,
        )


def entered_scores(game: GameState, leaf: Leaf) -> dict[Seat, int]:
    """Return what players have in a result: the scores of a part, or the rounds of who took one (R3)."""
    if isinstance(leaf, ResultLeaf):
        return dict(leaf.scores)
    return {seat: game.record.rules.gain(leaf, seat) for seat in leaf.winners}
