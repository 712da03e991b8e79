"""What the app does by itself: it deals, plays for bots, and closes rounds whose time is up."""

from datetime import datetime
from random import Random, SystemRandom

from companion.room import events
from companion.room.commands import bot_turns
from companion.room.game_state import BEGINNING
from companion.room.state import Room

_CHANCE = SystemRandom()


def due_event(room: Room, now: datetime, rng: Random = _CHANCE) -> events.Event | None:
    """Return what is due now: a deal, a bot's play, or the end of a round's time; None if nothing is.

    In a closed room nothing is.

    To be called before and after every event, and at `next_due_time`. `rng` shuffles and chooses for bots.
    """
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if game.awaits_deal and (dealt := game.record.rules.deal(game.scored, rng.shuffle)):
        return events.CardsDealt(game.number, dealt.hands, dealt.stock)
    if event := bot_turns.bot_event(room, now, rng):  # before the timer, also if nothing was called in time
        return event
    until = game.timer.until if game.timer else None
    return events.TimerExpired(game.number, game.round_number) if until and until <= now else None


def next_due_time(room: Room) -> datetime | None:
    """Return when something falls due next, if nothing else happens before; None if nothing does."""
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if game.awaits_deal:
        return BEGINNING
    until = game.timer.until if game.timer else None
    return min(filter(None, (until, bot_turns.next_bot_time(room))), default=None)
