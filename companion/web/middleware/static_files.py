"""Static files: their URLs contain a hash, so that browsers cache them for ever; compressed once.

Vendored files are stored as they were published. Where an old browser cannot read one, `vendor/manifest.json`
lists the few words that are replaced when it is sent (`served_with`).
"""

import gzip
import hashlib
import json
import mimetypes
import posixpath
from functools import cache
from pathlib import Path

from flask import Flask, Response, request, url_for
from werkzeug.exceptions import NotFound
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as Answer

from companion.web import drawings

_MAX_AGE = 365 * 24 * 3600
_COMPRESSED_TYPES = {".css", ".js", ".svg"}


def init(app: Flask) -> None:
    """Answer with files, and add `asset(name)` to templates, which returns the URL of one."""
    folder = drawings.find_folder("static")

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=_read(folder, name)[0])

    def static(filename: str) -> Answer:
        name = posixpath.normpath(filename)  # one file has one name in the cache
        if safe_join("", name) is None or not (folder / name).is_file():
            raise NotFound
        version, content, gzipped = _read(folder, name)
        answer = Response(content, mimetype=mimetypes.guess_type(name)[0] or "application/octet-stream")
        answer.cache_control.no_cache = True
        if request.args.get("v") == version:
            answer.headers["Cache-Control"] = f"public, max-age={_MAX_AGE}, immutable"
        answer.vary.add("Accept-Encoding")
        answer.set_etag(version)
        if Path(name).suffix in _COMPRESSED_TYPES and request.accept_encodings.best_match(["gzip"]):
            answer.set_data(gzipped)
            answer.content_encoding = "gzip"
            answer.set_etag(f"{version}-gzip")
        return answer.make_conditional(request)

    app.add_template_global(asset)
    app.add_url_rule("/static/<path:filename>", "static", static)


@cache
def _read(folder: Path, name: str) -> tuple[str, bytes, bytes]:
    """Return the hash of a file, and its content as it is served, plain and compressed.

    Those words are replaced that the manifest of vendored files lists.
    """
    content = (folder / name).read_bytes()
    vendored = json.loads((folder / "vendor" / "manifest.json").read_text())
    for each in vendored.get(name.removeprefix("vendor/"), {}).get("served_with", ()):
        content = content.replace(each["from"].encode(), each["to"].encode())
    return hashlib.sha256(content).hexdigest()[:12], content, gzip.compress(content, mtime=0)
