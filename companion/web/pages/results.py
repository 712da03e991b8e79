"""The results of the evening, for everybody who knows the room code, as far as its TV has announced them.

There are a poster, a replay of every round, and for the host downloads: records and spreadsheets.
"""

import base64
import re

from flask import Blueprint, Response, render_template, request
from markupsafe import Markup

from companion.formats import csv_files, evening_record, record
from companion.formats.workbook import evening_workbook
from companion.i18n.dates import format_weekday
from companion.i18n.errors import Refused
from companion.i18n.messages import capitalize_first, translate
from companion.room.commands.access import Forbidden
from companion.room.state import Room
from companion.screens.hidden_scores import without_hidden_scores
from companion.screens.my_evening import MyEvening, my_evening
from companion.screens.poster import Poster, poster
from companion.screens.results import replay_view, results_view
from companion.web import drawings
from companion.web.announced import as_announced
from companion.web.device import current_device
from companion.web.execute import latest_room
from companion.web.links import address_in_room
from companion.web.middleware.errors import NotFound
from companion.web.services import services

blueprint = Blueprint("results", __name__, url_prefix="/<code:code>")

_PICTURE_POLICY = (
    "default-src 'none'; style-src 'unsafe-inline'; font-src data:; frame-ancestors 'none'; sandbox"
)
"""What the picture may do where it is opened by itself: show its own font, and run nothing."""


@blueprint.get("/result")
def page(code: str) -> str:
    """Show the evening as far as it is announced: its poster once a game is over, and every round."""
    room, device = latest_room(code), current_device()
    announced = as_announced(room)
    shown = poster(announced)
    return render_template(
        "results/page.html",
        room=announced,
        view=results_view(announced),
        poster=shown,
        text=poster_text(shown, _day(announced), address_in_room(room, "/result")) if shown else "",
        hosting=device in room.hosts,
        sits=room.player_of(device) is not None,
    )


@blueprint.get("/result/poster.svg")
def picture(code: str) -> Response:
    """Return the poster as one picture, which needs nothing else; raises `NotFound` before a game is over.

    Browsers keep it, and ask each time whether it is still the same: a correction changes it.
    """
    room = as_announced(latest_room(code))
    shown = poster(room)
    if shown is None:
        raise NotFound("No game is over yet")
    return _picture(draw_poster(shown, _day(room)))


@blueprint.get("/mine/evening")
def my_page(code: str) -> str:
    """Show what an evening that is over was for the player of this browser; raises `NotFound` for nobody."""
    _, shown = _my_evening(code)
    return render_template("results/mine.html", code=code, mine=shown)


@blueprint.get("/mine/evening.svg")
def my_picture(code: str) -> Response:
    """Return it as one picture, which needs nothing else; at this address each player has another one."""
    room, shown = _my_evening(code)
    return _picture(draw_my_evening(shown, _day(room)))


def _my_evening(code: str) -> tuple[Room, MyEvening]:
    room = as_announced(latest_room(code))
    player = room.player_of(current_device())
    shown = my_evening(room, player.seat) if player else None
    if shown is None:
        raise NotFound("No evening of yours is over yet")
    return room, shown


def _picture(drawn: str) -> Response:
    response = Response(drawn, mimetype="image/svg+xml")
    response.headers["Content-Security-Policy"] = _PICTURE_POLICY
    response.cache_control.private = True
    response.cache_control.no_cache = True
    response.add_etag(weak=True)
    response.make_conditional(request)
    return response


def poster_text(shown: Poster, day: str, address: str) -> str:
    """Return the poster as a few lines of plain text, with the date and the address of the results."""
    text = render_template("results/poster.txt", poster=shown, day=day, address=address)
    return Markup(text).unescape()  # noqa: S704 - as it was before the template escaped it


def draw_poster(shown: Poster, day: str) -> str:
    """Return the poster as an SVG document; `day` is the date on it."""
    winners = len(shown.evening.seats if shown.evening else shown.ending.podium.middle.guests)
    return _draw("results/poster.svg", poster=shown, day=day, lamp=_lamp(shown, winners))


