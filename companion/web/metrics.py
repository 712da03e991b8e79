"""Metrics: what one process counts about itself, for `/metrics`. No label tells of a room, a person, a play.

What happens is counted where it happens; what can be looked up, such as the streams that are open, costs
nothing until somebody asks.
"""

import logging
import platform
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial

import prometheus_client
from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, Info, ProcessCollector

from companion import __version__
from companion.live.hub import Hub
from companion.live.stream import Kind
from companion.live.sync import Sync
from companion.room import game_events
from companion.storage.event_store import EventStore
from companion.storage.group_commit import PendingEvent

REASONS = (
    *("requests", "guesses", "rooms", "joins", "events", "streams"),
    *("connections", "head_size", "head_time", "body_time", "unreadable"),
)
"""Why a request or a connection is refused."""

CONTENT_TYPE = prometheus_client.CONTENT_TYPE_LATEST

_NAMESPACE = "companion"
_COMMITS = 0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5  # seconds
_GROUPS = 1, 2, 4, 8, 16, 32, 64  # events
_REQUESTS = 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10  # seconds
_LAGS = 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5  # seconds
_SCREENS: dict[Kind, str] = {"phone": "phone", "tv": "tv", "watch": "watch", "": "host"}

prometheus_client.disable_created_metrics()  # type: ignore[no-untyped-call]  # else each counter has a second series, of when it began


class Metrics:
    """The metrics of one application, in a registry of its own. May be used from any thread."""

    def __init__(self) -> None:
        self._registry = CollectorRegistry()
        ProcessCollector(registry=self._registry)
        about = {"version": __version__, "python": platform.python_version()}
        Info(_NAMESPACE, "The release, and its Python", registry=self._registry).info(about)
        counter = partial(Counter, namespace=_NAMESPACE, registry=self._registry)
        histogram = partial(Histogram, namespace=_NAMESPACE, registry=self._registry)
        self._rooms = counter("rooms_opened", "Rooms that were opened")
        self._events = counter("events", "Events that were stored")
        self._plays = counter("plays", "Numbers and cards that were stored")
        self._commits = histogram("commit_seconds", "Time to write a transaction", buckets=_COMMITS)
        self._groups = histogram("commit_events", "Events in a transaction", buckets=_GROUPS)
        requests = histogram("request_seconds", "Time until an answer is made", ["status"], buckets=_REQUESTS)
        self._requests = {number: requests.labels(f"{number}xx") for number in range(2, 6)}
        self.lag = histogram("loop_lag_seconds", "How late the event loop is", buckets=_LAGS)
        streams = counter("streams_opened", "Streams that were opened", ["screen"])
        self.streams = {kind: streams.labels(screen) for kind, screen in _SCREENS.items()}
        self.aborted = counter("streams_aborted", "Streams cut off, as the screen did not read")
        behind = "Times that a screen had not read what it was sent, and got the newest state later"
        self.behind = counter("streams_behind", behind)
        refused = counter("refused", "Requests and connections that were refused", ["reason"])
        self._refused = {reason: refused.labels(reason) for reason in REASONS}
        self._faults = counter("faults", "Mistakes in the program")

    def count_commit(self, pending: Sequence[PendingEvent], seconds: float) -> None:
        """Count a transaction: `on_commit` of the event store."""
        self._commits.observe(seconds)
        self._groups.observe(len(pending))
        self._events.inc(len(pending))
        for pending_event in pending:
            self._rooms.inc(not pending_event.before.version)
            event = pending_event.entry.event
            if isinstance(event, game_events.PlaySubmitted):
                self._plays.inc()
            elif isinstance(event, game_events.PlaysEntered | game_events.ListSubmitted):
                self._plays.inc(len(event.plays))

    def count_request(self, status: int, seconds: float) -> None:
        self._requests[status // 100].observe(seconds)

    def count_refusal(self, reason: str) -> None:
        """Count a refusal for one of the `REASONS`."""
        self._refused[reason].inc()

    @contextmanager
    def counting_faults(self) -> Iterator[None]:
        """Count what is logged as an error while a server runs: nothing else is."""
        counter = logging.Handler(logging.ERROR)
        counter.emit = lambda record: self._faults.inc()  # type: ignore[method-assign]  # noqa: ARG005
        logging.root.addHandler(counter)
        try:
            yield
        finally:
            logging.root.removeHandler(counter)

    def look_up(self, hub: Hub, store: EventStore, sync: Sync) -> None:
        """Also tell what these know, whenever the metrics are asked for."""
        gauge = partial(Gauge, namespace=_NAMESPACE, registry=self._registry)
        streams = gauge("streams", "Open streams", ["screen"])
        for kind, screen in _SCREENS.items():
            streams.labels(screen).set_function(partial(hub.count_streams, kind))
        for name, about, look in (
            ("rooms_cached", "Rooms in memory", store.count_cached_rooms),
            ("rooms_followed", "Rooms with an open stream", lambda: len(hub.subscribed_codes())),
            ("database_up", "Whether the database answers", store.answers),
            *([("redis_up", "Whether Redis answers", lambda: bool(sync.is_connected()))] * sync.has_redis),
        ):
            gauge(name, about).set_function(look)

    def text(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        return prometheus_client.generate_latest(self._registry)
