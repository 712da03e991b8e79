"""Codes and keys of rooms; signed links that work once, for some time, to a seat or a host's rights."""

import re
import secrets
import unicodedata

from flask import current_app, request
from itsdangerous import BadSignature, URLSafeTimedSerializer
from werkzeug.routing import BaseConverter

from companion.config import addresses
from companion.i18n.errors import Refused
from companion.i18n.messages import plain_nfkc, translate
from companion.room.events import Device, Seat
from companion.room.state import Room
from companion.screens.tv import room_address
from companion.storage.event_store import CODE_LENGTH, DIGITS, LETTERS
from companion.values import frozen
from companion.web.device import is_older
from companion.web.middleware.clients import keyed_fingerprint
from companion.web.services import room_addresses, services


class CodeConverter(BaseConverter):
    """A room code in a URL; case does not matter."""

    regex = f"[0-9A-Za-z]{{{CODE_LENGTH}}}"

    def to_python(self, value: str) -> str:
        return value.upper()


def read_room_code(typed: str) -> str:
    """Parse a typed room code, or a pasted link to a room; raises `Refused`.

    Only letters and digits matter, in any case and width.
    """
    path = re.sub(r"^\w+://[^/]*", "", plain_nfkc(typed))
    pieces = [only_letters(each) for each in re.split("[/?#&=]", path)]
    if not any(pieces):
        raise Refused("Enter the room code that is on the TV")
    for code in pieces:
        if len(code) == CODE_LENGTH and not set(code) - set(LETTERS + DIGITS):
            return code
    raise Refused(
        "{code} is not a room code: it has {length} letters and digits, and never 0, O, 1, I or L",
        code="".join(pieces)[:20],
        length=CODE_LENGTH,
    )


def only_letters(typed: str) -> str:
    """Return the letters and digits of a typed code, as capitals of normal width."""
    return re.sub(r"[\W_]", "", unicodedata.normalize("NFKC", typed)).upper()


def meant_path(path: str) -> str:
    """Return the path of a page that was meant by one that leads nowhere; empty if none was.

    Such have brackets or marks around them that a message has put there, capitals, or letters of full width.
    """
    tidy = re.sub(r"(?<=/)[(\[{<\"'“‘「]+|[\W_]+$", "", unicodedata.normalize("NFKC", path))
    pages = current_app.create_url_adapter(request)
    return next((each for each in (tidy, tidy.lower()) if pages and pages.test(each, "GET")), "")


def read_outside_address(typed: str) -> str:
    """Parse the typed base URL by which guests elsewhere reach a room; empty for none. Raises `Refused`.

    It is https and no address of a local network, so that a request by its name can be taken for one by
    https. Nothing is asked whether it leads here: this computer may have no internet.
    """
    url = plain_nfkc(typed).lower().rstrip("/").removesuffix(":443")
    url = url if not url or "://" in url else f"https://{url}"
    name = addresses.authority(url)[0]  # empty if there is no such port
    ip, is_name = addresses.parse_ip(name), name.strip("0123456789.") and not addresses.is_local(name)
    is_public = ip.is_global if ip else is_name
    if url and not (is_public and len(url) <= _LONGEST and _OUTSIDE.fullmatch(url)):
        raise Refused("{text} is not an address for guests: it is like https://party.example", text=typed)
    return url


def room_key(room: Room) -> str:
    """Return the key that opens a room on a public server: 40 bits, the same as long as the room is there."""
    return keyed_fingerprint(f"key {room.code} {room.opened_at}")[:10]


def invitation(address: str, code: str, path: str = "") -> str:
    """Return a link to a room, or to a page of it: with the room's key where the address is a public one."""
    store, host = services().store, addresses.hostname(address)
    room = None if addresses.is_local(host) else store.cached_room(code) or store.load_room(code)
    return f"{address}/{room_key(room)}{path}" if room and services().is_public(room) else address + path


def why_no_address() -> str:
    """Say why no phone can join, where this computer has no address for them."""
    if addresses.is_loopback_host(services().settings.host):
        return translate("Only this computer can join.")
    return translate("No network found: connect this computer to the Wi-Fi that the phones use.")


def outside_invitation(code: str) -> str:
    """Return a link to a room for guests in any network, by its outside address; empty if it has none."""
    room = services().store.cached_room(code) or services().store.load_room(code)
    return next((invitation(f"{address}/{code}", code) for address in services().outside_addresses(room)), "")


def own_address(room: Room) -> str | None:
    """Return the address of a room that this request has come by; None if phones have none."""
    here = request.host_url.rstrip("/")
    is_second = here in services().outside_addresses(room)
    return f"{here}/{room.code}" if is_second else room_address(room, room_addresses(room))


def address_in_room(room: Room, path: str) -> str:
    """Return an address in a room as phones reach it, outside if this request came by that."""
    return (own_address(room) or request.host_url + room.code) + path


_LABEL = "[a-z0-9]([a-z0-9-]*[a-z0-9])?"
_OUTSIDE = re.compile(rf"https://{_LABEL}(\.{_LABEL})*(:[1-9][0-9]*)?")
_LONGEST = 99  # characters: a QR code with more is hard to scan
_HOST_LINK_AGE, _SEAT_LINK_AGE = 15 * 60, 24 * 3600  # seconds for which a link is valid
_GIVER_LENGTH = 12  # characters of a fingerprint: enough for one room, and short for the QR code


@frozen
class SignedLink:
    """A link to the seat `seat`, or (without one) to the rights of the host `giver`.

    `giver` is the beginning of the fingerprint of the browser that made it. With `instead` the giver stops
    being host. `number` is random: the events of the room contain the numbers of the links that were used.
    """

    seat: Seat
    giver: Device
    instead: bool
    number: str


def write_link(code: str, *, seat: Seat = "", giver: Device = "", instead: bool = False) -> str:
    """Return a new link, as text for a URL."""
    return _serializer(code).dumps([seat, giver[:_GIVER_LENGTH], int(instead), secrets.token_urlsafe(6)])


def read_link(code: str, text: str) -> SignedLink:
    """Parse the text of a link to this room; raises `Refused` if it is too old, or not signed by us."""
    try:
        token = re.sub(r"[^\w-]+$", "", text, flags=re.ASCII)  # what a message has put behind it
        (seat, giver, instead, number), signed = _serializer(code).loads(token, return_timestamp=True)
    except BadSignature:
        raise Refused("This link does not work: ask for a new one") from None
    if is_older(signed, _SEAT_LINK_AGE if seat else _HOST_LINK_AGE):
        raise Refused("This link is too old: ask for a new one")
    return SignedLink(seat, giver, bool(instead), number)


def _serializer(code: str) -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(current_app.secret_key or "", salt=f"companion link {code}")
