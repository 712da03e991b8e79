"""Rate limits: one client must not overload the server, and room codes must not be found by guessing.

A client is told by the browser's cookie first, as a whole party may share one address. The address counts
for requests without a cookie and for wrong guesses of codes, but never against a member of the room, nor
against an address from which a member has come.

Servers with one Redis count guesses, joins and opened rooms together, and requests, streams and connections
each for itself: these are asked for far too often, and protect the server that counts.
"""

import hashlib
import hmac
import math
import threading
import time
from collections import OrderedDict, defaultdict
from collections.abc import Callable
from typing import NamedTuple

from flask import Flask, Response, g, request
from sqlalchemy.exc import SQLAlchemyError
from werkzeug.exceptions import TooManyRequests

from companion.config.settings import Limits
from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.live.sync import connection_errors, open_client
from companion.room.commands.membership import is_full
from companion.room.events import Device, Event, PlayerJoined
from companion.room.game_events import RoundEvent
from companion.room.state import Room
from companion.storage.event_store import EventStore, UnknownRoom
from companion.web import links
from companion.web.device import current_device
from companion.web.middleware import clients
from companion.web.middleware.clients import Capacity, Client, current_source, is_outside, request_address
from companion.web.services import services

_OF_ADDRESS = 10  # times what one phone may do, an address may: a whole party can be behind it
_OF_ALL = 3  # times the wrong tries of an address, those of all addresses together
_CONNECTIONS = 4  # for each stream that an address may open: a browser opens up to six
_ALL = "all"  # the group of everybody
_MOST_KNOWN = 50_000  # addresses of members that are remembered, each for a room
_SLOWED = 4  # newcomers at once, and a minute, from where a crowd was sent away
_OPENING = {"start.start", "start.demo"}
_SECRETS = {"seats.recover": "host_code", "start.say_word": "word", "operator.rooms.log_in": "password"}
_CODE_FIELDS = {
    "start.join": "code",
    "tv.find": "code",
    "start.rules": "room",
}  # where the code is not in the path
_OPERATOR = {"operator.health", "operator.counted"}  # read and set no cookie

_MOST_BUCKETS = 10_000
_ROUNDING = 1e-6  # seconds by which sums of fractions may be wrong
_TIMEOUT = 0.25  # seconds to ask Redis: a guest waits for it
_PAUSE = 5.0  # seconds after a failure in which Redis is not asked
_SCRIPT = """
local now = redis.call('TIME')
now = now[1] + now[2] / 1000000
local size, rate = tonumber(ARGV[1]), tonumber(ARGV[2])
local full_at = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), now) + 1 / rate
local missing = full_at - now - size / rate
if missing > 0.00001 then
    return string.format('%.6f', missing)
end
if ARGV[3] == '1' then
    redis.call('SET', KEYS[1], string.format('%.6f', full_at), 'PX', math.ceil((full_at - now) * 1000))
end
return '0'
"""
"""Returns the seconds until there is a token, and takes one if there is and that is asked for."""


class SharedBuckets:
    """The buckets of all servers that share a Redis. May be used from any thread.

    Of each bucket Redis has the moment at which it is full again, by its own clock, and forgets it then. A
    key is a fingerprint that needs the servers' secret key: no address and no browser can be read from it,
    or guessed. They never raise, and nobody waits long: while Redis cannot be used, every bucket has a token.
    """

    def __init__(self, url: str, secret_key: bytes) -> None:
        """Prepare for the Redis at a URL; raises `Refused`."""
        self._client = open_client(url, _TIMEOUT)
        self._secret_key = secret_key
        self._script = self._client.register_script(_SCRIPT)
        self._paused_until = 0.0

    def seconds_to_wait(self, name: str, size: float, rate: float, *, take: bool) -> float:
        """Return what `Buckets.seconds_to_wait` returns."""
        if time.monotonic() < self._paused_until:
            return 0.0
        digest = hmac.new(self._secret_key, name.encode(), hashlib.sha256).hexdigest()[:32]
        try:
            return float(self._script([f"companion bucket {digest}"], [size, rate, int(take)]))
        except connection_errors():
            self._paused_until = time.monotonic() + _PAUSE
            return 0.0

    def close(self) -> None:
        """Close the connections."""
        self._client.close()


