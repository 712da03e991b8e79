"""A round that was revealed, to be shown once more: as on the TV, with how the scores stood after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from companion import games
from companion.journal import Room, Table
from companion.views import boards, finals, gains, moments, places, reveals
from companion.views.boards import Row
from companion.views.finals import Final, Part
from companion.views.people import names, persons
from companion.views.reveals import Open, Reveal, Trick
from companion.words import headed, tell


@dataclass(frozen=True, slots=True)
class Stop:
    """Another round that can be shown: its game and its number there, and what it is called."""

    game: int
    round: int
    heading: str


@dataclass(frozen=True, slots=True)
class Replay:
    """A revealed round. `reveal`, `trick` and `open` are as on the TV at that time; `rows` as after it.

    `void`: it does not count. `notes` say that, and whose plays were corrected.
    """

    code: str
    game: int
    number: int
    title: str
    heading: str
    void: bool
    notes: tuple[str, ...]
    reveal: Reveal | None
    trick: Trick | None
    open: tuple[Open, ...]
    parts: tuple[Part, ...]
    final: Final | None
    figure: str
    rows: tuple[Row, ...]
    before: Stop | None
    next: Stop | None


def replay(room: Room, table: Table, number: int) -> Replay:
    """Show a round of a game; it must have been revealed."""
    shown, after = moments.showing(table, number), moments.after(table, number)
    counts = shown is not None and not table.rows[number - 1].void
    alone = moments.alone(room, after)
    figure, rows = boards.board(alone)
    return Replay(
        code=room.code,
        game=table.number,
        number=number,
        title=tell(games.game(table.record.game).TITLE),
        heading=headed(places.revealed(table, number)),
        void=not counts,
        notes=tuple(_notes(room, table, number, shown)),
        reveal=reveals.reveal(room, shown) if shown else None,
        trick=reveals.trick(room, shown) if shown else None,
        open=reveals.opened(room, after) if counts else (),
        parts=finals.parts(room, after) if counts else (),
        final=finals.final(room, after) if counts and after.score.ask is None else None,
        figure=figure,
        rows=gains.moved(alone, figure, rows) if counts else rows,
        before=_stop(room, table, number, -1),
        next=_stop(room, table, number, 1),
    )


def _notes(room: Room, table: Table, number: int, shown: Table | None) -> Iterator[str]:
    row = table.rows[number - 1]
    if row.void:
        yield tell("This round is void: it does not count.")
    elif shown is None:
        yield tell("The game was over before this round, so it does not count.")
    if row.corrected:
        corrected = names(room, sorted(row.corrected, key=table.record.players.index))
        yield tell("Corrected: {who}.", who=persons(corrected))


def _stop(room: Room, table: Table, number: int, by: int) -> Stop | None:
    """Find the round before or after another one, also in the game before or after."""
    everything = [(each, place) for each in room.tables for place in range(1, each.turn)]
    place = everything.index((table, number)) + by
    if not 0 <= place < len(everything):
        return None
    there, which = everything[place]
    where = places.revealed(there, which)
    if there is table:
        return Stop(there.number, which, headed(where))
    return Stop(there.number, which, tell("{game}: {round}", game=places.game(there.number), round=where))
