"""What a link gives another browser: a player's seat, or the rights of the host, as the host code does."""

import hashlib
from functools import partial
from typing import Any

from flask import Blueprint, make_response, render_template, request
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.i18n.messages import translate
from companion.room.commands import membership, room_control
from companion.room.commands.access import WrongHostCode, own_seat, require_open_room
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import Decide
from companion.web import links
from companion.web.device import NoCookies, current_device, device_of_form, ensure_device, is_in_app
from companion.web.execute import execute_or_note, latest_room
from companion.web.links import SignedLink
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_to
from companion.web.middleware.rate_limit import count_wrong_secret
from companion.web.pages.phone import answer_with_seat
from companion.web.services import services

blueprint = Blueprint("seats", __name__, url_prefix="/<code:code>")


@blueprint.get("/another")
def personal_link(code: str) -> str:
    """Show a player a link that gives another phone the same seat."""
    room = latest_room(code)
    require_open_room(room)
    device = current_device()
    seat = own_seat(room, device)
    address = links.own_address(room)
    outside = [f"{each_address}/{code}" for each_address in services().outside_addresses(room)]
    path = f"/seat/{links.write_link(code, seat=seat, giver=device)}"
    link, away = address and address + path, outside and address not in outside and outside[0] + path
    about = {"seat": seat, "name": room.name(seat), "link": link, "away": away}
    return render_template("seats/personal_link.html", code=code, **about)


@blueprint.get("/seat/<text>")
def confirm(code: str, text: str, error: str = "") -> Any:
    """Ask whether to take the seat of a link; messengers fetch links, so GET changes nothing."""
    room, link = _read_link(code, text)
    device = ensure_device()  # before the form is sent, so that two taps come from one browser
    if membership.link_device(room, device, link.seat, link.number, link.giver) is None:
        if is_in_app():  # "Open in Safari" of an app opens the address that it shows
            return render_template("seats/way_out.html", code=code, seat=link.seat, link=request.base_url)
        return redirect_to("phone.page", code=code)
    so_far = room.player_of(device)
    return render_template(
        "seats/confirm.html",
        code=code,
        text=text,
        seat=link.seat,
        name=room.name(link.seat),
        so_far=so_far.name if so_far else "",
        error=error,
    )


@blueprint.post("/seat/<text>")
def take_seat(code: str, text: str) -> Any:
    """Give this browser the seat of a link."""
    (_, link), device = _read_link(code, text), device_of_form()
    take = partial(membership.link_device, device=device, seat=link.seat, link=link.number, giver=link.giver)
    execute_or_note(code, device, take, translate("This phone has a seat already"))
    return answer_with_seat(code)


def _read_link(code: str, text: str) -> tuple[Room, SignedLink]:
    """Return the room, and what a link to a seat says; raises `UnknownRoom`, `Closed` or `Refused`."""
    room, link = latest_room(code), links.read_link(code, text)
    require_open_room(room)
    if not link.seat:
        raise Refused("This link does not work: ask for a new one")
    return room, link


# The rights of the host


@blueprint.get("/become/<token>")
def offer(code: str, token: str, error: str = "") -> str:
    """Ask whether this browser is to be host; messengers fetch links, so GET changes nothing."""
    room = latest_room(code)
    require_open_room(room)
    link = links.read_link(code, token)
    ensure_device()
    return render_template("host/become_host.html", code=code, token=token, instead=link.instead, error=error)


@blueprint.post("/become/<token>")
def become(code: str, token: str) -> Response:
    """Make this browser host by a link."""
    link, device = links.read_link(code, token), device_of_form()
    return _become(
        code,
        device,
        lambda room: room_control.become_host_by_link(
            room, device, link.giver, link.number, instead=link.instead
        ),
    )


@blueprint.post("/recover")
def recover(code: str) -> Response:
    """Make this browser host by the host code."""
    device, typed = device_of_form(), hash_host_code(request.form.get("host_code", ""))
    try:
        return _become(code, device, lambda room: room_control.become_host_by_code(room, device, typed))
    except WrongHostCode as refused:
        count_wrong_secret()
        return make_response(ask_host_code(code, str(refused)), 403)


def ask_host_code(code: str, error: str) -> str:
    """Show a browser that is no host the form for the host code."""
    ensure_device()
    return render_template("host/not_host.html", code=code, error=error)


def _become(code: str, device: Device, decide: Decide) -> Response:
    """Make a browser host, and show it the host screen; that says so if the browser was host before."""
    execute_or_note(code, device, decide, translate("This browser is host already"))
    return back(code)


@blueprint.get("/recover")
def back(code: str) -> Response:
    """Lead to the host screen, also where a refused form is reloaded."""
    return redirect_to("host.page", code=code)


def hash_host_code(host_code: str) -> str:
    """Return the hash of a host code that is stored; only its letters and digits matter, in any case."""
    return hashlib.sha256(f"host code {links.only_letters(host_code)}".encode()).hexdigest()


def _page_of_form(code: str, text: str = "", token: str = "", error: str = "") -> Any:
    """Show the page again from which a link or the host code was sent."""
    if text:
        return confirm(code, text, error)
    return offer(code, token, error) if token else ask_host_code(code, error)


blueprint.register_error_handler(NoCookies, errors.rerender_page(_page_of_form))
