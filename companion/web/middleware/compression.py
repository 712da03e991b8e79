"""Compression of pages and posters with gzip, for browsers that accept it.

A page that mixed a secret with what an address says could be probed by its size (BREACH). No page with a
secret repeats the query of its address, and forms from other sites are refused.
"""

import gzip

from flask import Flask, Response, request

_SMALLEST = 1_000  # bytes: less fits into one packet anyway
_COMPRESSED = frozenset({"text/html", "image/svg+xml"})
_LEVEL = 5  # a tenth larger than the best, in half the time


def init(app: Flask) -> None:
    """Compress the pages of an application; its files are compressed already (static_files.py)."""
    app.after_request(_compress)


def _compress(response: Response) -> Response:
    if response.mimetype not in _COMPRESSED or request.endpoint == "static":
        return response
    is_worth_it = response.content_length is not None and response.content_length >= _SMALLEST
    if is_worth_it and response.status_code != 304 and request.accept_encodings.best_match(["gzip"]):
        response.set_data(gzip.compress(response.get_data(), _LEVEL, mtime=0))
        response.content_encoding = "gzip"
    return response
