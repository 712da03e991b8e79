"""Why somebody scores in a round of numbers or does not (G3, G4, G8, G10, G17 to G19)."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from companion.i18n.messages import N_, Count, PluralTemplate, format_decimal
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import NumberRound, Places, closest, find_places
from companion.rules.median import middle
from companion.rules.results import PlayerId, Reason


@dataclass(frozen=True, slots=True)
class Scoring:
    """How a round is scored: the places of the numbers that count, those who score, and the rule."""

    places: Places
    winners: tuple[PlayerId, ...]
    rules: GoodEnoughOptions
    plays: Mapping[PlayerId, int]

    @property
    def uses_mean(self) -> bool:
        """Whether a mean decides: not where one number is left, or two, which are equally close to it."""
        count = len(self.places.at)
        return self.rules.scoring == "mean" and (count > 2 or (count == 2 and self.rules.multiple != 1))

    @property
    def values(self) -> dict[str, object]:
        """The values of the sentence about those who score."""
        numbers = tuple(self.plays[player] for player in self.winners)
        values: dict[str, object] = {"count": len(self.places.at), "middle": numbers}
        if self.rules.points == "number" and numbers:
            values |= {"numbers": numbers, "points": count_points(numbers[0])}
        return values | aim_values(self.places, self.rules) if self.uses_mean else values


def count_points(number: int) -> Count:
    """Count points in words: `1 point`, `17 points`."""
    return Count(number, "{n} point", "{n} points")


def aim_values(places: Places, rules: GoodEnoughOptions) -> dict[str, object]:
    """Return the values of a sentence about the mean: it, and the target where that is a multiple of it.

    Beside a factor like 0.8 they are written with a decimal point, too.
    """
    if rules.multiple == 1:
        return {"mean": places.mean}
    mean, target = format_decimal(places.mean), format_decimal(places.mean * rules.multiple)
    return {"mean": mean, "factor": rules.factor, "target": target}


def round_reasons(
    plays: Mapping[PlayerId, int], players: Sequence[PlayerId], rules: GoodEnoughOptions, number: int
) -> Iterator[Reason]:
    """Yield the reasons for every point given or not given; `plays` are in the order of the players."""
    places, _ = find_places(plays, rules, number)
    winners = middle(tuple(places.at)) if rules.scoring == "median" else closest(places.distances(rules))
    yield from same_number_reasons(plays, places, rules)
    yield from _point_reasons(Scoring(places, winners, rules, plays))
    absent = tuple(player for player in players if player not in plays)
    if absent:
        yield Reason("G8", "{players} showed no number: no point.", absent)


# Equal numbers


def same_number_reasons(
    plays: Mapping[PlayerId, int], places: Places, rules: GoodEnoughOptions
) -> Iterator[Reason]:
    """Yield what becomes of numbers that several players showed: they are out, or put in order (G3, G19)."""
    showed: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for player in places.at if rules.offsets else plays:
        showed[plays[player]].append(player)
    for number in sorted(showed):
        if len(showed[number]) > 1:
            players, values = tuple(showed[number]), {"number": number}
            if rules.offsets:
                yield Reason("G19", _ORDERED, players, values)
            else:
                yield Reason(
                    "G3", _BOTH_OUT if len(players) == 2 else _ALL_OUT, players, values, "disqualifying"
                )


_ORDERED = N_("{number} was picked more than once; fractions put them in order, lowest first: {players}.")
_BOTH_OUT = N_("{players} both picked {number}: disqualified.")
_ALL_OUT = N_("{players} all picked {number}: disqualified.")


# Who scores


def _point_reasons(scoring: Scoring) -> Iterator[Reason]:
    """Yield who scores and who does not, of those not disqualified."""
    left, winners, rules = scoring.places.at, scoring.winners, scoring.rules
    if scoring.uses_mean:
        counts_number = rules.points == "number"
        if rules.multiple == 1:
            rule, template = ("G18", _MEAN_COUNTS) if counts_number else ("G10", _MEAN)
        else:
            rule, template = "G17", _TARGET_COUNTS if counts_number else _TARGET
        yield Reason(rule, template, winners, scoring.values)
        farther = _FARTHER if rules.multiple == 1 else _FARTHER_FROM_TARGET
        yield from _outside(rule, farther, [each for each in left if each not in winners], scoring.plays)
        return
    yield _middle(scoring)
    if winners:
        lowest, highest = left[winners[0]], left[winners[-1]]
        yield from _outside("G4", _BELOW, [who for who, at in left.items() if at < lowest], scoring.plays)
        yield from _outside("G4", _ABOVE, [who for who, at in left.items() if at > highest], scoring.plays)


def _middle(scoring: Scoring) -> Reason:
    rule = "G4" if scoring.rules.scoring == "median" else "G10"
    if not scoring.winners:
        return Reason(rule, "No number is left, so nobody scores.", (), scoring.values)
    counts_number = scoring.rules.points == "number"
    if len(scoring.places.at) <= 2:
        template = _ALL_LEFT_COUNT if counts_number else _ALL_LEFT
    else:
        template = _THEIR_NUMBER if counts_number else _IN_THE_MIDDLE
    return Reason("G18" if counts_number else rule, template, scoring.winners, scoring.values)


_ALL_LEFT = PluralTemplate(
    "{middle} is the only number left: 1 point for {players}.",
    "{middle} are the only numbers left: 1 point each for {players}.",
)
_ALL_LEFT_COUNT = PluralTemplate(
    "{middle} is the only number left: {points} for {players}.",
    "{shown} are the only ones left: each gets his or her number.",
)
_IN_THE_MIDDLE = PluralTemplate(
    "{middle} is in the middle of the {count} numbers that count: 1 point for {players}.",
    "{middle} are in the middle of the {count} numbers that count: 1 point each for {players}.",
)
_THEIR_NUMBER = PluralTemplate(
    "{middle} is in the middle of the {count} numbers that count: {points} for {players}.",
    "{shown} are in the middle of the {count} numbers that count: each gets his or her number.",
)


_MEAN = PluralTemplate(
    "The mean is {mean}, and {middle} is closest to it: 1 point for {players}.",
    "The mean is {mean}, and {middle} are equally close to it: 1 point each for {players}.",
)
_MEAN_COUNTS = PluralTemplate(
    "The mean is {mean}, and {middle} is closest to it: {points} for {players}.",
    "The mean is {mean}; {shown} are equally close to it: each gets his or her number.",
)
_TARGET = PluralTemplate(
    "The mean is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
    "1 point for {players}.",
    "The mean is {mean}, and {factor} times that is {target}; {middle} are equally close to it: "
    "1 point each for {players}.",
)
_TARGET_COUNTS = PluralTemplate(
    "The mean is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
    "{points} for {players}.",
    "The mean is {mean}, and {factor} times that is {target}; {shown} are equally close to it: "
    "each gets his or her number.",
)


def _outside(
    rule: str, template: PluralTemplate, who: Sequence[PlayerId], plays: Mapping[PlayerId, int]
) -> Iterator[Reason]:
    if who:
        values = {"numbers": tuple(plays[player] for player in who)}
        yield Reason(rule, template, tuple(who), values, "visible")


_BELOW = PluralTemplate("{shown} is below the middle: no point.", "{shown} are below the middle: no point.")
_ABOVE = PluralTemplate("{shown} is above the middle: no point.", "{shown} are above the middle: no point.")
_FARTHER = PluralTemplate(
    "{shown} is farther from the mean: no point.", "{shown} are farther from the mean: no point."
)
_FARTHER_FROM_TARGET = PluralTemplate(
    "{shown} is farther from that: no point.", "{shown} are farther from that: no point."
)


# In short


def round_headline(leaf: NumberRound, rules: GoodEnoughOptions) -> Reason:
    """Return which numbers are in the middle or closest to the target, as a heading (G4, G10)."""
    rule, template = ("G4", _ARE_MIDDLE) if rules.scoring == "median" else ("G10", _ARE_CLOSEST)
    scored = tuple(sorted(leaf.plays[player] for player in leaf.winners))
    if not scored:
        return Reason(rule, "Nobody is in the middle")
    return Reason(rule, template, leaf.winners, {"scored": scored})


_ARE_MIDDLE = PluralTemplate("{scored} is the middle", "{scored} are the middle")
_ARE_CLOSEST = PluralTemplate("{scored} is closest", "{scored} are equally close")


def player_reason(leaf: NumberRound, player: PlayerId, rules: GoodEnoughOptions) -> Reason:
    """Return what became of a player's number, as a sentence to that player."""
    number = leaf.plays[player]
    if player in leaf.disqualified:
        return picked_too(leaf, player)
    if player in leaf.winners and rules.points == "number":
        return Reason("G18", _NUMBER_FOR_YOU, (), {"points": count_points(number)})
    if rules.scoring == "median":
        template = _MIDDLE[len(leaf.winners) > 1] if player in leaf.winners else _NOT_THE_MIDDLE
        return Reason("G4", template, (), {"number": number})
    of_target = rules.multiple != 1
    template = _CLOSEST[of_target] if player in leaf.winners else _NOT_CLOSEST[of_target]
    return Reason("G17" if of_target else "G10", template, (), {"number": number})


def picked_too(leaf: NumberRound, player: PlayerId) -> Reason:
    """Return who else showed the number of a disqualified player (G3)."""
    number = leaf.plays[player]
    same = tuple(other for other, play in leaf.plays.items() if play == number and other != player)
    return Reason("G3", _PICKED_TOO[len(same) > 1], same, {"number": number})


_PICKED_TOO = (
    N_("{players} picked {number} too: both disqualified"),
    N_("{players} picked {number} too: all disqualified"),
)
_NUMBER_FOR_YOU = N_("Your number counts as it is: {points} for you")
_MIDDLE = (N_("{number} is the middle: 1 point for you"), N_("{number} is in the middle: 1 point for you"))
_NOT_THE_MIDDLE = N_("{number} is not the middle: no point")
_CLOSEST = (
    N_("{number} is closest to the mean: 1 point for you"),
    N_("{number} is closest to the target: 1 point for you"),
)
_NOT_CLOSEST = (
    N_("{number} is not closest to the mean: no point"),
    N_("{number} is not closest to the target: no point"),
)
