"""Pages and the parts of them that change: htmx asks for a part under the address of the page."""

import math
from datetime import datetime
from typing import Any

from flask import Flask, Response, redirect
from flask_htmx import HTMX

from companion.web.services import services

_htmx = HTMX()


def init(app: Flask) -> None:
    """Let the application know what htmx asks."""
    _htmx.init_app(app)
    app.add_template_filter(seconds_until)
    app.after_request(_vary)


def wants_fragment() -> bool:
    """Tell whether a page asks for the part of itself that changed."""
    return bool(_htmx)


def redirect_page(address: str) -> Any:
    """Lead to another page, also from where only a part of the page is wanted."""
    return ("", {"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def seconds_until(moment: datetime, code: str) -> int:
    """Count the whole seconds that are left until a moment in a room, 0 when it is past."""
    return max(0, math.ceil((moment - services().store.now(code)).total_seconds()))


def _vary(response: Response) -> Response:
    response.vary.add("HX-Request")
    return response
