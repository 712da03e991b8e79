"""Log lines for the operator's terminal: one for each change of a room, always in English."""

import logging
from collections.abc import Iterator

from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.messages import printable
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.screens import headings

_evenings = logging.getLogger("companion.evenings")


def log_changes(before: Room, after: Room) -> None:
    """Log what changed between two states of a room, for the operator's terminal."""
    if _evenings.isEnabledFor(logging.INFO):
        for line in log_lines(before, after):
            _evenings.info("Room %s: %s", after.code, line, extra={"about": {"room": after.code}})


def log_lines(before: Room, after: Room) -> Iterator[str]:
    """Yield a line in English for each difference of two states; never a number, a card or a hand."""
    if before.seats is not after.seats:  # most events are plays, whose cost must not grow with the players
        yield from map(printable, _log_players(before, after))
    if before.hosts and after.hosts - before.hosts:
        yield "another browser is host now"
    known = {game.number: game for game in before.games}
    for game in after.games:
        yield from _log_game(known.pop(game.number, None), game)
    yield from (f"game {number} was taken back" for number in known)


def _log_players(before: Room, after: Room) -> Iterator[str]:
    gone, back = after.sent_away.keys() - before.sent_away.keys(), before.sent_away.keys() - after.sent_away
    if crowd := gone or back:  # a line for all of them
        yield f"{len(crowd)} {'were sent away at once' if gone else 'who were sent away are back'}"
    for seat, player in after.seats.items():
        was = before.seats.get(seat)
        if seat in back:
            continue
        if was is None:
            yield f"{player.name} joined"
            continue
        if was.name != player.name:
            yield f"{was.name} is called {player.name} now"
        if was.away != player.away:
            yield f"{player.name} {'left' if player.away else 'came back'}"
        if player.devices - was.devices:
            yield f"another phone plays as {player.name} now"
        if was.devices - player.devices:
            yield f"a phone plays as {player.name} no more"
    for seat in before.seats.keys() - after.seats.keys() - gone:
        yield f"{before.seats[seat].name} has no seat of his or her own any more"


def _log_game(before: GameState | None, after: GameState) -> Iterator[str]:
    rules, game = after.record.rules, f"game {after.number}"
    shown, was_over = (len(before.rounds), before.next_round is None) if before else (0, False)
    if before is None:
        yield f"{game} began: {rules.known_as}, {len(after.record.players)} players"
    elif shown > len(after.rounds):
        yield f"{_english_name(before, shown)} of {game} was taken back"
    for number in range(shown, len(after.rounds)):
        if after.rounds[number].is_skipped:
            yield f"a question of {game} was skipped"
            continue
        done = "entered" if rules.keeps_results else "revealed"
        yield f"{_english_name(after, number + 1)} of {game} was {done}"
    if was_over != (after.next_round is None):
        yield f"{game} {'goes on' if was_over else 'is over'}"


def _english_name(game: GameState, number: int) -> str:
    with use_language(next(iter(LANGUAGES))):
        return headings.round_name(game, number)
