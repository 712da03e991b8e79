"""What the process counts about itself, for Prometheus: `/metrics`."""

import hmac

from flask import Blueprint, Response, abort, request

from companion.web import metrics, this_computer
from companion.web.services import services

blueprint = Blueprint("metrics", __name__)


@blueprint.get("/metrics")
def page() -> Response:
    """Return the metrics to programs on this computer, or with the token; to others it is not there."""
    sent = request.headers.get("Authorization", "")
    if not (_is_token(sent) if sent else this_computer.is_asking()):
        abort(404)
    return Response(services().metrics.text(), content_type=metrics.CONTENT_TYPE)


def _is_token(sent: str) -> bool:
    """Tell whether a header has the token, in a time that does not depend on how much of it is right."""
    scheme, _, given = sent.partition(" ")
    token = services().settings.metrics_token
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())
