"""The evening to be kept: a page for everybody who knows the room code, and every round to be seen again."""

from datetime import datetime
from typing import Any

from flask import Blueprint, render_template

from companion import views
from companion.journal import Room
from companion.web.acting import latest
from companion.web.device import device
from companion.web.refusals import NotThere
from companion.words import Text, mark, tell

blueprint = Blueprint("results", __name__, url_prefix="/<code:code>/result")


_MONTHS = (
    mark("January"),
    mark("February"),
    mark("March"),
    mark("April"),
    mark("May"),
    mark("June"),
    mark("July"),
    mark("August"),
    mark("September"),
    mark("October"),
    mark("November"),
    mark("December"),
)


@blueprint.app_template_filter("day")
def day(at: datetime) -> str:
    """Write a date as people read it: `20 November 2026`."""
    local = at.astimezone()
    return tell("{day} {month} {year}", day=local.day, month=Text(_MONTHS[local.month - 1]), year=local.year)


@blueprint.app_template_filter("clock")
def clock(at: datetime) -> str:
    """Write the time of a day as the clocks here show it: `21:04`."""
    return f"{at.astimezone():%H:%M}"


@blueprint.get("")
def page(code: str) -> str:
    """Show the evening as far as it is revealed."""
    room = latest(code)
    return render_template("result/page.html", view=views.results(room), **_way_back(room))


@blueprint.get("/<int:game>/<int:number>")
def round_(code: str, game: int, number: int) -> str:
    """Show one revealed round once more."""
    room = latest(code)
    table = room.game_of(game)
    if table is None:
        raise NotThere("There was no game {number} in this room", number=game)
    if table.row(number) is None:
        raise NotThere("Round {number} of game {game} is not revealed", number=number, game=game)
    return render_template("result/round.html", view=views.replay(room, table, number))


def _way_back(room: Room) -> dict[str, Any]:
    """Say to which page whoever asks belongs."""
    who = device()
    return {"hosting": who in room.hosts, "sits": room.sits(who) is not None}
