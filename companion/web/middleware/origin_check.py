"""Who may talk to us at all: pages of other sites may not, and pages may load nothing from elsewhere."""

import ipaddress

from flask import Flask, Response, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from companion.config.addresses import hostname
from companion.room.commands.access import Forbidden
from companion.web.server import wsgi
from companion.web.services import services

_LOCAL_ENDINGS = (
    ".local",
    ".lan",
    ".home",
    ".internal",
    ".localdomain",
    ".home.arpa",
    ".localhost",
    ".fritz.box",
)
_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}


def init(app: Flask) -> None:
    """Look at every request before it is answered, and at every answer before it goes out."""
    app.before_request(_refuse_unreadable)
    app.before_request(_check)
    app.after_request(_harden)


def is_own_host(host: str, url: str | None) -> bool:
    """Tell whether a Host header means this server.

    A stranger's domain that resolves to this computer (DNS rebinding) does not: only addresses,
    names without a dot or with an ending of local networks, and the name of `url`, which we were given.
    """
    name = hostname(f"//{host}").rstrip(".")
    if url and name == hostname(url):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_LOCAL_ENDINGS))
    return True


def _refuse_unreadable() -> Response | None:
    """Refuse what no page can be made for: a name that cannot be one, or more than a page may read."""
    if isinstance(request.routing_exception, BadRequest):  # and so there is no address to lead to
        return Response("That request could not be read", 400, mimetype="text/plain")
    if (request.content_length or 0) > wsgi.MAX_BODY:
        raise RequestEntityTooLarge
    return None


def _check() -> None:
    if not is_own_host(request.host, services().settings.url):
        raise Forbidden("This server does not know the name {host}: start it with --url", host=request.host)
    origin = request.headers.get("Origin")
    if request.method not in {"GET", "HEAD", "OPTIONS"} and origin and not _same(origin):
        raise Forbidden("That came from another site, so nothing was done")


def _same(origin: str) -> bool:
    return origin.lower().partition("://")[2] == request.host.lower()


def _harden(response: Response) -> Response:
    response.headers.update(_HEADERS)
    return response
