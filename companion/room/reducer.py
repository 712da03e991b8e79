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


def apply(room: Room, act: events.Event | None, by: Device = "", at: datetime = BEGINNING) -> Room:
    """Return the room after one more act; one that means nothing (any more, or yet) changes nothing.

    Never raises: what was done was done, and a room must open whatever is in its journal.
    """
    return apply_all(room, [LogEntry(room.version + 1, at, by, act)])


def apply_all(room: Room, lines: Iterable[LogEntry]) -> Room:
    """Follow further lines of the journal; from the start where one takes back what was done before."""
    entries = tuple(lines)
    if room.version and any(
        isinstance(entry.act, events.EventUndone | events.EventRedone) for entry in entries
    ):
        entries = (*reversed(tuple(room.entries())), *entries)
        room = Room(room.code)
    struck = _struck(entries)
    for entry in entries:
        room = _passed_over(room, entry) if entry.number in struck else _followed(room, entry)
        room = replace(room, version=entry.number, past=(entry, room.past))
    return room


def _struck(entries: Iterable[LogEntry]) -> set[int]:
    """Find the numbers of the acts that were taken back, and not done again since."""
    struck: set[int] = set()
    for entry in entries:
        match entry.act:
            case events.EventUndone():
                struck.add(entry.act.number)
            case events.EventRedone():
                struck.discard(entry.act.number)
    return struck


def _passed_over(room: Room, entry: LogEntry) -> Room:
    """Leave out an act that was taken back; numbers it has given are not given again."""
    match entry.act:
        case events.PlayerJoined():
            return replace(room, seated=room.seated + 1)
        case events.GameStarted():
            return replace(room, begun=room.begun + 1)
        case events.RoomOpened():
            return _followed(room, entry)
    return room


def _followed(room: Room, entry: LogEntry) -> Room:
    act = entry.act
    if isinstance(act, events.EventUndone | events.EventRedone):
        return _rewound(_noted(_turned(room, act), entry, None), entry.at)
    following = _act(room, entry)
    if following is room or act is None:
        return room
    if _is_the_hosts(room, entry):
        following = replace(following, undo=(*room.undo, entry.number), redo=())
    if _revealed(following) != _revealed(room):
        following = replace(following, told=())
    if isinstance(act, _TOLD):
        following = _noted(following, entry, _was(room, act))
    return _wound(room, following, entry.at)


def _noted(room: Room, entry: LogEntry, was: Play | Call | str | None) -> Room:
    change = Change(entry, was)
    return replace(room, changes=(*room.changes, change), told=(*room.told, change))


def _turned(room: Room, act: events.EventUndone | events.EventRedone) -> Room:
    """Keep the order in which things can be taken back, and done again."""
    if isinstance(act, events.EventUndone):
        undo = tuple(each for each in room.undo if each != act.number)
        return replace(room, undo=undo, redo=(*room.redo, act.number))
    redo = tuple(each for each in room.redo if each != act.number)
    return replace(room, undo=(*room.undo, act.number), redo=redo)


def _is_the_hosts(room: Room, entry: LogEntry) -> bool:
    """Tell whether an act is one that the host may want to take back."""
    match entry.act:
        case events.PlayerJoined():
            return not entry.act.device and entry.by in room.hosts
        case events.PlaySubmitted() | events.ListSubmitted():
            return entry.by in room.hosts and room.devices.get(entry.by) != entry.act.seat
        case events.ListRoundRevealed():
            return bool(entry.by)
        case events.HighLowCalled():
            leader = room.table.must_call if room.table else None
            return entry.by in room.hosts and room.devices.get(entry.by) != leader
    return isinstance(entry.act, _TAKEN_BACK)


def _revealed(room: Room) -> tuple[int, int]:
    return (room.table.number, room.table.turn) if room.table else (0, 0)


def _was(room: Room, act: events.Event) -> Play | Call | str | None:
    """Return what stood where an act puts something else."""
    match act:
        case events.PlayerRenamed():
            return room.name(act.seat)
        case events.PlayCorrected() | events.CallCorrected():
            table = room.game_of(act.game)
            row = table.row(act.round) if table else None
            if row and isinstance(act, events.PlayCorrected):
                return row.reveal.plays.get(act.seat)
            return row.reveal.call if row else None
    return None


def _act(room: Room, entry: LogEntry) -> Room:
    """Follow one act; the same room comes back where it means nothing."""
    act = entry.act
    match act:
        case events.GameStarted():
            return _began(room, act)
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
            return _in_round(room, act, entry.at)
        case events.CardsDealt() | events.GameEnded() | events.TiePlayedOn():
            table = room.table
            return _of_game(room, table, act) if table and table.number == act.game else room
        case events.RoundReopened() | events.RoundVoided() | events.PlayCorrected() | events.CallCorrected():
            table = room.game_of(act.game)
            return _mended(room, table, act) if table and table.row(act.round) else room
        case events.RoomOpened():
            room = replace(room, hosts=room.hosts | {act.host}, recovery=act.recovery)
            return replace(room, game=act.game, options=act.options, address=act.address)
        case events.HostAdded():
            links = room.links | ({act.link} if act.link else set())
            return replace(room, hosts=(room.hosts - {act.instead_of}) | {act.device}, links=links)
        case events.AddressChosen():
            return replace(room, address=act.address)
        case events.RoomLocked():
            return replace(room, locked=act.locked)
        case events.AutoRevealSet():
            return update_waiting(replace(room, by_itself=act.by_itself))
        case events.RoundTimeSet():
            return replace(room, seconds=act.seconds)
    return apply_player_event(room, act) if isinstance(act, events.PlayerEvent) else room


