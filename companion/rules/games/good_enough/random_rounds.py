"""Random rounds of It's Good Enough: who scores, and who stays in a showdown, where all pick alike."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from math import sqrt
from random import Random

from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import closest, find_places
from companion.rules.games.good_enough.rounds import find_scorers
from companion.rules.odds.crowd import Crowd, bell_crowd, random_crowd
from companion.rules.odds.equilibrium import Scores
from companion.rules.odds.scorers import Chances, parity_chances, scorer_chances
from companion.rules.odds.simulation import Draw, Stay
from companion.rules.results import Leaf, PlayerId
from companion.rules.standing import Gains

Pick = Callable[[Random], Mapping[PlayerId, int]]
"""Lets all players pick a number."""

_DEVIATIONS = {3: 0.95, 4: 1.7}
"""The standard deviation of the equilibrium of a round, in numbers, by how many play."""
_DEVIATION = 0.65
"""The same with more players, for the square root of how many they are."""
_CROWDING = 0.5
"""The share of a room's picks that crowd together, before anything is known about the room."""
_SHARES = 20
"""In how many steps that share is known: what was worked out for a round then serves for the next ones."""
_PRIOR_PAIRS = 30
"""How many pairs of picks of a room weigh as much as what is believed beforehand."""


def names(players: int) -> tuple[PlayerId, ...]:
    """Return names for so many players."""
    return tuple(map(str, range(players)))


@lru_cache(maxsize=256)
def rational_crowd(rules: GoodEnoughOptions, players: int, share: float = 1.0) -> Crowd:
    """Return players of whom a share picks as in the equilibrium, and the others at random.

    The equilibrium of a round is nearly a bell curve around the middle of the range, whose width depends on
    how many play. Where exactly its middle is makes no difference to who scores.
    """
    low, high = bounds(rules)
    return bell_crowd(low, high, _DEVIATIONS.get(players, _DEVIATION * sqrt(players)), share)


def people_crowd(rules: GoodEnoughOptions, players: int, seen: Sequence[Leaf] = ()) -> Crowd:
    """Return how people pick: neither at random nor as in the equilibrium, but in between.

    People crowd together: they flock to the middle and to the last round's winner, and so they meet on one
    number more often than players who pick at random. How often is learned from the rounds that these people
    have played: from all pairs of picks in them, together with some pairs that met as often as when half the
    picks crowd together.
    """
    low, high = bounds(rules)
    apart = random_crowd(low, high).meeting
    together = rational_crowd(rules, players).meeting
    met, pairs = _meetings(seen, low, high)
    usual = apart + _CROWDING**2 * (together - apart)
    meeting = (usual * _PRIOR_PAIRS + met) / (_PRIOR_PAIRS + pairs)
    share = sqrt(min(1.0, max(0.0, (meeting - apart) / (together - apart)))) if together > apart else 0.0
    return rational_crowd(rules, players, round(share * _SHARES) / _SHARES)


def _meetings(seen: Sequence[Leaf], low: int, high: int) -> tuple[int, int]:
    """Count the pairs of picks on the same number, and all pairs, in the rounds played with this range."""
    met = pairs = 0
    for leaf in seen:
        plays = [play for play in leaf.plays.values() if isinstance(play, int)]
        if not plays or len(plays) < len(leaf.plays) or min(plays) < low or max(plays) > high:
            continue
        pairs += len(plays) * (len(plays) - 1) // 2
        if len(set(plays)) < len(plays):
            met += sum(times * (times - 1) // 2 for times in Counter(plays).values())
    return met, pairs


def bounds(rules: GoodEnoughOptions) -> tuple[int, int]:
    """Return the lowest and the highest number that can be picked (G9, G13)."""
    return (1, rules.cards) if rules.cards else (rules.low, rules.high)


def picks_differ(rules: GoodEnoughOptions) -> bool:
    """Return whether nobody can be disqualified (G13, G19)."""
    return rules.offsets or rules.entry == "cards"


def single_chance(rules: GoodEnoughOptions, crowd: Crowd, players: int) -> float:
    """Return the chance that a player picks what nobody else picks, or cannot be disqualified at all (G3)."""
    return 1.0 if picks_differ(rules) else crowd.single(players)


@lru_cache(maxsize=256)
def size_chances(rules: GoodEnoughOptions, players: int, crowd: Crowd, samples: int) -> Chances:
    """Return the chances that nobody, one, two ... score in a round: exactly, or from so many samples.

    They are exact where the middle scores; how many are closest to a mean is found by trying.
    """
    if rules.scoring == "median":
        return parity_chances(players) if picks_differ(rules) else scorer_chances(crowd, players)
    pick, chance = picks(rules, names(players), crowd), Random(samples)  # noqa: S311 - no secret
    found = Counter(len(find_scorers(pick(chance), rules)[0]) for _ in range(samples))
    return tuple(found[scorers] / samples for scorers in range(max(found) + 1))


def picks(rules: GoodEnoughOptions, players: Sequence[PlayerId], crowd: Crowd) -> Pick:
    """Return how a round is picked: from the crowd, or cards of one stack, which are all different (G13)."""

    def pick(chance: Random) -> Mapping[PlayerId, int]:
        if rules.cards:
            shown = chance.sample(range(1, rules.cards + 1), len(players))
        else:
            shown = crowd.picks(len(players), chance)
        return dict(zip(players, shown, strict=True))

    return pick


def number_draw(rules: GoodEnoughOptions, players: Sequence[PlayerId], crowd: Crowd) -> Draw:
    """Return draws of rounds in which whoever scores gets the number presented (G18)."""
    pick = picks(rules, players, crowd)

    def draw(chance: Random) -> Gains:
        plays = pick(chance)
        return {player: plays[player] for player in find_scorers(plays, rules, chance.randrange(60))[0]}

    return draw


def stays(rules: GoodEnoughOptions, players: Sequence[PlayerId], crowd: Crowd) -> Stay:
    """Return draws of rounds of a showdown (G16)."""
    pick = picks(rules, players, crowd)

    def stay(tied: Sequence[PlayerId], chance: Random) -> Sequence[PlayerId]:
        distances = find_places(pick(chance), rules, chance.randrange(60))[0].distances(rules)
        return closest({player: distances[player] for player in tied if player in distances}) or tied

    return stay


def scores(rules: GoodEnoughOptions) -> Scores:
    """Return who scores in a round, by the places of their numbers."""

    def found(shown: Sequence[int]) -> tuple[int, ...]:
        return tuple(map(int, find_scorers(dict(zip(names(len(shown)), shown, strict=True)), rules)[0]))

    return found
