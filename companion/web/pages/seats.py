"""Seats that change their phone: a personal link from one to the other, or the host's word."""

from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.room.commands import membership
from companion.room.commands.access import own_seat
from companion.room.state import Room
from companion.views.tv import room_address
from companion.web import links, qr
from companion.web.device import current_device, ensure_device
from companion.web.execute import execute, latest_room
from companion.web.links import SignedLink
from companion.web.middleware import errors
from companion.web.pages import phone
from companion.web.services import room_addresses

blueprint = Blueprint("seats", __name__)


@blueprint.get("/<code:code>/another")
def another(code: str) -> str:
    """Show a player a personal link, with which another phone goes on in his or her place."""
    room = latest_room(code)
    seat = own_seat(room, current_device())
    where = room_address(room, room_addresses(room))
    link = f"{where}/seat/{links.write_link(code, seat=seat)}" if where else ""
    return render_template(
        "seats/personal_link.html", code=code, name=room.name(seat), link=link, qr=qr.qr_svg
    )


@blueprint.get("/<code:code>/seat/<text>")
def ask(code: str, text: str) -> Any:
    """Ask whether to go on here; nothing changes yet, for messengers fetch links to show what is behind."""
    room, link = _read(code, text)
    who = ensure_device()  # before the form, so that two taps are one browser's
    if membership.link_device(room, who, link.seat, link.number) is None:
        return redirect(url_for("phone.page", code=code), 303)
    so_far = room.player_of(who)
    return render_template(
        "seats/confirm.html",
        code=code,
        text=text,
        name=room.name(link.seat),
        so_far=so_far.name if so_far else "",
    )


@blueprint.post("/<code:code>/seat/<text>")
def move(code: str, text: str) -> Response:
    """Go on with this browser."""
    (_, link), who = _read(code, text), ensure_device()
    execute(code, who, lambda room: membership.link_device(room, who, link.seat, link.number))
    return redirect(url_for("phone.page", code=code), 303)


def _read(code: str, text: str) -> tuple[Room, SignedLink]:
    """Return the room, and what a personal link gives there.

    Raises `UnknownRoom`, and `Refused` for another room's link, one that is too old, or none at all.
    """
    room, link = latest_room(code), links.read_link(code, text)
    if not link.seat:
        raise Refused("This link is not one to a seat: ask for a new one")
    return room, link


@blueprint.post("/<code:code>/claim")
def claim(code: str) -> Response:
    """Ask the host to let this browser have the seat of somebody who was here before."""
    who, seat = ensure_device(), request.form.get("seat", "")
    execute(code, who, lambda room: membership.claim_seat(room, who, seat))
    return redirect(url_for("phone.page", code=code, asked=seat), 303)


@blueprint.post("/<code:code>/withdraw")
def withdraw(code: str) -> Response:
    """Ask for no seat any more."""
    who = current_device()
    execute(code, who, lambda room: membership.withdraw_claim(room, who))
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.get("/<code:code>/claim")
@blueprint.get("/<code:code>/withdraw")
def back(code: str) -> Response:
    """Lead back to the phone page whoever reloads where a form was refused."""
    return redirect(url_for("phone.page", code=code), 303)


_ALONE = ("seats.another", "seats.ask", "seats.move")
blueprint.register_error_handler(Refused, errors.rerender_page(phone.page, without=_ALONE))
