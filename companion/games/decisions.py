"""Why a level of It's Good Enough was decided as it was: a sentence for every rule applied."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.games.variations import Options
from companion.score import Because, DecidedBy, Kind
from companion.standing import Peel, Verdict
from companion.words import count

_MOST_NAMED = 6  # players whom one sentence names; more are counted


@dataclass(frozen=True, slots=True)
class Course:
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

    def counted(self, number: int) -> str:
        """Say how many parts: `1 round`, `3 games`."""
        return count(number, self.part, self.plural)

    @property
    def plural(self) -> str:
        """What several parts are called."""
        return "matches" if self.part == "match" else f"{self.part}s"


def decided_by(course: Course, verdict: Verdict, tried: Sequence[Peel]) -> DecidedBy:
    """Name the rule that decided a finished level (G5, G6, G12), or that the win is shared (G7)."""
    if verdict.winners:
        return "sudden-death" if course.added else "median"
    return "peel" if tried and tried[-1].winners else "shared"


def level_reasons(
    course: Course, verdict: Verdict, tried: Sequence[Peel], rules: Options
) -> Iterator[Because]:
    """Give the reasons for a level's end and winner, or for its going on beyond its set length."""
    if not course.finished and course.regular is None:
        return
    yield from _length_reasons(course)
    yield _judged("G5", "", verdict)
    if not course.finished:
        yield _playing_on(course, rules)
        return
    for peel in tried:
        yield _judged("G6", _counting(course, peel), peel.verdict)
    if decided_by(course, verdict, tried) == "shared":
        yield _standing_tie(course, verdict, tried, rules)


def _length_reasons(course: Course) -> Iterator[Because]:
    """Say why the level is as long as it is, where that is not simply its set length."""
    if course.regular is not None and course.target is not None:
        yield _target_reason(course, course.target)
    if course.finished and course.added:
        says = "To break the tie, {added} {were} added."
        were = "was" if course.added == 1 else "were"
        yield Because("G12", says, (), {"added": course.counted(course.added), "were": were})
    if course.ended:
        yield Because("G2", "The host ended it after {parts}.", (), {"parts": course.counted(course.parts)})


def _target_reason(course: Course, target: int) -> Because:
    values = {"target": target, "awarded": course.awarded}
    if course.awarded >= target:
        return Because("G11", "{awarded} points are given: the target of {target} is reached.", (), values)
    return Because(
        "G13", "The cards are used up before the target of {target} points is reached.", (), values
    )


def _counting(course: Course, peel: Peel) -> str:
    if peel.first == peel.last:
        return f"Counting only {course.part} {peel.first}"
    return f"Counting only {course.plural} {peel.first} to {peel.last}"


def _playing_on(course: Course, rules: Options) -> Because:
    says = (
        "No peel decides, so {article} {part} is added." if rules.peels else "So {article} {part} is added."
    )
    return Because("G12", says, (), {"article": "another" if course.added else "a", "part": course.part})


def _standing_tie(course: Course, verdict: Verdict, tried: Sequence[Peel], rules: Options) -> Because:
    if tried:
        start = "No peel decides"
    elif rules.peels:
        start = f"There are too few {course.plural} to peel"
    else:
        start = f"No {course.part} can be added"
    says = f"{start}, so the tie stands: {{players}} share the win."
    return Because("G7", says, verdict.contenders)


def _judged(rule: str, start: str, verdict: Verdict) -> Because:
    """Say what G5 makes of one standing."""
    values = {"distinct": verdict.distinct, "middle": verdict.middle}
    who = "{players}" if len(verdict.contenders) <= _MOST_NAMED else f"{len(verdict.contenders)} players"
    if verdict.winners:
        outcome = "the middle is {middle}, and only {players} has it"
    elif len(verdict.middle) > 1:
        outcome = f"{{middle}} are both in the middle, so {who} tie"
    else:
        both = "both" if len(verdict.contenders) == 2 else "all"
        outcome = f"the middle is {{middle}}, and {who} {both} have it: a tie"
    points = "everybody has the same points" if len(verdict.distinct) == 1 else "the points are {distinct}"
    says = f"{start}, {points}" if start else points[0].upper() + points[1:]
    return Because(rule, f"{says}; {outcome}.", verdict.contenders, values)
