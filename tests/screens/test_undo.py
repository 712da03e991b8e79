"""Undo names the last thing that happened, never something older, and takes back what it names."""

from itertools import pairwise

import pytest

from companion.room.commands.corrections import undo_last
from companion.room.events import (
    Event,
    EventUndone,
    GameStarted,
    ListRoundRevealed,
    PlaysEntered,
    RoundClosed,
    RoundReopened,
)
from companion.room.reducer import apply, can_reopen, last_act
from companion.room.state import Room
from companion.screens.changes import describe_event, to_undo
from companion.screens.headings import leaf_kind
from tests.support.kept_logs import log_names, read_log, replay_states


def contents(room: Room) -> object:
    """Return what people see of a room: who is there, and all games without their clocks."""
    names = ("record", "rounds", "hidden", "lists", "call", "question", "truths")
    games = [[getattr(game, name) for name in names] for game in room.games]
    return games, {seat: (each.name, each.away, each.sits_out) for seat, each in room.seats.items()}


def rounds_revealed(room: Room) -> int:
    return sum(len(game.rounds) for game in room.games)


def wording(room: Room, event: Event | None) -> str:
    """Return what undo says of an act, or of a reveal that phones brought (None)."""
    has_come = room.milestones and room.milestones[-1].entry == room.version
    if isinstance(event, GameStarted) and len(room.games) == 1:
        return "Back to the lobby"
    if event is None or (has_come and isinstance(event, (RoundClosed, ListRoundRevealed, PlaysEntered))):
        kind = leaf_kind(room.games[-1])
        return f"Take back the {'reveal' if kind == 'round' else kind}"
    return f"Undo: {describe_event(room, event)}"


def takes_back(before: Room, room: Room) -> bool:
    """Take back the last thing, and return whether the room is as before it."""
    event = undo_last(room, next(iter(room.hosts)), str(last_act(room)))
    after = apply(room, event, next(iter(room.hosts)))
    if isinstance(event, EventUndone):
        return contents(after) == contents(before)
    assert isinstance(event, RoundReopened)
    was, now, game = before.games[-1], after.games[-1], room.games[-1]
    return (now.rounds, now.hidden) == (was.rounds, game.rounds[-1].reveal.plays)


@pytest.mark.parametrize("name", log_names())
def test_undo_names_what_happened_last_and_the_room_is_as_before_then(name: str) -> None:
    rooms = [Room("AB23"), *replay_states(read_log(name))]
    for before, room in pairwise(rooms):
        entry = room.entry(room.version)
        if entry is None or isinstance(entry.event, EventUndone) or room.is_closed:
            continue
        is_act = room.undo[-1:] == (room.version,)
        is_reveal = before.games and rounds_revealed(room) > rounds_revealed(before)
        if is_act:
            assert (room.version, wording(room, entry.event)) == (last_act(room), to_undo(room))
        elif is_reveal and can_reopen(room, room.games[-1], len(room.games[-1].rounds)):
            assert (room.version, wording(room, None)) == (last_act(room), to_undo(room))
        else:
            assert last_act(room) in (0, last_act(before)), entry
        if is_act or (is_reveal and last_act(room)):
            assert takes_back(before, room), entry
