"""A round of numbers, and one of a showdown: who scores or stays, and why (G3, G4, G10, G16 to G19)."""

from collections import Counter
from dataclasses import replace
from fractions import Fraction
from functools import partial

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.scoring import MEAN, MIDDLE
from companion.rules.games.knockout import player_words, stay_reasons
from companion.rules.games.number_game import (
    LazyReasons,
    absent_reasons,
    count_points,
    equal_numbers,
    in_order,
    picked_too,
    same_number_reasons,
)
from companion.rules.plays import Numbers, PlayerId, Players
from companion.rules.results import FinalRound, Leaf, NumberRound, Reason, Reasons, ShowdownRound, shown
from companion.rules.standing import middle
from companion.values import frozen


@frozen
class ComparedNumbers:
    """The places of the numbers that count, lowest first, each in units of 1 / `unit`, and who is out (G3).

    They are whole, so that comparing them is exact and fast: with offsets (G19) the unit is the number of
    players who are present, otherwise 1.
    """

    at: Numbers
    unit: int = 1
    disqualified: Players = ()

    def value(self, player: PlayerId) -> Fraction:
        """Return a player's number, with its offset."""
        return Fraction(self.at[player], self.unit)

    def base(self, rules: GoodEnoughOptions) -> Fraction:
        """Return what the target is a multiple of: the mean of all, or of those in the middle (G10, G17)."""
        central = _central(tuple(self.at.values()), rules)
        return Fraction(sum(central), self.unit * len(central))

    def scorers(self, rules: GoodEnoughOptions) -> Players:
        """Return who scores, lowest number first: the middle, or those closest to the target."""
        return middle(tuple(self.at)) if rules.words is MIDDLE else self.closest(tuple(self.at), rules)

    def closest(self, players: Players, rules: GoodEnoughOptions) -> Players:
        """Return who of some players is closest to the target (G16), in whole multiples of a common unit."""
        values = tuple(self.at.values())
        if rules.words is MIDDLE:
            central, count = middle(values), 1
        else:
            measured = _central(values, rules)
            central = (rules.multiple.numerator * sum(measured),)
            count = rules.multiple.denominator * len(measured)
        away = {
            player: min([abs(self.at[player] * count - number) for number in central])
            for player in players
            if player in self.at
        }
        least = min(away.values(), default=0)
        return tuple([player for player, distance in away.items() if distance == least])


def _central(values: tuple[int, ...], rules: GoodEnoughOptions) -> tuple[int, ...]:
    """Return the numbers whose mean the target is a multiple of: the middle ones, or all."""
    return middle(values) if rules.scoring == "median" else values


def compare_numbers(plays: Numbers, rules: GoodEnoughOptions, number: int) -> ComparedNumbers:
    """Return the places of plays, in the order of the players, in the `number`th round of the record."""
    if rules.offsets:
        present = len(plays)
        found = enumerate(plays.items(), number)
        at = {player: present * shown + turn % present for turn, (player, shown) in found}
        return ComparedNumbers(_lowest_first(at), present)
    if len(set(plays.values())) == len(plays):
        return ComparedNumbers(_lowest_first(plays))
    count = Counter(plays.values())
    left = {player: shown for player, shown in plays.items() if count[shown] == 1}
    return ComparedNumbers(_lowest_first(left), 1, tuple([player for player in plays if player not in left]))


def _lowest_first(at: Numbers) -> Numbers:
    return {player: at[player] for player in sorted(at, key=at.__getitem__)}


def score_round(
    plays: Numbers, players: Players, rules: GoodEnoughOptions, number: int = 1, tied: Players = ()
) -> NumberRound:
    """Score one round. A player without a play is absent. The cost is that of one sort.

    Where some are still `tied`, it is one of a showdown: of these the closest stay (G16).
    """
    plays = in_order(plays, players)
    compared = compare_numbers(plays, rules, number)
    winners = compared.closest(tied, rules) if tied else compared.scorers(rules)
    score = partial(rules.showdown_round, contenders=tied) if tied else NumberRound
    reasons = partial(_showdown_reasons, tied) if tied else _point_reasons
    return score(
        kind="round",
        winners=tuple(sorted(winners, key=list(plays).index)) if len(winners) > 1 else winners,
        finished=True,
        reasons=LazyReasons(reasons, plays, players, compared, rules),
        plays=plays,
        disqualified=compared.disqualified,
        number=number,
    )


def _equal_number_reasons(plays: Numbers, compared: ComparedNumbers, rules: GoodEnoughOptions) -> Reasons:
    """Yield what becomes of numbers that several players showed: they are out, or put in order (G3, G19)."""
    if not rules.offsets:
        yield from same_number_reasons(plays)
        return
    template = N_("{number} was picked more than once; fractions put them in order, lowest first: {players}.")
    for number, players in equal_numbers(in_order(plays, (*compared.at,))).items():
        yield Reason("G19", template, players, {"number": number})


