"""The log of requests, a line each, how long they took, and their ids, which all that is logged of one has.

A line has the rule of an address and never the address: that may be a signed link, or have a number in its
query. It is written only where this logger is enabled (`--log json`).

A proxy that is trusted to say where a request comes from (`X-Forwarded-For`) may also name it, so that its
log and ours can be read together. All other requests are named here, and a page with a fault tells its name.
"""

import logging
import re
import secrets
from contextvars import ContextVar, copy_context
from functools import partial
from time import perf_counter

from flask import Flask, Response, request

from companion.web.middleware.clients import current_request
from companion.web.services import Services

BEGUN, CLIENT_PORT = "companion.begun", "companion.client_port"
"""The server's keys in the environment: when a request was complete (`perf_counter`), its client's port."""
DEFERRED, FAILED_WITH = "companion.deferred", "companion.failed_with"
"""Keys that not all have: a list of what is to be called before the answer is sent; and what that has raised,
where the answer is made again: None if another process has written first."""
HEADER = "X-Request-ID"
_GIVEN = re.compile(r"[A-Za-z0-9._-]{1,64}")
_BYTES = 4  # people read it out, and a log has times as well
_VARIABLE = re.compile(r"<(?:[^<>]*:)?(\w+)>")
_current: ContextVar[str] = ContextVar("request_id", default="")
_log = logging.getLogger("companion.requests")


def init(app: Flask) -> None:
    """Name each request; log and count each answer when nothing else is done to it: to be called first."""
    count = Services.of(app).metrics.count_request

    def begin() -> None:
        environ = request.environ
        name_request(environ.get("HTTP_X_REQUEST_ID", ""), environ.get(CLIENT_PORT))

    def end(response: Response) -> Response:
        current, status = current_request(), response.status_code
        if status >= 400:  # what phones get all the time is as small as can be
            response.headers[HEADER] = current_request_id()
        rule, begun = (
            current.url_rule.rule if current.url_rule else "",
            current.environ.get(BEGUN, perf_counter()),
        )

        def log() -> None:
            seconds = perf_counter() - begun
            count(status, seconds)
            log_request(current.method, rule, status, seconds)

        if deferred := current.environ.get(DEFERRED):
            deferred.append(partial(copy_context().run, log))
        else:
            log()
        return response

    def forget(_error: BaseException | None) -> None:
        _current.set("")

    app.before_request(begin)
    app.after_request(end)
    app.teardown_request(forget)


def current_request_id() -> str:
    """Return the id of the request that is being answered; empty outside of one."""
    return _current.get()


def name_request(given: str, port: object) -> None:
    """Name the request of this thread or task: as a trusted proxy does in its header, else at random.

    `port` is the client's. It is 0 where uvicorn knows the client from the header of a proxy that it trusts.
    """
    is_known = port == 0 and _GIVEN.fullmatch(given)
    _current.set(given if is_known else secrets.token_hex(_BYTES))


def log_request(method: str, rule: str, status: int, seconds: float, **about: object) -> None:
    """Log an answer; `rule` is empty where no page has the address."""
    if _log.isEnabledFor(logging.INFO):
        route = _route(rule)
        fields: dict[str, object] = {"method": method, "route": route, "status": status}
        fields |= {"duration_ms": round(seconds * 1000, 2), **about}
        _log.info("%s %s %d", method, route or "no page", status, extra={"about": fields})


def _route(rule: str) -> str | None:
    """Return a rule with capitals for what varies: `/CODE/number`."""
    return _VARIABLE.sub(lambda match: match[1].upper(), rule) or None
