"""The board on the TV of a game that asks: everybody on a column of the own points, and the Room apart (Q3).

Lengths are those of the drawing, as in `scenes/staircase.py`. Of many guests those with equal points share a
column.
"""

import math
from collections.abc import Iterator, Mapping, Sequence

from companion.i18n.lettering import ems, short_names
from companion.i18n.messages import PluralTemplate, number_in_words, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import FactRound, Leaf, Scores
from companion.screens.naming import list_players, name_or_count, player_names
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes import SceneView
from companion.screens.scenes.ends import heading_size
from companion.screens.scenes.staircase import HEIGHT, StairGuest
from companion.screens.scoreboard import innermost_points
from companion.values import frozen

_MOST_ALONE = 8  # guests of whom each has a column
_MOST_LEADING = 3  # names in the heading
_FLOOR, _HIGHEST, _WORDS = 644.0, 342.0, 212.0  # the foot of columns, the top of the highest, where words end
_LEAST, _STEP = 44.0, 86.0  # the height of a column without points, and what each point adds at most
_LEFT, _RIGHT, _BEFORE_ROOM = 70.0, 1210.0, 1010.0  # between which columns stand, alone or beside the Room
_GAP, _WIDEST, _WIDEST_SHARED = 18.0, 150.0, 400.0  # between columns; of a column for one, and for several
_WIDTHS = (76.0, 64.0, 54.0, 46.0, 40.0, 34.0, 28.0, 24.0)  # of guests
_BEHIND = 0.92  # how much higher the next row of guests on a column stands, for each width
_NAME_SIZES = (28, 26, 24)
_HEADING = 12.0  # rem


@frozen
class BoardColumn:
    """So many points, and who has them: the guests stand on it, from the back; `name` is who, or how many."""

    points: int
    x: float
    width: float
    top: float
    guests: Sequence[StairGuest]
    name: str
    name_size: int
    leads: bool

    @property
    def height(self) -> float:
        """How high it is."""
        return _FLOOR - self.top

    @property
    def size(self) -> float:
        """How large its points are written."""
        return round(min(52.0, self.height * 0.72), 1)

    @property
    def middle(self) -> float:
        """Where its points and its name stand."""
        return self.x + self.width / 2


@frozen
class RoomColumn:
    """How often the Room was closer than everybody, `of` how many facts."""

    wins: int
    of: int
    top: float


@frozen
class BoardScene(SceneView):
    """How a night stands between two questions; `label` says it to who does not see the columns."""

    kicker: str
    headline: str
    size: str
    room_words: Sequence[str]
    label: str
    columns: Sequence[BoardColumn]
    room: RoomColumn | None


def board_scene(room: Room, game: GameState, leaf: Leaf) -> BoardScene:
    """Return how a night stands after a question."""
    points = innermost_points(game)
    [coming] = game.open_round.position
    told = [fact for fact in game.score.leaves() if isinstance(fact, FactRound) and fact.truth is not None]
    wins = sum(fact.is_room_best for fact in told)
    most = max([*points.values(), wins, 1])
    headline = _headline(room, points)
    return BoardScene(
        kicker=translate("After {n} of {all} questions", n=coming.number - 1, all=coming.of),
        headline=headline,
        size=heading_size(headline, _HEADING) or "least",
        room_words=tuple(_room_words(wins)) if told else (),
        label=_label(room, points),
        columns=tuple(_columns(room, points, leaf, most, right=_BEFORE_ROOM if told else _RIGHT)),
        room=RoomColumn(wins, len(told), _top(wins, most)) if told else None,
    )


_LEADS = PluralTemplate("{who} leads", "{who} lead")


def _headline(room: Room, points: Scores) -> str:
    leaders = _leaders(points)
    if not leaders:
        return translate("Nobody has a point yet")
    if len(leaders) == len(points):
        return translate("All are level")
    who = name_or_count(player_names(room, leaders), _MOST_LEADING)
    return _LEADS.translate_for(len(leaders), who=who)


def _leaders(points: Scores) -> Sequence[Seat]:
    most = max(points.values(), default=0)
    return [seat for seat in points if most and points[seat] == most]


_CLOSEST = PluralTemplate("The Room was closest once.", "The Room was closest {n} times.")


def _room_words(wins: int) -> Iterator[str]:
    if not wins:
        yield translate("The Room was never closest.")
        return
    yield _CLOSEST.translate_for(wins, n=number_in_words(wins))
    yield translate("It gets nothing for it.")


