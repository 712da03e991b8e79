"""Whether this server is well, for whoever watches over it: `/healthz`."""

from flask import Blueprint, Response, jsonify
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.web.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def page() -> tuple[Response, int]:
    """Say which release runs and that its database answers, or 503 and that it does not. Nothing of rooms.

    Where there is a bus, say whether that answers; without it screens are right a second later, so a
    server that has lost it is still of use.
    """
    said = {"companion": __version__} | _bus()
    try:
        services().store.check_connection()
    except SQLAlchemyError:
        return jsonify(said | {"database": "The database does not answer"}), 503
    return jsonify(said | {"database": "answers"}), 200


def _bus() -> dict[str, str]:
    poller = services().poller
    answers = poller.is_bus_connected() if poller else None
    return {} if answers is None else {"bus": "answers" if answers else "The bus does not answer"}
