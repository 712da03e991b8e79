"""What people see when something is refused or goes wrong: a sentence and a way back, never a trace."""

from collections.abc import Callable
from typing import Any

import flask_htmx
from flask import Flask, Response, make_response, render_template, request
from werkzeug.exceptions import HTTPException

from companion.i18n.errors import Refused
from companion.i18n.languages import gettext
from companion.i18n.messages import N_
from companion.room.commands.access import Blocked, Forbidden, TooLate
from companion.storage.event_store import UnknownRoom
from companion.web.middleware import htmx


class NotFound(Refused):
    """Refused because there is nothing at that address, or not yet."""


_STATUS: dict[type[Refused], int] = {
    UnknownRoom: 404,
    NotFound: 404,
    Forbidden: 403,
    Blocked: 403,
    TooLate: 409,
}
_SENTENCES = {
    400: N_("That request could not be read"),
    404: N_("There is nothing at this address"),
    405: N_("That cannot be done here"),
    413: N_("That was more than this server takes at once"),
    500: N_("Something went wrong in companion. Nothing that was sent before is lost"),
}
SERVER_FAULT = _SENTENCES[500]
"""What is said when companion itself is at fault."""


def init(app: Flask) -> None:
    """Answer refusals and faults of the whole application."""
    app.register_error_handler(Refused, _refused)
    app.register_error_handler(HTTPException, _failed)


def rerender_page(page: Callable[..., Any], without: tuple[str, ...] = ()) -> Callable[[Refused], Response]:
    """Answer a refusal with the page it came from, which shows the sentence and what was typed.

    `page` is called with the values in the address and `error`. The sentence stands alone where that
    page cannot be shown to whoever asked, and for the endpoints in `without`.
    """

    def handler(refused: Refused) -> Response:
        there = request.view_args or {}
        shown_to_all = not isinstance(refused, Forbidden) and not (there and isinstance(refused, UnknownRoom))
        if htmx.wants_fragment() or request.endpoint in without or not shown_to_all:
            return _refused(refused)
        try:
            return make_response(page(**there, error=str(refused)), _status(refused))
        except Refused as also:  # the page itself is not for whoever asked
            return _refused(also)

    return handler


def _refused(refused: Refused) -> Response:
    code = None if isinstance(refused, UnknownRoom | Blocked) else (request.view_args or {}).get("code")
    return _answer(str(refused), _status(refused), code)


def _failed(error: HTTPException) -> Response:
    status = error.code or 500
    if status < 400:
        return make_response(error.get_response())
    return _answer(gettext(_SENTENCES.get(status, error.name)), status)


def _answer(sentence: str, status: int, code: str | None = None) -> Response:
    values: dict[str, Any] = {"error": sentence, "code": code}
    if not htmx.wants_fragment():
        return make_response(render_template("error.html", **values), status)
    answer: Response = flask_htmx.make_response(
        render_template("_error.html", **values), retarget="#said", reswap="innerHTML"
    )
    answer.status_code = status
    return answer


def _status(refused: Refused) -> int:
    return _STATUS.get(type(refused), 422)


def error_page(said: str, status: int) -> Response:
    """Answer with a sentence alone, as a page or as the part of one."""
    return _answer(said, status)
