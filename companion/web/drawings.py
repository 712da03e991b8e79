"""The guests, and the pictures that teach a game, as SVG.

A page includes `SPRITE` once; the style sheet has the colours and states of its guests. The pictures are the
same in both themes and need no style, but a style sheet may turn off the lamp of an emblem: the classes
`lamplight`, `bulb`, `eyelid`, `feet` and `outlined` are on what changes with it.
"""

import re
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import NamedTuple

from markupsafe import Markup, escape

from companion.i18n.languages import current_language, gettext, use_language
from companion.room.events import Seat
from companion.rules.games.pictures import Panel, Preset, figures
from companion.screens.guests import guest_of

COLOURS = ("#ff7a45", "#7fcdf2", "#ffb0c6", "#b9c552", "#b9a5f5", "#f6e3bd", "#4fcdb0", "#f2566a")
"""The colours of guests."""

_INK, _BONE, _DIM, _GOLD, _DEEP, _FLOOR = "#082329", "#fff3dc", "#a9c3c2", "#f7bb2d", "#06222a", "#041a20"
_TEAK, _WOOD, _SIDE = "#c58a52", "#7a3320", "#2b7079"
_CARD, _SHADED_CARD = "#fffaf0", "#93a19c"
_TONES = {"light": _BONE, "dim": _DIM, "ink": _INK}
_PUPILS = {"half": 0, "open": 0, "left": -5, "right": 5}
_CACHED = 4096
_CARD_HEIGHT = 1.36  # of its width
_LONG_TEXT = 2  # letters on the chest above which they are smaller


# The guests


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
    Outline(
        "M46 4Q50 -2 54 4L59 11Q63 17 70 16L79 14Q86 13 85 20L83 29Q82 36 88 40L95 45Q101 49 95 53L88 58"
        "Q82 62 83 69L85 78Q86 85 79 84L70 82Q63 81 59 87L54 94Q50 100 46 94L41 87Q37 81 30 82L21 84Q14"
        " 85 15 78L17 69Q18 62 12 58L5 53Q-1 49 5 45L12 40Q18 36 17 29L15 20Q14 13 21 14L30 16Q37 17 41"
        " 11z",
        44,
    ),  # star
    Outline("M6 50a44 44 0 0 1 88 0v35a8 8 0 0 1-8 8H14a8 8 0 0 1-8-8z", 46),  # dome
    Outline("M40 10Q50 0 60 10L90 38Q100 48 90 58L60 87Q50 97 40 87L10 58Q0 48 10 38z", 45),  # kite
    Outline(
        "M30 14q0-10 10-10h20q10 0 10 10v14h16q10 0 10 10v22q0 10-10 10H70v13q0 10-10 10H40q-10 0-10-10"
        "V70H14q-10 0-10-10V38q0-10 10-10h16z",
        44,
    ),  # plus
    Outline(
        "M14 5h72q9 0 8 9q-3 24-15 35q12 11 15 35q1 9-8 9H14q-9 0-8-9q3-24 15-35Q9 38 6 14q-1-9 8-9z",
        30,
        24,
    ),  # diabolo
    Outline(
        "M39 4Q50 -9 61 4L61 4Q73 17 89 24L89 24Q105 31 96 46L96 46Q87 61 86 78L86 78Q84 96 67 92L67 92"
        "Q50 88 33 92L33 92Q16 96 14 78L14 78Q13 61 4 46L4 46Q-5 31 11 24L11 24Q27 17 39 4z",
        45,
    ),  # flower
    Outline(
        "M22 11Q26 4 34 4L66 4Q74 4 78 11L96 42Q100 49 96 56L78 87Q74 94 66 94L34 94Q26 94 22 87L4 56Q0"
        " 49 4 42z",
        43,
    ),  # hexagon
    Outline("M38 13Q50 -10 62 13L94 71Q106 94 81 94L19 94Q-6 94 6 71z", 54, 46),  # plectrum
)

_BURST = (
    "M49 1Q50 -1 51 1L58 12Q59 14 61 13L73 7Q75 6 75 8L75 21Q75 24 78 24L91 24Q93 24 92 26L86 38Q85"
    " 40 87 41L98 48Q100 49 98 50L87 57Q85 58 86 60L92 72Q93 74 91 74L78 74Q75 74 75 77L75 90Q75 92"
    " 73 91L61 85Q59 84 58 86L51 97Q50 99 49 97L42 86Q41 84 39 85L27 91Q25 92 25 90L25 77Q25 74 22"
    " 74L9 74Q7 74 8 72L14 60Q15 58 13 57L2 50Q0 49 2 48L13 41Q15 40 14 38L8 26Q7 24 9 24L22 24Q25"
    " 24 25 21L25 8Q25 6 27 7L39 13Q41 14 42 12z"
)
"""A star of twelve rays, for points."""

