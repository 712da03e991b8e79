"""What the host's phone shows while it goes round among those who have none: who is next, and no play."""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import bidi_isolate
from companion.room.commands import shared_phone
from companion.room.commands.access import find_revealed_round, round_id
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.views import headings
from companion.views.cards import PadKey, card_pad
from companion.views.phases import Phase, player_phase, plays_at_once

HandoverStep = Literal["hand", "wait", "done", "none", "idle"]
"""Hand the phone on; others must lay first; nobody is left to ask; all have phones; no game goes on."""


@dataclass(frozen=True, slots=True)
class HandoverView:
    """Who gets the phone next.

    `place` is the round for which it goes round; `after` counts those who come after the next one.
    `skipped` are those who were not there, as they go into addresses, and `absent` their names.
    """

    code: str
    version: int
    heading: str
    place: str
    step: HandoverStep
    seat: Seat = ""
    name: str = ""
    after: int = 0
    waiting: str = ""
    skipped: tuple[Seat, ...] = ()
    absent: tuple[str, ...] = ()
    again: str = ""
    """The round for which the phone could go round next; empty where nobody is to get it."""


@dataclass(frozen=True, slots=True)
class SharedPhoneView:
    """What somebody can enter who has the phone in his or her hand; empty `pad`: a number is typed."""

    code: str
    heading: str
    place: str
    seat: Seat
    name: str
    phase: Phase
    prompt: str
    pad: tuple[PadKey, ...]
    at_once: int


def handover_view(room: Room, at: str = "", skipped: Collection[Seat] = ()) -> HandoverView:
    """Make the view of who is next; `at` is the round for which the phone goes round, by default this one."""
    game = room.current_game
    here = round_id(game) if game else ""
    going = shared_phone.seats_without_phone(room)
    if at != here and _is_revealed(room, at):
        again = here if going else ""
        return HandoverView(room.code, room.version, headings.game_heading(game), at, "done", again=again)
    if game is None or game.next_round is None:
        return HandoverView(room.code, room.version, headings.game_heading(game), here, "idle")
    left = tuple(seat for seat in going if seat not in skipped)
    missing = tuple(seat for seat in going if seat in skipped)
    ready = next((seat for seat in left if player_phase(game, seat) != "wait"), "")
    return HandoverView(
        code=room.code,
        version=room.version,
        heading=headings.game_heading(game),
        place=here,
        step="hand" if ready else "wait" if left else "done" if missing or _any(room, game) else "none",
        seat=ready,
        name=room.name(ready) if ready else "",
        after=len(left) - 1 if ready else len(left),
        waiting=headings.waiting_sentence(room, game),
        skipped=missing,
        absent=tuple(bidi_isolate(room.name(seat)) for seat in missing),
        again=here if missing else "",
    )


def _is_revealed(room: Room, at: str) -> bool:
    try:
        find_revealed_round(room, at)
    except Refused:
        return False
    return True


def _any(room: Room, game: GameState) -> bool:
    """Tell whether anybody plays without a phone."""
    wants = game.next_round.allowed if game.next_round else {}
    return any(player.seat in wants and player.has_no_phone for player in room.players)


def shared_phone_view(room: Room, seat: Seat, at: str) -> SharedPhoneView | None:
    """Make the view of one player's entry; None where the phone is not to be handed to him or her now."""
    game = room.current_game
    if (
        game is None
        or game.next_round is None
        or at != round_id(game)
        or seat not in shared_phone.seats_without_phone(room)
    ):
        return None
    what = player_phase(game, seat)
    if what not in ("enter", "list", "call"):
        return None
    return SharedPhoneView(
        code=room.code,
        heading=headings.game_heading(game),
        place=at,
        seat=seat,
        name=room.name(seat),
        phase=what,
        prompt=headings.input_prompt(game.next_round),
        pad=card_pad(game, seat),
        at_once=plays_at_once(game),
    )
