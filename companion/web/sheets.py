"""Taking games home: records, evenings and spreadsheets, as far as they are revealed. For the host alone."""

from flask import Blueprint, Response

from companion import keepsake, record, spreadsheet
from companion.journal import Room
from companion.keepsake import Keepsake
from companion.moves import Forbidden
from companion.score import Refused
from companion.web.device import device
from companion.web.wired import wired

blueprint = Blueprint("sheets", __name__)

_JSON = "application/json"
_CSV = "text/csv"


@blueprint.get("/<code:code>/game-<int:number>.json")
def game(code: str, number: int) -> Response:
    """Let the host download the record of one of the room's games.

    Hidden numbers are not in it, nor the hands that were dealt before the game is over.
    """
    room = _room(code)
    table = room.game_of(number)
    if table is None:
        raise Refused("There was no game {number} in this room", number=number)
    names = {player.seat: player.name for player in room.players}
    document = record.write(record.rename(table.known, names))
    return _download(record.dumps(document), _JSON, f"{code}-game-{number}.json")


@blueprint.get("/<code:code>/evening.json")
def evening(code: str) -> Response:
    """Let the host download all games of the room in one document."""
    return _download(keepsake.dumps(keepsake.write(_kept(code))), _JSON, f"{code}-evening.json")


@blueprint.get("/<code:code>/rounds.csv")
def rounds(code: str) -> Response:
    """Let the host download what everybody showed, for a spreadsheet."""
    return _download(spreadsheet.rounds(_kept(code).games), _CSV, f"{code}-rounds.csv")


@blueprint.get("/<code:code>/scores.csv")
def scores(code: str) -> Response:
    """Let the host download the scores and the evening standing, for a spreadsheet."""
    kept = _kept(code)
    contents = spreadsheet.scores(kept.games, keepsake.standing(kept))
    return _download(contents, _CSV, f"{code}-scores.csv")


def _room(code: str) -> Room:
    room = wired().store.room(code)
    if device() not in room.hosts:
        raise Forbidden("Only the host can do that")
    return room


def _kept(code: str) -> Keepsake:
    return keepsake.keep(_room(code))


def _download(contents: str | bytes, kind: str, name: str) -> Response:
    return Response(
        contents, mimetype=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
