"""A driver for rooms without the web: commands as the pages offer them, events, and views."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, Concatenate, NamedTuple, ParamSpec

import pytest

from companion.i18n.errors import Refused
from companion.room import events, game_events, names, stored_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.room.commands.access import parse_round_id, round_id
from companion.room.commands.scheduled import bots_to_play
from companion.room.events import Device, Seat
from companion.room.game_state import BEGINNING, GameState
from companion.room.reducer import apply, replay
from companion.room.state import LogEntry, Room
from companion.rules import games
from companion.rules.games.numbers import NumberRange
from companion.rules.plays import Play
from companion.screens.cards import PadKey, card_pad
from companion.screens.host import host_view
from companion.screens.phone import PhoneView, phone_view
from companion.screens.results import replay_view, results_view
from companion.screens.sheet import has_sheet, sheet_view
from companion.screens.tv import tv_view

P = ParamSpec("P")
HOST = "host"
NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal")


@dataclass
class RoomDriver:
    """A room and its events, each of which is written and read again before it is applied."""

    room: Room
    rng: random.Random
    acts: list[events.Event] = field(default_factory=list)
    now: datetime = BEGINNING

    def apply(self, event: events.Event | None, by: Device = "") -> bool:
        """Apply an event and those that fall due with it; return whether there was one."""
        if event is None:
            return False
        self._follow(event, by)
        while (due := scheduled.due_event(self.room, self.now, self.rng)) is not None:
            self._follow(due, "")
        return True

    def do(
        self,
        who: Device,
        command: Callable[Concatenate[Room, Device, P], events.Event | None],
        /,
        *args: P.args,
        **named: P.kwargs,
    ) -> bool:
        """Give a command from a browser, as `apply` does."""
        return self.apply(command(self.room, who, *args, **named), who)

    def refusal(
        self,
        who: Device,
        command: Callable[Concatenate[Room, Device, P], object],
        /,
        *args: P.args,
        **named: P.kwargs,
    ) -> tuple[type[Refused], str]:
        """Return the kind and the sentence with which a command from a browser is refused."""
        with pytest.raises(Refused) as caught:
            command(self.room, who, *args, **named)
        return type(caught.value), str(caught.value)

    def is_replayed(self) -> bool:
        """Return whether the room is consistent, and equals the replay of its event log."""
        replayed = replay(self.room.code, reversed(tuple(self.room.entries())))
        scores = ([game.score for game in room.games] for room in (self.room, replayed))
        return is_consistent(self.room) and self.room == replayed and next(scores) == next(scores)

    def undo(self) -> None:
        """Undo the last act of the host, also where a round was revealed since."""
        self.apply(events.EventUndone(self.room.undo[-1]), HOST)

    def redo(self) -> None:
        """Redo what was undone last."""
        self.do(HOST, corrections.redo_last, str(self.room.redo[-1]))

    def _follow(self, event: events.Event, by: Device) -> None:
        [stored] = stored_events.load_events([stored_events.dump_event(event)])
        assert stored == event, (stored, event)
        assert stored is not None
        self.acts.append(stored)
        self.room = apply(self.room, stored, by, self.now)

    def advance(self) -> bool:
        """Advance the clock to the next due time and apply what is due; return whether anything was."""
        when = scheduled.next_due_time(self.room)
        self.now = max(self.now, when or self.now)
        return self.apply(scheduled.due_event(self.room, self.now, self.rng))

    @property
    def game(self) -> GameState:
        """The current game."""
        assert self.room.current_game is not None
        return self.room.current_game

    @property
    def round_id(self) -> str:
        """The id of the current round."""
        return round_id(self.game)

    def submit(self, seat: Seat, typed: object) -> bool:
        """Submit a number or card from the phone of a seat."""
        phone = device(seat)
        return self.do(phone, submissions.submit_play, self.round_id, str(typed))

    def enter(self, *results: object) -> bool:
        """Enter all results in the order of seats (R1 to R6); None for who was not there (R5)."""
        found = zip(self.game.record.players, results, strict=True)
        typed = {seat: str(each) for seat, each in found if each is not None}
        return self.do(HOST, submissions.enter_plays, self.round_id, typed)

    def call(self, typed: str) -> bool:
        """Call high or low from the leader's phone."""
        leader = self.game.must_call or ""
        return self.apply(submissions.call_high_low(self.room, device(leader), self.round_id, typed))

    def play_trick(self, *tricks: str) -> None:
        """Submit a play for each player, the leader's first; a leading `high` or `low` is the call."""
        for said in map(str.split, tricks):
            if said[0] in ("high", "low"):
                self.call(said.pop(0))
            first, plays = self.game.must_lead, zip(self.game.record.players, said, strict=True)
            for seat, play in sorted(plays, key=lambda each: each[0] != first):
                self.submit(seat, play)

    def views(self) -> dict[str, object]:
        """Return the views of the TV, the host, the pad and every phone, and the results with all replays."""
        phones = {seat: self.phone(seat) for seat in self.seats()}
        shared: dict[str, object] = {"TV": tv_view(self.room, ()), "host": host_view(self.room, (), None)}
        return {
            **shared,
            "sheet": sheet_view(self.room),
            "results": results_view(self.room),
            "replays": replays(self),
            **phones,
        }

    def phone(self, seat: Seat, changing: str = "") -> PhoneView:
        """Return the view of the phone with which a player joined."""
        return phone_view(self.room, seat, changing, device(seat))

    def seats(self) -> tuple[Seat, ...]:
        """List the seats that have a phone."""
        return tuple(player.seat for player in self.room.players if player.devices)


