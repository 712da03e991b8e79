"""People in a room without a web: they act through the moves, as their pages let them, and look at views."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any

from companion import acts, games, journal, moves, names, views
from companion.acts import Act, Device, Opened, Seat
from companion.games.numbers import Numbers
from companion.journal import Entry, Room, Table
from companion.moves.bots import on_turn
from companion.score import Play
from companion.views import places

HOST = "host"
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


class Stacked(random.Random):
    """Chance under which cards come to lie as `arrange` puts them."""

    def __init__(self, arrange: Callable[[Any], None]) -> None:
        super().__init__(0)
        self.shuffle = arrange  # type: ignore[method-assign]


@dataclass
class Roomful:
    """A room with its journal, which survives being written and read after every act."""

    room: Room
    rng: random.Random
    acts: list[Act] = field(default_factory=list)
    now: datetime = journal.BEGINNING

    def do(self, act: Act | None, by: Device = "") -> bool:
        """Follow an act, and what falls due with it; tell whether there was one."""
        if act is None:
            return False
        self._follow(act, by)
        while (due := moves.due(self.room, self.now, self.rng)) is not None:
            self._follow(due, "")
        return True

    def _follow(self, act: Act, by: Device) -> None:
        stored = acts.loads(acts.dumps(act))
        assert stored == act
        assert stored is not None
        self.acts.append(stored)
        self.room = journal.after(self.room, stored, by, self.now)

    def wait(self) -> bool:
        """Let time pass until something falls due, and have it done; tell whether anything ever will."""
        when = moves.next_due(self.room)
        self.now = max(self.now, when or self.now)
        return self.do(moves.due(self.room, self.now, self.rng))

    @property
    def table(self) -> Table:
        """The game that is going on."""
        assert self.room.table is not None
        return self.room.table

    @property
    def at(self) -> str:
        """The round that is going on, as forms name it."""
        return moves.place(self.table)

    def show(self, seat: Seat, typed: object) -> bool:
        """Put down a number or card from the seat's own phone."""
        return self.do(moves.show(self.room, device(seat), self.at, str(typed)))

    def call(self, typed: str) -> bool:
        """Call high or low from the leader's phone."""
        leader = self.table.must_call or ""
        return self.do(moves.call(self.room, device(leader), self.at, typed))

    def trick(self, cards: str) -> None:
        """Let everybody lay one card, in the order of the seats but the leader first; `high` is a call."""
        said = cards.split()
        if said[0] in ("high", "low"):
            self.call(said.pop(0))
        first = self.table.first
        for seat, card in sorted(
            zip(self.table.record.players, said, strict=True), key=lambda e: e[0] != first
        ):
            self.show(seat, card)

    def views(self) -> dict[str, object]:
        """Return what everybody sees: the TV, the host, every phone, and the results with all replays."""
        phones = {seat: views.phone(self.room, seat) for seat in self.seats()}
        shared = {"TV": views.screen(self.room, ()), "host": views.desk(self.room, (), None)}
        return {**shared, "results": views.results(self.room), "replays": replays(self), **phones}

    def seats(self) -> tuple[Seat, ...]:
        """List the seats that have a phone."""
        return tuple(player.seat for player in self.room.players if player.devices)


def is_consistent(room: Room) -> bool:
    """Tell whether what a room keeps, so that nobody has to go through it all, is what it would find."""
    return (
        {seat for seat, player in room.seats.items() if player.bot} == set(room.bots)
        and {names.key(player.name): seat for seat, player in room.seats.items()} == room.named
        and {device: seat for seat, player in room.seats.items() for device in player.devices} == room.devices
        and all(map(_table_is_consistent, room.tables))
    )


def _table_is_consistent(table: Table) -> bool:
    numbers = range(1, table.turn)
    return (
        games.scoring(table.record) == table.scoring
        and bool(table.thinking) != table.is_full
        and sum(not table.is_in(seat) for seat in table.away & set(table.ask.wants if table.ask else ()))
        == table.absent
        and tuple(map(table.is_in, table.record.players)).count(True) == table.entered
        and places.rounds(table) == tuple(places.revealed(table, number) for number in numbers)
    )


def replays(full: Roomful) -> list[views.Replay]:
    """Return every round that was revealed, shown once more."""
    tables = full.room.tables
    return [views.replay(full.room, table, number) for table in tables for number in range(1, table.turn)]


def replayed(done: Iterable[Act | None], by: Device = "") -> Room:
    """Return the room that follows from these acts."""
    numbered = enumerate(done, 1)
    return journal.replay("AB23", (Entry(n, journal.BEGINNING, by, act) for n, act in numbered))


def device(seat: Seat) -> str:
    """Return the device of a seat."""
    return f"device{seat}"


def gather(game: str, players: int, seed: int = 0, phones: bool = True, **options: object) -> Roomful:
    """Open a room and seat players; nothing has begun."""
    names = (*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, players + 1)))
    return seated(game, names[:players], seed, phones, **options)


