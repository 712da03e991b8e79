"""How a room follows from its journal, act by act, as if what was taken back had never been done."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, get_args

from companion import games
from companion.acts import (
    Act,
    Admitted,
    Advertised,
    Barred,
    Began,
    Called,
    Closed,
    Corrected,
    Dealt,
    Device,
    Ended,
    Expired,
    Hosted,
    InRound,
    Joined,
    Left,
    Listed,
    Locked,
    Mended,
    Merged,
    Moved,
    Next,
    Opened,
    Paced,
    Paused,
    PlayedOn,
    Recalled,
    Redid,
    Removed,
    Renamed,
    Reopened,
    Resumed,
    Returned,
    SatIn,
    SatOut,
    Showed,
    Timed,
    Unbarred,
    Undid,
    Voided,
)
from companion.acts.stored import OfPeople
from companion.journal import rounds
from companion.journal.people import over_unless_last, peopled, waiting_for, with_table
from companion.journal.room import Change, Entry, Player, Room
from companion.journal.table import BEGINNING, Clock, Table, ended, settled, with_deal
from companion.score import Call, Deal, Play, Record, Refused

_TAKEN_BACK = (Began, Closed, Next, Ended, PlayedOn, Mended, SatOut, SatIn, Renamed, Merged, Removed, Barred)
"""What the host does that can be taken back, besides what he or she enters for others."""
_CAME_AND_WENT = (Joined, Left, Returned, SatOut, SatIn, Removed, Barred, Unbarred, Admitted, Moved)
_TOLD = (*_CAME_AND_WENT, Renamed, Merged, Mended, Undid, Redid)
"""What everybody is told of."""


def replay(code: str, entries: Iterable[Entry]) -> Room:
    """Work out a room from its journal, read in order."""
    return further(Room(code), entries)


def after(room: Room, act: Act | None, by: Device = "", at: datetime = BEGINNING) -> Room:
    """Return the room after one more act; one that means nothing (any more, or yet) changes nothing.

    Never raises: what was done was done, and a room must open whatever is in its journal.
    """
    return further(room, [Entry(room.version + 1, at, by, act)])


def further(room: Room, lines: Iterable[Entry]) -> Room:
    """Follow further lines of the journal; from the start where one takes back what was done before."""
    entries = tuple(lines)
    if room.version and any(isinstance(entry.act, Undid | Redid) for entry in entries):
        entries = (*reversed(tuple(room.entries())), *entries)
        room = Room(room.code)
    struck = _struck(entries)
    for entry in entries:
        room = _passed_over(room, entry) if entry.number in struck else _followed(room, entry)
        room = replace(room, version=entry.number, past=(entry, room.past))
    return room


def _struck(entries: Iterable[Entry]) -> set[int]:
    """Find the numbers of the acts that were taken back, and not done again since."""
    struck: set[int] = set()
    for entry in entries:
        match entry.act:
            case Undid():
                struck.add(entry.act.number)
            case Redid():
                struck.discard(entry.act.number)
    return struck


def _passed_over(room: Room, entry: Entry) -> Room:
    """Leave out an act that was taken back; numbers it has given are not given again."""
    match entry.act:
        case Joined():
            return replace(room, seated=room.seated + 1)
        case Began():
            return replace(room, begun=room.begun + 1)
        case Opened():
            return _followed(room, entry)
    return room


def _followed(room: Room, entry: Entry) -> Room:
    act = entry.act
    if isinstance(act, Undid | Redid):
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


def _noted(room: Room, entry: Entry, was: Play | Call | str | None) -> Room:
    change = Change(entry, was)
    return replace(room, changes=(*room.changes, change), told=(*room.told, change))


def _turned(room: Room, act: Undid | Redid) -> Room:
    """Keep the order in which things can be taken back, and done again."""
    if isinstance(act, Undid):
        undo = tuple(each for each in room.undo if each != act.number)
        return replace(room, undo=undo, redo=(*room.redo, act.number))
    redo = tuple(each for each in room.redo if each != act.number)
    return replace(room, undo=(*room.undo, act.number), redo=redo)


def _is_the_hosts(room: Room, entry: Entry) -> bool:
    """Tell whether an act is one that the host may want to take back."""
    match entry.act:
        case Joined():
            return not entry.act.device and entry.by in room.hosts
        case Showed() | Listed():
            return entry.by in room.hosts and room.devices.get(entry.by) != entry.act.seat
        case Next():
            return bool(entry.by)
        case Called():
            leader = room.table.must_call if room.table else None
            return entry.by in room.hosts and room.devices.get(entry.by) != leader
    return isinstance(entry.act, _TAKEN_BACK)


def _revealed(room: Room) -> tuple[int, int]:
    return (room.table.number, room.table.turn) if room.table else (0, 0)


def _was(room: Room, act: Act) -> Play | Call | str | None:
    """Return what stood where an act puts something else."""
    match act:
        case Renamed():
            return room.name(act.seat)
        case Corrected() | Recalled():
            table = room.game_of(act.game)
            row = table.row(act.round) if table else None
            if row and isinstance(act, Corrected):
                return row.reveal.plays.get(act.seat)
            return row.reveal.call if row else None
    return None


def _act(room: Room, entry: Entry) -> Room:
    """Follow one act; the same room comes back where it means nothing."""
    act = entry.act
    match act:
        case Began():
            return _began(room, act)
        case Called() | Showed() | Listed() | Closed() | Next() | Expired() | Paused() | Resumed():
            return _in_round(room, act, entry.at)
        case Dealt() | Ended() | PlayedOn():
            table = room.table
            return _of_game(room, table, act) if table and table.number == act.game else room
        case Reopened() | Voided() | Corrected() | Recalled():
            table = room.game_of(act.game)
            return _mended(room, table, act) if table and table.row(act.round) else room
        case Opened():
            room = replace(room, hosts=room.hosts | {act.host}, recovery=act.recovery)
            return replace(room, game=act.game, options=act.options, address=act.address)
        case Hosted():
            links = room.links | ({act.link} if act.link else set())
            return replace(room, hosts=(room.hosts - {act.instead_of}) | {act.device}, links=links)
        case Advertised():
            return replace(room, address=act.address)
        case Locked():
            return replace(room, locked=act.locked)
        case Paced():
            return waiting_for(replace(room, by_itself=act.by_itself))
        case Timed():
            return replace(room, seconds=act.seconds)
    return peopled(room, act) if isinstance(act, get_args(OfPeople)) else room


def _in_round(room: Room, act: InRound, at: datetime) -> Room:
    """Follow what was done in the game that is going on."""
    table = room.table
    if table is None or table.number != act.game:
        return room
    if isinstance(act, Paused | Resumed):
        return with_table(room, _stopped(table, at)) if rounds.clocked(table, act) else room
    following = rounds.played(table, act)
    if isinstance(act, Expired) and (following.turn, following.left) == (act.round, table.left):
        full = timedelta(seconds=room.seconds)  # nothing could be revealed: the clock waits for the host
        following = replace(following, clock=Clock(None, full, expired=True))
    return room if following is table else with_table(room, following)


def _stopped(table: Table, at: datetime) -> Table:
    """Stop the clock of a round, or let it go on."""
    clock = table.clock or Clock(None)
    if clock.until is None:
        return replace(table, clock=Clock(at + clock.rest))
    return replace(table, clock=Clock(None, max(timedelta(), clock.until - at)))


def _of_game(room: Room, table: Table, act: Dealt | Ended | PlayedOn) -> Room:
    match act:
        case Dealt():
            return with_table(room, with_deal(table, Deal(act.hands, act.stock)))
        case Ended() if table.ask is not None:
            return _ended(room, table)
        case PlayedOn():
            try:
                record = games.play_on(table.record)
            except Refused:
                return room
            return with_table(room, settled(table, record))
    return room


def _ended(room: Room, table: Table) -> Room:
    """Close a game as it stands; one of which nothing was revealed never was."""
    if not table.record.reveals:
        return replace(room, tables=room.tables[:-1])
    return with_table(room, ended(table))


def _mended(room: Room, table: Table, act: Mended) -> Room:
    """Follow what the host changed in a revealed round."""
    row = table.rows[act.round - 1]
    match act:
        case Reopened() if can_reopen(room, table, act.round):
            return with_table(room, rounds.reopened(table))
        case Voided() if row.void != act.void:
            table = rounds.voided(table, act.round, void=act.void)
        case Corrected() if act.seat in table.record.players:
            plays = {seat: play for seat, play in row.reveal.plays.items() if seat != act.seat}
            plays |= {} if act.play is None else {act.seat: act.play}
            table = rounds.corrected(table, act.round, replace(row.reveal, plays=plays), act.seat)
        case Recalled() if row.reveal.call:
            table = rounds.corrected(table, act.round, replace(row.reveal, call=act.call))
        case _:
            return room
    return with_table(room, over_unless_last(room, table))


def can_reopen(room: Room, table: Table, number: int) -> bool:
    """Tell whether this is the round that was revealed last, and no list: those are revealed in a row."""
    is_last = table is room.table and number == table.turn - 1
    listed = table.left or table.lists or getattr(table.record.options, "entry", "") == "lists"
    return is_last and not table.rows[-1].void and not listed


def _began(room: Room, act: Began) -> Room:
    try:
        record = fresh(room.here, act.game, act.options)
    except Refused:
        return room
    before = room.table
    if before is not None and before.ask is not None:
        room = _ended(room, before)
    number = room.begun + 1
    table = settled(Table(number, games.scoring(record), dealt=act.dealt, by_itself=room.by_itself))
    changed = replace(room, game=act.game, options=act.options, begun=number)
    return waiting_for(replace(changed, tables=(*room.tables, table)))


def fresh(players: Iterable[Player], game: str, options: Mapping[str, Any]) -> Record:
    """Return the record of a game before anything has happened; raises `Refused` for the options."""
    read = games.game(game).read_options(options)
    return Record(game, read, tuple(player.seat for player in players))


def _wound(before: Room, room: Room, at: datetime) -> Room:
    """Note when a round began, and start its clock, as far as it can be closed without the missing."""
    table = room.table
    if table is None or _moment(room) == _moment(before):
        return room
    ask = table.ask
    runs = room.seconds and ask and not (ask.all_must or table.undealt or table.left or table.held)
    clock = Clock(at + timedelta(seconds=room.seconds)) if runs else None
    return with_table(room, replace(table, clock=clock, since=at))


def _rewound(room: Room, at: datetime) -> Room:
    """Give a round its time anew that was over when the host took back what came after it."""
    table = room.table
    if table is None or table.clock is None or table.clock.until is None or table.clock.until > at:
        return room
    return with_table(room, replace(table, clock=Clock(at + timedelta(seconds=room.seconds))))


def _moment(room: Room) -> object:
    """Return what differs as soon as a round begins, and its clock is to start anew."""
    table = room.table
    if table is None:
        return None
    stage = table.undealt, table.left > 0, table.held, table.ask is None, table.must_call, table.first
    return room.seconds, table.number, table.turn, stage
