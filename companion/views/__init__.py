"""Who may know what: each kind of screen gets one frozen view of a room, and knows nothing else.

What is still hidden is in no view but that of the phone whose player put it down, and a hand in none
but its owner's. The host lays for those who have no phone, so the desk is their phone.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from companion import games, moves
from companion.acts import Seat
from companion.forecast import forecast
from companion.games import good_enough, median_game, mediocrity, saichugen
from companion.games.options import Field, form
from companion.journal import Player, Room, Table
from companion.score import Refused
from companion.views import reveals
from companion.views.cards import Key, pad, shown
from companion.views.evenings import Standing, standing
from companion.views.members import Person, people, person
from companion.views.mending import (
    Correctable,
    Mending,
    consequences,
    correctable,
    deed,
    expected,
    mending,
    rounds,
)
from companion.views.outcomes import outcome
from companion.views.phases import Phase, at_once, phase
from companion.views.phones import sits_out
from companion.views.public import Public, public
from companion.views.replays import Replay, replay
from companion.views.results import Results, results

__all__ = [
    "OFFERED",
    "Claim",
    "Correctable",
    "Desk",
    "Entry",
    "Key",
    "Move",
    "Person",
    "Phase",
    "Phone",
    "Public",
    "Replay",
    "Results",
    "Screen",
    "Standing",
    "address",
    "consequences",
    "correctable",
    "deed",
    "desk",
    "expected",
    "offered",
    "people",
    "person",
    "phone",
    "replay",
    "results",
    "rounds",
    "screen",
]

Move = Literal["begin", "close", "next", "on", "end"]

OFFERED: Mapping[str, frozenset[str]] = {
    good_enough.NAME: frozenset(
        {"low", "high", "rounds", "scoring", "points_target", "tie_break", "entry", "cards", "nesting"}
    ),
    mediocrity.NAME: frozenset({"target"}),
    median_game.NAME: frozenset({"hand", "decks", "lowest", "lead"}),
    saichugen.NAME: frozenset({"rounds", "tricks", "games"}),
}
"""The games that the screens can play, and which of their options."""


@dataclass(frozen=True, slots=True)
class Screen:
    """What the TV shows."""

    public: Public
    address: str | None
    missing: int
    evening: Standing | None = None
    """How the evening stands, between two games."""


@dataclass(frozen=True, slots=True)
class Phone:
    """What one player's phone shows.

    `own` is that player's number or card in the round that is going on, and `owns` his or her list;
    `pad` the cards to choose from, empty where a number is typed; `at_once` how many are handed in.
    """

    public: Public
    name: str
    phase: Phase
    place: str
    own: str
    outcome: str
    scored: bool
    owns: tuple[str, ...] = ()
    pad: tuple[Key, ...] = ()
    at_once: int = 1
    sits_out: str = ""
    """What sitting out means for this player now; empty for who does not."""


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

    `can` are the moves that would not be refused now, and `entries` the seats for which the host may
    lay: those without a phone, and others as long as they have put down nothing.
    """

    public: Public
    phase: Phase
    place: str
    missing: int
    forecast: str
    seat: str | None
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
    seconds: int = 0
    passing: bool = False
    """Whether a phone can be passed to those who have none."""


def offered(game: str) -> tuple[Field, ...]:
    """List the options of a game that the screens can play with, as a form asks for them."""
    return tuple(each for each in form(games.game(game).Options) if each.name in OFFERED[game])


def screen(room: Room, candidates: tuple[str, ...]) -> Screen:
    """Make the TV's view."""
    evening = None if room.playing else standing(room)
    return Screen(public(room), address(room, candidates), _missing(room), evening)


def phone(room: Room, seat: Seat, changing: str = "") -> Phone:
    """Make the view of one player's phone; `changing` names the round whose number is being changed."""
    table, player = room.table, room.seats[seat]
    leaf = reveals.latest(table)
    return Phone(
        public=public(room, seat),
        name=room.name(seat),
        phase="away" if player.away else phase(table, seat, changing),
        place=moves.place(table) if table else "",
        own=_own(table, seat) if table else "",
        outcome=outcome(room, table, leaf, seat) if table and leaf else "",
        scored=leaf is not None and seat in leaf.winners,
        owns=_owns(table, seat) if table else (),
        pad=pad(table, seat) if table else (),
        at_once=at_once(table),
        sits_out=sits_out(table, player),
    )


def desk(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> Desk:
    """Make the host's view; `seat` is the host's own, if he or she plays."""
    found = _entries(room, room.table) if room.table else ()
    entries = tuple(sorted(found, key=lambda each: each.has_phone))
    return Desk(
        public=public(room, seat),
        phase=_desk_phase(room),
        place=moves.place(room.table) if room.table else "",
        missing=_missing(room),
        forecast="" if room.playing else _forecast(room),
        seat=room.name(seat) if seat else None,
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
        seconds=room.seconds,
        passing=bool(moves.takes_phone(room)),
    )


def address(room: Room, candidates: tuple[str, ...]) -> str | None:
    """Return where phones find the room: the host's choice while it holds, or the likeliest address."""
    chosen = room.address if room.address in candidates else next(iter(candidates), None)
    return f"{chosen}/{room.code}" if chosen else None


def _own(table: Table, seat: Seat) -> str:
    return shown(table.hidden[seat]).sign if seat in table.hidden else ""


def _owns(table: Table, seat: Seat) -> tuple[str, ...]:
    return tuple(shown(play).sign for play in table.lists.get(seat, ()))


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
        if not _missing(room):
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
    return player.away or not (table.dealt and player.devices)


def _entry(table: Table, player: Player) -> Entry:
    seat, keys = player.seat, pad(table, player.seat)
    if player.devices:  # what a phone has sent, only that phone shows again
        keys = tuple(replace(key, own=False) for key in keys)
    return Entry(
        seat=seat,
        name=player.name,
        has_phone=bool(player.devices) and not player.away,
        phase=phase(table, seat),
        own="" if player.devices else _own(table, seat),
        owns=() if player.devices else _owns(table, seat),
        pad=keys,
        at_once=at_once(table),
    )


def _forecast(room: Room) -> str:
    """Say how likely a tie would be among those who are here."""
    options = games.game(room.game).read_options(room.options)
    if _missing(room) or not isinstance(options, good_enough.Options):
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


def _missing(room: Room) -> int:
    return max(0, games.game(room.game).FEWEST - len(room.here))
