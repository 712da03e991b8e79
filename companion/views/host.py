"""The host's screen: what the host sees and can do, and for which players the host may enter numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion.i18n.errors import Refused
from companion.room.commands import access, shared_phone
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.contract import Record
from companion.views import gains
from companion.views.clashes import clash_for_keeper
from companion.views.corrections import Corrections, corrections_view
from companion.views.lobby import missing_players
from companion.views.next_game import NextGameView, next_game_view
from companion.views.pad import has_pad, is_natural
from companion.views.phases import Phase, plays_at_once
from companion.views.phones import asks_at
from companion.views.public import PublicPart, public_part
from companion.views.scoreboard import ScoreRow
from companion.views.stand_ins import StandInOffer, stand_in_offers
from companion.views.table import TableChoice, table_choices
from companion.views.tv import room_address

HostAction = Literal["begin", "close", "next", "on", "showdown", "end", "ask", "tell"]


@dataclass(frozen=True, slots=True)
class HostEntry:
    """A player for whom the host can type numbers; `is_in`: the round has one already."""

    seat: Seat
    name: str
    has_phone: bool
    is_in: bool


@dataclass(frozen=True, slots=True)
class OpenClaim:
    """A browser that claims the seat of a player; the host accepts or denies it."""

    claimant: str
    name: str


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host sees and can do.

    `seat` and `name` are the host's own, if the host plays. `can` are the actions that would not be refused
    now, and `entries` the seats for which the host may enter numbers: those without a phone, and others as
    long as they have submitted nothing. Those without a number come first.
    """

    public: PublicPart
    phase: Phase
    round_id: str
    missing: int
    seat: Seat | None
    name: str
    address: str | None
    exports: tuple[int, ...]
    next_game: NextGameView
    can: tuple[HostAction, ...] = ()
    tables: tuple[TableChoice, ...] = ()
    """The ways in which the cards of the next game can be on the table."""
    pad: Literal["", "main", "aside"] = ""
    """Whether there is a score pad: as the way to play on, or for somebody whose phone fails."""
    entries: tuple[HostEntry, ...] = ()
    at_once: int = 1
    """How many numbers are entered at once."""
    corrections: Corrections | None = None
    clash: str = ""
    """Why the round cannot be shown, as far as the score-keeper may know; empty where it can."""
    claims: tuple[OpenClaim, ...] = ()
    stand_ins: tuple[StandInOffer, ...] = ()
    """The players whose dealt cards the round waits for, and for whom a bot can play on."""
    locked: bool = False
    auto_reveal: bool = True
    is_reopened: bool = False
    """Whether a reopened round waits for the host, even when everybody has submitted."""
    seconds: int = 0
    can_hand_over: bool = False
    """Whether a player without a phone can be handed one."""
    untold: str = ""
    """The id of the last revealed round whose question waits for its truth."""
    untold_question: str = ""
    hides_scores: bool = False
    """Whether scores are hidden until a game is over."""
    is_fresh: bool = False
    """Whether nothing was submitted since the last reveal, so that its verdict still matters most."""
    plays_tricks: bool = False
    """Whether what is played now is called a trick."""
    asks_at: datetime | None = None
    """When the host is asked whether phones see the page; None where there is no reason to."""

    @property
    def entry_form(self) -> Literal["", "number", "list", "pad"]:
        """Where the host enters for players without a phone; empty if nothing can be entered."""
        if self.phase != "enter" or all(each.has_phone for each in self.entries):
            return "pad" if self.pad == "main" else ""
        return "list" if self.at_once > 1 else "number"


