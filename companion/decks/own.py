"""Questions that a host writes, one a line.

`How many steps are there to our flat? = 57 steps` is a fact, `How many sweets are in the jar? = ?` one whose
truth is told after the guesses, and `Pineapple on pizza? never ... always` an opinion.
"""

import re
from collections.abc import Iterator, Sequence

from companion.decks import OPINION_RANGE, Question
from companion.i18n.errors import Refused
from companion.i18n.messages import plain
from companion.values import frozen

MOST_LINES = 60
LONGEST = 140
"""Characters of a question."""
LONGEST_END = 30
"""Characters of an end of an opinion, and of a unit."""
LARGEST = 99_999
"""The largest truth that is asked for; see `companion/decks/files.py` for those of decks."""

_YEARS = (1000, 2100)
_FACT = re.compile(r"(?P<text>.*[^\s=])\s*[=＝]\s*(?P<truth>[?？]|-?\d+)\s*(?P<unit>\D.*)?")
_OPINION = re.compile(r"(?P<text>.*[?？])\s*(?P<low>\S.*?)\s*(?:\.\.\.+|…+)\s*(?P<high>\S.*)")


@frozen
class WrittenLine:
    """A line as it was written, and what it asks; `problem` says what it lacks, where it asks nothing."""

    written: str
    question: Question | None = None
    problem: Refused | None = None


def read_lines(text: str) -> Sequence[WrittenLine]:
    """Read all lines of a text that are not empty."""
    written = [plain(line) for line in text.splitlines() if plain(line)]
    return [_read_line(number, line) for number, line in enumerate(written, 1)]


def _read_line(number: int, written: str) -> WrittenLine:
    try:
        return WrittenLine(written, read_question(number, written))
    except Refused as refused:
        return WrittenLine(written, problem=refused)


def read_question(number: int, written: str) -> Question:
    """Return what a line asks; raises `Refused` with what it lacks. `number` tells it from other lines."""
    if number > MOST_LINES:
        raise Refused("{most} lines are the most", most=MOST_LINES)
    if fact := _FACT.fullmatch(written):
        return _read_fact(f"own-{number}", **fact.groupdict())
    if opinion := _OPINION.fullmatch(written):
        text, *ends = opinion.groups()
        _require_short(text, *ends)
        return Question(f"own-{number}", text, *OPINION_RANGE, ends=tuple(ends))
    raise Refused("it has no answer: add = 12 km, = ?, or never ... always")


def is_fact(written: str) -> bool:
    """Tell whether a line asks something and has its answer: `How many steps are there? = 57`."""
    fact = _FACT.fullmatch(plain(written))
    return fact is not None and fact["text"][-1] in "?？"


def _read_fact(own_id: str, text: str, truth: str, unit: str | None) -> Question:
    _require_short(text, unit or "")
    if not truth.lstrip("-").isdecimal():
        return Question(own_id, text, 0, LARGEST, unit=unit or "")
    true = int(truth)
    if abs(true) > LARGEST:
        raise Refused("its answer has more than {most} digits", most=len(str(LARGEST)))
    is_year = not unit and _YEARS[0] < true < _YEARS[1]
    bounds = _YEARS if is_year else _range_around(true)
    return Question(own_id, text, *bounds, true, unit=unit or "")


def _require_short(text: str, *parts: str) -> None:
    if len(text) > LONGEST:
        raise Refused("it is too long: {longest} characters are the most", longest=LONGEST)
    for part in parts:
        if len(part) > LONGEST_END:
            raise Refused(
                "“{part}” is too long: {longest} characters are the most", part=part, longest=LONGEST_END
            )


def _range_around(truth: int) -> tuple[int, int]:
    """Return a range that ends with a round number and tells little of the truth."""
    size = next(size for size in _sizes() if abs(truth) * 1.1 < size)
    return (-size if truth < 0 else 0), size


def _sizes() -> Iterator[int]:
    size = 10
    while True:
        yield from (size, size * 3)
        size *= 10
