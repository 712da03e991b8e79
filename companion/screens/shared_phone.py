"""The host's phone while players without one share it: who is next, and what that player can enter."""

from collections.abc import Collection, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import translate
from companion.room.commands.access import find_revealed_round, round_id
from companion.room.commands.shared_phone import seats_without_phone
from companion.room.events import Seat, Seats
from companion.room.state import Room
from companion.screens.entry import player_phase
from companion.screens.headings import game_heading, waiting_sentence
from companion.screens.naming import player_names
from companion.screens.phone import PhoneView, phone_view
from companion.values import frozen

HandoverStep = Literal["hand", "wait", "done", "none", "idle", "closed"]
"""Hand it on; others play first; all have entered; all have phones; no game is played; the room is closed."""


@frozen
class HandoverView:
    """Who gets the phone next, in the round `round_id`; `after` counts the players after that one.

    `waiting` says whom all who are left wait for. `skipped` are the seats of players who were not there,
    which the address keeps, and `absent` their names. `again` is the round for which the phone could be
    passed round next; empty where nobody needs it.
    """

    code: str
    version: int
    heading: str
    round_id: str
    step: HandoverStep = "idle"
    seat: Seat = ""
    after: int = 0
    waiting: str = ""
    skipped: Seats = ()
    absent: tuple[str, ...] = ()
    again: str = ""

    @property
    def skip(self) -> str | None:
        """What an address says of the `skipped`; None, which is left out there, if there are none."""
        return ".".join(self.skipped) or None


def handover_view(room: Room, at: str = "", skipped: Collection[Seat] = ()) -> HandoverView:
    """Return who is next; `at` is the round that is being entered, by default the current one."""
    game = room.current_game
    if room.is_closed:
        return HandoverView(room.code, room.version, translate("This room is closed"), at, "closed")
    here, seats = round_id(game) if game else "", seats_without_phone(room)
    view = HandoverView(room.code, room.version, game_heading(game), here)
    if at != here:
        with suppress(Refused):
            find_revealed_round(room, at)
            return replace(view, round_id=at, step="done", again=here if seats else "")
    return _next_in_hand(room, view, seats, skipped) if room.is_playing else view


def _next_in_hand(
    room: Room, view: HandoverView, seats: Sequence[Seat], skipped: Collection[Seat]
) -> HandoverView:
    """Return who of the seats without a phone is next in the open round."""
    game, passed = room.games[-1], tuple(filter(skipped.__contains__, seats))
    left, absent = [seat for seat in seats if seat not in passed], () if game.is_reopened else passed
    ready = next((seat for seat in left if player_phase(game, seat) != "wait"), "")
    step: HandoverStep = "hand" if ready else "wait" if left else "done" if absent else _when_all_are_in(room)
    return replace(
        view,
        step=step,
        seat=ready,
        after=len(left) - bool(ready),
        waiting=waiting_sentence(room, game),
        skipped=passed,
        absent=player_names(room, absent),
        again=view.round_id if absent else "",
    )


def _when_all_are_in(room: Room) -> HandoverStep:
    """Return whether somebody of the round has no phone; with dealt hands nobody uses that of another."""
    game = room.games[-1]
    players = () if game.dealt else map(room.seats.get, game.open_round.allowed)
    return "done" if any(player and player.has_no_phone for player in players) else "none"


def shared_phone_view(room: Room, seat: Seat, at: str) -> PhoneView | None:
    """Build the view of one player's entry; None where it is not that player's turn at the phone."""
    game = room.current_game
    if game is None or room.is_closed or at != round_id(game) or seat not in seats_without_phone(room):
        return None
    may_enter = player_phase(game, seat, at) in ("enter", "list", "call", "change")
    return phone_view(room, seat, changing=at) if may_enter else None
