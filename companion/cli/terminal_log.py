"""Logging to the terminal: one line an event, for the host, and failures; or all of it as JSON, for programs.

A record may have two things besides its message: `about`, the fields that JSON adds, and `only_in_text`, the
end of a line of text, which JSON leaves out. No exception is printed with what it says: that may be a number.
"""

import json
import logging
import queue
import sys
import traceback
from collections.abc import Callable
from contextlib import suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener
from types import TracebackType
from typing import TextIO

from companion.web.middleware.request_log import current_request_id

_EVENTS = tuple(f"companion.{name}" for name in ("rooms", "evenings", "database", "network", "faults"))
_QUEUE_SIZE = 10_000  # lines for a terminal that is blocked

_Raised = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class _DroppingHandler(QueueHandler):
    """Queues lines, and drops them if the queue is full: a blocked terminal must not block the server."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)


class _Lines(logging.Formatter):
    """Formats a record as text, with the frames of an exception and without what it says."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name in the library
        return super().formatMessage(record) + str(getattr(record, "only_in_text", ""))

    def formatException(self, ei: _Raised) -> str:  # noqa: N802
        return _frames(ei[2]) + f"\n{ei[0].__name__ if ei[0] else ''}"


class _JsonLines(logging.Formatter):
    """Formats a record as a line of JSON."""

    def format(self, record: logging.LogRecord) -> str:
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        fields = {
            "time": at.replace("+00:00", "Z"),
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if request_id := current_request_id():
            fields["request"] = request_id
        fields |= getattr(record, "about", {})
        if record.exc_info and record.exc_info[0]:
            fields["exception"] = record.exc_info[0].__name__
            fields["traceback"] = _frames(record.exc_info[2])
        return json.dumps(fields, ensure_ascii=False)


def log_to_terminal(*, quiet: bool, as_json: bool) -> QueueListener:
    """Start to log to the terminal; return the listener, to be stopped at exit.

    Text goes to standard output, and failures to standard error; JSON to standard output, with all requests.
    `quiet` leaves out what players do and requests, but neither room codes nor host codes nor failures.
    """
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # or each lost connection is a warning
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # or each write conflict is one
    listener = _log_json() if as_json else _log_text()
    for name in ("companion.evenings", "companion.requests"):
        if quiet:
            logging.getLogger(name).setLevel(logging.WARNING)
    listener.start()
    return listener


def _log_text() -> QueueListener:
    others = logging.StreamHandler(sys.stderr)
    others.setFormatter(_Lines("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[others])
    listener = QueueListener(
        queue.Queue(_QUEUE_SIZE),
        _stream_handler(sys.stdout, lambda record: record.levelno < logging.ERROR),
        _stream_handler(sys.stderr, lambda record: record.levelno >= logging.ERROR),
    )
    handler = _DroppingHandler(listener.queue)
    handler.setFormatter(_Lines("%(asctime)s  %(message)s", "%H:%M:%S"))
    for name in _EVENTS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.handlers = [handler]
    return listener


def _log_json() -> QueueListener:
    logging.captureWarnings(True)
    listener = QueueListener(queue.Queue(_QUEUE_SIZE), logging.StreamHandler(sys.stdout))
    handler = _DroppingHandler(listener.queue)
    handler.setFormatter(_JsonLines())
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in (*_EVENTS, "companion.requests", "companion.server"):
        logging.getLogger(name).setLevel(logging.INFO)
    return listener


def _stream_handler(stream: TextIO, accepts: Callable[[logging.LogRecord], bool]) -> logging.Handler:
    handler = logging.StreamHandler(stream)
    handler.addFilter(accepts)
    return handler


def _frames(trace: TracebackType | None) -> str:
    return "".join(traceback.format_tb(trace)).rstrip()
