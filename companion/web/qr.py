"""QR codes: as SVG for screens, as text for the terminal."""

import io
from collections.abc import Iterator
from functools import lru_cache
from itertools import groupby
from typing import Any

import qrcode
from markupsafe import Markup

_BORDER = 4  # white modules around it: scanners fail with a smaller border on a dark page


@lru_cache(maxsize=64)  # 11 ms
def qr_svg(text: str) -> Markup:
    """Return a text as a black and white `<svg>` element, whose size is set by the style sheet."""
    rows = _code(text).get_matrix()
    path = "".join(f"M0 {y}.5{''.join(_runs(row))}" for y, row in enumerate(rows) if any(row))
    return Markup(  # noqa: S704 - contains only numbers
        f'<svg viewBox="0 0 {len(rows)} {len(rows)}" shape-rendering="crispEdges"><path fill="#fff"'
        f' d="M0 0h{len(rows)}v{len(rows)}H0z"/><path stroke="#000" d="{path}"/></svg>'
    )


def _runs(row: list[bool]) -> Iterator[str]:
    """Yield a step of a path for each run of equal modules: a line where they are black."""
    for is_black, run in groupby(row):
        yield f"{'h' if is_black else 'm'}{len(tuple(run))}{'' if is_black else ' 0'}"


def qr_text(text: str) -> str:
    """Return a text in block characters for a terminal, light on dark."""
    output = io.StringIO()
    _code(text).print_ascii(out=output, invert=True)
    return output.getvalue()


def _code(text: str) -> "qrcode.QRCode[Any]":
    code = qrcode.QRCode(border=_BORDER)
    code.add_data(text)
    return code
