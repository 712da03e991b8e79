"""The scoreboard: each player's points in the current game, and who has submitted."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from companion.i18n.messages import N_, format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.outcomes import Standing
from companion.rules.results import Scores
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import counted_score, is_crowd, list_players, score_word, some_names

PlayerState = Literal["in", "thinking", "out", "left", "next game", ""]
"""`out`: sits out; `left`: has left, or was removed; `next game`: joined too late for this game."""

_CROWD_ROWS = 24  # players of a crowd who are shown before the first reveal


class Figure(NamedTuple):
    """A player's points on one level of the game, and in words: `2 games`."""

    number: int
    text: str


class ScoreRow(NamedTuple):
    """A row of the scoreboard; `points` is None before the first reveal.

    `points` are those of the innermost level, and `wider` those of the levels above, outermost first.
    `central`: these are the only middle points, which win; never where the highest score wins. `first`: all
    others wait for this player. `cards`: the size of the hand, where it is known. In a crowd, a row has no
    `seat` and stands for all players with the same points.
    """

    name: str
    points: int | None
    central: bool
    unit: str = ""
    """The word for the points: `point` for 1, or `rounds`."""
    state: PlayerState = ""
    seat: Seat = ""
    wider: tuple[Figure, ...] = ()
    cards: int | None = None
    first: bool = False
    bot: bool = False
    """Whether a bot plays for this seat; `stand_in`: in place of a player who is away."""
    stand_in: bool = False


ScoreRows = tuple[ScoreRow, ...]


def scoreboard(room: Room, *, has_rows: bool = True) -> tuple[str, ScoreRows]:
    """Return what points are called, and rows by points, then by joining; without hidden scores."""
    inner = _standings(room)[-1]
    if not has_rows:
        return translate(inner.label), ()
    if is_crowd(room):
        rows = _rows_by_points(room, inner) if inner.scores else _latest_players(room)
        return translate(inner.label), tuple(rows)
    players = sorted(_listed_players(room), key=lambda player: -inner.scores.get(player.seat, 0))
    return translate(inner.label), rows_of(room, players)


def _standings(room: Room) -> Sequence[Standing]:
    """Return the standings, outermost level first; without scores where there are none or hidden ones."""
    game = room.current_game
    if game is None:
        return (Standing(N_("points"), {}),)
    standings = game.rules.standings(game.root)
    is_public = bool(game.reveals) and not hides_scores(room, game)
    return standings if is_public else [Standing(standing.label, {}) for standing in standings]


def innermost_points(game: GameState) -> Scores:
    """Return the points of the innermost level."""
    return game.inner_standing.scores


def _latest_players(room: Room) -> Iterator[ScoreRow]:
    """Yield the players of a crowd who joined last, newest first, and the count of the others."""
    players = tuple(_listed_players(room))
    for player in reversed(players[-_CROWD_ROWS:]):
        yield ScoreRow(player.name, None, central=False, bot=bool(player.bot))
    if len(players) > _CROWD_ROWS:
        yield ScoreRow(format_count(len(players) - _CROWD_ROWS, "{n} more", "{n} more"), None, central=False)


def _rows_by_points(room: Room, inner: Standing) -> Iterator[ScoreRow]:
    """Yield one row for each number of points in a crowd, with the players who have it."""
    for points in sorted({*inner.scores.values()}, reverse=True):
        seats = [seat for seat, score in inner.scores.items() if score == points]
        yield ScoreRow(
            list_players(some_names(room, seats)),
            points,
            inner.middle == (points,),
            score_word(inner.label, points),
        )


def without_points(rows: ScoreRows) -> ScoreRows:
    """Return the rows as a showdown has them, in which points count for nothing (G16)."""
    return tuple(row._replace(points=None, wider=(), central=False) for row in rows)


def rows_of_seats(room: Room, seats: Iterable[Seat]) -> ScoreRows:
    """Return the rows of these seats, also of those that have no player any more."""
    return rows_of(room, (room.seats.get(seat) or Player(seat, room.name(seat)) for seat in seats))


def rows_of(room: Room, players: Iterable[Player]) -> ScoreRows:
    """Return the rows of these players in their order, also in a crowd."""
    standings, game = _standings(room), room.current_game if room.is_playing else None
    return tuple(_row(game, player, standings) for player in players)


def _row(game: GameState | None, player: Player, standings: Sequence[Standing]) -> ScoreRow:
    """Return the row of a player; `game` is the one that is played."""
    *above, inner = standings
    seat, points = player.seat, inner.scores.get(player.seat)
    allowed = game.open_round.allowed.get(seat) if game else None
    has_stand_in = game is not None and seat in game.stand_ins
    return ScoreRow(
        name=player.name,
        points=points,
        central=inner.middle == (points,),
        unit="" if points is None else score_word(inner.label, points),
        state=_state(game, player),
        seat=seat,
        wider=tuple(
            Figure(standing.scores[seat], counted_score(standing.label, standing.scores[seat]))
            for standing in above
            if seat in standing.scores
        ),
        cards=allowed.hand_size if allowed else None,
        first=game is not None and seat == (game.must_call or game.must_lead),
        bot=bool(player.bot) or has_stand_in,
        stand_in=has_stand_in,
    )


def _listed_players(room: Room) -> Iterator[Player]:
    """Yield the players who are present or play in the current game."""
    playing = frozenset(room.current_game.players if room.current_game else ())
    return (player for player in room.players if not player.away or player.seat in playing)


def _state(game: GameState | None, player: Player) -> PlayerState:
    if game is None:
        return "left" if player.away else "out" if player.sits_out else ""
    is_in_round, is_away = (
        player.seat in game.open_round.allowed,
        player.away and player.seat not in game.stand_ins,
    )
    if is_in_round and game.open_round.is_result:
        return "left" if player.away else ""  # no round waits for whoever plays at the table
    if game.has_submitted(player.seat):
        return "in"
    if is_away:
        return "left"
    if player.sits_out and not game.waits_for(player.seat):
        return "out"
    if game.lists_left:
        return ""
    return "thinking" if is_in_round else "next game"
