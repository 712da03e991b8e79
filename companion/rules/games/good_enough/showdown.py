"""The showdown (G16): players who tie go on; whoever is closest to the middle stays, until one is left."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Self

from companion.rules.games.good_enough.number_round import NumberShowdown
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import closest_of, find_places
from companion.rules.games.good_enough.rounds import in_order
from companion.rules.games.good_enough.showdown_reasons import root_reasons, showdown_round_reasons
from companion.rules.results import LazyReasons, PlayerId, Position
from companion.rules.standing import PeeledResult


@dataclass(frozen=True, slots=True)
class Showdown:
    """A showdown while it is played. `tie` is the outermost level as it would be if the tie stood.

    `ended`: the host ended the game in it.
    """

    tie: PeeledResult
    rules: GoodEnoughOptions
    tied: tuple[PlayerId, ...]
    rounds: tuple[NumberShowdown, ...] = ()
    ended: bool = False

    @classmethod
    def begin(cls, tie: PeeledResult, rules: GoodEnoughOptions) -> Self | None:
        """Return the showdown that follows on a finished level; None where none does."""
        is_tie = tie.decided_by == "shared" and len(tie.winners) > 1
        return cls(tie, rules, tie.winners) if is_tie and rules.has_showdown else None

    def after(self, plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...], number: int) -> Self:
        """Return the showdown after one more round; `number` counts through the whole record."""
        played = score_showdown_round(plays, players, self.tied, self.rules, number)
        return replace(self, tied=played.left, rounds=(*self.rounds, played))

    def end(self) -> Self:
        """Return the showdown as the host ended it: those still tied share the win."""
        return replace(self, ended=True)

    @property
    def is_over(self) -> bool:
        """Whether one player is left, or the host has ended it."""
        return self.ended or len(self.tied) == 1

    def result(self) -> PeeledResult:
        """Return the outermost level with the rounds of the showdown."""
        is_decided = len(self.tied) == 1
        return replace(
            self.tie,
            winners=self.tied if self.is_over else (),
            finished=self.is_over,
            reasons=LazyReasons(root_reasons, self.tie.reasons, self.rounds, self.tied, self.ended),
            decided_by=("showdown" if is_decided else "shared") if self.is_over else None,
            showdown=self.rounds,
            tied=() if self.is_over else self.tied,
        )

    def next_position(self) -> Position:
        """Return the position of the next round."""
        return Position("showdown", len(self.rounds) + 1)


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
