"""The host's screen: what the host sees and can do, and for whom he or she may lay."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from companion.i18n.errors import Refused
from companion.room.commands import shared_phone
from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.forecast import forecast
from companion.rules.games import good_enough, good_enough_options, mediocrity
from companion.rules.games.options import OptionField
from companion.views.cards import PadKey, card_pad
from companion.views.corrections import Corrections, corrections_view
from companion.views.offers import OFFERED, offered_options
from companion.views.phases import Phase, player_phase, plays_at_once
from companion.views.phone import submitted_list, submitted_play
from companion.views.public import PublicPart, public_part
from companion.views.tv import missing_players, room_address

HostAction = Literal["begin", "close", "next", "on", "end"]


@dataclass(frozen=True, slots=True)
class HostEntry:
    """What the host can enter for somebody; `own` and `owns` are known only of who has no phone."""

    seat: Seat
    name: str
    has_phone: bool
    phase: Phase
    own: str
    owns: tuple[str, ...]
    pad: tuple[PadKey, ...]
    at_once: int


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A browser that says that it belongs to a player, to be let in or not."""

    claimant: str
    name: str


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host sees and can do.

    `seat` and `name` are the host's own, if he or she plays. `can` are the moves that would not be
    refused now, and `entries` the seats for which the host may lay: those without a phone, and others as
    long as they have put down nothing.
    """

    public: PublicPart
    phase: Phase
    place: str
    missing: int
    forecast: str
    seat: Seat | None
    name: str
    address: str | None
    candidates: tuple[str, ...]
    options: tuple[OptionField, ...]
    exports: tuple[int, ...]
    can: tuple[HostAction, ...] = ()
    can_deal: bool = False
    """Whether the app could deal the cards of the next game; `dealt`: it did last time, or bots need it."""
    dealt: bool = False
    entries: tuple[HostEntry, ...] = ()
    mending: Corrections | None = None
    claims: tuple[OpenClaim, ...] = ()
    locked: bool = False
    by_itself: bool = True
    held: bool = False
    """Whether a round that was opened again waits for the host, even when everybody is in."""
    seconds: int = 0
    passing: bool = False
    """Whether a phone can be passed to those who have none."""


def host_view(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> HostView:
    """Make the host's view; `seat` is the host's own, if he or she plays."""
    found = _entries(room, room.table) if room.table else ()
    entries = tuple(sorted(found, key=lambda each: each.has_phone))
    return HostView(
        public=public_part(room),
        phase=_desk_phase(room),
        place=round_id(room.table) if room.table else "",
        missing=missing_players(room),
        forecast="" if room.playing else _forecast(room),
        seat=seat,
        name=room.name(seat) if seat else "",
        address=room_address(room, candidates),
        candidates=candidates,
        options=_options(room),
        exports=tuple(table.number for table in room.tables if table.record.reveals),
        can=tuple(_can(room)),
        can_deal=_can_deal(room),
        dealt=_would_deal(room),
        entries=entries,
        mending=corrections_view(room),
        claims=tuple(OpenClaim(device, room.name(seat)) for device, seat in room.claims.items()),
        locked=room.locked,
        by_itself=room.by_itself,
        held=room.table is not None and room.table.held,
        seconds=room.seconds,
        passing=bool(shared_phone.seats_without_phone(room)),
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


def _can(room: Room) -> Iterator[HostAction]:
    """List what the host can do now."""
    table, phase = room.table, _desk_phase(room)
    if phase == "tie":
        yield "on"
    if table is None or table.ask is None:
        if not missing_players(room):
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


def _entries(room: Room, table: GameState) -> Iterator[HostEntry]:
    """List the seats for which the host may lay: of dealt cards, those of players who are gone."""
    if table.left or table.ask is None:
        return
    for player in room.players:
        if player.seat in table.ask.wants and _may_enter(table, player):
            yield _entry(table, player)


def _may_enter(table: GameState, player: Player) -> bool:
    if player.bot or (player.devices and table.is_in(player.seat) and not table.clash):
        return False
    if player.away:
        return table.ask is not None and table.ask.all_must  # elsewhere nobody waits for who has left
    return not (table.dealt and player.devices)


def _entry(table: GameState, player: Player) -> HostEntry:
    seat, keys = player.seat, card_pad(table, player.seat)
    if player.devices:  # what a phone has sent, only that phone shows again
        keys = tuple(replace(key, own=False) for key in keys)
    return HostEntry(
        seat=seat,
        name=player.name,
        has_phone=bool(player.devices) and not player.away,
        phase=player_phase(table, seat),
        own="" if player.devices else submitted_play(table, seat),
        owns=() if player.devices else submitted_list(table, seat),
        pad=keys,
        at_once=plays_at_once(table),
    )


def _forecast(room: Room) -> str:
    """Say how likely a tie would be among those who are here."""
    options = games.find_game(room.game).read_options(room.options)
    if missing_players(room) or not isinstance(options, good_enough_options.GoodEnoughOptions):
        return ""
    try:
        return forecast(len(room.here), options=options).sentence()
    except Refused:  # such as too few cards for so many: starting the game says so
        return ""


def _options(room: Room) -> tuple[OptionField, ...]:
    """List the options with the values that the room plays with, or will."""
    if room.game not in OFFERED:
        return ()
    return tuple(
        replace(field, default=room.options.get(field.name, field.default))
        for field in offered_options(room.game)
    )
