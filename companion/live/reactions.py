"""Reactions: what phones throw at the TVs of a room. They are stored nowhere, and may be lost."""

import re
from collections import Counter
from dataclasses import replace
from typing import Literal, Self, cast, get_args

from companion.room.events import Device, Seat
from companion.values import frozen

Kind = Literal["clap", "yawn", "stare", "hm", "tap"]
"""What is thrown; a `tap` on the own guest makes it jump."""
KINDS: tuple[Kind, ...] = get_args(Kind)

TAP: Kind = "tap"
_EVERY = 3.0  # seconds between two reactions of a phone
_ALL_PHONES = 40.0  # reactions in a second, of all phones of a room
_MOST_TAPS, _SPAN = 6, 5.0  # of a phone in so many seconds
_MUTTERS_AT = 3  # taps in that span, after which a guest mutters
_MOST_KNOWN = 20_000  # phones whose last reactions are known
_TEXT = re.compile(rb"(-|[0-9]{1,5}) (%s)(?: ([0-9]{1,6}))?" % "|".join(KINDS).encode())


@frozen
class Reaction:
    """A reaction: of which seat (empty for who has none), what, and with the how-many-th mutter of a room."""

    seat: Seat
    kind: Kind
    mutter: int | None = None

    def __str__(self) -> str:
        """Return it as servers tell each other: `3 tap 0`, `- hm`."""
        return f"{self.seat or '-'} {self.kind}" + ("" if self.mutter is None else f" {self.mutter}")

    @classmethod
    def read(cls, text: bytes) -> Self | None:
        """Read what another server has told; None for anything else."""
        found = _TEXT.fullmatch(text)
        if not found:
            return None
        seat, kind, mutter = (part.decode() for part in found.groups(b""))
        return cls("" if seat == "-" else seat, cast("Kind", kind), int(mutter) if mutter else None)


class Throttle:
    """Knows when each phone has reacted last, and how many mutters a room has heard."""

    def __init__(self) -> None:
        self._recent: dict[tuple[str, Device, bool], list[float]] = {}
        self._mutters: Counter[str] = Counter()

    def admit(
        self, phone: tuple[str, Device], reaction: Reaction, screens: int, now: float
    ) -> Reaction | None:
        """Return the reaction of a phone, and whether its guest mutters; None where it comes too soon.

        A phone is known by the code of its room, in which are so many screens, and its device.
        """
        is_tap = reaction.kind == TAP
        most, span = (_MOST_TAPS, _SPAN) if is_tap else (1, seconds_between(screens))
        key = *phone, is_tap
        recent = [at for at in self._recent.get(key, ()) if now - at < span]
        if len(recent) >= most:
            return None
        if len(self._recent) >= _MOST_KNOWN:
            self._recent.clear()
        self._recent[key] = [*recent, now]
        if not is_tap or len(recent) + 1 != _MUTTERS_AT:
            return reaction
        code, _ = phone
        self._mutters[code] += 1
        return replace(reaction, mutter=self._mutters[code] - 1)


def seconds_between(screens: int) -> float:
    """Return how many seconds a phone waits from one reaction to its next, in a room of so many screens."""
    return max(_EVERY, screens / _ALL_PHONES)
