"""Players' names: any script, 1 to 20 characters, and no two alike in one room."""

import unicodedata
from collections.abc import Callable
from functools import lru_cache

from companion.i18n.errors import Refused

LONGEST = 20
ERASED = "Guest"  # stands, with a number, in place of a name that was forgotten
_MAX_MARKS = 4  # combining marks on one character; more would overlap other lines
_MAX_INPUT = 500  # code points that are read; more than any name or question needs
_MAX_CODE_POINTS = 140  # 20 families of emoji are 140
_BLANK = frozenset("\u115f\u1160\u3164\uffa0\u2800")  # letters and signs that are blank
_JOINER = "\N{ZERO WIDTH JOINER}"  # holds emoji families together, and is needed in some scripts
_NON_JOINER = "\N{ZERO WIDTH NON-JOINER}"
_PICTURE_MARK = "\N{VARIATION SELECTOR-16}"  # the sign before it is a picture
_FLAG_LETTERS = frozenset(map(chr, range(0x1F1E6, 0x1F200)))  # two of them are a flag
_CAPITALS = ("АΑВΒЕΕΗНІΙӀЈКΚМΜΝОΟРΡЅСТΤУΥХΧΖԚԜ", "AABBEEHHIIIJKKMMNOOPPSCTTYYXXZQW")
_SMALL = ("аαсԁеɡһіιıјкκӏνοо0рρԛѕυуγхԝ", "aacdeghiiijkklvoooppqsuyyxw")
_SIGNS = ("ニロカエタハヘトー一‐–—’ʼ" + "".join(_BLANK), "二口力工夕八へ卜-----''     ")
_LOOKS = str.maketrans(_CAPITALS[0] + _SMALL[0] + _SIGNS[0], _CAPITALS[1] + _SMALL[1] + _SIGNS[1])
_UPRIGHT = str.maketrans("Il1O", "|||o")  # alike only in these cases: Lan is not Ian
_UNSEEN = dict.fromkeys([0x34F, 0x200C, 0x200D, *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0)])
_SKIN_TONES = ("\N{EMOJI MODIFIER FITZPATRICK TYPE-1-2}", "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}")


def clean_name(typed: str) -> str:
    """Normalize a typed name: no control or direction characters, single spaces, composed letters.

    Raises `Refused` if nothing is left, or more than 20 characters are.
    """
    name = clean_text(typed)
    if not name:
        raise Refused("Enter a name of 1 to {longest} characters", longest=LONGEST)
    if visible_length(name) > LONGEST or len(name) > _MAX_CODE_POINTS:
        raise Refused("That name is too long: {longest} characters are the most", longest=LONGEST)
    return name


def clean_text(typed: str) -> str:
    """Normalize a typed line as `clean_name` does; empty where nothing is left that can be seen."""
    composed = unicodedata.normalize("NFC", typed[:_MAX_INPUT])
    spaced = "".join(" " if each.isspace() else each for each in composed if _is_printable(each))
    text, marks = "", 0
    for each in " ".join(spaced.split()):
        marks = marks + 1 if unicodedata.category(each) in {"Mn", "Me"} else 0
        text += each if marks <= _MAX_MARKS else ""
    is_visible = any(unicodedata.category(sign)[0] in "LNPS" and sign not in _BLANK for sign in text)
    return text if is_visible else ""


def visible_length(name: str) -> int:
    """Count characters as people see them: marks, joiners and what a joiner adds do not count."""
    counted = 0
    earlier = before = ""
    for sign in name:
        joined = before == _JOINER and _is_picture(earlier) and _is_picture(sign)
        toned = _SKIN_TONES[0] <= sign <= _SKIN_TONES[1] and _is_picture(before)
        if not (joined or toned or unicodedata.category(sign) in {"Mn", "Me", "Cf"}):
            counted += 1
        if sign != _PICTURE_MARK:
            earlier, before = before, sign
    return counted


def first_character(name: str) -> str:
    """Return the first character as people see it: a letter with its marks, a whole emoji or flag."""
    length = 2 if len(name) > 1 and all(sign in _FLAG_LETTERS for sign in name[:2]) else 1
    while length < len(name) and visible_length(name[: length + 1]) == 1:
        length += 1
    return name[:length]


def _is_picture(character: str) -> bool:
    return bool(character) and unicodedata.category(character) in {"So", "Sk"}


@lru_cache(maxsize=30_000)  # 0.6 µs, and each who joins is compared with all who are there
def name_key(name: str) -> str:
    """Return the key in which names differ, without case and width. Replays use it: it never changes."""
    folded = unicodedata.normalize("NFKC", name).casefold()
    return " ".join(unicodedata.normalize("NFKC", folded).split())


@lru_cache(maxsize=30_000)  # 16 µs, likewise
def look_keys(name: str) -> frozenset[str]:
    """Return two keys: names that share one look the same, or differ in case and width alone.

    Letters of several scripts are alike, as in Unicode TR39, but only those that fool people at a party.
    One key ignores the case. The other heeds it, for what is alike in one case only: `I`, `l` and `1`.
    """
    seen = unicodedata.normalize("NFKD", name.translate(_UNSEEN)).translate(_LOOKS)
    folded = unicodedata.normalize("NFD", name_key(name.translate(_UNSEEN))).translate(_LOOKS)
    return frozenset(" ".join(each.split()) for each in (seen.translate(_UPRIGHT), folded))


def free_name(name: str, is_taken: Callable[[str], bool]) -> str:
    """Return the name, followed by the first free number if it is taken: `Sam 2`."""
    candidate, number = name, 1
    while is_taken(candidate):
        number += 1
        while visible_length(name) > LONGEST - len(str(number)) - 1:
            name = name[:-1]
        candidate = f"{name.rstrip()} {number}"
    return candidate


def _is_printable(character: str) -> bool:
    """Tell whether a character may be in a name: not if it controls, hides or reorders text."""
    category = unicodedata.category(character)
    is_allowed = character.isspace() or character in (_JOINER, _NON_JOINER)
    return is_allowed or category not in {"Cc", "Cf", "Cs", "Co", "Cn"}