def _label(room: Room, points: Scores) -> str:
    parts = [
        translate("{label}: {value}", label=number, value=list_players(player_names(room, seats)))
        for number, seats in _by_points(points)
    ]
    return " · ".join(parts)


def _by_points(points: Scores) -> Sequence[tuple[int, Sequence[Seat]]]:
    """Return who has equal points, the most first."""
    numbers = sorted({*points.values()}, reverse=True)
    return [(number, [seat for seat in points if points[seat] == number]) for number in numbers]


# Where they stand


def _top(points: int, most: int) -> float:
    step = min(_STEP, (_FLOOR - _HIGHEST - _LEAST) / most)
    return round(_FLOOR - _LEAST - step * points, 1)


def _columns(room: Room, points: Scores, leaf: Leaf, most: int, *, right: float) -> Iterator[BoardColumn]:
    groups, widest = _by_points(points), _WIDEST_SHARED
    if len(points) <= _MOST_ALONE:
        groups, widest = [(number, [seat]) for number, seats in groups for seat in seats], _WIDEST
    pitch = min(widest + _GAP, (right - _LEFT + _GAP) / len(groups))
    first = _LEFT + (right - _LEFT + _GAP - pitch * len(groups)) / 2
    rows = [standing_guests(room, seats) for _, seats in groups]
    tops = [_top(number, most) for number, _ in groups]
    width = _guest_width(pitch - _GAP, list(zip(tops, map(len, rows), strict=True)))
    names, size = _names(rows, pitch)
    leaders = _leaders(points)
    for turn, ((number, seats), row, top) in enumerate(zip(groups, rows, tops, strict=True)):
        x = round(first + turn * pitch, 1)
        ways = {seat: _top(number - 1, most) - top for seat in seats if seat in leaf.winners}
        guests = tuple(_standing(row, ways, (x, top, pitch - _GAP), width))
        is_first = seats[0] in leaders
        yield BoardColumn(number, x, round(pitch - _GAP, 1), top, guests, names[turn], size, is_first)


def _guest_width(wide: float, columns: Sequence[tuple[float, int]]) -> float:
    """Return the largest width of guests with which all stand on their columns, below the words."""
    for width in _WIDTHS:
        heights = (top - _height(count, wide, width) for top, count in columns)
        if width <= wide and all(height >= _WORDS for height in heights):
            return width
    return _WIDTHS[-1]


def _in_row(wide: float, width: float) -> int:
    return max(1, int(wide / width))


def _height(count: int, wide: float, width: float) -> float:
    """Return how high so many guests stand on a column."""
    return width * (HEIGHT + _BEHIND * (math.ceil(count / _in_row(wide, width)) - 1))


def _standing(
    guests: Sequence[StandingGuest],
    ways: Mapping[Seat, float],
    column: tuple[float, float, float],
    width: float,
) -> Iterator[StairGuest]:
    """Yield the guests on a column, those behind first, as far as there is room.

    `ways` is from how far below each one comes who has just scored.
    """
    x, top, wide = column
    in_row = _in_row(wide, width)
    most_rows = max(1, int((top - _WORDS - width * HEIGHT) / (width * _BEHIND)) + 1)
    lines = [guests[start : start + in_row] for start in range(0, len(guests), in_row)][:most_rows]
    for row, line in reversed([*enumerate(lines)]):
        for turn, guest in enumerate(line):
            at = x + wide / 2 + (turn - (len(line) - 1) / 2) * width
            way = [(0.0, round(ways[guest.seat], 1))] if guest.seat in ways else []
            initial = guest.initial if len(guests) > 1 else ""
            up = round(top - row * width * _BEHIND, 1)
            yield StairGuest(guest.seat, round(at, 1), up, width, initial, None, way)


def _names(rows: Sequence[Sequence[StandingGuest]], pitch: float) -> tuple[Sequence[str], int]:
    """Return who stands on each column, or how many, and how large that is written."""
    whole = [list_players(guest.name for guest in row) for row in rows]
    size = next((size for size in _NAME_SIZES if max(map(ems, whole)) * size <= pitch), _NAME_SIZES[-1])
    short = short_names([row[0].name for row in rows], pitch / size)
    return [
        one if len(row) == 1 else all_names if ems(all_names) * size <= pitch else f"× {len(row)}"
        for one, all_names, row in zip(short, whole, rows, strict=True)
    ], size
