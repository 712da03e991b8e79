"""A player's phone: taking a seat, sending a number, seeing what came of it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion import games, moves, names, views
from companion.acts import Act, Device, Seat
from companion.journal import Room
from companion.score import Refused
from companion.views.joining import joining
from companion.web import fragments, refusals
from companion.web.acting import do, latest
from companion.web.device import device, recognised
from companion.web.wired import wired

blueprint = Blueprint("phone", __name__)

_TAKEN = "taken"  # whose name somebody typed, who so got another one: to be said once


@blueprint.get("/<code:code>")
def page(code: str, said: str = "") -> Any:
    """Show the phone of whoever sits in the room, and *Your name* to everybody else.

    `asked` in the address names the seat that the page has asked the host for.
    """
    room, who, asked = latest(code), device(), request.args.get("asked", "")
    if who in room.barred and fragments.wanted():
        return "", {"HX-Refresh": "true"}
    moves.welcome(room, who)
    player = room.sits(who)
    if player is None:
        return _joining(room, asked, said)
    if asked:
        return fragments.lead(url_for("phone.page", code=code))
    changing = request.args.get("change", "") or (request.form.get("at", "") if said else "")
    return _phone(room, views.phone(room, player.seat, changing, who), said)


def _joining(room: Room, asked: Seat, said: str) -> Any:
    who = device()
    view = joining(room, who, asked)
    if fragments.wanted():
        if view.claims and asked:
            return render_template("phone/_waiting.html", view=view)
        there = url_for("phone.page", code=room.code, asked=asked or None)
        return fragments.lead(there) if asked else ("", {"HX-Refresh": "true"})
    if view.claims:
        return render_template("phone/waiting.html", view=view, said=said)
    recognised()  # before the form, so that two taps on Join are one browser's
    return render_template("phone/join.html", view=view, rules=games.game(room.game), said=said)


@blueprint.get("/<code:code>/<any(join, number, list, call, leave, back):_action>")
def back(code: str, _action: str) -> Response:
    """Lead back to the phone page whoever reloads where a form was refused."""
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/join")
def join(code: str) -> Response:
    """Take a seat in the room."""
    who, typed = recognised(), request.form.get("name", "")
    room = do(code, who, lambda room: moves.join(room, who, typed))
    player = room.sits(who)
    others = (each.name for each in room.players if each != player)
    if player and (taken := next((each for each in others if names.key(each) == names.key(typed)), None)):
        session[_TAKEN] = taken
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/leave")
def leave(code: str) -> Any:
    """Leave the room."""
    return _do(code, lambda room, who, _: moves.leave(room, who))


@blueprint.post("/<code:code>/back")
def come_back(code: str) -> Any:
    """Come back after having left."""
    return _do(code, lambda room, who, _: moves.come_back(room, who))


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
    if room.table and moves.place(room.table) != at:
        wired().hub.show(code)  # it was the last number: making this answer would keep all others waiting
    if not fragments.wanted():
        return redirect(url_for("phone.page", code=code), 303)
    player = room.sits(who)
    assert player is not None  # noqa: S101 - only who sits can have done anything
    own = views.own(room, player.seat, device=who)
    headers = {"HX-Replace-Url": url_for("phone.page", code=code), "X-Version": str(room.version)}
    return render_template("phone/_own.html", own=own, code=room.code), headers


def _phone(room: Room, view: views.Phone, said: str = "") -> str:
    hosting = device() in room.hosts
    if fragments.wanted():
        return render_template("phone/_live.html", view=view)
    taken = session.pop(_TAKEN, "")
    return render_template(
        "phone/page.html", view=view, hosting=hosting, game=room.game, taken=taken, said=said
    )


blueprint.register_error_handler(Refused, refusals.keeping(page, without=("phone.page",)))
