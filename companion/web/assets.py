"""Static files: addressed by what is in them, so that browsers may keep them for ever."""

import hashlib
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

_FOR_EVER = 365 * 24 * 3600


def init(app: Flask) -> None:
    """Offer `asset(name)` to templates."""

    @cache
    def fingerprint(name: str) -> str:
        return hashlib.sha256((Path(str(app.static_folder)) / name).read_bytes()).hexdigest()[:12]

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=fingerprint(name))

    app.add_template_global(asset)
    app.after_request(_caching)


def _caching(response: Response) -> Response:
    """Let browsers keep the files that are addressed by content, and nothing else: pages are personal."""
    if request.endpoint == "static" and "v" in request.args and response.status_code < 400:
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.max_age = _FOR_EVER
        response.cache_control.immutable = True
    elif request.endpoint != "static":
        response.cache_control.no_store = True
    return response
