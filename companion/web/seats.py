"""Seats that change their phone: a personal link from one to the other, or the host's word."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion import moves, qr, views
from companion.journal import Room
from companion.score import Refused
from companion.web import links, phone, refusals
from companion.web.acting import do, latest
from companion.web.device import device, recognised
from companion.web.links import Link
from companion.web.wired import candidates

blueprint = Blueprint("seats", __name__)


@blueprint.get("/<code:code>/another")
def another(code: str) -> str:
    """Show a player a personal link, with which another phone goes on in his or her place."""
    room = latest(code)
    seat = moves.own(room, device())
    where = views.address(room, candidates(room))
    link = f"{where}/seat/{links.written(code, seat=seat)}" if where else ""
    return render_template("seats/another.html", code=code, name=room.name(seat), link=link, qr=qr.svg)


@blueprint.get("/<code:code>/seat/<text>")
def ask(code: str, text: str) -> Any:
    """Ask whether to go on here; nothing changes yet, for messengers fetch links to show what is behind."""
    room, link = _read(code, text)
    who = recognised()  # before the form, so that two taps are one browser's
    if moves.move(room, who, link.seat, link.number) is None:
        return redirect(url_for("phone.page", code=code), 303)
    so_far = room.sits(who)
    return render_template(
        "seats/ask.html",
        code=code,
        text=text,
        name=room.name(link.seat),
        so_far=so_far.name if so_far else "",
    )


@blueprint.post("/<code:code>/seat/<text>")
def move(code: str, text: str) -> Response:
    """Go on with this browser."""
    (_, link), who = _read(code, text), recognised()
    do(code, who, lambda room: moves.move(room, who, link.seat, link.number))
    return redirect(url_for("phone.page", code=code), 303)


def _read(code: str, text: str) -> tuple[Room, Link]:
    """Return the room, and what a personal link gives there.

    Raises `UnknownRoom`, and `Refused` for another room's link, one that is too old, or none at all.
    """
    room, link = latest(code), links.read(code, text)
    if not link.seat:
        raise Refused("This link is not one to a seat: ask for a new one")
    return room, link


@blueprint.post("/<code:code>/claim")
def claim(code: str) -> Response:
    """Ask the host to let this browser have the seat of somebody who was here before."""
    who, seat = recognised(), request.form.get("seat", "")
    do(code, who, lambda room: moves.claim(room, who, seat))
    return redirect(url_for("phone.page", code=code, asked=seat), 303)


@blueprint.post("/<code:code>/withdraw")
def withdraw(code: str) -> Response:
    """Ask for no seat any more."""
    who = device()
    do(code, who, lambda room: moves.withdraw(room, who))
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.get("/<code:code>/claim")
@blueprint.get("/<code:code>/withdraw")
def back(code: str) -> Response:
    """Lead back to the phone page whoever reloads where a form was refused."""
    return redirect(url_for("phone.page", code=code), 303)


_ALONE = ("seats.another", "seats.ask", "seats.move")
blueprint.register_error_handler(Refused, refusals.keeping(phone.page, without=_ALONE))
