"""The start page: starting a room, and joining one by its code."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from flask import Blueprint, abort, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import address, bots, games, moves, views
from companion.acts import Device, Opened
from companion.games import good_enough
from companion.score import Refused
from companion.web import codes, form, hosting, refusals
from companion.web.acting import do
from companion.web.device import recognised
from companion.web.wired import wired

blueprint = Blueprint("lobby", __name__)


@blueprint.get("/")
def page(said: str = "") -> str:
    """Show the start page; what was typed stays if something was refused."""
    recognised()  # before the form, so that two taps on Start are one browser's
    return render_template(
        "lobby/page.html", games=map(games.game, views.OFFERED), fields=views.offered, said=said
    )


@blueprint.post("/rooms")
def start() -> Response:
    """Start a room and lead its host to the host screen."""
    rules = games.game(request.form.get("game"))
    code = _open(recognised(), rules.NAME, form.options(rules.NAME))
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post("/demo")
def demo() -> Response:
    """Start a room in which only bots play, hosted by whoever asks, and lead to its TV page."""
    host, options = recognised(), {"rounds": 5}
    code = _open(host, good_enough.NAME, options)
    for strategy in bots.STRATEGIES:
        do(code, host, partial(moves.add_bot, device=host, strategy=strategy))
    do(code, host, lambda room: moves.begin(room, host, lambda _: options))
    return redirect(url_for("tv.page", code=code), 303)


def _open(host: Device, game: str, options: Mapping[str, Any]) -> str:
    """Open a room and return its code."""
    here = request.host_url.rstrip("/")
    seen = None if address.is_loopback(here) else here
    host_code = hosting.new_host_code()
    code = wired().store.open(host, Opened(host, game, options, seen, hosting.fingerprint(host_code)))
    hosting.show_once(code, host_code)
    return code


@blueprint.get("/rules/<name>")
def rules(name: str) -> str:
    """Show the rules of a game; `room` in the address says to which room the way back leads."""
    if name not in games.GAMES:
        abort(404)
    room = request.args.get("room", "")
    back = url_for("phone.page", code=codes.read(room)) if room else url_for("lobby.page")
    return render_template("rules/page.html", game=games.game(name), back=back)


@blueprint.get("/rooms")
@blueprint.get("/demo")
def back() -> Response:
    """Lead back to the start page whoever reloads where a form was refused."""
    return redirect(url_for("lobby.page"), 303)


@blueprint.get("/join")
def join() -> Response:
    """Lead somebody who typed a room code to that room."""
    code = codes.read(request.args.get("code", ""))
    wired().store.room(code)
    return redirect(url_for("phone.page", code=code), 303)


blueprint.register_error_handler(Refused, refusals.keeping(page, without=("lobby.rules",)))
