"""Logging to the terminal: one line an event, for the host, and failures."""

import logging
import queue
import sys
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import QueueHandler, QueueListener
from typing import TextIO

_EVENTS = tuple(f"companion.{name}" for name in ("rooms", "evenings", "database", "network", "faults"))
_QUEUE_SIZE = 10_000  # lines for a terminal that is blocked


class _DroppingHandler(QueueHandler):
    """Queues lines, and drops them if the queue is full: a blocked terminal must not block the server."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)


def log_to_terminal(*, quiet: bool) -> QueueListener:
    """Log events to standard output, faults to standard error; return the listener, to be stopped at exit.

    `quiet` leaves out what players do, but neither room codes nor host codes nor failures.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # or each lost connection is a warning
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # or each write conflict is one
    listener = QueueListener(
        queue.Queue(_QUEUE_SIZE),
        _stream_handler(sys.stdout, lambda record: record.levelno < logging.ERROR),
        _stream_handler(sys.stderr, lambda record: record.levelno >= logging.ERROR),
    )
    handler = _DroppingHandler(listener.queue)
    for name in _EVENTS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.handlers = [handler]
    if quiet:
        logging.getLogger("companion.evenings").setLevel(logging.WARNING)
    listener.start()
    return listener


def _stream_handler(stream: TextIO, accepts: Callable[[logging.LogRecord], bool]) -> logging.Handler:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(asctime)s  %(message)s", "%H:%M:%S"))
    handler.addFilter(accepts)
    return handler
