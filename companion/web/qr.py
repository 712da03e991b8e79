"""QR codes: as SVG for screens, as text for the terminal."""

import io
from functools import lru_cache
from typing import Any

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

_BORDER = 4  # modules of white around it: on a dark page a smaller border is never read


@lru_cache(maxsize=64)
def qr_svg(text: str) -> Markup:
    """Draw a text as a black and white `<svg>` element; the page says how large."""
    image: SvgPathFillImage = _code(text).make_image(image_factory=SvgPathFillImage)
    return Markup(image.to_string(encoding="unicode"))  # noqa: S704 - drawn by us, holds only a path


def qr_text(text: str) -> str:
    """Draw a text with block characters, light on dark as terminals are."""
    drawn = io.StringIO()
    _code(text).print_ascii(out=drawn, invert=True)
    return drawn.getvalue()


def _code(text: str) -> "qrcode.QRCode[Any]":
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=_BORDER, box_size=10)
    code.add_data(text)
    code.make(fit=True)
    return code
