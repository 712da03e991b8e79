"""What decides a game of set length: the standing, a peel, or nothing (G5 to G7): exact chances.

Where all players pick alike, all are equally likely to score, and only how many players have which score
matters. So all ways a game can go are followed at once, from its innermost rounds outwards, as the peels see
them: what is decided last, over the most rounds, is what decides.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from companion.rules.median import middle
from companion.rules.odds.scorers import Chances

MOST_STATES = 3000
"""The most states of a game that are followed at once, unless told otherwise."""

Counts = tuple[int, ...]
"""How many players have 0, 1, 2 ... points; the last is not 0."""


@dataclass(frozen=True, slots=True)
class Decisions:
    """What decides a game, as chances that add up to 1.

    `at_once`: the standing (G5). `by_peel`: the first peel, the second, and so on (G6). `ties`: the tie
    stands (G7), by how many players are tied. `points` is the chance that a player who ends with so many
    points wins alone, for every number of points that occurs; it is empty where the chances are estimated,
    and `error` is then the standard error of each at most.
    """

    at_once: float
    by_peel: tuple[float, ...]
    ties: Mapping[int, float]
    points: Mapping[int, float]
    error: float = 0.0

    @property
    def stands(self) -> float:
        """The chance that a tie stands after all peels."""
        return sum(self.ties.values())


@dataclass(frozen=True, slots=True)
class _State:
    """A course of the game: the players by their points, without the winner so far.

    `best` are the points of whoever wins by the outermost peel that decides, `layer`; -1: none does.
    """

    counts: Counts
    best: int = -1
    layer: int = -1


def decisions(chances: Chances, players: int, rounds: int, most: int = MOST_STATES) -> Decisions | None:
    """Return what decides a game of so many rounds, exactly; None where it has more than `most` states."""
    done = 2 - rounds % 2
    states: dict[_State, float] = {_State((players,)): 1.0}
    for _ in range(done):
        states = _play(states, chances, players)
    while len(states) <= most:
        states = _judged(states, (rounds - done) // 2)
        if done == rounds:
            return _summary(states, (rounds - 1) // 2)
        states = _play(_play(states, chances, players), chances, players)
        done += 2
    return None


def winning_points(counts: Counts) -> int:
    """Return the points of the one player who wins by G5; -1 for a tie."""
    distinct = [points for points, count in enumerate(counts) if count]
    half, odd = divmod(len(distinct), 2)
    return distinct[half] if odd and counts[distinct[half]] == 1 else -1


def tied_players(counts: Counts) -> int:
    """Return how many players have middle points (G5)."""
    return sum(counts[points] for points in middle([each for each, count in enumerate(counts) if count]))


@lru_cache(maxsize=20_000)
def after_scoring(counts: Counts, scorers: int) -> tuple[tuple[Counts, float], ...]:
    """Return where a round leads in which so many of these players score, each with its chance."""
    found: defaultdict[Counts, float] = defaultdict(float)
    total = comb(sum(counts), scorers)
    for chosen, ways in _choices(counts, scorers, len(counts) - 1):
        moved = [*counts, 0]
        for points, number in chosen:
            moved[points] -= number
            moved[points + 1] += number
        found[tuple(moved) if moved[-1] else tuple(moved[:-1])] += ways / total
    return tuple(found.items())


def _choices(counts: Counts, scorers: int, last: int) -> Iterator[tuple[tuple[tuple[int, int], ...], int]]:
    """Yield how many players of each score up to `last` can be the scorers, and in how many ways."""
    if not scorers:
        yield (), 1
    elif last >= 0:
        for number in range(min(scorers, counts[last]) + 1):
            here = ((last, number),) if number else ()
            for rest, ways in _choices(counts, scorers - number, last - 1):
                yield (*rest, *here), ways * comb(counts[last], number)


def _play(states: Mapping[_State, float], chances: Chances, players: int) -> dict[_State, float]:
    """Play one round in all states."""
    found: defaultdict[_State, float] = defaultdict(float)
    for state, weight in states.items():
        for scorers, chance in enumerate(chances):
            if chance > 1e-15:
                for after, share in _moves(state, scorers, players):
                    found[after] += weight * chance * share
    return dict(found)


def _moves(state: _State, scorers: int, players: int) -> Iterator[tuple[_State, float]]:
    """Yield the states after a round in which so many score; the winner so far may be one of them."""
    if state.best < 0:
        for counts, share in after_scoring(state.counts, scorers):
            yield _State(counts), share
        return
    joins = scorers / players
    if scorers:
        for counts, share in after_scoring(state.counts, scorers - 1):
            yield _State(counts, state.best + 1, state.layer), share * joins
    if joins < 1:
        for counts, share in after_scoring(state.counts, scorers):
            yield _State(counts, state.best, state.layer), share * (1 - joins)


def _judged(states: Mapping[_State, float], layer: int) -> dict[_State, float]:
    """Let the standing decide by G5, where it does: it comes before all peels that leave fewer rounds."""
    found: defaultdict[_State, float] = defaultdict(float)
    for state, weight in states.items():
        counts = _with(state.counts, state.best)
        best = winning_points(counts)
        found[_State(_without(counts, best), best, layer) if best >= 0 else state] += weight
    return dict(found)


def _with(counts: Counts, points: int) -> Counts:
    """Return the counts with one player more; without one where the points are below 0."""
    if points < 0:
        return counts
    longer = [*counts, *[0] * (points + 1 - len(counts))]
    longer[points] += 1
    return tuple(longer)


def _without(counts: Counts, points: int) -> Counts:
    left = [*counts]
    left[points] -= 1
    while not left[-1]:
        left.pop()
    return tuple(left)


def _summary(states: Mapping[_State, float], peels: int) -> Decisions:
    layers = [0.0] * (peels + 1)
    ties, wins, having = (defaultdict[int, float](float) for _ in range(3))
    for state, weight in states.items():
        counts = _with(state.counts, state.best)
        for points, count in enumerate(counts):
            having[points] += weight * count
        if state.best < 0:
            ties[tied_players(counts)] += weight
        else:
            layers[state.layer] += weight
            wins[state.best] += weight
    share = {each: wins[each] / number for each, number in sorted(having.items()) if number > 1e-9}
    return Decisions(layers[0], tuple(layers[1:]), dict(sorted(ties.items())), share)


def estimated(results: Sequence[tuple[int, int]], peels: int) -> Decisions:
    """Return the chances from simulated games: the layer that decided each (-1: none), and how many tied."""
    number = len(results)
    layers = [0] * (peels + 1)
    ties: Counter[int] = Counter()
    for layer, tied in results:
        if layer < 0:
            ties[tied] += 1
        else:
            layers[layer] += 1
    shares = tuple(each / number for each in layers)
    standing = {tied: times / number for tied, times in sorted(ties.items())}
    return Decisions(shares[0], shares[1:], standing, {}, (0.25 / number) ** 0.5)