class Buckets:
    """The buckets of a limit on this server. May be used from any thread.

    Of each only the moment is stored at which it is full again. Full ones are forgotten, and of very many the
    least recently used.
    """

    def __init__(self) -> None:
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = threading.Lock()

    def seconds_to_wait(self, name: str, size: float, rate: float, *, take: bool = False) -> float:
        """Return the seconds until a bucket of `size` tokens, `rate` a second, has one, to `take` then."""
        with self._lock:
            now = time.monotonic()
            full_at = max(self._full_at.get(name, now), now) + 1 / rate
            missing = full_at - now - size / rate
            if missing > _ROUNDING:
                return missing
            if take:
                self._full_at[name] = full_at
                self._full_at.move_to_end(name)
                while len(self._full_at) > _MOST_BUCKETS or next(iter(self._full_at.values())) <= now:
                    self._full_at.popitem(last=False)
            return 0.0


class Limit(NamedTuple):
    """A browser has `size` tokens at once and `rate` more a second, and an address or a room `times` as many.

    Size 0: no limit. Servers count what has a name together; while Redis cannot be used, each counts for
    itself. Who has to wait for one is refused with a sentence, and the reason is counted, one of
    `metrics.REASONS`. `rate_of_all` is how fast all together may go on where tries are limited.
    """

    name: str
    reason: str
    size: int
    rate: float
    sentence: str
    times: int = 1
    rate_of_all: float = 0

    @property
    def of_all(self) -> "Limit":
        """The limit of all together, which slows who tries from many addresses."""
        size = _OF_ALL * self.times * self.size
        return self._replace(name=f"{self.name} of all", size=size, rate=self.rate_of_all)


