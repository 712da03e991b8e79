"""The course of a card game: its reveals one after another, each checked before the rules see it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from typing import Any

from companion.cards import Card
from companion.score import Ask, Branch, Player, Problem, Record, Refused, Reveal, Score
from companion.words import Text

Lay = Callable[[int, Player, object], Card]
"""Lays what a player presented in the round of that number: returns the card, or raises `Refused`."""


class Course(ABC):
    """A record while it is played through. Each card game says what a reveal does to it.

    What breaks a rule becomes a problem and does not count. A trick without a card of every player
    keeps its place, since people did play it, but has no result.
    """

    def __init__(self, record: Record) -> None:
        self.record = record
        self.players = record.players
        self.rules: Any = record.options
        self.problems: list[Problem] = []
        self.over = False

    def score(self) -> Score:
        """Play all reveals, and return what the rules make of them and want next.

        A game that these players cannot play has no rounds and asks for nothing.
        """
        self.problems.extend(map(Problem, self.refusals()))
        if self.problems:
            return Score(self.root(), None, tuple(self.problems))
        self.begin()
        for number, reveal in enumerate(self.record.reveals, 1):
            if self.over:
                self.problems.append(Problem(Refused("the game is over: no round can follow"), number))
                break
            self.play(number, reveal)
        ask = None if self.over else self.ask(len(self.record.reveals) + 1)
        return Score(self.root(), ask, tuple(self.problems))

    @abstractmethod
    def refusals(self) -> Iterator[Refused]:
        """Yield why these players cannot play with these options."""

    @abstractmethod
    def play(self, number: int, reveal: Reveal) -> None:
        """Play one reveal, and say in `over` whether the game has ended with it."""

    @abstractmethod
    def root(self) -> Branch:
        """Return the result of all that was played."""

    @abstractmethod
    def ask(self, number: int) -> Ask:
        """Return what the rules want next."""

    def begin(self) -> None:  # noqa: B027 - only some games have something to get ready
        """Get ready to play, once it is clear that these players can."""

    def stands(self, number: int, reveal: Reveal, lay: Lay) -> dict[Player, Card]:
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


def _presented(reveal: Reveal, player: Player) -> object:
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
