"""Downloads for the host: records, the evening and spreadsheets, as far as they are announced."""

from flask import Blueprint, Response

from companion.formats import csv_files, evening_record, record
from companion.formats.evening_record import EveningRecord
from companion.i18n.errors import Refused
from companion.room.commands.access import Forbidden
from companion.room.state import Room
from companion.screens.hidden_scores import without_hidden_scores
from companion.web.announced import as_announced
from companion.web.device import current_device
from companion.web.services import services

blueprint = Blueprint("downloads", __name__)

_JSON = "application/json"
_CSV = "text/csv"


@blueprint.get("/<code:code>/game-<int:number>.json")
def game(code: str, number: int) -> Response:
    """Return the record of a game, without what is hidden or still in play; raises `Refused` for no game."""
    room = _room(code)
    game = room.find_game(number)
    if game is None or game.practice:
        raise Refused("There was no game {number} in this room", number=number)
    names = {player.seat: player.name for player in room.players}
    document = record.record_to_document(record.rename_record_players(game.exported_record, names))
    return _attachment(record.dump_record(document), _JSON, f"{code}-game-{game.evening_number}.json")


@blueprint.get("/<code:code>/evening.json")
def evening(code: str) -> Response:
    """Return all games of the room in one document."""
    document = evening_record.evening_to_document(_evening(code))
    return _attachment(evening_record.dump_evening(document), _JSON, f"{code}-evening.json")


@blueprint.get("/<code:code>/rounds.csv")
def rounds(code: str) -> Response:
    """Return what was revealed in every round, for a spreadsheet."""
    return _attachment(csv_files.rounds_csv(_evening(code).games), _CSV, f"{code}-rounds.csv")


@blueprint.get("/<code:code>/scores.csv")
def scores(code: str) -> Response:
    """Return the scores of the games and of the evening, for a spreadsheet; without those that are hidden."""
    room = _room(code)
    played = evening_record.evening_of_room(without_hidden_scores(room))
    contents = csv_files.scores_csv(played.games, evening_record.standing_of_evening(played))
    return _attachment(contents, _CSV, f"{code}-scores.csv")


def _room(code: str) -> Room:
    room = services().store.load_room(code)
    if current_device() not in room.hosts:
        raise Forbidden("Only the host can do that")
    return as_announced(room)


def _evening(code: str) -> EveningRecord:
    return evening_record.evening_of_room(_room(code))


def _attachment(contents: str | bytes, mimetype: str, name: str) -> Response:
    named = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(contents, mimetype=mimetype, headers=named)
