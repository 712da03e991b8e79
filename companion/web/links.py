"""Links that work once and not for long: signed, so that nobody can make them up."""

import secrets
from dataclasses import dataclass

from flask import current_app
from itsdangerous import BadSignature, SignatureExpired

from companion.i18n.errors import Refused
from companion.room.events import Device, Seat
from companion.web.middleware.signing import LenientSerializer

HOST_LINK_AGE = 15 * 60
"""Seconds for which a link is good that makes somebody host."""

SEAT_LINK_AGE = 24 * 3600
"""Seconds for which a link to one's own seat is good."""

_ENOUGH = 12  # characters that tell the hosts of a room apart: a short address makes a QR code easy to scan


@dataclass(frozen=True, slots=True)
class SignedLink:
    """What a link gives: the seat `seat`, or (without one) what `giver`, a host, hands on.

    `giver` is the beginning of the fingerprint of that host's browser.
    `number` is never the same twice: the journal keeps the numbers of the links that were used.
    """

    code: str
    seat: Seat
    giver: Device
    instead: bool
    number: str


def write_link(code: str, *, seat: Seat = "", giver: Device = "", instead: bool = False) -> str:
    """Return a new link as the text that stands in an address."""
    return _serializer(code).dumps([seat, giver[:_ENOUGH], int(instead), secrets.token_urlsafe(6)])


def read_link(code: str, text: str) -> SignedLink:
    """Read the text of a link to this room; raises `Refused` if it is too old, or not ours."""
    try:
        age = SEAT_LINK_AGE if _serializer(code).loads(text)[0] else HOST_LINK_AGE
        seat, giver, instead, number = _serializer(code).loads(text, max_age=age)
    except SignatureExpired:
        raise Refused("This link is too old: ask for a new one") from None
    except BadSignature:
        raise Refused("This link is not complete: ask for a new one") from None
    return SignedLink(code, seat, giver, bool(instead), number)


def _serializer(code: str) -> LenientSerializer:
    return LenientSerializer(current_app.secret_key or "", salt=f"companion link {code}")
