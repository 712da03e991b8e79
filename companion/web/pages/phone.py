"""A player's phone: taking a seat, sending a number, seeing what came of it."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.room import events, names
from companion.room.commands import membership, submissions
from companion.room.commands.access import require_not_blocked, round_id
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.rules import games
from companion.views.joining import join_view
from companion.views.phone import PhoneView, phone_view, private_part
from companion.web.device import current_device, ensure_device
from companion.web.execute import execute, latest_room
from companion.web.middleware import errors, htmx
from companion.web.services import services

blueprint = Blueprint("phone", __name__)

_TAKEN = "taken"  # whose name somebody typed, who so got another one: to be shown once


@blueprint.get("/<code:code>")
def page(code: str, error: str = "") -> Any:
    """Show the phone of whoever sits in the room, and *Your name* to everybody else.

    `asked` in the address names the seat that the page has asked the host for.
    """
    room, who, asked = latest_room(code), current_device(), request.args.get("asked", "")
    if who in room.blocked and htmx.wants_fragment():
        return "", {"HX-Refresh": "true"}
    require_not_blocked(room, who)
    player = room.player_of(who)
    if player is None:
        return _joining(room, asked, error)
    if asked:
        return htmx.redirect_page(url_for("phone.page", code=code))
    changing = request.args.get("change", "") or (request.form.get("at", "") if error else "")
    return _phone(room, phone_view(room, player.seat, changing, who), error)


def _joining(room: Room, asked: Seat, error: str) -> Any:
    who = current_device()
    view = join_view(room, who, asked)
    if htmx.wants_fragment():
        if view.claims and asked:
            return render_template("phone/_waiting.html", view=view)
        there = url_for("phone.page", code=room.code, asked=asked or None)
        return htmx.redirect_page(there) if asked else ("", {"HX-Refresh": "true"})
    if view.claims:
        return render_template("phone/waiting.html", view=view, error=error)
    ensure_device()  # before the form, so that two taps on Join are one browser's
    return render_template("phone/join.html", view=view, rules=games.find_game(room.game_name), error=error)


@blueprint.get("/<code:code>/<any(join, number, list, call, leave, back):_action>")
def back(code: str, _action: str) -> Response:
    """Lead back to the phone page whoever reloads where a form was refused."""
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/join")
def join(code: str) -> Response:
    """Take a seat in the room."""
    who, typed = ensure_device(), request.form.get("name", "")
    room = execute(code, who, lambda room: membership.join_room(room, who, typed))
    player = room.player_of(who)
    others = (each.name for each in room.players if each != player)
    if player and (
        taken := next((each for each in others if names.name_key(each) == names.name_key(typed)), None)
    ):
        session[_TAKEN] = taken
    return redirect(url_for("phone.page", code=code), 303)


@blueprint.post("/<code:code>/leave")
def leave(code: str) -> Any:
    """Leave the room."""
    return _do(code, lambda room, who, _: membership.leave_room(room, who))


@blueprint.post("/<code:code>/back")
def come_back(code: str) -> Any:
    """Come back after having left."""
    return _do(code, lambda room, who, _: membership.return_to_room(room, who))


@blueprint.post("/<code:code>/number")
def number(code: str) -> Any:
    """Put down a number or a card for the round that the page was drawn for."""
    typed = request.form.get("number", "")
    return _do(code, lambda room, who, at: submissions.submit_play(room, who, at, typed))


@blueprint.post("/<code:code>/list")
def hand_in(code: str) -> Any:
    """Hand in the numbers of a whole game."""
    typed = request.form.getlist("number")
    return _do(code, lambda room, who, at: submissions.submit_list(room, who, at, typed))


@blueprint.post("/<code:code>/call")
def call(code: str) -> Any:
    """Call high or low as the leader."""
    typed = request.form.get("call", "")
    return _do(code, lambda room, who, at: submissions.call_high_low(room, who, at, typed))


def _do(code: str, move: Callable[[Room, Device, str], events.Event | None]) -> Any:
    who, at = current_device(), request.form.get("at", "")
    room = execute(code, who, lambda room: move(room, who, at))
    if room.current_game and round_id(room.current_game) != at:
        services().hub.show(code)  # it was the last number: making this answer would keep all others waiting
    if not htmx.wants_fragment():
        return redirect(url_for("phone.page", code=code), 303)
    player = room.player_of(who)
    assert player is not None  # noqa: S101 - only who sits can have done anything
    own = private_part(room, player.seat, device=who)
    headers = {"HX-Replace-Url": url_for("phone.page", code=code), "X-Version": str(room.version)}
    return render_template("phone/_own.html", own=own, code=room.code), headers


def _phone(room: Room, view: PhoneView, error: str = "") -> str:
    hosting = current_device() in room.hosts
    if htmx.wants_fragment():
        return render_template("phone/_live.html", view=view)
    taken = session.pop(_TAKEN, "")
    return render_template(
        "phone/page.html", view=view, hosting=hosting, game=room.game_name, taken=taken, error=error
    )


blueprint.register_error_handler(Refused, errors.rerender_page(page, without=("phone.page",)))
