"""A player's phone: taking a seat, sending a number, seeing what came of it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import games, moves, views
from companion.acts import Act, Device
from companion.journal import Room
from companion.score import Refused
from companion.web import fragments, refusals
from companion.web.acting import do
from companion.web.device import device, recognised
from companion.web.wired import wired

blueprint = Blueprint("phone", __name__)


@blueprint.get("/<code:code>")
def page(code: str, said: str = "") -> Any:
    """Show the phone of whoever sits in the room, and *Your name* to everybody else."""
    room = wired().store.room(code)
    player = room.sits(device())
    if player is not None:
        changing = request.args.get("change", "") or (request.form.get("at", "") if said else "")
        return _phone(room, views.phone(room, player.seat, changing), said)
    if fragments.wanted():
        return "", {"HX-Refresh": "true"}
    recognised()  # before the form, so that two taps on Join are one browser's
    rules = games.game(room.game)
    return render_template("phone/join.html", code=code, rules=rules, said=said)


@blueprint.get("/<code:code>/join")
@blueprint.get("/<code:code>/number")
@blueprint.get("/<code:code>/list")
@blueprint.get("/<code:code>/call")
def back(code: str) -> Response:
    """Lead back to the phone page whoever reloads where a form was refused."""
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/join")
def join(code: str) -> Response:
    """Take a seat in the room."""
    who = recognised()
    do(code, who, lambda room: moves.join(room, who, request.form.get("name", "")))
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/number")
def number(code: str) -> Any:
    """Put down a number or a card for the round that the page was drawn for."""
    typed = request.form.get("number", "")
    return _do(code, lambda room, who, at: moves.show(room, who, at, typed))


@blueprint.post("/<code:code>/list")
def hand_in(code: str) -> Any:
    """Hand in the numbers of a whole game."""
    typed = request.form.getlist("number")
    return _do(code, lambda room, who, at: moves.hand_in(room, who, at, typed))


@blueprint.post("/<code:code>/call")
def call(code: str) -> Any:
    """Call high or low as the leader."""
    typed = request.form.get("call", "")
    return _do(code, lambda room, who, at: moves.call(room, who, at, typed))


def _do(code: str, move: Callable[[Room, Device, str], Act | None]) -> Any:
    who, at = device(), request.form.get("at", "")
    room = do(code, who, lambda room: move(room, who, at))
    if not fragments.wanted():
        return redirect(url_for("phone.page", code=code), 303)
    player = room.sits(who)
    assert player is not None  # noqa: S101 - only who sits can have done anything
    headers = {"HX-Replace-Url": url_for("phone.page", code=code)}
    return _phone(room, views.phone(room, player.seat)), headers


def _phone(room: Room, view: views.Phone, said: str = "") -> str:
    template = "phone/_live.html" if fragments.wanted() else "phone/page.html"
    hosting = device() in room.hosts
    return render_template(template, view=view, game=room.game, hosting=hosting, said=said)


blueprint.register_error_handler(Refused, refusals.keeping(page, without=("phone.page",)))
