"""When the TV tells results: the moments of its queue, and the room as far as it has told it.

The TV plays scenes one after another. Where a reveal comes while earlier scenes play or wait, it shows the
end of each of these for a moment, and then plays the new ones (static/scenes.js).
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from companion.room.state import Change, Milestone, Room
from companion.screens.scenes.program import scenes_of
from companion.screens.scenes.scene import Scene, Telling
from companion.screens.snapshots import room_at

HURRIED = timedelta(milliseconds=900)
"""For how long the TV shows the end of a scene that makes room for the next one."""

_LONGEST = timedelta(minutes=2)  # what one event brings never takes the TV longer
_SLACK = timedelta(seconds=10)  # for which scenes that make room may put off others


@dataclass(frozen=True, slots=True)
class Told:
    """When a TV tells what a milestone has brought: the round, the truth, the winner, and the evening.

    What no scene tells is told together with what is told before it.
    """

    round: datetime
    truth: datetime
    winner: datetime
    evening: datetime

    @property
    def all(self) -> datetime:
        """When all is told."""
        return max(self.truth, self.evening)


@dataclass(frozen=True, slots=True)
class _Showing:
    """A scene in the queue of the TV."""

    key: str
    milestone: Milestone
    telling: Telling
    told: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Queue:
    """What a TV shows that has seen all that a room has brought: scenes, those to come last."""

    last: Milestone
    changes: Sequence[Change]
    scenes: tuple[_Showing, ...]
    keys: frozenset[str]
    """The scenes that it has shown or will show, as far as another milestone may bring them again."""

    @property
    def told(self) -> Told:
        """When it tells what the last milestone has brought."""
        return _told(self.last, self.scenes)

    def goes_on_in(self, room: Room) -> bool:
        """Return whether the room has come one milestone further since, and nothing before it has changed."""
        return room.changes is self.changes and [(self.last, self.last.at)] == [
            (each, each.at) for each in room.milestones[-2:-1]
        ]


def told(room: Room, now: datetime) -> Told | None:
    """Return when a TV tells the last reveal, or the end of the game; None if that was long ago."""
    found = queue(room, now)
    return found.told if found else None


def queue(room: Room, now: datetime, known: Queue | None = None) -> Queue | None:
    """Return the queue of a TV; None if the last reveal was long ago.

    `known` is an earlier queue of the room. To go on from it costs as much as its new scenes; without it, the
    rounds that may still be shown are worked out again.
    """
    last = room.milestones[-1] if room.milestones else None
    if last is None or now > last.at + _LONGEST:
        return None
    if known and known.goes_on_in(room):
        showing = tuple(each for each in known.scenes if each.ends > last.at)
        return _extended(room, replace(known, scenes=showing), last, scenes_of(room_at(room, last)))
    return _queue(room)


def room_as_told(room: Room, now: datetime) -> Room:
    """Return the room as far as a TV has told it by then.

    The latest reveal is left out until all that it has brought is told, and so is the end of a game.
    """
    found = queue(room, now)
    if found is None:
        return room
    untold = next((each for each in room.milestones if _told(each, found.scenes).all > now), None)
    if untold is None:
        return room
    before = [each for each in room.milestones if each < untold]
    return room_at(room, before[-1] if before else _one_before(untold))


def _one_before(milestone: Milestone) -> Milestone:
    if milestone.truths:
        return replace(milestone, truths=milestone.truths - 1)
    return replace(milestone, rounds=max(0, milestone.rounds - 1), over=False)


def _told(milestone: Milestone, showing: Iterable[_Showing]) -> Told:
    def latest(*telling: Telling) -> datetime:
        scenes = (each for each in showing if each.milestone == milestone and each.telling in telling)
        return max((each.told for each in scenes), default=milestone.at)

    return Told(
        latest("reveal"),
        latest("truth"),
        latest("reveal", "part", "winner"),
        latest("reveal", "part", "winner", "evening"),
    )


def _queue(room: Room) -> Queue | None:
    """Play the scenes of the latest milestones as a TV does that has seen all of them."""
    found = None
    for milestone, scenes in reversed(tuple(_latest(room))):
        found = _extended(room, found, milestone, scenes)
    return found


def _extended(room: Room, before: Queue | None, milestone: Milestone, scenes: Sequence[Scene]) -> Queue:
    """Return the queue with what a milestone brings: its scenes that were not in the queue before."""
    showing, keys = (before.scenes, before.keys) if before else ((), frozenset[str]())
    if fresh := [each for each in scenes if each.key not in keys]:
        showing = _hurried(showing, milestone.at)
        start = max((milestone.at, *(each.ends for each in showing)))
        showing = (*showing, *_played(milestone, fresh, start))
    keys = frozenset({each.key for each in scenes} | {each.key for each in showing})
    return Queue(milestone, room.changes, showing, keys)


def _latest(room: Room) -> Iterator[tuple[Milestone, Sequence[Scene]]]:
    """Yield the milestones whose scenes matter now with their scenes, the last first.

    They end with one whose scenes were over before the next came; its scenes may be those of the next too.
    """
    came = room.milestones[-1].at if room.milestones else None
    for milestone in reversed(room.milestones):
        scenes = scenes_of(room_at(room, milestone))
        yield milestone, scenes
        ends = milestone.at + timedelta(milliseconds=sum(each.length for each in scenes)) + _SLACK
        if came and milestone is not room.milestones[-1] and ends < came:
            return
        came = milestone.at


def _played(milestone: Milestone, scenes: Iterable[Scene], start: datetime) -> Iterator[_Showing]:
    for scene in scenes:
        ends = start + timedelta(milliseconds=scene.length)
        yield _Showing(scene.key, milestone, scene.telling, start + timedelta(milliseconds=scene.told), ends)
        start = ends


def _hurried(showing: Sequence[_Showing], at: datetime) -> tuple[_Showing, ...]:
    """Let the scenes that are not over make room: each tells its result as soon as its turn comes."""
    done = [each for each in showing if each.ends <= at]
    waiting = [each for each in showing if each.ends > at]
    hurried = (
        replace(each, told=min(each.told, at + place * HURRIED), ends=at + (place + 1) * HURRIED)
        for place, each in enumerate(waiting)
    )
    return (*done, *hurried)