class RateLimiter:
    """The counters of all clients; shared by all threads and by the streams."""

    def __init__(
        self,
        limits: Limits,
        on_refusal: Callable[[str], None] = lambda _reason: None,
        shared: SharedBuckets | None = None,
    ) -> None:
        """Make the counters; `on_refusal` is called with one of `metrics.REASONS`."""
        requests, rooms, joins = limits.requests_per_second, limits.rooms_per_hour, limits.joins
        self.players, self.bettors = limits.players, limits.bettors
        self._on_refusal = on_refusal
        self._buckets: defaultdict[str, Buckets] = defaultdict(Buckets)
        self._shared = shared
        too_fast = N_("That was too much at once: wait a moment and try again")
        self._requests = Limit("", "requests", 10 * requests, requests, too_fast, _OF_ADDRESS)
        too_many = N_("Too many rooms were opened from here: try again in {wait}")
        self.rooms = Limit("rooms", "rooms", rooms, rooms / 3600, too_many)
        crowd = N_("Many have just joined from here: try again in {wait}, or ask the host to let all in")
        self.joins = Limit("joins", "joins", joins, joins / 120, crowd)
        self.slowed = Limit("slowed joins", "joins", min(_SLOWED, joins), _SLOWED / 60, crowd)
        often = N_("That was more than a game needs: try again in {wait}")
        self._events = Limit("", "events", 10 * limits.events, limits.events / 60, often, _OF_ADDRESS)
        guessed = N_("Too many codes were tried that no room has: try again in {wait}")
        codes = Limit("codes", "guesses", limits.guesses, 1 / 6, guessed, _OF_ADDRESS, rate_of_all=1 / 2)
        guessed = N_("Too many wrong tries: try again in {wait}")
        tries = Limit("", "guesses", limits.guesses, 1 / 30, guessed, times=3, rate_of_all=1)
        self.tries = {field: tries._replace(name=field) for field in _SECRETS.values()}
        self.tries["code"] = codes
        crowd_asks = N_("Many ask at once: try again in {wait}")
        self.entry_requests = Limit("asks", "joins", min(joins, 6), 1 / 30, crowd_asks, 5)
        self.streams = Capacity(limits.streams, limits.streams_per_address)
        self.connections = Capacity(_CONNECTIONS * limits.streams, _CONNECTIONS * limits.streams_per_address)
        self._member_addresses: OrderedDict[tuple[str, str], None] = OrderedDict()

    def seconds_to_wait(self, limit: Limit, browser: str, group: str = "", *, take: bool = False) -> float:
        """Return after how many seconds a browser and a group of them, such as an address, have a token.

        0 if they have one now, which `take` takes. What is not known of a client is empty, and has no limit.
        """
        both = (browser, 1), (group, limit.times)
        return max((self._wait(limit, *each, take) for each in both if each[0] and limit.size), default=0.0)

    def _wait(self, limit: Limit, key: str, times: int, take: bool) -> float:
        name, size, rate = f"{limit.name} {times} {key}", limit.size * times, limit.rate * times
        wait = self._buckets[limit.name].seconds_to_wait(name, size, rate, take=take)
        shared = self._shared if limit.name and not wait else None
        return shared.seconds_to_wait(name, size, rate, take=take) if shared else wait

    def check(self, limit: Limit, browser: str, group: str, *, take: bool = False) -> None:
        """Raise `TooManyRequests` if a client has to wait."""
        if wait := self.seconds_to_wait(limit, browser, group, take=take):
            self._on_refusal(limit.reason)
            sentence = translate(limit.sentence, wait=_in_words(wait))
            raise TooManyRequests(sentence, retry_after=math.ceil(wait))

    def check_request(self, client: Client, code: str, store: EventStore) -> None:
        """Count a request, which may ask for a room; raises `TooManyRequests`."""
        self.check(self._requests, client.device, "" if client.device else client.address, take=True)
        if not code or self.has_member_nearby(client, code, store.cached_room(code)):
            return
        codes = self.tries["code"]
        if self.seconds_to_wait(codes, *client):
            try:
                if is_member(store.load_room(code), client.device):
                    return
            except (UnknownRoom, SQLAlchemyError):
                pass
            self.check(codes, *client)

    def check_secret(self, field: str, client: Client, code: str) -> None:
        """Raise `TooManyRequests` if too many wrong ones were sent: by the client, or by all, for a room.

        The latter is not for the room's members, and for addresses from which one has come: strangers who
        use it up do not keep its host from the code.
        """
        self.check(self.tries[field], *client)
        if not self.has_member_nearby(client, code, services().store.cached_room(code)):
            self.check_tries_of_all(field, code)

    def check_tries_of_all(self, field: str, code: str = "") -> None:
        """Raise `TooManyRequests` if all together have tried too many wrong ones, and nobody trusted asks.

        Of what each room has, `code` names the room.
        """
        limit, group = self.tries[field].of_all, code or _ALL
        if self.seconds_to_wait(limit, group) and not _is_trusted():
            self.check(limit, group, "")

    def count_wrong(self, field: str, client: Client, group: str) -> None:
        """Count a wrong try of a client, and of all together in a group; the empty one has no limit."""
        self.seconds_to_wait(self.tries[field], *client, take=True)
        self.seconds_to_wait(self.tries[field].of_all, group, take=True)

    def count_wrong_code(self, client: Client) -> None:
        """Count the code in this request, which no room has, or its wrong key."""
        self.count_wrong("code", client, _ALL if is_outside() else "")

    def count_event(self, room: Room, device: Device, event: Event) -> None:
        """Count an event that is to be stored; raises `Refused` where its player has stored too many.

        Not those of hosts, who enter for all. What is no play counts for the address too, or a browser that
        drops its cookie could store as much as it likes; newcomers are counted as they join.
        """
        if device in room.hosts or isinstance(event, PlayerJoined):
            return
        player, is_play = room.player_of(device), isinstance(event, RoundEvent)
        nearby = "" if is_play or not (address := request_address(request)) else f"{room.code} {address}"
        self.count(self._events, f"{room.code} {player.seat if player else device}", nearby)

    def count(self, limit: Limit, browser: str, group: str) -> None:
        """Count one more of what a limit counts; raises `Refused` where a client has to wait."""
        if wait := self.seconds_to_wait(limit, browser, group, take=True):
            self._on_refusal(limit.reason)
            raise Refused(limit.sentence, wait=_in_words(wait))

    def add_member_address(self, code: str, address: str) -> None:
        """Remember that a member of a room has come from an address: nobody there is taken for a guesser."""
        if address:
            self._member_addresses[code, address] = None
            if len(self._member_addresses) > _MOST_KNOWN:
                self._member_addresses.popitem(last=False)

    def has_member_nearby(self, client: Client, code: str, room: Room | None) -> bool:
        """Tell whether a client is a member of a room, as it is known here, or has the address of one."""
        return (code, client.address) in self._member_addresses or is_member(room, client.device)

    def close(self) -> None:
        """Close the connections to the counters of all servers."""
        if self._shared:
            self._shared.close()


def init(app: Flask) -> None:
    """Check each request before it is answered, and count it by its answer."""
    app.before_request(check_request)
    app.after_request(_count_answer)


