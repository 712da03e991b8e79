"""The scoreboard: for every player the figures of the game that is played, and who is in."""

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.contract import Standing
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


def scoreboard(room: Room) -> tuple[str, tuple[ScoreRow, ...]]:
    """Say what the points of the scoreboard are (`points`, `rounds`, `total`), and list it.

    The most points come first, then the order of joining.
    """
    game = room.current_game
    *above, inner = game.record.rules.standings(game.score.root) if game else [Standing(_POINTS, {})]
    label, has_begun = translate(inner.label), game is not None and bool(game.record.reveals)
    if is_crowd(room):
        return label, tuple(_gathered(room, inner) if has_begun else _latest(room))
    if not has_begun:
        above, inner = [], Standing(_POINTS, {})
    return label, tuple(_rows(room, above, inner))


def innermost_points(game: GameState) -> Mapping[Seat, int]:
    """Return the points of the innermost level, as the scoreboard shows them."""
    return game.record.rules.standings(game.score.root)[-1].scores


def _latest(room: Room) -> Iterator[ScoreRow]:
    """List those of a crowd who came last, the last one first, and how many others there are."""
    here = tuple(_shown(room))
    for player in reversed(here[-_LATEST:]):
        yield ScoreRow(player.name, None, central=False, bot=bool(player.bot))
    if len(here) > _LATEST:
        yield ScoreRow(format_count(len(here) - _LATEST, "{n} more", "{n} more"), None, central=False)


def _gathered(room: Room, inner: Standing) -> Iterator[ScoreRow]:
    """List the points of a crowd, and who has as many."""
    having: dict[int, list[Seat]] = {}
    for seat, points in inner.scores.items():
        having.setdefault(points, []).append(seat)
    for points in sorted(having, reverse=True):
        yield ScoreRow(list_players(some_names(room, having[points])), points, inner.middle == (points,))


def _rows(room: Room, above: Sequence[Standing], inner: Standing) -> Iterator[ScoreRow]:
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
            cards=wants[seat].hand_size if seat in wants else None,
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
