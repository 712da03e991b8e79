"""How scores decide a level: by the middle of the distinct ones (G5), and peels (G6)."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import TypeVar

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.plays import Kind, Players, Plays
from companion.rules.results import (
    Branch,
    DecidedBy,
    DecidedResult,
    Reason,
    Reasons,
    Scores,
    nearest,
    part_phrase,
)
from companion.values import frozen

T = TypeVar("T")


def middle(ordered: Sequence[T]) -> tuple[T, ...]:
    """Return the middle value of a sorted sequence, or both of them when its length is even.

    An empty sequence has no middle.

    >>> middle([1, 2, 4]), middle([1, 2, 4, 8]), middle([])
    ((2,), (2, 4), ())
    """
    half = len(ordered) // 2
    return tuple(ordered[half - 1 + len(ordered) % 2 : half + 1]) if ordered else ()


def middle_of(numbers: Iterable[int]) -> Fraction | None:
    """Return the middle of numbers, of two their mean (E2, Q3); None without a number."""
    central = middle(sorted(numbers))
    return Fraction(sum(central), len(central)) if central else None


def write_exactly(number: Fraction | None) -> str | None:
    """Write a whole number or a half as a record does: `26`, `25.5`; None without one."""
    if number is None or number.denominator == 1:
        return None if number is None else str(number)
    return f"{'-' if number < 0 else ''}{abs(number.numerator) // 2}.5"


def with_most(scores: Scores) -> Scores:
    """Return those who have the most points, with these points."""
    most = max(scores.values(), default=0)
    return {player: points for player, points in scores.items() if points == most}


def closest_to(plays: Plays, truth: int) -> Players:
    """Return whose numbers are closest to a truth, all that are equally close (Q2)."""
    return nearest({player: abs(play - truth) for player, play in plays.items() if isinstance(play, int)})


MOST_POINTS = PluralTemplate(
    "{shown} has the most points and wins.", "{shown} have the most points and share the win."
)


@frozen
class Verdict:
    """How G5 decides a standing: the distinct scores, the middle ones, whose these are, and all scores."""

    distinct: tuple[int, ...]
    middle: tuple[int, ...]
    contenders: Players
    scores: Scores

    @property
    def winners(self) -> Players:
        """The one player who wins, or nobody where it is a tie."""
        return self.contenders if len(self.middle) == len(self.contenders) == 1 else ()


@frozen
class Peel(Verdict):
    """One step of G6: the parts `first` to `last` (from 1) that still count, and how these decide it."""

    first: int
    last: int


@frozen(kw_only=True)
class PeeledResult(DecidedResult):
    """A level that G5 and G6 decide, with the peels tried."""

    peels: tuple[Peel, ...] = ()


def judge(scores: Scores) -> Verdict:
    """Apply G5: equal scores count once, and a player alone in the middle wins."""
    distinct = tuple(sorted(set(scores.values())))
    central = middle(distinct)
    contenders = tuple([player for player, points in scores.items() if points in central])
    return Verdict(distinct, central, contenders, scores)


def peel_steps(scores: Scores, parts: Sequence[Scores]) -> Iterator[Peel]:
    """Yield the steps of G6 until one decides or no part is left (G7), from what each part brought."""
    left = dict(scores)
    for first in range(1, (len(parts) + 1) // 2):
        last = len(parts) - first
        for part in (parts[first - 1], parts[last]):
            for player, gain in part.items():
                left[player] -= gain
        verdict = judge(dict(left))
        peel = Peel(verdict.distinct, verdict.middle, verdict.contenders, verdict.scores, first + 1, last)
        yield peel
        if peel.winners:
            return


@frozen
class Decision:
    """How a level that is over is decided: by G5, by a peel (G6), or not, so that the tie stands (G7)."""

    verdict: Verdict
    peels: tuple[Peel, ...]

    @property
    def winners(self) -> Players:
        """Who wins, or all who tie."""
        return (self.peels and self.peels[-1].winners) or self.verdict.contenders

    @property
    def decided_by(self) -> DecidedBy:
        """The rule that decided it."""
        if self.verdict.winners:
            return "median"
        return "peel" if self.peels and self.peels[-1].winners else "shared"


def decide(scores: Scores, parts: Sequence[Scores], *, peels: bool = True) -> Decision:
    """Decide a standing; see `peel_steps`. Without `peels` a tie stands."""
    verdict = judge(scores)
    tried = tuple(peel_steps(scores, parts)) if peels and not verdict.winners else ()
    return Decision(verdict, tried)


def verdict_reasons(decision: Decision, figure: str, part: Kind) -> Reasons:
    """Yield how G5 decides a standing, and that of each peel (G6). `figure` is what its scores count."""
    yield _verdict_reason("G5", Text(figure), decision.verdict)
    for peel in decision.peels:
        several = Text(_SEVERAL[part], {"first": peel.first, "last": peel.last})
        parts = part_phrase(part, peel.first) if peel.first == peel.last else several
        counted = Text("{figure}, counting only {parts}", {"figure": Text(figure), "parts": parts})
        yield _verdict_reason("G6", counted, peel)


def _verdict_reason(rule: str, figure: Text, verdict: Verdict) -> Reason:
    if verdict.winners:
        template = N_("{figure}: {distinct}; the middle is {middle}, and only {players} has it.")
    elif len(verdict.middle) > 1:
        template = N_("{figure}: {distinct}; {middle} are both in the middle, so {players} tie.")
    else:
        template = N_("{figure}: {distinct}; the middle is {middle}, and {players} have it: a tie.")
    values = {"figure": figure, "distinct": verdict.distinct, "middle": verdict.middle}
    return Reason(rule, template, verdict.contenders, values, counts_many=True)


_SEVERAL: Mapping[Kind, str] = {
    "round": N_("rounds {first} to {last}"),
    "game": N_("games {first} to {last}"),
    "match": N_("matches {first} to {last}"),
}


def deciding_scores(node: Branch) -> Scores:
    """Return what decides a level: the scores of the peel with a winner (G6), or all scores."""
    peels: Sequence[Peel] = getattr(node, "peels", ())
    return peels[-1].scores if peels and peels[-1].winners else node.scores