def correct_play(
    room: Room, by: Device, at: str, seat: Seat, typed: str
) -> game_events.PlaysCorrected | None:
    """Return the host's correction of one play, as its round's page sends it."""
    _, number = parse_round_id(at)
    return corrections.correct_plays(room, by, at, {(number, seat): typed})


def refused(command: Callable[[], object], kind: type[Refused] = Refused) -> str:
    """Return the sentence with which a command is refused."""
    with pytest.raises(kind) as caught:
        command()
    return str(caught.value)


def is_consistent(room: Room) -> bool:
    """Return whether the indexes and counts that a room stores match its contents."""
    return (
        {seat for seat, player in room.seats.items() if player.bot} == set(room.bots)
        and {names.name_key(player.name): seat for seat, player in room.seats.items()} == room.seat_by_name
        and {device: seat for seat, player in room.seats.items() for device in player.devices} == room.devices
        and all(player.own <= player.devices for player in room.players)
        and all(question.recipient in player.own for player in room.players for question in player.questions)
        and all(map(_game_is_consistent, room.games))
    )


def _game_is_consistent(game: GameState) -> bool:
    return (
        games.score_record(game.record) == game.scored
        and games.score(game.record) == game.score
        and game.away.issuperset(game.stand_ins)
        and all(map(game.has_submitted, game.senders))
        and (game.lists_left or len(game.thinking) + game.submitted_count == game.awaited_count)
        and bool(game.thinking) != game.is_complete
        and sum(
            not game.has_submitted(seat)
            for seat in game.away & set(game.next_round.allowed if game.next_round else ())
        )
        == game.absent_count
        and tuple(map(game.has_submitted, game.record.players)).count(True) == game.submitted_count
    )


def replays(driver: RoomDriver) -> list[Any]:
    """Return a replay of every revealed round."""
    return [
        replay_view(driver.room, game, number)
        for game in driver.room.games
        for number in range(1, game.round_number)
    ]


def replayed(done: Iterable[events.Event | None], by: Device = "") -> Room:
    """Return the room that follows from these events."""
    numbered = enumerate(done, 1)
    return replay("AB23", (LogEntry(n, BEGINNING, by, event) for n, event in numbered))


def device(seat: Seat) -> str:
    """Return the device of a seat."""
    return f"device{seat}"


def open_room(game: str, players: int, seed: int = 0, phones: bool = True, **options: object) -> RoomDriver:
    """Open a room and let players join; no game has started."""
    names = (*NAMES, *(f"Player {number}" for number in range(len(NAMES) + 1, players + 1)))
    return open_room_with(game, names[:players], seed, phones, **options)


