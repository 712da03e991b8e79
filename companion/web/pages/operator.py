"""The pages for who runs the server: `/healthz`, `/metrics`, and `/stop`, which replaces a terminal."""

import hmac

from flask import Blueprint, Response, abort, jsonify, render_template, request

from companion import __version__
from companion.room.commands.access import Forbidden
from companion.web import metrics
from companion.web.middleware.clients import is_this_computer_asking
from companion.web.services import services

blueprint = Blueprint("operator", __name__)


@blueprint.get("/healthz")
def health() -> tuple[Response, int]:
    """Return the release, and whether the database answers: 200, or 503 if not, and while the server stops.

    It tells nothing of rooms.

    A Redis that does not answer is reported, with 200: without it screens are updated a second later.
    """
    said = {True: "answers", False: "{} does not answer"}
    answers, is_connected = services().store.answers(), services().sync.is_connected()
    status = {"companion": __version__, "database": said[answers].format("The database")}
    if is_connected is not None:
        status["redis"] = said[is_connected].format("Redis")
    if is_draining := services().draining.is_set():
        status["server"] = "stopping"
    return jsonify(status), 200 if answers and not is_draining else 503


@blueprint.get("/metrics")
def counted() -> Response:
    """Return the metrics to programs on this computer, or with the token; to others it is not there."""
    sent = request.headers.get("Authorization", "")
    if not (_is_token(sent) if sent else is_this_computer_asking()):
        abort(404)
    return Response(services().metrics.text(), content_type=metrics.CONTENT_TYPE)


def _is_token(sent: str) -> bool:
    """Tell whether a header has the token, in a time that does not depend on how much of it is right."""
    scheme, _, given = sent.partition(" ")
    token = services().settings.metrics_token
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())


@blueprint.get("/stop")
def confirm() -> str:
    """Say what stopping means, and ask for confirmation."""
    _require_this_computer()
    return render_template("start/stop.html", rooms=len(services().hub.subscribed_codes()))


@blueprint.post("/stop")
def stop() -> str:
    """Stop the server, and say so on the last page that it sends."""
    _require_this_computer()
    page = render_template("start/stopped.html", kept_in=services().settings.data_location)
    services().stopping.set()
    return page


def _require_this_computer() -> None:
    """Raise `NotFound` where a terminal stops the server, and `Forbidden` for other computers."""
    if not services().settings.open:
        abort(404)
    if not is_this_computer_asking():
        raise Forbidden("Only the computer that companion runs on can stop it")