def count_wrong_secret() -> None:
    """Count the host code in this request, or what is like one, as wrong; also for a browser that is new."""
    limiter, (client, code) = services().limiter, g.counted_request
    field = _SECRETS[str(request.endpoint)]
    limiter.count_wrong(field, Client(current_device(), client.address), code or _ALL)


def _is_trusted() -> bool:
    """Tell whether this computer asks, or a browser that has opened a room where not everybody may."""
    app_services = services()
    is_open = app_services.settings.rooms == "everybody"
    hosted = () if is_open else app_services.store.list_hosted_rooms(current_device(), 1)
    return not request_address(request) or bool(hosted)


def is_member(room: Room | None, device: Device) -> bool:
    """Tell whether a browser has a seat in a room, or is its host."""
    return room is not None and (room.player_of(device) is not None or device in room.hosts)


def _in_words(seconds: float) -> Count:
    if seconds < 120:
        return Count(math.ceil(seconds), "{n} second", "{n} seconds")
    return Count(math.ceil(seconds / 60), "{n} minute", "{n} minutes")


def check_request() -> None:
    """Count this request, once, before a room is read for it; raises `TooManyRequests`."""
    current, app_services = clients.current_request(), services()
    if current.endpoint == "static" or "counted_request" in g:  # a party asks for many files at once
        return
    device = "" if current.endpoint in _OPERATOR else current_device()
    client, code = Client(device, request_address(current)), requested_code()
    app_services.limiter.check_request(client, code, app_services.store)
    g.counted_request = client, code


def requested_code() -> str:
    """Return the code of the room that is asked for; empty if there is none, or it cannot be a code."""
    current = clients.current_request()
    if (field := _CODE_FIELDS.get(current.endpoint or "")) is None:
        return str((current.view_args or {}).get("code", ""))
    try:
        return links.read_room_code(current.args.get(field, ""))
    except Refused:
        return ""


def check_form() -> None:
    """Check the limits of a form that has come past the gate; raises `TooManyRequests` or `Refused`."""
    current = clients.current_request()
    if current.method != "POST" or "counted_request" not in g:
        return
    limiter, (client, code) = services().limiter, g.counted_request
    if current.endpoint in _OPENING:
        limiter.check(limiter.rooms, "", client.address)
    elif current.endpoint in _SECRETS and (field := _SECRETS[current.endpoint]) in current.form:
        limiter.check_secret(field, client, code)
    elif current.endpoint == "gate.request_entry":
        limiter.check(limiter.entry_requests, client.address, code, take=True)
    elif current.endpoint == "phone.join":
        _check_join(client, code)
    elif current.endpoint == "host.action" and (current.view_args or {}).get("name") in {"add", "bot"}:
        _require_place(client, code)


def _check_join(client: Client, code: str) -> None:
    """Count a newcomer of a room; raises `Refused` if it is full, or too many have come from the address."""
    room, limiter = _require_place(client, code), services().limiter
    if room.player_of(client.device) or client.device in room.blocked:
        return
    if current_source(code) in room.slowed:
        page = " page" if client.device else ""  # which a program may not have opened
        limiter.count(limiter.slowed, "", client.address and f"{code} {client.address}{page}")
    elif not room.takes_crowd:
        limiter.count(limiter.joins, "", client.address and f"{code} {client.address}")


def _require_place(client: Client, code: str) -> Room:
    """Return a room; raises `Refused` if it is full and the client has no place in it."""
    room, most = services().store.load_room(code), services().limiter.players
    if most and is_full(room, most) and room.player_of(client.device) is None:
        raise Refused("The room is full: it has {most} players", most=most)
    return room


def _count_answer(response: Response) -> Response:
    """Count wrong codes of rooms and opened rooms, and remember the addresses of members."""
    if (counted := g.pop("counted_request", None)) is None:
        return response
    current, app_services, (client, code) = clients.current_request(), services(), counted
    limiter, room = app_services.limiter, app_services.store.cached_room(code)
    is_wrong = room is None or "key" in (current.view_args or {})
    if code and is_wrong and (response.status_code == 404 or current.endpoint == "start.rules"):
        limiter.count_wrong_code(client)
    elif current.endpoint in _OPENING and response.status_code == 303:
        limiter.seconds_to_wait(limiter.rooms, "", client.address, take=True)
    elif room is not None and is_member(room, current_device()):
        limiter.add_member_address(code, client.address)
    return response
