"""The guests as SVG. A page includes `SPRITE` once; the style sheet has their colours and states."""

from functools import lru_cache
from math import cos, pi, sin
from typing import NamedTuple

from markupsafe import Markup, escape

from companion.room.events import Seat
from companion.screens.guests import guest_of

Point = tuple[float, float]

_EYES = (34, 66)  # x of both eyes
_LONG_TEXT = 2  # letters on the chest above which they are smaller
_CACHED = 4096


def _rounded(points: list[Point], softness: float) -> str:
    """Return a closed path with rounded corners; `softness` is a part of each edge, from 0 to 0.5."""
    path = ""
    for index, (x, y) in enumerate(points):
        (before_x, before_y), (after_x, after_y) = points[index - 1], points[(index + 1) % len(points)]
        start = f"{x + (before_x - x) * softness:.0f} {y + (before_y - y) * softness:.0f}"
        end = f"{x + (after_x - x) * softness:.0f} {y + (after_y - y) * softness:.0f}"
        path += f"{'L' if index else 'M'}{start}Q{x:.0f} {y:.0f} {end}"
    return path + "z"


def burst(rays: int, outer: float, inner: float, softness: float) -> str:
    """Return the path of a star in a box of 100 x 100."""
    turns = ((outer if index % 2 == 0 else inner, pi * index / rays - pi / 2) for index in range(2 * rays))
    return _rounded(
        [(50 + radius * cos(angle), 49 + radius * sin(angle)) for radius, angle in turns], softness
    )


class Outline(NamedTuple):
    """A shape in a box of 100 x 92, the height of its eyes, and that above a text on its chest."""

    path: str
    eyes: int
    eyes_above_text: int = 32


OUTLINES = (
    Outline("M50 5a44 44 0 0 1 0 88a44 44 0 0 1 0-88z", 44),  # disc
    Outline("M8 14a8 8 0 0 1 8-8h34a42 42 0 0 1 42 42v36a8 8 0 0 1-8 8H50A42 42 0 0 1 8 50z", 45),  # leaf
    Outline("M24 7h52q16 0 16 16v54q0 16-16 16H24q-16 0-16-16V23q0-16 16-16z", 40),  # block
    Outline("M50 1c6 17 42 28 42 56a42 36 0 0 1-84 0C8 29 44 18 50 1z", 52, 40),  # drop
    Outline(burst(8, 51, 35, 0.3), 44),  # star
    Outline("M6 50a44 44 0 0 1 88 0v35a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8z", 46),  # dome
    Outline(_rounded([(50, 0), (100, 48), (50, 97), (0, 48)], 0.2), 45),  # kite
    Outline(
        "M30 14q0-10 10-10h20q10 0 10 10v14h16q10 0 10 10v22q0 10-10 10H70v13q0 10-10 10H40q-10 0-10-10V70"
        "H14q-10 0-10-10V38q0-10 10-10h16z",
        44,
    ),  # plus
    Outline(
        "M14 5h72q9 0 8 9q-3 24-15 35q12 11 15 35q1 9-8 9H14q-9 0-8-9q3-24 15-35Q9 38 6 14q-1-9 8-9z", 30, 24
    ),  # diabolo
    Outline(burst(5, 58, 39, 0.5), 45),  # flower
    Outline(_rounded([(26, 4), (74, 4), (100, 49), (74, 94), (26, 94), (0, 49)], 0.16), 43),  # hexagon
    Outline(_rounded([(50, -10), (106, 94), (-6, 94)], 0.22), 54, 46),  # plectrum
)

_LEGS = '<path class="legs" d="M32 62h13l-11 58h-6zM55 62h13l4 58h-6z"/>'
_DIP = '<path d="M0 62h100v40H0z" fill="#0a2a30" opacity=".3"/>'
_STRIPE = '<path d="M0 0h9v20H0z" fill="#0a2a30" opacity=".26"/>'
_SPOTS = (
    '<circle cx="5" cy="5" r="4.4" fill="#0a2a30" opacity=".34"/>'
    '<circle cx="15" cy="15" r="4.4" fill="#0a2a30" opacity=".34"/>'
)

_SUITS = {
    "S": "M50 4C60 30 94 42 94 66a20 20 0 0 1-36 12c0 10 4 14 8 18H34c4-4 8-8 8-18A20 20 0 0 1 6 66"
    "C6 42 40 30 50 4z",
    "H": "M50 94C40 76 4 60 4 32a24 24 0 0 1 46-9a24 24 0 0 1 46 9c0 28-36 44-46 62z",
    "D": "M50 3Q62 32 90 50Q62 68 50 97Q38 68 10 50Q38 32 50 3z",
    "C": "M50 4a21 21 0 0 1 18 32a21 21 0 1 1-10 38c1 12 4 17 8 22H34c4-5 7-10 8-22a21 21 0 1 1-10-38"
    "A21 21 0 0 1 50 4z",
}


