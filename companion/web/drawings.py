"""The guests, and the pictures that teach a game, as SVG; `parts/drawings.svg` has how each looks.

A guest is a piece of furniture with a face: a seat has the same one on every screen, that of its own number
or the one that its player has chosen. `set_guests` says which, for the room of a request or thread.

A page includes `SPRITE` once; the style sheet has the colours and states of its guests. The pictures are the
same in both themes and need no style, but a style sheet may turn off the lamp of an emblem: the classes
`lamplight`, `bulb`, `eyelid`, `feet` and `outlined` are on what changes with it.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache, partial
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup, escape

import companion
from companion.i18n.languages import current_language, gettext, use_language
from companion.i18n.lettering import split_name
from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.room.state import ChosenGuest
from companion.rules.games.pictures import Panel, Preset, figures
from companion.screens.scenes.positions import GuestPosition
from companion.screens.story import Scene
from companion.screens.would_score import DIGIT, LENGTH, NearMiss
from companion.web.templating import DropIndentation

COLOURS = ("#ff7a45", "#7fcdf2", "#ffb0c6", "#b9c552", "#b9a5f5", "#f6e3bd", "#4fcdb0", "#f2566a")
"""The colours of guests."""
_ALIKE = 4  # letters at the start of two names, at least, that one could cut so that they look the same


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

_PLACES = "x", "y", "true", "slot", "floor", "width", "side", "tick", "drop"
_CACHED = 4096
_PATTERNS = 4


class Guest(NamedTuple):
    """How a seat is drawn: outline 0 to 11, colour 0 to 7, pattern 0 (none) to 3, and the shape itself.

    The first 8 seats share nothing, and the first 96 all differ. Nobody is told apart by colour alone.
    """

    outline: int
    colour: int
    pattern: int
    fill: str
    shape: Outline


Guests = Mapping[Seat, ChosenGuest]
"""The guests of a room, as it has them: of who has chosen one."""

_guests: ContextVar[Guests] = ContextVar("guests", default={})  # noqa: B039 - nobody changes it


def set_guests(guests: Guests) -> None:
    """Draw the seats of a room as these guests, in this request or thread."""
    _guests.set(guests)


@contextmanager
def use_guests(guests: Guests) -> Iterator[None]:
    """Draw the seats of a room as these guests within a `with` block."""
    token = _guests.set(guests)
    try:
        yield
    finally:
        _guests.reset(token)


def guest_of(seat: Seat) -> Guest:
    """Return the guest of a seat; seats are numbers from 1."""
    return numbered_guest(_number_of(seat))


def _number_of(seat: Seat) -> int:
    chosen = _guests.get().get(seat)
    return chosen.number if chosen else int(seat)


@lru_cache  # 3 µs, for each guest on a page
def numbered_guest(number: int) -> Guest:
    """Return the guest of a number from 1."""
    outline, colour = (number - 1) % len(OUTLINES), (number - 1) % len(COLOURS)
    pattern = (number - 1) // len(COLOURS) % _PATTERNS
    return Guest(outline, colour, pattern, COLOURS[colour], OUTLINES[outline])


def find_folder(name: str) -> Path:
    """Return a folder of files: in the package if it is installed, beside it in a checkout."""
    package = Path(companion.__file__).parent
    inside = package / name
    return inside if inside.is_dir() else package.parent / name


_environment = Environment(
    loader=FileSystemLoader(find_folder("templates")),
    autoescape=True,
    trim_blocks=True,
    lstrip_blocks=True,
    extensions=[DropIndentation],
)
_environment.globals.update(drawn=numbered_guest, translated=gettext)
_MACROS = _environment.get_template("parts/drawings.svg").module


def draw(kind: str, *values: object, **named: object) -> Markup:
    """Return the SVG of a macro, such as a figure (see `figures`), with numbers of two decimals at most."""
    found = getattr(_MACROS, kind)(*values, **named)
    short = re.sub(r"-?\d+\.\d+", lambda match: f"{float(match[0]):.2f}".rstrip("0").rstrip("."), found)
    return Markup(short.replace("\n", ""))  # noqa: S704 - the template escapes all texts


SPRITE = draw("sprite", OUTLINES)


@lru_cache(maxsize=_CACHED)  # 0.2 ms, for each guest on a page
def _seated(number: int, on_chest: str, state: str, small: bool) -> Markup:
    return draw("seated", numbered_guest(number), on_chest, state, small=small)


def guest(seat: Seat | int, on_chest: str = "", state: str = "", *, small: bool = False) -> Markup:
    """Return the guest of a seat, or the one of a number, as an `<svg>` that fills the width of its box.

    `on_chest`: a number or an initial, in place of the mouth. `state`: classes of the style sheet
    (`thinks`, `sits`, `watches`, `sleeps`, `wins`, `lined`, `breathes`, `to-left`), which can change.
    """
    blank = "\0" * min(len(on_chest), 3)  # as long as the template tells apart: each number is new
    number = seat if isinstance(seat, int) else _number_of(seat)
    drawn = _seated(number, blank, state, small)
    return Markup(str.replace(drawn, blank, escape(on_chest))) if blank else drawn  # noqa: S704 - both escaped


small_guest = partial(guest, small=True)
"""A guest for lists and many at once: short, and its state (`wins`, `lined`) never changes. As `bare` it is
without what is on its chest, which is drawn alone as `chest`, to be laid over it."""


def spacer(x: float, y: float) -> Markup:
    """Return what moves all after it to a place, in rem of the TV's frame: that needs no script."""
    html = f'<svg class="spacer" width="{x:.5g}rem" height="{y:.5g}rem" aria-hidden="true"></svg>'
    return Markup(html)  # noqa: S704 - numbers


