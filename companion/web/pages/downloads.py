"""Taking games home: records, evenings and spreadsheets, as far as they are revealed. For the host alone."""

from flask import Blueprint, Response

from companion.formats import csv_export, evening_record, record
from companion.formats.evening_record import EveningRecord
from companion.i18n.errors import Refused
from companion.room.commands.access import Forbidden
from companion.room.state import Room
from companion.web.device import current_device
from companion.web.services import services

blueprint = Blueprint("downloads", __name__)

_JSON = "application/json"
_CSV = "text/csv"


@blueprint.get("/<code:code>/game-<int:number>.json")
def game(code: str, number: int) -> Response:
    """Let the host download the record of one of the room's games.

    Hidden numbers are not in it, nor the hands that were dealt before the game is over.
    """
    room = _room(code)
    game = room.find_game(number)
    if game is None:
        raise Refused("There was no game {number} in this room", number=number)
    names = {player.seat: player.name for player in room.players}
    document = record.record_to_document(record.rename_record_players(game.public_record, names))
    return _download(record.dump_record(document), _JSON, f"{code}-game-{number}.json")


@blueprint.get("/<code:code>/evening.json")
def evening(code: str) -> Response:
    """Let the host download all games of the room in one document."""
    return _download(
        evening_record.dump_evening(evening_record.evening_to_document(_kept(code))),
        _JSON,
        f"{code}-evening.json",
    )


@blueprint.get("/<code:code>/rounds.csv")
def rounds(code: str) -> Response:
    """Let the host download what everybody showed, for a spreadsheet."""
    return _download(csv_export.rounds_csv(_kept(code).games), _CSV, f"{code}-rounds.csv")


@blueprint.get("/<code:code>/scores.csv")
def scores(code: str) -> Response:
    """Let the host download the scores and the evening standing, for a spreadsheet."""
    kept = _kept(code)
    contents = csv_export.scores_csv(kept.games, evening_record.standing_of_evening(kept))
    return _download(contents, _CSV, f"{code}-scores.csv")


def _room(code: str) -> Room:
    room = services().store.load_room(code)
    if current_device() not in room.hosts:
        raise Forbidden("Only the host can do that")
    return room


def _kept(code: str) -> EveningRecord:
    return evening_record.evening_of_room(_room(code))


def _download(contents: str | bytes, kind: str, name: str) -> Response:
    return Response(
        contents, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