def seated(game: str, names: Sequence[str], seed: int = 0, phones: bool = True, **options: object) -> Roomful:
    """Open a room and seat players of these names; nothing has begun."""
    room = journal.after(Room("AB23"), Opened(HOST, game, options, None))
    full = Roomful(room, random.Random(seed))
    for seat, name in enumerate(names, 1):
        if phones:
            full.do(moves.join(full.room, device(str(seat)), name))
        else:
            full.do(moves.add(full.room, HOST, name))
    return full


def begin(
    game: str, players: int, seed: int = 0, dealt: bool = False, phones: bool = True, **options: Any
) -> Roomful:
    """Open a room, seat players and begin a game."""
    full = gather(game, players, seed, phones, **options)
    full.do(moves.begin(full.room, HOST, lambda _: options, dealt=dealt))
    return full


def play_out(full: Roomful, seed: int, keeper: bool = False) -> None:
    """Play a game to its end at random, from phones or (`keeper`) from the host's desk alone, with bots."""
    for _ in moments(full, seed, keeper):
        pass


def moments(full: Roomful, seed: int, keeper: bool = False) -> Iterator[Table]:
    """Play a game to its end at random, and yield the table before every act."""
    rng = random.Random(seed)
    for _ in range(5000):
        if full.table.ask is None:
            return
        yield full.table
        if on_turn(full.room):
            full.wait()
        elif not any(_act(full, seat, rng, keeper) for seat in _order(full, rng)):
            _go_on(full)
    raise AssertionError("the game does not end")


def _order(full: Roomful, rng: random.Random) -> Sequence[Seat]:
    thinking = list(full.table.thinking)
    rng.shuffle(thinking)
    if full.table.clash:
        return list(full.table.record.players)
    return sorted(thinking, key=lambda seat: seat != full.table.first)


def _go_on(full: Roomful) -> None:
    """Let the host do what everybody waits for."""
    can = views.desk(full.room, (), None).can
    if "next" in can:
        full.do(moves.next_round(full.room, HOST, full.at))
    else:
        full.do(moves.close(full.room, HOST, full.at))


def _act(full: Roomful, seat: Seat, rng: random.Random, keeper: bool) -> bool:
    """Do what the seat's page offers."""
    room, at, ask = full.room, full.at, full.table.ask
    assert ask is not None
    if full.table.must_call:
        said = rng.choice(("high", "low"))
        return full.do(moves.call_for(room, HOST, at, said)) if keeper else full.call(said)
    if full.table.listing:
        typed = [str(_pick(full, seat, rng)) for _ in range(ask.at_once)]
        if keeper:
            return full.do(moves.hand_in_for(room, HOST, seat, at, typed))
        return full.do(moves.hand_in(room, device(seat), at, typed))
    text = str(_pick(full, seat, rng))
    if keeper:
        return full.do(moves.show_for(room, HOST, seat, at, text))
    return full.do(moves.show(room, device(seat), at, text))


def _pick(full: Roomful, seat: Seat, rng: random.Random) -> Play | str:
    """Choose a number, or a key of the pad that can be pressed."""
    assert full.table.ask is not None
    allowed = full.table.ask.wants[seat]
    if isinstance(allowed, Numbers):
        return rng.randint(allowed.low, allowed.high)
    keys = [key.card.text for key in _keys(full, seat) if key.playable]
    return rng.choice(keys) if keys else rng.choice(allowed.choices())  # type: ignore[attr-defined]


def _keys(full: Roomful, seat: Seat) -> Sequence[views.Key]:
    if seat in full.seats():
        return views.phone(full.room, seat).own.pad
    return next(entry.pad for entry in views.desk(full.room, (), None).entries if entry.seat == seat)


def with_table(full: Roomful, **changes: Any) -> Roomful:
    """Return the people in a room whose table differs in something."""
    table = replace(full.table, **changes)
    return Roomful(replace(full.room, tables=(*full.room.tables[:-1], table)), full.rng)


def with_deal(full: Roomful, hands: Mapping[Seat, tuple[Play, ...]], stock: tuple[Play, ...]) -> Roomful:
    """Return the people in the room as it were if the last deal had been another one."""
    *before, last = full.table.record.deals
    deal = replace(last, hands={**last.hands, **hands}, stock=stock)
    record = replace(full.table.record, deals=(*before, deal))
    return with_table(full, scoring=games.scoring(record))


EVENING: Sequence[tuple[str, bool, Mapping[str, Any]]] = (
    ("good-enough", False, {"rounds": 3, "low": -9, "high": 9}),
    ("mediocrity", False, {"target": 1}),
    ("median", True, {"lowest": "9", "hand": 3, "dealer": "3"}),
    ("saichugen", True, {"games": 2, "rounds": 2}),
    ("good-enough", False, {"nesting": [3, 2], "scoring": "mean"}),
)
"""The games of a whole evening of three: each with whether the app deals, and its options."""


def whole_evening(seed: int = 0) -> Roomful:
    """Play games of all four kinds to their end, one after another in one room."""
    full = gather("good-enough", 3, seed)
    for number, (game, dealt, options) in enumerate(EVENING):
        full.do(acts.Began(game, options, dealt))
        play_out(full, seed + number)
    return full