def off_by(near_miss: NearMiss) -> Markup:
    """Return a number on its line, with the numbers that would have scored, or the nearest that did."""
    at, own = near_miss.at(near_miss.number), format_value(near_miss.number)
    drawn = [
        f'<rect class="band" x="{x}" y="42" width="{width}" height="28" rx="9"/>'
        for x, width in near_miss.bands()
    ]
    if not drawn:
        to = near_miss.at(near_miss.nearest)
        drawn = [f'<path class="way" d="M{at} 56H{to}"/><circle class="middle" cx="{to}" cy="56" r="15"/>']
        drawn.append(_label(to, 30, format_value(near_miss.nearest)))
    drawn += [f'<path class="taken" d="M{x} 38v36"/>' for x in near_miss.cuts()]
    drawn += [_label(x, 32, text) for x, text in near_miss.labels()]
    drawn += [f'<circle cx="{at}" cy="56" r="11"/>', _label(at, 93, own)]
    high = format_value(near_miss.high)
    room = DIGIT * (len(own) + len(high)) // 2  # between the own label and that of an end
    ends = [(x, end) for x, end in ((0, format_value(near_miss.low)), (LENGTH, high)) if abs(at - x) > room]
    drawn += [_label(x, 90, end, ' class="end"') for x, end in ends]
    return Markup("".join(drawn))  # noqa: S704 - numbers


def _label(at: int, y: int, text: str, attributes: str = "") -> str:
    """Return a text whose middle stands at a place on the line, or so that it stays within its margins."""
    half = DIGIT * len(text) // 2 - DIGIT
    return f'<text{attributes} x="{min(max(at, half), LENGTH - half)}" y="{y}">{text}</text>'


def position_attributes(position: GuestPosition) -> Markup:
    """Return where a guest of a reveal goes, and when, as attributes for the script that plays it."""
    html = " ".join([f'data-{name}="{getattr(position, name):.5g}"' for name in _PLACES])
    return Markup(f'{html} data-seat="{position.seat}"')  # noqa: S704 - numbers


def times(scene: Scene) -> Markup:
    """Return when each part of a scene begins, as attributes for the script that plays it."""
    found = [f' data-{name}="{" ".join(map(str, at))}"' for name, at in scene.times.items()]
    return Markup("".join(found))  # noqa: S704 - numbers


def told_apart(name: str, names: Iterable[str]) -> str:
    """Return a name so that a style sheet can cut it before the letters that tell it from the others.

    A screen reader says it whole.
    """
    return _told_apart(name, tuple(names))


@lru_cache(maxsize=_CACHED)  # without it a sixth of the time of a reveal with 40 players, in each language
def _told_apart(name: str, names: tuple[str, ...]) -> str:
    start, rest = split_name(name, names)
    if len(start) < _ALIKE or not rest:
        return name
    drawn = Markup('<span class="unseen">{}</span><span class="apart" aria-hidden="true">')
    return drawn.format(name) + Markup("<span>{}</span><span>{}</span></span>").format(start, rest)


def colour_class(seat: Seat | int) -> str:
    """Return the class of the style sheet that gives an element the colour of a seat, or of a number."""
    drawn = numbered_guest(seat) if isinstance(seat, int) else guest_of(seat)
    return f"c{drawn.colour}"


def panel_picture(panel: Panel) -> Markup:
    """Return the picture of a lesson as an `<svg>`, with a description in the current language."""
    return _stage(panel.picture, panel.description, current_language())


def emblem_picture(emblem: str) -> Markup:
    """Return the emblem of a game as an `<svg>` with the lamp lit; hidden from screen readers."""
    return _stage(emblem, "", current_language())


@lru_cache(maxsize=_CACHED)  # 1.4 ms
def _stage(picture: str, description: str, language: str) -> Markup:
    with use_language(language):
        drawn = [draw(kind, *numbers, **named) for kind, numbers, named in figures(picture)]
        return draw("stage", drawn, description and gettext(description))


def preset_guest(preset: Preset) -> Markup:
    """Return the guest of a preset as an `<svg>`."""
    html = draw("guest", preset.seat, 52, 122, 100, says=preset.accessory)
    return Markup('<svg class="accessory" viewBox="0 0 104 126" aria-hidden="true">%s</svg>') % html
