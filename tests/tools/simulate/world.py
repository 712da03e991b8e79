"""A simulated party: servers, network, disk and people, which do what a plan says, step by step."""

import logging
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from pathlib import Path
from random import Random
from typing import Any, Self
from unittest import mock
from zlib import crc32

from companion.room.commands import scheduled
from companion.rules.games.good_enough import forecast
from tests.support.clients import SCRATCH, captured_log
from tests.support.correction_fields import confirmed
from tests.support.determinism import Arrange, deterministic
from tests.tools.simulate.bus import SimulatedBus
from tests.tools.simulate.checks import Checks, Failed
from tests.tools.simulate.clock import Timeline, simulated_threads
from tests.tools.simulate.disk import Disk, Failure
from tests.tools.simulate.network import TROUBLES, Link
from tests.tools.simulate.people.browser import Browser
from tests.tools.simulate.people.host import Host
from tests.tools.simulate.people.page import LivePage
from tests.tools.simulate.people.phone import Phone
from tests.tools.simulate.people.tv import Tv
from tests.tools.simulate.people.watcher import Watcher
from tests.tools.simulate.plan import HOST, SECOND_HOST, SPARE, TV, VISITOR, Plan, Step
from tests.tools.simulate.process import Process

Bug = Callable[[], AbstractContextManager[object]]
"""A mistake: a context manager that patches one function of the application."""

BOUND = 0.6
"""Seconds in which each screen shows what happened, where no trouble has met it."""

LONG_BOUND = 75.0
"""Seconds in which it does after any trouble: a half open line is noticed after 40."""

_FAILURES: dict[str, Failure] = {"fails": "SQLITE_IOERR", "full": "SQLITE_FULL", "busy": "SQLITE_BUSY"}
_STARTS = 1.0  # seconds that a server takes to start again


