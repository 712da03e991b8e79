"""What nobody asks for: the app deals, plays for bots, and closes rounds whose time is up."""

from datetime import datetime
from random import Random, SystemRandom

from companion.room import events
from companion.room.commands import bot_turns
from companion.room.game_state import BEGINNING
from companion.room.state import Room

_CHANCE = SystemRandom()


def due_event(room: Room, now: datetime, rng: Random = _CHANCE) -> events.Event | None:
    """Do what nobody asks for: deal where the room waits for it, play for a bot, close a round in time.

    None where nothing is due. It is to be tried before and after every act, and at `next_due`; what is
    left to chance is drawn from `rng`.
    """
    game = room.current_game
    if game is None:
        return None
    if game.awaits_deal and (dealt := game.record.rules.deal(game.scored, rng.shuffle)):
        return events.CardsDealt(game.number, dealt.hands, dealt.stock)
    if event := bot_turns.bot_event(
        room, now, rng
    ):  # before the time is up, also where nobody has looked since
        return event
    until = game.timer.until if game.timer else None
    return events.TimerExpired(game.number, game.round_number) if until and until <= now else None


def next_due_time(room: Room) -> datetime | None:
    """Say when something falls due, if nothing else happens before; None if nothing does."""
    game = room.current_game
    if game is None:
        return None
    if game.awaits_deal:
        return BEGINNING
    until = game.timer.until if game.timer else None
    return min(filter(None, (until, bot_turns.next_bot_time(room))), default=None)
