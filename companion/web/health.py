"""Whether this server is well, for whoever watches over it: `/healthz`."""

from flask import Blueprint, Response, current_app, jsonify
from sqlalchemy.exc import SQLAlchemyError

from companion.web.wired import wired

blueprint = Blueprint("health", __name__)


@blueprint.get("/healthz")
def page() -> tuple[Response, int]:
    """Say which release runs and that its database answers, or 503 and that it does not. Nothing of rooms."""
    release = {"companion": current_app.config["RELEASE"]}
    try:
        wired().store.answers()
    except SQLAlchemyError:
        return jsonify(release | {"database": "The database does not answer"}), 503
    return jsonify(release | {"database": "answers"}), 200
