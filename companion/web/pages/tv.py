"""The TV: the page, without controls, that everybody in the room looks at."""

from flask import Blueprint, render_template, request

from companion.screens.tv import tv_view
from companion.web import qr
from companion.web.execute import latest_room
from companion.web.middleware import htmx
from companion.web.services import room_addresses, services

blueprint = Blueprint("tv", __name__)


@blueprint.get("/<code:code>/tv")
def page(code: str) -> str:
    """Show the TV page, its live part for htmx, or one for browsers of any age (`plain`; static/old.js)."""
    room = latest_room(code)
    view = tv_view(room, room_addresses(room), announced=services().announced)
    whole = "tv/plain.html" if "plain" in request.args else "tv/page.html"
    template = "tv/_live.html" if htmx.wants_fragment() else whole
    return render_template(template, view=view, qr=qr.qr_svg)
