"""Rooms in which one play is missing, which brings a scene of the TV."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from tests.support.room_driver import RoomDriver
from tests.support.scenes import crowd, spread, started_game, submit_plays, tie_of_three, win_rounds

_CARDS = ("5S", "9C", "KS", "2H", "7D", "JC", "3D", "QH")


class LastPlay(NamedTuple):
    """A room, the seat that has not played yet, and what it plays."""

    driver: RoomDriver
    seat: str
    play: object


def reveal(players: int) -> LastPlay:
    """A round of different numbers."""
    return _but_one(started_game("good-enough", crowd(players), rounds=5), spread(players))


def tie(players: int) -> LastPlay:
    """A round in which the first two sent the same, and of the others two are equally close."""
    driver = started_game("good-enough", crowd(players), rounds=5)
    return _but_one(driver, [50, 50, 40, 60, *(3 * n for n in range(players - 4))])


def showdown(players: int) -> LastPlay:
    """The first round of a showdown of three."""
    return _but_one(tie_of_three(crowd(players)), [45, 50, 80, *range(20, 17 + players)])


def final(players: int) -> LastPlay:
    """The last round of a game."""
    driver = started_game("good-enough", crowd(players), rounds=3)
    win_rounds(driver, "AB")
    return _but_one(driver, spread(players))


def cards(players: int) -> LastPlay:
    """A trick."""
    return _but_one(started_game("mediocrity", crowd(players)), _CARDS[:players])


def _but_one(driver: RoomDriver, plays: Sequence[object]) -> LastPlay:
    submit_plays(driver, plays[:-1])
    return LastPlay(driver, list(driver.game.record.players)[len(plays) - 1], plays[-1])


LAST_PLAYS: Mapping[str, tuple[Callable[[int], LastPlay], Sequence[int]]] = {
    "reveal": (reveal, (8, 30)),
    "tie": (tie, (8, 30)),
    "showdown": (showdown, (8, 30)),
    "final": (final, (8, 30)),
    "cards": (cards, (8,)),
}
"""By their scenes, with numbers of players."""
