"""What has changed between two states of a room, as streams tell it; and the progress of a round.

Progress is what changes on other screens when players submit, where nothing else does.
"""

from collections.abc import Iterator, Set
from dataclasses import dataclass, replace
from itertools import takewhile

from companion.room import events
from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.room.state import Room
from companion.screens.headings import waiting_sentence
from companion.screens.lineup import Lineup
from companion.screens.public import PublicPart
from companion.screens.tv import StageView


@dataclass(frozen=True, slots=True)
class Progress:
    """A page that shows any version from `base` on shows `version` once these players are marked as in.

    `submitted` is how many are in. No `seats` are named in a crowd, where no screen shows who is in.
    """

    base: int
    version: int
    submitted: int
    seats: tuple[Seat, ...]


def progress_between(before: PublicPart, after: PublicPart) -> Progress | None:
    """Return the progress from one state of a round to a later one; None if anything else has changed."""
    if _besides_progress(before) != _besides_progress(after) or len(before.rows) != len(after.rows):
        return None
    changed = [pair for pair in zip(before.rows, after.rows, strict=True) if pair[0] != pair[1]]
    if not all((row.state == "thinking" and replace(row, state="in") == now) for row, now in changed):
        return None
    return Progress(before.version, after.version, after.submitted, tuple(now.seat for _, now in changed))


def _besides_progress(public: PublicPart) -> PublicPart:
    """Return what no progress changes; the status is made of `awaited`, which stays, and `submitted`."""
    return replace(public, version=0, status="", submitted=0, rows=())


@dataclass(frozen=True, slots=True)
class SeatProgress:
    """The guests on the TV after a progress; those who `stay` look as they did before, on the same side."""

    stage: StageView
    stay: Set[Seat]


def seat_progress(before: StageView | None, after: StageView | None) -> SeatProgress | None:
    """Return where the guests are now; None if anything else on the TV has changed."""
    if before is None or after is None or _besides_seats(before) != _besides_seats(after):
        return None
    pairs = (before.missing, after.missing), (before.seated, after.seated)
    return SeatProgress(after, {seat for pair in pairs for seat in _who_stays(*pair)})


def _besides_seats(stage: StageView) -> tuple[StageView, object]:
    """Return what is not drawn with the guests; their places depend on the lines behind the desk."""
    seated = stage.seated
    lines = None if seated.named else len(seated.lines)
    none = Lineup((), 0, named=False)
    return replace(stage, missing=none, seated=none, count=0), (bool(seated.lines[0]), lines)


def _who_stays(before: Lineup, after: Lineup) -> Iterator[Seat]:
    if before.named == after.named:
        rows = {row.seat: row for line in before.lines for row in line}
        yield from (row.seat for line in after.lines for row in line if rows.get(row.seat) == row)


def expectation(room: Room) -> object:
    """Return what changes when phones are asked for something else."""
    game = room.current_game
    if room.is_closed or game is None:
        return room.is_closed
    asked = game.awaits_deal, game.lists_left, game.must_call, game.must_lead
    stage = *asked, game.has_clash, game.is_reopened
    return round_id(game), stage, game.next_round and waiting_sentence(room, game)


def current_round(room: Room) -> str:
    """Return the id of the round that is played; empty where there is none."""
    return round_id(room.current_game) if room.current_game else ""


def events_since(before: Room, room: Room) -> Iterator[events.Event | None]:
    """Yield the events by which a room came from one state to another, the newest first."""
    return (entry.event for entry in takewhile(lambda entry: entry.number > before.version, room.entries()))


def affected_seats(before: Room, room: Room) -> Set[Seat]:
    """Return the seats of the events since, even if they were undone: all for an event without a seat.

    Their phones may have fetched a page in between, so they need their private part though it is as before.
    """
    seats = {getattr(event, "seat", "") for event in events_since(before, room)}
    return room.seats.keys() if "" in seats else seats
