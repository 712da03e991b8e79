"""Moving a seat to another phone: by a personal link, or by a claim that the host accepts."""

from functools import partial
from typing import Any

from flask import Blueprint, render_template, request

from companion.i18n.errors import Refused
from companion.i18n.messages import translate
from companion.room.commands import membership
from companion.room.commands.access import own_seat, require_open_room
from companion.room.state import Room
from companion.web import in_app, links, qr
from companion.web.device import current_device, ensure_device
from companion.web.execute import execute, execute_or_note, latest_room
from companion.web.links import SignedLink
from companion.web.middleware import errors
from companion.web.middleware.clients import current_source
from companion.web.pages import phone
from companion.web.services import services

blueprint = Blueprint("seats", __name__)


@blueprint.get("/<code:code>/another")
def personal_link(code: str) -> str:
    """Show a player a link that gives another phone the same seat."""
    room = latest_room(code)
    require_open_room(room)
    device = current_device()
    seat = own_seat(room, device)
    address = links.own_address(room)
    outside = [f"{each}/{code}" for each in services().outside_addresses(room)]
    path = f"/seat/{links.write_link(code, seat=seat, giver=device)}"
    link, away = address and address + path, outside and address not in outside and outside[0] + path
    about = {"seat": seat, "name": room.name(seat), "link": link, "away": away}
    return render_template("seats/personal_link.html", code=code, **about, qr=qr.qr_svg)


@blueprint.get("/<code:code>/seat/<text>")
def confirm(code: str, text: str) -> Any:
    """Ask whether to take the seat of a link; messengers fetch links, so GET changes nothing."""
    room, link = _read_link(code, text)
    device = ensure_device()  # before the form is sent, so that two taps come from one browser
    if membership.link_device(room, device, link.seat, link.number, link.giver) is None:
        if in_app.is_in_app():  # "Open in Safari" of an app opens the address that it shows
            return render_template("seats/way_out.html", code=code, seat=link.seat, link=request.base_url)
        return phone.to_page(code)
    so_far = room.player_of(device)
    return render_template(
        "seats/confirm.html",
        code=code,
        text=text,
        seat=link.seat,
        name=room.name(link.seat),
        so_far=so_far.name if so_far else "",
    )


@blueprint.post("/<code:code>/seat/<text>")
def take_seat(code: str, text: str) -> Any:
    """Give this browser the seat of a link."""
    (_, link), device = _read_link(code, text), ensure_device()
    take = partial(membership.link_device, device=device, seat=link.seat, link=link.number, giver=link.giver)
    execute_or_note(code, device, take, translate("This phone has a seat already"))
    return phone.to_page(code)


def _read_link(code: str, text: str) -> tuple[Room, SignedLink]:
    """Return the room, and what a link to a seat says; raises `UnknownRoom`, `Closed` or `Refused`."""
    room, link = latest_room(code), links.read_link(code, text)
    require_open_room(room)
    if not link.seat:
        raise Refused("This link does not work: ask for a new one")
    return room, link


@blueprint.post("/<code:code>/claim")
def claim(code: str) -> Any:
    """Ask the host to give this browser the seat of a player."""
    device, seat = ensure_device(), request.form.get("seat", "")
    ask = partial(membership.claim_seat, device=device, seat=seat, source=current_source(code))
    execute_or_note(code, device, ask, translate("The host has been asked already"))
    return phone.to_page(code, asked=seat)


@blueprint.post("/<code:code>/withdraw")
def withdraw(code: str) -> Any:
    """Withdraw this browser's claim."""
    device = current_device()
    execute(code, device, lambda room: membership.withdraw_claim(room, device))
    return phone.to_page(code)


_WITHOUT_PHONE_PAGE = ("seats.personal_link", "seats.confirm", "seats.take_seat")
blueprint.register_error_handler(Refused, errors.rerender_page(phone.page, without=_WITHOUT_PHONE_PAGE))
