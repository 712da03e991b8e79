"""The headers of every answer: what a page may load, that nobody may keep it, and gzip.

A page that mixed a secret with what an address says could be probed by its size (BREACH). No page with a
secret repeats the query of its address, and forms from other sites are refused.
"""

import gzip

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
_SMALLEST = 1_000  # bytes: less fits into one packet anyway
_COMPRESSED = frozenset({"text/html", "image/svg+xml"})
_LEVEL = 5  # a tenth larger than the best, in half the time


def init(app: Flask) -> None:
    """Add headers to each answer that has something in it, and compress pages and posters."""
    app.after_request(_complete)


def _complete(response: Response) -> Response:
    is_file = request.endpoint == "static"
    if response.status_code != _NO_CONTENT:
        for name, value in (_ALL if is_file else _PAGES).items():
            response.headers.setdefault(name, value)
    is_worth_it = response.mimetype in _COMPRESSED and (response.content_length or 0) >= _SMALLEST
    accepts_gzip = request.accept_encodings.best_match(["gzip"])
    if not is_file and is_worth_it and response.status_code != 304 and accepts_gzip:
        response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
