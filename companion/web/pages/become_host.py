"""Becoming host: by a link that works once, or by the host code."""

import hashlib
import logging
import re
import secrets

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.room.commands import room_control
from companion.room.commands.access import Forbidden
from companion.storage.event_store import DIGITS, LETTERS
from companion.web import links
from companion.web.device import ensure_device
from companion.web.execute import execute, latest_room

blueprint = Blueprint("become_host", __name__)

_log = logging.getLogger("companion.rooms")


def new_host_code() -> str:
    """Draw a host code: 12 characters in three groups, of which 60 bits are chance."""
    drawn = [secrets.choice(LETTERS + DIGITS) for _ in range(12)]
    return "-".join("".join(drawn[start : start + 4]) for start in (0, 4, 8))


def fingerprint(host_code: str) -> str:
    """Return what is stored of a host code; case and hyphens do not matter."""
    plain = re.sub(r"[\s-]", "", host_code).upper()
    return hashlib.sha256(f"host code {plain}".encode()).hexdigest()


def show_once(code: str, host_code: str) -> None:
    """Say the host code of a new room where only its host sees it: on the next page, and in the terminal."""
    session[f"recovery {code}"] = host_code
    _log.info("Room %s is open. Host code: %s", code, host_code)


@blueprint.post("/<code:code>/recover")
def recover(code: str) -> Response:
    """Make this browser host by the host code."""
    who, typed = ensure_device(), fingerprint(request.form.get("host_code", ""))
    try:
        execute(code, who, lambda room: room_control.become_host_by_code(room, who, typed))
    except Forbidden as wrong:
        return make_response(render_template("host/not_host.html", code=code, error=str(wrong)), 403)
    return redirect(url_for("host.page", code=code), 303)


@blueprint.get("/<code:code>/recover")
def back(code: str) -> Response:
    """Lead to the host screen whoever reloads where a host code was refused."""
    return redirect(url_for("host.page", code=code), 303)


@blueprint.get("/<code:code>/become/<token>")
def offer(code: str, token: str) -> str:
    """Ask whether this browser is to be host: a link that is only looked at changes nothing."""
    link = links.read_link(latest_room(code).code, token)
    ensure_device()
    return render_template("host/become_host.html", code=code, token=token, instead=link.instead)


@blueprint.post("/<code:code>/become/<token>")
def become(code: str, token: str) -> Response:
    """Make this browser host by a link."""
    link, who = links.read_link(code, token), ensure_device()
    execute(
        code,
        who,
        lambda room: room_control.become_host_by_link(
            room, who, link.giver, link.number, instead=link.instead
        ),
    )
    return redirect(url_for("host.page", code=code), 303)