def open_room_with(
    game: str, names: Sequence[str], seed: int = 0, phones: bool = True, **options: object
) -> RoomDriver:
    """Open a room and let players of these names join; no game has started."""
    room = apply(Room("AB23"), events.RoomOpened(HOST, game, options, None))
    driver = RoomDriver(room, random.Random(seed))
    for seat, name in enumerate(names, 1):
        if phones:
            driver.apply(membership.join_room(driver.room, device(str(seat)), name))
        else:
            driver.do(HOST, membership.add_player, name)
    return driver


def flooded(driver: RoomDriver, size: int = 40, source: str = "crowd") -> RoomDriver:
    """Let so many join at once from one address."""
    for number in range(size):
        phone = device(str(driver.room.seats_given + 1))
        driver.do(phone, membership.join_room, f"Bot {number}", source)
    return driver


def start_game_driver(
    game: str, players: int, seed: int = 0, dealt: bool = False, phones: bool = True, **options: Any
) -> RoomDriver:
    """Open a room, let players join, and start a game."""
    driver = open_room(game, players, seed, phones, **options)
    driver.do(HOST, room_control.start_game, lambda _: options, dealt=dealt)
    return driver


def played(game: str, *tricks: str, players: int = 0, **options: Any) -> RoomDriver:
    """Start a game and play these rounds of it; there are as many players as plays of the first."""
    everybody = players or len([each for each in tricks[0].split() if each not in ("high", "low")])
    driver = start_game_driver(game, everybody, **options)
    driver.play_trick(*tricks)
    return driver


class Kind(NamedTuple):
    """A game as tests start it."""

    game: str
    players: int
    dealt: bool
    options: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.game}-{self.players}{'-dealt' * self.dealt}-{self.options}"

    def start(self, seed: int = 0, *, phones: bool = True) -> RoomDriver:
        """Open a room, let players join, and start the game."""
        return start_game_driver(self.game, self.players, seed, self.dealt, phones, **self.options)


def each_kind(*kinds: tuple[str, int, bool, Mapping[str, Any]]) -> pytest.MarkDecorator:
    """Run a test with each of these kinds of games."""
    return pytest.mark.parametrize("kind", [Kind(*kind) for kind in kinds], ids=str)


def play_out(driver: RoomDriver, seed: int, keeper: bool = False) -> None:
    """Play a game to its end at random, from phones or (`keeper`) from the host's page, with its bots."""
    for _ in play_moments(driver, seed, keeper):
        pass


def play_moments(driver: RoomDriver, seed: int, keeper: bool = False) -> Iterator[GameState]:
    """Play a game to its end at random; yield the game before every step."""
    rng = random.Random(seed)
    for _ in range(5000):
        if driver.game.next_round is None:
            return
        yield driver.game
        if driver.game.awaits_question:
            driver.advance()
        elif driver.game.next_round.is_result:
            driver.enter(*random_result(driver.game, rng))
        elif bots_to_play(driver.room):
            driver.advance()
        elif not any(_act(driver, seat, rng, keeper) for seat in _order(driver, rng)):
            _proceed(driver)
    raise AssertionError("the game does not end")


def random_result(game: GameState, rng: random.Random) -> Sequence[Play]:
    """Choose results that can stand together."""
    assert game.next_round is not None
    allowed = list(game.next_round.allowed.values())
    for _ in range(2000):
        if allowed[0].pad == "one":
            taker = rng.randrange(-1, len(allowed))
            plays: list[Play] = [int(place == taker) for place in range(len(allowed))]
        else:
            plays = [rng.choice(each.choices()) for each in allowed]
        try:
            game.record.rules.check_plays(dict(zip(game.record.players, plays, strict=True)), len(plays))
        except Refused:
            continue
        return plays
    raise AssertionError("no result can stand")


def _order(driver: RoomDriver, rng: random.Random) -> Sequence[Seat]:
    thinking = list(driver.game.thinking)
    rng.shuffle(thinking)
    if driver.game.has_clash:
        return list(driver.game.record.players)
    return sorted(thinking, key=lambda seat: seat != driver.game.must_lead)


