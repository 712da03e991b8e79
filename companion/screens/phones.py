"""Whether phones get through to the room, and what may keep them from it: one cause at a time."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta

from companion.i18n.messages import N_, translate
from companion.room.state import Room
from companion.screens.lobby import missing_players
from companion.screens.public import PublicPart, public_part
from companion.screens.tv import room_address

_PATIENCE = timedelta(minutes=1)
"""The time after which the host of a room that no phone has joined is asked about it."""


@dataclass(frozen=True, slots=True)
class _Cause:
    """What keeps phones from the page: what to look at, and what to do about it."""

    title: str
    signs: tuple[str, ...]
    remedies: tuple[str, ...] = ()


_CAUSES = {
    "guests": _Cause(
        N_("The Wi-Fi keeps phones apart"),
        (
            N_("On a phone, type {address} into the browser."),
            N_("It opens: then all is well, and only the QR code was not read. Go closer, or type."),
            N_("It loads for ever: a guest Wi-Fi lets phones out, and not to each other."),
        ),
        (
            N_("Move this computer and the phones to the Wi-Fi that is not for guests."),
            N_("Or switch that off in the router: guest mode, client isolation, AP isolation."),
        ),
    ),
    "elsewhere": _Cause(
        N_("The phone is in another network"),
        (N_("Look at the top of the phone: is it in a Wi-Fi, and in that of this computer?"),),
        (
            N_("Join the same Wi-Fi, and switch mobile data off for a moment."),
            N_("The TV can show a QR code for that: see “Wi-Fi on the TV” on the host screen."),
        ),
    ),
    "vpn": _Cause(
        N_("A VPN is in the way"),
        (
            N_("Look for “VPN” at the top of the phone and in its settings."),
            N_("Look for a VPN on this computer too, for work or for privacy."),
        ),
        (N_("Switch it off for the evening, or let it allow the local network."),),
    ),
    "firewall": _Cause(
        N_("The firewall of this computer"),
        (N_("This computer opens {address} itself, and no phone does: then it may turn them away."),),
    ),
    "address": _Cause(
        N_("Another address"),
        (
            N_("The QR code shows {address}, which may belong to a cable or a VPN."),
            N_("The Wi-Fi settings of this computer say which address it has there."),
        ),
        (N_("Press that one, and scan again:"),),
    ),
    "hotspot": _Cause(
        N_("A way out"),
        (N_("Nothing has helped: then do without that Wi-Fi."),),
        (
            N_("Make a hotspot with one phone, for the others and this computer. It uses hardly any data."),
            N_("Then load the TV page again: the address is new."),
            N_("Or play with one phone: add everybody by name, and pass it round."),
        ),
    ),
}
CAUSES = tuple(_CAUSES)
"""The causes, the likeliest first; the last one is the way out."""


@dataclass(frozen=True, slots=True)
class PhonesView:
    """A cause: what to look at (`look`), and what to do about it (`todo`).

    `causes` are the titles of all; `following` is the next one, empty after the last. `others` are the
    addresses to choose from, and
    `joined` is how many phones have got through.
    """

    public: PublicPart
    cause: str
    number: int
    causes: Mapping[str, str]
    following: str
    look: tuple[str, ...]
    todo: tuple[str, ...]
    others: tuple[str, ...] = ()
    joined: int = 0


def phones_view(room: Room, candidates: tuple[str, ...], cause: str) -> PhonesView:
    """Build the view of one of the `CAUSES`."""
    at = CAUSES.index(cause)
    return PhonesView(
        public=public_part(room),
        cause=cause,
        number=at + 1,
        causes={key: translate(each.title) for key, each in _CAUSES.items()},
        following=next(iter(CAUSES[at + 1 :]), ""),
        look=_look(cause, room_address(room, candidates)),
        todo=_todo(cause, candidates),
        others=candidates if cause == "address" and len(candidates) > 1 else (),
        joined=phones_joined(room),
    )


def phones_joined(room: Room) -> int:
    """Return how many players came by a browser that is not a host's: that one is on this computer."""
    return sum(bool(player.devices - room.hosts) for player in room.players)


def asks_at(room: Room) -> datetime | None:
    """Return when the host is to be asked whether phones see the page; None where there is no reason to.

    There is none once a phone has joined or asks for a seat, in a locked room, and where enough play
    without one.
    """
    if room.opened_at is None or room.games or room.locked or not missing_players(room):
        return None
    return None if room.claims or phones_joined(room) else room.opened_at + _PATIENCE


def _look(cause: str, address: str | None) -> tuple[str, ...]:
    """Return the sentences that say what to look at; without a network, that there is none."""
    if address is None:
        return (translate("No network found: connect this computer to the Wi-Fi that the phones use."),)
    shown = address.split("//", 1)[1]
    return tuple(translate(sign, address=shown) for sign in _CAUSES[cause].signs)


def _todo(cause: str, candidates: tuple[str, ...]) -> tuple[str, ...]:
    """Return the sentences that say what to do; another address must be there to be chosen."""
    if cause == "address" and len(candidates) < 2:
        return (translate("This computer has no other address that phones could use."),)
    return tuple(map(translate, _CAUSES[cause].remedies))