def host_view(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> HostView:
    """Build the host's view; `seat` is the host's own, if the host plays."""
    if room.is_closed:
        return _closed_view(room, candidates, seat)
    public, game = public_part(room), room.current_game
    entries = sorted(_entries(game, room.players), key=lambda each: (each.is_in, each.has_phone))
    untold, coming = _untold_round(game), next_game_view(room)
    return HostView(
        public=replace(public, rows=_in_order_of_joining(room, public)),
        phase=_host_phase(room),
        round_id=access.round_id(room.current_game) if room.current_game else "",
        missing=0 if room.is_playing else missing_players(room),
        next_game=coming,
        seat=seat,
        name=room.name(seat) if seat else "",
        address=room_address(room, candidates),
        exports=_exports(room),
        can=tuple(_can(room, can_begin=not coming.misfit)),
        tables=table_choices(room, room.next_game.rules),
        pad=_pad(room),
        entries=tuple(entries),
        at_once=plays_at_once(game),
        corrections=corrections_view(room),
        clash=clash_for_keeper(room, game) if game else "",
        stand_ins=stand_in_offers(room),
        claims=tuple(OpenClaim(device, room.name(seat)) for device, seat in room.claims.items()),
        locked=room.locked,
        auto_reveal=room.auto_reveal,
        is_reopened=room.current_game is not None and room.current_game.is_reopened,
        seconds=room.seconds,
        can_hand_over=bool(shared_phone.seats_without_phone(room)),
        untold=f"{game.number}.{untold}" if game and untold else "",
        untold_question=game.rounds[untold - 1].reveal.question if game and untold else "",
        hides_scores=room.hides_scores,
        is_fresh=_is_fresh(room.current_game),
        asks_at=asks_at(room),
        plays_tricks=bool(game and game.next_round and game.next_round.kind == "trick"),
    )


def _closed_view(room: Room, candidates: tuple[str, ...], seat: Seat | None) -> HostView:
    """Build the view of a closed room: what was played in it can be downloaded, and nothing can be done."""
    return HostView(
        public=public_part(room),
        phase="closed",
        round_id="",
        missing=0,
        seat=seat,
        name=room.name(seat) if seat else "",
        address=room_address(room, candidates),
        exports=_exports(room),
        next_game=next_game_view(room),
    )


def _exports(room: Room) -> tuple[int, ...]:
    """Return the numbers of the games that can be downloaded."""
    return tuple(game.number for game in room.games if game.record.reveals)


def _untold_round(game: GameState | None) -> int:
    """Return the number of the last round whose truth was not told; 0 if there is none."""
    found = (
        number
        for number, row in reversed([*enumerate(game.rounds if game else (), 1)])
        if row.reveal.question and row.reveal.truth is None
    )
    return next(found, 0)


def _in_order_of_joining(room: Room, public: PublicPart) -> tuple[ScoreRow, ...]:
    """Return the rows with what the last reveal brought, in an order that no reveal changes."""
    rows = gains.rows_with_gains(room, public.figure, public.rows)
    return rows if any(not row.seat for row in rows) else tuple(sorted(rows, key=lambda row: int(row.seat)))


def _is_fresh(game: GameState | None) -> bool:
    return game is not None and bool(game.record.reveals) and not game.hidden and not game.lists_left


def _host_phase(room: Room) -> Phase:
    if room.current_game is None:
        return "lobby"
    if room.current_game.next_round:
        return "next" if room.current_game.lists_left else "enter"
    if room.current_game.is_thrown_away:
        return "over"
    return "tie" if tuple(_ways_on(room.current_game)) else "over"


def _ways_on(game: GameState) -> Iterator[HostAction]:
    """Yield the ways in which the tie that a game ended in can be played on (G12, G16)."""
    rules = game.record.rules
    ways: tuple[tuple[HostAction, Callable[[Record], Record]], ...] = (
        ("showdown", rules.with_showdown),
        ("on", rules.play_on),
    )
    for way, change in ways:
        try:
            change(game.record)
        except Refused:
            continue
        yield way


def _can(room: Room, *, can_begin: bool) -> Iterator[HostAction]:
    """Yield the actions that the host can take now."""
    game, phase = room.current_game, _host_phase(room)
    if _untold_round(game):
        yield "tell"
    if phase == "tie" and game:
        yield from _ways_on(game)
    if game is None or game.next_round is None:
        if can_begin:
            yield "begin"
        return
    if phase == "next":
        yield "next"
    elif game.can_close:
        yield "close"
    yield "end"
    if game.record.rules.takes_questions:
        yield "ask"


def _entries(game: GameState | None, players: Iterable[Player]) -> Iterator[HostEntry]:
    """Yield an entry for each seat for which the host may type a number."""
    if game is None or game.lists_left or game.next_round is None or has_pad(game) or game.dealt:
        return
    for player in players:
        if player.seat in game.next_round.allowed and _may_enter(game, player):
            is_by_phone = bool(player.devices) and not player.away
            yield HostEntry(player.seat, player.name, is_by_phone, game.has_submitted(player.seat))


def _may_enter(game: GameState, player: Player) -> bool:
    is_in_by_phone = player.devices and game.has_submitted(player.seat) and not game.has_clash
    if player.bot or is_in_by_phone:
        return False
    if player.away:
        # where not everyone must play, the round does not wait for players who have left
        return game.next_round is not None and game.next_round.everyone_must_play
    return True


def _pad(room: Room) -> Literal["", "main", "aside"]:
    game = room.current_game
    if game is None or game.next_round is None or not has_pad(game):
        return ""
    return "main" if is_natural(room) else "aside"
