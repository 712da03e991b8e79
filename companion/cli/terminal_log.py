"""What is written to the terminal: a line an event that a host can read, and troubles."""

import logging
import queue
import sys
from collections.abc import Callable
from contextlib import suppress
from logging.handlers import QueueHandler, QueueListener
from typing import TextIO

_EVENTS = ("companion.rooms", "companion.evenings", "companion.database", "companion.faults")
_MOST_WAITING = 10_000  # lines for a terminal that takes none at the moment
_evenings = logging.getLogger("companion.evenings")


class _Patient(QueueHandler):
    """Hands lines on without ever waiting: a terminal that stands still must not stop the evening."""

    def enqueue(self, record: logging.LogRecord) -> None:
        with suppress(queue.Full):
            self.queue.put_nowait(record)


def log_to_terminal(*, quiet: bool) -> QueueListener:
    """Write events to standard output, faults to standard error; return what is to be stopped at the end.

    `quiet` leaves out what players do. Room codes, host codes and troubles are told all the same.
    """
    logging.basicConfig(
        stream=sys.stderr, level=logging.WARNING, format="%(levelname)s %(name)s: %(message)s"
    )
    logging.getLogger("asyncio").setLevel(logging.ERROR)  # or every phone that hangs up is a warning
    logging.getLogger("psycopg").setLevel(logging.ERROR)  # or every line that another server wrote first
    outputs = [_output(sys.stdout, lambda record: record.levelno < logging.ERROR)]
    outputs += [_output(sys.stderr, lambda record: record.levelno >= logging.ERROR)]
    listener = QueueListener(queue.Queue(_MOST_WAITING), *outputs)
    handler = _Patient(listener.queue)
    for name in _EVENTS:
        logger = logging.getLogger(name)
        logger.setLevel(logging.INFO)
        logger.propagate = False
        logger.handlers = [handler]
    _evenings.setLevel(logging.WARNING if quiet else logging.INFO)
    listener.start()
    return listener


def _output(stream: TextIO, wanted: Callable[[logging.LogRecord], bool]) -> logging.Handler:
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logging.Formatter("%(asctime)s  %(message)s", "%H:%M:%S"))
    handler.addFilter(wanted)
    return handler