def draw_my_evening(shown: MyEvening, day: str) -> str:
    """Return the evening of one player as an SVG document; `day` is the date on it."""
    return _draw("results/mine.svg", mine=shown, day=day)


def _draw(template: str, **values: object) -> str:
    """Return an SVG document with its font inside."""
    font = drawings.find_folder("static") / "vendor" / "jost.woff2"
    encoded = base64.b64encode(font.read_bytes()).decode()
    drawn = render_template(template, font=encoded, colours=drawings.COLOURS, **values)
    return _NOT_IN_XML.sub(" ", drawn)


def _lamp(shown: Poster, winners: int) -> str:
    """Return the lamp over who has won, with its light down to where they stand."""
    if shown.evening:
        return drawings.draw("lamp", x=540, y=96, width=220, spread=420 if winners > 1 else 330, ground=400)
    spread = 560 if winners > 1 else 430
    return drawings.draw("lamp", x=540, y=96, width=290, spread=spread, ground=700, off=not winners)


_NOT_IN_XML = re.compile(r"[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _day(room: Room) -> str:
    return capitalize_first(format_weekday(room.opened_at)) if room.opened_at else ""


@blueprint.get("/result/<int:game>/<int:number>")
def round_(code: str, game: int, number: int) -> str:
    """Replay one round that was announced; raises `NotFound` for any other."""
    room = as_announced(latest_room(code))
    state = room.find_game(game)
    if state is None or state.practice:
        raise NotFound("There was no game {number} in this room", number=game)
    if state.played_round(number) is None:
        raise NotFound("Game {game} has no reveal {number}", number=number, game=game)
    view = replay_view(room, state, number)
    return render_template("results/round.html", room=room, game=state, number=number, view=view)


# Downloads for the host


@blueprint.get("/game-<int:number>.json")
def download_game(code: str, number: int) -> Response:
    """Return the record of a game, without what is hidden or still in play; raises `Refused` for no game."""
    room = _host_room(code)
    game = room.find_game(number)
    if game is None or game.practice or game.is_final:
        raise Refused("There was no game {number} in this room", number=number)
    names = {player.seat: player.name for player in room.players}
    document = record.record_to_document(record.rename_record_players(game.exported_record, names))
    return _attachment(record.dump_record(document), f"{code}-game-{game.evening_number}.json")


@blueprint.get("/evening.json")
def download_evening(code: str) -> Response:
    """Return all games of the room in one document."""
    document = evening_record.evening_to_document(evening_record.evening_of_room(_host_room(code)))
    return _attachment(evening_record.dump_evening(document), f"{code}-evening.json")


@blueprint.get("/rounds.csv")
def download_rounds(code: str) -> Response:
    """Return what was revealed in every round, for other programs."""
    return _attachment(csv_files.table_csv(_rounds(_host_room(code))), f"{code}-rounds.csv")


@blueprint.get("/scores.csv")
def download_scores(code: str) -> Response:
    """Return the scores of the games and of the evening, for other programs; without hidden ones."""
    return _attachment(csv_files.table_csv(_scores(_host_room(code))), f"{code}-scores.csv")


@blueprint.get("/evening.xlsx")
def download_workbook(code: str) -> Response:
    """Return the rounds and the scores, for a spreadsheet, in a workbook."""
    room = _host_room(code)
    tables = {translate("Rounds"): _rounds(room), translate("Scores"): _scores(room)}
    return _attachment(evening_workbook(tables, room.opened_at), f"{code}-evening.xlsx")


def _rounds(room: Room) -> csv_files.CsvTable:
    return csv_files.rounds_table(evening_record.evening_of_room(room))


def _scores(room: Room) -> csv_files.CsvTable:
    """Return the scores of the games and of the evening, without those that are hidden."""
    return csv_files.scores_table(evening_record.evening_of_room(without_hidden_scores(room)))


def _host_room(code: str) -> Room:
    room = services().store.load_room(code)
    if current_device() not in room.hosts:
        raise Forbidden("Only the host can do that")
    return as_announced(room)


def _attachment(contents: str | bytes, name: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(contents, mimetype=_TYPES[name.rpartition(".")[2]], headers=named)


_TYPES = {
    "csv": "text/csv",
    "json": "application/json",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}
