"""What the app does by itself: it fits the ending, deals, plays for bots, and closes rounds in time."""

from collections.abc import Callable, Collection
from datetime import datetime, timedelta
from random import Random, SystemRandom
from zlib import crc32

from companion.i18n.errors import Refused
from companion.room import bots, events, game_events
from companion.room.commands import questions
from companion.room.commands.access import TooLate, by_host, current_game, find_person, parse_round_id
from companion.room.commands.membership import newcomer
from companion.room.events import Seat, Seats
from companion.room.game_state import BEGINNING, GameState
from companion.room.next_game import followed_ending
from companion.room.state import Room

STANDS = timedelta(seconds=4)
"""How long a result stands before a bot goes on, once it is announced."""

READING = timedelta(seconds=9)
"""How long a reveal stays at least where only bots would go on, also where no TV announces it."""

OPENING = timedelta(seconds=5)
"""How long the TV has for the title of a game that only bots play."""

PAUSE = timedelta(seconds=8)
"""How long the answer to a question stands before the next one is drawn, once it is announced."""

_SHORTEST, _SPREAD = 1000, 3000  # milliseconds
_REMEMBERED = 1000  # numbers and cards that a bot remembers: more than most games have

Announced = Callable[[Room], datetime]
"""Tells when the last result of a room is announced."""


def revealed_at(room: Room) -> datetime:
    """Return when the last result was revealed, or the game began: `Announced` where no TV follows."""
    return room.milestones[-1].at if room.milestones else BEGINNING


@by_host
def add_bot(room: Room, strategy: str) -> events.PlayerJoined:
    """Add a bot that plays by a strategy, under the name of the strategy."""
    if strategy not in bots.STRATEGIES:
        raise Refused("There is no such bot")
    return newcomer(room, bots.STRATEGIES[strategy].name, bot=strategy)


@by_host
def play_on_for(room: Room, at: str, seat: Seat) -> events.BotPlaysOn | None:
    """Have a bot play on for a player who is gone, with the hand that the app dealt (M2, D3, S3).

    That is the way on where only this player's phone could lay the cards, and is dead. The player counts as
    away and may come back, from any phone: the bot then stops, and what it has laid stays. A single deal of a
    match cannot be thrown in instead: what was won with it already would have to be taken back. The host can
    end the game, and count it or throw it away.
    """
    game, player = current_game(room), find_person(room, seat)
    if parse_round_id(at)[0] != game.number or game.next_round is None:
        raise TooLate("That game is over")
    if seat not in game.players:
        raise Refused("{name} is not in this game", name=player.name)
    if seat in game.stand_ins:
        return None
    if not game.takes_stand_in(seat):
        raise Refused("A bot plays on only with cards that the app deals, and that must be laid")
    return events.BotPlaysOn(seat, game.number)


def bots_to_play(room: Room) -> Seats:
    """Return the seats that bots play for, where the round waits for them and they may play now."""
    game = room.current_game
    if game is None or game.awaits_deal or game.awaits_question or (game.must_call and game.hidden):
        return ()
    if game.open_round.is_result:
        return ()  # the score-keeper enters it
    leader, rules = game.must_call or game.must_lead, game.rules
    return tuple(
        seat
        for seat in (*room.bots, *game.stand_ins)
        if leader in (None, seat)
        and game.waits_for(seat)
        and bots.find_choices(rules, game.open_round.allowed[seat])
    )


def bot_play_time(room: Room, game: GameState, seat: Seat, announced: Announced = revealed_at) -> datetime:
    """Return when a bot plays: 1 to 4 seconds after it may, and before the time of the round is up.

    The delay is derived from bot and round, so that every process computes the same.
    """
    turn = f"{room.code} {game.number}.{game.round_number} {game.must_call} {seat}".encode()
    delay = timedelta(milliseconds=_SHORTEST + crc32(turn) % _SPREAD)
    planned = _reading_end(room, game, announced) + delay
    return min(planned, game.time_up - delay / 4) if game.time_up else planned


