"""The chart of the games that each player has won in an evening."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.state import Room
from companion.rules.evening import EveningStanding
from companion.rules.standing import judge
from companion.views.charts.frame import MAX_NAMED
from companion.views.naming import drawn_seats, name_or_count, player_names, reason_sentences

_MIN_WIDTH = 3  # games: the least width of a row


@dataclass(frozen=True, slots=True)
class WinsRow:
    """The players who have won the same number of games: the most mediocre ones, and the others.

    `seats` are those of all of them, the most mediocre first; there are none in a crowd.
    `is_middle`: the number is a middle one; `most`: nobody has won more.
    """

    games: int
    seats: tuple[Seat, ...]
    mediocre: tuple[str, ...]
    others: tuple[str, ...]
    is_middle: bool
    most: bool


@dataclass(frozen=True, slots=True)
class WinsChart:
    """The games won in an evening, most first; a row is `most` games wide."""

    heading: str
    name: str
    most: int
    rows: tuple[WinsRow, ...]
    sentences: tuple[str, ...]


def wins_chart(room: Room, standing: EveningStanding) -> WinsChart | None:
    """Build the chart of games won in an evening; None before a game is finished."""
    if standing.decided_by is None:
        return None
    return WinsChart(
        heading=translate("Games won this evening"),
        name=translate(
            "Games won by {players}. Most mediocre: {mediocre}. Won most: {most}",
            players=format_count(len(standing.scores), "{n} player", "{n} players"),
            mediocre=name_or_count(player_names(room, standing.mediocre), MAX_NAMED),
            most=name_or_count(player_names(room, standing.most), MAX_NAMED),
        ),
        most=max(_MIN_WIDTH, *standing.scores.values()),
        rows=tuple(_rows(room, standing)),
        sentences=reason_sentences(room, standing.reasons),
    )


def _rows(room: Room, standing: EveningStanding) -> Iterator[WinsRow]:
    middle = judge(standing.scores).middle
    ordered = sorted(standing.scores, key=lambda seat: -standing.scores[seat])
    for games, seats in groupby(ordered, key=standing.scores.__getitem__):
        players = sorted(seats, key=lambda seat: seat not in standing.mediocre)
        yield WinsRow(
            games=games,
            seats=drawn_seats(room, players),
            mediocre=player_names(room, (seat for seat in players if seat in standing.mediocre)),
            others=player_names(room, (seat for seat in players if seat not in standing.mediocre)),
            is_middle=games in middle,
            most=players[0] in standing.most,
        )
