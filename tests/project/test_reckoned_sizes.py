"""What Python reckons with, so that words and guests fit on the TV, is what the style sheets have."""

import re
from collections.abc import Mapping

from companion.screens.lineup import SIZES
from companion.screens.scenes import ends, numbers
from tests.support.front import files_below

SHEETS = {
    f"{path.parent.name}/{path.name}": re.sub(r"/\*(?s:.*?)\*/", "", path.read_text())
    for path in files_below("static/css", ".css")
}
[TV] = re.findall(r"html\.tv \{([^}]*)\}", SHEETS["common/tokens.css"])
STEPS: Mapping[str, float] = {
    name: float(size) for name, size in re.findall(r"(--type-\d+): ([\d.]+)rem;", TV)
}


def size_of(selector: str, sheet: str) -> float:
    """Return the size of type that a rule says, in rem."""
    [rule] = re.findall(rf"(?m)^{re.escape(selector)} \{{([^}}]*)\}}", SHEETS[sheet])
    [step] = re.findall(r"font(?:-size)?: (?:\d+ )?var\((--type-\d+)\)", rule)
    return STEPS[step]


def test_headings_beside_the_podium_are_as_large_as_reckoned() -> None:
    sizes = {word: size_of(f".award .{word}", "tv/award.css") for word in ends._SIZES if word != "tiny"}
    assert dict(ends._SIZES) == {**sizes, "tiny": size_of(".award h1", "tv/award.css")}


def test_names_beside_each_other_are_as_large_as_reckoned() -> None:
    selectors = {word: ".named" if word == "large" else f".named.{word}" for _, word in numbers._BESIDE_SIZES}
    sizes = [(size_of(selector, "tv/presenters.css"), word) for word, selector in selectors.items()]
    assert list(numbers._BESIDE_SIZES) == sizes


def test_guests_in_lines_are_as_wide_as_reckoned() -> None:
    widths = re.findall(r"\.size-(\d+) \{\s*--size: (\d+)rem;", SHEETS["tv/lines.css"])
    assert [(str(size), str(size)) for size in SIZES] == widths