def _in_round(room: Room, act: events.RoundEvent, at: datetime) -> Room:
    """Follow what was done in the game that is going on."""
    table = room.table
    if table is None or table.number != act.game:
        return room
    if isinstance(act, events.TimerPaused | events.TimerResumed):
        return with_game(room, _stopped(table, at)) if round_reducer.can_switch_timer(table, act) else room
    following = round_reducer.apply_round_event(table, act)
    if isinstance(act, events.TimerExpired) and (following.turn, following.left) == (act.round, table.left):
        full = timedelta(seconds=room.seconds)  # nothing could be revealed: the clock waits for the host
        following = replace(following, clock=RoundTimer(None, full, expired=True))
    return room if following is table else with_game(room, following)


def _stopped(table: GameState, at: datetime) -> GameState:
    """Stop the clock of a round, or let it go on."""
    clock = table.clock or RoundTimer(None)
    if clock.until is None:
        return replace(table, clock=RoundTimer(at + clock.rest))
    return replace(table, clock=RoundTimer(None, max(timedelta(), clock.until - at)))


def _of_game(
    room: Room, table: GameState, act: events.CardsDealt | events.GameEnded | events.TiePlayedOn
) -> Room:
    match act:
        case events.CardsDealt():
            return with_game(room, add_deal(table, Deal(act.hands, act.stock)))
        case events.GameEnded() if table.ask is not None:
            return _ended(room, table)
        case events.TiePlayedOn():
            try:
                record = games.play_on(table.record)
            except Refused:
                return room
            return with_game(room, rescore(table, record))
    return room


def _ended(room: Room, table: GameState) -> Room:
    """Close a game as it stands; one of which nothing was revealed never was."""
    if not table.record.reveals:
        return replace(room, tables=room.tables[:-1])
    return with_game(room, end_now(table))


def _mended(room: Room, table: GameState, act: events.CorrectionEvent) -> Room:
    """Follow what the host changed in a revealed round."""
    row = table.rows[act.round - 1]
    match act:
        case events.RoundReopened() if can_reopen(room, table, act.round):
            return with_game(room, round_reducer.reopen_last_round(table))
        case events.RoundVoided() if row.void != act.void:
            table = round_reducer.void_round_at(table, act.round, void=act.void)
        case events.PlayCorrected() if act.seat in table.record.players:
            plays = {seat: play for seat, play in row.reveal.plays.items() if seat != act.seat}
            plays |= {} if act.play is None else {act.seat: act.play}
            table = round_reducer.correct_round_at(
                table, act.round, replace(row.reveal, plays=plays), act.seat
            )
        case events.CallCorrected() if row.reveal.call:
            table = round_reducer.correct_round_at(table, act.round, replace(row.reveal, call=act.call))
        case _:
            return room
    return with_game(room, over_unless_last(room, table))


def can_reopen(room: Room, table: GameState, number: int) -> bool:
    """Tell whether this is the round that was revealed last, and no list: those are revealed in a row."""
    is_last = table is room.table and number == table.turn - 1
    listed = table.left or table.lists or getattr(table.record.options, "entry", "") == "lists"
    return is_last and not table.rows[-1].void and not listed


def _began(room: Room, act: events.GameStarted) -> Room:
    try:
        record = new_record(room.here, act.game, act.options)
    except Refused:
        return room
    before = room.table
    if before is not None and before.ask is not None:
        room = _ended(room, before)
    number = room.begun + 1
    table = rescore(GameState(number, games.score_record(record), dealt=act.dealt, by_itself=room.by_itself))
    changed = replace(room, game=act.game, options=act.options, begun=number)
    return update_waiting(replace(changed, tables=(*room.tables, table)))


def new_record(players: Iterable[Player], game: str, options: Mapping[str, Any]) -> Record:
    """Return the record of a game before anything has happened; raises `Refused` for the options."""
    read = games.find_game(game).read_options(options)
    return Record(game, read, tuple(player.seat for player in players))


def _wound(before: Room, room: Room, at: datetime) -> Room:
    """Note when a round began, and start its clock, as far as it can be closed without the missing."""
    table = room.table
    if table is None or _moment(room) == _moment(before):
        return room
    ask = table.ask
    runs = room.seconds and ask and not (ask.all_must or table.undealt or table.left or table.held)
    clock = RoundTimer(at + timedelta(seconds=room.seconds)) if runs else None
    return with_game(room, replace(table, clock=clock, since=at))


def _rewound(room: Room, at: datetime) -> Room:
    """Give a round its time anew that was over when the host took back what came after it."""
    table = room.table
    if table is None or table.clock is None or table.clock.until is None or table.clock.until > at:
        return room
    return with_game(room, replace(table, clock=RoundTimer(at + timedelta(seconds=room.seconds))))


def _moment(room: Room) -> object:
    """Return what differs as soon as a round begins, and its clock is to start anew."""
    table = room.table
    if table is None:
        return None
    stage = table.undealt, table.left > 0, table.held, table.ask is None, table.must_call, table.first
    return room.seconds, table.number, table.turn, stage
