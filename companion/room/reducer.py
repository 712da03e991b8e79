"""How a room follows from its journal, act by act, as if what was taken back had never been done."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from companion.i18n.errors import Refused
from companion.room import events, round_reducer
from companion.room.events import Device
from companion.room.game_state import BEGINNING, GameState, RoundTimer, add_deal, end_now, rescore
from companion.room.player_reducer import apply_player_event, over_unless_last, update_waiting, with_game
from companion.room.state import Change, LogEntry, Player, Room
from companion.rules import games
from companion.rules.results import Call, Deal, Play, Record

_TAKEN_BACK = (
    events.GameStarted,
    events.RoundClosed,
    events.ListRoundRevealed,
    events.GameEnded,
    events.TiePlayedOn,
    events.CorrectionEvent,
    events.SatOut,
    events.SatIn,
    events.PlayerRenamed,
    events.PlayersMerged,
    events.PlayerRemoved,
    events.PlayerBlocked,
)
"""What the host does that can be taken back, besides what he or she enters for others."""
_CAME_AND_WENT = (
    events.PlayerJoined,
    events.PlayerLeft,
    events.PlayerReturned,
    events.SatOut,
    events.SatIn,
    events.PlayerRemoved,
    events.PlayerBlocked,
    events.PlayerUnblocked,
    events.ClaimAccepted,
    events.DeviceLinked,
)
_TOLD = (
    *_CAME_AND_WENT,
    events.PlayerRenamed,
    events.PlayersMerged,
    events.CorrectionEvent,
    events.EventUndone,
    events.EventRedone,
)
"""What everybody is told of."""


def replay(code: str, entries: Iterable[LogEntry]) -> Room:
    """Work out a room from its journal, read in order."""
    return apply_all(Room(code), entries)


def apply(room: Room, event: events.Event | None, by: Device = "", at: datetime = BEGINNING) -> Room:
    """Return the room after one more act; one that means nothing (any more, or yet) changes nothing.

    Never raises: what was done was done, and a room must open whatever is in its journal.
    """
    return apply_all(room, [LogEntry(room.version + 1, at, by, event)])


def apply_all(room: Room, lines: Iterable[LogEntry]) -> Room:
    """Follow further lines of the journal; from the start where one takes back what was done before."""
    entries = tuple(lines)
    if room.version and any(
        isinstance(entry.event, events.EventUndone | events.EventRedone) for entry in entries
    ):
        entries = (*reversed(tuple(room.entries())), *entries)
        room = Room(room.code)
    struck = _struck(entries)
    for entry in entries:
        room = _passed_over(room, entry) if entry.number in struck else _followed(room, entry)
        room = replace(room, version=entry.number, log=(entry, room.log))
    return room


def _struck(entries: Iterable[LogEntry]) -> set[int]:
    """Find the numbers of the acts that were taken back, and not done again since."""
    struck: set[int] = set()
    for entry in entries:
        match entry.event:
            case events.EventUndone():
                struck.add(entry.event.number)
            case events.EventRedone():
                struck.discard(entry.event.number)
    return struck


def _passed_over(room: Room, entry: LogEntry) -> Room:
    """Leave out an act that was taken back; numbers it has given are not given again."""
    match entry.event:
        case events.PlayerJoined():
            return replace(room, seats_given=room.seats_given + 1)
        case events.GameStarted():
            return replace(room, games_begun=room.games_begun + 1)
        case events.RoomOpened():
            return _followed(room, entry)
    return room


def _followed(room: Room, entry: LogEntry) -> Room:
    event = entry.event
    if isinstance(event, events.EventUndone | events.EventRedone):
        return _rewound(_noted(_turned(room, event), entry, None), entry.at)
    following = _act(room, entry)
    if following is room or event is None:
        return room
    if _is_the_hosts(room, entry):
        following = replace(following, undo=(*room.undo, entry.number), redo=())
    if _revealed(following) != _revealed(room):
        following = replace(following, recent_changes=())
    if isinstance(event, _TOLD):
        following = _noted(following, entry, _was(room, event))
    return _wound(room, following, entry.at)


def _noted(room: Room, entry: LogEntry, was: Play | Call | str | None) -> Room:
    change = Change(entry, was)
    return replace(room, changes=(*room.changes, change), recent_changes=(*room.recent_changes, change))


def _turned(room: Room, event: events.EventUndone | events.EventRedone) -> Room:
    """Keep the order in which things can be taken back, and done again."""
    if isinstance(event, events.EventUndone):
        undo = tuple(each for each in room.undo if each != event.number)
        return replace(room, undo=undo, redo=(*room.redo, event.number))
    redo = tuple(each for each in room.redo if each != event.number)
    return replace(room, undo=(*room.undo, event.number), redo=redo)


def _is_the_hosts(room: Room, entry: LogEntry) -> bool:
    """Tell whether an act is one that the host may want to take back."""
    match entry.event:
        case events.PlayerJoined():
            return not entry.event.device and entry.device in room.hosts
        case events.PlaySubmitted() | events.ListSubmitted():
            return entry.device in room.hosts and room.devices.get(entry.device) != entry.event.seat
        case events.ListRoundRevealed():
            return bool(entry.device)
        case events.HighLowCalled():
            leader = room.current_game.must_call if room.current_game else None
            return entry.device in room.hosts and room.devices.get(entry.device) != leader
    return isinstance(entry.event, _TAKEN_BACK)


def _revealed(room: Room) -> tuple[int, int]:
    return (room.current_game.number, room.current_game.round_number) if room.current_game else (0, 0)


def _was(room: Room, event: events.Event) -> Play | Call | str | None:
    """Return what stood where an act puts something else."""
    match event:
        case events.PlayerRenamed():
            return room.name(event.seat)
        case events.PlayCorrected() | events.CallCorrected():
            game = room.find_game(event.game)
            row = game.played_round(event.round) if game else None
            if row and isinstance(event, events.PlayCorrected):
                return row.reveal.plays.get(event.seat)
            return row.reveal.call if row else None
    return None


def _act(room: Room, entry: LogEntry) -> Room:
    """Follow one act; the same room comes back where it means nothing."""
    event = entry.event
    match event:
        case events.GameStarted():
            return _began(room, event)
        case (
            events.HighLowCalled()
            | events.PlaySubmitted()
            | events.ListSubmitted()
            | events.RoundClosed()
            | events.ListRoundRevealed()
            | events.TimerExpired()
            | events.TimerPaused()
            | events.TimerResumed()
        ):
            return _in_round(room, event, entry.at)
        case events.CardsDealt() | events.GameEnded() | events.TiePlayedOn():
            game = room.current_game
            return _of_game(room, game, event) if game and game.number == event.game else room
        case events.RoundReopened() | events.RoundVoided() | events.PlayCorrected() | events.CallCorrected():
            game = room.find_game(event.game)
            return _mended(room, game, event) if game and game.played_round(event.round) else room
        case events.RoomOpened():
            room = replace(room, hosts=room.hosts | {event.host}, recovery=event.recovery)
            return replace(room, game_name=event.game, options=event.options, address=event.address)
        case events.HostAdded():
            links = room.links | ({event.link} if event.link else set())
            return replace(room, hosts=(room.hosts - {event.instead_of}) | {event.device}, links=links)
        case events.AddressChosen():
            return replace(room, address=event.address)
        case events.RoomLocked():
            return replace(room, locked=event.locked)
        case events.AutoRevealSet():
            return update_waiting(replace(room, auto_reveal=event.by_itself))
        case events.RoundTimeSet():
            return replace(room, seconds=event.seconds)
    return apply_player_event(room, event) if isinstance(event, events.PlayerEvent) else room


def _in_round(room: Room, event: events.RoundEvent, at: datetime) -> Room:
    """Follow what was done in the game that is going on."""
    game = room.current_game
    if game is None or game.number != event.game:
        return room
    if isinstance(event, events.TimerPaused | events.TimerResumed):
        return with_game(room, _stopped(game, at)) if round_reducer.can_switch_timer(game, event) else room
    following = round_reducer.apply_round_event(game, event)
    if isinstance(event, events.TimerExpired) and (following.round_number, following.lists_left) == (
        event.round,
        game.lists_left,
    ):
        full = timedelta(seconds=room.seconds)  # nothing could be revealed: the clock waits for the host
        following = replace(following, timer=RoundTimer(None, full, expired=True))
    return room if following is game else with_game(room, following)


def _stopped(game: GameState, at: datetime) -> GameState:
    """Stop the clock of a round, or let it go on."""
    clock = game.timer or RoundTimer(None)
    if clock.until is None:
        return replace(game, timer=RoundTimer(at + clock.remaining))
    return replace(game, timer=RoundTimer(None, max(timedelta(), clock.until - at)))


def _of_game(
    room: Room, game: GameState, event: events.CardsDealt | events.GameEnded | events.TiePlayedOn
) -> Room:
    match event:
        case events.CardsDealt():
            return with_game(room, add_deal(game, Deal(event.hands, event.stock)))
        case events.GameEnded() if game.next_round is not None:
            return _ended(room, game)
        case events.TiePlayedOn():
            try:
                record = game.record.rules.play_on(game.record)
            except Refused:
                return room
            return with_game(room, rescore(game, record))
    return room


def _ended(room: Room, game: GameState) -> Room:
    """Close a game as it stands; one of which nothing was revealed never was."""
    if not game.record.reveals:
        return replace(room, games=room.games[:-1])
    return with_game(room, end_now(game))


def _mended(room: Room, game: GameState, event: events.CorrectionEvent) -> Room:
    """Follow what the host changed in a revealed round."""
    row = game.rounds[event.round - 1]
    match event:
        case events.RoundReopened() if can_reopen(room, game, event.round):
            return with_game(room, round_reducer.reopen_last_round(game))
        case events.RoundVoided() if row.void != event.void:
            game = round_reducer.void_round_at(game, event.round, void=event.void)
        case events.PlayCorrected() if event.seat in game.record.players:
            plays = {seat: play for seat, play in row.reveal.plays.items() if seat != event.seat}
            plays |= {} if event.play is None else {event.seat: event.play}
            game = round_reducer.correct_round_at(
                game, event.round, replace(row.reveal, plays=plays), event.seat
            )
        case events.CallCorrected() if row.reveal.call:
            game = round_reducer.correct_round_at(game, event.round, replace(row.reveal, call=event.call))
        case _:
            return room
    return with_game(room, over_unless_last(room, game))


def can_reopen(room: Room, game: GameState, number: int) -> bool:
    """Tell whether this is the round that was revealed last, and no list: those are revealed in a row."""
    is_last = game is room.current_game and number == game.round_number - 1
    listed = game.lists_left or game.lists or game.record.rules.takes_lists
    return is_last and not game.rounds[-1].void and not listed


def _began(room: Room, event: events.GameStarted) -> Room:
    try:
        record = new_record(room.present, event.game, event.options)
    except Refused:
        return room
    before = room.current_game
    if before is not None and before.next_round is not None:
        room = _ended(room, before)
    number = room.games_begun + 1
    game = rescore(
        GameState(number, games.score_record(record), dealt=event.dealt, auto_reveal=room.auto_reveal)
    )
    changed = replace(room, game_name=event.game, options=event.options, games_begun=number)
    return update_waiting(replace(changed, games=(*room.games, game)))


def new_record(players: Iterable[Player], game: str, options: Mapping[str, Any]) -> Record:
    """Return the record of a game before anything has happened; raises `Refused` for the options."""
    read = games.find_game(game).read_options(options)
    return Record(game, read, tuple(player.seat for player in players))


def _wound(before: Room, room: Room, at: datetime) -> Room:
    """Note when a round began, and start its clock, as far as it can be closed without the missing."""
    game = room.current_game
    if game is None or _moment(room) == _moment(before):
        return room
    ask = game.next_round
    runs = (
        room.seconds
        and ask
        and not (ask.everyone_must_play or game.awaits_deal or game.lists_left or game.is_reopened)
    )
    clock = RoundTimer(at + timedelta(seconds=room.seconds)) if runs else None
    return with_game(room, replace(game, timer=clock, waiting_since=at))


def _rewound(room: Room, at: datetime) -> Room:
    """Give a round its time anew that was over when the host took back what came after it."""
    game = room.current_game
    if game is None or game.timer is None or game.timer.until is None or game.timer.until > at:
        return room
    return with_game(room, replace(game, timer=RoundTimer(at + timedelta(seconds=room.seconds))))


def _moment(room: Room) -> object:
    """Return what differs as soon as a round begins, and its clock is to start anew."""
    game = room.current_game
    if game is None:
        return None
    stage = (
        game.awaits_deal,
        game.lists_left > 0,
        game.is_reopened,
        game.next_round is None,
        game.must_call,
        game.must_lead,
    )
    return room.seconds, game.number, game.round_number, stage
