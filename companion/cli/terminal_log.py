"""Logging to the terminal: one line an event, for the host, and failures; or all of it as JSON, for programs.

A record may have two things besides its message: `about`, the fields that JSON adds, and `only_in_text`, the
end of a line of text, which JSON leaves out. No exception is printed with what it says: that may be a number.
"""

import json
import logging
import queue
import sys
import traceback
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from logging.handlers import QueueHandler, QueueListener

from companion.web.middleware.request_log import current_request_id

_EVENTS = tuple(f"companion.{name}" for name in ("rooms", "evenings", "database", "network", "faults"))
_FOR_PROGRAMS = "companion.requests", "companion.server"
_LEFT_OUT = "companion.evenings", "companion.requests"  # by `quiet`
_QUEUE_SIZE = 10_000  # lines for a terminal that is blocked


class _Handler(QueueHandler):
    """Queues lines, and drops them if the queue is full: a blocked terminal must not block the server."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)


@contextmanager
def log_to_terminal(*, quiet: bool, as_json: bool) -> Iterator[None]:
    """Log to the terminal meanwhile.

    Text goes to standard output, and failures to standard error; JSON to standard output, with all requests.
    `quiet` leaves out what players do and requests, but neither room codes nor host codes nor failures.
    """
    for name in ("asyncio", "psycopg"):  # or each lost connection, and each write conflict, is a warning
        logging.getLogger(name).setLevel(logging.ERROR)
    logging.captureWarnings(as_json)
    output, errors = logging.StreamHandler(sys.stdout), logging.StreamHandler(sys.stderr)
    output.addFilter(lambda record: as_json or not _is_failure(record))
    errors.addFilter(lambda record: not as_json and _is_failure(record))
    listener = QueueListener(queue.Queue(_QUEUE_SIZE), output, errors)
    handler = _Handler(listener.queue)
    handler.format = json_line if as_json else _text_line  # type: ignore[method-assign]
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
    for name in (*_EVENTS, *(_FOR_PROGRAMS if as_json else ())):
        level = logging.WARNING if quiet and name in _LEFT_OUT else logging.INFO
        logging.getLogger(name).setLevel(level)
    logging.raiseExceptions = False  # a terminal on a full disk: a traceback of each line would fill another
    listener.start()
    try:
        yield
    finally:
        listener.stop()


def json_line(record: logging.LogRecord) -> str:
    """Return a record as a line of JSON."""
    at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
    fields = {
        "time": at.replace("+00:00", "Z"),
        "level": record.levelname.lower(),
        "logger": record.name,
        "message": record.getMessage(),
        **({"request": request_id} if (request_id := current_request_id()) else {}),
        **getattr(record, "about", {}),
        **_raised(record),
    }
    return json.dumps(fields, ensure_ascii=False)


def _text_line(record: logging.LogRecord) -> str:
    """Return a record as text: what happens with its time, and what else is logged with where."""
    is_event, at = record.name in _EVENTS, datetime.fromtimestamp(record.created, UTC).astimezone()
    begin = f"{at:%H:%M:%S} " if is_event else f"{record.levelname} {record.name}:"
    end = "".join(f"\n{each}" for each in reversed(_raised(record).values()))
    return f"{begin} {record.getMessage()}{getattr(record, 'only_in_text', '')}{end}"


def _is_failure(record: logging.LogRecord) -> bool:
    return record.levelno >= logging.ERROR or record.name not in _EVENTS


def _raised(record: logging.LogRecord) -> dict[str, str]:
    """Return the name of an exception, and its frames."""
    raised, _, trace = record.exc_info or (None, None, None)
    if raised is None:
        return {}
    return {"exception": raised.__name__, "traceback": "".join(traceback.format_tb(trace)).rstrip()}