def _point_reasons(
    plays: Numbers, players: Players, compared: ComparedNumbers, rules: GoodEnoughOptions
) -> Reasons:
    """Yield the reasons for every point given or not given."""
    yield from _equal_number_reasons(plays, compared, rules)
    scoring, left, winners = rules.words, compared.at, compared.scorers(rules)
    numbers = tuple(plays[player] for player in winners)
    values: dict[str, object] = {"count": len(left), "middle": numbers}
    if winners:
        values |= _target_values(compared, rules)
        if rules.points == "number":
            values |= {"numbers": numbers, "points": count_points(numbers[0])}
        is_obvious = len(left) == 1 or (len(left) == 2 and not scoring.has_factor)
        template = (_ALL_LEFT if is_obvious else scoring.scores)[rules.points]
        yield Reason("G18" if rules.points == "number" else scoring.rule, template, winners, values)
        yield from _outer_reasons(plays, compared, rules)
    else:
        yield Reason(scoring.rule, "No number is left, so nobody scores.", (), values)
    yield from absent_reasons(plays, players)


def _outer_reasons(plays: Numbers, compared: ComparedNumbers, rules: GoodEnoughOptions) -> Reasons:
    """Yield who is below and above those who score, or farther off."""
    scoring, left, winners = rules.words, compared.at, compared.scorers(rules)
    below = {player: plays[player] for player in left if left[player] < left[winners[0]]}
    above = {player: plays[player] for player in left if left[player] > left[winners[-1]]}
    sides = (below, above) if len(scoring.beyond) > 1 else (below | above,)
    for template, side in zip(scoring.beyond, sides, strict=True):
        if side:
            yield shown(scoring.rule, template, side, "visible")


_ALL_LEFT = {
    "one": PluralTemplate(
        "{middle} is the only number left: 1 point for {players}.",
        "{middle} are the only numbers left: 1 point each for {players}.",
    ),
    "number": PluralTemplate(
        "{middle} is the only number left: {points} for {players}.",
        "{shown} are the only ones left: each brings its own points.",
    ),
}


def _target_values(compared: ComparedNumbers, rules: GoodEnoughOptions) -> dict[str, object]:
    """Return the values of a sentence about the mean: it, and the target where that is a multiple of it."""
    if rules.words is MIDDLE:
        return {}
    base = compared.base(rules)
    if not rules.words.has_factor:
        return {"mean": base}
    return {"mean": base, "factor": rules.multiple, "target": base * rules.multiple}


def round_headline(rules: GoodEnoughOptions, leaf: Leaf) -> Reason:
    """Return who is the middle or closest to the target, lowest first, or who stays, as a heading."""
    if isinstance(leaf, ShowdownRound):
        return _showdown_headline(leaf)
    if not leaf.winners:
        return Reason(rules.words.rule, "Nobody scores")
    assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of these games is one
    winners = tuple(sorted(leaf.winners, key=leaf.plays.__getitem__))
    return Reason(rules.words.rule, rules.words.headline, winners)


def _showdown_headline(leaf: ShowdownRound) -> Reason:
    if not leaf.winners:
        return Reason("G16", "Nobody is closest: all stay")
    if len(leaf.left) == 1:
        return Reason("G16", MEAN.headline, leaf.left)
    is_equal = len(leaf.left) == len(leaf.contenders)
    stay = N_("Equally close: {players} stay") if is_equal else N_("{players} stay")
    return Reason("G16", stay, leaf.left)


def player_reason(rules: GoodEnoughOptions, leaf: NumberRound, player: PlayerId) -> Reason:
    """Return what became of a player's number, as a sentence to that player."""
    number, scoring = leaf.plays[player], rules.words
    if player not in leaf.winners:
        return Reason(scoring.rule, scoring.not_for_you, (), {"number": number})
    if rules.points == "number":
        template = N_("Your number counts as it is: {points} for you")
        return Reason("G18", template, (), {"points": count_points(number)})
    return Reason(scoring.rule, scoring.for_you, (), {"number": number})


# A showdown


def _showdown_reasons(
    tied: Players, plays: Numbers, players: Players, compared: ComparedNumbers, rules: GoodEnoughOptions
) -> Reasons:
    """Yield what the numbers are measured from, who is closest and stays, and who leaves."""
    yield from _equal_number_reasons(plays, compared, rules)
    if compared.at:
        central = tuple(plays[player] for player in middle(tuple(compared.at)))
        template = rules.words.aims_at[len(central) - 1]
        yield Reason(rules.words.rule, template, (), {"middle": central} | _target_values(compared, rules))
    else:
        yield Reason(rules.words.rule, "No number is left.")
    yield from stay_reasons(rules.knockout, plays, compared.at, tied, compared.closest(tied, rules))
    watching = tuple(player for player in players if player not in tied)
    yield from absent_reasons(plays, watching, N_("{players} sent no number."))


def showdown_reason(rules: GoodEnoughOptions, leaf: ShowdownRound, player: PlayerId) -> Reason:
    """Return what became of a player's number in a showdown, as a sentence to that player."""
    if player in leaf.disqualified:
        same, is_final = picked_too(leaf, player), isinstance(leaf, FinalRound)
        leaves = _LEAVES_FINAL_OUT if is_final else _LEAVES_OUT
        out = _STAYS_OUT if player in leaf.left else leaves
        return replace(same, template=out) if player in leaf.contenders else same
    return Reason("G16", player_words(rules.knockout, leaf, player), (), {"number": leaf.plays[player]})


_STAYS_OUT = N_("{players} said {number} too, but nobody still tied did better: you stay")
_LEAVES_OUT = N_("{players} said {number} too: you leave the showdown")
_LEAVES_FINAL_OUT = N_("{players} said {number} too: you leave the grand final")
