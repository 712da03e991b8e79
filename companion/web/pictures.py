"""Draws the pictures that teach a game. Attributes only: they are the same in both themes, and need no style.

A style sheet may turn off the lamp of an emblem: the classes `lamplight`, `bulb`, `eyelid`, `feet` and
`outlined` are on what changes with it.
"""

from functools import lru_cache, singledispatch

from markupsafe import Markup, escape

from companion.i18n.languages import current_language, gettext, use_language
from companion.rules.games.pictures import (
    CardFigure,
    Emblem,
    FanFigure,
    FloorFigure,
    GroundFigure,
    GuestFigure,
    HoleFigure,
    LampFigure,
    Panel,
    Preset,
    StageFigure,
    StepFigure,
    TextFigure,
)
from companion.screens.guests import guest_of
from companion.web.drawings import OUTLINES, Outline

COLOURS = ("#ff7a45", "#7fcdf2", "#ffb0c6", "#b9c552", "#b9a5f5", "#f6e3bd", "#4fcdb0", "#f2566a")
INK, BONE, DIM, GOLD, DEEP, FLOOR = "#082329", "#fff3dc", "#a9c3c2", "#f7bb2d", "#06222a", "#041a20"
TEAK, _WOOD, SIDE = "#c58a52", "#7a3320", "#2b7079"
_CARD, _SHADED_CARD = "#fffaf0", "#93a19c"
_TONES = {"light": BONE, "dim": DIM, "ink": INK}
_PUPILS = {"half": 0, "open": 0, "left": -5, "right": 5}
_CACHED = 200
_CARD_HEIGHT = 1.36  # of its width


def panel_picture(panel: Panel) -> Markup:
    """Return the picture of a lesson as an `<svg>`, with a description in the current language."""
    return _panel_picture(panel.figures, panel.description, current_language())


@lru_cache(maxsize=_CACHED)
def _panel_picture(figures: tuple[StageFigure, ...], description: str, language: str) -> Markup:
    with use_language(language):
        label = f'role="img" aria-label="{escape(gettext(description))}"'
        return _stage(figures, 160, f'class="pic" {label}')


@lru_cache(maxsize=_CACHED)
def emblem_picture(emblem: Emblem) -> Markup:
    """Return the emblem of a game as an `<svg>` with the lamp lit; hidden from screen readers."""
    return _stage(emblem.figures, 100, 'class="emblem" aria-hidden="true"')


def preset_guest(preset: Preset) -> Markup:
    """Return the guest of a preset as an `<svg>`."""
    drawn = draw(GuestFigure(preset.seat, 52, 122, 100, worn=preset.worn))
    return Markup(  # noqa: S704 - the text is escaped
        f'<svg class="worn" viewBox="0 0 104 126" aria-hidden="true">{drawn}</svg>'
    )


def _stage(figures: tuple[StageFigure, ...], width: int, attributes: str) -> Markup:
    drawn = "".join(map(draw, figures))
    ground = f'<rect width="{width}" height="100" fill="{DEEP}"/>'
    return Markup(  # noqa: S704 - all texts are escaped
        f'<svg {attributes} viewBox="0 0 {width} 100">{ground}{drawn}</svg>'
    )


@singledispatch
def draw(figure: StageFigure) -> str:
    """Return the SVG of a figure."""
    raise TypeError(f"there is no drawing for a {type(figure).__name__}")


@draw.register
def _lamp(lamp: LampFigure) -> str:
    """Draw the lamp, the middle of its rim at its place, and the light below it."""
    x, y, scale, glow = lamp.x, lamp.y, lamp.width / 200, "#ffd166" if lamp.lit else "#5b3a2c"
    half = lamp.width * 0.36
    corners = f"{_n(x + lamp.spread / 2)} {_n(lamp.ground)}H{_n(x - lamp.spread / 2)}"
    light = f"M{_n(x - half)} {_n(y)}h{_n(2 * half)}L{corners}z"
    ray = f'<path class="lamplight" fill="{GOLD}" d="{light}"/>' if lamp.lit else ""
    return (
        f'{ray}<g transform="translate({_n(x)} {_n(y)}) scale({_n(scale)}) translate(-100 -63)">'
        f'<path fill="{BONE}" d="M98-60h4v78h-4z"/>'
        f'<path class="bulb" fill="{glow}" d="M76 61a24 9 0 0 0 48 0z"/>'
        '<path fill="#ff7a45" d="M88 14h24l4 10c34 3 58 20 62 36H22c4-16 28-33 62-36z"/>'
        '<path fill="#c9502a" d="M20 57h160v6H20z"/></g>'
    )


@draw.register
def _floor(floor: FloorFigure) -> str:
    return f'<path fill="{FLOOR}" d="M0 {_n(floor.y)}h160v{_n(100 - floor.y)}H0z"/>'


@draw.register
def _guest(guest: GuestFigure) -> str:
    drawn = guest_of(str(guest.seat))
    outline, colour = OUTLINES[drawn.outline], COLOURS[drawn.colour]
    turn = f" rotate({_n(guest.turn)} 50 60)" if guest.turn else ""
    faint = f' opacity="{_n(guest.opacity)}"' if guest.opacity < 1 else ""
    edge = f' class="outlined" stroke="{INK}" stroke-width="5" paint-order="stroke"' if guest.lit else ""
    eyes = outline.eyes_above_text if guest.worn else outline.eyes
    size = 44 if len(guest.worn) < 3 else 34
    feet = INK if guest.lit else TEAK
    return (
        f'<g transform="translate({_n(guest.x)} {_n(guest.y)}) scale({_n(guest.width / 100)}) '
        f'translate(-50 -120){turn}"{faint}>'
        f'<path class="feet" fill="{feet}" d="M32 62h13l-11 58h-6zM55 62h13l4 58h-6z"/>'
        f'<path d="{outline.path}" fill="{colour}"{edge}/>{_pattern(outline, drawn.pattern)}'
        f"{_face(guest, eyes, colour)}"
        + (_text(50, eyes + 49, guest.worn, size, INK) if guest.worn else _line(40, eyes + 23, 20))
        + "</g>"
    )


