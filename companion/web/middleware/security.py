"""What a request must be to be answered, and what browsers may do with the answer.

Forms of other sites and names that are not this server's are refused (CSRF, DNS rebinding). Every answer says
what its page may load, and that nobody may keep it; by https also that the browser is to keep to https.

The server itself speaks http, and a proxy in front of it https. Where that proxy is trusted
(FORWARDED_ALLOW_IPS), `X-Forwarded-Proto` says how the browser has asked. Where it says nothing, an https
`--url` does, for requests to exactly that address: by another name, as on a LAN, the server has plain http.

A page that mixed a secret with what an address says could be probed by its size (BREACH). No page with a
secret repeats the query of its address, and forms from other sites are refused.
"""

import gzip
import ipaddress
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request
from werkzeug.exceptions import BadRequest, RequestEntityTooLarge

from companion.config import addresses
from companion.room.commands.access import Forbidden
from companion.web.server import wsgi
from companion.web.services import Services, services

_ALL = {
    "Content-Security-Policy": (
        "default-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'"
    ),
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
_HTTPS_PORT = 443
_NO_CONTENT = 204
_SMALLEST = 1_000  # bytes: less fits into one packet anyway
_COMPRESSED = frozenset({"text/html", "image/svg+xml"})
_LEVEL = 5  # a tenth larger than the best, in half the time
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
    """Let Flask know the scheme of each request, check it, and complete each answer."""
    url, inner = Services.of(app).settings.url, app.wsgi_app

    def application(environ: wsgi.Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        set_scheme(environ, url)
        return inner(environ, start_response)

    app.wsgi_app = application  # type: ignore[method-assign]
    app.before_request(_check_request)
    app.after_request(_complete)


def set_scheme(environ: wsgi.Environ, url: str | None) -> None:
    """Set the scheme of a request in its environment (PEP 3333), where `url` is the configured one.

    The server has set what a trusted proxy said. Cookies, links and the origin check all follow this scheme.
    """
    forwarded = environ.get("HTTP_X_FORWARDED_PROTO", "").rpartition(",")[2].strip()
    requested = f"//{environ.get('HTTP_HOST', '')}"
    if forwarded != "http" and url and url.startswith("https:") and _authority(requested) == _authority(url):
        environ["wsgi.url_scheme"] = "https"


@lru_cache(100)
def _authority(url: str) -> tuple[str, int]:
    """Return host and port of a URL of https; both are empty if it has none that is valid."""
    try:
        parts = urlsplit(url)
        return (parts.hostname or "").rstrip("."), parts.port or _HTTPS_PORT
    except ValueError:
        return "", 0


def is_own_host(host: str, url: str | None) -> bool:
    """Tell whether a Host header names this server.

    That is an IP address, a name without a dot or with an ending of local networks, or the name of the
    configured `url`. Any other domain that resolves to this computer is DNS rebinding.
    """
    name = addresses.hostname(f"//{host}").rstrip(".")
    if url and name == addresses.hostname(url):
        return True
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return bool(name) and ("." not in name or name.endswith(_LOCAL_ENDINGS))
    return True


def _check_request() -> Response | None:
    """Refuse a host name that is not valid or not ours, a body that is too long, and forms of other sites."""
    if isinstance(request.routing_exception, BadRequest):  # no URL can be built for an error page
        return Response("That request could not be read", 400, mimetype="text/plain")
    if (request.content_length or 0) > wsgi.MAX_BODY:
        raise RequestEntityTooLarge
    if not is_own_host(request.host, services().settings.url):
        raise Forbidden("This server does not know the name {host}: start it with --url", host=request.host)
    if request.method not in {"GET", "HEAD", "OPTIONS"} and _is_foreign():
        raise Forbidden("That came from another site, so nothing was done")
    return None


def _is_foreign() -> bool:
    """Tell whether a form comes from another site, by what the browser says.

    Browsers send `Sec-Fetch-Site` only by https and on localhost, and old ones never. Its standard has values
    that it does not name ignored. By https the scheme of the origin counts too: pages of the same name by
    http can be those of anybody on the network. By http it does not, as a proxy with https need not say so.
    """
    if request.headers.get("Sec-Fetch-Site") in _FOREIGN_SITES:
        return True
    scheme, _, host = (origin := request.headers.get("Origin", "")).lower().partition("://")
    is_own = (
        scheme in ({"https"} if request.is_secure else {"http", "https"}) and host == request.host.lower()
    )
    return bool(origin and not is_own)


def _complete(response: Response) -> Response:
    """Add headers to an answer that has something in it, and compress pages and posters."""
    is_file = request.endpoint == "static"
    if response.status_code != _NO_CONTENT:
        for name, value in (_ALL if is_file else _PAGES).items():
            response.headers.setdefault(name, value)
    if request.is_secure and not addresses.is_loopback(f"//{request.environ.get('HTTP_HOST', '')}"):
        response.headers["Strict-Transport-Security"] = _HSTS  # on localhost it would shut out other programs
    is_worth_it = response.mimetype in _COMPRESSED and (response.content_length or 0) >= _SMALLEST
    accepts_gzip = request.accept_encodings.best_match(["gzip"])
    if not is_file and is_worth_it and response.status_code != 304 and accepts_gzip:
        response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
