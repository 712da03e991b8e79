"""A simulated party: people play on servers, network and disk that go wrong, as a seed decides."""

import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, ExitStack
from functools import partial
from itertools import count
from pathlib import Path
from random import Random
from typing import Self
from unittest import mock
from zlib import crc32

from companion.room.commands import scheduled
from companion.room.game_state import GameState
from tests.support.clients import SCRATCH, captured_log
from tests.support.correction_fields import confirmed
from tests.support.determinism import deterministic
from tests.support.room_driver import random_result
from tests.support.simulated_time import Timeline, simulated_threads
from tests.tools.simulate.checks import Checks
from tests.tools.simulate.people import Host, Phone, Screen
from tests.tools.simulate.servers import DISK_TROUBLES, TROUBLES, Answer, Disk, Server

Bug = Callable[[], AbstractContextManager[object]]
"""A mistake: it makes a context in which the application is patched."""

_LONG_BOUND = 75.0  # seconds in which a screen is right after any trouble; a half open line shows after 40
_NAMES = ("Ann", "Ben", "Cid", "Dora", "Eve", "Fritz")
_NUMBERS: dict[str, object] = {"game": "good-enough", "low": 0, "high": 99_999_999, "rounds": 3}
_GAMES: tuple[dict[str, object], ...] = (
    _NUMBERS,
    _NUMBERS | {"rounds": 7, "scoring": "mean", "factor": "0.8"},
    _NUMBERS | {"tie_break": "sudden-death"},
    _NUMBERS | {"tie_break": "peel+showdown"},
    _NUMBERS | {"rounds": 4, "entry": "lists"},
    _NUMBERS | {"points_target": 9},
    _NUMBERS | {"points": "number", "offsets": "true"},
    {"game": "mediocrity", "target": 2, "keep": "results"},
    {"game": "mediocrity", "target": 2, "keep": "points"},
    {"game": "median", "lowest": "9", "keep": "results"},
    {"game": "median", "keep": "totals"},
    {"game": "mediocrity", "target": 2, "keep": "cards"},
    {"game": "median", "table": "cards"},
    {"game": "median", "table": "dealt"},
    {"game": "saichugen", "table": "dealt"},
    {"game": "saichugen", "rounds": 3, "keep": "results"},
)
"""The games that are played: after seven of numbers four of which only results are kept, which people come to
and leave; then those with cards, and two that are for three."""

_BUTTONS = (
    *("undo", "undo", "redo", "correct", "correct", "void", "count", "reopen", "close", "end", "pause"),
    *("resume", "time", "out", "in", "rename", "merge", "add", "bot", "show", "hide", "pace"),
)
_BETWEEN = ("lobby", "over", "tie")  # what the host's page is when another game can begin


