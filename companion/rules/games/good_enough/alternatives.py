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
from typing import overload

from companion.rules.games.outcomes import Ranges
from companion.rules.results import PlayerId

_Interval = tuple[int | None, int | None]
"""The values from one to another, both included; None is no bound."""

_ALL: _Interval = (None, None)


@dataclass(frozen=True, slots=True)
class RoundScoring:
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
    plays: Mapping[PlayerId, int], scoring: RoundScoring, players: Iterable[PlayerId]
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
class _Sorted(Sequence[int]):
    """Sorted values without the one at a place, or with one more, of which no copy is made."""

    values: Sequence[int]
    removed: int | None = None
    added: tuple[int, int] | None = None  # its place, and the value

    def __len__(self) -> int:
        return len(self.values) - (self.removed is not None) + (self.added is not None)

    @overload
    def __getitem__(self, place: int) -> int: ...
    @overload
    def __getitem__(self, place: slice) -> list[int]: ...
    def __getitem__(self, place: int | slice) -> int | list[int]:
        if isinstance(place, slice):
            return [self[each] for each in range(*place.indices(len(self)))]
        if not 0 <= place < len(self):
            raise IndexError(place)
        if self.removed is not None:
            return self.values[place + (place >= self.removed)]
        if self.added is not None and place >= self.added[0]:
            return self.added[1] if place == self.added[0] else self.values[place - 1]
        return self.values[place]


@dataclass(frozen=True, slots=True)
class _Others:
    """What others presented: the values that count, those of rivals, and the numbers that are taken.

    A player scores who is as close as all rivals, in a showdown the tied players. `total` is the sum
    of the values that count. `own` is the number, if any, that this player alone has taken. A number has
    the value `number * scale + fraction`.
    """

    counting: Sequence[int]
    rivals: Sequence[int]
    taken: Sequence[int]
    own: int | None
    total: int
    scale: int
    fraction: int


class _Field:
    """All numbers of a round, sorted once."""

    def __init__(self, plays: Mapping[PlayerId, int], scoring: RoundScoring, newcomers: int = 0) -> None:
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
        self._total = sum(self._counting)

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
            kept = (field._counting, field._rivals, field._taken, None)
            return _Others(*kept, field._total, field._scale, field._fraction(len(self._plays)))
        value, total, own = self._values[player], self._total, None
        counting: Sequence[int] = self._counting
        rivals: Sequence[int] = self._rivals
        if self._times[value] == 1:
            counting, rivals, total = _removed(counting, value), _removed(rivals, value), total - value
            own = self._plays[player]
        elif self._times[value] == 2:  # the other one counts then
            counting, total = _added(counting, value), total + value
            rivals = _added(rivals, value) if self._is_rival_without(player, value) else rivals
        fraction = value - self._plays[player] * self._scale
        return _Others(counting, rivals, self._taken, own, total, self._scale, fraction)

    def _is_rival_without(self, player: PlayerId, value: int) -> bool:
        """Return whether the other player with a value is a rival."""
        tied = self._scoring.tied
        if tied is None:
            return True
        return any(each in tied for each, other in self._values.items() if other == value and each != player)


def _removed(values: Sequence[int], value: int) -> Sequence[int]:
    """Return sorted values without one of them."""
    return _Sorted(values, removed=bisect_left(values, value))


def _added(values: Sequence[int], value: int) -> Sequence[int]:
    return _Sorted(values, added=(bisect_left(values, value), value))


def _ranges(others: _Others, scoring: RoundScoring) -> Iterator[range]:
    """Yield the numbers that would have scored, as ranges that do not touch."""
    intervals, taken, free = [_ALL], others.taken, {others.own}
    if scoring.tied is not None and not others.rivals:
        taken = ()  # nobody else of the tied counts: all stay, whatever it is (G16)
    elif scoring.tied is not None and len(others.rivals) == 1:
        free.add(others.rivals[0])  # the same number throws out the only rival, so both stay
    if others.rivals:
        intervals = (
            [_near_middle(others, scoring)] if scoring.factor is None else _near_mean(others, scoring.factor)
        )
    last: range | None = None
    for each in intervals:
        for found in _without_taken(_whole(each, others, scoring), taken, free):
            if last is not None and last.stop < found.start:
                yield last
            last = found if last is None or last.stop < found.start else range(last.start, found.stop)
    if last is not None:
        yield last


def _near_middle(others: _Others, scoring: RoundScoring) -> _Interval:
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

    With n numbers of which the others add up to `total`, a value y makes the target t = p / q (total + y),
    with p / q = factor / n. Squared and multiplied by q, |y - t| <= |s - t| for a rival s is
    (y - s) (y (q - 2 p) + q s - 2 p total) <= 0: equal for y = s, and for one more value, its mirror.
    """
    p, q = factor.numerator, factor.denominator * (len(others.counting) + 1)
    if q > 2 * p:
        return [_between(others, p, q)]
    found = [_ALL]
    for rival in others.rivals:  # three at most, as the factor is 2 at most
        near = _outside(rival, q * rival - 2 * p * others.total, q - 2 * p)
        found = [both for one in found for each in near if (both := _overlap(one, each))]
    return found


def _between(others: _Others, p: int, q: int) -> _Interval:
    """Return the values between the rivals next to the value that hits the target, and their mirrors."""
    rivals, slope = others.rivals, q - 2 * p
    place = bisect_right(rivals, p * others.total // (q - p))
    low, high = rivals[max(0, place - 1) : place], rivals[place : place + 1]
    mirrors = [2 * p * others.total - q * rival for rival in high]
    lows = [*low, *(-(-each // slope) for each in mirrors)]
    highs = [*high, *((2 * p * others.total - q * rival) // slope for rival in low)]
    return max(lows), min(highs)


def _outside(rival: int, rest: int, slope: int) -> list[_Interval]:
    """Return the values as close as one rival, where few numbers move the target far: slope <= 0."""
    if slope:
        low, high = min(rival, rest // -slope), max(rival, -(rest // slope))
        return [(None, low), (high, None)]
    return [_ALL] if not rest else [(None, rival)] if rest > 0 else [(rival, None)]


def _overlap(one: _Interval, other: _Interval) -> _Interval | None:
    """Return the values in both intervals; None if there is none."""
    lows = [each for each in (one[0], other[0]) if each is not None]
    highs = [each for each in (one[1], other[1]) if each is not None]
    low, high = max(lows, default=None), min(highs, default=None)
    return None if low is not None and high is not None and low > high else (low, high)


def _whole(values: _Interval, others: _Others, scoring: RoundScoring) -> range:
    """Return the numbers of the range whose values lie in an interval."""
    low, high = values
    first = scoring.low if low is None else max(scoring.low, -((others.fraction - low) // others.scale))
    last = scoring.high if high is None else min(scoring.high, (high - others.fraction) // others.scale)
    return range(first, max(first, last + 1))


def _without_taken(numbers: range, taken: Sequence[int], free: Collection[int | None]) -> Iterator[range]:
    """Split a range at the numbers that are taken, which are sorted, and not free for all that."""
    first = numbers.start
    for number in taken[bisect_left(taken, numbers.start) : bisect_left(taken, numbers.stop)]:
        if number in free:
            continue
        if first < number:
            yield range(first, number)
        first = number + 1
    if first < numbers.stop:
        yield range(first, numbers.stop)
