"""Throughput of many rooms: the highest rate of rounds that a server sustains."""

from collections import deque
from dataclasses import dataclass, field
from time import perf_counter, process_time
from typing import Any

from tests.tools.bench import machine, wire
from tests.tools.bench.figures import percentile
from tests.tools.bench.party import Party
from tests.tools.bench.poller import Poller
from tests.tools.bench.report import Limit, Report
from tests.tools.bench.servers import Serving, serving

_PLAYERS = 8
_HELD = 60.0  # rounds a second that are to be held
_SLOW = 0.1  # seconds within which 99 % of the numbers are to be acknowledged
_FIRST, _STEP, _MOST = 10.0, 1.6, 2000.0  # rounds a second: where to begin, how to go on, where to stop
_HALVINGS = 2  # times that the gap between what held and what did not is halved
_SPREAD = 1.0  # seconds over which the players of a room send, at the most
_DRAIN = 60.0


@dataclass(slots=True)
class _Number:
    """A planned number: when it is due, in which round, and from which phone."""

    due: float
    room: "_Room"
    turn: int
    phone: int
    request: bytes


@dataclass(slots=True)
class _Room:
    """A room, and the numbers that wait because the round before is not over."""

    party: Party
    turn: int = 0
    answered: int = 0
    early: deque[_Number] = field(default_factory=deque)


@dataclass(slots=True)
class _Rate:
    """The measurements at one rate. Time counts from when a number was due, even if it had to wait."""

    rate: float
    took: list[float] = field(default_factory=list)
    refused: int = 0
    wrong: int = 0
    server: float = 0.0
    client: float = 0.0

    @property
    def is_held(self) -> bool:
        return not self.refused and percentile(self.took, 99) < _SLOW

    def row(self) -> dict[str, Any]:
        return {
            "rounds/s": self.rate,
            "numbers/s": self.rate * _PLAYERS,
            "median ms": 1000 * percentile(self.took, 50),
            "99 % ms": 1000 * percentile(self.took, 99),
            "server's core %": 100 * self.server,
            "ours %": 100 * self.client,
            "screens wrong": self.wrong,
            "held": self.is_held,
        }


def part(rooms: int, seconds: float) -> Report:
    """Play in all rooms at increasing rates until the server is overloaded."""
    title = f"{rooms} rooms of {_PLAYERS} phones and a TV: rounds a second"
    with serving() as servers:
        poller = Poller()
        parties = [_party(servers, poller, seed) for seed in range(rooms)]
        rates = _search(parties, poller, seconds, servers.pids)
        kept = sum(party.kept() for party in parties)
        sent = sum(len(numbers) for party in parties for numbers in party.sent)
    held = max((rate.rate for rate in rates if rate.is_held), default=0.0)
    too_much = min((rate.rate for rate in rates if rate.rate > held), default=_MOST)
    says = f"Held: {held:.0f} rounds a second with 99 % under 100 ms. It gives way at {too_much:.0f}."
    limits = [
        Limit(f"rounds a second in {rooms} rooms", held, _HELD, least=True),
        Limit(f"numbers of {rooms} rooms kept", kept, sent, exact=True),
        Limit(f"screens of {rooms} rooms that are wrong", sum(rate.wrong for rate in rates), 0, exact=True),
    ]
    return Report(title, [rate.row() for rate in rates], limits, [says])


def _party(servers: Serving, poller: Poller, seed: int) -> Party:
    party = Party(servers, poller, _PLAYERS, seed)
    party.join()
    party.begin()
    party.follow()
    party.burst()
    return party


def _search(parties: list[Party], poller: Poller, seconds: float, pids: list[int]) -> list[_Rate]:
    """Increase the rate until it fails twice in a row, then bisect."""
    found: list[_Rate] = []

    def holds(rate: float) -> bool:
        for _ in range(2):
            found.append(_at(parties, poller, rate, seconds, pids))
            if found[-1].is_held:
                return True
        return False

    low, high = 0.0, _FIRST
    while high < _MOST and holds(high):
        low, high = high, high * _STEP
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if holds(middle) else (low, middle)
    return found


def _at(parties: list[Party], poller: Poller, rate: float, seconds: float, pids: list[int]) -> _Rate:
    """Play at one rate, and check all screens afterwards."""
    found = _Rate(rate)
    plan = _plan([_Room(party) for party in parties], rate, seconds)
    server, client, begin = machine.cpu(pids), process_time(), perf_counter()
    _play(plan, poller, found, begin)
    passed = perf_counter() - begin
    found.server = (machine.cpu(pids) - server) / passed
    found.client = (process_time() - client) / passed
    found.wrong = sum(_wrong(party, poller) for party in parties[: int(rate * seconds)])
    return found


def _plan(rooms: list[_Room], rate: float, seconds: float) -> deque[_Number]:
    """Plan the numbers: rooms start their rounds one after the other, players send at even intervals."""
    spread = min(_SPREAD, len(rooms) / rate / 2)
    plan = []
    for number in range(int(rate * seconds)):
        room = rooms[number % len(rooms)]
        numbers, at = room.party.draw()
        for phone, request in enumerate(room.party.requests(range(_PLAYERS), numbers, at)):
            due = number / rate + spread * phone / _PLAYERS
            plan.append(_Number(due, room, number // len(rooms), phone, request))
    return deque(sorted(plan, key=lambda each: each.due))


def _play(plan: deque[_Number], poller: Poller, found: _Rate, begin: float) -> None:
    total = len(plan)

    def send(number: _Number) -> None:
        line = number.room.party.phones[number.phone].line
        line.ask(number.request, lambda answer: arrived(number, answer))

    def arrived(number: _Number, answer: wire.Answer) -> None:
        found.took.append(answer.at - begin - number.due)
        found.refused += answer.status not in {200, 204}
        room = number.room
        room.answered += 1
        if room.answered % _PLAYERS == 0:
            room.turn += 1
            while room.early and room.early[0].turn == room.turn:
                send(room.early.popleft())

    while plan:
        now = perf_counter() - begin
        while plan and plan[0].due <= now:
            number = plan.popleft()
            if number.turn == number.room.turn:
                send(number)
            else:
                number.room.early.append(number)
        if plan:
            poller.rest(plan[0].due - (perf_counter() - begin))
    if not poller.run(lambda: len(found.took) == total, _DRAIN):
        raise wire.Broken(f"{total - len(found.took)} of {total} numbers were never acknowledged")


def _wrong(party: Party, poller: Poller) -> int:
    version = party.host.version()
    poller.run(lambda: all(screen.shows >= version for screen in party.screens), 5)
    return len(party.screens) - party.right(version)
