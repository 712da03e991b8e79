"""The TV: the page, without controls, that everybody in the room looks at."""

from flask import Blueprint, Response, make_response, render_template

from companion.views.tv import tv_view
from companion.web import qr
from companion.web.execute import latest_room
from companion.web.middleware import htmx
from companion.web.services import room_addresses

blueprint = Blueprint("tv", __name__)


@blueprint.get("/<code:code>/tv")
def page(code: str) -> Response:
    """Show the TV page, or only its live part where htmx asks for it."""
    room = latest_room(code)
    view = tv_view(room, room_addresses(room))
    template = "tv/_live.html" if htmx.wants_fragment() else "tv/page.html"
    return make_response(render_template(template, view=view, qr=qr.qr_svg))
