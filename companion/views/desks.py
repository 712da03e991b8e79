"""The host's screen: what the host sees and can do, and for whom he or she may lay."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion import games, moves
from companion.acts import Seat
from companion.forecast import forecast
from companion.games import good_enough, mediocrity
from companion.games.options import Field
from companion.journal import Player, Room, Table
from companion.score import Refused
from companion.views.cards import Key, pad
from companion.views.mending import Mending, mending
from companion.views.offers import OFFERED, offered
from companion.views.phases import Phase, at_once, phase
from companion.views.phones import number, numbers
from companion.views.public import Public, public
from companion.views.screens import address, missing

Move = Literal["begin", "close", "next", "on", "end"]


@dataclass(frozen=True, slots=True)
class Entry:
    """What the host can enter for somebody; `own` and `owns` are known only of who has no phone."""

    seat: Seat
    name: str
    has_phone: bool
    phase: Phase
    own: str
    owns: tuple[str, ...]
    pad: tuple[Key, ...]
    at_once: int


@dataclass(frozen=True, slots=True)
class Claim:
    """A browser that says that it belongs to a player, to be let in or not."""

    claimant: str
    name: str


@dataclass(frozen=True, slots=True)
class Desk:
    """What the host sees and can do.

    `seat` and `name` are the host's own, if he or she plays. `can` are the moves that would not be
    refused now, and `entries` the seats for which the host may lay: those without a phone, and others as
    long as they have put down nothing.
    """

    public: Public
    phase: Phase
    place: str
    missing: int
    forecast: str
    seat: Seat | None
    name: str
    address: str | None
    candidates: tuple[str, ...]
    options: tuple[Field, ...]
    exports: tuple[int, ...]
    can: tuple[Move, ...] = ()
    can_deal: bool = False
    """Whether the app could deal the cards of the next game; `dealt`: it did last time, or bots need it."""
    dealt: bool = False
    entries: tuple[Entry, ...] = ()
    mending: Mending | None = None
    claims: tuple[Claim, ...] = ()
    locked: bool = False
    by_itself: bool = True
    held: bool = False
    """Whether a round that was opened again waits for the host, even when everybody is in."""
    seconds: int = 0
    passing: bool = False
    """Whether a phone can be passed to those who have none."""


def desk(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> Desk:
    """Make the host's view; `seat` is the host's own, if he or she plays."""
    found = _entries(room, room.table) if room.table else ()
    entries = tuple(sorted(found, key=lambda each: each.has_phone))
    return Desk(
        public=public(room),
        phase=_desk_phase(room),
        place=moves.place(room.table) if room.table else "",
        missing=missing(room),
        forecast="" if room.playing else _forecast(room),
        seat=seat,
        name=room.name(seat) if seat else "",
        address=address(room, candidates),
        candidates=candidates,
        options=_options(room),
        exports=tuple(table.number for table in room.tables if table.record.reveals),
        can=tuple(_can(room)),
        can_deal=_can_deal(room),
        dealt=_would_deal(room),
        entries=entries,
        mending=mending(room),
        claims=tuple(Claim(device, room.name(seat)) for device, seat in room.claims.items()),
        locked=room.locked,
        by_itself=room.by_itself,
        held=room.table is not None and room.table.held,
        seconds=room.seconds,
        passing=bool(moves.takes_phone(room)),
    )


def _desk_phase(room: Room) -> Phase:
    if room.table is None:
        return "lobby"
    if room.table.ask:
        return "next" if room.table.left else "enter"
    try:
        games.play_on(room.table.record)
    except Refused:
        return "over"
    return "tie"


def _can(room: Room) -> Iterator[Move]:
    """List what the host can do now."""
    table, phase = room.table, _desk_phase(room)
    if phase == "tie":
        yield "on"
    if table is None or table.ask is None:
        if not missing(room):
            yield "begin"
        return
    if phase == "next":
        yield "next"
    elif table.can_close:
        yield "close"
    yield "end"


def _can_deal(room: Room) -> bool:
    """Tell whether the next game has cards that differ from hand to hand."""
    if room.game == good_enough.NAME:
        return room.options.get("entry") == "cards"
    return room.game != mediocrity.NAME


def _would_deal(room: Room) -> bool:
    return bool(room.table and room.table.dealt) or any(player.bot for player in room.here)


def _entries(room: Room, table: Table) -> Iterator[Entry]:
    """List the seats for which the host may lay: of dealt cards, those of players who are gone."""
    if table.left or table.ask is None:
        return
    for player in room.players:
        if player.seat in table.ask.wants and _may_enter(table, player):
            yield _entry(table, player)


def _may_enter(table: Table, player: Player) -> bool:
    if player.bot or (player.devices and table.is_in(player.seat) and not table.clash):
        return False
    if player.away:
        return table.ask is not None and table.ask.all_must  # elsewhere nobody waits for who has left
    return not (table.dealt and player.devices)


def _entry(table: Table, player: Player) -> Entry:
    seat, keys = player.seat, pad(table, player.seat)
    if player.devices:  # what a phone has sent, only that phone shows again
        keys = tuple(replace(key, own=False) for key in keys)
    return Entry(
        seat=seat,
        name=player.name,
        has_phone=bool(player.devices) and not player.away,
        phase=phase(table, seat),
        own="" if player.devices else number(table, seat),
        owns=() if player.devices else numbers(table, seat),
        pad=keys,
        at_once=at_once(table),
    )


def _forecast(room: Room) -> str:
    """Say how likely a tie would be among those who are here."""
    options = games.game(room.game).read_options(room.options)
    if missing(room) or not isinstance(options, good_enough.Options):
        return ""
    try:
        return forecast(len(room.here), options=options).sentence()
    except Refused:  # such as too few cards for so many: starting the game says so
        return ""


def _options(room: Room) -> tuple[Field, ...]:
    """List the options with the values that the room plays with, or will."""
    if room.game not in OFFERED:
        return ()
    return tuple(
        replace(field, default=room.options.get(field.name, field.default)) for field in offered(room.game)
    )
