"""The host's screen: what the host sees and can do, and for which players the host may enter numbers."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal

from companion.i18n.errors import Refused
from companion.room.commands import access, shared_phone
from companion.room.events import Device, Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.games.contract import Game, Record
from companion.rules.results import Leaf
from companion.screens import reveals, scoreboard, snapshots
from companion.screens.clashes import clash_for_keeper
from companion.screens.correctable import Corrections, corrections_view
from companion.screens.lobby import missing_players
from companion.screens.next_game import NextGameView, TableChoice, next_game_view, table_choices
from companion.screens.pad import has_pad, is_natural
from companion.screens.phases import Phase, plays_at_once
from companion.screens.phones import asks_at
from companion.screens.players import stand_in_offers
from companion.screens.public import PublicPart, public_part
from companion.screens.scoreboard import ScoreRow
from companion.screens.tv import room_address


def _gain(rules: Game, leaf: Leaf, seat: Seat, growth: int) -> int:
    """Return a player's gain: the points of the play or, where single plays have none, `growth`."""
    points = rules.outcome(leaf, seat).points if seat in leaf.plays else None
    return max(0, growth) if points is None else points


HostAction = Literal["begin", "close", "next", "on", "showdown", "end", "ask", "tell"]


@dataclass(frozen=True, slots=True)
class HostEntry:
    """A player for whom the host can type numbers; `is_in`: the round has one already."""

    seat: Seat
    name: str
    has_phone: bool
    is_in: bool


@dataclass(frozen=True, slots=True)
class HostView:
    """What the host sees and can do.

    `seat` and `name` are the host's own, if the host plays. `can` are the actions that would not be refused
    now, and `entries` the seats for which the host may enter numbers: those without a phone, and others as
    long as they have submitted nothing. Those without a number come first.
    """

    public: PublicPart
    phase: Phase
    seat: Seat | None
    name: str
    address: str | None
    exports: tuple[int, ...]
    next_game: NextGameView
    round_id: str = ""
    missing: int = 0
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
    claims: tuple[tuple[Device, str], ...] = ()
    """The browsers that claim a seat, each with the name of its player; the host accepts or denies them."""
    stand_ins: tuple[Player, ...] = ()
    """The players whose dealt cards the round waits for, and for whom a bot can play on."""
    locked: bool = False
    takes_crowd: bool = False
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
    name, address = room.name(seat) if seat else "", room_address(room, candidates)
    exports = tuple(game.number for game in room.games if game.record.reveals)  # that can be downloaded
    if room.is_closed:
        closed = public_part(room)
        return HostView(closed, "closed", seat, name, address, exports, next_game_view(room))
    public, game = public_part(room), room.current_game
    entries = sorted(_entries(game, room.players), key=lambda each: (each.is_in, each.has_phone))
    untold, coming = _untold_round(game), next_game_view(room)
    return HostView(
        public=replace(public, rows=_in_order_of_joining(room, public)),
        phase=_host_phase(room),
        round_id=access.round_id(game) if game else "",
        missing=0 if room.is_playing else missing_players(room),
        next_game=coming,
        seat=seat,
        name=name,
        address=address,
        exports=exports,
        can=tuple(_can(room, can_begin=not coming.misfit)),
        tables=table_choices(room, room.next_game.rules),
        pad=_pad(room),
        entries=tuple(entries),
        at_once=plays_at_once(game),
        corrections=corrections_view(room),
        clash=clash_for_keeper(room, game) if game else "",
        stand_ins=stand_in_offers(room),
        claims=tuple((device, room.name(seat)) for device, seat in room.claims.items()),
        locked=room.locked,
        takes_crowd=room.takes_crowd,
        auto_reveal=room.auto_reveal,
        is_reopened=game is not None and game.is_reopened,
        seconds=room.seconds,
        can_hand_over=bool(shared_phone.seats_without_phone(room)),
        untold=f"{game.number}.{untold}" if game and untold else "",
        untold_question=game.rounds[untold - 1].reveal.question if game and untold else "",
        hides_scores=room.hides_scores,
        is_fresh=bool(game and game.record.reveals and not game.hidden and not game.lists_left),
        asks_at=asks_at(room),
        plays_tricks=bool(game and game.next_round and game.next_round.kind == "trick"),
    )


def _untold_round(game: GameState | None) -> int:
    """Return the number of the last round whose truth was not told; 0 if there is none."""
    found = (
        number
        for number, row in reversed([*enumerate(game.rounds if game else (), 1)])
        if row.reveal.question and row.reveal.truth is None
    )
    return next(found, 0)


def _in_order_of_joining(room: Room, public: PublicPart) -> tuple[ScoreRow, ...]:
    """Return the rows in an order that no reveal changes, each with what the last reveal brought.

    In a crowd, where each stands for many players, they are as they were.
    """
    if not all(row.seat for row in public.rows):
        return public.rows
    rows: Iterable[ScoreRow] = public.rows
    game, leaf = room.current_game, reveals.latest_leaf(room.current_game)
    if game and leaf:
        before = replace(room, games=(*room.games[:-1], snapshots.game_before_last(game)))
        figure, earlier = scoreboard.scoreboard(before)
        points = {row.seat: row.points or 0 for row in (earlier if figure == public.figure else public.rows)}
        grown = ((row, (row.points or 0) - points[row.seat]) for row in public.rows)
        rows = [replace(row, gain=_gain(game.record.rules, leaf, row.seat, growth)) for row, growth in grown]
    return tuple(sorted(rows, key=lambda row: int(row.seat)))


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
