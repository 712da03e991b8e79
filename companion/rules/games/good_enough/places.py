"""Where the numbers of a round stand that count, and how far from what they aim at (G3, G10, G17, G19)."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.median import middle
from companion.rules.results import Leaf, PlayerId, ShowdownRound, aside


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRound(Leaf):
    """A round's result, with the players who showed the same number as another player (G3).

    `plays` are in the order of the players. `number` counts through the whole record, from 1: the offsets
    depend on it (G19).
    """

    plays: Mapping[PlayerId, int]
    disqualified: tuple[PlayerId, ...]
    number: int = aside(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberShowdown(NumberRound, ShowdownRound):
    """The result of one round of a showdown (G16)."""


@dataclass(frozen=True, slots=True)
class Places:
    """The places of the numbers that count, lowest first, each in units of 1 / `unit`.

    They are whole, so that comparing them is exact and fast: with offsets (G19) the unit is the number of
    players who are present, otherwise 1.
    """

    at: Mapping[PlayerId, int]
    unit: int = 1

    def place(self, player: PlayerId) -> Fraction:
        """Return a player's number, with its offset."""
        return Fraction(self.at[player], self.unit)

    @property
    def mean(self) -> Fraction:
        """The mean of the numbers, with their offsets; there must be one."""
        return Fraction(sum(self.at.values()), self.unit * len(self.at))

    def distances(self, rules: GoodEnoughOptions) -> dict[PlayerId, int]:
        """Return how far each number is from the nearest target, as a whole multiple of a common unit."""
        values = tuple(self.at.values())
        if rules.scoring == "median":
            central = middle(values)
            return {player: min([abs(at - each) for each in central]) for player, at in self.at.items()}
        total, count = rules.multiple.numerator * sum(values), rules.multiple.denominator * len(values)
        return {player: abs(at * count - total) for player, at in self.at.items()}


def find_places(
    plays: Mapping[PlayerId, int], rules: GoodEnoughOptions, number: int
) -> tuple[Places, tuple[PlayerId, ...]]:
    """Return the places of a round's numbers, and who is disqualified (G3), in the order of `plays`.

    `number` is that of the round, counted through the whole record; `plays` are in the order of the players.
    """
    if rules.offsets:
        present = len(plays)
        found = enumerate(plays.items(), number)
        at = {player: present * shown + turn % present for turn, (player, shown) in found}
        return Places(_lowest_first(at), present), ()
    if len(set(plays.values())) == len(plays):
        return Places(_lowest_first(plays)), ()
    showed = Counter(plays.values())
    left = {player: shown for player, shown in plays.items() if showed[shown] == 1}
    disqualified = tuple([player for player, shown in plays.items() if showed[shown] > 1])
    return Places(_lowest_first(left)), disqualified


def places_of(leaf: NumberRound, rules: GoodEnoughOptions) -> Places:
    """Return the places of the numbers of a scored round that count."""
    return find_places(leaf.plays, rules, leaf.number)[0]


def _lowest_first(at: Mapping[PlayerId, int]) -> dict[PlayerId, int]:
    return {player: at[player] for player in sorted(at, key=at.__getitem__)}


def closest_of(tied: tuple[PlayerId, ...], places: Places, rules: GoodEnoughOptions) -> tuple[PlayerId, ...]:
    """Return those of some players whose number counts and is closest, in their order (G16)."""
    distances = places.distances(rules)
    return closest({player: distances[player] for player in tied if player in distances})


def closest(distances: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return the players with the least distance; nobody if there is none."""
    least = min(distances.values(), default=0)
    return tuple([player for player, distance in distances.items() if distance == least])
