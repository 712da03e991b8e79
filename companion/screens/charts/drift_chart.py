"""The chart of how the middle moved: gold for each round's middle, grey dots and crosses for the numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.i18n.messages import format_count, format_value, translate
from companion.rules.insights.drift import RoundMiddle, to_half
from companion.screens.charts.frame import FRAME, AxisTick, Point, along, truncated, whole_ticks

_MOST_DOTS = 2000  # with more numbers only the lowest and the highest of each round are drawn


@dataclass(frozen=True, slots=True)
class DriftRow:
    """A round in figures: its number, its middle, its lowest and highest number, and those disqualified."""

    round: str
    middle: str
    low: str
    high: str
    disqualified: str


@dataclass(frozen=True, slots=True)
class DriftChart:
    """The middles from left to right, in the order played.

    `dots` are all numbers that counted, `crosses` those that were disqualified.
    `spans` are the lowest and the highest number of each round, in place of dots where there are too many.
    """

    heading: str
    name: str
    upwards: tuple[AxisTick, ...]
    across: tuple[AxisTick, ...]
    centres: tuple[Point, ...]
    dots: tuple[Point, ...]
    crosses: tuple[Point, ...]
    spans: tuple[tuple[int, int, int], ...]
    rows: tuple[DriftRow, ...]


def drift_chart(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> DriftChart | None:
    """Build the chart of rounds with a middle, on numbers from `line`; None for fewer than two rounds.

    A round is named by its number: rounds without a middle are left out, and no other is renamed by that.
    """
    if len(rounds) < 2:
        return None
    low, high = line
    is_crowded = sum(len(each.numbers) for each in rounds) > _MOST_DOTS
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
        across=tuple(
            AxisTick(_x(n - 1, rounds), format_value(rounds[n - 1].number))
            for n in whole_ticks(1, len(rounds))
        ),
        centres=tuple(
            (_x(n, rounds), FRAME - along(each.centre, low, high)) for n, each in enumerate(rounds)
        ),
        dots=() if is_crowded else tuple(_dots(rounds, line)),
        crosses=() if is_crowded else tuple(_crosses(rounds, line)),
        spans=tuple(_spans(rounds, line)) if is_crowded else (),
        rows=tuple(map(_row, rounds)),
    )


def _x(place: int, rounds: Sequence[RoundMiddle]) -> int:
    return round(FRAME * (place + 0.5) / len(rounds))


def _dots(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> Iterator[Point]:
    for place, each in enumerate(rounds):
        counted = (number for number in each.numbers if number not in each.disqualified)
        yield from ((_x(place, rounds), FRAME - along(number, *line)) for number in counted)


def _crosses(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> Iterator[Point]:
    """Yield the place of each number that was disqualified: once, however many had it."""
    for place, each in enumerate(rounds):
        out = dict.fromkeys(each.disqualified)
        yield from ((_x(place, rounds), FRAME - along(number, *line)) for number in out)


def _spans(rounds: Sequence[RoundMiddle], line: tuple[int, int]) -> Iterator[tuple[int, int, int]]:
    for place, each in enumerate(rounds):
        low, high = (FRAME - along(number, *line) for number in (each.numbers[0], each.numbers[-1]))
        yield _x(place, rounds), high, low


def _row(each: RoundMiddle) -> DriftRow:
    return DriftRow(
        format_value(each.number),
        format_value(each.middle),
        format_value(each.numbers[0]),
        format_value(each.numbers[-1]),
        format_value(tuple(dict.fromkeys(each.disqualified))),
    )
