"""News for everybody besides the scores: players who came and went, and the host's changes."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from companion.i18n.messages import translate
from companion.room import events
from companion.room.state import Change, Room
from companion.views import changes
from companion.views.naming import player_names

_MOST = 2  # sentences that are shown at once


def news_sentences(room: Room, told: Collection[Change] = ()) -> tuple[str, ...]:
    """Return sentences for the latest changes since the last reveal; none before the first game.

    `told`: changes that the screen tells elsewhere.
    """
    if not room.games:
        return ()
    recent = (change for change in reversed(room.recent_changes) if change not in told)
    return tuple(islice(_sentences(room, recent), _MOST))[::-1]


def _sentences(room: Room, latest_first: Iterable[Change]) -> Iterator[str]:
    for change in latest_first:
        joined = _joined(room, change)
        yield from (joined,) if joined else reversed(changes.change_sentences(room, change))


def _joined(room: Room, change: Change) -> str:
    event = change.entry.event
    if not isinstance(event, events.PlayerJoined):
        return ""
    name = player_names(room, [event.seat])[0]
    if not room.is_playing or room.current_game is None:
        return translate("{name} has joined.", name=name)
    if event.seat in room.current_game.record.players:
        return translate("{name} has joined and plays now.", name=name)
    return translate("{name} has joined and plays from the next game.", name=name)
