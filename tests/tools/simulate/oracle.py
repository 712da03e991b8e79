"""What must follow from the events of a room, said once more in the simplest way.

The simulator replays a log with the reducer of the application, so a reducer or a rule that is wrong in the
same way each time would agree with itself. These functions share no code with either: each yields the name of
a check and what is wrong.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from typing import TypeVar

from companion.formats.record import record_to_document, result_document
from companion.room import events
from companion.room.commands import scheduled
from companion.room.reducer import replay
from companion.room.state import LogEntry, Room
from tests.support import naive_numbers

T = TypeVar("T")
Wrong = Iterator[tuple[str, str]]

_PATIENCE = timedelta(seconds=3)
"""How late something may be that is due by itself."""

_SCORED_AGAIN = "good-enough"
"""The game that `naive_numbers` scores, whatever its options."""


def wrong_in_event(before: Room, entry: LogEntry, after: Room) -> Wrong:
    """Check what one event has made of a room."""
    match entry.event:
        case events.PlayersMerged(seat=seat, into=into) if seat in before.seats and seat not in after.seats:
            yield from _wrong_in_merge(before, after, seat, into)
        case events.PlaysCorrected(game=number, plays=plays):
            game = after.find_game(number)
            for round_, seat, play in plays:
                shown = game.rounds[round_ - 1].reveal.plays.get(seat) if game else play
                if shown != play:
                    yield "corrections are kept", f"{seat} shows {shown} and not {play} in round {round_}"


def _wrong_in_merge(before: Room, after: Room, seat: str, into: str) -> Wrong:
    for game in before.games:
        now = after.find_game(game.number)
        for number, played in enumerate(game.rounds):
            expected = _merged(played.reveal.plays, seat, into)
            found = now.rounds[number].reveal.plays if now else {}
            if found != expected:
                yield "a merge keeps all plays", f"round {number + 1}: {found} and not {expected}"


def _merged(plays: Mapping[str, T], seat: str, into: str) -> dict[str, T]:
    merged = {each: play for each, play in plays.items() if each != seat}
    if seat in plays and into not in plays:
        merged[into] = plays[seat]
    return merged


def overdue(room: Room, now: datetime) -> Wrong:
    """Check that what is due by itself was done."""
    due = scheduled.next_due_time(room)
    if due and now - due > _PATIENCE:
        yield "what is due is done", f"due for {now - due}"


def wrong_at_rest(room: Room) -> Wrong:
    """Check the scores of a room."""
    for game in room.games:
        counting = [each.reveal.plays for each in game.rounds if not each.void]
        scored = [each.plays for each in game.record.reveals]
        if scored != counting[: len(scored)]:
            yield "what was shown is scored", f"{scored} and not {counting}"
    if room.games and (game := room.games[-1]).record.game == _SCORED_AGAIN:
        expected, _ = naive_numbers.result_of(record_to_document(game.record))
        found = result_document(game.score)
        if found != expected:
            yield "scored as by hand", _first_different(found, expected)


def _first_different(found: Mapping[str, object], expected: Mapping[str, object]) -> str:
    names = [name for name in (*expected, *found) if found.get(name) != expected.get(name)]
    return ", ".join(f"{name}: {found.get(name)} and not {expected.get(name)}" for name in names[:2])


def wrong_in_log(entries: Sequence[LogEntry], room: Room) -> Wrong:
    """Check a whole log: what was undone has left nothing, and no link was used twice."""
    links = Counter(link for each in entries if (link := getattr(each.event, "link", "")))
    if twice := [link for link, times in links.items() if times > 1]:
        yield "a link works once", ", ".join(twice)
    undone = _undone(entries)
    if not any(isinstance(each.event, _NUMBERED) for each in entries if each.number in undone):
        never_done = replay(room.code, [each for each in entries if each.number not in undone])
        if _outline(never_done) != _outline(room):
            yield "undone = never done", f"{_outline(room)} and not {_outline(never_done)}"


_NUMBERED = events.PlayerJoined, events.GameStarted
"""Events that give a number, which is not given again: without them later events would be about others."""


def _undone(entries: Iterable[LogEntry]) -> set[int]:
    """Return the numbers of what was undone and of each undo and redo."""
    found: set[int] = set()
    for each in entries:
        if isinstance(each.event, events.EventUndone):
            found |= {each.number, each.event.number}
        elif isinstance(each.event, events.EventRedone):
            found = (found | {each.number}) - {each.event.number}
    return found


def _outline(room: Room) -> object:
    """Return what an undo has to bring back: who takes part, and what was shown."""
    people = [(each.seat, each.name, each.away, each.sits_out) for each in room.players]
    return people, [[(dict(each.reveal.plays), each.void) for each in game.rounds] for game in room.games]
