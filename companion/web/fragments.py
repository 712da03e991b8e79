"""Pages and the parts of them that change: htmx asks for a part under the address of the page."""

from flask import Flask, Response
from flask_htmx import HTMX

_htmx = HTMX()


def init(app: Flask) -> None:
    """Let the application know what htmx asks."""
    _htmx.init_app(app)
    app.after_request(_vary)


def wanted() -> bool:
    """Tell whether a page asks for the part of itself that changed."""
    return bool(_htmx)


def _vary(response: Response) -> Response:
    response.vary.add("HX-Request")
    return response
