"""The headers of every answer: what a page may load, and that nobody may keep it."""

from flask import Flask, Response, request

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
_NO_CONTENT = 204


def init(app: Flask) -> None:
    """Add the headers to each answer that has something in it."""
    app.after_request(_add_headers)


def _add_headers(response: Response) -> Response:
    if response.status_code != _NO_CONTENT:
        for name, value in (_ALL if request.endpoint == "static" else _PAGES).items():
            response.headers.setdefault(name, value)
    return response
