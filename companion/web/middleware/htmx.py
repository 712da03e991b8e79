"""htmx: requests for the fragment of a page that has changed, under the URL of the page."""

import math
from datetime import datetime
from typing import Any

from flask import Flask, redirect
from flask_htmx import HTMX

from companion.web.services import services

_htmx = HTMX()


def init(app: Flask) -> None:
    """Read the headers of htmx, and add its template filter."""
    _htmx.init_app(app)
    app.add_template_filter(seconds_until)


def wants_fragment() -> bool:
    """Tell whether htmx asks for a fragment of the page."""
    return bool(_htmx)


def redirect_page(address: str) -> Any:
    """Redirect to another page, also if only a fragment was asked for."""
    return ("", {"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def seconds_until(moment: datetime, code: str) -> int:
    """Return the whole seconds until a moment in a room, 0 if it is past."""
    return max(0, math.ceil((moment - services().store.now(code)).total_seconds()))
