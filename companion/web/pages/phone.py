"""A player's phone: joining, sending a number or laying a card, and the outcome."""

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any
from urllib.parse import quote

from flask import Blueprint, Response, render_template, request, session, url_for

from companion.i18n.errors import Refused, Unchanged
from companion.i18n.messages import translate
from companion.live.reactions import KINDS, Reaction, seconds_between
from companion.room import events, game_events, names
from companion.room.commands import betting, membership, submissions, wishes
from companion.room.commands.access import require_not_blocked
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.screens.bets import own_bets_view
from companion.screens.join import join_view
from companion.screens.mutters import mutter
from companion.screens.phone import phone_view, private_part, watch_view
from companion.web import links
from companion.web.announced import as_announced, is_announced
from companion.web.device import current_device, device_of_form, ensure_device, note
from companion.web.execute import execute, execute_or_note, latest_room
from companion.web.first_styles import with_first_styles
from companion.web.middleware import errors, htmx
from companion.web.middleware.clients import current_source
from companion.web.middleware.request_log import DEFERRED
from companion.web.services import services

blueprint = Blueprint("phone", __name__)

_ASKED_NAME = "taken"  # in the session: a name that was asked for and not got, which the page tells once


@blueprint.get("/<code:code>")
def page(code: str, error: str = "") -> Any:
    """Show the player's phone, or the form to join; the query's `asked` is the seat that was claimed."""
    room, device, claimed = latest_room(code), current_device(), request.args.get("asked", "")
    if device in room.blocked and htmx.wants_fragment():
        return "", {"HX-Refresh": "true"}
    require_not_blocked(room, device)
    player = room.player_of(device)
    if player is None:
        return _join_page(room, device, claimed, error)
    if claimed:
        return htmx.redirect_page("phone.page", code=code)
    changing = request.args.get("change", "") or (request.form.get("at", "") if error else "")
    view = phone_view(room, player.seat, changing, device)
    if htmx.wants_fragment():
        return render_template("phone/_live.html", view=view, streamed=False)
    return render_template(
        "phone/page.html",
        view=view,
        streamed=False,
        hosting=device in room.hosts,
        own_link=partial(links.write_link, code, seat=player.seat, giver=device),
        game=room.next_game.name,
        taken=session.pop(_ASKED_NAME, ""),
        error=error,
    )


def _join_page(room: Room, device: Device, claimed: Seat, error: str) -> Any:
    view = join_view(room, device, claimed, as_announced(room), "known" in request.args)
    if htmx.wants_fragment():
        if view.claims and claimed:
            return render_template("phone/_waiting.html", view=view)
        if claimed:
            return htmx.redirect_page("phone.page", code=room.code, asked=claimed)
        return "", {"HX-Refresh": "true"}
    if view.claims:
        return render_template("phone/waiting.html", view=view, error=error)
    ensure_device()  # before the form is sent, so that two taps on Join come from one browser
    written = render_template("phone/join.html", view=view, rules=room.next_game.rules, error=error)
    return with_first_styles(written)


@blueprint.get("/<code:code>/watch")
def watch(code: str, error: str = "") -> Any:
    """Show the room to somebody who only watches: a browser without a seat, or whose player has left."""
    room, device = latest_room(code), current_device()
    if device in room.blocked and htmx.wants_fragment():
        return "", {"HX-Refresh": "true"}
    require_not_blocked(room, device)
    player = room.player_of(device)
    if player and not player.away:
        return htmx.redirect_page("phone.page", code=code)
    view = watch_view(room, own_bets_view(room, device))
    if htmx.wants_fragment():
        return render_template("phone/_watch.html", view=view, streamed=False)
    ensure_device()  # so that a phone that watches twice counts once
    game = room.next_game.name
    return render_template("phone/watch.html", view=view, streamed=False, game=game, error=error)


@blueprint.post("/<code:code>/bet")
def bet(code: str) -> Any:
    """Take the bet of a browser that just watches, and answer with the part of its page that only it sees.

    It is on the player whose button was pressed, or whose name was typed.
    """
    device, source, notice = device_of_form(), current_source(code), ""

    def decide(room: Room) -> game_events.BetPlaced | None:
        sent = request.form.get("choice") or betting.bet_by_name(room, device, *_fields("at", "name"))
        return betting.place_bet(room, device, sent, source, services().limiter.bettors)

    try:
        room = execute(code, device, decide)
    except Unchanged as unchanged:
        room, notice = latest_room(code), str(unchanged)
    if htmx.wants_fragment():
        headers = {"X-Version": str(room.version), "X-Said": quote(notice)}
        return render_template("phone/_bets.html", bets=own_bets_view(room, device), code=code), headers
    if notice:
        note(notice)
    return htmx.redirect_to("phone.watch", code=code)


def _page_of_form(code: str, error: str) -> Any:
    return watch(code, error) if request.endpoint == "phone.bet" else page(code, error)


@blueprint.post("/<code:code>/join")
def join(code: str) -> Any:
    """Take a seat in the room."""
    device, typed, source = device_of_form(), request.form.get("name", ""), current_source(code)
    notice = translate("This phone has a seat already")
    room = execute_or_note(
        code, device, lambda room: membership.join_room(room, device, typed, source), notice
    )
    if room:
        _note_other_name(room, device, typed)
        with suppress(Refused, Unchanged):  # without a choice the seat has a guest too
            execute(code, device, lambda room: membership.choose_free_guest(room, device, *_fields("guest")))
    return answer_with_seat(code)


