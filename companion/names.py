"""Players' names: any script, 1 to 20 characters, and no two alike in one room."""

import unicodedata
from collections.abc import Iterable

from companion.score import Refused

LONGEST = 20
_MARKS_EACH = 4  # combining marks that one character may carry; more would climb over other lines
_JOINER = "\N{ZERO WIDTH JOINER}"  # holds emoji families together, and is needed in some scripts
_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"


def clean(typed: str) -> str:
    """Tidy a typed name: no control or direction characters, single spaces, composed letters.

    Raises `Refused` if nothing is left, or more than 20 characters are.
    """
    composed = unicodedata.normalize("NFC", typed)
    name = " ".join("".join(" " if each.isspace() else each for each in composed if _shown(each)).split())
    name = _thinned(name)
    if not any(unicodedata.category(each)[0] in "LNPS" for each in name):
        raise Refused("Enter a name of 1 to {longest} characters", longest=LONGEST)
    if length(name) > LONGEST:
        raise Refused(
            "That name has {length} characters; {longest} is the most", length=length(name), longest=LONGEST
        )
    return name


def length(name: str) -> int:
    """Count characters as people see them: marks, joiners and what a joiner adds count for nothing."""
    counted = 0
    joined = False
    for each in name:
        if not joined and not _attached(each):
            counted += 1
        joined = each == _JOINER
    return counted


def key(name: str) -> str:
    """Return what two names must differ in: case and width of the letters do not count."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


def unique(name: str, taken: Iterable[str]) -> str:
    """Return the name, or with the first free number behind it if it is taken: `Sam 2`."""
    keys = set(map(key, taken))
    candidate, number = name, 1
    while key(candidate) in keys:
        number += 1
        candidate = f"{_cut(name, LONGEST - len(str(number)) - 1)} {number}"
    return candidate


def _cut(name: str, longest: int) -> str:
    while length(name) > longest:
        name = name[:-1]
    return name.rstrip()


def _shown(character: str) -> bool:
    """Tell whether a character belongs into a name: not if it controls, hides or turns text."""
    category = unicodedata.category(character)
    return (
        character.isspace()
        or character in (_JOINER, _NON_JOINER)
        or category not in {"Cc", "Cf", "Cs", "Co", "Cn"}
    )


def _attached(character: str) -> bool:
    combines = unicodedata.category(character) in {"Mn", "Me", "Cf"}
    return (
        combines
        or "\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}" <= character <= "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}"
    )


def _thinned(name: str) -> str:
    """Drop the marks beyond the fourth on one character."""
    kept: list[str] = []
    marks = 0
    for each in name:
        marks = marks + 1 if unicodedata.category(each) in {"Mn", "Me"} else 0
        if marks <= _MARKS_EACH:
            kept.append(each)
    return "".join(kept)
