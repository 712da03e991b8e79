"""The evening to be kept: a page for everybody who knows the room code, and every round to be seen again."""

from datetime import datetime
from typing import Any

from flask import Blueprint, render_template

from companion.i18n.messages import N_, Text, translate
from companion.room.state import Room
from companion.views.replay import replay_view
from companion.views.results import results_view
from companion.web.device import current_device
from companion.web.execute import latest_room
from companion.web.middleware.errors import NotFound

blueprint = Blueprint("results", __name__, url_prefix="/<code:code>/result")


_MONTHS = (
    N_("January"),
    N_("February"),
    N_("March"),
    N_("April"),
    N_("May"),
    N_("June"),
    N_("July"),
    N_("August"),
    N_("September"),
    N_("October"),
    N_("November"),
    N_("December"),
)


@blueprint.app_template_filter("day")
def day(at: datetime) -> str:
    """Write a date as people read it: `20 November 2026`."""
    local = at.astimezone()
    return translate(
        "{day} {month} {year}", day=local.day, month=Text(_MONTHS[local.month - 1]), year=local.year
    )


@blueprint.app_template_filter("clock")
def clock(at: datetime) -> str:
    """Write the time of a day as the clocks here show it: `21:04`."""
    return f"{at.astimezone():%H:%M}"


@blueprint.get("")
def page(code: str) -> str:
    """Show the evening as far as it is revealed."""
    room = latest_room(code)
    return render_template("results/page.html", view=results_view(room), **_way_back(room))


@blueprint.get("/<int:game>/<int:number>")
def round_(code: str, game: int, number: int) -> str:
    """Show one revealed round once more."""
    room = latest_room(code)
    state = room.find_game(game)
    if state is None:
        raise NotFound("There was no game {number} in this room", number=game)
    if state.played_round(number) is None:
        raise NotFound("Round {number} of game {game} is not revealed", number=number, game=game)
    return render_template("results/round.html", view=replay_view(room, state, number))


def _way_back(room: Room) -> dict[str, Any]:
    """Say to which page whoever asks belongs."""
    who = current_device()
    return {"hosting": who in room.hosts, "sits": room.player_of(who) is not None}
