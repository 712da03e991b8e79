"""What the server does by itself once a day: one thread, in which tasks run one after the other."""

import logging
import threading
from collections.abc import Callable, Mapping
from datetime import datetime

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, format_count, printable
from companion.storage.backup import Backups, backups_of
from companion.storage.old_rooms import list_old_rooms
from companion.web.services import Restart, Services

_FIRST = 60.0  # seconds after the start: a party that begins comes first
DAY = 24 * 60 * 60.0  # seconds, by a clock that nobody can set
QUARTER = 15 * 60.0  # seconds: what an evening on a laptop may lose at most if its database is damaged
_FOUND_DAMAGED = N_("The database is damaged: end companion soon, and put a backup in its place. {said}")
_JOIN_TIMEOUT = 3.0  # seconds that a task may still take when the server stops
_database_log = logging.getLogger("companion.database")
_old_rooms_log = logging.getLogger("companion.rooms")
_log = logging.getLogger("companion.faults")

Task = Callable[[], object]


def delete_old_rooms(services: Services) -> int:
    """Delete old rooms, except those that a screen follows; log and return how many.

    The database is copied first. Raises `Refused`, and deletes none, if that fails or the clock may be wrong.
    """
    old, backups = list_old_rooms(services.store, services.settings.keep_days), backups_of(services.settings)
    if old and backups:
        backups.make_before_upgrade(datetime.now().astimezone())
    deleted, hub = 0, services.hub
    for stored_room in old:
        if stored_room.code not in hub.subscribed_codes() and not hub.has_tv(stored_room.code):
            deleted += services.store.delete_room(stored_room.code, stored_room.last)
    if deleted:
        days = format_count(services.settings.keep_days, "{n} day", "{n} days")
        rooms = format_count(deleted, "{n} room was deleted", "{n} rooms were deleted")
        _old_rooms_log.info("%s: nothing had happened there for more than %s", rooms, days)
    return deleted


def look_for_damage(backups: Backups, restart: Restart) -> None:
    """Look at the whole database; log that it is damaged, and tell the operator."""
    try:
        backups.check()
    except Refused as damage:
        restart.damage = Refused(_FOUND_DAMAGED, said=damage)
        _database_log.error(printable(str(restart.damage)))


def daily_tasks(services: Services) -> dict[str, Task]:
    """Return what the settings ask to be done once a day, by the names that the log uses."""
    tasks: dict[str, Task] = {}
    keep, backups = services.settings.daily_backups, backups_of(services.settings)
    if backups:
        tasks["The look for damage"] = lambda: look_for_damage(backups, services.restart)
    if keep and backups:
        again = services.settings.open  # a laptop: who knows when it is started again
        tasks["The daily backup"] = lambda: backups.make_daily(keep, datetime.now().astimezone(), again=again)
    if services.settings.keep_days:  # after the backup, which has them once more if it succeeds
        tasks["Deleting old rooms"] = lambda: delete_old_rooms(services)
    return tasks


class Housekeeping(threading.Thread):
    """Runs tasks, by the names that the log uses, after `first` seconds, and each `interval` from then on.

    A task that fails is logged, the others still run, and it is tried again later.
    """

    def __init__(self, tasks: Mapping[str, Task], first: float = _FIRST, interval: float = DAY) -> None:
        super().__init__(name="housekeeping", daemon=True)
        self._tasks, self._first, self._interval = dict(tasks), first, interval
        self._closed = threading.Event()

    def close(self) -> None:
        """Run no further task; to be called before the database is closed."""
        self._closed.set()
        if self.is_alive():
            self.join(_JOIN_TIMEOUT)

    def run(self) -> None:
        pause = self._first
        while self._tasks and not self._closed.wait(pause):
            for name, task in self._tasks.items():
                if self._closed.is_set():
                    break
                try:
                    task()
                except Refused as refused:
                    _log.warning("%s was not done: %s", name, printable(str(refused)))
                except Exception:  # noqa: BLE001 - the other tasks are as important
                    _log.error("%s was not done", name, exc_info=True)
            pause = self._interval
