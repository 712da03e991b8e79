"""Rate limits: one client must not overload the server, and room codes must not be found by guessing.

A client is told by the browser's cookie first, as a whole party may share one address. The address counts
for requests without a cookie and for wrong guesses of codes, but never against a member of the room, nor
against an address from which a member has come.

Servers with one Redis count guesses, joins and opened rooms together, and requests, streams and connections
each for itself: these are asked for far too often, and protect the server that counts.
"""

import math
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Self

from flask import Flask, Response, current_app, g, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import TooManyRequests

from companion.config.settings import Limits
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.room.commands.membership import is_full
from companion.room.events import Device
from companion.room.state import Room
from companion.storage.event_store import EventStore, UnknownRoom
from companion.web import links
from companion.web.device import current_device
from companion.web.middleware.clients import Capacity, Client, KnownAddresses, client_address
from companion.web.middleware.token_bucket import Allowance, SharedBuckets, TokenBuckets
from companion.web.services import Services, services

_KEY = "companion rate limiter"
_BURST = 10  # seconds' worth of requests that may come at once
_CODE_SECONDS = 6.0  # after which a phone may try one more code
_HOST_CODE_SECONDS = 30.0  # after which it may try one more host code
_HOST_CODES_OF_ADDRESS = 3  # times as many; few of a party have ever seen one
_HOST_CODES_OF_ROOM = 100  # times as many, by strangers from any address
_CONNECTIONS = 4  # for each stream that an address may open: a browser opens up to six
_OPENING = {"start.start", "start.demo"}
_JOINING = {"phone.join"}
_ADDING = {"add", "bot"}
_STATIC = "static"  # a whole party asks for files at once, and they need no database
_OPERATOR = {"operator.health", "operator.counted"}  # read and set no cookie


class RateLimiter:
    """The counters of all clients; shared by all threads and by the streams."""

    def __init__(
        self,
        limits: Limits,
        on_refusal: Callable[[str], None] = lambda _reason: None,
        shared: SharedBuckets | None = None,
    ) -> None:
        """Make the counters; `on_refusal` is called with a reason, one of `metrics.REASONS`.

        `shared` has those that several servers count together.
        """
        rate, rooms, guesses = limits.requests_per_second, limits.rooms_per_hour, limits.guesses
        self.limits = limits
        self._on_refusal = on_refusal
        self.requests = Allowance(_BURST * rate, rate)
        self.opened_rooms = TokenBuckets(rooms, rooms / 3600, "rooms", shared)
        self.joins = TokenBuckets(limits.joins, limits.joins / 120, "joins", shared)
        self.codes = Allowance(guesses, 1 / _CODE_SECONDS, name="codes", shared=shared)
        often = 1 / _HOST_CODE_SECONDS
        self.host_codes = Allowance(guesses, often, _HOST_CODES_OF_ADDRESS, "host codes", shared)
        most, often = _HOST_CODES_OF_ROOM * guesses, _HOST_CODES_OF_ROOM * often
        self.host_codes_of_room = TokenBuckets(most, often, "host codes of a room", shared)
        self.streams = Capacity(limits.streams, limits.streams_per_address)
        self.connections = Capacity(0, _CONNECTIONS * limits.streams_per_address)
        self.member_addresses = KnownAddresses()

    @classmethod
    def of(cls, app: Flask) -> Self:
        registered: Self = app.extensions[_KEY]
        return registered

    def check_request(self, client: Client, code: str, store: EventStore) -> None:
        """Count a request, which may ask for a room; raises `TooManyRequests`."""
        now = time.monotonic()
        counted = Client(client.device, "" if client.device else client.address)
        wait = self.requests.seconds_until_next(counted, now)
        self.check_wait("requests", wait, N_("That was too much at once: wait a moment and try again"))
        self.requests.count(counted, now)
        if not code or self._has_member_nearby(client, code, store.cached_room(code)):
            return
        if wait := self.codes.seconds_until_next(client, now):
            with suppress(UnknownRoom, SQLAlchemyError):
                if is_member(store.load_room(code), client.device):
                    return
            sentence = N_("Too many codes were tried that no room has: try again in {wait}")
            self.check_wait("guesses", wait, sentence)

    def check_wait(self, reason: str, seconds: float, sentence: str) -> None:
        """Raise `TooManyRequests` with a sentence if a client has to wait."""
        if seconds:
            self._on_refusal(reason)
            said = translate(sentence, wait=_in_words(seconds))
            raise TooManyRequests(said, retry_after=math.ceil(seconds))

    def count_join(self, client: Client, code: str) -> None:
        """Count a newcomer of a room; raises `Refused` where too many have come from the address."""
        key, now = f"{code} {client.address}", time.monotonic()
        if client.address and not self.joins.consume(key, now):
            self._on_refusal("joins")
            raise Refused(
                "Many have just joined from here: try again in {wait}, or ask the host to let all in",
                wait=_in_words(max(1.0, self.joins.seconds_until_token(key, now))),
            )

    def check_host_code(self, client: Client, code: str) -> None:
        """Raise `TooManyRequests` if too many host codes were tried: by the client, or for the room.

        The limit of the room is not for its members, for addresses from which one has come, and for this
        computer: strangers who use it up do not keep its host from the code.
        """
        now, room = time.monotonic(), services().store.cached_room(code)
        wait = self.host_codes.seconds_until_next(client, now)
        if client.address and not self._has_member_nearby(client, code, room):
            wait = max(wait, self.host_codes_of_room.seconds_until_token(code, now))
        self.check_wait("guesses", wait, N_("Too many host codes were tried: try again in {wait}"))

    def count_wrong_code(self, client: Client) -> None:
        """Count a code that no room has."""
        self.codes.count(client, time.monotonic())

    def count_wrong_host_code(self, client: Client, code: str) -> None:
        """Count a host code that is not the room's."""
        now = time.monotonic()
        self.host_codes.count(client, now)
        self.host_codes_of_room.consume(code, now)

    def _has_member_nearby(self, client: Client, code: str, room: Room | None) -> bool:
        """Tell whether a client is a member of a room, as it is known here, or has the address of one."""
        return self.member_addresses.is_known(code, client.address) or is_member(room, client.device)


