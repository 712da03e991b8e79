"""Taking a game home: its record, as far as it is revealed."""

from flask import Blueprint, Response

from companion import record
from companion.moves import Forbidden
from companion.score import Refused
from companion.web.device import device
from companion.web.wired import wired

blueprint = Blueprint("sheets", __name__)


@blueprint.get("/<code:code>/game-<int:number>.json")
def game(code: str, number: int) -> Response:
    """Let the host download the record of one of the room's games.

    Hidden numbers are not in it, nor the hands that were dealt before the game is over.
    """
    room = wired().store.room(code)
    if device() not in room.hosts:
        raise Forbidden("Only the host can do that")
    table = next((each for each in room.tables if each.number == number), None)
    if table is None:
        raise Refused("There was no game {number} in this room", number=number)
    names = {player.seat: player.name for player in room.players}
    document = record.write(record.rename(table.known, names))
    disposition = f'attachment; filename="{code}-game-{number}.json"'
    return Response(
        record.dumps(document), mimetype="application/json", headers={"Content-Disposition": disposition}
    )
