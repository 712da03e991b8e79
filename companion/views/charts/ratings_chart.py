"""The chart of the ratings of a game, with what somebody would have got who was not there."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import format_decimal, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.baselines import Baseline, always, at_random, middle_of_range
from companion.rules.insights.rating import Rating, ratings
from companion.views.charts.frame import FRAME
from companion.views.naming import drawn_seats, player_names
from companion.views.score_words import counted_score

_MOST_PLAYERS = 12


@dataclass(frozen=True, slots=True)
class RatingRow:
    """A rating: whose, as a number, and how long its bar is. Nobody is drawn in a crowd.

    `is_baseline`: it is that of somebody who was not there; `note` has the points that would have been.
    """

    seat: Seat
    name: str
    rating: str
    length: int
    note: str = ""
    is_baseline: bool = False
    is_best: bool = False


@dataclass(frozen=True, slots=True)
class RatingsChart:
    """The ratings, highest first; `more` counts the players who are not shown."""

    heading: str
    explains: str
    rows: tuple[RatingRow, ...]
    more: int


def ratings_chart(room: Room, game: GameState) -> RatingsChart | None:
    """Build the chart of a game; None in a game without numbers, and before a number has counted."""
    rules, leaves = game.record.rules, tuple(game.score.leaves())
    found = {seat: each for seat, each in ratings(rules, leaves, game.record.players).items() if each.rounds}
    if not found:
        return None
    ordered = sorted(found, key=lambda seat: -found[seat].value)
    number = middle_of_range(rules)
    rows = [
        *_players(room, ordered[:_MOST_PLAYERS], found),
        _baseline_row(translate("Always {number}", number=number), always(rules, leaves, number)),
        _baseline_row(translate("At random"), at_random(rules, leaves)),
    ]
    return RatingsChart(
        heading=translate("How average each of you is"),
        explains=translate(
            "100 is the middle of every round, 0 its edge; everybody begins with five rounds of 50."
        ),
        rows=tuple(sorted(rows, key=lambda row: -row.length)),
        more=max(0, len(ordered) - _MOST_PLAYERS),
    )


def _players(room: Room, seats: list[Seat], found: dict[Seat, Rating]) -> Iterator[RatingRow]:
    best = round(found[seats[0]].value)
    for seat in seats:
        value = found[seat].value
        drawn = "".join(drawn_seats(room, [seat]))
        yield RatingRow(
            drawn,
            player_names(room, [seat])[0],
            _rounded(value),
            _length(value),
            is_best=round(value) == best,
        )


def _baseline_row(name: str, found: Baseline) -> RatingRow:
    note = translate("would have got {score}", score=_points(found.points))
    return RatingRow(
        "", name, _rounded(found.rating.value), _length(found.rating.value), note, is_baseline=True
    )


def _points(points: Fraction) -> str:
    """Return the points in words, to a tenth."""
    if points.denominator == 1:
        return counted_score("points", int(points))
    return translate("{number} points", number=format_decimal(Fraction(round(points * 10), 10)))


def _rounded(value: Fraction) -> str:
    return format_value(round(value))


def _length(value: Fraction) -> int:
    return round(FRAME * value / 100)
