"""The players of a room where the host manages them."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Literal, NamedTuple

from companion.i18n.messages import translate
from companion.room import bots, events
from companion.room.commands.access import find_player, round_id
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.player_reducer import can_merge, crowd_seats, newcomers
from companion.room.state import Player, Room, seat_number
from companion.values import frozen

_Joined = tuple[datetime, int]
"""When somebody joined, and the number of the seat."""
_PAUSE = timedelta(seconds=20)
"""The longest time from one newcomer of a crowd to the next."""
_MANY = 10
"""The fewest of a crowd: one person can open some windows, and each can be sent away by itself."""
_AT_ONCE, _MOMENT = 40, timedelta(minutes=1)
"""How many at once the host is asked about; a party of thirty behind one address comes in some minutes."""
_AWAITED, _MOSTLY = 20, 0.75
"""For how many a round waits for a moment, and what part of them has never played, when the host is asked."""


@frozen
class Crowd:
    """Newcomers from one source, one soon after the other: from the seat `since` on, and the time `at`.

    `needs_answer`: whether the host is to be asked: very many came at once and were not let in yet, or many
    after others of them were sent away.
    """

    source: str
    since: int
    at: datetime
    size: int
    needs_answer: bool


def crowds(room: Room) -> Sequence[Crowd]:
    """List the crowds in a room, the largest first."""
    found: dict[str, list[list[_Joined]]] = {}
    for at, event in newcomers(room):
        bursts = found.setdefault(event.source, [[]])
        if bursts[-1] and at - bursts[-1][-1][0] > _PAUSE:
            bursts.append([])
        bursts[-1].append((at, seat_number(event.seat)))
    many = [(source, each) for source in found for each in found[source] if len(each) >= _MANY]
    return [_crowd(room, *each) for each in sorted(many, key=lambda each: -len(each[1]))]


def _crowd(room: Room, source: str, joined: Sequence[_Joined]) -> Crowd:
    known = max(room.seats_when_answered, room.slowed.get(source, 0))
    times = [at for at, seat in joined if seat > known]
    at_once = any(last - first <= _MOMENT for first, last in zip(times, times[_AT_ONCE - 1 :], strict=False))
    needs_answer = len(times) >= _MANY if source in room.slowed else at_once and not room.takes_crowd
    at, since = joined[0]
    return Crowd(source, since, at, len(joined), needs_answer)


class IdleCrowd(NamedTuple):
    """Those who came when others were playing, from the seat `since` on, and have never played themselves.

    `question_at` is when the host is to be asked about them: once the round has been open for a minute, if
    there was an earlier one this evening, and it waits for many, most of whom are of these. None if it is
    not, or they were let in.
    """

    since: int
    size: int
    question_at: datetime | None


def idle_crowd(room: Room) -> IdleCrowd | None:
    """Return those who hold up a game as they have never played; None where they are not many."""
    game, changes = room.current_game, [change for change in room.changes() if change.since]
    late = [
        change.entry.event.seat for change in changes if isinstance(change.entry.event, events.PlayerJoined)
    ]
    if game is None or not late:
        return None
    since = max(seat_number(late[-1]), room.seats_when_answered + 1)
    idle, awaited = crowd_seats(room, events.IdleRemoved(since)), game.thinking
    if len(idle) < _MANY:
        return None
    is_held_up = len(awaited) >= _AWAITED and len({*idle}.intersection(awaited)) >= _MOSTLY * len(awaited)
    needs_answer = is_held_up and not room.takes_crowd and any(each.rounds for each in room.games)
    return IdleCrowd(since, len(idle), game.waiting_since + _MOMENT if needs_answer else None)


def stand_in_offers(room: Room) -> tuple[Player, ...]:
    """List the players whom the open round waits for, and for whom a bot can play on."""
    game = room.current_game
    awaited = (room.seats[seat] for seat in game.thinking if seat in room.seats) if game else ()
    return tuple(player for player in awaited if game and _takes_stand_in(game, player))


def _takes_stand_in(game: GameState, player: Player) -> bool:
    return not player.bot and game.takes_stand_in(player.seat)


Presence = Literal["", "no phone", "sits out", "left", "blocked"]


@frozen
class ManagedPlayer:
    """A player with what the host can do; `others` are the players with whom this one can be merged.

    `bot` is the title of a bot's strategy; it is empty for a person. `turn` is empty for whom no round waits.
    `stand_in`: a bot plays on for a player who is away. `takes_stand_in` is the id of the open round, where a
    bot can. `is_you`: it is the player of the host who looks.
    """

    player: Player
    state: Presence
    turn: Literal["", "in", "thinking"]
    bot: str
    is_you: bool
    is_host: bool
    stand_in: bool
    takes_stand_in: str
    others: Sequence[Player]

    @property
    def is_gone(self) -> bool:
        """Whether the player is not in the room any more."""
        return self.state in ("left", "blocked")

    @property
    def awaited_turn(self) -> str:
        """The turn of whoever is there and plays."""
        return self.turn if self.state in ("", "no phone") else ""

    @property
    def pose(self) -> Literal["", "sleeps", "thinks"]:
        """How the guest is drawn: whoever is gone or has played sleeps."""
        if self.is_gone or self.turn == "in":
            return "sleeps"
        return "thinks" if self.turn else ""

    @property
    def can_move(self) -> bool:
        """Whether another phone can take the seat."""
        return self.state != "blocked" and not self.bot


def managed_players(room: Room, device: Device) -> tuple[ManagedPlayer, ...]:
    """List all players; `device` is the browser of the host."""
    return tuple(_managed(room, player, device) for player in room.players)


def managed_player(room: Room, seat: Seat, device: Device) -> ManagedPlayer:
    """Return one player with the candidates for a merge, similar names first; raises `Refused` for no seat.

    Names are similar that differ only in a number, as after joining twice: `Sam` and `Sam 2`.
    """
    player = find_player(room, seat)
    name = _without_number(player)
    others = [each_player for each_player in room.players if can_merge(room, seat, each_player.seat)]
    return _managed(
        room, player, device, sorted(others, key=lambda each_player: _without_number(each_player) != name)
    )


def _without_number(player: Player) -> str:
    return player.name.rstrip(" 0123456789").casefold()


def _managed(room: Room, player: Player, device: Device, others: Sequence[Player] = ()) -> ManagedPlayer:
    game, strategy, seat = room.current_game, bots.STRATEGIES.get(player.bot), player.seat
    return ManagedPlayer(
        player,
        _player_state(room, player),
        _turn(game, seat) if game else "",
        translate(strategy.title) if strategy else player.bot,
        device in player.devices,
        bool(player.devices & room.hosts),
        bool(game and game.next_round and seat in game.stand_ins),
        round_id(game) if game and _takes_stand_in(game, player) else "",
        others,
    )


def _turn(game: GameState, seat: Seat) -> Literal["", "in", "thinking"]:
    if game.next_round is None or seat not in game.next_round.allowed:
        return ""
    return "in" if game.has_submitted(seat) else "" if game.lists_left else "thinking"


def _player_state(room: Room, player: Player) -> Presence:
    if player.devices and player.devices <= room.blocked:
        return "blocked"
    if player.away:
        return "left"
    if player.sits_out:
        return "sits out"
    return "no phone" if player.has_no_phone else ""