class World:
    """One party; to be used as a context, and run once."""

    def __init__(self, seed: int, bugs: Sequence[Bug] = ()) -> None:
        self.seed, self.rng, self._bugs = seed, Random(seed), bugs
        self.counts: Counter[str] = Counter()
        self.story: list[str] = []
        """What has happened, in order."""
        self.code = ""
        self.phones: list[Phone] = []
        self.next_link = count().__next__
        self._turn = self._stuck = 0
        self._place = ""
        self._stack = ExitStack()

    def __enter__(self) -> Self:
        enter = self._stack.enter_context
        self.timeline = Timeline(enter(deterministic(self.seed)))
        enter(simulated_threads())
        self.lines = enter(captured_log())
        enter(mock.patch.object(logging.getLogger("companion"), "propagate", False))
        for bug in self._bugs:
            enter(bug())
        self.disk = Disk(Path(enter(tempfile.TemporaryDirectory(dir=SCRATCH))))
        self.checks = Checks(self)
        number = self.rng.choice((1, 1, 2))
        self.servers = [
            Server(self.timeline, self.disk, partial(self.checks.check, "no fault")) for _ in range(number)
        ]
        self.bound = 0.6 if number == 1 else 1.8
        """Seconds in which screens follow: another server is asked each second."""
        for server in self.servers:
            self._stack.callback(server.kill)
            server.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def server_for(self, name: str) -> Server:
        """Return the server that answers a browser's next request: always the same while it is alive."""
        usual = self.servers[crc32(name.encode()) % len(self.servers)]
        return next((each for each in (usual, *self.servers) if each.is_alive), usual)

    def run(self, rounds: int) -> None:
        """Gather people, and play about so many rounds; raises `Failed`."""
        self._gather()
        troubles = self.rng.choice((0.0, 0.15, 0.15, 0.3))
        for number in range(1, rounds + 1):
            self._play_round(troubles)
            if number % 3 == 0:
                self.rest()
        self.rest()
        self.checks.compare_log()

    def _gather(self) -> None:
        players = self.rng.choice((3, 3, 4, 4, 5, 6))
        self.games = self.rng.sample(_GAMES[: 16 if players == 3 else 14 if players < 6 else 11], 3)
        self.host = Host(self, "host")
        fields = [("game", "good-enough")]
        self.host.ask("/", lambda _: self.host.ask("/rooms", self._opened, fields=fields))
        self.timeline.run(0.2)
        self.phones = [Phone(self, name) for name in _NAMES[:players]]
        self.spare = Phone(self, "spare phone")
        self.screens: list[Screen] = [Screen(self, "TV"), *self.phones, self.spare]
        for phone in self.phones:
            phone.look(partial(phone.play, 0, 0))
            self.timeline.run(0.05)
        self.spare.look()
        self.timeline.run(0.05)
        for screen in self.screens:
            screen.follow()
        self.rest()

    def _opened(self, answer: Answer) -> None:
        self.code = answer.header(b"location").split("/")[1]

    def _do(self, who: str, what: str, act: Callable[[], object]) -> None:
        """Have something happen, and a moment pass; then check."""
        self.story.append(f"{self.timeline.now:.3f} {who}: {what}")
        self.counts[what] += 1
        act()
        self.timeline.run(self.rng.choice((0.0, 0.0, 0.003, 0.05, 0.4)))
        self.checks.after_step()

    def _play_round(self, troubles: float) -> None:
        rng, self._turn = self.rng, self._turn + 1
        self._do("host", "go on", self._go_on)
        for phone in rng.sample(self.phones, len(self.phones)):
            if rng.random() < troubles:
                self._trouble()
            what = rng.choices(("play", "play twice", "change", "put away", "leave"), (40, 3, 3, 1, 1))[0]
            self._do(phone.name, what, partial(self._play, phone, what))
            if rng.random() < troubles / 4:
                self._do(phone.name, "another phone", partial(self._take_over, phone))
        self._do("all", "who is missing", self._play_rest)
        game = self.checks.room.current_game
        if game and game.next_round and game.next_round.is_result:
            self._do("host", "enter a result", partial(self._enter, game))
            if rng.random() < 0.2:
                self._do("host", "put in a result", partial(self._enter, game, 1 + rng.randrange(3)))
            if rng.random() < 0.3:
                self._do("host", "come or go", partial(self._press, rng.choice(("out", "in", "add"))))
        if rng.random() < troubles * 2:
            what = rng.choice(_BUTTONS)
            self._do("host", what, partial(self._press, what))

    def _play(self, phone: Phone, what: str) -> None:
        if what == "put away":
            phone.put_away()
        elif what == "leave":
            phone.send("leave", [])
        else:
            # a number that nobody has sent in an earlier round, and perhaps somebody in this one
            number = 70_000_000 + crc32(b"%d.%d" % (self._turn, self.rng.randrange(12))) % 9_000_000
            plays = partial(phone.play, self.rng.randrange(10_000), number, changes=what == "change")
            for _ in range(2 if what == "play twice" else 1):
                phone.look(plays)

    def _enter(self, game: GameState, before: int = 0) -> None:
        """Enter a result on the sheet, of those who are there; or one that was forgotten before another."""
        if game.next_round is None:
            return
        row = zip(game.record.players, random_result(game, self.rng), strict=True)
        plays = {f"play-{seat}": play for seat, play in row if game.waits_for(seat)}
        at = f"{game.number}.{before or game.round_number}"
        way = {"way": "insert", "shown": len(game.rounds)} if before else {"way": "enter"}
        self.host.act("sheet", at=at, **way, **plays)

    def _play_rest(self) -> None:
        """Have all play whose phones still ask, after a moment."""
        self.timeline.run(0.5)
        game = self.checks.room.current_game
        for phone in self.phones:
            if not phone.stream:
                phone.follow()
            if game is None or phone.seat not in game.hidden:
                self._play(phone, "play")
        self.timeline.run(0.1)

    def _take_over(self, phone: Phone) -> None:
        """Have the spare phone ask for a player's seat, and the host give it."""
        self.spare.send("claim", [("seat", phone.seat)])
        self.timeline.run(0.1)
        self.host.look()
        self.host.press_all("admit")
        self.timeline.run(0.1)
        self.spare.look()

    def _go_on(self) -> None:
        """Have the host do what the page offers, if the evening does not go on without."""
        room, host = self.checks.room, self.host
        game = room.current_game
        place = f"{game.number}.{game.round_number}" if game else ""
        self._stuck = self._stuck + 1 if place == self._place else 0
        self._place = place
        if room.is_playing and not self._stuck and not (game and game.lists_left):
            return
        host.look()
        ties = [each for each in ("showdown", "on") if each in host.shows("can").split()]
        if host.shows("phase") in _BETWEEN and ties and self.rng.random() < 0.5:
            host.act(ties[0], at=host.shows("place"))
        elif host.shows("phase") in _BETWEEN:
            host.act("begin", **self.rng.choice(self.games))
        elif "next" in host.shows("can").split():
            host.act("next", at=host.shows("place"))
        elif self._stuck > 3:
            host.act("end", at=host.shows("place"), how="count")
        elif self._stuck:
            host.act("close", at=host.shows("place"))

    def _press(self, what: str) -> None:
        """Have the host press some button, which may be refused; each form takes the fields that it has."""
        self.host.look()
        draw, room, game = self.rng.randrange(10_000), self.checks.room, self.checks.room.current_game
        seats, is_about_past = max(1, room.seats_given), what in ("correct", "void", "count", "reopen")
        past = f"{game.number}.{1 + draw % max(1, len(game.rounds))}" if game else "1.1"
        seat, yes = str(1 + draw % seats), "yes" if draw % 3 else "no"
        fields = {"seat": seat, "into": 1 + draw // 4 % seats, "name": f"Name {draw}", "number": draw % 100}
        fields |= {"hidden": yes, "by_itself": yes, "strategy": "edge", "seconds": (0, 0, 10, 30)[draw % 4]}
        fields |= {"how": "count" if draw % 3 else "discard", "sure": "yes"}
        fields |= confirmed(past, seat, draw % 100 or "") if what == "correct" else {}
        if what in ("undo", "redo"):
            self.host.press_all(what)
        elif draw % 4 == 0 or what not in ("end", "merge", "add", "bot"):
            self.host.act(what, **fields | {"at": past if is_about_past else self.host.shows("place")})

    def _trouble(self) -> None:
        rng, disk, server = self.rng, self.disk, self.rng.choice(self.servers)
        kind = rng.choices(("line", "kill", "kill all", "disk", "wait", "jump"), (10, 2, 1, 3, 1, 1))[0]
        self.checks.is_troubled |= kind != "line"
        if kind == "line":
            screen, what = rng.choice([*self.screens, *self.phones, self.host]), rng.choice(TROUBLES)
            self._do(screen.name, what, partial(screen.link.trouble, what))
        elif kind == "disk":
            what = rng.choice([*DISK_TROUBLES])
            self.timeline.after(rng.choice((0.5, 2.0, 4.0)), partial(setattr, disk, "trouble", ""))
            self._do("disk", what, partial(setattr, disk, "trouble", what))
        elif kind == "wait":
            self._do("all", kind, partial(self.timeline.run, rng.choice((2.0, 12.0, 35.0))))
        elif kind == "jump":
            self._do("clock", kind, partial(self.timeline.clocks.jump, rng.choice((3600.0, -3600.0))))
        else:
            self._do("servers", kind, partial(self._kill, self.servers if kind == "kill all" else [server]))

    def _kill(self, hit: Sequence[Server]) -> None:
        """Kill some servers, and start them again later."""
        for server in hit:
            server.kill()
            self.timeline.after(self.rng.choice((1.0, 2.0, 3.0)), server.start)
        self.checks.compare_log()

    def rest(self) -> None:
        """Let all troubles end, wait until every screen is in step, and check them."""
        self.disk.trouble = ""
        for server in self.servers:
            server.start()
        for screen in (*self.screens, self.host):
            screen.link.heal()
        self.timeline.run(self.bound)
        self.checks.after_step()
        if not self.checks.is_troubled:
            self.checks.check("screens in time", self.checks.late(has_excuse=False))
        until = self.timeline.now + _LONG_BOUND
        while self.timeline.now < until and self.checks.late():
            self.timeline.run(2.0)
        self.checks.at_rest()

    def can_go_on(self) -> bool:
        """Tell whether anybody can do something, or something is due by itself."""
        for phone in self.phones:
            phone.look()
        self.host.look()
        is_asked = any(phone.phase in ("enter", "list", "call") for phone in self.phones)
        page = self.host.shows
        is_offered = page("can") if self.checks.room.is_playing else page("phase") in _BETWEEN
        return bool(is_asked or is_offered or scheduled.next_due_time(self.checks.room))
