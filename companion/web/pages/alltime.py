"""The all-time table of the browser that asks, over the rooms that it hosts."""

from flask import Blueprint, redirect, render_template, request, url_for
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.room.names import name_key
from companion.screens.evenings import AllTimeView, all_time_view
from companion.web import hosted_rooms
from companion.web.device import current_device
from companion.web.middleware import errors
from companion.web.services import services

blueprint = Blueprint("alltime", __name__, url_prefix="/all-time")


@blueprint.get("")
def page() -> str:
    """Show the table."""
    view, left = _table()
    return render_template("alltime/page.html", view=view, left=left)


@blueprint.get("/forget")
def forget(error: str = "") -> str | Response:
    """Ask who is to be forgotten; where nobody is in the table, lead back to it."""
    names = sorted((row.name for row in _table()[0].rows), key=str.casefold)
    if not (names or error):
        return redirect(url_for("alltime.page"), 303)
    return render_template("alltime/forget.html", names=names, typed=request.form, error=error)


@blueprint.post("/forget")
def forget_name() -> str | Response:
    """Replace a name in all rooms of the host, or ask for confirmation first."""
    key = name_key(request.form.get("name", ""))
    name = next((row.name for row in _table()[0].rows if name_key(row.name) == key), None)
    if name is None:
        raise Refused("Choose a name that is in the table")
    if not request.form.get("sure"):
        return render_template("alltime/sure_forget.html", name=name)
    store = services().store
    hosted = store.list_hosted_rooms(current_device(), hosted_rooms.MOST_EVENINGS)
    store.reload_changed(services().names.replace(name, [each.code for each in hosted], store.now("")).rooms)
    return redirect(url_for("alltime.page"), 303)


def _table() -> tuple[AllTimeView, int]:
    """Return the table, and how many earlier evenings are not counted yet."""
    device = current_device()
    tallies, left = hosted_rooms.count_evenings(device)
    return all_time_view(tallies, services().names.forgotten_by(device)), left


blueprint.register_error_handler(Refused, errors.rerender_page(forget))
