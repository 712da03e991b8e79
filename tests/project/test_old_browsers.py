"""Scripts and style sheets use only what TVs from Chromium 79 and phones from iOS 15 know.

This reads the text; what it forbids is what browsers of that age stop at, or leave out without a word.
"""

import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.support.front import files_below

SCRIPTS = files_below("static", ".js")
SHEETS = files_below("static", ".css")

NEW_SYNTAX: Mapping[str, str] = {
    r"\?\.(?!\d)": "optional chaining",
    r"\?\?": "nullish coalescing",
    r"(\|\||&&|\?\?)=": "logical assignment",
    r"\.replaceAll\(": "replaceAll",
    r"\.at\(": "at",
    r"\.(toSorted|toReversed|with|findLast)\(": "methods of arrays of 2022 and later",
    r"\breplaceChildren\(": "replaceChildren",
    r"\bstructuredClone\(": "structuredClone",
    r"Promise\.any\(": "Promise.any",
    r"\bObject\.(hasOwn|groupBy)\(": "Object.hasOwn",
    r"\bstatic \{|^\s+#\w+\s*[=(;]": "private and static parts of classes",
    r"/[^/\n]*\(\?<[=!][^/\n]*/": "look-behind",
    r"\.finished\b|\.commitStyles\(|\bpseudoElement:": "animations of 2020 and later",
    r"\.aria[A-Z]\w*\s*=[^=]": "properties for aria",
    r"\brandomUUID\(|\.showModal\(|\.showPopover\(": "calls that not all phones have",
}
GUARDED: Mapping[str, str] = {
    r"\.checkVisibility\(": r"\.checkVisibility[ ?&)]",
    r"\.getAnimations\(": r"\.getAnimations[ ?&)]",
    r"navigator\.wakeLock\.": r"navigator\.wakeLock[ ?&)]",
    r"navigator\.vibrate\(": r"navigator\.vibrate[ ?&)]",
    r"navigator\.userActivation\.": r"navigator\.userActivation[ ?&)]",
}
"""Calls that some of them know, and the question whether they do, which must be in the same file."""

NEW_STYLES: Mapping[str, str] = {
    r":(is|where|has)\(|:not\([^()]*,": "selectors of 2020 and later",
    r"(?<![-\w])inset(-(block|inline)(-(start|end))?)?\s*:": "inset",
    r"(margin|padding|border)-(inline|block)\s*:": "both sides in one property",
    r"\(\s*(width|height)\s*[<>]": "ranges in media queries",
    r"\bsubgrid\b": "subgrid",
    r"(?<![-\w])aspect-ratio\s*:": "aspect-ratio",
    r"(?<![-\w])(translate|rotate|scale)\s*:": "transforms as single properties",
    r"@(container|layer|scope)\b|@property (?!--size )": "rules of 2022 and later",  # it saves time
    r"\bcolor-mix\(|\boklch\(|\brgb\(from": "colours of 2023 and later",
    r"^\s*&": "nesting",
}
NEW_UNIT = r"\d(svh|dvh|lvh|cqi|cqh|cqw|cqmin|lh)\b"


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_a_script_parses_in_the_oldest_browsers_and_asks_for_what_not_all_have(path: Path) -> None:
    code = without_comments(path.read_text())
    assert [] == [name for pattern, name in NEW_SYNTAX.items() if re.search(pattern, code, re.MULTILINE)]
    used = {call: asked for call, asked in GUARDED.items() if re.search(call, code)}
    assert [] == [call for call, asked in used.items() if not re.search(asked, code)]


@pytest.mark.parametrize("path", SHEETS, ids=lambda path: path.name)
def test_a_style_sheet_needs_nothing_that_old_browsers_leave_out(path: Path) -> None:
    sheet = without_comments(path.read_text())
    found = {name: re.findall(f".*{pattern}.*", sheet, re.MULTILINE) for pattern, name in NEW_STYLES.items()}
    assert {} == {name: lines for name, lines in found.items() if lines}
    for selector, rule in rules(sheet):
        declared = [each.partition(":") for each in rule.split(";") if ":" in each]
        for place, (name, _, value) in enumerate(declared):
            if re.search(NEW_UNIT, value):
                before = [earlier for earlier, _, _ in declared[:place] if earlier.strip() == name.strip()]
                assert before, (selector, name, value)
        if re.search(r"display\s*:\s*(inline-)?flex", rule):  # its gap is new in Chromium 84 and iOS 14.5
            assert not re.search(r"(?<![-\w])(row-|column-)?gap\s*:", rule), selector


def without_comments(text: str) -> str:
    return re.sub(r"/\*(?s:.*?)\*/|(?<![:\w\"'])//.*", "", text)


def rules(sheet: str) -> list[tuple[str, str]]:
    """Return the innermost rules of a sheet: their selectors and declarations."""
    return [(selector.strip(), rule) for selector, rule in re.findall(r"([^{}]*)\{([^{}]*)\}", sheet)]
