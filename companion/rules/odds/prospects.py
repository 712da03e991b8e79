"""The chances of a player in a standing to win: after scoring in the next round, or after missing it.

They are exact where all players are equally likely to score: who may score in the rounds left is followed
through all courses. Players with the same rounds behind them have the same chances, so they are followed as a
group, and all groups at once.
"""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import comb

from companion.rules.median import middle
from companion.rules.odds.scorers import Chances

Past = tuple[bool, ...]
"""In which of the rounds so far a player has scored."""

_Kind = tuple[int, bool | None, tuple[int, ...]]
"""Players alike in a course: their group, whether they score in the next round, and their points: over all
rounds, without the outermost two, and so on."""
_UNLIKELY = 1e-6
_Table = tuple[tuple[_Kind, int], ...]
"""All players of a course: each kind with how many they are."""


@dataclass(frozen=True, slots=True)
class Prospects:
    """A player's chances to win: after scoring in the next round, and after missing it.

    All are from 0 to 1; a shared win counts as its share. `alone` are the chances to be the only winner.
    """

    scoring: float
    missing: float
    alone: tuple[float, float]


@dataclass(frozen=True, slots=True)
class Rest:
    """How a game goes on: how many rounds it has in all, and the chances of how many players score in one.

    `peels`: whether a tie is peeled (G6). Otherwise, and where no peel decides, those who tie share the win.
    """

    rounds: int
    scorers: Chances
    peels: bool


def prospects(
    pasts: Sequence[Past], away: Sequence[bool], rest: Rest, most: int = 4000
) -> tuple[Prospects, ...] | None:
    """Return the prospects of all players; None where it would take more than `most` steps.

    `pasts` has the rounds so far for each player, `away` who takes no part any more.
    """
    players = tuple(zip(pasts, away, strict=True))
    groups = tuple(sorted(set(players)))
    found = _of_groups(groups, tuple(map(players.count, groups)), rest, most)
    return found and tuple(found[groups.index(each)] for each in players)


@lru_cache(maxsize=256)
def _of_groups(
    groups: tuple[tuple[Past, bool], ...], sizes: tuple[int, ...], rest: Rest, most: int
) -> tuple[Prospects, ...] | None:
    gone = frozenset(at for at, (_, is_away) in enumerate(groups) if is_away)
    done, layers = len(groups[0][0]), (rest.rounds + 1) // 2 if rest.peels else 1
    start = tuple(
        ((at, None, _points(past, rest.rounds, layers)), size)
        for at, ((past, _), size) in enumerate(zip(groups, sizes, strict=True))
    )
    courses: dict[_Table, float] = {start: 1.0}
    steps = 0
    for number in range(done, rest.rounds):
        counted = sum(layer <= number < rest.rounds - layer for layer in range(layers))
        after: defaultdict[_Table, float] = defaultdict(float)
        for table, weight in courses.items():
            for moved, share in _after_round(table, rest.scorers, counted, gone, is_next=number == done):
                after[moved] += weight * share
                steps += 1
            if steps > most:
                return None
        courses = dict(after)
    return _sums(courses, len(groups), layers)


def _points(past: Past, rounds: int, layers: int) -> tuple[int, ...]:
    """Return the points over all rounds so far, without the outermost two of the game, and so on."""
    return tuple(sum(past[layer : rounds - layer]) for layer in range(layers))


def _after_round(
    table: _Table, chances: Chances, counted: int, gone: frozenset[int], *, is_next: bool
) -> Iterator[tuple[_Table, float]]:
    """Yield the courses after a round, each with its chance.

    The round counts in the first `counted` of the standings that the peels look at.
    """
    able = [(kind, number) for kind, number in table if kind[0] not in gone]
    present = sum(number for _, number in able)
    for scorers, chance in enumerate(chances):
        if chance < _UNLIKELY:
            continue
        number = min(scorers, present)
        for chosen, ways in _choices(able, number):
            yield _moved(table, chosen, counted, is_next=is_next), chance * ways / comb(present, number)


def _moved(table: _Table, chosen: Mapping[_Kind, int], counted: int, *, is_next: bool) -> _Table:
    """Return the players after a round in which so many of each kind have scored."""
    found: defaultdict[_Kind, int] = defaultdict(int)
    for kind, number in table:
        scoring = chosen.get(kind, 0)
        group, flag, points = kind
        if scoring:
            more = tuple(each + (layer < counted) for layer, each in enumerate(points))
            found[group, True if is_next else flag, more] += scoring
        if number > scoring:
            found[group, False if is_next else flag, points] += number - scoring
    return tuple(sorted(found.items()))


def _choices(able: Sequence[tuple[_Kind, int]], scorers: int) -> Iterator[tuple[dict[_Kind, int], int]]:
    """Yield how many of each kind may be the scorers, and in how many ways."""
    if not scorers:
        yield {}, 1
    elif able:
        (kind, number), rest = able[0], able[1:]
        for taken in range(min(scorers, number) + 1):
            for others, ways in _choices(rest, scorers - taken):
                yield ({kind: taken, **others} if taken else others), ways * comb(number, taken)


def _sums(courses: Mapping[_Table, float], groups: int, layers: int) -> tuple[Prospects, ...]:
    """Add up, for each group and for scoring and missing, how often a player is there and wins."""
    players: defaultdict[tuple[int, bool], float] = defaultdict(float)
    wins: defaultdict[tuple[int, bool], float] = defaultdict(float)
    alone: defaultdict[tuple[int, bool], float] = defaultdict(float)
    for table, weight in courses.items():
        for (group, flag, _), number in table:
            players[group, bool(flag)] += weight * number
        winners = _winners(table, layers)
        tied = sum(number for _, number in winners)
        for (group, flag, _), number in winners:
            wins[group, bool(flag)] += weight * number / tied
            if tied == 1:
                alone[group, bool(flag)] += weight

    def share(of: Mapping[tuple[int, bool], float], group: int, *, scored: bool) -> float:
        there = players[group, scored]
        return of.get((group, scored), 0.0) / there if there > 1e-12 else 0.0

    return tuple(
        Prospects(
            share(wins, group, scored=True),
            share(wins, group, scored=False),
            (share(alone, group, scored=True), share(alone, group, scored=False)),
        )
        for group in range(groups)
    )


def _winners(table: _Table, layers: int) -> list[tuple[_Kind, int]]:
    """Return who wins: by the standing, by the first peel that decides, or everybody who ties (G5 to G7)."""
    tied: list[tuple[_Kind, int]] = []
    for layer in range(layers):
        central = middle(sorted({kind[2][layer] for kind, _ in table}))
        found = [(kind, number) for kind, number in table if kind[2][layer] in central]
        if len(central) == 1 and sum(number for _, number in found) == 1:
            return found
        tied = tied or found
    return tied
