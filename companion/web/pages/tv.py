"""The TV: the page, without controls, that everybody in the room looks at, and how a TV finds it."""

from typing import Any

from flask import Blueprint, render_template, request

from companion.config import addresses
from companion.i18n.errors import Refused
from companion.i18n.languages import current_language, set_language
from companion.i18n.messages import plain
from companion.screens.scoreboard import scoreboard
from companion.screens.troubleshooting import TURN, causes_in_turn, question_at
from companion.screens.tv import room_address, tv_view
from companion.storage.event_store import CODE_LENGTH, DIGITS, LETTERS
from companion.web.execute import latest_room
from companion.web.links import read_room_code
from companion.web.middleware import errors, htmx
from companion.web.services import room_addresses, services

blueprint = Blueprint("tv", __name__)


@blueprint.get("/<code:code>/tv")
def page(code: str) -> Any:
    """Show the TV page, its live part for htmx, or one for browsers of any age (`plain`; static/old.js)."""
    room = latest_room(code)
    if not room.wants_tv_in(current_language()):
        if htmx.wants_fragment():
            return "", {"HX-Refresh": "true"}
        set_language(room.tv_language)
    view = tv_view(room, room_addresses(room), announced=services().announced)
    if "plain" in request.args:
        return render_template("tv/plain.html", view=view, rows=scoreboard(room)[1])
    if htmx.wants_fragment():
        return render_template("tv/_live.html", view=view)
    return render_template("tv/page.html", view=view, is_second=services().hub.has_tv(code))


@blueprint.get("/<code:code>/tv/causes")
def troubleshooting(code: str) -> Any:
    """Show the line under the QR code: in its `turn`, each cause that may keep phones out."""
    room, turn = latest_room(code), request.args.get("turn", 0, type=int)
    if (at := question_at(room)) is None:
        return "", 204
    app_services, listed = services(), room_addresses(room)
    named = causes_in_turn(
        app_services.failed_visits.reasons(),
        addresses.network_causes(app_services.settings.host),
        is_local=addresses.is_local(addresses.hostname(room_address(room, listed) or "")),
        is_reached=app_services.failed_visits.was_reached,
        has_others=len(listed) > 1,
    )
    listed = () if htmx.seconds_until(at, code) else named
    return render_template("tv/troubleshooting.html", code=code, turn=turn, listed=listed, seconds=TURN)


@blueprint.get("/tv")
def find(error: str = "") -> Any:
    """Ask for a room's code, and redirect to its TV page; raises `Refused` for a wrong one."""
    typed = plain(request.args.get("code", ""))
    if error or not typed:
        return render_template("tv/find.html", keys=LETTERS + DIGITS, length=CODE_LENGTH, error=error)
    code = read_room_code(typed)
    services().store.load_room(code)
    return htmx.redirect_to("tv.page", code=code)


blueprint.register_error_handler(Refused, errors.rerender_page(find, without=("tv.page",)))