def _proceed(driver: RoomDriver) -> None:
    """Reveal or close the round as the host."""
    can = host_view(driver.room, (), None).game.can
    if "next" in can:
        driver.do(HOST, submissions.reveal_list_round, driver.round_id)
    else:
        driver.do(HOST, submissions.close_round, driver.round_id)


def _act(driver: RoomDriver, seat: Seat, rng: random.Random, keeper: bool) -> bool:
    """Call or submit what the page of the seat asks for; return whether something was."""
    room, at, ask = driver.room, driver.round_id, driver.game.next_round
    assert ask is not None
    if driver.game.must_call:
        said = rng.choice(("high", "low"))
        return (
            driver.apply(submissions.call_high_low_for(room, HOST, at, said)) if keeper else driver.call(said)
        )
    if driver.game.takes_lists:
        typed = [str(_pick(driver, seat, rng)) for _ in range(ask.plays_at_once)]
        if keeper:
            return driver.apply(submissions.submit_list_for(room, HOST, seat, at, typed))
        return driver.apply(submissions.submit_list(room, device(seat), at, typed), device(seat))
    if keeper and has_sheet(driver.game):
        return _enter_on_pad(driver, seat, rng)
    text = str(_pick(driver, seat, rng))
    if keeper:
        return driver.apply(submissions.submit_play_for(room, HOST, seat, at, text))
    return driver.apply(submissions.submit_play(room, device(seat), at, text), device(seat))


def _enter_on_pad(driver: RoomDriver, seat: Seat, rng: random.Random) -> bool:
    """Enter a card that can lie beside those that lie there."""
    for _ in range(300):
        typed = {seat: str(_pick(driver, seat, rng))}
        try:
            return driver.do(HOST, submissions.enter_plays, driver.round_id, typed)
        except Refused:
            continue
    raise AssertionError("no card can be laid")


def _pick(driver: RoomDriver, seat: Seat, rng: random.Random) -> Play | str:
    """Choose an allowed number, or an enabled key of the pad."""
    assert driver.game.next_round is not None
    allowed = driver.game.next_round.allowed[seat]
    if type(allowed) is NumberRange:
        return rng.randint(allowed.low, allowed.high)
    keys = [key.card.text for key in _keys(driver, seat) if key.playable]
    return rng.choice(keys) if keys else rng.choice(allowed.choices())  # type: ignore[attr-defined]


def _keys(driver: RoomDriver, seat: Seat) -> Sequence[PadKey]:
    if seat in driver.seats():
        return driver.phone(seat).own.pad
    return card_pad(driver.game, seat, ())


def with_table(driver: RoomDriver, **changes: Any) -> RoomDriver:
    """Return a driver of the room with these fields of its game changed."""
    game = replace(driver.game, **changes)
    return RoomDriver(replace(driver.room, current_game=game), driver.rng)


def with_deal(
    driver: RoomDriver, hands: Mapping[Seat, tuple[Play, ...]], stock: tuple[Play, ...]
) -> RoomDriver:
    """Return a driver of the room as if the last deal had been this one."""
    *before, last = driver.game.record.deals
    deal = replace(last, hands={**last.hands, **hands}, stock=stock)
    record = replace(driver.game.record, deals=(*before, deal))
    return with_table(driver, scored=games.score_record(record))


EVENING: Sequence[tuple[str, bool, Mapping[str, Any]]] = (
    ("good-enough", False, {"rounds": 3, "low": -9, "high": 9}),
    ("mediocrity", False, {"target": 1}),
    ("median", True, {"lowest": "9", "hand": 3, "dealer": "3"}),
    ("saichugen", True, {"games": 2, "rounds": 2}),
    ("good-enough", False, {"nesting": [3, 2], "scoring": "mean"}),
)
"""The games of an evening of three players: name, whether the app deals, and options."""


def whole_evening(seed: int = 0) -> RoomDriver:
    """Play games of all kinds to their end, one after another in one room."""
    driver = open_room("good-enough", 3, seed)
    for number, (game, dealt, options) in enumerate(EVENING):
        driver.apply(game_events.GameStarted(game, options, dealt))
        play_out(driver, seed + number)
    return driver
