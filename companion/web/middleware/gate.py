"""The gate of a public server: a room opens to its people, to who has its key, and to whom the host lets in.

The key is in the QR codes and links that the app shows (links.py). Who only has the code, which can be found
by trying, asks the host, and waits.
"""

from contextlib import suppress
from typing import Any

from flask import Blueprint, Flask, g, redirect, render_template, request, session, url_for

from companion.i18n.errors import Refused, Unchanged
from companion.room.commands.membership import ask_to_enter
from companion.room.state import Room
from companion.storage.event_store import UnknownRoom
from companion.web.device import NoCookies, current_device, device_of_form, ensure_device
from companion.web.execute import execute_or_note, latest_room
from companion.web.links import read_link, room_key
from companion.web.middleware import errors, htmx
from companion.web.middleware.clients import current_request, current_source, is_outside
from companion.web.middleware.rate_limit import check_form, is_member, requested_code
from companion.web.services import services

blueprint = Blueprint("gate", __name__, url_prefix="/<code:code>")

_KEYS = "keys"  # in the session: those of the last rooms
_MOST_KEYS = 8
_OPEN = {"start.join", "tv.find"}  # these lead to another page
_OF_HOST = {"host.page", "seats.recover", "seats.back", "seats.offer", "seats.become"}  # for a code or a link


def init(app: Flask) -> None:
    """Show strangers the gate in place of every page of a room, before a form can be refused on its page."""
    app.before_request(_check_request)
    app.before_request(check_form)


def is_shut(code: str, key: str = "") -> bool:
    """Tell whether there is a room of this code that is shut to the browser of this request, which has a key.

    Raises `TooManyRequests` for a stranger while too many codes are tried, also where there is no such room.
    """
    if not code or not is_outside():
        return False
    app_services, keys = services(), {*session.get(_KEYS, ()), key}
    if _lets_in(app_services.store.cached_room(code), keys) or _lets_in(room := _find(code), keys):
        return False
    app_services.limiter.check_tries_of_all("code")
    return room is not None and app_services.is_public(room)


def _find(code: str) -> Room | None:
    with suppress(UnknownRoom):
        return services().store.load_room(code)
    return None


def _lets_in(room: Room | None, keys: set[str]) -> bool:
    device = current_device()
    return is_member(room, device) or bool(room and (device in room.admitted or room_key(room) in keys))


def _check_request() -> Any:
    current, code = current_request(), requested_code()
    values = current.view_args or {}
    with suppress(Refused):
        if link := values.get("text") or values.get("token"):
            read_link(code, link)
            return None
    g.is_stranger = current.blueprint != "operator.rooms" and is_shut(code, values.get("key", ""))
    is_open = current.endpoint in _OPEN | _OF_HOST or current.blueprint == "gate"
    return _page(code) if g.is_stranger and not is_open else None


def _page(code: str) -> Any:
    """Show the gate, or that the browser waits there; what is to be a part of a page loads it again then."""
    if htmx.wants_fragment():
        waits = ensure_device() in latest_room(code).claims
        return ("", 204) if waits else ("", {"HX-Refresh": "true"})
    return _gate(code), 403


def _gate(code: str, error: str = "") -> str:
    device = ensure_device()
    return render_template("phone/gate.html", code=code, room=latest_room(code), device=device, error=error)


@blueprint.get("/<string(length=10):key>")
@blueprint.get("/<string(length=10):key>/result", defaults={"to": "results.page"})
def enter(code: str, key: str, to: str = "phone.page") -> Any:
    """Keep the key of a room in the cookie of this browser; raises `NotFound` for a wrong one."""
    if key != room_key(latest_room(code)):
        raise errors.NotFound("This link does not work: ask for a new one")
    session.permanent = True
    session[_KEYS] = [*(each for each in session.get(_KEYS, ()) if each != key), key][-_MOST_KEYS:]
    return redirect(url_for(to, code=code), 303)


@blueprint.post("/ask")
def request_entry(code: str) -> Any:
    """Ask the host to let this browser in, which may be a TV (`screen`)."""
    device, screen = device_of_form(), "tv" if request.form.get("screen") == "tv" else ""
    if not g.is_stranger:
        raise Unchanged
    execute_or_note(code, device, lambda room: ask_to_enter(room, device, current_source(code), screen))
    look = request.args.get("look")  # of a TV
    return redirect(url_for(f"{screen or 'phone'}.page", code=code, look=look), 303)


blueprint.register_error_handler(NoCookies, errors.rerender_page(_gate))
