"""The log of requests, a line each, and how long they took.

A line has the rule of an address and never the address: that may be a signed link, or have a number in its
query. It is written only where this logger is enabled (`--log json`).
"""

import logging
import re
from functools import lru_cache
from time import perf_counter

from flask import Flask, Response, request

from companion.web.services import Services

BEGUN = "companion.begun"
"""The key in the environment of a request for when it was complete (`perf_counter`); set by the server."""

_VARIABLE = re.compile(r"<(?:[^<>]*:)?(\w+)>")
_log = logging.getLogger("companion.requests")


def init(app: Flask) -> None:
    """Log and count each answer when nothing else is done to it: to be called before other middleware."""
    count = Services.of(app).metrics.count_request

    def end(response: Response) -> Response:
        now, status = perf_counter(), response.status_code
        seconds = now - request.environ.get(BEGUN, now)
        count(status, seconds)
        if _log.isEnabledFor(logging.INFO):
            log_request(request.method, request.url_rule.rule if request.url_rule else "", status, seconds)
        return response

    app.after_request(end)


def log_request(method: str, rule: str, status: int, seconds: float, **about: object) -> None:
    """Log an answer; `rule` is empty where no page has the address."""
    if _log.isEnabledFor(logging.INFO):
        route = _route(rule)
        fields: dict[str, object] = {"method": method, "route": route, "status": status}
        fields |= {"duration_ms": round(seconds * 1000, 2), **about}
        _log.info("%s %s %d", method, route or "no page", status, extra={"about": fields})


@lru_cache(256)
def _route(rule: str) -> str | None:
    """Return a rule with capitals for what varies: `/CODE/number`."""
    return _VARIABLE.sub(lambda found: found[1].upper(), rule) or None
