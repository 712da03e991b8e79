"""Reveals of cards: every player lays one, and each is checked before the rules see it."""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator
from typing import Self

from companion.i18n.errors import Refused
from companion.i18n.messages import Text
from companion.rules.cards import Card
from companion.rules.games.game_run import GameRun
from companion.rules.results import PlayerId, Problem, Reveal, Score

LayCard = Callable[[int, PlayerId, object], Card]
"""Lays what a player presented in the round of that number: returns the card, or raises `Refused`."""


class TrickGameRun(GameRun):
    """The course of a card game.

    A trick without a card of every player keeps its place, since people did play it, but has no result.
    A game that these players cannot play has no rounds and asks for nothing.
    """

    refused = False

    def begun(self) -> Self:
        """Get ready to play, if these players can."""
        self.problems.extend(map(Problem, self.refusals()))
        self.refused = bool(self.problems)
        if not self.refused:
            self.begin()
        return self

    def follow(self, reveals: Iterable[Reveal]) -> None:
        """See `Course`."""
        if not self.refused:
            super().follow(reveals)

    def score(self) -> Score:
        """See `Course`."""
        return Score(self.root(), None, tuple(self.problems)) if self.refused else super().score()

    @abstractmethod
    def refusals(self) -> Iterator[Refused]:
        """Yield why these players cannot play with these options."""

    def begin(self) -> None:
        """Get ready to play, once it is clear that these players can."""

    def stands(self, number: int, reveal: Reveal, lay: LayCard) -> dict[PlayerId, Card]:
        """Return the cards that count, in the order of the players; the rest become problems."""
        plays = {}
        for player in self.players:
            try:
                plays[player] = lay(number, player, _presented(reveal, player))
            except Refused as refused:
                self.problems.append(Problem(refused, number, player))
        for player in reveal.plays:
            if player not in self.players:
                self.problems.append(Problem(Refused("no such player in this game"), number, player))
        return plays


def _presented(reveal: Reveal, player: PlayerId) -> object:
    if player not in reveal.plays:
        raise Refused("laid no card, and in this game everybody must")
    return reveal.plays[player]


def players_refused(title: Text, fewest: int, most: int, count: int) -> Iterator[Refused]:
    """Yield the refusal of too few or too many players."""
    if fewest <= count <= most:
        return
    about = {"title": title, "fewest": fewest, "most": most, "count": count}
    if fewest == most:
        yield Refused("{title} needs exactly {fewest} players, not {count}", **about)
    else:
        yield Refused("{title} needs {fewest} to {most} players, not {count}", **about)
