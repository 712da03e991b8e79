"""What has changed between two states of a room, as streams send it; and the progress of a round.

Progress is what changes on other screens when players submit, where nothing else does.
"""

from collections.abc import Iterator, Set
from itertools import takewhile

from companion.room import events, game_events
from companion.room.commands.access import round_id
from companion.room.events import Seat, Seats
from companion.room.state import Room
from companion.screens.headings import gone_sentence, waiting_sentence
from companion.screens.naming import is_crowd
from companion.screens.scoreboard import scoreboard

PLAYS = game_events.PlaySubmitted | game_events.ListSubmitted | events.NextGameWanted
"""The events of players who submit, or say what to play next: nothing of it is in what phones share."""


def seats_come_in(before: Room, room: Room) -> Seats | None:
    """Return who has come in since then, nobody of a crowd (not named on screens); None if more changed."""
    game, is_quiet = (
        room.current_game,
        all(isinstance(event, PLAYS | game_events.BetPlaced) for event in events_since(before, room)),
    )
    if game is None or not is_quiet or wants_otherwise(before, room):
        return None
    rows = () if is_crowd(room) else zip(scoreboard(before)[1], scoreboard(room)[1], strict=True)
    changed = [(was, now) for was, now in rows if was != now]
    is_awaited = before.games[-1].awaited_count == game.awaited_count
    is_progress = is_awaited and all(was.state == "thinking" for was, _ in changed)
    return tuple(now.seat for _, now in changed) if is_progress else None


def wants_otherwise(before: Room, room: Room) -> bool:
    """Tell whether a phone may be asked for something else than before, or more is public than who is in."""
    return _expectation(before) != _expectation(room)


def _expectation(room: Room) -> object:
    game = room.current_game
    if room.is_closed or game is None:
        return room.is_closed
    missing = game.awaits_deal, game.lists_left, game.must_call, game.must_lead
    stage = *missing, game.has_clash, game.is_reopened, game.waits_for_spoilers
    waits = game.next_round and (waiting_sentence(room, game), gone_sentence(room, game))
    return round_id(game), stage, waits


def events_since(before: Room, room: Room) -> Iterator[events.Event | None]:
    """Yield the events by which a room came from one state to another, the newest first."""
    return (entry.event for entry in takewhile(lambda entry: entry.number > before.version, room.entries()))


def has_only_bets(before: Room, room: Room) -> bool:
    """Tell whether those who watch have bet and nothing else has happened: no screen shows that yet."""
    return all(isinstance(event, game_events.BetPlaced) for event in events_since(before, room))


def seats_counting_anew(before: Room, room: Room) -> Set[Seat]:
    """Return whose phones say how many want the same next, where these have become more or fewer.

    Left out is the phone that brought it, if nothing else has happened: it was sent its own part then.
    """
    if before.wishes == room.wishes:
        return frozenset()
    chose = {event.seat for event in events_since(before, room) if isinstance(event, PLAYS)}
    keys = {each_room.wishes.get(seat) for each_room in (before, room) for seat in chose}
    told = chose if room.version == before.version + 1 else frozenset[Seat]()
    return {seat for seat, key in room.wishes.items() if key in keys} - told


def affected_seats(before: Room, room: Room) -> Set[Seat]:
    """Return the seats of the events since, even if they were undone: all for an event without a seat.

    Their phones may have fetched a page in between, so they need their private part though it is as before.
    Bets affect no seat.
    """
    since = (event for event in events_since(before, room) if not isinstance(event, game_events.BetPlaced))
    seats = {getattr(event, "seat", "") for event in since}
    return room.seats.keys() if "" in seats else seats
