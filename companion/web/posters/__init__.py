"""Draws the poster of an evening: one SVG that needs nothing else, as people send it and phones keep it.

It is 1080 wide and 1350 high. The upper part is the stage with the podium under the lamp, the lower part
paper with the facts, the charts and the awards. The font is inside; every text is escaped and fitted to its
place.
"""

import base64
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from markupsafe import Markup

from companion.room.events import Seat
from companion.views.poster import Poster
from companion.web.pictures import INK
from companion.web.posters.guests import definitions
from companion.web.posters.lettering import BOLD, FAMILIES, plain
from companion.web.posters.paper import paper
from companion.web.posters.stage import stage

_WIDTH, _HEIGHT = 1080, 1350


def poster_picture(poster: Poster, day: str, font: Path) -> Markup:
    """Return the poster as an SVG document; `day` is the date on it, and `font` the file of its font."""
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {_HEIGHT}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" role="img" font-family="{FAMILIES}" font-weight="{BOLD}" color="{INK}" '
        f'fill="{INK}"><title>{plain(poster.headline)}</title>{_font_face(font)}{definitions(_seats(poster))}'
    )
    drawn = "".join((head, *stage(poster, day), *paper(poster), "</svg>"))
    return Markup(drawn)  # noqa: S704 - all texts are escaped


@cache
def _font_face(font: Path) -> str:
    data = base64.b64encode(font.read_bytes()).decode()
    source = f"url(data:font/woff2;base64,{data})"
    return f"<style>@font-face{{font-family:Jost;src:{source};font-weight:400 900}}</style>"


def _seats(poster: Poster) -> Iterator[Seat]:
    """Yield the seats of all guests on the poster."""
    yield from (guest.seat for step in poster.podium.steps for guest in step.guests)
    yield from (seat for award in poster.awards for seat in award.seats)
    if poster.scores:
        yield from (seat for label in poster.scores.labels for seat in label.seats)
