"""What the process counts about itself, for Prometheus: `/metrics`."""

import hmac

from flask import Blueprint, Response, abort, request

from companion.config.addresses import hostname
from companion.web import metrics
from companion.web.middleware.clients import client_address
from companion.web.services import services

blueprint = Blueprint("metrics", __name__)

_OF_PROXIES = ("Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP")


@blueprint.get("/metrics")
def page() -> Response:
    """Return the metrics to programs on this computer, or with the token; to others it is not there."""
    sent = request.headers.get("Authorization", "")
    if not (_is_token(sent) if sent else _is_from_here()):
        abort(404)
    return Response(services().metrics.text(), content_type=metrics.CONTENT_TYPE)


def _is_token(sent: str) -> bool:
    """Tell whether a header has the token, in a time that does not depend on how much of it is right."""
    scheme, _, given = sent.partition(" ")
    token = services().settings.metrics_token
    return bool(token) and scheme.lower() == "bearer" and hmac.compare_digest(given.encode(), token.encode())


def _is_from_here() -> bool:
    """Tell whether a request comes from this computer, and not through a proxy on it.

    A proxy says so in a header, or asks for the name that it is known by: one that does neither fails to pass
    forms on, as their origin is checked.
    """
    names = request.remote_addr or "", hostname(request.host_url)
    return all(map(_is_loopback, names)) and not any(name in request.headers for name in _OF_PROXIES)


def _is_loopback(name: str) -> bool:
    return name == "localhost" or (bool(name) and not client_address(name))
