"""The host's screens: the game that is going on, the people, the rounds to correct, and the room."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion.i18n.errors import Refused
from companion.room import bots
from companion.room.commands.access import Forbidden, parse_round_id
from companion.room.state import Room
from companion.rules import games
from companion.views.corrections import correctable_round, correctable_rounds
from companion.views.host import host_view
from companion.views.offers import OFFERED, offered_options
from companion.views.players import managed_player, managed_players
from companion.views.tv import room_address
from companion.web import links, qr
from companion.web.device import current_device
from companion.web.execute import execute, latest_room, require_host_page
from companion.web.middleware import errors, htmx
from companion.web.pages.host_actions import ACTIONS, CAREFUL, needs_confirmation, preview_changes
from companion.web.services import room_addresses

blueprint = Blueprint("host", __name__, url_prefix="/<code:code>/host")

_ANY = f"any({', '.join(ACTIONS)})"
_ASKED = f"any({', '.join(sorted(CAREFUL))})"
_AFTER = {"people": "people", "person": "people", "rounds": "rounds", "round": "rounds", "room": "settings"}
"""The page that an action leads to, by the page it came from; the host screen for all others."""


@blueprint.get("")
def page(code: str, error: str = "") -> str:
    """Show the host screen to the room's host."""
    return _page(latest_room(code), error)


@blueprint.get("/people")
def people(code: str, error: str = "") -> str:
    """Show everybody in the room, and what can be done about them."""
    room, who = require_host_page(code)
    everybody, strategies = managed_players(room, who), bots.STRATEGIES.values()
    return render_template("host/people.html", code=code, people=everybody, strategies=strategies, error=error)


@blueprint.get("/people/<seat>")
def person(code: str, seat: str, error: str = "") -> str:
    """Show one player, with a link to his or her seat for another phone."""
    room, who = require_host_page(code)
    found = managed_player(room, seat, who)
    if found is None:
        raise Refused("There is no such player in this room")
    link = _address(room, f"/seat/{links.write_link(code, seat=seat)}")
    return render_template("host/person.html", code=code, each=found, link=link, qr=qr.qr_svg, error=error)


@blueprint.get("/rounds")
def rounds(code: str, error: str = "") -> str:
    """Show all rounds of the evening, each to be corrected."""
    room, _ = require_host_page(code)
    return render_template("host/rounds.html", code=code, rounds=correctable_rounds(room), error=error)


@blueprint.get("/rounds/<int:game>/<int:number>")
def round_(code: str, game: int, number: int, error: str = "") -> str:
    """Show one revealed round, to be corrected."""
    room, _ = require_host_page(code)
    state = room.find_game(game)
    if state is None or state.played_round(number) is None:
        raise Refused("There is no such round in this room")
    found = correctable_round(room, state, number)
    return render_template("host/round.html", code=code, round=found, error=error)


@blueprint.get("/room")
def settings(code: str, error: str = "") -> str:
    """Show how the room is played, and the ways to a second host."""
    room, _ = require_host_page(code)
    view = host_view(room, room_addresses(room), None)
    return render_template("host/room.html", code=code, view=view, alone=len(room.hosts) == 1, error=error)


@blueprint.get("/room/<any(second, over):how>")
def handing(code: str, how: str) -> str:
    """Show a link that makes somebody host: a second one, or instead of this one."""
    room, who = require_host_page(code)
    link = _address(room, f"/become/{links.write_link(code, giver=who, instead=how == 'over')}")
    return render_template("host/hand_over.html", code=code, how=how, link=link, qr=qr.qr_svg)


@blueprint.get("/games")
def others(code: str, error: str = "") -> str:
    """Offer the games that can be played next."""
    room, _ = require_host_page(code)
    offered = [games.find_game(name) for name in OFFERED]
    return render_template(
        "host/games.html",
        code=code,
        games=offered,
        fields=offered_options,
        playing=room.is_playing,
        error=error,
    )


@blueprint.get(f"/sure/<{_ASKED}:name>")
def sure(code: str, name: str) -> str:
    """Say what an action would change, and ask whether it is to be done."""
    room, who = require_host_page(code)
    asked = request.args
    what, changes = preview_changes(room, who, name, asked)
    return render_template("host/confirm.html", code=code, name=name, asked=asked, what=what, changes=changes)


@blueprint.get(f"/<{_ANY}:name>")
def back(code: str, name: str) -> Response:  # noqa: ARG001 - wherever it was, the way back is the same
    """Lead back to the host screen whoever reloads where a form was refused."""
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post(f"/<{_ANY}:name>")
def act(code: str, name: str) -> Any:
    """Do what the host asks for; first say what would change, where that may surprise."""
    who = current_device()
    if needs_confirmation(latest_room(code), who, name):
        asked = urlencode(request.form.to_dict())
        return htmx.redirect_page(f"{url_for('host.sure', code=code, name=name)}?{asked}")
    room = execute(code, who, lambda room: ACTIONS[name](room, who, request.form))
    then = request.form.get("then", "")
    if then in _AFTER:
        return redirect(url_for(f"host.{_AFTER[then]}", code=code), 303)
    return _page(room) if htmx.wants_fragment() else redirect(url_for("host.page", code=code), 303)


def _address(room: Room, tail: str) -> str:
    """Return an address in the room as phones reach it."""
    return (room_address(room, room_addresses(room)) or request.host_url + room.code) + tail


def _page(room: Room, error: str = "") -> str:
    require_host_page(room.code)
    player = room.player_of(current_device())
    view = host_view(room, room_addresses(room), player.seat if player else None)
    template = "host/page.html"
    if htmx.wants_fragment():
        return render_template("host/_live.html", view=view, game=room.game_name, qr=qr.qr_svg, error=error)
    recovery = session.pop(f"recovery {room.code}", "")
    return render_template(
        template, view=view, game=room.game_name, qr=qr.qr_svg, error=error, recovery=recovery
    )


def _again(code: str, error: str, name: str = "", **_: Any) -> str:  # noqa: ARG001 - what the address held
    """Show the page again from which something was refused."""
    match request.form.get("then", ""):
        case "person":
            return person(code, request.form.get("seat", ""), error)
        case "round":
            return round_(code, *parse_round_id(request.form.get("at", "")), error)
        case then:
            pages = {"people": people, "rounds": rounds, "room": settings, "games": others}
            return pages.get(then, page)(code, error)


_ASKING = ("page", "people", "person", "rounds", "round_", "settings", "handing", "others", "sure")


def _refused(refused: Refused) -> Response:
    if isinstance(refused, Forbidden) and not htmx.wants_fragment() and request.method == "GET":
        code = (request.view_args or {})["code"]
        return make_response(render_template("host/not_host.html", code=code, error=str(refused)), 403)
    return _kept(refused)


_kept = errors.rerender_page(_again, without=tuple(f"host.{each}" for each in _ASKING))
blueprint.register_error_handler(Refused, _refused)
