"""The chart of how the middle moved: gold for the middle of each round, grey for everybody's number."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from companion.i18n.messages import format_count, format_value, translate
from companion.rules.insights.drift import RoundMiddle
from companion.views.charts.frame import FRAME, AxisTick, Point, along, truncated, whole_ticks

_MOST_DOTS = 2000  # with more numbers only the lowest and the highest of each round are drawn


@dataclass(frozen=True, slots=True)
class DriftRow:
    """A round in figures: its number, the middle, and the lowest and the highest number."""

    round: str
    middle: str
    low: str
    high: str


@dataclass(frozen=True, slots=True)
class DriftChart:
    """The middles from left to right, in the order played; `dots` are all numbers.

    `spans` are the lowest and the highest number of each round, in place of dots where there are too many.
    """

    heading: str
    name: str
    upwards: tuple[AxisTick, ...]
    across: tuple[AxisTick, ...]
    centres: tuple[Point, ...]
    dots: tuple[Point, ...]
    spans: tuple[tuple[int, int, int], ...]
    rows: tuple[DriftRow, ...]


def drift_chart(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> DriftChart | None:
    """Build the chart of rounds with a middle, on numbers from `line`; None for fewer than two rounds."""
    if len(rounds) < 2:
        return None
    low, high = line
    labels = round_labels(rounds)
    numbers = sum(len(each.numbers) for each in rounds)
    return DriftChart(
        heading=translate("How your middle moved"),
        name=translate(
            "The middle of {rounds}: {first} at first, {last} at the end",
            rounds=format_count(len(rounds), "{n} round", "{n} rounds"),
            first=to_half(rounds[0].centre),
            last=to_half(rounds[-1].centre),
        ),
        upwards=tuple(
            AxisTick(FRAME - along(n, low, high), truncated(n)) for n in (low, (low + high) // 2, high)
        ),
        across=tuple(AxisTick(_x(n - 1, rounds), labels[n - 1]) for n in whole_ticks(1, len(rounds))),
        centres=tuple(
            (_x(n, rounds), FRAME - along(each.centre, low, high)) for n, each in enumerate(rounds)
        ),
        dots=tuple(_dots(rounds, line)) if numbers <= _MOST_DOTS else (),
        spans=tuple(_spans(rounds, line)) if numbers > _MOST_DOTS else (),
        rows=tuple(map(_row, labels, rounds)),
    )


def round_labels(rounds: Sequence[RoundMiddle]) -> list[str]:
    """Return the numbers of the rounds; those of several games are counted as they come."""
    numbers = [each.number for each in rounds]
    is_one_game = all(first < second for first, second in pairwise(numbers))
    return [format_value(number) for number in (numbers if is_one_game else range(1, len(numbers) + 1))]


def to_half(value: Fraction) -> Fraction:
    """Round a number to halves, so that it can be read at a glance."""
    return Fraction(round(value * 2), 2)


def _x(place: int, rounds: Sequence[RoundMiddle]) -> int:
    return round(FRAME * (place + 0.5) / len(rounds))


def _dots(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> Iterator[Point]:
    for place, each in enumerate(rounds):
        yield from ((_x(place, rounds), FRAME - along(number, *line)) for number in each.numbers)


def _spans(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
    for place, each in enumerate(rounds):
        low, high = (FRAME - along(number, *line) for number in (each.numbers[0], each.numbers[-1]))
        yield _x(place, rounds), high, low


def _row(label: str, each: RoundMiddle) -> DriftRow:
    return DriftRow(
        label,
        format_value(each.middle),
        format_value(each.numbers[0]),
        format_value(each.numbers[-1]),
    )
