"""The host's screen: starting games, closing rounds, and the address that phones are shown."""

from collections.abc import Callable
from typing import Any

from flask import Blueprint, redirect, render_template, request, url_for

from companion import moves, qr, views
from companion.acts import Act, Device
from companion.journal import Room
from companion.moves import Forbidden
from companion.score import Refused
from companion.web import form, fragments, refusals
from companion.web.acting import do
from companion.web.device import device
from companion.web.wired import candidates, wired

blueprint = Blueprint("host", __name__, url_prefix="/<code:code>/host")


@blueprint.get("")
def page(code: str, said: str = "") -> str:
    """Show the host screen to the room's host."""
    return _page(wired().store.room(code), said)


@blueprint.get("/<any(begin, close, end, on, address, next, add, show, list, call):_action>")
def back(code: str, _action: str) -> Any:
    """Lead back to the host screen whoever reloads where a form was refused."""
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post("/begin")
def begin(code: str) -> Any:
    """Begin the first or the next game, with the options as they stand in the form."""
    dealt = "dealt" in request.form
    return _do(code, lambda room, who: moves.begin(room, who, form.options, dealt=dealt))


@blueprint.post("/close")
def close(code: str) -> Any:
    """Close the round that the page was drawn for."""
    return _do(code, lambda room, who: moves.close(room, who, request.form.get("at", "")))


@blueprint.post("/end")
def end(code: str) -> Any:
    """End the game that the page was drawn for."""
    return _do(code, lambda room, who: moves.end(room, who, request.form.get("at", "")))


@blueprint.post("/on")
def play_on(code: str) -> Any:
    """Play on after a tie that stands."""
    return _do(code, lambda room, who: moves.play_on(room, who, request.form.get("at", "")))


@blueprint.post("/next")
def next_round(code: str) -> Any:
    """Reveal one more round of the lists that were handed in."""
    return _do(code, lambda room, who: moves.next_round(room, who, request.form.get("at", "")))


@blueprint.post("/add")
def add(code: str) -> Any:
    """Seat somebody who has no phone."""
    return _do(code, lambda room, who: moves.add(room, who, request.form.get("name", "")))


@blueprint.post("/show")
def show(code: str) -> Any:
    """Put down a number or a card for somebody: `seat` and `number`, or both in one as `3:10H`."""
    seat, at, typed = request.form.get("seat", ""), request.form.get("at", ""), request.form.get("number", "")
    if not seat:
        seat, _, typed = typed.partition(":")
    return _do(code, lambda room, who: moves.show_for(room, who, seat, at, typed))


@blueprint.post("/list")
def hand_in(code: str) -> Any:
    """Hand in a list of numbers for somebody, typed with anything but digits in between."""
    seat, at = request.form.get("seat", ""), request.form.get("at", "")
    typed = request.form.get("number", "").replace(",", " ").split()
    return _do(code, lambda room, who: moves.hand_in_for(room, who, seat, at, typed))


@blueprint.post("/call")
def call(code: str) -> Any:
    """Call high or low for the leader."""
    at, typed = request.form.get("at", ""), request.form.get("call", "")
    return _do(code, lambda room, who: moves.call_for(room, who, at, typed))


@blueprint.post("/address")
def address(code: str) -> Any:
    """Show phones another address."""
    chosen = request.form.get("address", "")
    return _do(code, lambda room, who: moves.advertise(room, who, chosen, candidates(room)))


def _do(code: str, move: Callable[[Room, Device], Act | None]) -> Any:
    who = device()
    room = do(code, who, lambda room: move(room, who))
    return _page(room) if fragments.wanted() else redirect(url_for("host.page", code=code), 303)


def _page(room: Room, said: str = "") -> str:
    who = device()
    if who not in room.hosts:
        raise Forbidden("This is the host's page, and this browser is not the host of {code}", code=room.code)
    player = room.sits(who)
    view = views.desk(room, candidates(room), player.seat if player else None)
    template = "host/_live.html" if fragments.wanted() else "host/page.html"
    return render_template(template, view=view, game=room.game, qr=qr.svg, said=said)


blueprint.register_error_handler(Refused, refusals.keeping(page, without=("host.page",)))
