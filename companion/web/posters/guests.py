"""Guests of a poster: drawn from what is defined once, so that a crowd takes little room."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from companion.room.events import Seat
from companion.rules.games.pictures import Eyes, GuestFigure
from companion.views.guests import guest_of
from companion.views.podium import StandingGuest
from companion.web.drawings import OUTLINES, PATTERNS
from companion.web.pictures import COLOURS, INK, TEAK
from companion.web.posters.lettering import n, plain

_EYES = (34, 66)
_LONG = 3  # letters on a chest from which they are smaller


def definitions(seats: Iterable[Seat]) -> str:
    """Define what the guests share. Their colour comes from where they are used."""
    used = sorted({guest_of(seat).outline for seat in seats})
    outlines = "".join(f'<path id="o{each}" d="{OUTLINES[each].path}"/>' for each in used)
    eyes = "".join(
        f'<circle cx="{x}" r="12" fill="#fff8e8"/><circle cx="{x}" cy="2" r="6" fill="{INK}"/>' for x in _EYES
    )
    lids = "".join(f'<path d="M{x - 13}-1a13 13 0 0 1 26 0z"/>' for x in _EYES)
    return (
        f'<defs>{outlines}{PATTERNS}<path id="legs" d="M32 62h13l-11 58h-6zM55 62h13l4 58h-6z"/>'
        f'<g id="eyes">{eyes}</g>'
        f'<g id="lids" stroke="{INK}" stroke-width="3.6" stroke-linejoin="round">{lids}</g></defs>'
    )


def guest(figure: GuestFigure) -> str:
    """Draw a guest: the same as any other picture of a guest, from what is defined once."""
    drawn = guest_of(str(figure.seat))
    outline = OUTLINES[drawn.outline]
    height = outline.eyes_above_text if figure.worn else outline.eyes
    edge = f' stroke="{INK}" stroke-width="5" paint-order="stroke"' if figure.lit else ""
    over = f'<use href="#o{drawn.outline}" fill="url(#p{drawn.pattern})"/>' if drawn.pattern else ""
    lids = "" if figure.eyes == "open" else f'<use href="#lids" y="{height}"/>'
    place = f"translate({n(figure.x)} {n(figure.y)})scale({figure.width / 100:.3f})translate(-50-120)"
    return (
        f'<g transform="{place}" fill="{COLOURS[drawn.colour]}">'
        f'<use href="#legs" fill="{INK if figure.lit else TEAK}"/>'
        f'<use href="#o{drawn.outline}"{edge}/>{over}<use href="#eyes" y="{height}"/>{lids}'
        f"{_worn(figure.worn, height + 49) if figure.worn else _mouth(height + 23)}</g>"
    )


def _worn(initial: str, y: int) -> str:
    size = 44 if len(initial) < _LONG else 34
    return (
        f'<text x="50" y="{y}" font-size="{size}" text-anchor="middle" fill="{INK}">{plain(initial)}</text>'
    )


def _mouth(y: int) -> str:
    return f'<path d="M40 {y}h20" stroke="{INK}" stroke-width="4.5" stroke-linecap="round"/>'


class Ground(NamedTuple):
    """Where guests stand: the middle of their row, its height, and how far apart they are."""

    x: float
    y: float
    pitch: float


def group(
    guests: Sequence[StandingGuest], across: int, ground: Ground, *, winning: bool = False
) -> Iterator[str]:
    """Yield guests with their initials, so many side by side, the others on their shoulders."""
    x, y, pitch = ground
    eyes: Eyes = "open" if winning else "half"
    rows = [guests[at : at + across] for at in range(0, len(guests), across)]
    for height, row in reversed([*enumerate(rows)]):
        foot = y - height * pitch * 0.88
        for place, each in enumerate(row):
            at = x + (place - (len(row) - 1) / 2) * pitch
            yield guest(
                GuestFigure(int(each.seat), at, foot, pitch * 0.86, eyes, worn=each.initial, lit=winning)
            )
