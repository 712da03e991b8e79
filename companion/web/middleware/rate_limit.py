"""Limits, so that one client cannot take the evening down, and room codes that cannot be searched for.

Who is at fault is told by the browser's cookie first: a whole party may sit behind one address. Of those
who have no cookie, and of room codes that are guessed, the address counts, but never for somebody who
belongs to the room, nor where somebody at the same address does.
"""

import ipaddress
import math
import time
from collections import OrderedDict
from contextlib import suppress
from dataclasses import dataclass
from typing import Self

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import HTTPException, TooManyRequests

from companion.config.limits import Limits
from companion.i18n.errors import Refused
from companion.i18n.messages import Count, translate
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import EventStore, UnknownRoom
from companion.web import room_codes
from companion.web.device import current_device
from companion.web.middleware import errors
from companion.web.middleware.guess_limit import Client, GuessLimit
from companion.web.middleware.token_bucket import TokenBuckets
from companion.web.services import services

_KEY = "companion gate"
_WITHOUT_A_COOKIE = 10  # times as many requests as one phone are for all of an address that have no cookie
_BURST = 10  # seconds' worth of requests that may come at once
_CODE_SECONDS = 6.0  # after which a phone may try one more code
_HOST_CODE_SECONDS = 30.0  # after which it may try one more host code
_HOMES, _ADDRESSES = 500, 200  # rooms whose addresses are remembered, and how many of each
_OPENING = {"start.start", "start.demo"}
_JOINING = {"phone.join"}
_ADDING = {"add", "bot"}
_FILES = "static"  # asked for by a whole party at once, and without the database
_NOBODYS = "health.page"  # gives and takes no cookie


class RateLimiter:
    """What is counted of those who come; shared by all threads and by the streams."""

    def __init__(self, limits: Limits) -> None:
        rate = limits.requests_per_second
        self.limits = limits
        self.phones = TokenBuckets(_BURST * rate, rate)
        self.strangers = TokenBuckets(_WITHOUT_A_COOKIE * _BURST * rate, _WITHOUT_A_COOKIE * rate)
        self.rooms = TokenBuckets(limits.rooms_per_hour, limits.rooms_per_hour / 3600)
        self.codes = GuessLimit(limits.guesses, _CODE_SECONDS)
        self.host_codes = GuessLimit(limits.guesses, _HOST_CODE_SECONDS)
        self.homes = KnownAddresses()

    @classmethod
    def of(cls, app: Flask) -> Self:
        """Return the gate of an application."""
        found: Self = app.extensions[_KEY]
        return found

    def hurry(self, who: Client) -> float:
        """Count a request; return after how many seconds the next may come if this was one too many."""
        now = time.monotonic()
        key, buckets = (who.device, self.phones) if who.device else (who.address, self.strangers)
        return 0.0 if not key or buckets.take(key, now) else buckets.wait(key, now)

    def searching(self, who: Client, code: str, store: EventStore) -> float:
        """Return how long somebody has to wait who has tried too many codes; 0 if it is his or her room."""
        wait = self.codes.wait(who, time.monotonic())
        if not wait or self.homes.has(code, who.address):
            return 0.0
        with suppress(UnknownRoom, SQLAlchemyError):
            return 0.0 if is_member(store.load_room(code), who.device) else wait
        return wait


@dataclass(frozen=True, slots=True)
class _Counted:
    """What a request is counted for, once it is answered."""

    gate: RateLimiter
    who: Client
    code: str


class KnownAddresses:
    """From which addresses people play in a room: others who come from there are not strangers."""

    def __init__(self) -> None:
        self._of: OrderedDict[str, frozenset[str]] = OrderedDict()

    def add(self, code: str, address: str) -> None:
        """Remember that somebody of this room came from this address."""
        known = self._of.get(code, frozenset())
        if address and address not in known and len(known) < _ADDRESSES:
            self._of[code] = known | {address}
            while len(self._of) > _HOMES:
                self._of.popitem(last=False)

    def has(self, code: str, address: str) -> bool:
        """Tell whether somebody of this room came from this address."""
        return bool(address) and address in self._of.get(code, ())


