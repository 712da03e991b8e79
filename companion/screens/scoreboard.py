"""The scoreboard: each player's points in the current game, and who has submitted."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.outcomes import Standing
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import is_crowd, list_players, some_names

PlayerState = Literal["in", "thinking", "out", "left", "next game", ""]
"""`out`: sits out; `left`: has left, or was removed; `next game`: joined too late for this game."""


_POINTS = N_("points")
_CROWD_ROWS = 24  # players of a crowd who are shown before the first reveal


@dataclass(frozen=True, slots=True)
class Figure:
    """A player's points on one level of the game: `games` 2."""

    label: str
    number: int


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """A row of the scoreboard; `points` is None before the first reveal.

    `points` are those of the innermost level, and `wider` those of the levels above, outermost first.
    `central`: these are the only middle points, which win; never where the highest score wins. `first`: all
    others wait for this player. `cards`: the size of the hand, where it is known. In a crowd, a row has no
    `seat` and stands for all players with the same points.
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
    """Whether a bot plays for this seat; `stand_in`: in place of a player who is away."""
    stand_in: bool = False
    gain: int = 0
    """What the last reveal brought, on screens that show it."""


def scoreboard(room: Room) -> tuple[str, tuple[ScoreRow, ...]]:
    """Return the name of the points (`points`, `rounds`, `total`) and the rows.

    Rows are sorted by points, highest first, then by the order of joining. Hidden scores are left out.
    """
    game = room.current_game
    label = game.record.rules.standings(game.score.root)[-1].label if game else _POINTS
    *_, inner = _told_standings(room)
    if is_crowd(room):
        rows = _rows_by_points(room, inner) if _tells_points(room, game) else _latest_players(room)
        return translate(label), tuple(rows)
    players = sorted(_listed_players(room), key=lambda each: -inner.scores.get(each.seat, 0))
    return translate(label), rows_of(room, players)


def _told_standings(room: Room) -> Sequence[Standing]:
    """Return the standings, outermost level first; one without scores where there are none to be told."""
    game = room.current_game
    if game is None or not _tells_points(room, game):
        return (Standing(_POINTS, {}),)
    return game.record.rules.standings(game.score.root)


def _tells_points(room: Room, game: GameState | None) -> bool:
    """Return whether there are points to be told."""
    return game is not None and bool(game.record.reveals) and not hides_scores(room, game)


def innermost_points(game: GameState) -> Mapping[Seat, int]:
    """Return the points of the innermost level."""
    return game.record.rules.standings(game.score.root)[-1].scores


def _latest_players(room: Room) -> Iterator[ScoreRow]:
    """Yield the players of a crowd who joined last, newest first, and the count of the others."""
    players = tuple(_listed_players(room))
    for player in reversed(players[-_CROWD_ROWS:]):
        yield ScoreRow(player.name, None, central=False, bot=bool(player.bot))
    if len(players) > _CROWD_ROWS:
        yield ScoreRow(format_count(len(players) - _CROWD_ROWS, "{n} more", "{n} more"), None, central=False)


def _rows_by_points(room: Room, inner: Standing) -> Iterator[ScoreRow]:
    """Yield one row for each number of points in a crowd, with the players who have it."""
    seats_by_points: dict[int, list[Seat]] = {}
    for seat, points in inner.scores.items():
        seats_by_points.setdefault(points, []).append(seat)
    for points in sorted(seats_by_points, reverse=True):
        yield ScoreRow(
            list_players(some_names(room, seats_by_points[points])), points, inner.middle == (points,)
        )


def rows_of(room: Room, players: Iterable[Player]) -> tuple[ScoreRow, ...]:
    """Return the rows of these players in their order, also in a crowd."""
    return tuple(_rows_of(room, players, *_told_standings(room)))


def _rows_of(room: Room, players: Iterable[Player], *standings: Standing) -> Iterator[ScoreRow]:
    *above, inner = standings
    game = room.current_game
    allowed = game.next_round.allowed if game and game.next_round else {}
    first = (game.must_call or game.must_lead) if game else None
    wider = [(translate(each.label), each.scores) for each in above]
    for player in players:
        seat, points = player.seat, inner.scores.get(player.seat)
        yield ScoreRow(
            name=player.name,
            points=points,
            central=inner.middle == (points,),
            state=_state(game, allowed, player),
            seat=seat,
            wider=tuple(Figure(label, scores[seat]) for label, scores in wider if seat in scores),
            cards=allowed[seat].hand_size if seat in allowed else None,
            first=seat == first,
            bot=bool(player.bot) or _has_stand_in(game, seat),
            stand_in=_has_stand_in(game, seat),
        )


def _has_stand_in(game: GameState | None, seat: Seat) -> bool:
    return game is not None and game.next_round is not None and seat in game.stand_ins


def _listed_players(room: Room) -> Iterator[Player]:
    """Yield the players who are present or play in the current game."""
    playing = frozenset(room.current_game.record.players if room.current_game else ())
    return (player for player in room.players if not player.away or player.seat in playing)


def _state(game: GameState | None, allowed: Container[Seat], player: Player) -> PlayerState:
    if game and game.next_round and game.next_round.is_result and player.seat in allowed:
        return "left" if player.away else ""  # no round waits for whoever plays at the table
    if game and player.seat in allowed and game.has_submitted(player.seat):
        return "in"
    if player.away and not _has_stand_in(game, player.seat):
        return "left"
    if player.sits_out and not (game and game.waits_for(player.seat)):
        return "out"
    if game is None or game.next_round is None or game.lists_left:
        return ""
    return "thinking" if player.seat in allowed else "next game"
