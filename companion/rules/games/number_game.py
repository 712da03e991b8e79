"""The base of games of numbers: all present a number at once; whoever presents none is absent (G1, G8)."""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.rules.games.contract import Game, GameRun, Record
from companion.rules.games.numbers import NumberRange
from companion.rules.games.outcomes import Fate, Outcome
from companion.rules.results import (
    AllowedPlay,
    Bounds,
    Leaf,
    Node,
    Numbers,
    PlayerId,
    Players,
    Reason,
    Reasons,
    Scores,
    aside,
)

LOWEST = (N_("Lowest number"), N_("May be negative."))
HIGHEST = (N_("Highest number"), N_("Must be above the lowest."))
"""The labels of the options `low` and `high`, with what explains them."""
_MOST_DIGITS = 100  # a larger range is of no use, and numbers must stay fast


@dataclass(frozen=True, slots=True, kw_only=True)
class NumberRound(Leaf):
    """A round's result, with the players who showed the same number as another player (G3).

    `plays` are in the order of the players. `number` counts through the whole record, from 1.
    """

    plays: Numbers
    disqualified: Players
    number: int = aside(1)


class NumberGame(Game):
    """A game of numbers from `low` to `high`. Players may come and go, and any round can be void."""

    low: int
    high: int

    @property
    def takes_newcomers(self) -> bool:
        return True

    @property
    def has_independent_rounds(self) -> bool:
        return True

    def check_range(self) -> None:
        """Raise `Refused` for a range that cannot be played (G9)."""
        if max(abs(self.low), abs(self.high)) >= 10**_MOST_DIGITS:
            raise Refused("a number has at most {most} digits", most=_MOST_DIGITS)
        if self.low >= self.high:
            raise Refused(
                "the lowest number, {low}, must be below the highest, {high}", low=self.low, high=self.high
            )

    @property
    def number_line(self) -> Bounds:
        return self.low, self.high

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See G3 and G4: equal numbers are out, and of the others some score."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of these games is one
        if player in leaf.winners:
            return Outcome("middle", "scored", self.player_reason(leaf, player), self.gain(leaf, player))
        if player in leaf.disqualified:
            return Outcome("disqualified", "disqualified", picked_too(leaf, player), 0)
        return Outcome("outside", "no point", self.player_reason(leaf, player), 0)

    @abstractmethod
    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        """Return why a number that nobody else showed scores, or does not, as a sentence to its player."""

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return 1 for a winner."""
        return int(player in part.winners)

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """See `Game`; one pass, for thousands of players."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of these games is one
        found: dict[PlayerId, Fate] = dict.fromkeys(leaf.winners, "middle")
        return found | dict.fromkeys(leaf.disqualified, "disqualified")


class NumberGameRun(GameRun):
    """A game of numbers while it is played."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._range = NumberRange(self.rules.low, self.rules.high)

    def allowed(self, player: PlayerId) -> AllowedPlay:  # noqa: ARG002
        return self._range

    def check(self, player: PlayerId, play: object) -> int:
        """Return a player's number; raises `Refused` where it is not allowed."""
        number = self.allowed(player).check(play)
        assert isinstance(number, int)  # noqa: S101 - these games are played with numbers
        return number


def in_order(plays: Numbers, players: Players) -> Scores:
    """Return the plays in the order of the players."""
    if tuple(plays) == players:
        return plays
    return {player: plays[player] for player in players if player in plays}


def equal_numbers(plays: Numbers) -> Mapping[int, Players]:
    """Return the numbers that several players showed, lowest first, with these players."""
    if len(set(plays.values())) == len(plays):
        return {}
    showed: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for player, number in plays.items():
        showed[number].append(player)
    return {number: tuple(showed[number]) for number in sorted(showed) if len(showed[number]) > 1}


def same_number_reasons(plays: Numbers) -> Reasons:
    """Yield who is out because others showed the same number (G3)."""
    for number, players in equal_numbers(plays).items():
        template = _BOTH_OUT if len(players) == 2 else _ALL_OUT
        yield Reason("G3", template, players, {"number": number}, "disqualifying")


_BOTH_OUT = N_("{players} both picked {number}: disqualified.")
_ALL_OUT = N_("{players} all picked {number}: disqualified.")


def absent_reasons(
    plays: Numbers,
    players: Players,
    template: str = N_("{players} showed no number: no point."),
) -> Reasons:
    """Yield who showed no number (G8)."""
    absent = tuple(player for player in players if player not in plays)
    if absent:
        yield Reason("G8", template, absent)


def picked_too(leaf: NumberRound, player: PlayerId) -> Reason:
    """Return who else showed the number of a disqualified player (G3)."""
    number = leaf.plays[player]
    same = tuple(other for other, play in leaf.plays.items() if play == number and other != player)
    return Reason("G3", _PICKED_TOO[len(same) > 1], same, {"number": number})


_PICKED_TOO = (
    N_("{players} picked {number} too: both disqualified"),
    N_("{players} picked {number} too: all disqualified"),
)
