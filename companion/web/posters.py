"""Draws the poster of an evening: one SVG that needs nothing else, as people send it and phones keep it.

It is 1080 wide and 1350 high. The upper part is the stage with the podium under the lamp, the lower part paper
with the facts, two charts and the awards. Every text is escaped and fitted to its place; the font is inside.
"""

import base64
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from pathlib import Path
from unicodedata import east_asian_width

from markupsafe import Markup, escape

from companion.i18n.lettering import ems, shorten, wrap
from companion.i18n.messages import format_count, format_value, translate
from companion.room.events import Seat
from companion.rules.games.pictures import GuestFigure, LampFigure
from companion.views.guests import guest_of
from companion.views.podium import StandingGuest, Step
from companion.views.poster import Poster, PosterAward, PosterFact
from companion.web import drawings, pictures
from companion.web.drawings import OUTLINES
from companion.web.pictures import BONE, COLOURS, DEEP, DIM, FLOOR, GOLD, INK, SIDE, TEAK

WIDTH, HEIGHT = 1080, 1350
_PAPER, _RULE, _SECOND = "#f8ecd4", "#d8c49d", "#4c6265"
_FAMILIES = (
    "Jost,Futura,'Century Gothic','Hiragino Sans','Noto Sans JP','Noto Sans CJK JP','Yu Gothic',sans-serif"
)
_CENTRE = WIDTH // 2
_LEFT, _RIGHT = 56, 1024  # the margins
_STAGE = 706  # the height of the stage
_CHARTS = 570  # the left edge of the charts
_BRICK = 13  # the height of a number in the chart of picks
_AWARDS = 1178  # the upper edge of the awards
_NARROWER = 0.9  # the width of text of weight 600, compared with the bold one that `ems` measures
_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def poster_picture(poster: Poster, day: str, font: Path) -> Markup:
    """Return the poster as an SVG document; `day` is the date on it, and `font` the file of its font."""
    parts = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" '
        f'height="{HEIGHT}" role="img" font-family="{_FAMILIES}" font-weight="900" fill="{INK}">',
        f"<title>{_plain(poster.headline)}</title>{_font_face(font)}{_definitions(poster)}",
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{DEEP}"/>',
        *_stage(poster, day),
        f'<rect y="{_STAGE}" width="{WIDTH}" height="{HEIGHT - _STAGE}" fill="{_PAPER}"/>',
        *_paper(poster),
        "</svg>",
    )
    return Markup("".join(parts))  # noqa: S704 - all texts are escaped


@cache
def _font_face(font: Path) -> str:
    data = base64.b64encode(font.read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{data})"
    return f"<style>@font-face{{font-family:Jost;src:{source};font-weight:400 900}}</style>"


def _definitions(poster: Poster) -> str:
    """Define what several guests share: outlines, legs and eyes. Their colour comes from where they are used."""
    steps = (guest.seat for step in poster.podium.steps for guest in step.guests)
    awarded = (seat for award in poster.awards for seat in award.seats)
    outlines = sorted({guest_of(seat).outline for seat in (*steps, *awarded)})
    shapes = "".join(f'<path id="o{each}" d="{OUTLINES[each].path}"/>' for each in outlines)
    eyes = "".join(
        f'<circle cx="{x}" r="12" fill="#fff8e8"/><circle cx="{x}" cy="2" r="6" fill="{INK}"/>'
        for x in (34, 66)
    )
    lids = "".join(f'<path d="M{x - 13}-1a13 13 0 0 1 26 0z"/>' for x in (34, 66))
    return (
        f"<defs>{shapes}{drawings.PATTERNS}"
        f'<path id="legs" d="M32 62h13l-11 58h-6zM55 62h13l4 58h-6z"/><g id="eyes">{eyes}</g>'
        f'<g id="lids" stroke="{INK}" stroke-width="3.6" stroke-linejoin="round">{lids}</g></defs>'
    )


# The stage


def _stage(poster: Poster, day: str) -> Iterator[str]:
    """Yield the lamp, the two lines beside it, and the podium."""
    middle = poster.podium.middle
    several = len(middle.guests) > 1
    lamp = LampFigure(_CENTRE, 96, 290, spread=560 if several else 430, ground=700, lit=bool(middle.guests))
    yield pictures.draw(lamp)
    yield _fitted(_LEFT, 74, poster.title, 30, 330, DIM, anchor="start", weight=700)
    yield _fitted(_RIGHT, 74, day, 30, 330, DIM, anchor="end", weight=700)
    yield f'<path d="M0 700h{WIDTH}v40H0z" fill="{FLOOR}"/>'
    width = 440 if several else 330
    left, _, right = poster.podium.steps
    side = _CENTRE - width // 2 - 30 - _LEFT
    yield from _side(left, poster.words[0], _LEFT, side)
    yield from _side(right, poster.words[2], _RIGHT - side, side)
    yield from _middle(poster, middle, width)


