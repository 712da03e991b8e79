"""What open streams carry: who is in, or a part of a page.

A part is HTML. The part that all phones of one language share is the same bytes for all of them; the private
part of a player precedes it if that has changed and does not follow from the shared part, and is sent alone,
with its version (`own`), to whoever has just submitted. Pages that are not followed so are sent the version,
and fetch what they show.

Most of what happens is that players submit: `progress` says to all phones who is in, and since how many
versions.
"""

import asyncio
import logging
from collections.abc import Callable, Mapping
from contextvars import copy_context
from dataclasses import replace
from functools import cache, lru_cache, partial
from typing import TypeVar

from flask import Flask, render_template
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n import languages
from companion.live.hub import Render
from companion.live.reactions import Reaction
from companion.live.stream import Block, Kind, Message, Subscriber, version_message
from companion.room.commands import scheduled
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.state import ChosenGuest, Room
from companion.screens import progress
from companion.screens.bets import bets_view
from companion.screens.mutters import mutter
from companion.screens.phone import PrivatePart, phone_view, private_part, seats_with_private_part, watch_view
from companion.screens.tv import tv_view
from companion.storage.event_store import UnknownRoom
from companion.web.announced import announced_at
from companion.web.drawings import Guests, use_guests
from companion.web.execute import load_up_to_date
from companion.web.services import Services

_DUE_MARGIN = 0.01  # seconds that a timer for due events is late, so that they are due then
_DATABASE_RETRY = 2.0  # seconds after which due events are tried again if the database failed
_FAULT_RETRY = 60.0  # and after any other error, which is logged each time
_TV_LEVEL = 3  # of compression: a quarter of the time of 6, for a fifth more bytes to a single screen
_MOST_OWN = 512  # private parts kept from one message to the next: in a crowd many send the same number
_MAX_TV_PAGES = 8  # TV pages rendered for a change: one for each language and base URL, which clients choose

_log = logging.getLogger(__name__)
T = TypeVar("T")


