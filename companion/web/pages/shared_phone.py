"""The host's phone on its way round among those who have none: each enters unseen, and hands it on."""

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, render_template, request, url_for

from companion.i18n.errors import Refused
from companion.room.commands import shared_phone
from companion.room.events import Seat
from companion.room.state import Room
from companion.views.shared_phone import handover_view, shared_phone_view
from companion.web.device import current_device
from companion.web.execute import execute, require_host_page
from companion.web.middleware import errors, htmx

blueprint = Blueprint("shared_phone", __name__, url_prefix="/<code:code>/host/pass")


@blueprint.get("")
def page(code: str, error: str = "") -> str:
    """Show to whom the phone is to be handed next.

    In the address stand `at`, the round for which it goes round, and `skip`, the seats of those who
    were not there: it ends with the round, and the next time everybody is asked again.
    """
    return _hand(require_host_page(code)[0], error)


def _hand(room: Room, error: str = "") -> str:
    view = handover_view(room, request.values.get("at", ""), _skipped())
    template = "shared_phone/_live.html" if htmx.wants_fragment() else "shared_phone/page.html"
    return render_template(template, view=view, error=error)


@blueprint.get("/<seat>")
def entry(code: str, seat: Seat, error: str = "") -> Any:
    """Show what a player can enter who has the phone now; nothing that anybody has entered."""
    room = require_host_page(code)[0]
    view = shared_phone_view(room, seat, request.values.get("at", ""))
    if view is not None:
        return render_template("shared_phone/entry.html", view=view, skip=_skip(_skipped()), error=error)
    if error:
        return _hand(room, error)
    return _next(code)


@blueprint.post("/<seat>")
def send(code: str, seat: Seat) -> Any:
    """Put down what a player has entered; a call leads on to the card, everything else to the next player."""
    who, at, call = current_device(), request.form.get("at", ""), request.form.get("call", "")
    typed = request.form.getlist("number")
    if call:
        room = execute(code, who, lambda room: shared_phone.enter_call(room, who, seat, at, call))
    else:
        room = execute(code, who, lambda room: shared_phone.enter_play(room, who, seat, at, typed))
    if shared_phone_view(room, seat, at) is None:
        return _next(code)
    return htmx.redirect_page(
        url_for("shared_phone.entry", code=code, seat=seat, at=at, skip=_skip(_skipped()))
    )


def _next(code: str) -> Any:
    at, skip = request.values.get("at") or None, _skip(_skipped())
    return htmx.redirect_page(url_for("shared_phone.page", code=code, at=at, skip=skip))


def _skipped() -> tuple[Seat, ...]:
    """Return the seats of those who were not there, as the page says."""
    return tuple(filter(None, request.values.get("skip", "").split(".")))


def _skip(seats: Iterable[Seat]) -> str | None:
    """Write seats as they stand in addresses."""
    return ".".join(seats) or None


blueprint.register_error_handler(Refused, errors.rerender_page(entry, without=("shared_phone.page",)))
