"""Becoming host: by a link that works once, or by the host code."""

import hashlib
import logging
import re
import secrets

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.i18n.messages import translate
from companion.room.commands import room_control
from companion.room.commands.access import WrongHostCode, require_open_room
from companion.room.events import Device
from companion.storage.event_store import DIGITS, LETTERS, Decide
from companion.web import links
from companion.web.device import ensure_device
from companion.web.execute import execute_or_note, latest_room
from companion.web.middleware.rate_limit import count_wrong_secret

blueprint = Blueprint("become_host", __name__)

_log = logging.getLogger("companion.rooms")


def new_host_code() -> str:
    """Draw a host code: 12 characters in three groups, 60 bits of chance."""
    groups = ("".join(secrets.choice(LETTERS + DIGITS) for _ in range(4)) for _ in range(3))
    return "-".join(groups)


def fingerprint(host_code: str) -> str:
    """Return the hash of a host code that is stored; case and hyphens do not matter."""
    plain = re.sub(r"[\s-]", "", host_code).upper()
    return hashlib.sha256(f"host code {plain}".encode()).hexdigest()


def show_once(code: str, host_code: str) -> None:
    """Show the host code of a new room once on the host screen, and in the terminal."""
    session[f"recovery {code}"] = host_code
    extra = {"about": {"room": code}, "only_in_text": f". Host code: {host_code}"}
    _log.info("Room %s is open", code, extra=extra)


@blueprint.post("/<code:code>/recover")
def recover(code: str) -> Response:
    """Make this browser host by the host code."""
    device, typed = ensure_device(), fingerprint(request.form.get("host_code", ""))
    try:
        return _become(code, device, lambda room: room_control.become_host_by_code(room, device, typed))
    except WrongHostCode as refused:
        count_wrong_secret()
        return make_response(render_template("host/not_host.html", code=code, error=str(refused)), 403)


def _become(code: str, device: Device, decide: Decide) -> Response:
    """Make a browser host, and show it the host screen; that says so if the browser was host before."""
    execute_or_note(code, device, decide, translate("This browser is host already"))
    return redirect(url_for("host.page", code=code), 303)


@blueprint.get("/<code:code>/recover")
def back(code: str) -> Response:
    """Redirect a reload of a refused form to the host screen."""
    return redirect(url_for("host.page", code=code), 303)


@blueprint.get("/<code:code>/become/<token>")
def offer(code: str, token: str) -> str:
    """Ask whether this browser is to be host; messengers fetch links, so GET changes nothing."""
    room = latest_room(code)
    require_open_room(room)
    link = links.read_link(code, token)
    ensure_device()
    return render_template("host/become_host.html", code=code, token=token, instead=link.instead)


@blueprint.post("/<code:code>/become/<token>")
def become(code: str, token: str) -> Response:
    """Make this browser host by a link."""
    link, device = links.read_link(code, token), ensure_device()
    return _become(
        code,
        device,
        lambda room: room_control.become_host_by_link(
            room, device, link.giver, link.number, instead=link.instead
        ),
    )
