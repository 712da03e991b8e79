"""The poster of an evening: its podium, charts and awards, as a page, a picture and a text."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from companion.i18n.messages import N_, format_list, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.awards import Award, awards
from companion.rules.insights.drift import RoundMiddle, drift
from companion.rules.insights.picks import picks
from companion.screens.charts import DriftChart, PicksChart, ScoreChart, drift_chart, picks_chart, score_chart
from companion.screens.endings import GameEnding, game_ending, score_name
from companion.screens.evening import evening_view
from companion.screens.naming import name_or_count, player_names, score_word
from companion.screens.podium import Podium

_MOST_NAMED = 3  # as winners of one of several games


@dataclass(frozen=True, slots=True)
class Poster:
    """The poster of the evening, or of its only finished game. `since` is when the room was opened.

    `words` are what is written on the three steps of the podium, from left to right. There are no charts of
    numbers in card games, and where numbers were picked from different ranges. `score_chart` is there for a
    single game, `games` for several: the title and the winners of each. `awards` are with the names.
    """

    code: str
    since: datetime | None
    title: str
    headline: str
    ending: GameEnding
    words: tuple[str, str, str]
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    score_chart: ScoreChart | None
    games: tuple[tuple[str, str], ...]
    awards: tuple[tuple[Award, str], ...]


def poster(room: Room) -> Poster | None:
    """Build the poster of the evening; None before a game is finished."""
    finished = room.finished_games
    if not finished:
        return None
    evening, last = evening_view(room), finished[-1]
    ending = evening.final if evening else game_ending(room, last)
    alike, line = _with_one_line(finished)
    picked = Counter[int]()
    for game in alike:
        picked.update(picks(game.record.rules, tuple(game.score.leaves())))
    return Poster(
        code=room.code,
        since=room.opened_at,
        title=translate(N_("Grand Prix of the Middle") if evening else last.record.rules.known_as),
        headline=_headline(ending),
        ending=ending,
        words=_words(ending.podium, "games" if evening else score_name(last)),
        drift_chart=drift_chart(_middles(alike), line),
        picks_chart=picks_chart(picked, line),
        score_chart=None if evening else score_chart(room, last),
        games=tuple(
            (
                translate(game.record.rules.known_as),
                name_or_count(player_names(room, game.score.root.winners), _MOST_NAMED),
            )
            for game in (finished if evening else ())
        ),
        awards=tuple((award, format_list(player_names(room, award.players))) for award in _awards_of(alike)),
    )


def _with_one_line(finished: Sequence[GameState]) -> tuple[list[GameState], tuple[int, int]]:
    """Return the games of numbers and their range; none if there are several, as these cannot be added up."""
    numbers = [game for game in finished if game.record.rules.number_line]
    lines = {game.record.rules.number_line for game in numbers}
    return numbers if len(lines) == 1 else [], next(iter(lines), None) or (0, 0)


def _awards_of(alike: Sequence[GameState]) -> Sequence[Award]:
    """Return the awards of games; none where they differ in their rules."""
    is_one = len({game.record.rules for game in alike}) == 1
    return awards(alike[0].record.rules, [game.score for game in alike]) if is_one else ()


def _middles(alike: Sequence[GameState]) -> Sequence[RoundMiddle]:
    """Return the rounds with a middle, in the order played, numbered through all these games."""
    found: list[RoundMiddle] = []
    before = 0
    for game in alike:
        leaves = tuple(game.score.leaves())
        found += (replace(each, number=before + each.number) for each in drift(game.record.rules, leaves))
        before += len(leaves)
    return found


def _headline(ending: GameEnding) -> str:
    """Return the sentence of the poster: what the only winner is, or who shares the win."""
    if len(ending.winners) != 1:
        return ending.headline
    if ending.mediocre:
        return translate("{who} is perfectly average", who=ending.winners[0])
    return translate("{who} is mostly average", who=ending.winners[0])


def _words(podium: Podium, figure: str) -> tuple[str, str, str]:
    """Return what the steps say under their scores."""
    low, middle, high = podium.steps
    word = score_word(figure, 1 if middle.score == 1 else 2)
    if low.side == "second":
        return translate("second"), word, translate("the rest")
    return (
        translate("too few, or farther away") if low.has_beaten else translate("too few"),
        word,
        translate("too many, or farther away") if high.has_beaten else translate("too many"),
    )
