"""What open streams carry: the public part of a page, rendered once for all, and each phone's private part.

A message contains the HTML of a page's live part, the same bytes for every phone of one language. The private
part of a player precedes it if that has changed and does not follow from the public part. Other pages are
sent the version alone, and fetch what they show.

Most of what happens is that players submit, so there are two short events: `own` has the private part of
whoever has submitted, and its version; `progress` tells all phones who is in, and since how many versions,
and TVs the guests who have moved.
"""

import asyncio
import logging
from collections.abc import Callable, Iterator, Mapping, Set
from contextvars import Context, copy_context
from functools import cache, lru_cache, partial
from itertools import takewhile
from typing import Any, TypeVar

from flask import Flask, render_template
from sqlalchemy.exc import SQLAlchemyError

from companion.i18n import languages
from companion.live.stream import Block, Message, Subscriber
from companion.room import events
from companion.room.commands import scheduled
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.screens.headings import waiting_sentence
from companion.screens.phone import (
    PrivatePart,
    count_claims,
    private_part,
    seats_with_private_part,
    shared_phone_part,
    watch_view,
)
from companion.screens.progress import progress_between, seat_progress
from companion.screens.public import public_part
from companion.screens.tv import round_stage, tv_view
from companion.storage.event_store import EventStore, StoreBusy, UnknownRoom
from companion.web import qr
from companion.web.execute import load_up_to_date
from companion.web.hold import announced_at
from companion.web.services import Services, room_addresses, services

_DUE_MARGIN = 0.01  # seconds that a timer for due events is late, so that they are due then
_DATABASE_RETRY = 2.0  # seconds after which due events are tried again if the database failed
_FAULT_RETRY = 60.0  # and after any other error, which is logged each time
_MAX_TV_PAGES = 8  # TV pages rendered for a change: one for each language and base URL
_PRIVATE_CACHE = 256  # private parts kept for the next message: many players have sent the same number
_MOST_MOMENTS = 1_000  # public parts and stages that are kept for the next message
_ANY_LANGUAGE = next(iter(languages.LANGUAGES))  # for what is only compared
_PLAYS = events.PlaySubmitted | events.ListSubmitted

_log = logging.getLogger(__name__)

T = TypeVar("T")