def _reading_end(room: Room, game: GameState, announced: Announced) -> datetime:
    """Return when people have read the last result; where only bots play, also the title of the game."""
    times = [game.waiting_since]
    if game.rounds:
        times.append(announced(room) + STANDS)
    if _only_bots_play(room, game):
        times.append(revealed_at(room) + (READING if game.rounds else OPENING))
    return max(times)


def _only_bots_play(room: Room, game: GameState) -> bool:
    return all(room.seats[seat].bot for seat in game.players if seat not in game.away)


def next_bot_time(room: Room, announced: Announced) -> datetime | None:
    """Return when a bot plays next, if nothing else happens; None if none does.

    Where only bots play, also when the next round of their lists is revealed without a host (G14).
    """
    game = room.current_game
    if game is None or game.next_round is None or not (room.bots or game.stand_ins or game.lists_left):
        return None
    reveals_list = game.lists_left and _only_bots_play(room, game)
    default = _reading_end(room, game, announced) if reveals_list else None
    times = (bot_play_time(room, game, seat, announced) for seat in bots_to_play(room))
    return min(times, default=default)


def bot_event(room: Room, now: datetime, rng: Random, announced: Announced) -> events.Event | None:
    """Return what the bot whose turn comes first does, by what it can see; None before its time."""
    game, when = room.current_game, next_bot_time(room, announced)
    if game is None or when is None or when > now:
        return None
    seat = min(bots_to_play(room), key=lambda seat: bot_play_time(room, game, seat, announced), default=None)
    if seat is None:
        return game_events.ListRoundRevealed(*game.here)
    if game.drawn:
        answer = bots.choose_answer(game.players.index(seat), game.open_round.allowed[seat], rng)
        return game_events.PlaySubmitted(*game.here, seat, answer)
    recent = game.score.latest(1 + _REMEMBERED // len(game.players))
    sight = bots.BotSight(game.rules, game.open_round.allowed[seat], recent)
    if game.must_call:
        return game_events.HighLowCalled(*game.here, bots.choose_call(sight, rng))
    strategy = room.seats[seat].bot or bots.STAND_IN
    plays = tuple(bots.choose_play(strategy, sight, rng) for _ in range(game.open_round.plays_at_once))
    if game.takes_lists:
        return game_events.ListSubmitted(*game.here, seat, plays)
    return game_events.PlaySubmitted(*game.here, seat, plays[0])


_CHANCE = SystemRandom()


def question_time(room: Room, game: GameState, announced: Announced) -> datetime | None:
    """Return when the question of the open round is drawn; None where there is none to draw.

    That is once people have read the last answer, and at once after a question that was skipped.
    """
    if not game.awaits_question:
        return None
    if not game.rounds:
        return announced(room)
    return BEGINNING if game.rounds[-1].is_skipped else announced(room) + PAUSE


def due_event(
    room: Room,
    now: datetime,
    rng: Random = _CHANCE,
    announced: Announced = revealed_at,
    earlier: Callable[[], Collection[str]] = tuple,
) -> events.Event | None:
    """Return what is due now: an ending, a deal, a question, a bot's play, the end of the time; or None.

    In a closed room nothing is.

    To be called before and after every event, and at `next_due_time`. `rng` shuffles and chooses for
    bots, which wait until the last result is `announced`. `earlier` returns the ids of questions that the
    hosts of the room have been asked elsewhere.
    """
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if ending := followed_ending(room):
        return ending
    if game.awaits_deal and (dealt := game.rules.deal(game.scored, rng.shuffle)):
        return game_events.CardsDealt(game.number, dealt.hands, dealt.stock)
    when = question_time(room, game, announced)
    if when and when <= now:
        return questions.draw_question(room, rng, earlier())
    if event := bot_event(room, now, rng, announced):  # also if nothing was called in time
        return event
    return game_events.TimerExpired(*game.here) if game.time_up and game.time_up <= now else None


def next_due_time(room: Room, announced: Announced = revealed_at) -> datetime | None:
    """Return when something falls due next, if nothing else happens before; None if nothing does."""
    game = room.current_game
    if game is None or room.is_closed:
        return None
    if game.awaits_deal:
        return BEGINNING
    times = (game.time_up, next_bot_time(room, announced), question_time(room, game, announced))
    return min(filter(None, times), default=None)
