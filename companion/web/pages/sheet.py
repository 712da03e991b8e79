"""The score sheet: who keeps the score at a table with real cards enters a round at once."""

from collections.abc import Iterator
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion.i18n.errors import Refused, Unchanged
from companion.i18n.messages import as_sentence, capitalize_first
from companion.room.commands import submissions
from companion.room.commands.access import current_game
from companion.room.events import Device, PlaysEntered, Seat
from companion.room.reducer import apply, last_act
from companion.room.state import Room
from companion.screens.sheet import entry_means, sheet_view
from companion.web.device import current_device, note
from companion.web.execute import execute, latest_room, require_host_page, require_open_host_page
from companion.web.middleware import errors
from companion.web.middleware.htmx import redirect_page, wants_fragment

blueprint = Blueprint("sheet", __name__, url_prefix="/<code:code>/host/sheet")

_FIELD = "play-"
"""How the names of the fields begin; the seat follows."""


@blueprint.get("")
def page(code: str, error: str = "") -> Any:
    """Show the sheet; redirect to the host screen where the game has none."""
    return show_sheet(require_host_page(code)[0], error)


def show_sheet(room: Room, error: str = "") -> Any:
    """Render the sheet, or the part of it that follows the room."""
    view = sheet_view(room)
    if view is None and error:
        raise Refused("{sentence}.", sentence=capitalize_first(error))
    if view is None:
        return redirect_page(url_for("host.page", code=room.code))
    template = "host/_sheet.html" if wants_fragment() else "host/sheet.html"
    return render_template(
        template, view=view, undo=last_act(room), error=as_sentence(capitalize_first(error)) if error else ""
    )


@blueprint.post("")
def enter(code: str) -> Any:
    """Take what was entered, and show the sheet for the next round with what it meant.

    What stands there already is acknowledged: it is sent again where an answer was lost.
    """
    device = current_device()
    try:
        room = execute(code, device, lambda room: _entered(room, device))
    except Unchanged as unchanged:
        room = latest_room(code)
        note(as_sentence(capitalize_first(str(unchanged))))
    return show_sheet(room) if wants_fragment() else redirect(url_for("sheet.page", code=code), 303)


@blueprint.post("/check")
def check(code: str) -> str:
    """Say what the entry would mean, or which rule is against it; nothing is stored."""
    room, device = require_open_host_page(code)
    try:
        event = _entered(room, device)
    except Refused as refused:
        return render_template(
            "host/_means.html", said=(as_sentence(capitalize_first(str(refused))),), refused=True
        )
    said = (
        entry_means(room, apply(room, event)) if event else (as_sentence(capitalize_first(str(Unchanged()))),)
    )
    return render_template("host/_means.html", said=said, refused=False)


def _entered(room: Room, device: Device) -> PlaysEntered | None:
    form = request.form
    return submissions.enter_plays(room, device, form.get("at", ""), dict(_typed(room)), form.get("call", ""))


def _typed(room: Room) -> Iterator[tuple[Seat, str]]:
    """Yield what was entered for each player; the field `one` has the seat of the only one, or `none`."""
    for name, text in request.form.items():
        if name.startswith(_FIELD):
            yield name.removeprefix(_FIELD), text
    if one := request.form.get("one"):
        players = current_game(room).record.players
        if one not in (*players, "none"):
            raise Refused("There is no such player in this room")
        yield from ((seat, "1" if seat == one else "0") for seat in players)


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("sheet.page",)))
