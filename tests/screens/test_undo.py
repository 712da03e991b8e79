"""Undo names the last thing that happened, never something older, and takes back what it names."""

from itertools import pairwise

import pytest

from companion.room.commands.corrections import correct_plays, insert_round, redo_last, undo_last, void_round
from companion.room.events import Event, EventUndone, PlayerRenamed, RoomClosed
from companion.room.game_events import (
    GameStarted,
    ListRoundRevealed,
    PlaysEntered,
    RoundClosed,
    RoundReopened,
    RoundVoided,
)
from companion.room.reducer import apply, can_reopen, is_reveal_undone, last_undoable
from companion.room.state import Room
from companion.screens.changes import change_notes, describe_event, to_redo, to_undo, to_undo_on_sheet
from companion.screens.headings import leaf_kind
from tests.support.kept_logs import log_names, read_log, replay_states
from tests.support.room_driver import HOST, played, start_game_driver


def contents(room: Room) -> object:
    """Return what people see of a room: who is there, and all games without their clocks."""
    names = ("record", "rounds", "hidden", "lists", "call", "question", "truths")
    games = [[getattr(game, name) for name in names] for game in room.games]
    return games, {
        seat: (each_seat.name, each_seat.away, each_seat.sits_out) for seat, each_seat in room.seats.items()
    }


def rounds_revealed(room: Room) -> int:
    return sum(len(game.rounds) for game in room.games)


def wording(room: Room, event: Event | None) -> str:
    """Return what undo says of an act, or of a reveal that phones brought (None)."""
    has_come = room.milestones and room.milestones[-1].entry == room.version
    if isinstance(event, GameStarted) and len(room.games) == 1:
        return "Back to the lobby"
    if event is None or (has_come and isinstance(event, (RoundClosed, ListRoundRevealed, PlaysEntered))):
        kind = leaf_kind(room.games[-1])
        return f"Take back the {({'round': 'reveal', 'game': 'entry'}).get(kind, kind)}"
    return f"Undo: {describe_event(room, event)}"


def takes_back(before: Room, room: Room) -> bool:
    """Take back the last thing, and return whether the room is as before it."""
    event = undo_last(room, next(iter(room.hosts)), str(last_undoable(room)))
    after = apply(room, event, next(iter(room.hosts)))
    if isinstance(event, EventUndone):
        return contents(after) == contents(before)
    if isinstance(event, RoundVoided):  # everybody has heard the truth of a fact
        return after.games[-1].rounds[-1].void and after.games[-1].awaits_question
    assert isinstance(event, RoundReopened)
    was, now, game = before.games[-1], after.games[-1], room.games[-1]
    return (now.rounds, now.hidden) == (was.rounds, game.rounds[-1].reveal.plays)


def undo(room: Room) -> Room:
    host = next(iter(room.hosts))
    return apply(room, undo_last(room, host, str(last_undoable(room))), host)


def redo(room: Room) -> Room:
    host = next(iter(room.hosts))
    return apply(room, redo_last(room, host, str(room.redo[-1])), host)


@pytest.mark.slow(keep=7)
@pytest.mark.parametrize("name", log_names())
def test_undo_goes_further_back_each_time_and_redo_the_same_way_forward(name: str) -> None:
    room = replay_states(read_log(name))[-1]
    if room.is_closed:
        room = apply(room, RoomClosed(closed=False))
    way, taken_back = [contents(room)], [0]
    while last_undoable(room):
        assert last_undoable(room) not in taken_back
        taken_back.append(last_undoable(room))
        room = undo(room)
        way.append(contents(room))
    for earlier in reversed(way[:-1]):
        room = redo(room)
        assert earlier == contents(room)


def test_redo_says_that_it_reveals_and_the_list_of_changes_says_so_too() -> None:
    driver = played("good-enough", "1 2 3", "4 5 6")
    driver.room = undo(undo(driver.room))
    assert ("Reveal round 1", 0) == (to_redo(driver.room), len(driver.game.rounds))
    driver.room = redo(redo(driver.room))
    assert 2 == len(driver.game.rounds)
    notes = [sentence for _, sentence in change_notes(driver.room)]
    assert ["The host did again “Reveal round 1”.", "The host did again “Reveal round 2”."] == notes[-2:]


def test_a_reveal_that_was_taken_back_is_not_revealed_by_redo_after_something_else_was_done() -> None:
    driver = played("good-enough", "1 2 3", "4 5 6")
    driver.room = undo(driver.room)
    driver.apply(PlayerRenamed("1", "Anna"), HOST)
    assert () == driver.room.redo


def test_redo_loses_no_number_that_a_phone_has_sent_since_the_reveal_was_taken_back() -> None:
    driver = played("good-enough", "10 20 30")
    driver.room = undo(driver.room)
    driver.submit("3", 77)
    assert ((), 77) == (driver.room.redo, driver.game.hidden["3"])


def test_undo_on_the_sheet_names_what_was_entered_or_mended_there_and_nothing_else() -> None:
    driver = start_game_driver("mediocrity", 3, keep="results", phones=False)
    assert "" == to_undo_on_sheet(driver.room)
    driver.enter(0, 1, 2)
    assert "hand 1" == to_undo_on_sheet(driver.room)
    driver.do(HOST, correct_plays, "1.1", {(1, "2"): "4"})
    assert "Bob in hand 1" == to_undo_on_sheet(driver.room)
    driver.do(HOST, insert_round, "1.1", {"1": "1", "2": "0", "3": "3"})
    assert "hand 1" == to_undo_on_sheet(driver.room)
    driver.do(HOST, void_round, "1.2")
    assert "hand 2, void" == to_undo_on_sheet(driver.room)
    driver.apply(PlayerRenamed("1", "Anna"), HOST)
    assert "" == to_undo_on_sheet(driver.room)


@pytest.mark.slow(keep=7)
@pytest.mark.parametrize("name", log_names())
def test_undo_names_what_happened_last_and_the_room_is_as_before_then(name: str) -> None:
    rooms = [Room("AB23"), *replay_states(read_log(name))]
    for before, room in pairwise(rooms):
        entry = room.entry(room.version)
        if entry is None or room.is_closed:
            continue
        if isinstance(entry.event, EventUndone) or is_reveal_undone(room, entry.number):
            continue
        is_action = room.undo[-1:] == (room.version,)
        is_reveal = before.games and rounds_revealed(room) > rounds_revealed(before)
        if is_action:
            assert (room.version, wording(room, entry.event)) == (last_undoable(room), to_undo(room))
        elif is_reveal and can_reopen(room, room.games[-1], len(room.games[-1].rounds)):
            assert (room.version, wording(room, None)) == (last_undoable(room), to_undo(room))
        else:
            assert last_undoable(room) in (0, last_undoable(before)), entry
        if is_action or (is_reveal and last_undoable(room)):
            assert takes_back(before, room), entry
