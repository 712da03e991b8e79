"""Each kind of screen has few sizes of type, and all of them are written once, in `tokens.css`.

What is drawn has letters in the units of its drawing: those of a guest, of a chart, or on a card.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.support.front import files_below

MOST_ON_A_SCREEN, MOST_IN_ALL = 12, 40
SHEETS = files_below("static/css", ".css")
OLD = "old.css"
"""Of the browsers that know no custom properties."""

SCREENS: Mapping[str, str] = {
    "tv": "common tv",
    "phone": "common parts phone",
    "sheet": "common sheet",
    "desk": "common parts desk remote",
    "results": "common parts desk results",
    "start": "common parts desk start",
}
"""The folders of the sheets that pages of a kind load, each of which is sent as one file."""

SIZE = re.compile(r"(?<![-\w])(font|font-size|--font|--score|--plain|--huge)\s*:\s*([^;]+);")
STEP = r"var\(--(?:type-\d+|font|score|plain|huge)(?:, var\(--type-\d+\))?\)"
PLACE = r"[^,]*var\(--(?:n|many|line|length)\b[^,]*(?:, \d+\)[^,]*)?|[\d.]+v[wh]"
"""What follows from how many things share a place, or from the size of the screen."""
BETWEEN = rf"(?:min|max|clamp)\((?=.*{STEP})(?:(?:{STEP}|{PLACE})(?:, |\)$))+"
ALLOWED = re.compile(rf"inherit|0|{STEP}|{BETWEEN}")

DRAWN = re.compile(r"\.(guest|burst|gain|stars|spacer|near-miss|card|rank|placard|meaning|drifted|picked)\b")
ROOT = re.compile(r"html[.:\w()]*|html\.one\.desk")
FACE = re.compile(r"var\(--face\)|calc\(1\.2 \* var\(--face\)\)")
"""The measure of a card, which is as large as its font size."""


@pytest.mark.parametrize("screen", SCREENS)
def test_a_screen_has_at_most_twelve_sizes_of_type(screen: str) -> None:
    used = {token for path in sheets_of(screen) for token in re.findall(r"var\((--type-\d+)\)", text(path))}
    assert 5 < len(used) <= MOST_ON_A_SCREEN


def test_all_screens_together_have_at_most_forty_sizes() -> None:
    tokens = next(path for path in SHEETS if path.name == "tokens.css")
    sizes = re.findall(r"--type-\d+: ([\d.]+rem);", text(tokens))
    [old] = [path for path in SHEETS if path.name == OLD]
    of_old = set(re.findall(r"(\d+px)(?=;|/)", " ".join(value for _, _, value in declared(old))))
    assert len(of_old) <= MOST_ON_A_SCREEN
    assert len(sizes) + len(of_old) <= MOST_IN_ALL


@pytest.mark.parametrize("path", [path for path in SHEETS if path.name != OLD], ids=str)
def test_each_size_of_type_is_a_token_or_between_tokens(path: Path) -> None:
    others = [
        (selector, value) for selector, name, value in declared(path) if not is_allowed(selector, value)
    ]
    assert [] == others


@pytest.mark.parametrize("size", ["2.45rem", "0.9em", "17px", "calc(2 * var(--type-1))", "min(2rem, 4vh)"])
def test_any_other_size_is_found(size: str) -> None:
    assert not is_allowed(".kicker", size)
    assert not is_allowed(".kicker", f"900 {size}/1.1 var(--text)")


def is_allowed(selector: str, value: str) -> bool:
    size = re.sub(r"^\d{3} | ?/ ?[\d.]+(rem)?(?= var\(--text\)$)| ?var\(--text\)$", "", value)
    if DRAWN.search(selector) and re.fullmatch(r"[\d.]+(px|em)|var\(--(wide-)?letter, \d+px\)", size):
        return True
    if ROOT.fullmatch(selector):
        return True
    return bool(ALLOWED.fullmatch(size) or FACE.fullmatch(size))


def declared(path: Path) -> Iterator[tuple[str, str, str]]:
    """Yield the selectors, properties and values in a sheet that say sizes of type."""
    for selector, rule in re.findall(r"([^{};]*)\{([^{}]*)\}", text(path)):
        for name, value in SIZE.findall(rule):
            yield " ".join(selector.split()), name, " ".join(value.split())


def sheets_of(screen: str) -> list[Path]:
    names = SCREENS[screen].split()
    return [path for path in SHEETS if path.parent.name in names]


def text(path: Path) -> str:
    return re.sub(r"/\*(?s:.*?)\*/", "", path.read_text())
