"""The results of the evening, for everybody who knows the room code, and a replay of every round."""

from pathlib import Path

from flask import Blueprint, Response, current_app, render_template, request

from companion.i18n.dates import format_clock, format_day, format_weekday
from companion.room.state import Room
from companion.views.poster import Poster, poster, poster_text
from companion.views.replay import replay_view
from companion.views.results import results_view
from companion.views.tv import room_address
from companion.web.device import current_device
from companion.web.execute import latest_room
from companion.web.hold import as_told
from companion.web.middleware.errors import NotFound
from companion.web.posters import poster_picture
from companion.web.services import room_addresses

blueprint = Blueprint("results", __name__, url_prefix="/<code:code>/result")

blueprint.app_template_filter("day")(format_day)
blueprint.app_template_filter("weekday")(format_weekday)
blueprint.app_template_filter("clock")(format_clock)


_PICTURE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
)
"""What the picture may do where it is opened by itself: show its own font, and run nothing."""


@blueprint.get("")
def page(code: str) -> str:
    """Show the evening as far as it is told: its poster once a game is over, and every round."""
    room, device = latest_room(code), current_device()
    told = as_told(room)
    shown = poster(told)
    return render_template(
        "results/page.html",
        view=results_view(told),
        poster=shown,
        text=poster_text(shown, _day(shown), _address(room)) if shown else "",
        hosting=device in room.hosts,
        sits=room.player_of(device) is not None,
    )


@blueprint.get("/poster.svg")
def picture(code: str) -> Response:
    """Return the poster as one picture, which needs nothing else; raises `NotFound` before a game is over.

    Browsers keep it, and ask each time whether it is still the same: a correction changes it.
    """
    shown = poster(as_told(latest_room(code)))
    if shown is None:
        raise NotFound("No game is over yet")
    font = Path(str(current_app.static_folder)) / "vendor" / "jost.woff2"
    response = Response(poster_picture(shown, _day(shown), font), mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = _PICTURE_POLICY
    response.cache_control.private = True
    response.cache_control.no_cache = True
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def _day(shown: Poster) -> str:
    return format_weekday(shown.since) if shown.since else ""


def _address(room: Room) -> str:
    """Return the address of the page as phones reach it."""
    return (room_address(room, room_addresses(room)) or request.host_url + room.code) + "/result"


@blueprint.get("/<int:game>/<int:number>")
def round_(code: str, game: int, number: int) -> str:
    """Replay one round that was told; raises `NotFound` for any other."""
    room = as_told(latest_room(code))
    state = room.find_game(game)
    if state is None:
        raise NotFound("There was no game {number} in this room", number=game)
    if state.played_round(number) is None:
        raise NotFound("Game {game} has no reveal {number}", number=number, game=game)
    return render_template("results/round.html", view=replay_view(room, state, number))
