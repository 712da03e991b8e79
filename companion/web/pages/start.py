"""The start page: open a room, join one by its code, watch the demo, read the rules."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.config import addresses
from companion.i18n.errors import Refused
from companion.room import bots, events
from companion.room.commands import bot_turns, room_control
from companion.room.events import Device
from companion.rules import games
from companion.rules.games.options import form_fields
from companion.web import forms, room_codes
from companion.web.device import ensure_device
from companion.web.execute import execute
from companion.web.middleware import errors
from companion.web.pages import become_host
from companion.web.services import services

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def page(error: str = "") -> str:
    """Show the start page, with what was typed if the form was refused."""
    ensure_device()  # before the form is sent, so that two taps on Start come from one browser
    return render_template("start/page.html", games=games.GAMES.values(), fields=form_fields, error=error)


@blueprint.post("/rooms")
def start() -> Response:
    """Open a room and redirect its host to the host screen."""
    rules = games.find_game(request.form.get("game"))
    code = _open_room(ensure_device(), rules.name, forms.read_options_form(rules.name))
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post("/demo")
def demo() -> Response:
    """Open a room in which bots play, with this browser as host, and redirect to its TV page."""
    host, (game, options) = ensure_device(), games.DEMO
    code = _open_room(host, game, options)
    for strategy in bots.STRATEGIES:
        execute(code, host, partial(bot_turns.add_bot, device=host, strategy=strategy))
    execute(code, host, lambda room: room_control.start_game(room, host, lambda _: options))
    return redirect(url_for("tv.page", code=code), 303)


def _open_room(host: Device, game: str, options: Mapping[str, Any]) -> str:
    """Open a room, show its host code once, and return the room code."""
    address = request.host_url.rstrip("/")
    reachable = None if addresses.is_loopback(address) else address
    host_code = become_host.new_host_code()
    code = services().store.open_room(
        host, events.RoomOpened(host, game, options, reachable, become_host.fingerprint(host_code))
    )
    become_host.show_once(code, host_code)
    return code


@blueprint.get("/rules/<name>")
def rules(name: str) -> str:
    """Show the rules of a game; the query parameter `room` is the room to go back to."""
    if name not in games.GAMES:
        abort(404)
    room = request.args.get("room", "")
    back = url_for("phone.page", code=room_codes.read_room_code(room)) if room else url_for("start.page")
    return render_template("rules/page.html", game=games.find_game(name), back=back)


@blueprint.get("/rooms")
@blueprint.get("/demo")
def back() -> Response:
    """Redirect a reload of a refused form to the start page."""
    return redirect(url_for("start.page"), 303)


@blueprint.get("/join")
def join() -> Response:
    """Redirect to the room whose code was typed; raises `Refused` or `UnknownRoom` for a wrong one."""
    code = room_codes.read_room_code(request.args.get("code", ""))
    services().store.load_room(code)
    return redirect(url_for("phone.page", code=code), 303)


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("start.rules",)))
