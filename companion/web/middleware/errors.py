"""Error pages: a refusal or a fault is answered with a sentence and a way back, never with a trace.

Faults are logged with the room's code. What an exception says may be a player's number, and a URL may be a
signed link, so neither is logged.
"""

import logging
import posixpath
import traceback
from collections.abc import Callable
from typing import Any

import flask_htmx
from flask import Flask, Response, make_response, redirect, render_template, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, TooManyRequests

from companion.i18n.errors import Refused, Unchanged
from companion.i18n.languages import gettext
from companion.i18n.messages import N_
from companion.room.commands.access import Blocked, Forbidden, TooLate, WrongHostCode
from companion.storage import database
from companion.storage.database import DatabaseFailure
from companion.storage.event_store import UnknownRoom
from companion.web.links import meant_path
from companion.web.middleware import htmx
from companion.web.middleware.rate_limit import Buckets
from companion.web.middleware.request_log import current_request_id


class NotFound(Refused):
    """There is nothing at that address, or not yet."""


_REFUSAL_STATUS: dict[type[Refused], int] = {
    UnknownRoom: 404,
    NotFound: 404,
    Forbidden: 403,
    WrongHostCode: 403,
    Blocked: 403,
    TooLate: 409,
    Unchanged: 409,
}
_HTTP_SENTENCES = {
    400: N_("That request could not be read"),
    404: N_("There is nothing at this address"),
    405: N_("That cannot be done here"),
    413: N_("That was more than this server takes at once"),
    500: N_("Something went wrong in companion. Nothing that was sent before is lost"),
}
_log = logging.getLogger("companion.faults")
_logged = Buckets()  # three times, and every 30 seconds, the same failure of the database is logged


def init(app: Flask) -> None:
    """Register the error handlers of the application."""
    app.register_error_handler(Refused, answer_refusal)
    app.register_error_handler(HTTPException, _answer_http_error)
    app.register_error_handler(SQLAlchemyError, answer_database_error)
    app.register_error_handler(Exception, _answer_fault)


def rerender_page(page: Callable[..., Any], without: tuple[str, ...] = ()) -> Callable[[Refused], Response]:
    """Return an error handler that shows the page again, with the sentence and what was typed.

    `page` is called with the values in the URL and `error`. The sentence is a page of its own if that page
    is not for this browser, and for the endpoints in `without`.
    """

    def handler(refused: Refused) -> Response:
        in_url = request.view_args or {}
        is_alone = isinstance(refused, Forbidden) or (in_url and isinstance(refused, UnknownRoom))
        if htmx.wants_fragment() or request.endpoint in without or is_alone:
            return answer_refusal(refused)
        try:
            return make_response(page(**in_url, error=str(refused)), _status_of(refused))
        except (Refused, SQLAlchemyError) as of_page:
            return answer_refusal(of_page if isinstance(of_page, Refused) else refused)

    return handler


def error_page(sentence: str, status: int, code: str | None = None) -> Response:
    """Answer with a sentence, as a page or as the fragment of one; `code` is the room to lead back to."""
    report = current_request_id() if status == 500 else ""
    values = {"error": sentence, "code": code, "asks_code": status == 404, "report": report}
    if not htmx.wants_fragment():
        return make_response(render_template("error.html", **values), status)
    answer: Response = flask_htmx.make_response(
        render_template("_error.html", **values), retarget="#message", reswap="innerHTML"
    )
    answer.headers["HX-Reselect"] = "unset"  # all of it, whatever part of a page was asked for
    answer.status_code = status
    return answer


def answer_refusal(refused: Refused) -> Response:
    """Answer with the sentence of a refusal, and a way back to its room."""
    code = None if isinstance(refused, UnknownRoom | Blocked) else (request.view_args or {}).get("code")
    return error_page(str(refused), _status_of(refused), code)


def _answer_http_error(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    is_visit = request.method in {"GET", "HEAD"}
    if status == 405 and is_visit:  # a reload of a refused form
        return make_response(redirect(f"/{posixpath.dirname(request.path).strip('/')}", 303))
    if status == 404 and is_visit and request.routing_exception and (path := meant_path(request.path)):
        return make_response(redirect(path, 303))
    if not isinstance(error, TooManyRequests):
        return error_page(gettext(_HTTP_SENTENCES.get(status, error.name)), status)
    answer = error_page(error.description or "", status)
    answer.headers["Retry-After"] = str(error.retry_after or 1)
    return answer


def answer_database_error(error: SQLAlchemyError) -> Response:
    """Say what is wrong with the database, and that it is no loss; a fault of ours is answered as such."""
    failure = database.classify_error(error)
    if failure is None:
        return _answer_fault(error)
    if not _logged.seconds_to_wait(failure, 3, 1 / 30, take=True):
        _report(logging.WARNING, f"{failure.partition('. ')[0]} ({database.error_name(error)})")
    answer = error_page(gettext(failure), 507 if failure is DatabaseFailure.FULL else 503)
    answer.headers["Retry-After"] = "2"
    return answer


def _answer_fault(error: Exception) -> Response:
    name, frames = type(error).__name__, "".join(traceback.format_tb(error.__traceback__)).rstrip()
    message = f"{name} in {request.endpoint}, request {current_request_id()}"
    _report(logging.ERROR, message, f"\n{frames}", exception=name, traceback=frames)
    return error_page(gettext(_HTTP_SENTENCES[500]), 500)


def _report(level: int, message: str, only_in_text: str = "", **about: str) -> None:
    """Log what went wrong, in which room if one is asked for."""
    room = {"room": code} if (code := (request.view_args or {}).get("code")) else {}
    extra = {"about": {**room, **about}, "only_in_text": only_in_text}
    _log.log(level, "%s%s", f"Room {code}: " if code else "", message, extra=extra)


def _status_of(refused: Refused) -> int:
    return _REFUSAL_STATUS.get(type(refused), 422)