class StreamRenderer:
    """The `Renderer` of the hub, by the templates of an application."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._templates = _TemplateRenderer(app)
        self._moments = _Moments()

    @property
    def _store(self) -> EventStore:
        return Services.of(self._app).store

    def known_room(self, code: str) -> Room | None:
        return self._store.cached_room(code)

    def is_urgent(self, before: Room, room: Room) -> bool:
        expected, expects = (self._moments.of(_expectation, each, _ANY_LANGUAGE) for each in (before, room))
        return expected != expects

    def render_version(self, room: Room) -> Message:
        return (Block(b"id: %d\ndata: %d\n\n" % (room.version, room.version)),)

    def render_change(self, before: Room, room: Room) -> Callable[[Subscriber], Message]:
        earlier = _LiveParts(self._templates, self._moments, before)
        is_urgent = self.is_urgent(before, room)
        progress = () if is_urgent else self._render_progress(before, room)
        parts = _LiveParts(self._templates, self._moments, room, plays=before.milestones != room.milestones)
        is_new_round = _current_round(before) != _current_round(room)
        public_only = _devices_without_private_part(before, room) if is_new_round else frozenset()
        affected = _affected_seats(before, room)

        def render(screen: Subscriber) -> Message:
            device = screen.device
            if screen.kind == "watch" and device not in room.blocked:
                return progress or parts.watch_message(screen)
            if device in public_only and screen.kind == "phone":
                return parts.phone_message(screen)
            if screen.kind == "tv":
                seats = parts.seats_message(screen, earlier, progress) if progress else ()
                return seats or parts.tv_message(screen) or self.render_version(room)
            if screen.kind != "phone":
                return self.render_version(room)
            seat = room.devices.get(device, "")
            if not seat or device in room.blocked or before.seats.get(seat) != room.seats.get(seat):
                return self.render_version(room)  # the whole page may change
            if progress:
                return progress
            if is_new_round or seat in affected:
                has_changed = True
            elif is_urgent:
                has_changed = parts.private_part_of(screen, seat) != earlier.private_part_of(screen, seat)
            else:
                has_changed = _private_state(before, seat, device) != _private_state(room, seat, device)
            return parts.phone_message(screen, seat if has_changed else "")

        return self._or_version(room, render)

    def _or_version(
        self, room: Room, render: Callable[[Subscriber], Message]
    ) -> Callable[[Subscriber], Message]:
        def render_or_version(screen: Subscriber) -> Message:
            try:
                return render(screen)
            except Exception:  # noqa: BLE001 - the other streams go on, and this screen fetches its page
                _log.error("what changed in room %s could not be shown to a screen", room.code, exc_info=True)
                return self.render_version(room)

        return render_or_version

    def _render_progress(self, before: Room, room: Room) -> Message:
        """Return the event for all phones if players have submitted and nothing else is new; else nothing."""
        if not all(isinstance(each, _PLAYS) for each in _events_since(before, room)):
            return ()
        earlier, now = (self._moments.of(public_part, each, _ANY_LANGUAGE) for each in (before, room))
        found = progress_between(earlier, now)
        if found is None:
            return ()
        data = " ".join([str(found.version - found.base), str(found.submitted), *found.seats])
        return (Block(b"event:progress\nid:%d\ndata:%s\n\n" % (found.version, data.encode())),)

    def render_own(self, before: Room, room: Room) -> Mapping[Device, Callable[[Subscriber], Message]]:
        if self.is_urgent(before, room):
            return {}  # all are sent theirs at once
        parts = _LiveParts(self._templates, self._moments, room)
        render = self._or_version(room, parts.own_message)
        plays = (each for each in _events_since(before, room) if isinstance(each, _PLAYS))
        players = (room.seats[each.seat] for each in plays if each.seat in room.seats)
        return {device: render for player in players for device in player.devices}

    def render_anew(self, room: Room) -> Callable[[Subscriber], Message]:
        return lambda _: self.render_version(room)  # they fetch their page

    def seconds_until_due(self, room: Room) -> float | None:
        announced = partial(announced_at, Services.of(self._app))
        due = scheduled.next_due_time(room, announced)
        if due is None:
            return None
        return max(0.0, (due - self._store.now(room.code)).total_seconds()) + _DUE_MARGIN

    async def apply_due_events(self, code: str) -> Room | None:
        while True:  # until the database answers
            try:
                return await asyncio.to_thread(load_up_to_date, Services.of(self._app), code)
            except UnknownRoom:
                return None
            except (SQLAlchemyError, StoreBusy):
                await asyncio.sleep(_DATABASE_RETRY)
            except Exception:  # noqa: BLE001 - the streams go on
                _log.exception("what fell due in room %s could not be done", code)
                await asyncio.sleep(_FAULT_RETRY)


class _TemplateRenderer:
    """Renders templates outside a request.

    To start a request context takes as long as to render a small page, so there is one for each base URL
    that is never popped.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._context = lru_cache(_MAX_TV_PAGES)(self._make_context)
        self.render_private = lru_cache(_PRIVATE_CACHE)(self._render_private)

    def run(self, language: str, render: Callable[[], T], base: str | None = None) -> T:
        """Render something in a language, for the base URL `base`."""

        def in_language() -> T:
            with languages.use_language(language):
                return render()

        return self._context(base).run(in_language)

    def _make_context(self, base: str | None) -> Context:
        context = copy_context()
        context.run(self._app.test_request_context(base_url=base).push)
        return context

    def _render_private(self, code: str, language: str, own: PrivatePart) -> Block:
        part = self.run(language, lambda: render_template("phone/_own.html", own=own, code=code))
        return Block(_data_line(part))


class _Moments:
    """What was made of rooms as they were seen last, as most is compared with the next."""

    def __init__(self) -> None:
        self._known: dict[object, Any] = {}

    def of(self, make: Callable[[Room], T], room: Room, language: str) -> T:
        """Return what a function makes of a room in a language."""
        of_room = room.code, room.opened_at, room.version  # not the room: it has all its events
        moment = make, language, of_room
        if moment not in self._known:
            if len(self._known) >= _MOST_MOMENTS:
                del self._known[next(iter(self._known))]
            with languages.use_language(language):
                self._known[moment] = make(room)
        found: T = self._known[moment]
        return found


