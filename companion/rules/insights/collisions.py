"""Who was thrown out for a number that somebody else presented too, and with whom (G3)."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from companion.rules.games.contract import Game
from companion.rules.results import Leaf, PlayerId

MOST_PAIRED = 100
"""With more players in a round than this its pairs are not counted: nobody could read them."""

Pair = tuple[PlayerId, PlayerId]
"""Two players, in the order of the record."""


@dataclass(frozen=True, slots=True)
class Collisions:
    """How often each player was thrown out, and how often two players were with the same number.

    Both name only those to whom it happened. `presented` counts all numbers, `thrown_out` in sum those of
    them that did not count.
    """

    thrown_out: Mapping[PlayerId, int]
    pairs: Mapping[Pair, int]
    presented: int

    @property
    def total(self) -> int:
        """How many numbers were thrown out."""
        return sum(self.thrown_out.values())


def collisions(rules: Game, leaves: Sequence[Leaf]) -> Collisions:
    """Count the disqualified numbers of all rounds."""
    out: Counter[PlayerId] = Counter()
    pairs: Counter[Pair] = Counter()
    presented = 0
    for leaf in leaves if rules.number_line is not None else ():
        presented += len(leaf.plays)
        for players in _groups(rules, leaf):
            out.update(players)
            if len(leaf.plays) <= MOST_PAIRED:
                pairs.update(combinations(players, 2))
    return Collisions(dict(out), dict(pairs), presented)


def _groups(rules: Game, leaf: Leaf) -> Iterator[list[PlayerId]]:
    """Yield the players who were disqualified with the same number, for each such number."""
    same: defaultdict[object, list[PlayerId]] = defaultdict(list)
    for player, fate in rules.fates(leaf).items():
        if fate == "disqualified":
            same[leaf.plays[player]].append(player)
    order = {player: place for place, player in enumerate(leaf.plays)}
    yield from (sorted(players, key=order.__getitem__) for players in same.values())