def _side(step: Step, word: str, x: int, width: int) -> Iterator[str]:
    """Yield a lower step with its guests in rows, each row before the one behind it."""
    label = translate("{score}: {word}", score=step.label, word=word) if step.label else translate("nobody")
    yield f'<rect x="{x}" y="634" width="{width}" height="72" rx="6" fill="{SIDE}"/>'
    yield _fitted(x + width / 2, 668 if step.more else 683, label, 34, width - 20, BONE)
    if step.more:
        others = format_count(step.more, "and {n} more", "and {n} more")
        yield _fitted(x + width / 2, 696, others, 24, width - 20, BONE, weight=700)
    yield from _rows(step.guests, x + width / 2, 634, width - 8, 78)


def _rows(
    guests: Sequence[StandingGuest], x: float, ground: float, width: float, most: float
) -> Iterator[str]:
    """Yield guests that wear their initials: at most eight side by side, the others on their shoulders."""
    across = min(8, -(-len(guests) // -(-len(guests) // 8))) if guests else 1
    pitch = min(most, width / across)
    rows = [guests[at : at + across] for at in range(0, len(guests), across)]
    for height, row in reversed([*enumerate(rows)]):
        for place, guest in enumerate(row):
            at = x + (place - (len(row) - 1) / 2) * pitch
            yield _small_guest(guest.seat, at, ground - height * pitch * 0.86, pitch * 0.86, guest.initial)


def _middle(poster: Poster, step: Step, width: int) -> Iterator[str]:
    """Yield the highest step with the winners, or nobody on it."""
    yield f'<rect x="{_CENTRE - width // 2}" y="580" width="{width}" height="127" rx="2" fill="{BONE}"/>'
    if not step.guests:
        yield _text(_CENTRE, 660, translate("nobody"), 34, INK)
        return
    yield _fitted(_CENTRE, 668, step.label, 96, width - 40, INK)
    yield _fitted(_CENTRE, 697, poster.words[1], 24, width - 20, INK, weight=700)
    if len(step.guests) == 1:
        yield pictures.draw(GuestFigure(int(step.guests[0].seat), _CENTRE, 580, 300, "open", lit=True))
        return
    yield from _winners(step, width)


def _winners(step: Step, width: int) -> Iterator[str]:
    """Yield several winners in rows, larger the fewer they are."""
    count = len(step.guests)
    across = count if count <= 4 else 5 if count <= 10 else 8
    pitch = min(210, width / across)
    rows = [step.guests[at : at + across] for at in range(0, count, across)]
    for height, row in reversed([*enumerate(rows)]):
        for place, guest in enumerate(row):
            at, ground = _CENTRE + (place - (len(row) - 1) / 2) * pitch, 580 - height * pitch * 0.9
            yield _small_guest(guest.seat, at, ground, pitch * 0.86, guest.initial, lit=True, awake=True)


def _small_guest(
    seat: Seat, x: float, y: float, width: float, worn: str = "", *, lit: bool = False, awake: bool = False
) -> str:
    """Draw a guest whose feet stand on (x, y) from what is defined once; `lit`: on a light ground."""
    drawn = guest_of(seat)
    outline = OUTLINES[drawn.outline]
    height = outline.eyes_above_text if worn else outline.eyes
    edge = f' stroke="{INK}" stroke-width="5" paint-order="stroke"' if lit else ""
    over = f'<use href="#o{drawn.outline}" fill="url(#p{drawn.pattern})"/>' if drawn.pattern else ""
    lids = "" if awake else f'<use href="#lids" y="{height}"/>'
    mouth = (
        f'<text x="50" y="{height + 49}" font-size="{44 if len(worn) < 3 else 34}" text-anchor="middle" '
        f'fill="{INK}">{_plain(worn)}</text>'
        if worn
        else f'<path d="M40 {height + 23}h20" stroke="{INK}" stroke-width="4.5" stroke-linecap="round"/>'
    )
    return (
        f'<g transform="translate({_n(x)} {_n(y)})scale({_n(width / 100)})translate(-50-120)" '
        f'fill="{COLOURS[drawn.colour]}"><use href="#legs" fill="{INK if lit else TEAK}"/>'
        f'<use href="#o{drawn.outline}"{edge}/>{over}<use href="#eyes" y="{height}"/>'
        f"{lids}{mouth}</g>"
    )


# The paper


def _paper(poster: Poster) -> Iterator[str]:
    """Yield what happened in words and charts."""
    yield from _headline(poster.headline)
    charts = bool(poster.drift or poster.picks)
    bottom = _AWARDS - 14 if poster.awards else 1300
    yield from _facts(poster.facts, 480 if charts else _RIGHT - _LEFT, bottom)
    if charts:
        yield from _charts(poster, bottom)
    if poster.awards:
        yield f'<path d="M{_LEFT} {_AWARDS - 8}H{_RIGHT}" stroke="{_RULE}" stroke-width="2"/>'
        yield from _awards(poster.awards)
    yield _fitted(_CENTRE, 1332, poster.closing, 26, 900, INK)


def _headline(text: str) -> Iterator[str]:
    """Yield the sentence of the evening, in two lines where one would be small."""
    width = _RIGHT - _LEFT
    one = min(68, width / ems(text))
    if one >= 44:
        yield _text(_CENTRE, 796, text, one, INK)
        return
    size, lines = _largest(text, width, 46, 2)
    for at, line in enumerate(lines):
        yield _text(_CENTRE, 766 + at * size * 1.08, line, size, INK)


def _largest(text: str, width: float, size: float, most: int) -> tuple[float, list[str]]:
    """Return the largest size up to `size` in which a text needs at most so many lines, and these."""
    while len(lines := wrap(text, width / size)) > most and size > 12:
        size *= 0.95
    return size, lines[:most]


def _facts(facts: Sequence[PosterFact], width: int, bottom: int) -> Iterator[str]:
    """Yield the facts, the figure first, as large as fits."""
    top, figures, largest = 836, 134, 24 if width < 600 else 32
    for size in range(largest, 11, -1):
        lines = [_lines(fact.sentence, width - figures, size) for fact in facts]
        heights = [max(46, len(each) * size * 1.08 + 8) for each in lines]
        if top + sum(heights) <= bottom:
            break
    y: float = top
    for fact, each, height in zip(facts, lines, heights, strict=True):
        centre = y + height / 2
        yield _fitted(_LEFT, centre + 16, fact.figure, 46, figures - 12, INK, anchor="start")
        for at, line in enumerate(each):
            base = centre + size * (0.34 + 1.08 * (at - (len(each) - 1) / 2))
            yield _text(_LEFT + figures, base, line, size, INK, weight=600, anchor="start")
        y += height


def _lines(text: str, width: float, size: float) -> list[str]:
    """Break a text of weight 600, which is narrower than a bold one where it is not East Asian."""
    is_wide = any(east_asian_width(letter) in {"F", "W"} for letter in text)
    return wrap(text, width / size / (1 if is_wide else _NARROWER))


def _charts(poster: Poster, bottom: int) -> Iterator[str]:
    """Yield how the middle moved, and which numbers were picked."""
    height = bottom - 836
    above = height - min(height * 0.45, 28 + _BRICK * max(_piles(poster).values(), default=0) + 48)
    if poster.drift:
        yield _text(_CHARTS, 856, translate("How your middle moved"), 24, INK, weight=800, anchor="start")
        yield f'<g transform="translate({_CHARTS} 868)">{_drift(poster, 454, above - 36)}</g>'
    if poster.picks:
        y = 836 + above if poster.drift else 836
        yield _text(_CHARTS, y + 20, translate("What you picked"), 24, INK, weight=800, anchor="start")
        yield f'<g transform="translate({_CHARTS} {_n(y + 28)})">{_picks(poster, 454, bottom - y - 32)}</g>'


def _drift(poster: Poster, width: float, height: float) -> str:
    """Draw the numbers of each round as dots, and the middle of each in gold."""
    low, high = poster.line
    top, floor, margin = 8, height - 34, 12 + 13 * max(len(format_value(each)) for each in poster.line)
    rounds = poster.drift
    step = (width - margin - 30) / max(1, len(rounds) - 1)

    def x(place: int) -> float:
        return margin + 16 + (step * place if len(rounds) > 1 else (width - margin - 30) / 2)

    def y(number: Fraction | int) -> float:
        return floor - (floor - top) * float((number - low) / Fraction(max(1, high - low)))

    marks = sorted({low, (low + high) // 2, high})
    drawn = "".join(
        f'<path d="M{margin} {_n(y(n))}H{_n(width)}" stroke="{_RULE}" stroke-width="1.5"/>'
        + _text(margin - 8, y(n) + 7, format_value(n), 20, INK, weight=700, anchor="end")
        for n in marks
    )
    dots = dict.fromkeys(f"M{x(at):.0f} {y(n):.0f}h0" for at, each in enumerate(rounds) for n in each.numbers)
    corners = [(x(at), y(each.centre)) for at, each in enumerate(rounds)]
    radius = 10 if step >= 24 else max(3.0, step * 0.4)
    line = "L".join(f"{_n(a)} {_n(b)}" for a, b in corners)
    every = -(-len(rounds) // 12)
    return (
        f'{drawn}<path d="{"".join(dots)}" stroke="{INK}" stroke-opacity=".5" stroke-width="{_n(radius * 0.75)}" '
        f'stroke-linecap="round"/><path d="M{line}" fill="none" stroke="{INK}" stroke-width="{_n(radius * 0.4)}" '
        f'stroke-linejoin="round"/>'
        + "".join(
            f'<circle cx="{_n(a)}" cy="{_n(b)}" r="{_n(radius)}" fill="{GOLD}" stroke="{INK}" '
            f'stroke-width="{_n(radius * 0.3)}"/>'
            for a, b in corners
        )
        + "".join(
            _text(x(at), height - 6, format_value(at + 1), 20, INK, weight=700)
            for at in range(0, len(rounds), every)
        )
    )


def _picks(poster: Poster, width: float, height: float) -> str:
    """Draw every number that was picked as a brick on the line; numbers close to each other share a pile."""
    (low, high), piles = poster.line, _piles(poster)
    floor, left = height - 28, 8
    brick = min(_BRICK, (floor - 8) / max(piles.values()))
    gap = min(2.5, brick * 0.25)
    scale = (width - 2 * left) / 100
    bars = "".join(f"M{_n(left + at * scale)} {_n(floor - 3)}v{_n(-brick * n)}" for at, n in piles.items())
    middle = (low + high) // 2
    ends = (
        (left - 4, low, "start"),
        (left + (width - 2 * left) / 2, middle, "middle"),
        (width - 4, high, "end"),
    )
    return (
        f'<path d="{bars}" stroke="{INK}" stroke-width="{_n(scale * 1.8)}" '
        f'stroke-dasharray="{_n(brick - gap)} {_n(gap)}"/>'
        f'<path d="M{left - 6} {_n(floor)}H{_n(width)}" stroke="{INK}" stroke-width="3"/>'
        + "".join(
            _text(at, height - 6, format_value(number), 20, INK, weight=700, anchor=anchor)
            for at, number, anchor in ends
        )
    )


def _piles(poster: Poster) -> Mapping[int, int]:
    """Count the numbers picked in each hundredth of the line."""
    (low, high), piles = poster.line, Counter[int]()
    for number, count in poster.picks.items():
        piles[(number - low) * 100 // max(1, high - low)] += count
    return piles


def _awards(awards: Sequence[PosterAward]) -> Iterator[str]:
    """Yield the awards side by side, each with the guests who have it."""
    width = (_RIGHT - _LEFT) / 3
    for place, award in enumerate(awards):
        left = _LEFT + place * width
        size = 80 if len(award.seats) == 1 else 60
        for at, seat in enumerate(award.seats):
            yield _small_guest(seat, left + 40 + at * size * 0.72, _AWARDS + 106, size, lit=True)
        text = left + 92 + (len(award.seats) - 1) * 24
        room = width - (text - left) - 8
        title, titles = _largest(award.title, room, 21, 2)
        y = _AWARDS + 30.0
        for line in titles:
            yield _text(text, y, line, title, INK, anchor="start")
            y += title * 1.15
        for line in (shorten(award.names, room / 17), *_lines(award.reason, room, 20)[:2]):
            yield _fitted(text, y, line, 20, room, _SECOND, weight=600, anchor="start")
            y += 23


# Texts


def _fitted(
    x: float,
    y: float,
    text: str,
    size: float,
    room: float,
    colour: str,
    *,
    weight: int = 900,
    anchor: str = "middle",
) -> str:
    """Draw a text in one line, smaller where it would be wider than `room`."""
    return _text(x, y, text, min(size, room / max(ems(text), 0.1)), colour, weight=weight, anchor=anchor)


def _text(
    x: float, y: float, text: str, size: float, colour: str, *, weight: int = 900, anchor: str = "middle"
) -> str:
    heavy = "" if weight == 900 else f' font-weight="{weight}"'
    stands = "" if anchor == "start" else f' text-anchor="{anchor}"'
    shade = "" if colour == INK else f' fill="{colour}"'
    return f'<text x="{_n(x)}" y="{_n(y)}" font-size="{_n(size)}"{stands}{heavy}{shade}>{_plain(text)}</text>'


def _plain(text: str) -> Markup:
    """Escape a text, without the characters that XML does not allow."""
    return escape(_NOT_IN_XML.sub(" ", text))


def _n(number: float) -> str:
    """Write a number in few characters."""
    return f"{number:.1f}".removesuffix(".0")
