"""What open streams carry: what everybody may know, made once for all screens alike, and each phone's own.

A message is the HTML of a page's live part, the same bytes for every phone that reads the same language.
Before it stands what only one player may know, where that has changed and cannot be told from the rest.
Other pages are sent a bare version, and ask for what they show.
"""

import asyncio
import logging
from collections.abc import Callable, Collection, Set
from contextlib import suppress
from contextvars import Context, copy_context
from functools import cache, lru_cache
from itertools import takewhile
from typing import TypeVar

from flask import Flask, get_template_attribute, render_template
from markupsafe import Markup
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.test import create_environ

from companion.i18n import languages
from companion.live.hub import Subscriber
from companion.room.commands import scheduled
from companion.room.commands.access import round_id
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.storage.event_store import EventStore, StoreBusy, UnknownRoom
from companion.views.headings import waiting_sentence
from companion.views.phone import (
    PrivatePart,
    count_claims,
    private_part,
    seats_with_private_part,
    shared_phone_part,
)
from companion.views.public import public_part
from companion.views.tv import tv_view
from companion.web import qr
from companion.web.execute import load_up_to_date
from companion.web.services import Services, room_addresses

_PAST = 0.01  # seconds that are waited for more than something is due in, so that it is then
_TROUBLED = 2.0  # seconds after which to look again where the database did not answer
_FAULTY = 60.0  # and where something else is wrong, which is told each time
_TVS = 8  # different pages for TVs that are made of a change: by language, and by the name we are called by
_OWNS = 256  # parts that only one player may know, kept for the next message: many have sent the same number

_log = logging.getLogger(__name__)

T = TypeVar("T")


class StreamRenderer:
    """The program of the hub: what it writes to whom."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._draw = _Drawer(app)

    @property
    def _store(self) -> EventStore:
        return Services.of(self._app).store

    def room(self, code: str) -> Room | None:
        """Return a room as this process knows it."""
        return self._store.cached_room(code)

    def is_urgent(self, before: Room, room: Room) -> bool:
        """Tell whether more has changed than how many are in, or here."""
        return _moment(before) != _moment(room)

    def version(self, room: Room) -> bytes:
        """Return the message that says no more than the version."""
        return b"id: %d\ndata: %d\n\n" % (room.version, room.version)

    def messages(self, before: Room, room: Room) -> Callable[[Subscriber], bytes]:
        """Return what each screen is to be sent that was sent all up to `before`."""
        pages, earlier = _Pages(self._draw, room), _Pages(self._draw, before)
        has_turned = self.is_urgent(before, room)
        has_begun = _place(before) != _place(room)
        alike = _alike(before, room) if has_begun else frozenset()
        concerned = _concerned(before, room)

        def message(screen: Subscriber) -> bytes:
            if screen.device in alike and screen.kind == "phone":
                return pages.phone(screen)
            if screen.kind != "phone":
                return (screen.kind == "tv" and pages.tv(screen)) or self.version(room)
            seat = room.devices.get(screen.device, "")
            if not seat or screen.device in room.blocked or before.seats.get(seat) != room.seats.get(seat):
                return self.version(room)  # the page as a whole may be another
            if has_begun or seat in concerned:
                is_own = True
            elif has_turned:
                is_own = pages.own(screen, seat) != earlier.own(screen, seat)
            else:
                is_own = _private(before, seat, screen.device) != _private(room, seat, screen.device)
            return pages.phone(screen, seat if is_own else "")

        return self._carefully(room, message)

    def anew(self, room: Room) -> Callable[[Subscriber], bytes]:
        """Return what a screen is to be sent of which it is not known what it has missed."""
        return lambda _: self.version(room)

    def due_in(self, room: Room) -> float | None:
        """Return after how many seconds to look at a room, though nobody does anything; None: never."""
        due = scheduled.next_due_time(room)
        return None if due is None else max(0.0, (due - self._store.now(room.code)).total_seconds()) + _PAST

    async def look(self, code: str) -> Room | None:
        """Return a room as it is now, after doing what fell due; None if there is none.

        It waits while the database is in trouble, which pages say: what is due stays due.
        """
        while True:
            try:
                return await asyncio.to_thread(load_up_to_date, self._store, code)
            except UnknownRoom:
                return None
            except (SQLAlchemyError, StoreBusy):
                await asyncio.sleep(_TROUBLED)
            except Exception:  # noqa: BLE001 - the screens go on, and it is told
                _log.exception("what fell due in room %s could not be done", code)
                await asyncio.sleep(_FAULTY)

    async def freshen(self, codes: Collection[str]) -> None:
        """Find out whether anything was done in rooms, or to them, that nobody here was told of."""
        if not codes:
            return
        with suppress(SQLAlchemyError, TimeoutError):  # the pages say that the database is in trouble
            async with asyncio.timeout(_TROUBLED):
                await asyncio.to_thread(self._store.reload_changed, codes)

    def _carefully(self, room: Room, message: Callable[[Subscriber], bytes]) -> Callable[[Subscriber], bytes]:
        """Have screens ask for their pages where one cannot be made here: then the fault is told once."""

        def careful(screen: Subscriber) -> bytes:
            try:
                return message(screen)
            except Exception:  # noqa: BLE001 - the streams of the others go on
                _log.error("what changed in room %s could not be shown to a screen", room.code, exc_info=True)
                return self.version(room)

        return careful


class _Drawer:
    """Makes HTML outside a request.

    To begin a request takes as long as to draw a small page. So there is one for each address, in a context
    of its own, that never ends.
    """

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._context = lru_cache(_TVS)(self._asked)
        self.own = lru_cache(_OWNS)(self._own)

    def drawn(self, language: str, draw: Callable[[], T], base: str | None = None) -> T:
        """Draw something in a language, on a page that is found under the address `base`."""
        return self._context(base).run(_spoken, language, draw)

    def _asked(self, base: str | None) -> Context:
        context = copy_context()
        context.run(self._app.request_context(create_environ(base_url=base)).push)
        return context

    def _own(self, code: str, language: str, own: PrivatePart) -> bytes:
        html = self.drawn(language, lambda: render_template("phone/_own.html", own=own, code=code))
        return _data(html)


def _spoken(language: str, draw: Callable[[], T]) -> T:
    with languages.use_language(language):
        return draw()


class _Pages:
    """The live parts of a room's pages, each made once."""

    def __init__(self, draw: _Drawer, room: Room) -> None:
        self._draw = draw
        self._room = room
        self._public = cache(lambda _language: public_part(room))
        self._figure = cache(self._of_reveal)
        self._shared = cache(self._of_tv), cache(self._of_phones)
        self._tvs: set[tuple[str, str]] = set()

    def tv(self, screen: Subscriber) -> bytes:
        """Return the message for a TV; nothing for one too many: anybody may call us by many names."""
        wanted = screen.language, screen.base
        if len(self._tvs | {wanted}) > _TVS:
            return b""
        self._tvs.add(wanted)
        return self._shared[0](*wanted)

    def phone(self, screen: Subscriber, seat: Seat = "") -> bytes:
        """Return the message for a phone, with what only its player may know where a seat is given."""
        shared = self._shared[1](screen.language)
        if not seat:
            return shared
        return self._draw.own(self._room.code, screen.language, self.own(screen, seat)) + shared

    def own(self, screen: Subscriber, seat: Seat) -> PrivatePart:
        """Return what only one player may know."""
        with languages.use_language(screen.language):
            return private_part(self._room, seat, device=screen.device)

    def _of_tv(self, language: str, base: str) -> bytes:
        def draw() -> str:
            view = tv_view(self._room, room_addresses(self._room), self._public(language))
            return render_template("tv/_live.html", view=view, qr=qr.qr_svg, figure=self._figure(language))

        return self._ended(self._draw.drawn(language, draw, base))

    def _of_phones(self, language: str) -> bytes:
        def draw() -> str:
            view = shared_phone_part(self._room, self._public(language))
            return render_template("phone/_live.html", view=view, figure=self._figure(language))

        return self._ended(self._draw.drawn(language, draw))

    def _of_reveal(self, language: str) -> Markup:
        """Draw what was revealed last, which is the same on phones and TVs."""
        drawn: Markup = get_template_attribute("parts/reveal.html", "shown")(self._public(language))
        return drawn

    def _ended(self, html: str) -> bytes:
        return _data(html) + b"id: %d\n\n" % self._room.version