_LEGS_PATH = "M32 62h13l-11 58h-6zM55 62h13l4 58h-6z"
_LEGS = f'<path class="legs" d="{_LEGS_PATH}"/>'
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


def _eyes(height: int, pupil: str = 'class="pupil"', lid: str = 'class="lid"', shift: int = 0) -> str:
    """Draw both eyes; `pupil` and `lid` are attributes of their parts."""
    return "".join(
        f'<circle cx="{x}" cy="{height}" r="12" fill="#fff8e8"/>'
        f'<circle {pupil} cx="{x + shift}" cy="{height + 2}" r="6"/>'
        f'<path {lid} d="M{x - 13} {height - 1}a13 13 0 0 1 26 0z"/>'
        for x in (34, 66)
    )


def _mouth(height: int) -> str:
    return f'<path class="mouth" d="M40 {height + 23}h20"/>'


def _text_on_chest(text: str, eyes: int) -> str:
    size = ' class="wide"' if len(text) > _LONG_TEXT else ""
    return f'<text{size} x="50" y="{eyes + 49}">{escape(text)}</text>'


def _sprite() -> Markup:
    shapes = "".join(
        f'<path id="o{index}" d="{each.path}"/><g id="f{index}">{_eyes(each.eyes)}{_mouth(each.eyes)}</g>'
        for index, each in enumerate(OUTLINES)
    )
    suits = "".join(f'<path id="suit-{letter}" d="{path}"/>' for letter, path in _SUITS.items())
    return Markup(  # noqa: S704 - contains only constants
        '<svg class="defs" aria-hidden="true" width="0" height="0"><defs>'
        f'{shapes}{suits}<g id="legs">{_LEGS}</g><g id="eyes">{_eyes(0)}</g><path id="burst" d="{_BURST}"/>'
        f"{PATTERNS}</defs></svg>"
    )


SPRITE = _sprite()


@lru_cache(maxsize=_CACHED)
def guest(seat: Seat, worn: str = "", state: str = "") -> Markup:
    """Return the guest of a seat as an `<svg>` that fills the width of its box.

    `worn`: a number or an initial on the chest, in place of the mouth. `state`: classes of the style sheet
    (`thinks`, `sits`, `watches`, `sleeps`, `wins`, `lined`, `breathes`), which can change.
    """
    outline = OUTLINES[guest_of(seat).outline]
    height = outline.eyes_above_text if worn else outline.eyes
    mouth = _text_on_chest(worn, height) if worn else _mouth(height)
    shut = f'<path class="shut" d="M23 {height + 1}h22M55 {height + 1}h22"/>'
    return _guest_svg(seat, state, _LEGS, f'<g class="eyes">{_eyes(height)}</g>{shut}{mouth}')


@lru_cache(maxsize=_CACHED)
def small_guest(seat: Seat, worn: str = "", state: str = "") -> Markup:
    """Return the guest of a seat for lists and many at once: it is short, and its state never changes.

    `worn`: a number or an initial on the chest, in place of the mouth. `state`: `wins`, `lined` or nothing.
    """
    number = guest_of(seat).outline
    height = OUTLINES[number].eyes_above_text
    face = (
        f'<use href="#eyes" y="{height}"/>{_text_on_chest(worn, height)}'
        if worn
        else f'<use href="#f{number}"/>'
    )
    return _guest_svg(seat, state, '<use href="#legs"/>', face)


def _guest_svg(seat: Seat, state: str, legs: str, face: str) -> Markup:
    drawn = guest_of(seat)
    shape = f'<use href="#o{drawn.outline}"/>'
    pattern = f'<use href="#o{drawn.outline}" fill="url(#p{drawn.pattern})"/>' if drawn.pattern else ""
    return Markup(  # noqa: S704 - the text is escaped
        f'<svg class="guest c{drawn.colour} {state}" viewBox="-4 -4 108 126" aria-hidden="true">{legs}'
        f'<g class="body">{shape}{pattern}{face}</g></svg>'
    )


def colour_class(seat: Seat) -> str:
    """Return the class of the style sheet that gives an element the colour of a seat."""
    return f"c{guest_of(seat).colour}"


