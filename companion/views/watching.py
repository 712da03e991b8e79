"""A phone that just watches: it shows what the TV may show, and its owner has no seat and does not count."""

from dataclasses import dataclass

from companion.room.state import Room
from companion.views.evening import EveningView, evening_view
from companion.views.public import PublicPart, public_part


@dataclass(frozen=True, slots=True)
class WatchView:
    """What everybody may see who only watches."""

    public: PublicPart
    evening: EveningView | None = None
    """The standing of the evening, between two games."""


def watch_view(room: Room, known: PublicPart | None = None) -> WatchView:
    """Build the view; `known` is the public part if it has been built before."""
    shows_evening = not (room.is_playing or room.is_closed)
    return WatchView(known or public_part(room), evening_view(room) if shows_evening else None)
