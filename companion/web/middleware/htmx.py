"""htmx: requests for the fragment of a page that has changed, under the URL of the page."""

import math
from collections.abc import Mapping
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from flask import Flask, make_response, redirect, url_for
from flask_htmx import HTMX
from werkzeug.wrappers import Response

from companion.web.services import services

_htmx = HTMX()


def init(app: Flask) -> None:
    """Read the headers of htmx, and add its template filter."""
    _htmx.init_app(app)
    app.add_template_filter(seconds_until)


def wants_fragment() -> bool:
    """Tell whether htmx asks for a fragment of the page."""
    return bool(_htmx)


def redirect_page(endpoint: str, query: Mapping[str, str] | None = None, **values: Any) -> Response:
    """Redirect to another page, also if only a fragment was asked for; `values` are for `url_for`."""
    address = url_for(endpoint, **values) + (f"?{urlencode(query)}" if query else "")
    return make_response("", {"HX-Redirect": address}) if wants_fragment() else redirect(address, 303)


def redirect_to(endpoint: str, **values: Any) -> Response:
    """Redirect to a page after a form, or from an address that only leads there."""
    return redirect(url_for(endpoint, **values), 303)


def seconds_until(moment: datetime, code: str) -> int:
    """Return the whole seconds until a moment in a room, 0 if it is past."""
    return max(0, math.ceil((moment - services().store.now(code)).total_seconds()))
