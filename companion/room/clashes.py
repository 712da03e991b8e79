"""Clashes: hidden plays that cannot be shown together, such as a card that two players have named."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.deck import CardIsGone
from companion.rules.results import Play, Reveal


@dataclass(frozen=True, slots=True)
class Clash:
    """Why a round cannot be shown: a play, and all who have named it; nobody where no play alone is wrong."""

    seats: tuple[Seat, ...]
    play: Play | None
    why: Refused


def find_clash(game: GameState) -> Clash | None:
    """Return what is wrong with the hidden plays, or the first of it; None where they can be shown."""
    return next(_clashes(game), None) if game.has_clash else None


def knows_clash(room: Room, game: GameState, clash: Clash) -> bool:
    """Return whether the score-keeper has entered all plays of a clash, so that they are no secret there."""
    return all(seat in game.entered or room.seats[seat].has_no_phone for seat in clash.seats)


def _clashes(game: GameState) -> Iterator[Clash]:
    after = game.scored.after(Reveal(game.hidden, game.call)).score
    number = len(game.record.reveals) + 1
    for problem in after.problems[len(game.score.problems) :]:
        why, seat = problem.refused, problem.player
        laid = why.laid if isinstance(why, CardIsGone) else ()
        here = {each.player for each in laid if each.place.number == number} | {seat}
        seats = tuple(each for each in game.record.players if each in here)
        yield Clash(seats, None if seat is None else game.hidden.get(seat), why)
