"""The start page: starting a room, and joining one by its code."""

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
from companion.rules.games import good_enough
from companion.views.offers import OFFERED, offered_options
from companion.web import forms, room_codes
from companion.web.device import ensure_device
from companion.web.execute import execute
from companion.web.middleware import errors
from companion.web.pages import become_host
from companion.web.services import services

blueprint = Blueprint("start", __name__)


@blueprint.get("/")
def page(error: str = "") -> str:
    """Show the start page; what was typed stays if something was refused."""
    ensure_device()  # before the form, so that two taps on Start are one browser's
    return render_template(
        "start/page.html", games=map(games.find_game, OFFERED), fields=offered_options, error=error
    )


@blueprint.post("/rooms")
def start() -> Response:
    """Start a room and lead its host to the host screen."""
    rules = games.find_game(request.form.get("game"))
    code = _open(ensure_device(), rules.NAME, forms.read_options_form(rules.NAME))
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post("/demo")
def demo() -> Response:
    """Start a room in which only bots play, hosted by whoever asks, and lead to its TV page."""
    host, options = ensure_device(), {"rounds": 5}
    code = _open(host, good_enough.NAME, options)
    for strategy in bots.STRATEGIES:
        execute(code, host, partial(bot_turns.add_bot, device=host, strategy=strategy))
    execute(code, host, lambda room: room_control.start_game(room, host, lambda _: options))
    return redirect(url_for("tv.page", code=code), 303)


def _open(host: Device, game: str, options: Mapping[str, Any]) -> str:
    """Open a room and return its code."""
    here = request.host_url.rstrip("/")
    seen = None if addresses.is_loopback(here) else here
    host_code = become_host.new_host_code()
    code = services().store.open_room(
        host, events.RoomOpened(host, game, options, seen, become_host.fingerprint(host_code))
    )
    become_host.show_once(code, host_code)
    return code


@blueprint.get("/rules/<name>")
def rules(name: str) -> str:
    """Show the rules of a game; `room` in the address says to which room the way back leads."""
    if name not in games.GAMES:
        abort(404)
    room = request.args.get("room", "")
    back = url_for("phone.page", code=room_codes.read_room_code(room)) if room else url_for("start.page")
    return render_template("rules/page.html", game=games.find_game(name), back=back)


@blueprint.get("/rooms")
@blueprint.get("/demo")
def back() -> Response:
    """Lead back to the start page whoever reloads where a form was refused."""
    return redirect(url_for("start.page"), 303)


@blueprint.get("/join")
def join() -> Response:
    """Lead somebody who typed a room code to that room."""
    code = room_codes.read_room_code(request.args.get("code", ""))
    services().store.load_room(code)
    return redirect(url_for("phone.page", code=code), 303)


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("start.rules",)))
