"""Who sends a request: the browser by its cookie, and the address; and how much of them there is."""

import hashlib
import hmac
import ipaddress
import math
from collections import Counter
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple

from flask import Request, current_app, request

from companion.config import addresses
from companion.room.events import Device

current_request: Callable[[], Request] = request._get_current_object  # type: ignore[attr-defined]
"""Returns the request itself: Flask's `request` looks for it again for each value that is read."""


class Client(NamedTuple):
    """Where a request comes from: the browser's fingerprint and the address, each empty if unknown."""

    device: Device
    address: str


_HOME = 56  # bits of IPv6 that a home has in common: its provider gives it so many networks
_LAST = 0.9  # of what may be open in all; the rest is kept
_FIRST_OF_ROOM = 60  # streams of a room that may be of what is kept


@lru_cache(10_000)  # 5 µs, several times in a request
def client_address(client: str | None) -> str:
    """Return what counts as one address: of IPv6 the /56 network; empty for loopback."""
    ip = addresses.parse_ip((client or "").partition("%")[0])
    if ip is None:
        return client or ""
    if isinstance(ip, ipaddress.IPv6Address):
        ip = ip.ipv4_mapped or ip
    if ip.is_loopback:
        return ""
    return str(ip) if ip.version == 4 else str(ipaddress.ip_network((ip, _HOME), strict=False))


def request_address(current: Request) -> str:
    """Return what counts as the address of a request: of a tunnel on this computer its public name."""
    name = addresses.hostname(f"//{current.host}").rstrip(".")
    return client_address(current.remote_addr) or ("" if addresses.is_local(name) else name)


def is_outside() -> bool:
    """Tell whether this request comes from no local network, or by a public name (security.py)."""
    current = current_request()
    name = addresses.hostname(f"//{current.host}").rstrip(".")
    return not (addresses.is_local(name) and addresses.is_local(client_address(current.remote_addr)))


def keyed_fingerprint(text: str) -> str:
    """Return the fingerprint of a text: without the server's secret key it cannot be read or guessed."""
    return hmac.new(current_app.config["SECRET_KEY"], text.encode(), hashlib.sha256).hexdigest()[:16]


def current_source(code: str) -> str:
    """Return the fingerprint of the address of this request, for one room; empty for loopback."""
    address = request_address(request)
    return keyed_fingerprint(f"source {code} {address}") if address else ""


class Capacity:
    """Room for what is open: so many in all, the last tenth for who is known, and for a client. 0: no limit.

    A client, all but "", has no more than are free: ten that take all they can leave some to the eleventh.
    Of the last tenth a room has its first few only: whoever opens a room is known there.
    """

    def __init__(self, most: int, most_of_client: int) -> None:
        self._most, self._most_of_client = most or math.inf, most_of_client or math.inf
        self._taken: Counter[str] = Counter()  # by clients
        self._in_room: Counter[str] = Counter()
        self._open = 0

    def take(self, client: str, room: str = "", *, is_known: bool = True) -> bool:
        """Count one more; return False if there is none, as never for a screen of a room on this computer."""
        is_late = self._open >= self._most * _LAST
        has_enough = is_late and room and self._in_room[room] >= _FIRST_OF_ROOM
        free = self._most * (1 if is_known else _LAST) - self._open
        is_full = min(free, self._most_of_client) <= (self._taken[client] if client else 0)
        if (has_enough or is_full) and (client or not room):
            return False
        self._taken[client] += 1
        self._in_room[room] += 1
        self._open += 1
        return True

    def give_back(self, client: str, room: str = "") -> None:
        """Count one less of what was taken."""
        self._open -= 1
        for counted, name in ((self._taken, client), (self._in_room, room)):
            counted[name] -= 1
            if not counted[name]:
                del counted[name]


_OF_PROXIES = "Forwarded", "Via", "X-Forwarded-For", "X-Forwarded-Host", "X-Forwarded-Proto", "X-Real-IP"


def is_this_computer_asking() -> bool:
    """Tell whether the request comes from this computer, to a name of it, and not through a proxy.

    A proxy on this computer has its address too, but names the site, or says for whom it asks: one that does
    neither passes no form on, as their origin is checked.
    """
    return bool(
        request.remote_addr
        and not client_address(request.remote_addr)
        and addresses.is_loopback(f"http://{request.host}")
        and not any(name in request.headers for name in _OF_PROXIES)
    )
