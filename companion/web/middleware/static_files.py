"""Static files: addressed by what is in them, so that browsers keep them for ever; compressed once."""

import gzip
import hashlib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

_FOR_EVER = 365 * 24 * 3600
_TEXTS = {".css", ".js", ".svg"}


@dataclass(frozen=True, slots=True)
class _Asset:
    fingerprint: str
    zipped: bytes


def init(app: Flask) -> None:
    """Offer `asset(name)` to templates, and send what it names compressed and for ever."""

    @cache
    def read(name: str) -> _Asset:
        content = (Path(str(app.static_folder)) / name).read_bytes()
        return _Asset(hashlib.sha256(content).hexdigest()[:12], gzip.compress(content, mtime=0))

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=read(name).fingerprint)

    def caching(response: Response) -> Response:
        if request.endpoint != "static":
            response.cache_control.no_store = True  # pages are personal
        elif response.status_code in {200, 304} and request.view_args:
            _keep(response, read(request.view_args["filename"]))
        return response

    app.add_template_global(asset)
    app.after_request(caching)


def _keep(response: Response, asset: _Asset) -> None:
    if request.args.get("v") == asset.fingerprint:
        response.cache_control.no_cache = None
        response.cache_control.public = True
        response.cache_control.max_age = _FOR_EVER
        response.cache_control.immutable = True
    response.vary.add("Accept-Encoding")
    has_it = request.method == "GET" and response.status_code == 200
    wants_it = has_it and request.accept_encodings.best_match(["gzip"])
    if wants_it and Path(request.path).suffix in _TEXTS:
        response.direct_passthrough = False
        response.close()  # the file, which is not read
        response.set_data(asset.zipped)
        response.content_encoding = "gzip"
        response.headers.pop("ETag", None)
