"""The scoreboard: for every player the figures of the game that is played, and who is in."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.acts import Seat
from companion.games import good_enough, median_game, saichugen
from companion.journal import Player, Room, Table
from companion.score import Branch
from companion.standing import judge
from companion.views import places
from companion.views.cards import held
from companion.words import mark, tell

State = Literal["in", "thinking", "out", "left", "next game", ""]
"""`out`: sits out; `left`: has left, or was removed; `next game`: came while cards were out already."""


_POINTS = mark("points")


@dataclass(frozen=True, slots=True)
class Figure:
    """What a player has on one level of the game: `games` 2."""

    label: str
    number: int


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the scoreboard, without points as long as there can be none.

    `points` are those of the innermost level, and `wider` those of the levels above, outermost first.
    `central`: these are the middle points, alone or shared, with which one wins; never where the most
    win. `first`: all others wait for this player. `cards`: how many are in the hand, where that is known.
    """

    name: str
    points: int | None
    central: bool
    state: State
    you: bool = False
    wider: tuple[Figure, ...] = ()
    cards: int | None = None
    first: bool = False
    bot: bool = False


@dataclass(frozen=True, slots=True)
class _Standing:
    """The figures of one level, and the middle ones where the middle wins."""

    label: str  # to be said
    scores: Mapping[Seat, int]
    middle: tuple[int, ...] = ()


def figure(table: Table | None) -> str:
    """Say what the points of the scoreboard are: `points`, `rounds`, `total`."""
    return tell(_standings(table)[-1].label) if table else tell(_POINTS)


def rows(room: Room, you: Seat | None) -> Iterator[Row]:
    """List the scoreboard: most points first, then in the order of joining."""
    table = room.table
    *above, inner = _standings(table) if table and table.record.reveals else [_Standing(_POINTS, {})]
    wants = table.ask.wants if table and table.ask else {}
    for player in sorted(_shown(room), key=lambda each: -inner.scores.get(each.seat, 0)):
        seat, points = player.seat, inner.scores.get(player.seat)
        yield Row(
            name=player.name,
            points=points,
            central=inner.middle == (points,),
            state=_state(room, player),
            you=seat == you,
            wider=tuple(Figure(tell(each.label), each.scores[seat]) for each in above if seat in each.scores),
            cards=held(wants[seat]) if seat in wants else None,
            first=table is not None and seat == (table.must_call or table.first),
            bot=bool(player.bot),
        )


def _shown(room: Room) -> Iterator[Player]:
    """List those who are in the room, or whose points are."""
    points = room.table.record.players if room.table else ()
    return (player for player in room.players if not player.away or player.seat in points)


def _state(room: Room, player: Player) -> State:
    table, seat = room.table, player.seat
    wants = table.ask.wants if table and table.ask else {}
    if table and seat in wants and table.is_in(seat):
        return "in"
    if player.away:
        return "left"
    if player.out:
        return "out"
    if table is None or not room.playing or table.left:
        return ""
    return "thinking" if seat in wants else "next game"


def _standings(table: Table) -> list[_Standing]:
    """List the standings that matter now, outermost first."""
    root = table.score.root
    match table.record.options:
        case good_enough.Options():
            return _nested(table)
        case saichugen.Options() as rules:
            return _of_saichugen(root, rules)
        case median_game.Options():
            return [_Standing(mark("rounds"), root.scores)]
    return [_Standing(_POINTS, root.scores)]


def _nested(table: Table) -> list[_Standing]:
    root = table.score.root
    inner = [part for _, part in places.latest(table) if isinstance(part, Branch)]
    levels = [root] if root.finished else [root, *inner]
    return [_Standing(_label(level), level.scores, judge(level.scores).middle) for level in levels]


def _label(level: Branch) -> str:
    """Name the points of a level after the parts that give them."""
    kind = level.parts[0].kind if level.parts else "round"
    return {"game": mark("games"), "match": mark("matches")}.get(kind, _POINTS)


def _of_saichugen(root: Branch, rules: saichugen.Options) -> list[_Standing]:
    match = _Standing(_POINTS, root.scores)
    if not root.parts or (root.finished and rules.games > 1):
        return [match]
    game = root.parts[-1]
    assert isinstance(game, Branch)  # noqa: S101 - the parts of a match are games
    total = _Standing(mark("total"), game.scores, (sorted(game.scores.values())[1],))
    return [match, total] if root.finished or rules.games > 1 else [total]