class StreamRenderer:
    """The `Renderer` of the hub, by the templates of an application."""

    def __init__(self, app: Flask) -> None:
        self._services = Services.of(app)
        self._context = copy_context()  # to start a request context takes as long as a small page
        self._context.run(app.test_request_context().push)
        self._own_block = lru_cache(_MOST_OWN)(self._make_own_block)

    def known_room(self, code: str) -> Room | None:
        return self._services.store.cached_room(code)

    def is_urgent(self, before: Room, room: Room) -> bool:
        return progress.wants_otherwise(before, room)

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Render]:
        if self.is_urgent(before, room):
            return {}  # all are sent theirs at once
        since = progress.events_since(before, room)
        submitted = {each.seat for each in since if isinstance(each, progress.PLAYS)}
        devices = (device for seat in submitted & room.seats.keys() for device in room.seats[seat].devices)
        return dict.fromkeys(devices, self._own_message(room))

    def _own_message(self, room: Room) -> Render:
        """Return a function that makes the message with the private part of a phone alone."""
        own, version = self._private_blocks(room), Block(b"event:own\ndata:%d\n\n" % room.version)
        return lambda screen: (own(screen), version)

    def render_change(self, before: Room, room: Room) -> Render:
        counted = _counted(before, room)
        if counted and progress.has_only_bets(before, room):
            return lambda _: counted
        is_new_round, own = _round(before) != _round(room), self._private_blocks(room)
        # in a new round the shared part has the private one of whoever has submitted nothing
        apart = seats_with_private_part(room) if is_new_round else progress.affected_seats(before, room)
        counting, own_message = progress.seats_counting_anew(before, room), self._own_message(room)
        due_hosts = room.hosts if room.claims else frozenset()
        shared, tv = self._once(partial(_shared, room)), self._once(partial(self._tv, before, room))
        tv_pages: set[tuple[str, str]] = set()

        def is_apart(screen: Subscriber) -> bool:
            seat = room.devices[screen.device]
            if seat in apart or is_new_round:
                return seat in apart or screen.device in due_hosts
            was, now = (
                partial(private_part, each_room, seat, device=screen.device) for each_room in (before, room)
            )
            return self._run(screen.language, was) != self._run(screen.language, now)

        def message(screen: Subscriber) -> Message:
            language, kind = screen.language, screen.kind
            if not _may_follow(before, room, screen):
                return version_message(room)
            if kind == "tv":
                tv_pages.add((language, screen.base))
                is_few = len(tv_pages) <= _MAX_TV_PAGES
                return (tv(language, screen.base),) if is_few else version_message(room)
            if counted:
                is_apart_too = kind == "phone" and room.devices[screen.device] in counting
                return (*own_message(screen), *counted) if is_apart_too else counted
            part = shared(language, kind)
            return (own(screen), part) if kind == "phone" and is_apart(screen) else (part,)

        return message

    def _tv(self, before: Room, room: Room, base: str) -> Block:
        """Return the TV's part; other messages need no scenes, as TVs that missed them fetch their page."""
        plays, addresses = before.milestones != room.milestones, self._services.room_addresses(room, base)
        view = tv_view(room, addresses, plays=plays, announced=self._services.announced)
        return replace(_part(room, "tv/_live.html", view=view), level=_TV_LEVEL)

    def _private_blocks(self, room: Room) -> Callable[[Subscriber], Block]:
        """Return a function that makes the private part of a phone, which is the same for many players."""

        def own(screen: Subscriber) -> Block:
            seat, device = room.devices[screen.device], screen.device
            part = self._run(screen.language, partial(private_part, room, seat, device=device))
            drawn = part.wish.others if part.wish else ()
            chosen = [(other, room.guests[other]) for other in drawn if other in room.guests]
            return self._own_block(screen.language, part, room.code, tuple(chosen))

        return own

    def _make_own_block(
        self, language: str, own: PrivatePart, code: str, guests: tuple[tuple[Seat, ChosenGuest], ...]
    ) -> Block:
        make = partial(_data, dict(guests), "phone/_own.html", own=own, code=code)
        return self._run(language, lambda: Block(make()))

    def _once(self, make: Callable[..., Block]) -> Callable[..., Block]:
        """Return a function that makes a block in a language, once for each of its values."""
        return cache(lambda language, *values: self._run(language, partial(make, *values)))

    def _run(self, language: str, make: Callable[[], T]) -> T:
        """Return what is made in a language, and where templates can be rendered."""

        def in_language() -> T:
            with languages.use_language(language):
                return make()

        return self._context.run(in_language)

    def render_reaction(self, code: str, reaction: Reaction) -> Render:
        @cache
        def message(language: str) -> Message:
            words, turn = "", reaction.mutter
            if turn is not None:
                words = self._run(language, lambda: mutter(code, turn))
            data = f"{reaction.seat or '-'} {reaction.kind} {words}".rstrip()
            return (Block(f"event:react\ndata:{data}\n\n".encode()),)

        return lambda screen: message(screen.language)

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


def _round(room: Room) -> str:
    return round_id(room.current_game) if room.current_game else ""


def _may_follow(before: Room, room: Room, screen: Subscriber) -> bool:
    """Tell whether a screen is sent parts: not where its whole page may change, or that of no player."""
    if screen.kind in ("", "tv"):
        return screen.kind == "tv" and room.wants_tv_in(screen.language)
    if screen.device in room.blocked:
        return False
    seat = room.devices.get(screen.device, "")
    was, now = before.seats.get(seat), room.seats.get(seat)
    return screen.kind == "watch" or bool(seat and (was is now or was == now))


def _counted(before: Room, room: Room) -> Message:
    """Return the event for all phones if players have submitted, or others bet, and nothing else is new."""
    seats = progress.seats_come_in(before, room)
    if seats is None:
        return ()
    data = " ".join([str(room.version - before.version), str(room.games[-1].submitted_count), *seats])
    return (Block(b"event:progress\nid:%d\ndata:%s\n\n" % (room.version, data.encode())),)


def _shared(room: Room, kind: Kind) -> Block:
    """Return the part that all phones of a language share, or those that watch."""
    if kind == "watch":
        return _part(room, "phone/_watch.html", view=watch_view(room, bets_view(room)), streamed=True)
    return _part(room, "phone/_live.html", view=phone_view(room), streamed=True)


def _part(room: Room, template: str, **values: object) -> Block:
    return Block(_data(room.guests, template, **values) + b"id: %d\n\n" % room.version)


def _data(guests: Guests, template: str, **values: object) -> bytes:
    """Render a template as one data line of an event, with each run of white space as one space."""
    with use_guests(guests):
        return b"data: %s\n" % b" ".join(render_template(template, **values).encode().split())
