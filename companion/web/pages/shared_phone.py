"""The host's phone, passed round among players without one: each enters in secret and hands it on."""

from typing import Any

from flask import Blueprint, render_template, request

from companion.i18n.errors import Refused, Unchanged
from companion.i18n.messages import translate
from companion.room.commands import shared_phone
from companion.room.events import Seat
from companion.screens.shared_phone import handover_view, shared_phone_view
from companion.web.device import current_device, note
from companion.web.execute import execute, latest_room, require_host_page
from companion.web.middleware import errors, htmx

blueprint = Blueprint("shared_phone", __name__, url_prefix="/<code:code>/host/pass")


@blueprint.get("")
def page(code: str, error: str = "") -> str:
    """Show who gets the phone next in the round `at`; `skip` are seats that were not there."""
    skipped = request.values.get("skip", "").split(".")
    room, _ = require_host_page(code)
    view = handover_view(room, request.values.get("at", ""), skipped)
    template = "shared_phone/_live.html" if htmx.wants_fragment() else "shared_phone/page.html"
    return render_template(template, room=room, view=view, error=error)


@blueprint.get("/<seat>")
def entry(code: str, seat: Seat, error: str = "") -> Any:
    """Show the form for the player who has the phone, and nothing that anybody has entered before."""
    room = require_host_page(code)[0]
    view = shared_phone_view(room, seat, request.values.get("at", ""))
    if view is not None:
        return render_template(
            "shared_phone/entry.html", view=view, error=error, skip=request.values.get("skip", "")
        )
    return page(code, error) if error else htmx.redirect_page("shared_phone.page", code=code, **_passed_on())


@blueprint.post("/<seat>")
def send(code: str, seat: Seat) -> Any:
    """Submit what a player has entered; after a call the same player lays a card, else the next is shown.

    What is in stays, and the next page says so: in the same words whatever was entered now, as the next
    player may be asking.
    """
    at, call, typed = request.form.get("at", ""), request.form.get("call", ""), request.form.getlist("number")
    device = current_device()
    try:
        if call:
            room = execute(code, device, lambda room: shared_phone.enter_call(room, device, seat, at, call))
        else:
            room = execute(code, device, lambda room: shared_phone.enter_play(room, device, seat, at, typed))
    except Unchanged:
        room = latest_room(code)
        note(translate("{name} is in already: what was entered first stands", name=room.name(seat)))
    if shared_phone_view(room, seat, at) is None:
        return htmx.redirect_page("shared_phone.page", code=code, **_passed_on())
    return htmx.redirect_page("shared_phone.entry", code=code, seat=seat, **_passed_on())


def _passed_on() -> dict[str, Any]:
    """Return what the next page is asked too, `at` and `skip`, as far as this one was."""
    return {name: text for name in ("at", "skip") if (text := request.values.get(name))}


blueprint.register_error_handler(Refused, errors.rerender_page(entry, without=("shared_phone.page",)))