def _data(html: str) -> bytes:
    """Write HTML as one line of an event: all white space in it means the same."""
    return b"data: %s\n" % b" ".join(html.encode().split())


def _alike(before: Room, room: Room) -> Set[Device]:
    """Return the phones that show nothing but what all have in common, and are whose they were."""
    apart = seats_with_private_part(room)
    if before.seats != room.seats:
        apart = apart | {seat for seat, player in room.seats.items() if before.seats.get(seat) != player}
    others = room.blocked | (room.hosts if room.claims else frozenset())
    return {device for device, seat in room.devices.items() if seat not in apart} - others


def _concerned(before: Room, room: Room) -> Set[Seat]:
    """Return the seats that something was done to since, if only to be undone: all by what names no seat.

    Their phones may have heard of it from elsewhere meanwhile, so that "as before" would tell them nothing.
    """
    since = takewhile(lambda entry: entry.number > before.version, room.entries())
    seats = {getattr(entry.event, "seat", "") for entry in since}
    return room.seats.keys() if "" in seats else seats


def _private(room: Room, seat: Seat, device: Device) -> object:
    """Return what is put down, what may be (a mended trick is back in hands), and what a host is told."""
    game, asking = room.current_game, count_claims(room, device)
    if game is None:
        return asking
    return (
        asking,
        game.hidden.get(seat),
        game.lists.get(seat),
        game.next_round and game.next_round.allowed.get(seat),
    )


def _place(room: Room) -> str:
    return round_id(room.current_game) if room.current_game else ""


def _moment(room: Room) -> object:
    """Return what differs as soon as phones are asked for something else, whoever their players are."""
    game = room.current_game
    if game is None:
        return None
    stage = (
        game.awaits_deal,
        game.lists_left,
        game.must_call,
        game.must_lead,
        game.has_clash,
        game.is_reopened,
    )
    with languages.use_language(next(iter(languages.LANGUAGES))):
        return _place(room), stage, game.next_round and waiting_sentence(room, game)
