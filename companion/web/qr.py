"""QR codes: as SVG for screens, as text for the terminal."""

import io
from functools import lru_cache
from typing import Any

import qrcode
from markupsafe import Markup
from qrcode.constants import ERROR_CORRECT_M
from qrcode.image.svg import SvgPathFillImage

_BORDER = 4  # white modules around it: scanners fail with a smaller border on a dark page


@lru_cache(maxsize=64)
def qr_svg(text: str) -> Markup:
    """Return a text as a black and white `<svg>` element, whose size is set by the style sheet."""
    image: SvgPathFillImage = _code(text).make_image(image_factory=SvgPathFillImage)
    return Markup(image.to_string(encoding="unicode"))  # noqa: S704 - contains only a path


def qr_text(text: str) -> str:
    """Return a text in block characters for a terminal, light on dark."""
    output = io.StringIO()
    _code(text).print_ascii(out=output, invert=True)
    return output.getvalue()


def _code(text: str) -> "qrcode.QRCode[Any]":
    code = qrcode.QRCode(error_correction=ERROR_CORRECT_M, border=_BORDER, box_size=10)
    code.add_data(text)
    code.make(fit=True)
    return code
