"""Which numbers were picked, and how often."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from companion.rules.games.contract import Game
from companion.rules.insights.standout import standout
from companion.rules.results import Leaf


@dataclass(frozen=True, slots=True)
class Picks:
    """How often each number was picked, lowest first; those that nobody picked are left out."""

    counts: Mapping[int, int]

    @property
    def total(self) -> int:
        """How many numbers were picked, equal ones included."""
        return sum(self.counts.values())

    @property
    def favourite(self) -> int | None:
        """The number picked more often than any other, and at least twice; None if there is none."""
        return standout(self.counts, self.counts.__getitem__, 2)


def picks(rules: Game, leaves: Sequence[Leaf]) -> Picks:
    """Count the numbers of all rounds, those that were disqualified too."""
    if rules.number_line is None:
        return Picks({})
    found = Counter(play for leaf in leaves for play in leaf.plays.values() if isinstance(play, int))
    return Picks({number: found[number] for number in sorted(found)})