class World:
    """One party; to be used as a context, and run once."""

    def __init__(self, plan: Plan, bugs: Sequence[Bug] = ()) -> None:
        self.plan = plan
        self.counts: Counter[str] = Counter()
        """What happened, by its name."""
        self.code = ""
        self.step = -1
        self.transcript: list[tuple[int, str, str, bytes]] | None = None
        """What browsers were sent: step, browser, for what, and the bytes; None where nobody compares."""
        self._bugs = bugs
        self._stack = ExitStack()
        self._last_place = ""
        self._stuck = 0

    def __enter__(self) -> Self:
        enter = self._stack.enter_context
        clocks = enter(deterministic(crc32(self.plan.seed.encode()), _arranged(self.plan)))
        enter(simulated_threads())
        self.lines = enter(captured_log())
        enter(_quiet())
        enter(_one_crowd())
        for bug in self._bugs:
            enter(bug())
        folder = Path(enter(tempfile.TemporaryDirectory(dir=SCRATCH)))
        self.timeline = Timeline(clocks)
        self.disk = Disk(folder)
        self._stack.callback(self.disk.close)
        self.bus = SimulatedBus() if self.plan.servers > 1 else None
        self.checks = Checks(self)
        self.servers = [
            Process(self.timeline, self.disk, self.bus, self.checks.note_fault)
            for _ in range(self.plan.servers)
        ]
        self._stack.callback(self._end)
        for each in self.servers:
            each.start()
        self.links: dict[str, Link] = {}
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def _end(self) -> None:
        for each in self.servers:
            if each.is_alive:
                each.kill()

    # What people and checks ask

    def server_for(self, name: str) -> Process:
        """Return the server that answers a browser's next request: always the same while it is alive."""
        usual = self.servers[crc32(name.encode()) % len(self.servers)]
        return next((each for each in (usual, *self.servers) if each.is_alive), usual)

    def received(self, name: str, what: str, data: bytes) -> None:
        if self.transcript is not None:
            self.transcript.append((self.step, name, what, data))

    @property
    def pages(self) -> dict[str, LivePage]:
        """All pages by the names of who looks at them."""
        return {TV: self.tv, **self.hosts, **self.phones, **self.visitors}

    # The party

    def run(self) -> None:
        """Do all steps; raises `Failed`."""
        self._gather()
        for number, step in enumerate(self.plan.steps):
            self.step = number
            self.counts[f"{step.kind}: {step.what}"] += 1
            self._do(step)
            self.timeline.run(step.wait)
            self.checks.after_step()
        self._rest(compares=True)
        self.checks.at_the_end()

    def _gather(self) -> None:
        """Open the room, and let all come in."""
        self.tv: Tv
        self.hosts = {name: Host(self._browser(name)) for name in self.plan.hosts}
        host = self.hosts[HOST]
        host.open_room(self._opened)
        self.timeline.run(0.2)
        self.tv = Tv(self._browser(TV))
        self.phones = {
            name: Phone(self._browser(name, gzips=number % 2 == 1), self.checks.acknowledged)
            for number, name in enumerate(self.plan.names)
        }
        self.visitors = {VISITOR: Watcher(self._browser(VISITOR))} if self.plan.has_visitor else {}
        for each in self.hosts.values():
            each.address = f"/{self.code}/host"
        for page in (self.tv, host, *self.visitors.values()):
            page.open()
        for phone in self.phones.values():
            phone.join()
            self.timeline.run(0.05)
        if self.plan.has_spare:
            self.phones[SPARE] = Phone(self._browser(SPARE), self.checks.acknowledged)
            self.phones[SPARE].open()
        if SECOND_HOST in self.hosts:
            host.hand_over(self.hosts[SECOND_HOST])
            self.timeline.run(0.2)
            Host(self.tv.browser).become(host.given)  # which is used already
        self._rest(compares=False)
        if not self.plan.watches:
            for each in self.hosts.values():
                each.put_away()

    def _opened(self, code: str) -> None:
        self.code = code

    def _browser(self, name: str, *, gzips: bool = False) -> Browser:
        self.links[name] = Link(self.timeline, len(self.links), self.counts)
        language = "ja" if name == self.plan.japanese else ""
        return Browser(self, name, self.links[name], gzips=gzips, language=language)

    def _game(self, number: int) -> dict[str, object]:
        return dict(self.plan.games[number % len(self.plan.games)])

    def _do(self, step: Step) -> None:
        match step.kind:
            case "play" if step.who == "all":
                self._play_rest(step)
            case "play":
                self._play(self.phones[step.who], step)
            case "seat":
                self._move_seat(self.phones[step.who], step)
            case "host" if step.what == "onward":
                self._onward(self.hosts[step.who], step)
            case "host":
                host = self.hosts[step.who]
                with self._looking(host):
                    self._act(host, step)
            case "line":
                self.links[step.who].trouble(next(each for each in TROUBLES if each == step.what))
            case "server":
                self._break_server(int(step.who.split()[1]), step)
            case "disk":
                self._break_disk(step)
            case "bus" if self.bus:
                self.bus.go()
            case "time":
                self._pass_time(step)
            case "rest":
                self._rest(compares="compare" in step.what)

    def _play(self, phone: Phone, step: Step) -> None:
        if step.what == "leave":
            phone.leave()
        elif step.what == "reload":
            phone.open()
        elif step.what == "put away":
            phone.put_away()
        elif not phone.is_shown:
            phone.look()
        elif not phone.seat:
            phone.join()
        elif phone.phase == "away":
            phone.leave()
        elif phone.phase != "sent" or step.what == "change":
            number = self._number(step)
            for _ in range(2 if step.what == "twice" else 1):
                phone.play(step.draw, number)

    def _move_seat(self, phone: Phone, step: Step) -> None:
        """Let the spare phone take a player's seat, or the player answer for it."""
        spare, host = self.phones[SPARE], self.hosts[HOST]
        match step.what:
            case "own link":
                phone.lend_seat(spare)
            case "link of the host" if phone.seat:
                host.give_seat(phone.seat, spare)
            case "claim" if phone.seat:
                spare.claim(phone.seat)
                self.timeline.run(0.1)
                with self._looking(host):
                    host.answer_claims("admit" if step.draw % 4 else "deny")
            case "yes" | "no":
                phone.answer_takeover(step.what)

    def _play_rest(self, step: Step) -> None:
        """Have all play whose phones still ask, after a moment."""
        self.timeline.run(0.5)
        for number, phone in enumerate(self.phones.values()):
            if not phone.is_shown:
                phone.look()
            elif phone.phase in ("enter", "call", "list"):
                phone.play(step.draw + number, 1 + (step.draw + 7 * number) % 30)
            elif phone.phase == "away":
                phone.leave()
        self.timeline.run(0.1)

    def _number(self, step: Step) -> int:
        """Return the number that is sent in a step: few different ones, so that some collide."""
        if self.plan.secret and self.plan.secret[0] == self.step:
            return self.plan.secret[1]
        return 1 + step.draw % 30

    def _onward(self, host: Host, step: Step) -> None:
        """Have the host do what the page offers, if the evening does not go on without."""
        room = self.checks.room
        game = room.current_game
        place = f"{game.number}.{game.round_number}" if game else ""
        self._stuck = self._stuck + 1 if place == self._last_place else 0
        self._last_place = place
        if self.plan.watches or not room.is_playing or self._stuck or (game and game.lists_left):
            with self._looking(host):
                self._go_on(host, step)

    def _go_on(self, host: Host, step: Step) -> None:
        ties = [each for each in ("showdown", "on") if each in host.can]
        if host.phase in ("lobby", "over", "tie") and ties and step.draw % 2:
            host.act(ties[0], at=host.at)
        elif host.phase in ("lobby", "over", "tie"):
            host.act("begin", **self._game(self.checks.room.games_begun))
        elif "next" in host.can:
            host.act("next", at=host.at)
        elif self._stuck > 3:
            host.act("end", at=host.at, how="count")
        elif self._stuck:
            host.act("close", at=host.at)

    @contextmanager
    def _looking(self, host: Host) -> Iterator[None]:
        """Open the host's page for what is done there; it stays open in a world where the host watches."""
        if not host.is_shown:
            host.look()
            self.timeline.run(0.1)
        yield
        self.timeline.run(0.3)
        if not self.plan.watches:
            host.put_away()

    def _act(self, host: Host, step: Step) -> None:  # noqa: PLR0912 - a case for each button
        """Have the host press some button, which may be refused."""
        draw, room = step.draw, self.checks.room
        seat = str(1 + draw % max(1, room.seats_given))
        game = room.current_game
        at = f"{game.number}.{1 + draw % max(1, len(game.rounds))}" if game else "1.1"
        match step.what:
            case "undo" | "redo":
                host.take_back(step.what)
            case "correct":
                host.act("correct", **confirmed(at, seat, draw % 100 or ""))
            case "void" | "count" | "reopen":
                host.act(step.what, at=at, sure="yes")
            case "close" | "pause" | "resume":
                host.act(step.what, at=host.at)
            case "end" if draw % 4 == 0:
                host.act("end", at=host.at, how="count" if draw % 3 else "discard")
            case "time":
                host.act("time", seconds=(0, 0, 10, 30)[draw % 4])
            case "out" | "in":
                host.act(step.what, seat=seat)
            case "rename":
                host.act("rename", seat=seat, name=f"Name {draw}")
            case "merge" if draw % 4 == 0:
                host.act("merge", seat=seat, into=str(1 + draw // 4 % room.seats_given), sure="yes")
            case "add" if draw % 4 == 0:
                host.act("add", name=f"Guest {draw}")
            case "bot" if draw % 3 == 0:
                host.act("bot", strategy="edge")
            case "enter":
                host.act("show", seat=seat, number=draw % 100, at=host.at)
            case "hide" | "pace":
                name = "hidden" if step.what == "hide" else "by_itself"
                host.act(step.what, **{name: "yes" if draw % 3 else "no"})

    # Troubles

    def _break_server(self, number: int, step: Step) -> None:
        hit = self.servers if step.what == "power" else [self.servers[number]]
        for server in [each for each in hit if each.is_alive]:
            server.kill()
            self.timeline.after(_STARTS + step.draw % 3, server.start_again)
        if step.what == "power":
            self.disk.lose_unsynced()
        self.checks.is_troubled = True
        self.checks.compare_log()

    def _break_disk(self, step: Step) -> None:
        if step.what == "slow":
            self.disk.seconds = 0.05 + step.draw % 10 / 10
        elif step.what == "gone":
            self.disk.is_gone = True
        else:
            self.disk.failure = _FAILURES[step.what]
        self.checks.is_troubled = True
        self.timeline.after(0.5 + step.draw % 4, self.disk.heal)

    def _pass_time(self, step: Step) -> None:
        if step.what == "wait":
            self.timeline.run((2.0, 12.0, 35.0)[step.draw % 3])
        else:
            self.timeline.clocks.jump(3600.0 if step.what == "forward" else -3600.0)

    # Rest

    def _rest(self, *, compares: bool) -> None:
        """Let all troubles end, wait until every screen is in step, and check them."""
        self.disk.heal()
        if self.bus and self.bus.is_gone:
            self.bus.come_back()
            self.checks.is_troubled = True
        for server in self.servers:
            if not server.is_alive:
                server.start()
        for link in self.links.values():
            link.heal()
        self.timeline.run(BOUND)
        self.checks.after_step()
        self.checks.screens_in_bound()
        until = self.timeline.now + LONG_BOUND
        while self.timeline.now < until and not self.checks.is_in_step():
            self.timeline.run(2.0)
        self.checks.at_rest(compares=compares)

    def has_next_step(self) -> bool:
        """Tell whether anybody can do something, or something is due by itself."""
        room, host = self.checks.room, self.hosts[HOST]
        asks = any(each.phase in ("enter", "list", "call") for each in self.phones.values() if each.is_shown)
        if asks or scheduled.next_due_time(room) is not None:
            return True
        with self._looking(host):
            found = host.can if room.is_playing else host.phase in ("lobby", "over", "tie")
        return bool(found)


def _arranged(plan: Plan) -> Arrange | None:
    """Return what shuffles decks so that the plan decides who has which card."""

    def arrange(cards: list[Any]) -> None:
        assert plan.card is not None
        Random(plan.seed).shuffle(cards)
        cards[0], cards[plan.card] = cards[plan.card], cards[0]

    return None if plan.card is None else arrange


@contextmanager
def _quiet() -> Iterator[None]:
    """Keep logs of other packages, and what faults write, off the terminal."""
    logger, companion = logging.getLogger(), logging.getLogger("companion")
    before, logger.disabled = logger.disabled, True
    propagates, companion.propagate = companion.propagate, False
    try:
        yield
    finally:
        logger.disabled, companion.propagate = before, propagates


@contextmanager
def _one_crowd() -> Iterator[None]:
    """Have hosts told the same of an ending whatever was played, so that it is worked out once."""
    known = forecast.people_crowd
    with mock.patch.object(forecast, "people_crowd", lambda rules, players, _: known(rules, players, ())):
        yield


__all__ = ["BOUND", "LONG_BOUND", "Bug", "Failed", "World"]