# The pictures that teach a game


def panel_picture(panel: Panel) -> Markup:
    """Return the picture of a lesson as an `<svg>`, with a description in the current language."""
    return _stage(panel.picture, panel.description, current_language())


def emblem_picture(emblem: str) -> Markup:
    """Return the emblem of a game as an `<svg>` with the lamp lit; hidden from screen readers."""
    return _stage(emblem, "", current_language())


def preset_guest(preset: Preset) -> Markup:
    """Return the guest of a preset as an `<svg>`."""
    drawn = draw("guest", preset.seat, 52, 122, 100, says=preset.worn)
    return Markup('<svg class="worn" viewBox="0 0 104 126" aria-hidden="true">%s</svg>') % drawn


@lru_cache(maxsize=_CACHED)
def _stage(picture: str, description: str, language: str) -> Markup:
    with use_language(language):
        drawn = "".join(draw(kind, *numbers, **named) for kind, numbers, named in figures(picture))
        width, attributes = 100, 'class="emblem" aria-hidden="true"'
        if description:
            width, attributes = 160, f'class="pic" role="img" aria-label="{escape(gettext(description))}"'
    ground = f'<rect width="{width}" height="100" fill="{_DEEP}"/>'
    return Markup(  # noqa: S704 - all texts are escaped
        f'<svg {attributes} viewBox="0 0 {width} 100">{ground}{drawn}</svg>'
    )


def draw(kind: str, *numbers: float, **named: object) -> Markup:
    """Return the SVG of a figure (see `figures`), with numbers of two decimals at most."""
    drawn = _FIGURES[kind](*numbers, **named)
    short = re.sub(r"-?\d+\.\d+", lambda found: f"{float(found[0]):.2f}".rstrip("0").rstrip("."), drawn)
    return Markup(short)  # noqa: S704 - all texts are escaped


def _lamp(
    *,
    x: float = 80,
    y: float = 14,
    width: float = 30,
    spread: float = 46,
    ground: float = 88,
    off: bool = False,
) -> str:
    """Draw the lamp, the middle of its rim at its place, and below it its light, `spread` on the ground."""
    half = width * 0.36
    light = f"M{x - half} {y}h{2 * half}L{x + spread / 2} {ground}H{x - spread / 2}z"
    ray = "" if off else f'<path class="lamplight" fill="{_GOLD}" d="{light}"/>'
    return (
        f'{ray}<g transform="translate({x} {y}) scale({width / 200}) translate(-100 -63)">'
        f'<path fill="{_BONE}" d="M98-60h4v78h-4z"/>'
        f'<path class="bulb" fill="{"#5b3a2c" if off else "#ffd166"}" d="M76 61a24 9 0 0 0 48 0z"/>'
        '<path fill="#ff7a45" d="M88 14h24l4 10c34 3 58 20 62 36H22c4-16 28-33 62-36z"/>'
        '<path fill="#c9502a" d="M20 57h160v6H20z"/></g>'
    )


def _floor(*, y: float = 88) -> str:
    return f'<path fill="{_FLOOR}" d="M0 {y}h160v{100 - y}H0z"/>'


def _stage_guest(
    seat: int,
    x: float,
    y: float,
    width: float,
    *,
    eyes: str = "half",
    says: str = "",
    lit: bool = False,
    turn: float = 0,
    opacity: float = 1,
) -> str:
    """Draw a guest, `turn` degrees clockwise, with what it says on the chest in place of the mouth.

    `eyes`: half closed, as usual; open, as in the light; shut; or half closed and looking left or right.
    """
    drawn = guest_of(str(seat))
    outline, colour = OUTLINES[drawn.outline], COLOURS[drawn.colour]
    turned = f" rotate({turn} 50 60)" if turn else ""
    faint = f' opacity="{opacity}"' if opacity < 1 else ""
    edge = f' class="outlined" stroke="{_INK}" stroke-width="5" paint-order="stroke"' if lit else ""
    pattern = f'<path d="{outline.path}" fill="url(#p{drawn.pattern})"/>' if drawn.pattern else ""
    height = outline.eyes_above_text if says else outline.eyes
    mouth = (
        _text(50, height + 49, 44 if len(says) < 3 else 34, says=says, tone="ink")
        if says
        else _line(40, height + 23, 20)
    )
    return (
        f'<g transform="translate({x} {y}) scale({width / 100}) translate(-50 -120){turned}"{faint}>'
        f'<path class="feet" fill="{_INK if lit else _TEAK}" d="{_LEGS_PATH}"/>'
        f'<path d="{outline.path}" fill="{colour}"{edge}/>{pattern}{_face(eyes, height, colour)}{mouth}</g>'
    )


