"""One round of numbers: who is disqualified (G3), who scores (G4, G10), and why."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.median import middle
from companion.rules.results import LazyReasons, Leaf, PlayerId, Reason


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRound(Leaf):
    """A round's result, with the players who showed the same number as another player (G3)."""

    disqualified: tuple[PlayerId, ...]


def score_round(plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...], scoring: str) -> NumberRound:
    """Score one round (G3, and G4 or G10). A player without a play is absent.

    `scoring` is `median` or `mean`. The cost is that of one sort.
    """
    if tuple(plays) != players:
        plays = {player: plays[player] for player in players if player in plays}
    winners, disqualified = find_scorers(plays, scoring)
    return NumberRound(
        kind="round",
        winners=winners,
        finished=True,
        reasons=LazyReasons(_reasons, plays, players, scoring),
        plays=plays,
        disqualified=disqualified,
    )


def find_scorers(
    plays: Mapping[PlayerId, int], scoring: str
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return who scores and who is disqualified in a round, both in the order of `plays`."""
    left: Mapping[PlayerId, int] = plays
    disqualified: tuple[PlayerId, ...] = ()
    if len(set(plays.values())) < len(plays):
        left, disqualified = _split_duplicates(plays)
    ranked = sorted(left, key=left.__getitem__)
    winners = middle(ranked) if scoring == "median" else _nearest(ranked, left)
    if len(winners) > 1:
        winners = tuple(sorted(winners, key=list(plays).index))
    return winners, disqualified


def _split_duplicates(plays: Mapping[PlayerId, int]) -> tuple[dict[PlayerId, int], tuple[PlayerId, ...]]:
    """Return the plays of numbers shown once, and the players who are disqualified (G3)."""
    showed = Counter(plays.values())
    disqualified = tuple([player for player, number in plays.items() if showed[number] > 1])
    return {player: number for player, number in plays.items() if showed[number] == 1}, disqualified


def _nearest(ranked: Sequence[PlayerId], left: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return the players closest to the mean (G10)."""
    central = closest_to_mean([left[player] for player in ranked])
    return tuple(player for player in ranked if left[player] in central)


def closest_to_mean(left: Sequence[int]) -> tuple[int, ...]:
    """Return the distinct numbers closest to their mean (G10): one, two equally close, or none.

    Distances are multiplied by the count of the numbers, so that they stay whole.

    >>> closest_to_mean([1, 2, 3, 4])
    (2, 3)
    """
    count, total = len(left), sum(left)
    away = [abs(number * count - total) for number in left]
    least = min(away, default=0)
    return tuple(number for number, distance in zip(left, away, strict=True) if distance == least)


def _reasons(plays: Mapping[PlayerId, int], players: Sequence[PlayerId], scoring: str) -> Iterator[Reason]:
    """Yield the reasons for every point given or not given."""
    showed: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for player, number in plays.items():
        showed[number].append(player)
    numbers = sorted(showed)
    for number in numbers:
        if len(showed[number]) > 1:
            yield _same(tuple(showed[number]), number)
    yield from _point_reasons({n: showed[n][0] for n in numbers if len(showed[n]) == 1}, scoring)
    absent = tuple(player for player in players if player not in plays)
    if absent:
        yield Reason("G8", "{players} showed no number: no point.", absent)


def _same(players: tuple[PlayerId, ...], number: int) -> Reason:
    values = {"number": number}
    if len(players) == 2:
        return Reason("G3", "{players} both picked {number}: disqualified.", players, values, "disqualifying")
    return Reason("G3", "{players} all picked {number}: disqualified.", players, values, "disqualifying")


def _point_reasons(by_number: Mapping[int, PlayerId], scoring: str) -> Iterator[Reason]:
    """Yield who scores and who does not, of those not disqualified; `by_number` is sorted, lowest first."""
    left = tuple(by_number)
    central = middle(left) if scoring == "median" else closest_to_mean(left)
    players = tuple(by_number[number] for number in central)
    if scoring == "mean" and len(left) > 2:
        yield _mean(left, players, central)
        yield from _outside("G10", _FARTHER, [n for n in left if n not in central], by_number)
        return
    yield _middle("G4" if scoring == "median" else "G10", len(left), players, central)
    if central:
        yield from _outside("G4", _BELOW, [n for n in left if n < central[0]], by_number)
        yield from _outside("G4", _ABOVE, [n for n in left if n > central[-1]], by_number)


def _middle(rule: str, count: int, players: tuple[PlayerId, ...], central: tuple[int, ...]) -> Reason:
    values = {"count": count, "middle": central}
    if not central:
        return Reason(rule, "No number is left, so nobody scores.", players, values)
    return Reason(rule, _ALL_LEFT if count <= 2 else _IN_THE_MIDDLE, players, values)


_ALL_LEFT = PluralTemplate(
    "{middle} is the only number left: 1 point for {players}.",
    "{middle} are the only numbers left: 1 point each for {players}.",
)
_IN_THE_MIDDLE = PluralTemplate(
    "{middle} is in the middle of the {count} numbers that count: 1 point for {players}.",
    "{middle} are in the middle of the {count} numbers that count: 1 point each for {players}.",
)


def _mean(left: Sequence[int], players: tuple[PlayerId, ...], central: tuple[int, ...]) -> Reason:
    template = PluralTemplate(
        "The mean is {mean}, and {middle} is closest to it: 1 point for {players}.",
        "The mean is {mean}, and {middle} are equally close to it: 1 point each for {players}.",
    )
    mean = Fraction(sum(left), len(left))
    return Reason("G10", template, players, {"count": len(left), "mean": mean, "middle": central})


def _outside(
    rule: str, template: PluralTemplate, numbers: Sequence[int], by_number: Mapping[int, PlayerId]
) -> Iterator[Reason]:
    if numbers:
        players = tuple(by_number[number] for number in numbers)
        yield Reason(rule, template, players, {"numbers": tuple(numbers)}, "visible")


_BELOW = PluralTemplate("{shown} is below the middle: no point.", "{shown} are below the middle: no point.")
_ABOVE = PluralTemplate("{shown} is above the middle: no point.", "{shown} are above the middle: no point.")
_FARTHER = PluralTemplate(
    "{shown} is farther from the mean: no point.", "{shown} are farther from the mean: no point."
)


def round_headline(leaf: NumberRound, scoring: str) -> Reason:
    """Return which numbers are in the middle or closest to the mean, as a heading (G4, G10)."""
    rule, template = ("G4", _ARE_MIDDLE) if scoring == "median" else ("G10", _ARE_CLOSEST)
    scored = tuple(sorted(leaf.plays[player] for player in leaf.winners))  # type: ignore[type-var]
    if not scored:
        return Reason(rule, "Nobody is in the middle")
    return Reason(rule, template, leaf.winners, {"scored": scored})


_ARE_MIDDLE = PluralTemplate("{scored} is the middle", "{scored} are the middle")
_ARE_CLOSEST = PluralTemplate("{scored} is closest", "{scored} are equally close")


def mean_left(leaf: NumberRound) -> Fraction | None:
    """Return the mean of the numbers that count (G10); None where all are disqualified."""
    out = frozenset(leaf.disqualified)
    left = [play for player, play in leaf.plays.items() if player not in out and isinstance(play, int)]
    return Fraction(sum(left), len(left)) if left else None


def player_reason(leaf: NumberRound, player: PlayerId, scoring: str) -> Reason:
    """Return what became of a player's number, as a sentence to that player."""
    number = leaf.plays[player]
    values = {"number": number}
    if player in leaf.disqualified:
        same = tuple(other for other, play in leaf.plays.items() if play == number and other != player)
        return Reason("G3", _PICKED_TOO[len(same) > 1], same, values)
    if scoring == "median":
        template = _MIDDLE[len(leaf.winners) > 1] if player in leaf.winners else _NOT_THE_MIDDLE
        return Reason("G4", template, (), values)
    template = (
        N_("{number} is closest to the mean: 1 point for you") if player in leaf.winners else _NOT_CLOSEST
    )
    return Reason("G10", template, (), values)


_PICKED_TOO = (
    N_("{players} picked {number} too: both disqualified"),
    N_("{players} picked {number} too: all disqualified"),
)
_MIDDLE = (N_("{number} is the middle: 1 point for you"), N_("{number} is in the middle: 1 point for you"))
_NOT_THE_MIDDLE = N_("{number} is not the middle: no point")
_NOT_CLOSEST = N_("{number} is not closest to the mean: no point")
