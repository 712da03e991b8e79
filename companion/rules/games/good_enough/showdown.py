"""The showdown (G16): players who tie go on; whoever is closest to the middle stays, until one is left."""

from collections.abc import Mapping
from copy import copy
from dataclasses import replace
from typing import Self

from companion.rules.games.good_enough.number_round import NumberShowdown
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import closest_of, find_places
from companion.rules.games.good_enough.rounds import in_order
from companion.rules.games.good_enough.showdown_reasons import root_reasons, showdown_round_reasons
from companion.rules.results import LazyReasons, PlayerId, Position
from companion.rules.standing import PeeledResult


class RunningShowdown:
    """A showdown while it is played; `tied` are the players who are still in it."""

    __slots__ = ("_ended", "_rounds", "_rules", "_tie", "tied")

    def __init__(self, tie: PeeledResult, rules: GoodEnoughOptions) -> None:
        """Begin after the outermost level; `tie` is its result as it would be if the tie stood."""
        self.tied = tie.winners
        self._tie, self._rules = tie, rules
        self._rounds: list[NumberShowdown] = []
        self._ended = False

    @classmethod
    def after(cls, level: PeeledResult, rules: GoodEnoughOptions) -> Self | None:
        """Return the showdown that follows on the outermost level; None where none does."""
        is_tie = level.decided_by == "shared" and len(level.winners) > 1
        return cls(level, rules) if is_tie and rules.has_showdown else None

    def copy(self) -> Self:
        """Return an independent copy."""
        other = copy(self)
        other._rounds = self._rounds.copy()
        return other

    def play(self, plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...], number: int) -> None:
        """Play one more round; `number` counts through the whole record."""
        played = score_showdown_round(plays, players, self.tied, self._rules, number)
        self.tied = played.left
        self._rounds.append(played)

    def end(self) -> None:
        """End it as it is, because the host ended the game: those still tied share the win."""
        self._ended = True

    @property
    def is_over(self) -> bool:
        """Whether one player is left, or the host has ended it."""
        return self._ended or len(self.tied) == 1

    def result(self) -> PeeledResult:
        """Return the outermost level with the rounds of the showdown."""
        rounds, is_decided = tuple(self._rounds), len(self.tied) == 1
        return replace(
            self._tie,
            winners=self.tied if self.is_over else (),
            finished=self.is_over,
            reasons=LazyReasons(root_reasons, self._tie.reasons, rounds, self.tied, self._ended),
            decided_by=("showdown" if is_decided else "shared") if self.is_over else None,
            showdown=rounds,
            tied=() if self.is_over else self.tied,
        )

    def next_position(self) -> Position:
        """Return the position of the next round."""
        return Position("showdown", len(self._rounds) + 1)


def score_showdown_round(
    plays: Mapping[PlayerId, int],
    players: tuple[PlayerId, ...],
    tied: tuple[PlayerId, ...],
    rules: GoodEnoughOptions,
    number: int,
) -> NumberShowdown:
    """Score one round of a showdown: of the tied, those closest to the middle or the target stay (G16).

    All numbers that count make the middle, also those of players who are not tied.
    """
    plays = in_order(plays, players)
    places, disqualified = find_places(plays, rules, number)
    stay = closest_of(tied, places, rules)
    return NumberShowdown(
        kind="round",
        winners=stay,
        finished=True,
        reasons=LazyReasons(showdown_round_reasons, plays, players, tied, rules, number),
        plays=plays,
        disqualified=disqualified,
        number=number,
        tied=tied,
        left=stay or tied,
    )
