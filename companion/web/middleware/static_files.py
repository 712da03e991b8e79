"""Static files: their URLs contain a hash, so that browsers cache them for ever; compressed once.

Vendored files are stored as they were published. Where an old browser cannot read one, `vendor/manifest.json`
lists the few words that are replaced when it is sent (`served_with`).

What pages load together is sent as one file, however many files it is written in (`_JOINED`).
"""

import gzip
import hashlib
import json
import posixpath
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path

from flask import Flask, Response, current_app, request, send_file, url_for

_MAX_AGE = 365 * 24 * 3600
_COMPRESSED_TYPES = {".css", ".js", ".svg"}
_JOINED: Mapping[str, tuple[str, ...]] = {
    "live.js": ("page", "clock", "hold", "stream", "merge", "room", "taps"),
    "sheet.js": ("page", "entry", "turn", "server", "morph", "show", "line", "keys", "send", "hands"),
    "css/common.css": ("tokens", "base", "guest", "emblem"),
    "css/desk.css": (
        *("page", "pressed", "strip", "boxes", "ending", "people", "corrections", "notice", "rooms"),
    ),
    "css/parts.css": ("page", "scoreboard", "cards", "reveal", "columns", "digits", "languages"),
    "css/remote.css": ("page", "stage", "furniture", "benches", "command", "dock"),
    "css/start.css": ("offer", "here", "lessons", "decks"),
    "css/phone.css": (
        *("page", "buttons", "boxes", "entry", "sent"),
        *("verdict", "ends", "again", "joining", "reactions", "low", "bets"),
    ),
    "css/sheet.css": ("page", "paper", "keys", "ends", "small"),
    "css/results.css": ("poster", "tables", "charts", "alltime", "paper"),
    "css/tv.css": (
        *("frame", "lines", "lobby", "doors", "chairs", "round", "question"),
        *("closed", "clock", "reveal", "presenters", "scores", "photo", "mention"),
        *("award", "podium", "peeled", "titles", "showdown", "half", "cards", "strip"),
        *("row", "sides", "trapdoor", "part", "notices", "truth", "stairs", "again", "thrown"),
        *("others", "weak"),
    ),
}
"""Files that are joined when the app starts, and their parts, in the folder of the same name, in order."""


def init(app: Flask) -> None:
    """Add `asset(name)` to templates, which returns the URL of a file; set the headers of files."""

    folder = Path(str(app.static_folder))

    def asset(name: str) -> str:
        return url_for("static", filename=name, v=_read(folder, name)[0])

    def send(filename: str) -> Response:
        name = posixpath.normpath(filename)
        if name not in _JOINED:
            return app.send_static_file(filename)
        version, content, _ = _read(folder, name)
        return send_file(BytesIO(content), download_name=name, etag=version)

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

    app.view_functions["static"] = send
    app.add_template_global(asset)
    app.after_request(complete)


def read_text(name: str) -> str:
    """Return the text of a file as it is served."""
    return _read(Path(str(current_app.static_folder)), name)[1].decode()


@cache  # up to 20 ms for a sheet, to join and to compress it
def _read(folder: Path, name: str) -> tuple[str, bytes, bytes]:
    """Return the hash of a file, and its content as it is served (see above), plain and compressed."""
    content = b"".join((folder / part).read_bytes() for part in _parts(name))
    vendored = json.loads((folder / "vendor" / "manifest.json").read_text())
    for each in vendored.get(name.removeprefix("vendor/"), {}).get("served_with", ()):
        content = content.replace(each["from"].encode(), each["to"].encode())
    return hashlib.sha256(content).hexdigest()[:12], content, gzip.compress(content, mtime=0)


def _parts(name: str) -> tuple[str, ...]:
    """Return the files of which a file is made: itself, or those that are joined."""
    stem, suffix = posixpath.splitext(name)
    return tuple(f"{stem}/{each}{suffix}" for each in _JOINED[name]) if name in _JOINED else (name,)
