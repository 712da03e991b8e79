"""Why a level of It's Good Enough was decided as it was: a sentence for every rule applied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, Count, PluralTemplate, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.results import DecidedBy, Kind, Reason, count_parts
from companion.rules.standing import Peel, Verdict

_MOST_NAMED = 6  # players whom one sentence names; more are counted


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """How a level went: what its parts are, how many there are, and how it came to its end.

    `regular` counts the parts before any were added, None where the level is not as long as set, and
    `awarded` the points given in those. `ended`: the host ended it before it was over.
    """

    part: Kind
    parts: int
    regular: int | None
    target: int | None
    awarded: int
    finished: bool
    ended: bool

    @property
    def added(self) -> int:
        """How many parts were added to break a tie (G12)."""
        return 0 if self.regular is None else self.parts - self.regular

    def counted(self, number: int) -> Count:
        """Say how many parts: `1 round`, `3 games`."""
        return count_parts(self.part, number)


def deciding_rule(course: LevelSummary, verdict: Verdict, tried: Sequence[Peel]) -> DecidedBy:
    """Name the rule that decided a finished level (G5, G6, G12), or that the win is shared (G7)."""
    if verdict.winners:
        return "sudden-death" if course.added else "median"
    return "peel" if tried and tried[-1].winners else "shared"


def level_reasons(
    course: LevelSummary, verdict: Verdict, tried: Sequence[Peel], rules: GoodEnoughOptions
) -> Iterator[Reason]:
    """Give the reasons for a level's end and winner, or for its going on beyond its set length."""
    if not course.finished and course.regular is None:
        return
    yield from _length_reasons(course)
    yield _judged(verdict)
    if not course.finished:
        yield _playing_on(course, rules)
        return
    for peel in tried:
        yield _peeled(_left(course.part, peel), peel.verdict)
    if deciding_rule(course, verdict, tried) == "shared":
        yield _standing_tie(course, verdict, tried, rules)


def _length_reasons(course: LevelSummary) -> Iterator[Reason]:
    """Say why the level is as long as it is, where that is not simply its set length."""
    if course.regular is not None and course.target is not None:
        yield _target_reason(course, course.target)
    if course.finished and course.added:
        yield _added(course.counted(course.added))
    if course.ended:
        yield Reason("G2", "The host ended it after {parts}.", (), {"parts": course.counted(course.parts)})


def _added(added: Count) -> Reason:
    says = PluralTemplate(
        "To break the tie, {added} was added.", "To break the tie, {added} were added.", "added"
    )
    return Reason("G12", says, (), {"added": added})


def _target_reason(course: LevelSummary, target: int) -> Reason:
    values = {"target": target, "awarded": course.awarded}
    if course.awarded >= target:
        return Reason("G11", "{awarded} points are given: the target of {target} is reached.", (), values)
    return Reason("G13", "The cards are used up before the target of {target} points is reached.", (), values)


def _left(part: Kind, peel: Peel) -> Text:
    """Name the parts that a peel leaves."""
    if peel.first == peel.last:
        return Text(_ONE[part], {"first": peel.first})
    return Text(_SEVERAL[part], {"first": peel.first, "last": peel.last})


_ONE: Mapping[Kind, str] = {
    "round": N_("round {first}"),
    "game": N_("game {first}"),
    "match": N_("match {first}"),
}
_SEVERAL: Mapping[Kind, str] = {
    "round": N_("rounds {first} to {last}"),
    "game": N_("games {first} to {last}"),
    "match": N_("matches {first} to {last}"),
}


def _playing_on(course: LevelSummary, rules: GoodEnoughOptions) -> Reason:
    """Say that a part is added, the first one or one more."""
    return Reason("G12", (_ADDS_AFTER_PEELS if rules.peels else _ADDS)[course.part][course.added > 0])


_ADDS: Mapping[Kind, tuple[str, str]] = {
    "round": (N_("So a round is added."), N_("So another round is added.")),
    "game": (N_("So a game is added."), N_("So another game is added.")),
    "match": (N_("So a match is added."), N_("So another match is added.")),
}
_ADDS_AFTER_PEELS: Mapping[Kind, tuple[str, str]] = {
    "round": (
        N_("No peel decides, so a round is added."),
        N_("No peel decides, so another round is added."),
    ),
    "game": (
        N_("No peel decides, so a game is added."),
        N_("No peel decides, so another game is added."),
    ),
    "match": (
        N_("No peel decides, so a match is added."),
        N_("No peel decides, so another match is added."),
    ),
}


