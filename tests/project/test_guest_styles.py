"""Guests are styled in one sheet: a place says what its guests are like by custom properties."""

import re
from pathlib import Path

import pytest

from tests.support.front import files_below

OWNER, OLD = "guest.css", "old.css"
"""The second is of browsers that know no custom properties, which get no other sheet."""

OTHERS = [path for path in files_below("static/css", ".css") if path.name not in {OWNER, OLD}]
[OWN] = [path for path in files_below("static/css", ".css") if path.name == OWNER]
PLACED = re.compile(r"(?<![-\w])(--(?:guest-[-a-z]+|(?:wide-)?letter(?:-gap)?|lined-legs))\s*:")
GUEST = re.compile(r"\.guest(?![-\w])")


def text(path: Path) -> str:
    return re.sub(r"/\*(?s:.*?)\*/", "", path.read_text())


@pytest.mark.parametrize("path", OTHERS, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_place_says_only_what_the_sheet_of_guests_reads(path: Path) -> None:
    selectors = re.findall(r"([^{};]*)\{", text(path))
    styled = [each.strip() for each in selectors if GUEST.search(each)]
    read = set(re.findall(r"var\((--[-\w]+)", text(OWN)))
    assert [] == styled
    assert set(PLACED.findall(text(path))) <= read


def test_all_that_the_sheet_of_guests_reads_of_places_is_said_by_one() -> None:
    read = set(re.findall(r"var\((--(?:guest|letter|wide|lined)[-\w]*)", text(OWN)))
    said = {name for path in OTHERS for name in PLACED.findall(text(path))}
    assert len(read) > 10
    assert read == said
