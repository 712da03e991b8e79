"""The map of the numbers picked: how often each, from the lowest to the highest."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.i18n.messages import format_count, format_value, translate
from companion.rules.insights.picks import favourite
from companion.screens.charts.frame import FRAME, AxisTick, truncated

_MOST_COLUMNS = 128  # in a wider range several numbers share a column
_SHARED_COLUMNS = 64
_MOST_BRICKS = 12  # higher columns are drawn as one bar


@dataclass(frozen=True, slots=True)
class PicksColumn:
    """How often a number was picked, or all of a column; `label` names them, `at` is the left edge."""

    at: int
    label: str
    times: int


@dataclass(frozen=True, slots=True)
class PicksChart:
    """The columns of all numbers picked; each is `width` wide, and the highest `most` high.

    `favourite` stands over the column of the number that was picked more than any other.
    """

    heading: str
    name: str
    across: tuple[AxisTick, ...]
    width: int
    most: int
    columns: tuple[PicksColumn, ...]
    favourite: AxisTick | None

    @property
    def is_stacked(self) -> bool:
        """Whether each pick is a brick of its own."""
        return self.most <= _MOST_BRICKS


def picks_chart(counts: Mapping[int, int], line: tuple[int, int]) -> PicksChart | None:
    """Build the map of numbers and how often each was picked, on a line; None where none was picked."""
    if not counts:
        return None
    low, high = line
    size = high - low + 1
    columns = size if size <= _MOST_COLUMNS else _SHARED_COLUMNS
    found = tuple(_columns(counts, low, size, columns))
    most = favourite(counts)
    return PicksChart(
        heading=translate("What you picked"),
        name=_name(counts, most),
        across=tuple(
            AxisTick(_centre(number, low, size, columns), truncated(number))
            for number in (low, (low + high) // 2, high)
        ),
        width=max(1, FRAME // columns),
        most=max(each.times for each in found),
        columns=found,
        favourite=AxisTick(_centre(most, low, size, columns), truncated(most)) if most is not None else None,
    )


def _name(counts: Mapping[int, int], most: int | None) -> str:
    numbers = format_count(sum(counts.values()), "{n} number", "{n} numbers")
    if most is None:
        return translate("All {numbers} on a line", numbers=numbers)
    return translate(
        "All {numbers} on a line; {favourite} was picked {times}, more than any other",
        numbers=numbers,
        favourite=most,
        times=format_count(counts[most], "{n} time", "{n} times"),
    )


def _centre(number: int, low: int, size: int, columns: int) -> int:
    """Return the middle of the column of a number."""
    return FRAME * (2 * ((number - low) * columns // size) + 1) // (2 * columns)


def _columns(counts: Mapping[int, int], low: int, size: int, columns: int) -> Iterator[PicksColumn]:
    times: Counter[int] = Counter()
    for number, picked in counts.items():
        times[(number - low) * columns // size] += picked
    for column in sorted(times):
        first, last = low - (-column * size // columns), low - (-(column + 1) * size // columns) - 1
        label = (
            format_value(first) if first == last else translate("{first} to {last}", first=first, last=last)
        )
        yield PicksColumn(FRAME * column // columns, label, times[column])
