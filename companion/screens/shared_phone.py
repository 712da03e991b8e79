"""The host's phone while players without one share it: who is next, without any play."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import bidi_isolate, translate
from companion.room.commands import access, shared_phone
from companion.room.events import Seat
from companion.room.state import Room
from companion.screens import headings
from companion.screens.cards import PadKey, card_pad
from companion.screens.phases import Phase, allows_minus, most_digits, player_phase, plays_at_once

HandoverStep = Literal["hand", "wait", "done", "none", "idle", "closed"]
"""Hand the phone on; others must play first; all have entered; all have phones; no game is played; the room
is closed."""


@dataclass(frozen=True, slots=True)
class HandoverView:
    """Who gets the phone next.

    `round_id` is the round that is being entered; `after` counts the players after the next one. `skipped`
    are the seats of players who were not there, which the address keeps, and `absent` their names.
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
    """The round for which the phone could be passed round next; empty where nobody needs it."""


@dataclass(frozen=True, slots=True)
class SharedPhoneView:
    """What the player who holds the phone can enter; with an empty `pad`, a number is typed."""

    code: str
    heading: str
    round_id: str
    seat: Seat
    name: str
    phase: Phase
    prompt: str
    pad: tuple[PadKey, ...]
    at_once: int
    digits: int
    """How many digits a typed number has at most."""
    has_minus: bool
    """Whether typed numbers may be negative."""


def handover_view(room: Room, at: str = "", skipped: Collection[Seat] = ()) -> HandoverView:
    """Build the view of who is next; `at` is the round that is being entered, by default the current one."""
    game = room.current_game
    if room.is_closed:
        return HandoverView(room.code, room.version, translate("This room is closed"), at, "closed")
    current_round = access.round_id(game) if game else ""
    seats = shared_phone.seats_without_phone(room)
    if at != current_round and _is_revealed(room, at):
        again = current_round if seats else ""
        return HandoverView(room.code, room.version, headings.game_heading(game), at, "done", again=again)
    if game is None or game.next_round is None:
        return HandoverView(room.code, room.version, headings.game_heading(game), current_round, "idle")
    left = tuple(seat for seat in seats if seat not in skipped)
    absent = tuple(seat for seat in seats if seat in skipped)
    ready = next((seat for seat in left if player_phase(game, seat) != "wait"), "")
    wants = game.next_round.allowed  # with dealt hands nobody uses the phone of another
    is_shared = not game.dealt and any(each.seat in wants and each.has_no_phone for each in room.players)
    finished: HandoverStep = "done" if absent or is_shared else "none"
    return HandoverView(
        code=room.code,
        version=room.version,
        heading=headings.game_heading(game),
        round_id=current_round,
        step="hand" if ready else "wait" if left else finished,
        seat=ready,
        name=room.name(ready) if ready else "",
        after=len(left) - 1 if ready else len(left),
        waiting=headings.waiting_sentence(room, game),
        skipped=absent,
        absent=tuple(bidi_isolate(room.name(seat)) for seat in absent),
        again=current_round if absent else "",
    )


def _is_revealed(room: Room, at: str) -> bool:
    try:
        access.find_revealed_round(room, at)
    except Refused:
        return False
    return True


def shared_phone_view(room: Room, seat: Seat, at: str) -> SharedPhoneView | None:
    """Build the view of one player's entry; None where it is not that player's turn at the phone."""
    game = room.current_game
    if (
        game is None
        or room.is_closed
        or game.next_round is None
        or at != access.round_id(game)
        or seat not in shared_phone.seats_without_phone(room)
    ):
        return None
    phase = player_phase(game, seat)
    if phase not in ("enter", "list", "call"):
        return None
    return SharedPhoneView(
        code=room.code,
        heading=headings.game_heading(game),
        round_id=at,
        seat=seat,
        name=room.name(seat),
        phase=phase,
        prompt=headings.input_prompt(game.next_round),
        pad=card_pad(game, seat),
        at_once=plays_at_once(game),
        digits=most_digits(game),
        has_minus=allows_minus(game),
    )
