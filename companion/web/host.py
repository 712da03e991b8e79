"""The host's screens: the game that is going on, the people, the rounds to correct, and the room."""

from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, make_response, redirect, render_template, request, session, url_for
from werkzeug.wrappers import Response

from companion import bots, games, qr, views
from companion.journal import Room
from companion.moves import Forbidden, where
from companion.score import Refused
from companion.web import fragments, links, refusals
from companion.web.acting import do, hosted, latest
from companion.web.actions import ACTIONS, CAREFUL, consequences, must_ask
from companion.web.device import device
from companion.web.wired import candidates

blueprint = Blueprint("host", __name__, url_prefix="/<code:code>/host")

_ANY = f"any({', '.join(ACTIONS)})"
_ASKED = f"any({', '.join(sorted(CAREFUL))})"
_AFTER = {"people": "people", "person": "people", "rounds": "rounds", "round": "rounds", "room": "settings"}
"""The page that an action leads to, by the page it came from; the host screen for all others."""


@blueprint.get("")
def page(code: str, said: str = "") -> str:
    """Show the host screen to the room's host."""
    return _page(latest(code), said)


@blueprint.get("/people")
def people(code: str, said: str = "") -> str:
    """Show everybody in the room, and what can be done about them."""
    room, who = hosted(code)
    everybody, strategies = views.people(room, who), bots.STRATEGIES.values()
    return render_template("host/people.html", code=code, people=everybody, strategies=strategies, said=said)


@blueprint.get("/people/<seat>")
def person(code: str, seat: str, said: str = "") -> str:
    """Show one player, with a link to his or her seat for another phone."""
    room, who = hosted(code)
    found = views.person(room, seat, who)
    if found is None:
        raise Refused("There is no such player in this room")
    link = _address(room, f"/seat/{links.written(code, seat=seat)}")
    return render_template("host/person.html", code=code, each=found, link=link, qr=qr.svg, said=said)


@blueprint.get("/rounds")
def rounds(code: str, said: str = "") -> str:
    """Show all rounds of the evening, each to be corrected."""
    room, _ = hosted(code)
    return render_template("host/rounds.html", code=code, rounds=views.rounds(room), said=said)


@blueprint.get("/rounds/<int:game>/<int:number>")
def round_(code: str, game: int, number: int, said: str = "") -> str:
    """Show one revealed round, to be corrected."""
    room, _ = hosted(code)
    table = room.game_of(game)
    if table is None or table.row(number) is None:
        raise Refused("There is no such round in this room")
    found = views.correctable(room, table, number)
    return render_template("host/round.html", code=code, round=found, said=said)


@blueprint.get("/room")
def settings(code: str, said: str = "") -> str:
    """Show how the room is played, and the ways to a second host."""
    room, _ = hosted(code)
    view = views.desk(room, candidates(room), None)
    return render_template("host/room.html", code=code, view=view, alone=len(room.hosts) == 1, said=said)


@blueprint.get("/room/<any(second, over):how>")
def handing(code: str, how: str) -> str:
    """Show a link that makes somebody host: a second one, or instead of this one."""
    room, who = hosted(code)
    link = _address(room, f"/become/{links.written(code, giver=who, instead=how == 'over')}")
    return render_template("host/handing.html", code=code, how=how, link=link, qr=qr.svg)


@blueprint.get("/games")
def others(code: str, said: str = "") -> str:
    """Offer the games that can be played next."""
    room, _ = hosted(code)
    offered = [games.game(name) for name in views.OFFERED]
    return render_template(
        "host/games.html", code=code, games=offered, fields=views.offered, playing=room.playing, said=said
    )


@blueprint.get(f"/sure/<{_ASKED}:name>")
def sure(code: str, name: str) -> str:
    """Say what an action would change, and ask whether it is to be done."""
    room, who = hosted(code)
    asked = request.args
    what, changes = consequences(room, who, name, asked)
    return render_template("host/sure.html", code=code, name=name, asked=asked, what=what, changes=changes)


@blueprint.get(f"/<{_ANY}:name>")
def back(code: str, name: str) -> Response:  # noqa: ARG001 - wherever it was, the way back is the same
    """Lead back to the host screen whoever reloads where a form was refused."""
    return redirect(url_for("host.page", code=code), 303)


@blueprint.post(f"/<{_ANY}:name>")
def act(code: str, name: str) -> Any:
    """Do what the host asks for; first say what would change, where that may surprise."""
    who = device()
    if must_ask(latest(code), who, name):
        asked = urlencode(request.form.to_dict())
        return fragments.lead(f"{url_for('host.sure', code=code, name=name)}?{asked}")
    room = do(code, who, lambda room: ACTIONS[name](room, who, request.form))
    then = request.form.get("then", "")
    if then in _AFTER:
        return redirect(url_for(f"host.{_AFTER[then]}", code=code), 303)
    return _page(room) if fragments.wanted() else redirect(url_for("host.page", code=code), 303)


def _address(room: Room, tail: str) -> str:
    """Return an address in the room as phones reach it."""
    return (views.address(room, candidates(room)) or request.host_url + room.code) + tail


def _page(room: Room, said: str = "") -> str:
    hosted(room.code)
    player = room.sits(device())
    view = views.desk(room, candidates(room), player.seat if player else None)
    template = "host/page.html"
    if fragments.wanted():
        return render_template("host/_live.html", view=view, game=room.game, qr=qr.svg, said=said)
    recovery = session.pop(f"recovery {room.code}", "")
    return render_template(template, view=view, game=room.game, qr=qr.svg, said=said, recovery=recovery)


def _again(code: str, said: str, name: str = "", **_: Any) -> str:  # noqa: ARG001 - what the address held
    """Show the page again from which something was refused."""
    match request.form.get("then", ""):
        case "person":
            return person(code, request.form.get("seat", ""), said)
        case "round":
            return round_(code, *where(request.form.get("at", "")), said)
        case then:
            pages = {"people": people, "rounds": rounds, "room": settings, "games": others}
            return pages.get(then, page)(code, said)


_ASKING = ("page", "people", "person", "rounds", "round_", "settings", "handing", "others", "sure")


def _refused(refused: Refused) -> Response:
    if isinstance(refused, Forbidden) and not fragments.wanted() and request.method == "GET":
        code = (request.view_args or {})["code"]
        return make_response(render_template("host/stranger.html", code=code, said=str(refused)), 403)
    return _kept(refused)


_kept = refusals.keeping(_again, without=tuple(f"host.{each}" for each in _ASKING))
blueprint.register_error_handler(Refused, _refused)
