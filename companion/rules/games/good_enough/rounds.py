"""A round of numbers (G3, G4, G10, G17 to G19), and the showdown of those who tie (G16)."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Self

from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import (
    NumberRound,
    NumberShowdown,
    Places,
    closest,
    closest_of,
    find_places,
)
from companion.rules.games.good_enough.round_reasons import round_reasons
from companion.rules.games.good_enough.showdown_reasons import root_reasons, showdown_round_reasons
from companion.rules.median import middle
from companion.rules.results import LazyReasons, PlayerId, Position
from companion.rules.standing import PeeledResult


def score_round(
    plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...], rules: GoodEnoughOptions, number: int = 1
) -> NumberRound:
    """Score one round. A player without a play is absent. The cost is that of one sort."""
    plays = in_order(plays, players)
    winners, disqualified = find_scorers(plays, rules, number)
    return NumberRound(
        kind="round",
        winners=winners,
        finished=True,
        reasons=LazyReasons(round_reasons, plays, players, rules, number),
        plays=plays,
        disqualified=disqualified,
        number=number,
    )


def in_order(plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...]) -> Mapping[PlayerId, int]:
    """Return the plays in the order of the players."""
    if tuple(plays) == players:
        return plays
    return {player: plays[player] for player in players if player in plays}


def find_scorers(
    plays: Mapping[PlayerId, int], rules: GoodEnoughOptions, number: int = 1
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return who scores and who is disqualified in a round, both in the order of `plays`."""
    places, disqualified = find_places(plays, rules, number)
    winners = scorers(places, rules)
    if len(winners) > 1:
        winners = tuple(sorted(winners, key=list(plays).index))
    return winners, disqualified


def scorers(places: Places, rules: GoodEnoughOptions) -> tuple[PlayerId, ...]:
    """Return who scores, lowest number first: the middle of the numbers, or those closest to the target."""
    if rules.scoring == "median":
        return middle(tuple(places.at))
    return closest(places.distances(rules))


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
