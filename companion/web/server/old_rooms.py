"""Deleting the rooms in which nothing has happened for as long as the settings keep a room."""

import logging
from collections.abc import Iterator
from datetime import timedelta

from companion.i18n.messages import format_count
from companion.storage.event_store import StoredRoom
from companion.web.services import Services

_log = logging.getLogger("companion.rooms")


def delete_old_rooms(services: Services) -> int:
    """Delete old rooms, except those that a screen follows; log and return how many."""
    deleted = sum(services.store.delete_unused_room(each) for each in _old_rooms(services))
    if deleted:
        days = format_count(services.settings.keep_days, "{n} day", "{n} days")
        rooms = format_count(deleted, "{n} room was deleted", "{n} rooms were deleted")
        _log.info("%s: nothing had happened there for more than %s", rooms, days)
    return deleted


def _old_rooms(services: Services) -> Iterator[StoredRoom]:
    """Yield the rooms that are old, and that no screen follows at that moment."""
    store, hub, kept = services.store, services.hub, timedelta(days=services.settings.keep_days)
    for each in store.list_rooms():
        is_old = store.now(each.code) - each.last > kept
        if is_old and each.code not in hub.subscribed_codes() and not hub.tvs.has_tv(each.code):
            yield each