def _pattern(outline: Outline, pattern: int) -> str:
    return f'<path d="{outline.path}" fill="url(#p{pattern})"/>' if pattern else ""


def _face(guest: GuestFigure, height: int, colour: str) -> str:
    if guest.eyes == "shut":
        return "".join(_line(x - 11, height + 1, 22) for x in (34, 66))
    shift, hidden = _PUPILS[guest.eyes], ' opacity="0"' if guest.eyes == "open" else ""
    return "".join(
        f'<circle cx="{x}" cy="{height}" r="12" fill="#fff8e8"/>'
        f'<circle cx="{x + shift}" cy="{height + 2}" r="6" fill="{INK}"/>'
        f'<path class="eyelid" d="M{x - 13} {height - 1}a13 13 0 0 1 26 0z" fill="{colour}" stroke="{INK}" '
        f'stroke-width="3.6" stroke-linejoin="round"{hidden}/>'
        for x in (34, 66)
    )


@draw.register
def _card(card: CardFigure) -> str:
    width, height = card.width, card.width * _CARD_HEIGHT
    colour = "#a8441f" if not card.rank else _SHADED_CARD if card.dim else _CARD
    turn = f" rotate({_n(card.turn)})" if card.turn else ""
    box = f'x="{_n(-width / 2)}" y="{_n(-height)}" width="{_n(width)}" height="{_n(height)}"'
    shape = f'<rect {box} rx="{_n(width * 0.13)}" fill="{colour}"/>'
    inside = _text(0, -height * 0.28, card.rank, width * 0.74, INK) if card.rank else _back(width, height)
    return f'<g transform="translate({_n(card.x)} {_n(card.y)}){turn}">{shape}{inside}</g>'


def _back(width: float, height: float) -> str:
    """Draw what is on the back of a card."""
    box = f'x="{_n(-width * 0.3)}" y="{_n(-height * 0.84)}" width="{_n(width * 0.6)}"'
    edge = f'stroke="#e08a52" stroke-width="{_n(width * 0.07)}"'
    return f'<rect {box} height="{_n(height * 0.68)}" fill="none" {edge}/>'


@draw.register
def _fan(fan: FanFigure) -> str:
    spread = min(16, 60 / fan.cards)
    turns = ((number - (fan.cards - 1) / 2) * spread for number in range(fan.cards))
    return "".join(
        f'<g transform="translate({_n(fan.x)} {_n(fan.y)}) rotate({_n(turn)}) translate(0 -7)">'
        f"{_card(CardFigure(0, 0, fan.width, '·'))}</g>"
        for turn in turns
    )


@draw.register
def _step(step: StepFigure) -> str:
    middle, ink = step.y - step.height / 2, INK if step.is_middle else BONE
    label = _text(step.x, middle + step.size * 0.36, step.label, step.size, ink)
    return (
        f'<rect x="{_n(step.x - step.width / 2)}" y="{_n(step.y - step.height)}" width="{_n(step.width)}" '
        f'height="{_n(step.height + 3)}" rx="2" fill="{BONE if step.is_middle else SIDE}"/>'
        f"{label if step.label else ''}"
    )


@draw.register
def _label(label: TextFigure) -> str:
    return _text(label.x, label.y, gettext(label.text), label.size, _TONES[label.tone])


@draw.register
def _hole(hole: HoleFigure) -> str:
    left, right, y = _n(hole.left), _n(hole.right), _n(hole.y)
    depth = f'<path class="lamplight" fill="{GOLD}" d="M{left} {y}H{right}V100H{left}z"/>'
    doors = f"M{_n(hole.left - 4)} {y}h5v17l-4 1zM{_n(hole.right + 4)} {y}h-5l1 18 4-1z"
    return depth + (f'<path fill="{TEAK}" d="{doors}"/>' if hole.has_doors else "")


@draw.register
def _ground(ground: GroundFigure) -> str:
    left, right, y = _n(ground.left), _n(ground.right), _n(ground.y)
    return (
        f'<path fill="{_WOOD}" d="M0 {y}H{left}V100H0zM{right} {y}H160V100H{right}z"/>'
        f'<path fill="{TEAK}" d="M0 {y}H{left}v3H0zM{right} {y}H160v3H{right}z"/>'
    )


def _text(x: float, y: float, text: str, size: float, colour: str) -> str:
    font = 'text-anchor="middle" font-family="Jost, Futura, sans-serif" font-weight="900"'
    return (
        f'<text x="{_n(x)}" y="{_n(y)}" {font} font-size="{_n(size)}" fill="{colour}">{escape(text)}</text>'
    )


def _line(x: float, y: float, length: float) -> str:
    return (
        f'<path d="M{_n(x)} {_n(y)}h{_n(length)}" stroke="{INK}" stroke-width="4.5" stroke-linecap="round"/>'
    )


def _n(number: float) -> str:
    """Write a number for SVG in few characters."""
    return f"{number:.2f}".rstrip("0").rstrip(".")