def init(app: Flask, limits: Limits) -> None:
    """Check each request before it is answered, and count it by its answer."""
    found = Services.of(app)
    app.extensions[_KEY] = RateLimiter(limits, found.metrics.count_refusal, found.shared_buckets)
    app.before_request(_check_request)
    app.after_request(_count_answer)


def count_wrong_host_code() -> None:
    """Count the host code in this request, which is not the room's; also for a browser that is new."""
    limiter, client, code = g.counted_request
    limiter.count_wrong_host_code(Client(current_device(), client.address), code)


def is_member(room: Room | None, device: Device) -> bool:
    """Tell whether a browser has a seat in a room, or is its host."""
    return room is not None and (room.player_of(device) is not None or device in room.hosts)


def _in_words(seconds: float) -> Count:
    if seconds < 120:
        return Count(math.ceil(seconds), "{n} second", "{n} seconds")
    return Count(math.ceil(seconds / 60), "{n} minute", "{n} minutes")


def _check_request() -> None:
    if request.endpoint == _STATIC:
        return
    device = "" if request.endpoint in _OPERATOR else current_device()
    limiter, client = RateLimiter.of(current_app), Client(device, client_address(request.remote_addr))
    code = _requested_code()
    limiter.check_request(client, code, services().store)
    g.counted_request = limiter, client, code
    if request.method == "POST":
        _check_post(limiter, client, code)


def _requested_code() -> str:
    """Return the code of the room that is asked for; empty if there is none, or it cannot be a code."""
    if request.endpoint != "start.join":
        return str((request.view_args or {}).get("code", ""))
    try:
        return links.read_room_code(request.args.get("code", ""))
    except Refused:
        return ""


def _check_post(limiter: RateLimiter, client: Client, code: str) -> None:
    """Check the limits of rooms, host codes and players; raises `TooManyRequests` or `Refused`."""
    now = time.monotonic()
    if request.endpoint in _OPENING and client.address:
        wait = limiter.opened_rooms.seconds_until_token(client.address, now)
        limiter.check_wait("rooms", wait, N_("Too many rooms were opened from here: try again in {wait}"))
    if request.endpoint == "become_host.recover":
        limiter.check_host_code(client, code)
    adds = request.endpoint == "host.act" and (request.view_args or {}).get("name") in _ADDING
    if adds or request.endpoint in _JOINING:
        room, most = services().store.load_room(code), limiter.limits.players
        if room.player_of(client.device) is not None:
            return
        if most and is_full(room, most):
            raise Refused("The room is full: it has {most} players", most=most)
        if not (adds or room.takes_crowd):
            limiter.count_join(client, code)


def _count_answer(response: Response) -> Response:
    """Count wrong codes of rooms and opened rooms, and remember the addresses of members."""
    if "counted_request" not in g:
        return response
    limiter, client, code = g.pop("counted_request")
    now, room = time.monotonic(), services().store.cached_room(code)
    if code and response.status_code == 404 and room is None:
        limiter.count_wrong_code(client)
    elif request.endpoint in _OPENING and response.status_code == 303 and client.address:
        limiter.opened_rooms.consume(client.address, now)
    elif room is not None and is_member(room, current_device()):
        limiter.member_addresses.add_address(code, client.address)
    return response