def answer_with_seat(code: str) -> Any:
    """Answer a form that has taken a seat with its page, or without scripts with a redirect to it."""
    return htmx.redirect_to("phone.page", code=code) if request.form.get("redirect") else page(code)


def _note_other_name(room: Room, device: Device, typed: str) -> None:
    """Have the page tell once who else has the name that was typed, where the player got another one."""
    player = room.player_of(device)
    if player is None or player.name == names.clean_text(typed):
        return
    for other in room.players:
        if other != player and names.look_keys(other.name) & names.look_keys(typed):
            session[_ASKED_NAME] = other.name
            break


@blueprint.post("/<code:code>/claim")
def claim(code: str) -> Any:
    """Ask the host to give this browser the seat of a player."""
    device, seat = device_of_form(), request.form.get("seat", "")
    claim = partial(membership.claim_seat, device=device, seat=seat, source=current_source(code))
    execute_or_note(code, device, claim, translate("The host has been asked already"))
    return htmx.redirect_to("phone.page", code=code, asked=seat)


@blueprint.post("/<code:code>/react")
def react(code: str) -> Any:
    """Throw a reaction at the TV, unless it plays a reveal: the answer has what the own guest mutters.

    `X-Wait` is how many seconds the phone waits until its next one. Nothing is stored.
    """
    room, device, kind = latest_room(code), current_device(), request.form.get("kind", "")
    app_services = services()
    screens = app_services.hub.count_screens(code)
    answer = Response(status=204, headers={"X-Wait": str(round(seconds_between(screens)))})
    may_react = room.reactions and not room.is_closed and device not in room.blocked and is_announced(room)
    if kind not in KINDS or not device or not may_react:
        return answer
    thrown = Reaction(room.devices.get(device, ""), kind)
    reaction = app_services.throttle.admit((code, device), thrown, screens, monotonic())
    if reaction is None:
        return answer
    app_services.sync.publish_reaction(code, reaction)
    if reaction.mutter is not None:
        answer.status_code, answer.data = 200, mutter(code, reaction.mutter).encode()
    return answer


@blueprint.post("/<code:code>/withdraw", endpoint="withdraw")
@blueprint.post("/<code:code>/leave", endpoint="leave")
@blueprint.post("/<code:code>/back", endpoint="come_back")
@blueprint.post("/<code:code>/number", endpoint="number")
@blueprint.post("/<code:code>/list", endpoint="send_list")
@blueprint.post("/<code:code>/call", endpoint="call")
@blueprint.post("/<code:code>/mine", endpoint="mine")
@blueprint.post("/<code:code>/want", endpoint="want")
@blueprint.post("/<code:code>/guest", endpoint="guest")
def action(code: str) -> Any:
    """Execute a command for this browser, and answer with the part of its page that only it sees.

    A page that follows the room hears from its stream what has changed, so that answer is empty. What is
    there already is acknowledged, as a phone sends again by itself what it got no answer to.
    """
    device, command = current_device(), _COMMANDS[request.endpoint or ""]
    follows = "X-Follows" in request.headers and services().hub.follows(code, device)
    deferred = request.environ.get(DEFERRED) if follows else None
    try:
        room = execute(code, device, lambda room: command(room, device), deferred)
    except Unchanged as unchanged:
        if htmx.wants_fragment():
            return _own_part(latest_room(code), device, str(unchanged))
        note(str(unchanged))
        return htmx.redirect_to("phone.page", code=code)
    if follows:
        return "", 204, {"X-Version": str(room.version)}
    if htmx.wants_fragment():
        return _own_part(room, device)
    return htmx.redirect_to("phone.page", code=code)


def _fields(*names: str) -> list[str]:
    return [request.form.get(name, "") for name in names]


_COMMANDS: dict[str, Callable[[Room, Device], events.Event | None]] = {
    "phone.withdraw": membership.withdraw_claim,
    "phone.leave": membership.leave_room,
    "phone.come_back": membership.return_to_room,
    "phone.number": lambda room, device: submissions.submit_play(room, device, *_fields("at", "number")),
    "phone.send_list": lambda room, device: submissions.submit_list(
        room, device, request.form.get("at", ""), request.form.getlist("number")
    ),
    "phone.call": lambda room, device: submissions.call_high_low(room, device, *_fields("at", "call")),
    "phone.mine": lambda room, device: membership.answer_takeover(room, device, *_fields("phone", "mine")),
    "phone.guest": lambda room, device: membership.choose_guest(room, device, *_fields("guest")),
    "phone.want": lambda room, device: wishes.want_game(room, device, *_fields("choice", "had")),
}
"""What the forms ask for; numbers, lists and calls are for the round that the page shows (`at`)."""


def _own_part(room: Room, device: Device, notice: str = "") -> Any:
    """Answer with the part of the phone page that only this browser sees, and what is said beside it."""
    player = room.player_of(device)
    if player is None:  # it has given up the seat that it had by a merge
        return htmx.redirect_page("phone.page", code=room.code)
    page = url_for("phone.page", code=room.code)
    headers = {"HX-Replace-Url": page, "X-Version": str(room.version), "X-Said": quote(notice)}
    own = private_part(room, player.seat, device=device)
    return render_template("phone/_own.html", own=own, code=room.code), headers


blueprint.register_error_handler(Refused, errors.rerender_page(_page_of_form))
