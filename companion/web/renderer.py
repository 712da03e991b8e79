"""What open streams carry: who is in, or a part of a page.

A part is HTML. The part that all phones of one language share is the same bytes for all of them; the private
part of a player precedes it if that has changed and does not follow from the shared part, and is sent alone,
with its version (`own`), to whoever has just submitted. Pages that are not followed so are sent the version,
and fetch what they show.

Most of what happens is that players submit: `progress` tells all phones who is in, and since how many
versions, and TVs the guests who have moved.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextvars import copy_context
from functools import cache, partial
from typing import Any, TypeVar

from flask import Flask, render_template
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n import languages
from companion.live.hub import Render
from companion.live.stream import Block, Message, Subscriber, version_message
from companion.room import events
from companion.room.commands import scheduled
from companion.room.events import Device
from companion.room.state import Room
from companion.screens.phone import (
    private_part,
    seats_with_private_part,
    shared_phone_part,
    watch_view,
)
from companion.screens.progress import (
    affected_seats,
    current_round,
    events_since,
    expectation,
    progress_between,
    seat_progress,
)
from companion.screens.public import public_part
from companion.screens.tv import round_stage, tv_view
from companion.storage.event_store import UnknownRoom
from companion.web import qr
from companion.web.announced import announced_at
from companion.web.execute import load_up_to_date
from companion.web.services import Services

_DUE_MARGIN = 0.01  # seconds that a timer for due events is late, so that they are due then
_DATABASE_RETRY = 2.0  # seconds after which due events are tried again if the database failed
_FAULT_RETRY = 60.0  # and after any other error, which is logged each time
_MAX_TV_PAGES = 8  # TV pages rendered for a change: one for each language and base URL, which clients choose
_DEFAULT = next(iter(languages.LANGUAGES))  # the language where none is set
_MOST_PARTS = 1_000  # parts that are kept for the next message
_PLAYS = events.PlaySubmitted | events.ListSubmitted

_log = logging.getLogger(__name__)

T = TypeVar("T")


class StreamRenderer:
    """The `Renderer` of the hub, by the templates of an application."""

    def __init__(self, app: Flask) -> None:
        self._services = Services.of(app)
        self._parts: dict[tuple[object, ...], Any] = {}
        self._context = copy_context()  # to start a request context takes as long as a small page
        self._context.run(app.test_request_context().push)

    def known_room(self, code: str) -> Room | None:
        return self._services.store.cached_room(code)

    def is_urgent(self, before: Room, room: Room) -> bool:
        return self._of(before, expectation) != self._of(room, expectation)

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Render]:
        if self.is_urgent(before, room):
            return {}  # all are sent theirs at once
        submitted = {each.seat for each in events_since(before, room) if isinstance(each, _PLAYS)}
        devices = (device for seat in submitted & room.seats.keys() for device in room.seats[seat].devices)
        version = Block(b"event:own\ndata:%d\n\n" % room.version)

        def message(screen: Subscriber) -> Message:
            is_player = screen.kind == "phone" and screen.device in room.devices
            return (self._private(room, screen), version) if is_player else ()

        return dict.fromkeys(devices, self._in_language(message))

    def render_change(self, before: Room, room: Room) -> Render:
        progress, is_new_round = self._progress(before, room), current_round(before) != current_round(room)
        # in a new round the shared part has the private one of whoever has submitted nothing
        apart = seats_with_private_part(room) if is_new_round else affected_seats(before, room)
        asked_hosts = room.hosts if room.claims else frozenset()
        shared, tv = cache(partial(self._shared, room)), cache(partial(self._tv, before, room))
        guests = cache(partial(self._guests, before, room))
        tv_pages: set[tuple[str, str]] = set()

        def has_new_part(device: Device) -> bool:
            seat = room.devices[device]
            if is_new_round:
                return seat in apart or device in asked_hosts
            now = private_part(room, seat, device=device)
            return seat in apart or private_part(before, seat, device=device) != now

        def message(screen: Subscriber) -> Message:
            language, kind = screen.language, screen.kind
            if not _may_follow(before, room, screen):
                return version_message(room)
            if kind == "tv":
                tv_pages.add((language, screen.base))
                if progress and (moved := guests(language)):
                    return (Block(progress[0].plain[:-1] + moved + b"\n"),)
                is_few = len(tv_pages) <= _MAX_TV_PAGES
                return (tv(language, screen.base),) if is_few else version_message(room)
            is_apart = not progress and kind == "phone" and has_new_part(screen.device)
            own = (self._private(room, screen),) if is_apart else ()
            return progress or (*own, shared(language, kind == "watch"))

        return self._in_language(message)

    def _progress(self, before: Room, room: Room) -> Message:
        """Return the event for all phones if players have submitted and nothing else is new; else nothing."""
        since = events_since(before, room)
        if self.is_urgent(before, room) or not all(isinstance(each, _PLAYS) for each in since):
            return ()
        found = progress_between(self._of(before, public_part), self._of(room, public_part))
        if found is None:
            return ()
        data = " ".join([str(found.version - found.base), str(found.submitted), *found.seats])
        return (Block(b"event:progress\nid:%d\ndata:%s\n\n" % (found.version, data.encode())),)

    def _guests(self, before: Room, room: Room, _language: str) -> bytes:
        """Return what the progress changes on TVs; nothing if more has changed there."""
        seats = seat_progress(self._of(before, round_stage), self._of(room, round_stage))
        return _data("tv/_seats.html", seats=seats, public=self._of(room, public_part)) if seats else b""

    def _tv(self, before: Room, room: Room, _language: str, base: str) -> Block:
        """Return the TV's part; other messages need no scenes, as TVs that missed them fetch their page."""
        public, found = self._of(room, public_part), self._services
        plays, addresses = before.milestones != room.milestones, found.room_addresses(room, base)
        view = tv_view(room, addresses, public, plays=plays, announced=found.announced)
        return Block(_data("tv/_live.html", view=view, qr=qr.qr_svg) + b"id: %d\n\n" % room.version)

    def _shared(self, room: Room, _language: str, is_watching: bool) -> Block:
        """Return the part that all phones of a language share."""
        make = watch_view if is_watching else shared_phone_part
        template = "phone/_watch.html" if is_watching else "phone/_live.html"
        html = _data(template, view=make(room, self._of(room, public_part)), streamed=True)
        return Block(html + b"id: %d\n\n" % room.version)

    def _private(self, room: Room, screen: Subscriber) -> Block:
        """Return the private part of a phone, which is the same for many players."""
        own = private_part(room, room.devices[screen.device], device=screen.device)
        key = room.code, screen.language, own
        return self._once(key, lambda: Block(_data("phone/_own.html", own=own, code=room.code)))

    def _in_language(self, render: Render) -> Render:
        """Return a function that renders in the language of its screen, and where templates can be."""

        def in_language(screen: Subscriber) -> Message:
            with languages.use_language(screen.language):
                return render(screen)

        return lambda screen: self._context.run(in_language, screen)

    def _of(self, room: Room, make: Callable[[Room], T]) -> T:
        """Return what a function makes of a room, as most is compared with what comes next."""
        # the room itself is no key: it has all its events
        language = languages.current_language() or _DEFAULT
        return self._once((make, language, room.code, room.opened_at, room.version), lambda: make(room))

    def _once(self, key: tuple[object, ...], make: Callable[[], T]) -> T:
        if key not in self._parts:
            if len(self._parts) >= _MOST_PARTS:
                del self._parts[next(iter(self._parts))]
            self._parts[key] = make()
        found: T = self._parts[key]
        return found

    def seconds_until_due(self, room: Room) -> float | None:
        due = scheduled.next_due_time(room, partial(announced_at, self._services))
        if due is None:
            return None
        return max(0.0, (due - self._services.store.now(room.code)).total_seconds()) + _DUE_MARGIN

    async def apply_due_events(self, code: str) -> Room | None:
        while True:  # until the database answers
            try:
                return await asyncio.to_thread(load_up_to_date, self._services, code)
            except UnknownRoom:
                return None
            except SQLAlchemyError:
                await asyncio.sleep(_DATABASE_RETRY)
            except Exception:  # noqa: BLE001 - the streams go on
                _log.exception("what fell due in room %s could not be done", code)
                await asyncio.sleep(_FAULT_RETRY)


def _may_follow(before: Room, room: Room, screen: Subscriber) -> bool:
    """Tell whether a screen is sent parts: not where its whole page may change, or that of no player."""
    if screen.kind in ("", "tv"):
        return screen.kind == "tv"
    if screen.device in room.blocked:
        return False
    seat = room.devices.get(screen.device, "")
    return screen.kind == "watch" or bool(seat and before.seats.get(seat) == room.seats.get(seat))


def _data(template: str, **values: object) -> bytes:
    """Render a template as one data line of an event, with each run of white space as one space."""
    return b"data: %s\n" % b" ".join(render_template(template, **values).encode().split())
