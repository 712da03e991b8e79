"""Why a level of It's Good Enough ended as it did: a reason for every rule applied."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.outcomes import Halt
from companion.rules.results import Branch, DecidedBy, Kind, Reason, count_parts
from companion.rules.standing import Peel, Verdict


@dataclass(frozen=True, slots=True)
class LevelSummary:
    """How a level went: the kind and number of its parts, and how it ended.

    `regular` is the number of parts before any were added to break a tie, None while the set length is not
    reached; `awarded` the points given in those. `ended`: the host ended it early.
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
        """The number of parts added to break a tie (G12)."""
        return 0 if self.regular is None else self.parts - self.regular


def deciding_rule(summary: LevelSummary, verdict: Verdict, peels: Sequence[Peel]) -> DecidedBy:
    """Return which rule decided a finished level (G5, G6, G12), or that the win is shared (G7)."""
    if verdict.winners:
        return "sudden-death" if summary.added else "median"
    return "peel" if peels and peels[-1].winners else "shared"


def level_reasons(
    summary: LevelSummary, verdict: Verdict, peels: Sequence[Peel], rules: GoodEnoughOptions
) -> Iterator[Reason]:
    """Yield why a level ended and who won, or why it continues beyond its set length."""
    if not summary.finished and summary.regular is None:
        return
    yield from _length_reasons(summary)
    template = (_ALIKE if len(verdict.distinct) == 1 else _POINTS)[_outcome(verdict)]
    yield Reason("G5", template, verdict.contenders, _values(verdict), counts_many=True)
    if not summary.finished:
        yield Reason("G12", (_ADDS_AFTER_PEELS if rules.peels else _ADDS)[summary.part][summary.added > 0])
        return
    for peel in peels:
        yield _peel_reason(summary.part, peel)
    if deciding_rule(summary, verdict, peels) == "shared":
        yield _standing_tie(summary, verdict, peels, rules)


def _length_reasons(summary: LevelSummary) -> Iterator[Reason]:
    """Yield why the level is as long as it is, where that is not its set length."""
    if summary.regular is not None and summary.target is not None:
        values: dict[str, object] = {"target": summary.target, "awarded": summary.awarded}
        if summary.awarded >= summary.target:
            yield Reason("G11", "{awarded} points are given: the target of {target} is reached.", (), values)
        else:
            yield Reason("G13", _CARDS_USED_UP, (), values)
    if summary.finished and summary.added:
        yield Reason("G12", _ADDED, (), {"added": count_parts(summary.part, summary.added)})
    if summary.ended:
        values = {"parts": count_parts(summary.part, summary.parts)}
        yield Reason("G2", "The host ended it after {parts}.", (), values)


_CARDS_USED_UP = N_("The cards are used up before the target of {target} points is reached.")
_ADDED = PluralTemplate(
    "To break the tie, {added} was added.", "To break the tie, {added} were added.", "added"
)


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


def playing_on_halt(level: Branch) -> Halt | None:
    """Return the title of a level that goes on until the tie is broken (G12); None where none is added."""
    playing_on = next((reason for reason in level.reasons if reason.rule == "G12"), None)
    if level.finished or playing_on is None:
        return None
    part = level.parts[0].kind
    is_first = playing_on.template in (_ADDS[part][0], _ADDS_AFTER_PEELS[part][0])
    return Halt(N_("Sudden death") if is_first else N_("Still no middle"), Text(_ONE_MORE[part]))


_ONE_MORE: Mapping[Kind, str] = {
    "round": N_("One more round. And another, until there is a middle."),
    "game": N_("One more game. And another, until there is a middle."),
    "match": N_("One more match. And another, until there is a middle."),
}


def _standing_tie(
    summary: LevelSummary, verdict: Verdict, peels: Sequence[Peel], rules: GoodEnoughOptions
) -> Reason:
    who = verdict.contenders
    if peels:
        return Reason("G7", "No peel decides, so the tie stands: {players} share the win.", who)
    if rules.peels:
        return Reason("G7", _TOO_FEW[summary.part], who)
    if rules.has_showdown:
        return Reason("G7", "The tie stands: {players} share the win.", who)
    return Reason("G7", _NONE_ADDED[summary.part], who)


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


def _peel_reason(part: Kind, peel: Peel) -> Reason:
    """Return how G5 decides the standing that a peel leaves (G6), naming its parts: `rounds 2 to 4`."""
    names, verdict = _ONE if peel.first == peel.last else _SEVERAL, peel.verdict
    parts = Text(names[part], {"first": peel.first, "last": peel.last})
    template = (_PEELED_ALIKE if len(verdict.distinct) == 1 else _PEELED_POINTS)[_outcome(verdict)]
    return Reason("G6", template, verdict.contenders, {"parts": parts, **_values(verdict)}, counts_many=True)


def _values(verdict: Verdict) -> dict[str, object]:
    return {"distinct": verdict.distinct, "middle": verdict.middle}


_Outcome = Literal["wins", "two", "both", "all"]
"""How G5 decides: one winner, a tie of two middle values, or a tie of players with the same value."""


def _outcome(verdict: Verdict) -> _Outcome:
    if verdict.winners:
        return "wins"
    if len(verdict.middle) > 1:
        return "two"
    return "both" if len(verdict.contenders) == 2 else "all"


_POINTS: Mapping[_Outcome, str] = {
    "wins": N_("The points are {distinct}; the middle is {middle}, and only {players} has it."),
    "two": N_("The points are {distinct}; {middle} are both in the middle, so {players} tie."),
    "both": N_("The points are {distinct}; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("The points are {distinct}; the middle is {middle}, and {players} all have it: a tie."),
}
_ALIKE: Mapping[_Outcome, str] = {
    "wins": N_("Everybody has the same points; the middle is {middle}, and only {players} has it."),
    "both": N_("Everybody has the same points; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("Everybody has the same points; the middle is {middle}, and {players} all have it: a tie."),
}
_PEELED_POINTS: Mapping[_Outcome, str] = {
    "wins": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, and only {players} has it."
    ),
    "two": N_(
        "Counting only {parts}, the points are {distinct}; {middle} are both in the middle, so {players} tie."
    ),
    "both": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} both have it: a tie."
    ),
    "all": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} all have it: a tie."
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
}
