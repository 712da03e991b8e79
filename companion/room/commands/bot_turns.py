"""Moves of bots: who seats them, when each of them plays, and what."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from random import Random
from zlib import crc32

from companion.i18n.errors import Refused
from companion.room import bots, events
from companion.room.commands.access import require_host
from companion.room.commands.membership import add_player
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Room

READING = timedelta(seconds=9)
"""How long a reveal is left on the TV where nobody but bots would go on."""

_SHORTEST, _SPREAD = 1000, 3000  # milliseconds
_REMEMBERED = 1000  # numbers and cards that a bot has in mind: more than most games have


def add_bot(room: Room, device: Device, strategy: str) -> events.PlayerJoined:
    """Seat a bot that plays by a strategy, under a name that says so."""
    require_host(room, device)
    found = bots.STRATEGIES.get(strategy)
    if found is None:
        raise Refused("There is no such bot")
    return replace(add_player(room, device, found.name), bot=found.key)


def bots_to_play(room: Room) -> tuple[Seat, ...]:
    """List the bots that the round waits for, who may show something now."""
    game = room.current_game
    if game is None or game.next_round is None or game.awaits_deal or (game.must_call and game.hidden):
        return ()
    leader = game.must_call or game.must_lead
    return tuple(
        seat
        for seat in room.bots
        if leader in (None, seat) and game.waits_for(seat) and _has_choice(game, seat)
    )


def _strategy(room: Room, seat: Seat) -> str:
    player = room.seats.get(seat)
    return player.bot if player else ""


def _has_choice(game: GameState, seat: Seat) -> bool:
    return (
        game.next_round is not None
        and bots.find_choices(game.record.rules, game.next_round.allowed[seat]).size > 0
    )


def bot_play_time(room: Room, game: GameState, seat: Seat) -> datetime:
    """Say when a bot that is on turn plays: 1 to 4 seconds after it was, and within the time of the round.

    The pause is the same whoever asks, and another for each bot and round. Where only bots play, people
    can read the last reveal first.
    """
    named = f"{room.code} {game.number}.{game.round_number} {game.must_call} {seat}".encode()
    pause = timedelta(milliseconds=_SHORTEST + crc32(named) % _SPREAD)
    planned = _read(room, game) + pause
    until = game.timer.until if game.timer else None
    return min(planned, until - pause / 4) if until else planned


def _read(room: Room, game: GameState) -> datetime:
    """Say when what was revealed last has been read; as soon as it is shown if people can take their time."""
    has_led = game.call or (game.next_round and game.next_round.leader in game.hidden)
    return (
        game.waiting_since + READING
        if game.rounds and not has_led and _are_alone(room, game)
        else game.waiting_since
    )


def _are_alone(room: Room, game: GameState) -> bool:
    """Tell whether only bots play, or would be waited for."""
    return all(_strategy(room, seat) for seat in game.record.players if seat not in game.away)


def _next_list(room: Room, game: GameState) -> datetime | None:
    """Say when the next round of lists is revealed without a host: where only bots play (G14)."""
    return _read(room, game) if game.lists_left and _are_alone(room, game) else None


def next_bot_time(room: Room) -> datetime | None:
    """Say when a bot moves next, if nothing else happens; None if none does."""
    game = room.current_game
    if game is None or game.next_round is None:
        return None
    moments = [bot_play_time(room, game, seat) for seat in bots_to_play(room)]
    return min(moments, default=_next_list(room, game))


def bot_event(room: Room, now: datetime, rng: Random) -> events.Event | None:
    """Return what the bot does whose time has come first; None if nobody's has."""
    game, when = room.current_game, next_bot_time(room)
    if game is None or when is None or when > now:
        return None
    turns: Sequence[Seat] = sorted(bots_to_play(room), key=lambda seat: bot_play_time(room, game, seat))
    if not turns:
        return events.ListRoundRevealed(game.number, game.round_number)
    return _played(game, turns[0], _strategy(room, turns[0]), rng)


def _played(
    game: GameState, seat: Seat, strategy: str, rng: Random
) -> events.HighLowCalled | events.PlaySubmitted | events.ListSubmitted:
    """Let a bot choose by what it can see."""
    sight, here = _sight(game, seat), (game.number, game.round_number)
    if game.must_call:
        return events.HighLowCalled(*here, bots.choose_call(sight, rng))
    if game.takes_lists and game.next_round:
        return events.ListSubmitted(
            seat, *here, bots.choose_list(strategy, sight, rng, game.next_round.plays_at_once)
        )
    return events.PlaySubmitted(seat, *here, bots.choose_play(strategy, sight, rng))


def _sight(game: GameState, seat: Seat) -> bots.BotSight:
    """Tell a bot what it may know: nothing that lies hidden, and of the hands only its own."""
    assert game.next_round is not None  # noqa: S101 - only who is asked plays
    rounds = 1 + _REMEMBERED // len(game.record.players)
    return bots.BotSight(game.record.rules, game.next_round.allowed[seat], game.score.latest(rounds))
