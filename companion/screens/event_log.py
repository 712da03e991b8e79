"""Log lines for the operator's terminal: one for each change of a room, always in English.

A line never contains a number, a card or a hand.
"""

import logging
from collections.abc import Iterator

from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import printable
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.screens import headings

_evenings = logging.getLogger("companion.evenings")


def log_lines(before: Room, after: Room) -> Iterator[str]:
    """Yield a line for each difference between two states of a room."""
    yield from (printable(line) for line in (*_people(before, after), *_hosts(before, after)))
    known = {game.number: game for game in before.games}
    for game in after.games:
        yield from _game(known.get(game.number), game)
    for number in known.keys() - {game.number for game in after.games}:
        yield f"game {number} was taken back"


def _people(before: Room, after: Room) -> Iterator[str]:
    if before.seats is after.seats:
        return  # most events are plays: the cost of logging one must not grow with the number of players
    for seat, player in after.seats.items():
        was = before.seats.get(seat)
        if was is not player:
            yield from _player(was, player)
    for seat in before.seats.keys() - after.seats.keys():
        yield f"{before.seats[seat].name} has no seat of his or her own any more"


def _player(before: Player | None, after: Player) -> Iterator[str]:
    if before is None:
        yield f"{after.name} joined"
        return
    if before.name != after.name:
        yield f"{before.name} is called {after.name} now"
    if before.away != after.away:
        yield f"{after.name} {'left' if after.away else 'came back'}"
    if after.devices - before.devices:
        yield f"another phone plays as {after.name} now"
    if before.devices - after.devices:
        yield f"a phone plays as {after.name} no more"


def _hosts(before: Room, after: Room) -> Iterator[str]:
    if before.hosts and after.hosts - before.hosts:
        yield "another browser is host now"


def _game(before: GameState | None, after: GameState) -> Iterator[str]:
    if before is None:
        title, players = after.record.rules.known_as, len(after.record.players)
        yield f"game {after.number} began: {title}, {players} players"
    shown = len(before.rounds) if before else 0
    for number in range(shown + 1, len(after.rounds) + 1):
        done = "entered" if after.record.rules.keeps_results else "revealed"
        yield f"{_name(after, number)} of game {after.number} was {done}"
    tied = len(after.next_round.contenders) if after.next_round else 0
    if tied and not (before and before.next_round and before.next_round.contenders):
        yield f"game {after.number} has a showdown of {tied} players"
    if before and shown > len(after.rounds):
        yield f"{_name(before, shown)} of game {after.number} was taken back"
    was_over = before is not None and before.next_round is None
    if was_over != (after.next_round is None):
        yield f"game {after.number} {'goes on' if was_over else 'is over'}"


def _name(game: GameState, number: int) -> str:
    with use_language(next(iter(LANGUAGES))):
        return headings.round_name(game, number)


def log_changes(before: Room, after: Room) -> None:
    """Log what changed between two states of a room."""
    if _evenings.isEnabledFor(logging.INFO):
        for line in log_lines(before, after):
            _evenings.info("Room %s: %s", after.code, line, extra={"about": {"room": after.code}})
