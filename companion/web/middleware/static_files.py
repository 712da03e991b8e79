"""Static files: their URLs contain a hash, so that browsers cache them for ever; compressed once.

Vendored files are stored as they were published. Where an old browser cannot read one, `vendor/manifest.json`
lists the few words that are replaced when it is sent (`served_with`).
"""

import gzip
import hashlib
import json
import posixpath
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for

_MAX_AGE = 365 * 24 * 3600
_COMPRESSED_TYPES = {".css", ".js", ".svg"}


def init(app: Flask) -> None:
    """Add `asset(name)` to templates, which returns the URL of a file; set the headers of files."""

    folder = Path(str(app.static_folder))

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=_read(folder, name)[0])

    def complete(response: Response) -> Response:
        if not (
            request.endpoint == "static" and response.status_code in {200, 206, 304} and request.view_args
        ):
            return response
        name = posixpath.normpath(request.view_args["filename"])  # one file has one name in the cache
        version, content, gzipped = _read(folder, name)
        if request.args.get("v") == version:
            response.headers["Cache-Control"] = f"public, max-age={_MAX_AGE}, immutable"
        response.vary.add("Accept-Encoding")
        if Path(request.path).suffix in _COMPRESSED_TYPES and response.status_code == 200:
            accepts_gzip = request.accept_encodings.best_match(["gzip"])
            response.direct_passthrough = False
            response.close()  # closes the file
            response.set_data(gzipped if accepts_gzip else content)
            if accepts_gzip:
                response.content_encoding = "gzip"
                response.headers.pop("ETag", None)
        return response

    app.add_template_global(asset)
    app.after_request(complete)


@cache
def _read(folder: Path, name: str) -> tuple[str, bytes, bytes]:
    """Return the hash of a file, and its content as it is served (see above), plain and compressed."""
    content = (folder / name).read_bytes()
    vendored = json.loads((folder / "vendor" / "manifest.json").read_text())
    for each in vendored.get(name.removeprefix("vendor/"), {}).get("served_with", ()):
        content = content.replace(each["from"].encode(), each["to"].encode())
    return hashlib.sha256(content).hexdigest()[:12], content, gzip.compress(content, mtime=0)
