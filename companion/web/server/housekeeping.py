"""What the server does by itself once a day: one thread, in which tasks run one after the other."""

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import datetime

from companion.i18n.errors import Refused
from companion.i18n.messages import printable
from companion.web.backups import backups_of
from companion.web.server.old_rooms import delete_old_rooms
from companion.web.services import Services

_FIRST = 60.0  # seconds after the start: a party that begins comes first
_INTERVAL = 24 * 60 * 60.0  # seconds, by a clock that nobody can set
_JOIN_TIMEOUT = 3.0  # seconds that a task may still take when the server stops
_log = logging.getLogger("companion.faults")

Task = Callable[[], object]


def daily_tasks(services: Services) -> dict[str, Task]:
    """Return what the settings ask to be done once a day, by the names that the log uses."""
    tasks: dict[str, Task] = {}
    keep, backups = services.settings.daily_backups, backups_of(services.settings)
    if keep and backups:
        tasks["The daily backup"] = lambda: backups.make_daily(keep, datetime.now().astimezone())
    if services.settings.keep_days:  # after the backup, which has them once more if it succeeds
        tasks["Deleting old rooms"] = lambda: delete_old_rooms(services)
    return tasks


class Housekeeping:
    """Runs tasks a minute after the start, and each 24 hours from then on.

    A task that fails is logged, the others still run, and it is tried again a day later.
    """

    def __init__(self, tasks: Mapping[str, Task], first: float = _FIRST, interval: float = _INTERVAL) -> None:
        """Make it for tasks by the names that the log uses; times are in seconds."""
        self._tasks = dict(tasks)
        self._first = first
        self._interval = interval
        self._closed = threading.Event()
        self._thread = threading.Thread(target=self._run, name="housekeeping", daemon=True)

    def start(self) -> None:
        """Start the thread; there is none without tasks."""
        if self._tasks:
            self._thread.start()

    def close(self) -> None:
        """Run no further task; to be called before the database is closed."""
        self._closed.set()
        if self._thread.is_alive():
            self._thread.join(_JOIN_TIMEOUT)

    def _run(self) -> None:
        pause = self._first
        while not self._closed.wait(pause):
            for name, task in self._tasks.items():
                if not self._closed.is_set():
                    _run_task(name, task)
            pause = self._interval


def _run_task(name: str, task: Task) -> None:
    try:
        task()
    except Refused as refused:
        _log.warning("%s was not done: %s", name, printable(str(refused)))
    except Exception:  # noqa: BLE001 - the other tasks are as important
        _log.error("%s was not done", name, exc_info=True)
