"""News for everybody besides the scores: players who came and went, and the host's changes."""

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from companion.i18n.messages import bidi_isolate, translate
from companion.room import events
from companion.room.events import Device, Seat
from companion.room.state import Change, Room, Takeover
from companion.screens import changes
from companion.screens.naming import list_players, name_or_count, player_names

_MOST_NAMED = 8  # two lines on the TV


def takeover_notice(room: Room) -> str:
    """Return the notice of a takeover, or of several with the names of all players; empty if there is none.

    It stands until the player has answered for the phone, or for the rest of a round and one whole round.
    """
    if len(room.takeovers) > 1:
        names = player_names(room, dict.fromkeys(each.seat for each in room.takeovers))
        return translate(
            "Phones that others let in play as {names} now.", names=name_or_count(names, _MOST_NAMED)
        )
    return _sentence(room, room.takeovers[0]) if room.takeovers else ""


def merge_notice(room: Room, seat: Seat, device: Device) -> str:
    """Return what a phone is told of a merge by which it plays for another player; empty otherwise.

    It stands as long as the TV tells it.
    """
    merges = (each for each in room.takeovers if isinstance(each.change.entry.event, events.PlayersMerged))
    merge = next((each for each in merges if each.seat == seat and device in each.phones), None)
    is_moved = merge is not None and device not in room.seats[seat].own
    return _sentence(room, merge) if merge and is_moved else ""


def _sentence(room: Room, takeover: Takeover) -> str:
    by, event = takeover.change.by, takeover.change.entry.event
    who = list_players(player_names(room, [by])) if by else ""
    name = bidi_isolate(room.name(takeover.seat))
    if isinstance(event, events.PlayersMerged):
        return translate(
            "{who} made {other} and {name} one player: the phones of both play as {name} now.",
            who=who or translate("The host"),
            other=bidi_isolate(room.name(event.seat)),
            name=name,
        )
    return translate(
        "Another phone plays as {name} now: {who} let it in.", name=name, who=who or translate("the host")
    )


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
