"""The scoreboard: for every player the figures of the game that is played, and who is in."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games import good_enough_options, median_game, saichugen
from companion.rules.results import Branch
from companion.rules.standing import judge
from companion.views import headings
from companion.views.cards import cards_in_hand
from companion.views.naming import is_crowd, list_players, some_names

PlayerState = Literal["in", "thinking", "out", "left", "next game", ""]
"""`out`: sits out; `left`: has left, or was removed; `next game`: came while cards were out already."""


_POINTS = N_("points")
_LATEST = 24  # of a crowd, who are named while it gathers


@dataclass(frozen=True, slots=True)
class Figure:
    """What a player has on one level of the game: `games` 2."""

    label: str
    number: int


@dataclass(frozen=True, slots=True)
class PreviousRow:
    """What a line of the scoreboard was before the last reveal: its place from 0, and its points."""

    place: int
    points: int | None
    central: bool


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A line of the scoreboard, without points as long as there can be none.

    `points` are those of the innermost level, and `wider` those of the levels above, outermost first.
    `central`: these are the middle points, alone or shared, with which one wins; never where the most
    win. `first`: all others wait for this player. `cards`: how many are in the hand, where that is known.
    Of a crowd, a line is all who have the same points, and has no `seat`.
    """

    name: str
    points: int | None
    central: bool
    state: PlayerState = ""
    seat: Seat = ""
    wider: tuple[Figure, ...] = ()
    cards: int | None = None
    first: bool = False
    bot: bool = False
    earlier: PreviousRow | None = None
    """Where a screen shows how the last reveal moved the lines; `gain` is what it brought."""
    gain: int = 0


@dataclass(frozen=True, slots=True)
class _Standing:
    """The figures of one level, and the middle ones where the middle wins."""

    label: str  # to be said
    scores: Mapping[Seat, int]
    middle: tuple[int, ...] = ()


def scoreboard(room: Room) -> tuple[str, tuple[ScoreRow, ...]]:
    """Say what the points of the scoreboard are (`points`, `rounds`, `total`), and list it.

    The most points come first, then the order of joining.
    """
    game = room.current_game
    *above, inner = _standings(game) if game else [_Standing(_POINTS, {})]
    label, has_begun = translate(inner.label), game is not None and bool(game.record.reveals)
    if is_crowd(room):
        return label, tuple(_gathered(room, inner) if has_begun else _latest(room))
    if not has_begun:
        above, inner = [], _Standing(_POINTS, {})
    return label, tuple(_rows(room, above, inner))


def innermost_points(game: GameState) -> Mapping[Seat, int]:
    """Return the points of the innermost level of It's Good Enough, as the scoreboard shows them."""
    return _levels(game)[-1].scores


def _latest(room: Room) -> Iterator[ScoreRow]:
    """List those of a crowd who came last, the last one first, and how many others there are."""
    here = tuple(_shown(room))
    for player in reversed(here[-_LATEST:]):
        yield ScoreRow(player.name, None, central=False, bot=bool(player.bot))
    if len(here) > _LATEST:
        yield ScoreRow(format_count(len(here) - _LATEST, "{n} more", "{n} more"), None, central=False)


def _gathered(room: Room, inner: _Standing) -> Iterator[ScoreRow]:
    """List the points of a crowd, and who has as many."""
    having: dict[int, list[Seat]] = {}
    for seat, points in inner.scores.items():
        having.setdefault(points, []).append(seat)
    for points in sorted(having, reverse=True):
        yield ScoreRow(list_players(some_names(room, having[points])), points, inner.middle == (points,))


def _rows(room: Room, above: Sequence[_Standing], inner: _Standing) -> Iterator[ScoreRow]:
    game = room.current_game
    wants = game.next_round.allowed if game and game.next_round else {}
    first = (game.must_call or game.must_lead) if game else None
    wider = [(translate(each.label), each.scores) for each in above]
    for player in sorted(_shown(room), key=lambda each: -inner.scores.get(each.seat, 0)):
        seat, points = player.seat, inner.scores.get(player.seat)
        yield ScoreRow(
            name=player.name,
            points=points,
            central=inner.middle == (points,),
            state=_state(game, wants, player),
            seat=seat,
            wider=tuple(Figure(label, scores[seat]) for label, scores in wider if seat in scores),
            cards=cards_in_hand(wants[seat]) if seat in wants else None,
            first=seat == first,
            bot=bool(player.bot),
        )


def _shown(room: Room) -> Iterator[Player]:
    """List those who are in the room, or whose points are."""
    points = frozenset(room.current_game.record.players if room.current_game else ())
    return (player for player in room.players if not player.away or player.seat in points)


def _state(game: GameState | None, wants: Container[Seat], player: Player) -> PlayerState:
    if game and player.seat in wants and game.has_submitted(player.seat):
        return "in"
    if player.away:
        return "left"
    if player.sits_out:
        return "out"
    if game is None or game.next_round is None or game.lists_left:
        return ""
    return "thinking" if player.seat in wants else "next game"


def _standings(game: GameState) -> list[_Standing]:
    """List the standings that matter now, outermost first."""
    root = game.score.root
    match game.record.options:
        case good_enough_options.GoodEnoughOptions():
            return _nested(game)
        case saichugen.SaichugenOptions() as rules:
            return _of_saichugen(root, rules)
        case median_game.MedianGameOptions():
            return [_Standing(N_("rounds"), root.scores)]
    return [_Standing(_POINTS, root.scores)]


def _nested(game: GameState) -> list[_Standing]:
    return [_Standing(_label(level), level.scores, judge(level.scores).middle) for level in _levels(game)]


def _levels(game: GameState) -> list[Branch]:
    """List the levels of a game that matter now, outermost first."""
    root = game.score.root
    inner = [part for _, part in headings.latest_parts(game) if isinstance(part, Branch)]
    return [root] if root.finished else [root, *inner]


def _label(level: Branch) -> str:
    """Name the points of a level after the parts that give them."""
    kind = level.parts[0].kind if level.parts else "round"
    return {"game": N_("games"), "match": N_("matches")}.get(kind, _POINTS)


def _of_saichugen(root: Branch, rules: saichugen.SaichugenOptions) -> list[_Standing]:
    match = _Standing(_POINTS, root.scores)
    if not root.parts or (root.finished and rules.games > 1):
        return [match]
    game = root.parts[-1]
    assert isinstance(game, Branch)  # noqa: S101 - the parts of a match are games
    total = _Standing(N_("total"), game.scores, (sorted(game.scores.values())[1],))
    return [match, total] if root.finished or rules.games > 1 else [total]
