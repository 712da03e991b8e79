"""The standing of an evening: who has won how many games."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.i18n.messages import format_count, translate
from companion.room.state import Room
from companion.rules.evening import EveningStanding
from companion.rules.standing import judge
from companion.views.charts.frame import name_or_count
from companion.views.naming import player_names, reason_sentences

_SHORTEST = 3  # games that fill a row where nobody has won more


@dataclass(frozen=True, slots=True)
class WinsRow:
    """Who has won so many games: the most mediocre of them, and the others.

    `lit` where that is the middle, `most` where nobody has won more.
    """

    games: int
    mediocre: tuple[str, ...]
    others: tuple[str, ...]
    lit: bool
    most: bool


@dataclass(frozen=True, slots=True)
class WinsChart:
    """The standing of an evening, most games first; `most` games fill a row."""

    heading: str
    name: str
    most: int
    rows: tuple[WinsRow, ...]
    sentences: tuple[str, ...]


def wins_chart(room: Room, found: EveningStanding) -> WinsChart | None:
    """Draw the games won in an evening, whose players are seats; None before a game is finished."""
    if found.decided_by is None:
        return None
    return WinsChart(
        heading=translate("Games won this evening"),
        name=translate(
            "Games won by {players}. Most mediocre: {mediocre}. Won most: {most}",
            players=format_count(len(found.scores), "{n} player", "{n} players"),
            mediocre=name_or_count(player_names(room, found.mediocre)),
            most=name_or_count(player_names(room, found.most)),
        ),
        most=max(_SHORTEST, *found.scores.values()),
        rows=tuple(_won(room, found)),
        sentences=reason_sentences(room, found.reasons),
    )


def _won(room: Room, found: EveningStanding) -> Iterator[WinsRow]:
    middle = judge(found.scores).middle
    ordered = sorted(found.scores, key=lambda seat: -found.scores[seat])
    for games, seats in groupby(ordered, key=found.scores.__getitem__):
        having = tuple(seats)
        yield WinsRow(
            games=games,
            mediocre=player_names(room, (seat for seat in having if seat in found.mediocre)),
            others=player_names(room, (seat for seat in having if seat not in found.mediocre)),
            lit=games in middle,
            most=having[0] in found.most,
        )
