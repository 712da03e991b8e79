"""Which numbers would have scored for a player, with the numbers of all others unchanged (G3, G4, G10).

They are found as ranges from the sorted numbers of the others, however many there are to choose from. All
values are whole: where fractions are added (G19), they are multiplied by the number of players.
"""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor

from companion.rules.games.outcomes import Ranges
from companion.rules.results import PlayerId

_Bound = int | Fraction | None
_Interval = tuple[_Bound, _Bound]
"""The values from one to another, both included; None is no bound."""

_ALL: _Interval = (None, None)


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a round is scored: by the median, or by a multiple of the mean if there is a `factor` (G10, G17).

    `turn` is the number of the round, by which fractions are added (G19); None where equal numbers are
    disqualified instead. `tied` are the players who can stay in a round of a showdown (G16); None in others.
    """

    low: int
    high: int
    factor: Fraction | None = None
    turn: int | None = None
    tied: Collection[PlayerId] | None = None


def scoring_ranges(
    plays: Mapping[PlayerId, int], scoring: Scoring, players: Iterable[PlayerId]
) -> Mapping[PlayerId, Ranges]:
    """Return the numbers that would have scored for some players; in a showdown those that would have stayed.

    `plays` is in the order in which fractions are added. A player who presented nothing is taken as one more,
    after all others. The cost is one sort, and for each player a copy of the sorted numbers.
    """
    field, found = _Field(plays, scoring), {}
    for player in players:
        is_out = scoring.tied is not None and player not in scoring.tied
        found[player] = () if is_out else tuple(_ranges(field.without(player), scoring))
    return found


@dataclass(frozen=True, slots=True)
class _Others:
    """What others presented: the values that count, those of rivals, and the numbers that disqualify.

    A player scores who is as close as all rivals, which in a showdown are the tied players. Each is sorted. A
    number has the value `number * scale + fraction`.
    """

    counting: Sequence[int]
    rivals: Sequence[int]
    taken: Sequence[int]
    scale: int
    fraction: int


class _Field:
    """All numbers of a round, sorted once."""

    def __init__(self, plays: Mapping[PlayerId, int], scoring: Scoring, newcomers: int = 0) -> None:
        self._plays, self._scoring = plays, scoring
        self._scale = 1 if scoring.turn is None else len(plays) + newcomers
        self._values = {
            player: number * self._scale + self._fraction(place)
            for place, (player, number) in enumerate(plays.items())
        }
        times = Counter(self._values.values())
        tied = plays.keys() if scoring.tied is None else scoring.tied
        rivals = {value for player, value in self._values.items() if player in tied}
        self._times = times
        self._counting = sorted(value for value in times if times[value] == 1)
        self._rivals = [value for value in self._counting if value in rivals]
        self._taken = sorted(times) if scoring.turn is None else []

    def _fraction(self, place: int) -> int:
        return 0 if self._scoring.turn is None else (place + self._scoring.turn) % self._scale

    @cached_property
    def _with_newcomer(self) -> "_Field":
        """The same with one player more, which changes all fractions (G19)."""
        return self if self._scoring.turn is None else _Field(self._plays, self._scoring, newcomers=1)

    def without(self, player: PlayerId) -> _Others:
        """Return the numbers of all others."""
        if player not in self._plays:
            field = self._with_newcomer
            kept = (field._counting, field._rivals, field._taken)
            return _Others(*kept, field._scale, field._fraction(len(self._plays)))
        value = self._values[player]
        counting: Sequence[int] = self._counting
        rivals: Sequence[int] = self._rivals
        taken: Sequence[int] = self._taken
        if self._times[value] == 1:
            counting, rivals, taken = (_removed(each, value) for each in (counting, rivals, taken))
        elif self._times[value] == 2:  # the other one counts then
            counting = _added(counting, value)
            rivals = _added(rivals, value) if self._is_rival_without(player, value) else rivals
        return _Others(counting, rivals, taken, self._scale, value - self._plays[player] * self._scale)

    def _is_rival_without(self, player: PlayerId, value: int) -> bool:
        """Return whether the other player with a value is a rival."""
        tied = self._scoring.tied
        if tied is None:
            return True
        return any(each in tied for each, other in self._values.items() if other == value and each != player)


def _removed(values: Sequence[int], value: int) -> Sequence[int]:
    """Return sorted values without one of them, if they have it."""
    place = bisect_left(values, value)
    return [*values[:place], *values[place + 1 :]] if values[place : place + 1] == [value] else values


def _added(values: Sequence[int], value: int) -> Sequence[int]:
    place = bisect_left(values, value)
    return [*values[:place], value, *values[place:]]


def _ranges(others: _Others, scoring: Scoring) -> Iterator[range]:
    """Yield the numbers that would have scored, as ranges that do not touch."""
    intervals, taken = [_ALL], others.taken
    if scoring.tied is not None and not others.rivals:
        taken = ()  # nobody else of the tied counts: all stay, whatever it is (G16)
    elif scoring.tied is not None and len(others.rivals) == 1:
        taken = _removed(taken, others.rivals[0])  # the same number throws out the only rival, so both stay
    if others.rivals:
        intervals = (
            [_near_middle(others, scoring)] if scoring.factor is None else _near_mean(others, scoring.factor)
        )
    last: range | None = None
    for each in intervals:
        for found in _without_taken(_whole(each, others, scoring), taken):
            if last is not None and last.stop < found.start:
                yield last
            last = found if last is None or last.stop < found.start else range(last.start, found.stop)
    if last is not None:
        yield last


def _near_middle(others: _Others, scoring: Scoring) -> _Interval:
    """Return the values between those next to the middle; in a showdown as close as a rival's (G4, G16).

    The ends themselves are taken. With a value beyond them the middle is theirs, wherever it lies.
    """
    values = others.counting
    half, odd = divmod(len(values), 2)
    if len(values) < 2:
        return _ALL
    below, above = values[half - 1 : half + odd], values[half : half + 1 + odd]
    if scoring.tied is None:
        return below[0], above[-1]
    return below[0] - _least_distance(below, others.rivals), above[-1] + _least_distance(above, others.rivals)


def _least_distance(middle: Sequence[int], rivals: Sequence[int]) -> int:
    return min(abs(rival - each) for rival in rivals for each in middle)


def _near_mean(others: _Others, factor: Fraction) -> list[_Interval]:
    """Return the values that are as close as all rivals to the target, which they move (G10, G17).

    With n numbers of which the others add up to `total`, a value y makes the target t = pull x (total + y),
    with pull = factor / n. Squared, |y - t| <= |s - t| for a rival s is
    (y - s) x (y x (1 - 2 pull) + s - 2 pull x total) <= 0: equal for y = s, and for one more value.
    """
    pull, total = factor / (len(others.counting) + 1), sum(others.counting)
    slope = 1 - 2 * pull
    if slope > 0:
        return [_between(others.rivals, pull, total)]
    found = [_ALL]
    for rival in others.rivals:  # three at most, as the factor is 2 at most
        found = [
            both for one in found for each in _outside(rival, pull, total) if (both := _overlap(one, each))
        ]
    return found


def _between(rivals: Sequence[int], pull: Fraction, total: int) -> _Interval:
    """Return the values as close as the rivals next to the value that hits the target."""
    hits = pull * total / (1 - pull)
    low, high = rivals[: bisect_right(rivals, hits)][-1:], rivals[bisect_left(rivals, hits) :][:1]

    def mirror(rival: int) -> Fraction:
        return (2 * pull * total - rival) / (1 - 2 * pull)

    return max([*map(Fraction, low), *map(mirror, high)]), min([*map(Fraction, high), *map(mirror, low)])


def _outside(rival: int, pull: Fraction, total: int) -> list[_Interval]:
    """Return the values as close as one rival, where few numbers move the target far."""
    slope, rest = 1 - 2 * pull, rival - 2 * pull * total
    if slope:
        one, other = sorted((Fraction(rival), -rest / slope))
        return [(None, one), (other, None)]
    return [_ALL] if not rest else [(None, rival)] if rest > 0 else [(rival, None)]


def _overlap(one: _Interval, other: _Interval) -> _Interval | None:
    """Return the values in both intervals; None if there is none."""
    lows = [each for each in (one[0], other[0]) if each is not None]
    highs = [each for each in (one[1], other[1]) if each is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def _whole(values: _Interval, others: _Others, scoring: Scoring) -> range:
    """Return the numbers of the range whose values lie in an interval."""
    low, high = values
    first = scoring.low if low is None else ceil(Fraction(low - others.fraction, others.scale))
    last = scoring.high if high is None else floor(Fraction(high - others.fraction, others.scale))
    first = max(first, scoring.low)
    return range(first, max(first, min(last, scoring.high) + 1))


def _without_taken(numbers: range, taken: Sequence[int]) -> Iterator[range]:
    """Split a range at the numbers that are taken; `taken` is sorted."""
    first = numbers.start
    for number in taken[bisect_left(taken, numbers.start) : bisect_left(taken, numbers.stop)]:
        if first < number:
            yield range(first, number)
        first = number + 1
    if first < numbers.stop:
        yield range(first, numbers.stop)
