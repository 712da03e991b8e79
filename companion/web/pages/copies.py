"""The backups of a laptop, saved and put back in the browser: with `--open`, on the server's own computer.

If companion could not start, this is the only page.
"""

import tempfile
from contextlib import suppress
from datetime import datetime
from functools import partial
from pathlib import Path

from flask import Blueprint, Flask, Response, abort, render_template, request
from werkzeug.wrappers import Response as Answer

from companion.i18n.dates import format_clock, format_evening
from companion.i18n.errors import Refused
from companion.i18n.languages import gettext
from companion.i18n.messages import format_count, translate
from companion.storage.backup import Backups, Copy
from companion.storage.database import DatabaseFailure, known_revisions
from companion.web.middleware import errors
from companion.web.middleware.clients import is_this_computer_asking
from companion.web.middleware.htmx import redirect_to
from companion.web.pages.operator import require_this_computer
from companion.web.services import services

blueprint = Blueprint("copies", __name__, url_prefix="/copies")
blueprint.before_request(require_this_computer)
_ALWAYS = {"static", "language.choose", "operator.health", "operator.stop"}


def init(app: Flask) -> None:
    """Lead this computer to the copies, and all others nowhere, if companion could not start."""
    app.before_request(_lead_here)
    app.add_template_filter(_moment, "moment")


def _lead_here() -> Answer | None:
    if not services().restart.failure or request.blueprint == blueprint.name or request.endpoint in _ALWAYS:
        return None
    if is_this_computer_asking():
        return redirect_to("copies.page")
    return errors.error_page(gettext(DatabaseFailure.SILENT), 503)


@blueprint.get("")
def page(error: str = "", **_: str) -> str:
    """List the copies; if companion could not start, offer the newest one that can be put back."""
    restart, has = services().restart, ""
    copies = restart.backups.list_copies() if restart.backups else []
    while restart.failure and copies and not has:
        with suppress(Refused):
            has = _look(copies[0])
        copies = copies[not has :]
    name, message = "damaged" if restart.failure else "copies", error or restart.refusal
    return render_template(f"start/{name}.html", copies=copies, has=has, restart=restart, error=message)


@blueprint.post("")
def save() -> Response:
    """Download a copy of this moment."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / _backups().new_name(_now()).name
        _backups().make(file)
        named = {"Content-Disposition": f'attachment; filename="{file.name}"'}
        return Response(file.read_bytes(), mimetype="application/zip", headers=named)


@blueprint.get("/<name>")
def confirm(name: str) -> str:
    """Say what is in a copy, and ask whether to put it back; raises `Refused` if it cannot be."""
    copy = _find(name)
    return render_template("start/put_back.html", copy=copy, has=_look(copy))


@blueprint.post("/<name>")
def put_back(name: str) -> str:
    """Start again with a copy, or with an empty database in the place of one that cannot be used."""
    restart, now = services().restart, _now()
    if restart.failure and name == "empty":
        restart.work = partial(_backups().set_aside, now)
    else:
        restart.work = partial(_backups().restore, _find(name).file, known_revisions(), now, replace=True)
    services().stopping.set()
    return render_template("start/restarting.html", failed=restart.failure)


def _backups() -> Backups:
    return services().restart.backups or abort(404)


def _find(name: str) -> Copy:
    return next(
        (backup_copy for backup_copy in _backups().list_copies() if backup_copy.file.name == name), None
    ) or abort(404)


def _look(copy: Copy) -> str:
    """Say what is in a copy; raises `Refused` if it cannot be put back."""
    rooms, newest = _backups().look(copy.file, known_revisions())
    has = format_count(rooms, "{n} room", "{n} rooms")
    return translate("{rooms}, last used on {when}", rooms=has, when=_moment(newest)) if newest else has


def _moment(at: datetime) -> str:
    return translate("{day}, {time}", day=format_evening(at, _now()), time=format_clock(at))


def _now() -> datetime:
    return datetime.now().astimezone()


blueprint.register_error_handler(Refused, errors.rerender_page(page))
