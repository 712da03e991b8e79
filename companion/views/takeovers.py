"""What the TV tells of phones that others than its player have let play for a seat."""

from companion.i18n.messages import bidi_isolate, translate
from companion.room import events
from companion.room.state import Room, Takeover
from companion.views.naming import list_players, player_names


def takeover_notice(room: Room) -> str:
    """Return the notice of the latest takeover, and of how many more there are; empty where there is none.

    It stands until the player has answered for the phone, or for the rest of a round and one whole round.
    """
    if not room.takeovers:
        return ""
    *others, last = room.takeovers
    notice = _sentence(room, last)
    return translate("{notice} And {n} more.", notice=notice, n=len(others)) if others else notice


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
