"""The rooms of the browser that asks, as their host; no other browser sees them."""

import logging

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.screens.evenings import summarize_room
from companion.web import hosted_rooms
from companion.web.announced import as_announced
from companion.web.device import current_device
from companion.web.execute import require_host_page
from companion.web.services import services

blueprint = Blueprint("evenings", __name__, url_prefix="/evenings")

_log = logging.getLogger("companion.rooms")


@blueprint.get("")
def page() -> str:
    """List the rooms of this browser, the latest first; the query parameter `skip` leads to earlier ones."""
    skip = min(max(request.args.get("skip", 0, type=int), 0), _MOST_SKIPPED)
    rows = hosted_rooms.page_of_rows(current_device(), skip)
    more = skip + hosted_rooms.PAGE if len(rows) > hosted_rooms.PAGE else 0
    return render_template("evenings/page.html", rows=rows[: hosted_rooms.PAGE], skip=skip, more=more)


_MOST_SKIPPED = 1_000_000  # a larger number could not be given to every database


@blueprint.get("/<code:code>/delete")
def confirm(code: str) -> str:
    """Say what would be deleted with a room, and ask for confirmation."""
    room, _ = require_host_page(code)
    return render_template("evenings/delete.html", code=code, summary=summarize_room(as_announced(room)))


@blueprint.post("/<code:code>/delete")
def delete(code: str) -> Response:
    """Delete a room for good."""
    require_host_page(code)
    services().store.delete_room(code)
    _log.info("Room %s was deleted by its host", code, extra={"about": {"room": code}})
    return redirect(url_for("evenings.page"), 303)