def init(app: Flask, limits: Limits) -> None:
    """Look at every request before it is answered, and at how it was."""
    app.extensions[_KEY] = RateLimiter(limits)
    app.before_request(_enter)
    app.after_request(_leave)
    app.register_error_handler(429, _wait)


def is_member(room: Room | None, who: Device) -> bool:
    """Tell whether a browser has a seat in a room, or is its host."""
    return room is not None and (room.player_of(who) is not None or who in room.hosts)


def client_address(client: str | None) -> str:
    """Return what counts as one address: of IPv6 the network; empty for this computer itself."""
    try:
        ip = ipaddress.ip_address((client or "").partition("%")[0])
    except ValueError:
        return client or ""
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_loopback:
        return ""
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network((ip, 64), strict=False))


def _refusal(sentence: str, seconds: float) -> TooManyRequests:
    return TooManyRequests(sentence, retry_after=math.ceil(seconds))


def _said(seconds: float) -> Count:
    """Say how long somebody has to wait."""
    if seconds < 120:
        return Count(math.ceil(seconds), "{n} second", "{n} seconds")
    return Count(math.ceil(seconds / 60), "{n} minute", "{n} minutes")


def _enter() -> None:
    if request.endpoint == _FILES:
        return
    known = "" if request.endpoint == _NOBODYS else current_device()
    gate, who = RateLimiter.of(current_app), Client(known, client_address(request.remote_addr))
    if wait := gate.hurry(who):
        raise _refusal(translate("That was too much at once: wait a moment and try again"), wait)
    code = _code()
    g.counted = _Counted(gate, who, code)
    if code and (wait := gate.searching(who, code, services().store)):
        raise _refusal(
            translate("Too many codes were tried that no room has: try again in {wait}", wait=_said(wait)),
            wait,
        )
    if request.method == "POST":
        _post(gate, who, code)


def _code() -> str:
    """Return the room code that is asked for; empty where there is none, or what cannot be one."""
    if request.endpoint != "start.join":
        return str((request.view_args or {}).get("code", ""))
    try:
        return room_codes.read_room_code(request.args.get("code", ""))
    except Refused:
        return ""


def _post(gate: RateLimiter, who: Client, code: str) -> None:
    """Raise where something may not be done so often, or by so many."""
    now = time.monotonic()
    if request.endpoint in _OPENING and who.address and (wait := gate.rooms.wait(who.address, now)):
        raise _refusal(
            translate("Too many rooms were opened from here: try again in {wait}", wait=_said(wait)), wait
        )
    if request.endpoint == "become_host.recover" and (wait := gate.host_codes.wait(who, now)):
        raise _refusal(
            translate("Too many host codes were tried: try again in {wait}", wait=_said(wait)), wait
        )
    adds = request.endpoint == "host.act" and (request.view_args or {}).get("name") in _ADDING
    if adds or request.endpoint in _JOINING:
        _room_for_one(gate.limits.players, who, code)


def _room_for_one(most: int, who: Client, code: str) -> None:
    room = services().store.load_room(code)
    if most and len(room.players) >= most and room.player_of(who.device) is None:
        raise Refused("The room is full: it has {most} players", most=most)


def _leave(response: Response) -> Response:
    """Count what turned out to be a wrong guess, and remember where the people of a room are."""
    counted: _Counted | None = g.pop("counted", None)
    if counted is None:
        return response
    gate, who, now = counted.gate, counted.who, time.monotonic()
    room = services().store.cached_room(counted.code)
    if counted.code and response.status_code == 404 and room is None:
        gate.codes.failed(who, now)
    elif request.endpoint == "become_host.recover" and response.status_code == 403:
        gate.host_codes.failed(who, now)
    elif _has_opened(response) and who.address:
        gate.rooms.take(who.address, now)
    elif room is not None and is_member(room, current_device()):
        gate.homes.add(counted.code, who.address)
    return response


def _has_opened(response: Response) -> bool:
    return request.method == "POST" and request.endpoint in _OPENING and response.status_code == 303


def _wait(error: HTTPException) -> Response:
    assert isinstance(error, TooManyRequests)  # noqa: S101 - that is what 429 means
    answer = errors.error_page(error.description or "", 429)
    answer.headers["Retry-After"] = str(error.retry_after or 1)
    return answer
