"""What the host can expect of a game of the people who are here: the endings to choose from."""

from collections.abc import Iterator
from datetime import datetime
from statistics import median

from companion.room.state import Milestone, Room
from companion.rules import games
from companion.rules.games.contract import SECONDS_A_ROUND
from companion.rules.games.outcomes import Ending
from companion.rules.results import Leaf

_LATEST = 40
"""How many of the room's rounds are looked at."""
_PACES = (10.0, 300.0)
"""The fewest and the most seconds a round that are believed."""


def room_endings(room: Room) -> tuple[Ending, ...]:
    """List how the next game may end, the recommended ending first; empty where nothing can be chosen."""
    rules = games.find_game(room.game_name).read_options(room.options)
    return rules.endings(len(room.present), seen_rounds(room), pace(room))


def seen_rounds(room: Room) -> tuple[Leaf, ...]:
    """List the latest rounds that the room has played of its game, whatever the options were."""
    leaves = [
        leaf
        for game in room.games
        if game.record.game == room.game_name
        for leaf in game.score.latest(_LATEST)
    ]
    return tuple(leaves[-_LATEST:])


def pace(room: Room) -> float:
    """Return how many seconds the room takes for a round: the median of the latest, or what is usual."""
    taken = sorted(_seconds(room.milestones))
    if len(taken) < 3:
        return SECONDS_A_ROUND
    least, most = _PACES
    return min(max(median(taken), least), most)


def _seconds(milestones: tuple[Milestone, ...]) -> Iterator[float]:
    """Yield the seconds between two reveals of one game that follow each other."""
    last: dict[tuple[int, int], datetime] = {}
    for each in milestones:
        before = last.get((each.game, each.rounds - 1))
        if before:
            yield (each.at - before).total_seconds()
        last.setdefault((each.game, each.rounds), each.at)