class _LiveParts:
    """The live parts of a room's pages, each rendered once.

    `plays`: whether a scene has come; other messages need none, as TVs that missed it fetch their page.
    """

    def __init__(
        self, templates: _TemplateRenderer, moments: _Moments, room: Room, *, plays: bool = True
    ) -> None:
        self._templates = templates
        self._room = room
        self._plays = plays
        self._public = partial(moments.of, public_part, room)
        self._stage = partial(moments.of, round_stage, room)
        self._tv, self._phones = cache(self._render_tv), cache(self._render_phones)
        self._seats = cache(self._render_seats)
        self._tv_pages: set[tuple[str, str]] = set()

    def tv_message(self, screen: Subscriber) -> Message:
        """Return the message for a TV; empty if there are too many pages, as base URLs come from clients."""
        page = screen.language, screen.base
        if len(self._tv_pages | {page}) > _MAX_TV_PAGES:
            return ()
        self._tv_pages.add(page)
        return (self._tv(*page),)

    def seats_message(self, screen: Subscriber, earlier: "_LiveParts", progress: Message) -> Message:
        """Return the progress with the guests of the TV; empty if more has changed since `earlier`."""
        html = self._seats(screen.language, earlier)
        return (Block(progress[0].plain[:-1] + _data_line(html) + b"\n"),) if html else ()

    def phone_message(self, screen: Subscriber, seat: Seat = "") -> Message:
        """Return the message for a phone, with the private part of a seat if one is given."""
        public = self._phones(screen.language)
        return (self._private(screen, seat), public) if seat else (public,)

    def own_message(self, screen: Subscriber) -> Message:
        """Return the message for the phone of somebody who has submitted: the private part, its version."""
        seat = self._room.devices.get(screen.device, "")
        if screen.kind != "phone" or not seat:
            return ()
        return self._private(screen, seat), Block(b"event:own\ndata:%d\n\n" % self._room.version)

    def _private(self, screen: Subscriber, seat: Seat) -> Block:
        own = self.private_part_of(screen, seat)
        return self._templates.render_private(self._room.code, screen.language, own)

    def watch_message(self, screen: Subscriber) -> Message:
        """Return the message for a phone that just watches."""
        return (self._phones(screen.language, watching=True),)

    def private_part_of(self, screen: Subscriber, seat: Seat) -> PrivatePart:
        """Return what only the player of a seat may know."""
        with languages.use_language(screen.language):
            return private_part(self._room, seat, device=screen.device)

    def _render_tv(self, language: str, base: str) -> Block:
        def render() -> str:
            public = self._public(language)
            found, announced = room_addresses(self._room), services().announced
            view = tv_view(self._room, found, public, plays=self._plays, announced=announced)
            return render_template("tv/_live.html", view=view, qr=qr.qr_svg)

        return self._block(self._templates.run(language, render, base))

    def _render_seats(self, language: str, earlier: "_LiveParts") -> str:
        seats = seat_progress(earlier._stage(language), self._stage(language))
        if seats is None:
            return ""
        public = self._public(language)
        return self._templates.run(
            language, lambda: render_template("tv/_seats.html", seats=seats, public=public)
        )

    def _render_phones(self, language: str, *, watching: bool = False) -> Block:
        def render() -> str:
            public = self._public(language)
            if watching:
                view = watch_view(self._room, public)
                return render_template("phone/_watch.html", view=view, streamed=True)
            part = shared_phone_part(self._room, public)
            return render_template("phone/_live.html", view=part, streamed=True)

        return self._block(self._templates.run(language, render))

    def _block(self, html: str) -> Block:
        return Block(_data_line(html) + b"id: %d\n\n" % self._room.version)


def _data_line(html: str) -> bytes:
    """Return HTML as one data line of an event, with each run of white space as one space."""
    return b"data: %s\n" % b" ".join(html.encode().split())


def _devices_without_private_part(before: Room, room: Room) -> Set[Device]:
    """Return the phones that show only the public part, and whose player has not changed."""
    private = seats_with_private_part(room)
    if before.seats != room.seats:
        private = private | {seat for seat, player in room.seats.items() if before.seats.get(seat) != player}
    others = room.blocked | (room.hosts if room.claims else frozenset())
    return {device for device, seat in room.devices.items() if seat not in private} - others


def _affected_seats(before: Room, room: Room) -> Set[Seat]:
    """Return the seats of the events since, even if they were undone: all for an event without a seat.

    Their phones may have fetched a page in between, so they need their private part though it is as before.
    """
    seats = {getattr(event, "seat", "") for event in _events_since(before, room)}
    return room.seats.keys() if "" in seats else seats


def _events_since(before: Room, room: Room) -> Iterator[events.Event | None]:
    return (entry.event for entry in takewhile(lambda entry: entry.number > before.version, room.entries()))


def _private_state(room: Room, seat: Seat, device: Device) -> object:
    """Return what a private part shows: what was played, what may be played, and a host's open claims."""
    game, claims = room.current_game, count_claims(room, device)
    if game is None:
        return claims
    return (
        claims,
        game.has_submitted(seat),
        (game.hidden.get(seat), game.lists.get(seat)) if game.shows_play(seat, device) else None,
        game.next_round and game.next_round.allowed.get(seat),
    )


def _current_round(room: Room) -> str:
    return round_id(room.current_game) if room.current_game else ""


def _expectation(room: Room) -> object:
    """Return what changes when phones are asked for something else."""
    game = room.current_game
    if room.is_closed:
        return "closed"
    if game is None:
        return None
    asked = game.awaits_deal, game.lists_left, game.must_call, game.must_lead
    stage = *asked, game.has_clash, game.is_reopened
    return _current_round(room), stage, game.next_round and waiting_sentence(room, game)
