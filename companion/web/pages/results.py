"""The results of the evening, for everybody who knows the room code, and a replay of every round."""

from datetime import datetime

from flask import Blueprint, render_template

from companion.i18n.dates import format_date
from companion.views.replay import replay_view
from companion.views.results import results_view
from companion.web.device import current_device
from companion.web.execute import latest_room
from companion.web.hold import as_told
from companion.web.middleware.errors import NotFound

blueprint = Blueprint("results", __name__, url_prefix="/<code:code>/result")


@blueprint.app_template_filter("day")
def day(at: datetime) -> str:
    """Format a date: `20 November 2026`."""
    return format_date(at)


@blueprint.app_template_filter("clock")
def clock(at: datetime) -> str:
    """Format a time of day in this computer's time zone: `21:04`."""
    return f"{at.astimezone():%H:%M}"


@blueprint.get("")
def page(code: str) -> str:
    """Show the evening as far as it is told, with a link back to the browser's own page."""
    room, device = latest_room(code), current_device()
    return render_template(
        "results/page.html",
        view=results_view(as_told(room)),
        hosting=device in room.hosts,
        sits=room.player_of(device) is not None,
    )


@blueprint.get("/<int:game>/<int:number>")
def round_(code: str, game: int, number: int) -> str:
    """Replay one round that was told; raises `NotFound` for any other."""
    room = as_told(latest_room(code))
    state = room.find_game(game)
    if state is None:
        raise NotFound("There was no game {number} in this room", number=game)
    if state.played_round(number) is None:
        raise NotFound("Round {number} of game {game} is not revealed", number=number, game=game)
    return render_template("results/round.html", view=replay_view(room, state, number))
