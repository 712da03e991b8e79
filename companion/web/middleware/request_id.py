"""Request ids: all that is logged about one request has the same id, and a page with a fault tells it.

A proxy that is trusted to say where a request comes from (`X-Forwarded-For`) may also name it, so that its
log and ours can be read together. All other requests are named here.
"""

import re
import secrets
from contextvars import ContextVar

from flask import Flask, Response, request

HEADER = "X-Request-ID"
CLIENT_PORT = "companion.client_port"
"""The key in the environment of a request for the port of its client."""

_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_BYTES = 4  # people read it out, and a log has times as well
_current: ContextVar[str] = ContextVar("request_id", default="")


def init(app: Flask) -> None:
    """Name each request before it is answered; answers that are errors say the name."""
    app.before_request(_name_request)
    app.after_request(_add_header)
    app.teardown_request(_forget)


def current_request_id() -> str:
    """Return the id of the request that is being answered; empty outside of one."""
    return _current.get()


def name_request(given: str, port: object) -> None:
    """Name the request of this thread or task: as a trusted proxy does in its header, else at random.

    `port` is the client's. It is 0 where uvicorn knows the client from the header of a proxy that it trusts.
    """
    is_known = port == 0 and _GIVEN.fullmatch(given)
    _current.set(given if is_known else secrets.token_hex(_BYTES))


def _name_request() -> None:
    environ = request.environ
    name_request(environ.get("HTTP_X_REQUEST_ID", ""), environ.get(CLIENT_PORT))


def _add_header(response: Response) -> Response:
    """Add the id to errors only: what phones get all the time is as small as can be."""
    if response.status_code >= 400:
        response.headers[HEADER] = current_request_id()
    return response


def _forget(_error: BaseException | None) -> None:
    _current.set("")
