"""Stopping the server without a terminal: only where it was started with `--open`, and on that computer."""

from flask import Blueprint, abort, render_template

from companion.room.commands.access import Forbidden
from companion.web import this_computer
from companion.web.services import services

blueprint = Blueprint("stop", __name__, url_prefix="/stop")


@blueprint.get("")
def confirm() -> str:
    """Say what stopping means, and ask for confirmation."""
    _require_this_computer()
    return render_template("start/stop.html", rooms=len(services().hub.subscribed_codes()))


@blueprint.post("")
def stop() -> str:
    """Stop the server, and say so on the last page that it sends."""
    _require_this_computer()
    page = render_template("start/stopped.html", kept_in=services().settings.data_location)
    services().stopping.set()
    return page


def _require_this_computer() -> None:
    """Raise `NotFound` where a terminal stops the server, and `Forbidden` for other computers."""
    if not services().settings.open:
        abort(404)
    if not this_computer.is_asking():
        raise Forbidden("Only the computer that companion runs on can stop it")
