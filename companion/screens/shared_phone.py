"""The host's phone while players without one share it: who is next, and what that player can enter."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import translate
from companion.room.commands.access import find_revealed_round, round_id
from companion.room.commands.shared_phone import seats_without_phone
from companion.room.events import Seat
from companion.room.state import Room
from companion.screens.entry import player_phase
from companion.screens.headings import game_heading, waiting_sentence
from companion.screens.naming import player_names
from companion.screens.phone import PhoneView, phone_view

HandoverStep = Literal["hand", "wait", "done", "none", "idle", "closed"]
"""Hand the phone on; others must play first; all have entered; all have phones; no game is played; the room
is closed."""


@dataclass(frozen=True, slots=True)
class HandoverView:
    """Who gets the phone next.

    `round_id` is the round that is being entered, `reopened` once more; `after` counts the players after the
    next one. `skipped` are the seats of players who were not there, which the address keeps, and `absent`
    their names. `again` is the round for which the phone could be passed round next; empty where nobody needs
    it.
    """

    code: str
    version: int
    heading: str
    round_id: str
    step: HandoverStep
    seat: Seat = ""
    name: str = ""
    after: int = 0
    waiting: str = ""
    skipped: tuple[Seat, ...] = ()
    absent: tuple[str, ...] = ()
    again: str = ""
    reopened: bool = False


def handover_view(room: Room, at: str = "", skipped: Collection[Seat] = ()) -> HandoverView:
    """Build the view of who is next; `at` is the round that is being entered, by default the current one."""
    game = room.current_game
    if room.is_closed:
        return HandoverView(room.code, room.version, translate("This room is closed"), at, "closed")
    here, seats = round_id(game) if game else "", seats_without_phone(room)
    view = HandoverView(room.code, room.version, game_heading(game), here, "idle")
    if at != here and _is_revealed(room, at):
        return replace(view, round_id=at, step="done", again=here if seats else "")
    return _with_next(view, room, seats, skipped) if room.is_playing else view


def _with_next(
    view: HandoverView, room: Room, seats: Sequence[Seat], skipped: Collection[Seat]
) -> HandoverView:
    """Add who of the seats without a phone is next in the open round."""
    game, left = room.games[-1], [seat for seat in seats if seat not in skipped]
    absent = tuple(seat for seat in seats if seat in skipped and not game.is_reopened)
    ready = next((seat for seat in left if player_phase(game, seat) != "wait"), "")
    return replace(
        view,
        step="hand" if ready else "wait" if left else "done" if absent else _when_all_are_in(room),
        seat=ready,
        name=room.name(ready) if ready else "",
        after=len(left) - bool(ready),
        waiting=waiting_sentence(room, game),
        skipped=tuple(seat for seat in seats if seat in skipped),
        reopened=game.is_reopened,
        absent=player_names(room, absent),
        again=view.round_id if absent else "",
    )


def _when_all_are_in(room: Room) -> HandoverStep:
    """Return whether somebody of the round has no phone; with dealt hands nobody uses that of another."""
    game = room.games[-1]
    players = () if game.dealt else map(room.seats.get, game.ask.allowed)
    return "done" if any(each and each.has_no_phone for each in players) else "none"


def _is_revealed(room: Room, at: str) -> bool:
    try:
        find_revealed_round(room, at)
    except Refused:
        return False
    return True


def shared_phone_view(room: Room, seat: Seat, at: str) -> PhoneView | None:
    """Build the view of one player's entry; None where it is not that player's turn at the phone."""
    game = room.current_game
    if game is None or room.is_closed or at != round_id(game) or seat not in seats_without_phone(room):
        return None
    may_enter = player_phase(game, seat, at) in ("enter", "list", "call", "change")
    return phone_view(room, seat, changing=at) if may_enter else None
