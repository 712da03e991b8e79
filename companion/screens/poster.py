"""The poster of an evening: who has won, the charts and the awards."""

from collections.abc import Iterator, Sequence

from companion.i18n.messages import (
    N_,
    translate,
)
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights import Award, awards
from companion.screens import endings
from companion.screens.charts import DriftChart, PicksChart, ScoreChart, number_charts, score_chart
from companion.screens.evening import EveningView, evening_view
from companion.screens.naming import awarded, name_or_count, player_names, score_word
from companion.screens.stairs import DrawnStep, drawn_stairs
from companion.values import frozen

_STAIRS = 968, 226  # how wide and how high the stairs of an evening are
_MOST_NAMED = 3  # on the poster, as winners of one of several games


@frozen
class Poster:
    """The poster of the evening, or of its only finished game.

    `headline` is what the only winner is, or who shares the win, and `words` stand under the scores of the
    three steps, from left to right. Once the `evening` is over, its `stairs` below who has won it stand in
    the place of these. `score_chart` is there for a single game, `games` for several: the title and the
    winners of each.
    """

    code: str
    title: str
    evening: EveningView | None
    stairs: tuple[DrawnStep, ...]
    ending: endings.GameEnding
    headline: str
    words: tuple[str, str, str]
    score_chart: ScoreChart | None
    games: tuple[tuple[str, str], ...]
    drift_chart: DriftChart | None
    picks_chart: PicksChart | None
    awards: tuple[tuple[Award, str], ...]

    @property
    def drawn_scores(self) -> ScoreChart | None:
        """The chart of scores, unless it is that of a crowd and the numbers have one, which says more."""
        is_crowd = self.score_chart is not None and self.score_chart.crowded
        return None if is_crowd and self.drift_chart else self.score_chart


def poster(room: Room) -> Poster | None:
    """Return the poster of the evening, or of its only finished game; None before a game is finished."""
    finished = room.finished_games
    if not finished:
        return None
    standing, last = evening_view(room), finished[-1]
    decided = room.final if room.final and room.final.next_round is None else last
    ending = endings.game_ending(room, decided)
    evening = standing if standing and standing.is_over else None
    numbers = [game for game in finished if game.rules.number_line]
    moved, picked = number_charts(numbers)
    return Poster(
        code=room.code,
        title=standing.title if standing else translate(last.rules.known_as),
        evening=evening,
        stairs=drawn_stairs(evening.stairs, evening.seats, *_STAIRS) if evening else (),
        ending=ending,
        headline=_poster_headline(ending),
        words=_poster_words(ending, endings.score_name(decided)),
        score_chart=None if standing else score_chart(room, last),
        games=tuple(
            (
                translate(game.rules.known_as),
                name_or_count(player_names(room, game.root.winners), _MOST_NAMED),
            )
            for game in (finished if standing else ())
        ),
        drift_chart=moved,
        picks_chart=picked,
        awards=tuple(_awards(room, numbers)),
    )


def _awards(room: Room, games: Sequence[GameState]) -> Iterator[tuple[Award, str]]:
    """Yield the awards of games with the names; none where they differ in their rules."""
    if len({game.rules for game in games}) == 1:
        for award in awards(games[0].record.rules, [game.score for game in games]):
            yield award, awarded(room, award)


def _poster_headline(ending: endings.GameEnding) -> str:
    if len(ending.winners) != 1 or ending.title:
        return ending.headline
    template = N_("{who} is perfectly average") if ending.mediocre else N_("{who} is mostly average")
    return translate(template, who=ending.winners[0])


def _poster_words(ending: endings.GameEnding, figure: str) -> tuple[str, str, str]:
    low, middle, high = ending.podium.steps
    word = score_word(figure, 1 if middle.score == 1 else 2)
    beside = (
        translate("too few, or farther away") if low.has_beaten else translate("too few"),
        translate("too many, or farther away") if high.has_beaten else translate("too many"),
    )
    if low.side == "second":
        beside = translate("second"), translate("the rest")
    return beside[0], word, beside[1]
