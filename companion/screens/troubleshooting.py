"""What keeps phones out, and when a screen tells which cause; words in `parts/troubleshooting.html`."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from companion.room.state import Room
from companion.values import frozen

CAUSES = (
    *("nearby", "mobile", "guests", "elsewhere", "vpn", "scanner"),
    *("portal", "cookies", "address", "firewall", "https", "question", "ipv6"),
)
"""What can keep phones from the page, or from a seat, the likeliest first."""

PATIENCE = timedelta(seconds=20)
"""After which a lobby that no phone has joined speaks of it."""

TURN = 5
"""Seconds for which the TV names a cause: all of them have their turn within a minute."""

_EVERYWHERE = ("portal", "scanner", "cookies")  # also where phones come over the internet


@frozen
class Noticed:
    """The causes that were noticed, or (`has_question`) the question whether phones see the page."""

    named: Sequence[str]
    has_question: bool

    @property
    def key(self) -> str:
        """What tells from one another what this shows; empty for nothing."""
        return "-".join(self.named) or ("asks" if self.has_question else "")


def causes_in_turn(
    noticed: Sequence[str], own: Sequence[str], *, is_local: bool, is_reached: bool, has_others: bool
) -> tuple[str, ...]:
    """List the causes that the TV names in turn: those that were `noticed`, or else all that can be.

    `own` are those of this computer's network, `is_local` tells whether phones need its network, `is_reached`
    whether any came as far as this computer, and `has_others` whether it has other addresses.
    """
    if noticed or not is_local:
        return tuple(noticed) or _EVERYWHERE
    unlikely = {"ipv6", *(() if has_others else ("address",)), *(("firewall",) if is_reached else ())}
    return (*own, *(reason for reason in CAUSES if reason not in unlikely.union(own)))


def missing_players(room: Room) -> int:
    """Return how many more players a game needs."""
    return max(0, room.next_game.rules.min_players - len(room.present))


def phones_joined(room: Room) -> int:
    """Return how many players came by a browser that is not a host's: that one is on this computer."""
    return sum(bool(player.devices - room.hosts) for player in room.players)


def question_at(room: Room) -> datetime | None:
    """Return when screens ask whether phones see the page; None where there is no reason to.

    There is none once a phone has joined or asks for a seat, in a locked room, and where enough play
    without one.
    """
    if room.opened_at is None or room.games or room.locked or not missing_players(room):
        return None
    return None if room.claims or phones_joined(room) else room.opened_at + PATIENCE