_STRIPED = 'width="20" height="20" patternUnits="userSpaceOnUse"'
PATTERNS = (
    f'<pattern id="p1" width="1" height="1">{_DIP}</pattern>'
    f'<pattern id="p2" {_STRIPED} patternTransform="rotate(45)">{_STRIPE}</pattern>'
    f'<pattern id="p3" {_STRIPED}>{_SPOTS}</pattern>'
)
"""What lies over the colour of a guest whose pattern is 1, 2 or 3: `fill="url(#p1)"`."""


def _eyes(height: int) -> str:
    return "".join(
        f'<circle cx="{x}" cy="{height}" r="12" fill="#fff8e8"/>'
        f'<circle class="pupil" cx="{x}" cy="{height + 2}" r="6"/>'
        f'<path class="lid" d="M{x - 13} {height - 1}a13 13 0 0 1 26 0z"/>'
        for x in _EYES
    )


def _mouth(height: int) -> str:
    return f'<path class="mouth" d="M40 {height + 23}h20"/>'


def _sprite() -> Markup:
    shapes = "".join(
        f'<path id="o{index}" d="{each.path}"/><g id="f{index}">{_eyes(each.eyes)}{_mouth(each.eyes)}</g>'
        for index, each in enumerate(OUTLINES)
    )
    suits = "".join(f'<path id="suit-{letter}" d="{path}"/>' for letter, path in _SUITS.items())
    return Markup(  # noqa: S704 - contains only constants
        '<svg class="defs" aria-hidden="true" width="0" height="0"><defs>'
        f'{shapes}{suits}<g id="legs">{_LEGS}</g><g id="eyes">{_eyes(0)}</g>'
        f'<path id="burst" d="{burst(12, 50, 36, 0.12)}"/>'
        f"{PATTERNS}</defs></svg>"
    )


SPRITE = _sprite()


@lru_cache(maxsize=_CACHED)
def guest(seat: Seat, worn: str = "", state: str = "") -> Markup:
    """Return the guest of a seat as an `<svg>` that fills the width of its box.

    `worn`: a number or an initial on the chest, in place of the mouth. `state`: classes of the style sheet
    (`thinks`, `sits`, `watches`, `sleeps`, `wins`, `lined`, `breathes`), which can change.
    """
    drawn = guest_of(seat)
    outline = OUTLINES[drawn.outline]
    height = outline.eyes_above_text if worn else outline.eyes
    mouth = _worn(worn, height + 49) if worn else _mouth(height)
    return Markup(  # noqa: S704 - the text is escaped
        f'<svg class="guest c{drawn.colour} {state}" viewBox="-4 -4 108 126" aria-hidden="true">{_LEGS}'
        f'<g class="body"><use href="#o{drawn.outline}"/>{_pattern(drawn.outline, drawn.pattern)}'
        f'<g class="eyes">{_eyes(height)}</g><path class="shut" d="M23 {height + 1}h22M55 {height + 1}h22"/>'
        f"{mouth}</g></svg>"
    )


def colour_class(seat: Seat) -> str:
    """Return the class of the style sheet that gives an element the colour of a seat."""
    return f"c{guest_of(seat).colour}"


@lru_cache(maxsize=_CACHED)
def small_guest(seat: Seat, worn: str = "", state: str = "") -> Markup:
    """Return the guest of a seat for lists and many at once: it is short, and its state never changes.

    `worn`: a number or an initial on the chest, in place of the mouth. `state`: `wins`, `lined` or nothing.
    """
    drawn = guest_of(seat)
    height = OUTLINES[drawn.outline].eyes_above_text
    look = f"c{drawn.colour} {state}".strip()
    face = (
        f'<use href="#eyes" y="{height}"/>{_worn(worn, height + 49)}'
        if worn
        else f'<use href="#f{drawn.outline}"/>'
    )
    return Markup(  # noqa: S704 - the text is escaped
        f'<svg class="guest {look}" viewBox="-4 -4 108 126" aria-hidden="true">'
        f'<use href="#legs"/>'
        f'<g class="body"><use href="#o{drawn.outline}"/>{_pattern(drawn.outline, drawn.pattern)}'
        f"{face}</g></svg>"
    )


def _worn(text: str, height: int) -> str:
    size = ' class="wide"' if len(text) > _LONG_TEXT else ""
    return f'<text{size} x="50" y="{height}">{escape(text)}</text>'


def _pattern(outline: int, pattern: int) -> str:
    return f'<use href="#o{outline}" fill="url(#p{pattern})"/>' if pattern else ""
