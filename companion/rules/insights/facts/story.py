"""What facts are found in: the games of an evening that are over."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from itertools import accumulate

from companion.rules.games.contract import Game, Record
from companion.rules.insights.drift import RoundMiddle, drift
from companion.rules.insights.picks import picks
from companion.rules.results import Branch, Leaf, PlayerId, Score, ShowdownRound


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: its record and its score."""

    record: Record
    score: Score

    @property
    def rules(self) -> Game:
        """The rules it was played by."""
        return self.record.rules

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Its scored rounds, in the order played."""
        return tuple(self.score.leaves())

    @property
    def counted(self) -> tuple[Leaf, ...]:
        """Its rounds that gave points: all but those of a showdown (G16)."""
        return tuple(leaf for leaf in self.leaves if not isinstance(leaf, ShowdownRound))

    @property
    def level(self) -> Branch:
        """The level whose scores decide it."""
        return self.rules.decisive_level(self.score.root)


@dataclass(frozen=True, slots=True)
class Story:
    """What the facts are found in: the games of an evening, and who won it.

    `alike` are the games with numbers if all have the same line, else none: only these can be added up.
    """

    games: tuple[FinishedGame, ...]
    winners: tuple[PlayerId, ...]
    alike: tuple[FinishedGame, ...] = field(init=False)

    def __post_init__(self) -> None:
        numbers = tuple(game for game in self.games if game.rules.number_line is not None)
        same = len({game.rules.number_line for game in numbers}) == 1
        object.__setattr__(self, "alike", numbers if same else ())

    @property
    def line(self) -> tuple[int, int] | None:
        """The lowest and the highest number of all rounds with numbers, if they are the same in all."""
        return self.alike[0].rules.number_line if self.alike else None

    @property
    def middles(self) -> tuple[RoundMiddle, ...]:
        """The rounds with a middle, in the order played, numbered through all games with numbers."""
        before = accumulate((len(game.leaves) for game in self.alike), initial=0)
        return tuple(
            replace(each, number=first + each.number)
            for first, game in zip(before, self.alike, strict=False)
            for each in drift(game.rules, game.leaves).rounds
        )

    @property
    def picked(self) -> Mapping[int, int]:
        """How often each number was picked, lowest first."""
        found: Counter[int] = Counter()
        for game in self.alike:
            found.update(picks(game.rules, game.leaves).counts)
        return {number: found[number] for number in sorted(found)}

    @property
    def winner(self) -> PlayerId | None:
        """Who won, if it was one player."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def only_game(self) -> FinishedGame | None:
        """The game, if it was the only one."""
        return self.games[0] if len(self.games) == 1 else None
