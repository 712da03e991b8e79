"""What a request must be to be answered, and what browsers may do with the answer.

Forms of other sites and names that are not this server's are refused (CSRF, DNS rebinding). Every answer says
what its page may load, and that nobody may keep it; by https also that the browser is to keep to https.

A page that mixed a secret with what an address says could be probed by its size (BREACH). No page with a
secret repeats the query of its address, and forms from other sites are refused.
"""

import gzip
from contextlib import suppress

from flask import Flask, Request, Response, g, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from companion.config import addresses
from companion.room.commands.access import Forbidden
from companion.storage.event_store import CODE_LENGTH, UnknownRoom
from companion.web.middleware.clients import client_address, current_request
from companion.web.middleware.rate_limit import check_request, requested_code
from companion.web.server import wsgi
from companion.web.services import services

POLICY = "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
_ALL = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "same-origin",
}
_PAGES = {
    **_ALL,
    "Cache-Control": "no-store",  # pages are personal
    "Vary": "HX-Request, Accept-Encoding, Accept-Language, Cookie",
}
_HSTS = "max-age=31536000"  # a year, and for this name alone: others below it may not have https
_SMALLEST = 1_000  # bytes: less fits into one packet anyway
_COMPRESSED = frozenset({"text/html", "image/svg+xml"})
_LEVEL = 6  # a twentieth larger than the best, in half the time
_FOREIGN_SITES = {"cross-site", "same-site"}  # `Sec-Fetch-Site` of a page that is not ours


def init(app: Flask) -> None:
    """Check each request, and complete each answer."""
    app.before_request(_check_request)
    app.after_request(_complete)


def is_own_host(host: str, *urls: str | None) -> bool:
    """Tell whether a Host header names this server.

    That is an IP address, a name without a dot or with an ending of local networks, or the name of one of the
    configured `urls`. Any other domain that resolves to this computer is DNS rebinding, but for
    `is_outside_address`.
    """
    name = addresses.hostname(f"//{host}").rstrip(".")
    if name and name in {addresses.hostname(url or "") for url in urls}:
        return True
    return bool(name and (addresses.is_local(name) or addresses.parse_ip(name)))


def is_outside_address(host: str, code: str) -> bool:
    """Tell whether a Host header is the outside address that a room's host typed, of this request by https.

    **Invariant:** such a name opens that room alone, while it is open, always behind its gate. So who opens a
    room and types an own site gets by DNS rebinding what its host has anyway. By that name a browser has no
    cookie of this server, and no right is the laptop's. Raises `TooManyRequests`.
    """
    store, limiter = services().store, services().limiter
    with suppress(UnknownRoom):
        if store.cached_room(code) is None:
            limiter.check_tries_of_all("code")  # before the database is asked
        room = store.load_room(code)
        is_open = request.is_secure and bool(room.outside_address) and not room.is_closed
        if is_open and addresses.authority(f"//{host}") == addresses.authority(room.outside_address):
            return True
    limiter.check_tries_of_all("code")  # or the answer would tell whether there is such a room
    return False


def _check_request() -> Response | None:
    """Refuse a host name that is not valid or not ours, a body that is too long, and forms of other sites."""
    current, app_services = current_request(), services()
    if isinstance(current.routing_exception, BadRequest):  # no URL can be built for an error page
        return Response("That request could not be read", 400, mimetype="text/plain")
    if (current.content_length or 0) > wsgi.MAX_BODY:
        raise RequestEntityTooLarge
    if current.endpoint == "static":  # files know of nobody, and are the same by any name
        return None
    is_own = is_own_host(current.host, *app_services.settings.urls) or _is_by_outside_address()
    app_services.failed_visits.count(client_address(current.remote_addr), "" if is_own else "address")
    if not is_own:
        raise Forbidden("This server does not know the name {host}: start it with --url", host=current.host)
    if current.method not in {"GET", "HEAD", "OPTIONS"} and _is_foreign(current):
        raise Forbidden("That came from another site, so nothing was done")
    return None


def _is_by_outside_address() -> bool:
    """Tell whether this request is for what an outside address opens, and count it."""
    back = request.form.get("back", "") if request.endpoint == "language.choose" else ""
    code = back[1 : 1 + CODE_LENGTH].upper() or requested_code()
    if not code.isalnum() or (request.blueprint or "").startswith("operator"):
        return False
    check_request()
    if not (is_found := is_outside_address(request.host, code)):
        services().limiter.count_wrong_code(g.pop("counted_request")[0])
    return is_found


def _is_foreign(current: Request) -> bool:
    """Tell whether a form comes from another site, by what the browser says.

    Browsers send `Sec-Fetch-Site` only by https and on localhost, and old ones never. Its standard has values
    that it does not name ignored. By https the scheme of the origin counts too: pages of the same name by
    http can be those of anybody on the network. By http it does not, as a proxy with https need not say so.
    """
    if current.headers.get("Sec-Fetch-Site") in _FOREIGN_SITES:
        return True
    scheme, _, host = (origin := current.headers.get("Origin", "")).lower().partition("://")
    schemes = {"https"} if current.is_secure else {"http", "https"}
    return bool(origin) and not (scheme in schemes and host == current.host.lower())


def _complete(response: Response) -> Response:
    """Add headers to an answer that has something in it, and compress pages and posters."""
    headers = {} if response.status_code == 204 else _ALL if request.endpoint == "static" else _PAGES
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    if request.is_secure and not addresses.is_loopback(f"//{request.environ.get('HTTP_HOST', '')}"):
        response.headers["Strict-Transport-Security"] = _HSTS  # on localhost it would shut out other programs
    is_small = (response.content_length or 0) < _SMALLEST
    is_ready = is_small or response.content_encoding or response.status_code == 304
    if not is_ready and response.mimetype in _COMPRESSED and request.accept_encodings.best_match(["gzip"]):
        response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