def _face(eyes: str, height: int, colour: str) -> str:
    if eyes == "shut":
        return "".join(_line(x, height + 1, 22) for x in (23, 55))
    stroke = f'stroke="{_INK}" stroke-width="3.6" stroke-linejoin="round"'
    hidden = ' opacity="0"' if eyes == "open" else ""
    lid = f'class="eyelid" fill="{colour}" {stroke}{hidden}'
    return _eyes(height, f'fill="{_INK}"', lid, _PUPILS[eyes])


def _card(x: float, y: float, width: float, *, says: str = "", turn: float = 0, dim: bool = False) -> str:
    """Draw a card; it lies face down where it says nothing. `dim`: outside the light."""
    height = width * _CARD_HEIGHT
    colour = "#a8441f" if not says else _SHADED_CARD if dim else _CARD
    turned = f" rotate({turn})" if turn else ""
    inside = (
        _text(0, -height * 0.28, width * 0.74, says=says, tone="ink")
        if says
        else f'<rect x="{-width * 0.3}" y="{-height * 0.84}" width="{width * 0.6}" height="{height * 0.68}" '
        f'fill="none" stroke="#e08a52" stroke-width="{width * 0.07}"/>'
    )
    return (
        f'<g transform="translate({x} {y}){turned}"><rect x="{-width / 2}" y="{-height}" '
        f'width="{width}" height="{height}" rx="{width * 0.13}" fill="{colour}"/>{inside}</g>'
    )


def _fan(x: float, y: float, width: float, cards: int) -> str:
    spread = min(16, 60 / cards)
    card = _card(0, 0, width, says="·")
    turns = ((number - (cards - 1) / 2) * spread for number in range(cards))
    start = f'<g transform="translate({x} {y})'
    return "".join(f'{start} rotate({turn}) translate(0 -7)">{card}</g>' for turn in turns)


def _step(
    x: float, y: float, width: float, height: float, *, says: str = "", size: float = 12, middle: bool = False
) -> str:
    """Draw a step of a podium; the middle one is light, the others are not."""
    tone = "ink" if middle else "light"
    label = _text(x, y - height / 2 + size * 0.36, size, says=says, tone=tone) if says else ""
    return (
        f'<rect x="{x - width / 2}" y="{y - height}" width="{width}" '
        f'height="{height + 3}" rx="2" fill="{_BONE if middle else _SIDE}"/>{label}'
    )


def _hole(left: float, right: float, y: float, *, shut: bool = False) -> str:
    """Draw an open trapdoor, lit from above; what falls into it is drawn before the ground."""
    depth = f'<path class="lamplight" fill="{_GOLD}" d="M{left} {y}H{right}V100H{left}z"/>'
    doors = f"M{left - 4} {y}h5v17l-4 1zM{right + 4} {y}h-5l1 18 4-1z"
    return depth + ("" if shut else f'<path fill="{_TEAK}" d="{doors}"/>')


def _ground(left: float, right: float, y: float) -> str:
    """Draw the ground to both sides of a hole."""
    return (
        f'<path fill="{_WOOD}" d="M0 {y}H{left}V100H0zM{right} {y}H160V100H{right}z"/>'
        f'<path fill="{_TEAK}" d="M0 {y}H{left}v3H0zM{right} {y}H160v3H{right}z"/>'
    )


def _text(x: float, y: float, size: float, *, says: str, tone: str = "light") -> str:
    """Draw a text whose middle is at `x`, in the current language."""
    font = 'text-anchor="middle" font-family="Jost, Futura, sans-serif" font-weight="900"'
    words = escape(gettext(says))
    return f'<text x="{x}" y="{y}" {font} font-size="{size}" fill="{_TONES[tone]}">{words}</text>'


def _line(x: float, y: float, length: float) -> str:
    return f'<path d="M{x} {y}h{length}" stroke="{_INK}" stroke-width="4.5" stroke-linecap="round"/>'


_FIGURES: Mapping[str, Callable[..., str]] = {
    "lamp": _lamp,
    "floor": _floor,
    "guest": _stage_guest,
    "card": _card,
    "fan": _fan,
    "step": _step,
    "text": _text,
    "hole": _hole,
    "ground": _ground,
}
