"""Progress of a round: what changes on other screens when players submit, where nothing else does."""

from dataclasses import dataclass, replace

from companion.room.events import Seat
from companion.views.public import PublicPart
from companion.views.scoreboard import ScoreRow


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
    if not all(_has_come_in(row, now) for row, now in changed):
        return None
    return Progress(before.version, after.version, after.submitted, tuple(now.seat for _, now in changed))


def _besides_progress(public: PublicPart) -> PublicPart:
    """Return what no progress changes; the status is made of `awaited`, which stays, and `submitted`."""
    return replace(public, version=0, status="", submitted=0, rows=())


def _has_come_in(row: ScoreRow, now: ScoreRow) -> bool:
    return row.state == "thinking" and replace(row, state="in") == now
