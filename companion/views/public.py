"""What everybody in the room may know."""

from dataclasses import dataclass
from datetime import datetime

from companion import games
from companion.acts import Seat
from companion.games import median_game
from companion.journal import Clock, Room, Table
from companion.views import boards, finals, places, reveals
from companion.views.boards import Row
from companion.views.finals import Final, Part
from companion.views.news import news
from companion.views.reveals import Open, Reveal, Trick
from companion.words import tell


@dataclass(frozen=True, slots=True)
class Public:
    """What everybody in the room may know.

    `figure` says what the points in `rows` are. `waiting` says what must happen before anything else
    can. `caller` has still to call. `pool` counts rounds, None where a game has no pool. `reveal` is the
    last round of numbers, `trick` that of cards; `parts` the levels that ended with it, innermost first;
    `open` the open cards of a round of Saichugen.
    """

    code: str
    version: int
    title: str
    heading: str
    status: str
    prompt: str
    playing: bool
    rows: tuple[Row, ...]
    reveal: Reveal | None
    final: Final | None
    figure: str = ""
    waiting: str = ""
    leader: str = ""
    caller: str = ""
    call: str = ""
    pool: int | None = None
    trick: Trick | None = None
    parts: tuple[Part, ...] = ()
    open: tuple[Open, ...] = ()
    until: datetime | None = None
    """When the time of this round is up; `rest` are its seconds while the clock stands."""
    rest: int | None = None
    expired: bool = False
    """Whether the clock stands because the time was up and nobody was in."""
    news: tuple[str, ...] = ()


def public(room: Room) -> Public:
    """Make the part of all views that everybody sees."""
    table = room.table
    ask = table.ask if table else None
    figure, rows = boards.board(room)
    return Public(
        code=room.code,
        version=room.version,
        title=tell(games.game(room.game).TITLE),
        heading=places.heading(table),
        status=places.status(room),
        prompt=places.prompt(ask) if table and ask and not table.left else "",
        playing=room.playing,
        rows=rows,
        reveal=reveals.reveal(room, table) if table else None,
        final=finals.final(room, table) if table and ask is None else None,
        figure=figure,
        waiting=places.waiting(room, table) if table and ask else "",
        leader=_name(room, ask.leader if ask else None),
        caller=_name(room, table.must_call if table else None),
        call=(table.call or "") if table else "",
        pool=_pool(table) if table else None,
        trick=reveals.trick(room, table) if table else None,
        parts=finals.parts(room, table) if table else (),
        open=reveals.opened(room, table) if table else (),
        until=table.clock.until if table and table.clock else None,
        rest=_rest(table.clock) if table else None,
        expired=bool(table and table.clock and table.clock.expired),
        news=news(room),
    )


def _rest(clock: Clock | None) -> int | None:
    return round(clock.rest.total_seconds()) if clock and clock.until is None else None


def _name(room: Room, seat: Seat | None) -> str:
    return room.name(seat) if seat else ""


def _pool(table: Table) -> int | None:
    """Count the rounds in the pool of Median game (D6)."""
    if not isinstance(table.record.options, median_game.Options):
        return None
    leaf = reveals.latest(table)
    return leaf.pool if isinstance(leaf, median_game.Round) else 0
