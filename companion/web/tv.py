"""The TV: a page without controls that shows the room to everybody."""

from flask import Blueprint, Response, make_response, render_template

from companion import qr, views
from companion.web import fragments
from companion.web.acting import latest
from companion.web.wired import candidates

blueprint = Blueprint("tv", __name__)


@blueprint.get("/<code:code>/tv")
def page(code: str) -> Response:
    """Show the TV page, or the part of it that changes."""
    room = latest(code)
    view = views.screen(room, candidates(room))
    template = "tv/_live.html" if fragments.wanted() else "tv/page.html"
    return make_response(render_template(template, view=view, qr=qr.svg))
