"""The origin check: forms of other sites are refused."""

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
_FOREIGN_SITES = {"cross-site", "same-site"}
"""What `Sec-Fetch-Site` says of a page that is not ours; the others are `same-origin` and `none`."""


def init(app: Flask) -> None:
    """Check each request."""
    app.before_request(_refuse_unreadable)
    app.before_request(_check_origin)


def is_own_host(host: str, url: str | None) -> bool:
    """Tell whether a Host header names this server.

    That is an IP address, a name without a dot or with an ending of local networks, or the name of the
    configured `url`. Any other domain that resolves to this computer is DNS rebinding.
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
    """Refuse a host name that is not valid, and a body that is too long."""
    if isinstance(request.routing_exception, BadRequest):  # no URL can be built for an error page
        return Response("That request could not be read", 400, mimetype="text/plain")
    if (request.content_length or 0) > wsgi.MAX_BODY:
        raise RequestEntityTooLarge
    return None


def _check_origin() -> None:
    if not is_own_host(request.host, services().settings.url):
        raise Forbidden("This server does not know the name {host}: start it with --url", host=request.host)
    if request.method not in {"GET", "HEAD", "OPTIONS"} and _is_foreign():
        raise Forbidden("That came from another site, so nothing was done")


def _is_foreign() -> bool:
    """Tell whether a form comes from another site, by what the browser says.

    Browsers send `Sec-Fetch-Site` only by https and on localhost, and old ones never. Its standard has values
    that it does not name ignored.
    """
    origin = request.headers.get("Origin", "")
    is_of_other_site = request.headers.get("Sec-Fetch-Site") in _FOREIGN_SITES
    return is_of_other_site or bool(origin and not _is_own_origin(origin))


def _is_own_origin(origin: str) -> bool:
    """Compare an origin with the address of the request.

    By https the scheme counts too: pages of the same name by http can be those of anybody on the network. By
    http it does not, as a proxy with https need not say so.
    """
    scheme, _, host = origin.lower().partition("://")
    schemes = {"https"} if request.is_secure else {"http", "https"}
    return scheme in schemes and host == request.host.lower()
