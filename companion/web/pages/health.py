"""The health check: `/healthz`."""

from flask import Blueprint, Response, jsonify
from sqlalchemy.exc import SQLAlchemyError

from companion import __version__
from companion.web.services import services

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def page() -> tuple[Response, int]:
    """Return the release, and whether the database answers: 200, or 503 if not. It tells nothing of rooms.

    A bus that does not answer is reported, with 200: without it screens are updated a second later.
    """
    health = {"companion": __version__} | _bus()
    try:
        services().store.check_connection()
    except SQLAlchemyError:
        return jsonify(health | {"database": "The database does not answer"}), 503
    return jsonify(health | {"database": "answers"}), 200


def _bus() -> dict[str, str]:
    answers = services().poller.is_bus_connected()
    return {} if answers is None else {"bus": "answers" if answers else "The bus does not answer"}
