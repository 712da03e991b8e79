"""The standing of an evening: who has won how many games."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.evening import Evening
from companion.journal import Room
from companion.standing import judge
from companion.views.people import names, sentences
from companion.views.pictures.frame import who
from companion.words import count, tell

_SHORTEST = 3  # games that fill a row where nobody has won more


@dataclass(frozen=True, slots=True)
class Won:
    """Who has won so many games: the most mediocre of them, and the others.

    `lit` where that is the middle, `most` where nobody has won more.
    """

    games: int
    mediocre: tuple[str, ...]
    others: tuple[str, ...]
    lit: bool
    most: bool


@dataclass(frozen=True, slots=True)
class Wins:
    """The standing of an evening, most games first; `most` games fill a row."""

    heading: str
    name: str
    most: int
    rows: tuple[Won, ...]
    sentences: tuple[str, ...]


def wins(room: Room, found: Evening) -> Wins | None:
    """Draw the games won in an evening, whose players are seats; None before a game is finished."""
    if found.decided_by is None:
        return None
    return Wins(
        heading=tell("Games won this evening"),
        name=tell(
            "Games won by {players}. Most mediocre: {mediocre}. Won most: {most}",
            players=count(len(found.scores), "{n} player", "{n} players"),
            mediocre=who(names(room, found.mediocre)),
            most=who(names(room, found.most)),
        ),
        most=max(_SHORTEST, *found.scores.values()),
        rows=tuple(_won(room, found)),
        sentences=sentences(room, found.because),
    )


def _won(room: Room, found: Evening) -> Iterator[Won]:
    middle = judge(found.scores).middle
    ordered = sorted(found.scores, key=lambda seat: -found.scores[seat])
    for games, seats in groupby(ordered, key=found.scores.__getitem__):
        having = tuple(seats)
        yield Won(
            games=games,
            mediocre=names(room, (seat for seat in having if seat in found.mediocre)),
            others=names(room, (seat for seat in having if seat not in found.mediocre)),
            lit=games in middle,
            most=having[0] in found.most,
        )
