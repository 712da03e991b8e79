"""Faults: a sentence for whoever asked, and a line for the host that names the room and no secret.

What an exception says may be somebody's number, and an address may be a link that makes somebody host;
so neither is written down.
"""

import logging
import time
import traceback

from flask import Flask, Response, request
from sqlalchemy.exc import SQLAlchemyError

from companion import database
from companion.buckets import Buckets
from companion.database import Trouble
from companion.languages import translated
from companion.store import Busy
from companion.web import refusals
from companion.words import mark

_log = logging.getLogger("companion.faults")
_STATUS = {Trouble.FULL: 507, Trouble.BUSY: 503, Trouble.SILENT: 503}
_SENTENCES = {
    Trouble.FULL: mark(
        "The host's computer could not write that down: its disk may be full. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
    Trouble.BUSY: mark(
        "The host's computer is busy with its database. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
    Trouble.SILENT: mark(
        "The host's computer cannot use its database. "
        "Nothing that was sent before is lost: try again in a moment"
    ),
}
_SAME = Buckets(3, 1 / 30)  # how often the same trouble is told of


def init(app: Flask) -> None:
    """Answer whatever goes wrong."""
    app.register_error_handler(SQLAlchemyError, _database)
    app.register_error_handler(Busy, _busy)
    app.register_error_handler(Exception, _fault)


def _database(error: SQLAlchemyError) -> Response:
    trouble = database.trouble(error)
    return _unusable(trouble, database.name(error)) if trouble else _fault(error)


def _busy(_error: Busy) -> Response:
    return _unusable(Trouble.BUSY, "others wait already")


def _unusable(trouble: Trouble, why: str) -> Response:
    sentence = _SENTENCES[trouble]
    if _SAME.take(trouble, time.monotonic()):
        _log.warning("%s%s (%s)", _room(), sentence.partition(". ")[0], why)
    answer = refusals.sentence(translated(sentence), _STATUS[trouble])
    answer.headers["Retry-After"] = "2"
    return answer


def _fault(error: Exception) -> Response:
    frames = "".join(traceback.format_tb(error.__traceback__))
    _log.error("%s%s in %s\n%s", _room(), type(error).__name__, request.endpoint, frames.rstrip())
    return refusals.sentence(translated(refusals.FAULT), 500)


def _room() -> str:
    code = (request.view_args or {}).get("code")
    return f"Room {code}: " if code else ""
