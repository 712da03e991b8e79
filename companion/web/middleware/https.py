"""Https: which requests have come by it, and that a browser that came so keeps to it.

The server itself speaks http, and a proxy in front of it https. Where that proxy is trusted
(FORWARDED_ALLOW_IPS), `X-Forwarded-Proto` says how the browser has asked. Where it says nothing, an https
`--url` does, for requests to exactly that address: by another name, as on a LAN, the server has plain http.
"""

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from flask import Flask, Response, request

from companion.config import addresses
from companion.web.server.wsgi import Environ
from companion.web.services import Services

_HSTS = "max-age=31536000"  # a year, and for this name alone: others below it may not have https
_HTTPS_PORT = 443


def init(app: Flask) -> None:
    """Let Flask know the scheme of each request, and answer those by https with the header of HSTS."""
    url, inner = Services.of(app).settings.url, app.wsgi_app

    def application(environ: Environ, start_response: Callable[..., Any]) -> Iterable[bytes]:
        set_scheme(environ, url)
        return inner(environ, start_response)

    app.wsgi_app = application  # type: ignore[method-assign]
    app.after_request(_add_hsts)


def set_scheme(environ: Environ, url: str | None) -> None:
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


def _add_hsts(response: Response) -> Response:
    """Keep the browser to https; not on localhost, where it would shut out all other programs."""
    if request.is_secure and not addresses.is_loopback(f"//{request.environ.get('HTTP_HOST', '')}"):
        response.headers["Strict-Transport-Security"] = _HSTS
    return response