def _standing_tie(
    course: LevelSummary, verdict: Verdict, tried: Sequence[Peel], rules: GoodEnoughOptions
) -> Reason:
    who = verdict.contenders
    if tried:
        return Reason("G7", "No peel decides, so the tie stands: {players} share the win.", who)
    return Reason("G7", (_TOO_FEW if rules.peels else _NONE_ADDED)[course.part], who)


_TOO_FEW: Mapping[Kind, str] = {
    "round": N_("There are too few rounds to peel, so the tie stands: {players} share the win."),
    "game": N_("There are too few games to peel, so the tie stands: {players} share the win."),
    "match": N_("There are too few matches to peel, so the tie stands: {players} share the win."),
}
_NONE_ADDED: Mapping[Kind, str] = {
    "round": N_("No round can be added, so the tie stands: {players} share the win."),
    "game": N_("No game can be added, so the tie stands: {players} share the win."),
    "match": N_("No match can be added, so the tie stands: {players} share the win."),
}


def _judged(verdict: Verdict) -> Reason:
    """Say what G5 makes of a standing."""
    says = (_ALIKE if len(verdict.distinct) == 1 else _POINTS)[_outcome(verdict)]
    return Reason("G5", says, verdict.contenders, _values(verdict))


def _peeled(parts: Text, verdict: Verdict) -> Reason:
    """Say what G5 makes of the standing that a peel leaves (G6)."""
    says = (_PEELED_ALIKE if len(verdict.distinct) == 1 else _PEELED_POINTS)[_outcome(verdict)]
    return Reason("G6", says, verdict.contenders, {"parts": parts, **_values(verdict)})


def _values(verdict: Verdict) -> dict[str, object]:
    values: dict[str, object] = {"distinct": verdict.distinct, "middle": verdict.middle}
    if len(verdict.contenders) > _MOST_NAMED:
        values["count"] = len(verdict.contenders)
    return values


_Outcome = Literal["wins", "two", "two, many", "both", "all", "all, many"]
"""What a standing comes to: a winner, a tie of those with two middle values, or of those with one."""


def _outcome(verdict: Verdict) -> _Outcome:
    many = len(verdict.contenders) > _MOST_NAMED
    if verdict.winners:
        return "wins"
    if len(verdict.middle) > 1:
        return "two, many" if many else "two"
    if len(verdict.contenders) == 2:
        return "both"
    return "all, many" if many else "all"


_POINTS: Mapping[_Outcome, str] = {
    "wins": N_("The points are {distinct}; the middle is {middle}, and only {players} has it."),
    "two": N_("The points are {distinct}; {middle} are both in the middle, so {players} tie."),
    "two, many": N_("The points are {distinct}; {middle} are both in the middle, so {count} players tie."),
    "both": N_("The points are {distinct}; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("The points are {distinct}; the middle is {middle}, and {players} all have it: a tie."),
    "all, many": N_(
        "The points are {distinct}; the middle is {middle}, and {count} players all have it: a tie."
    ),
}
_ALIKE: Mapping[_Outcome, str] = {
    "wins": N_("Everybody has the same points; the middle is {middle}, and only {players} has it."),
    "both": N_("Everybody has the same points; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("Everybody has the same points; the middle is {middle}, and {players} all have it: a tie."),
    "all, many": N_(
        "Everybody has the same points; the middle is {middle}, and {count} players all have it: a tie."
    ),
}
_PEELED_POINTS: Mapping[_Outcome, str] = {
    "wins": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, and only {players} has it."
    ),
    "two": N_(
        "Counting only {parts}, the points are {distinct}; {middle} are both in the middle, so {players} tie."
    ),
    "two, many": N_(
        "Counting only {parts}, the points are {distinct}; {middle} are both in the middle, "
        "so {count} players tie."
    ),
    "both": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} both have it: a tie."
    ),
    "all": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} all have it: a tie."
    ),
    "all, many": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {count} players all have it: a tie."
    ),
}
_PEELED_ALIKE: Mapping[_Outcome, str] = {
    "wins": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and only {players} has it."
    ),
    "both": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and {players} both have it: a tie."
    ),
    "all": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and {players} all have it: a tie."
    ),
    "all, many": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and {count} players all have it: a tie."
    ),
}
