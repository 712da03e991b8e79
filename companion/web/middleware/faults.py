"""Faults: a sentence for whoever asked, and a line for the host that names the room and no secret.

What an exception says may be somebody's number, and an address may be a link that makes somebody host;
so neither is written down.
"""

import logging
import time
import traceback

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n.languages import gettext
from companion.i18n.messages import N_
from companion.storage import database
from companion.storage.database import DatabaseTrouble
from companion.storage.event_store import StoreBusy
from companion.web.middleware import errors
from companion.web.middleware.token_bucket import TokenBuckets

_log = logging.getLogger("companion.faults")
_STATUS = {DatabaseTrouble.FULL: 507, DatabaseTrouble.BUSY: 503, DatabaseTrouble.SILENT: 503}
_SENTENCES = {
    DatabaseTrouble.FULL: N_(
        "The host's computer could not write that down: its disk may be full. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
    DatabaseTrouble.BUSY: N_(
        "The host's computer is busy with its database. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
    DatabaseTrouble.SILENT: N_(
        "The host's computer cannot use its database. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
}
_SAME = TokenBuckets(3, 1 / 30)  # how often the same trouble is told of


def init(app: Flask) -> None:
    """Answer whatever goes wrong."""
    app.register_error_handler(SQLAlchemyError, _database)
    app.register_error_handler(StoreBusy, _busy)
    app.register_error_handler(Exception, _fault)


def _database(error: SQLAlchemyError) -> Response:
    trouble = database.classify_error(error)
    return _unusable(trouble, database.error_name(error)) if trouble else _fault(error)


def _busy(_error: StoreBusy) -> Response:
    return _unusable(DatabaseTrouble.BUSY, "others wait already")


def _unusable(trouble: DatabaseTrouble, why: str) -> Response:
    sentence = _SENTENCES[trouble]
    if _SAME.take(trouble, time.monotonic()):
        _log.warning("%s%s (%s)", _room(), sentence.partition(". ")[0], why)
    answer = errors.error_page(gettext(sentence), _STATUS[trouble])
    answer.headers["Retry-After"] = "2"
    return answer


def _fault(error: Exception) -> Response:
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s%s in %s\n%s", _room(), type(error).__name__, request.endpoint, frames.rstrip())
    return errors.error_page(gettext(errors.SERVER_FAULT), 500)


def _room() -> str:
    code = (request.view_args or {}).get("code")
    return f"Room {code}: " if code else ""
