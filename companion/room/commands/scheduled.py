"""What the app does by itself: it fits the ending, deals, plays for bots, and closes rounds in time."""

from datetime import datetime
from random import Random, SystemRandom

from companion.room import events
from companion.room.commands import bot_turns
from companion.room.commands.bot_turns import Announced, revealed_at
from companion.room.endings import followed_ending
from companion.room.game_state import BEGINNING
from companion.room.state import Room

_CHANCE = SystemRandom()


def due_event(
    room: Room, now: datetime, rng: Random = _CHANCE, announced: Announced = revealed_at
) -> events.Event | None:
    """Return what is due now: another ending, a deal, a bot's play, the end of a round's time, or None.

    In a closed room nothing is.

    To be called before and after every event, and at `next_due_time`. `rng` shuffles and chooses for
    bots, which wait until the last result is `announced`.
    """
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if ending := followed_ending(room):
        return ending
    if game.awaits_deal and (dealt := game.record.rules.deal(game.scored, rng.shuffle)):
        return events.CardsDealt(game.number, dealt.hands, dealt.stock)
    if event := bot_turns.bot_event(room, now, rng, announced):  # also if nothing was called in time
        return event
    return events.TimerExpired(*game.here) if game.time_up and game.time_up <= now else None


def next_due_time(room: Room, announced: Announced = revealed_at) -> datetime | None:
    """Return when something falls due next, if nothing else happens before; None if nothing does."""
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if game.awaits_deal:
        return BEGINNING
    return min(filter(None, (game.time_up, bot_turns.next_bot_time(room, announced))), default=None)
