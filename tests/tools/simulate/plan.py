"""The plan of a world: all that the seed decides, as data, so that a failure can be shrunk."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from random import Random
from typing import Literal

from tests.tools.simulate.network import TROUBLES

NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve", "Fay")
TV, HOST, SECOND_HOST, VISITOR, SPARE = "TV", "host", "co-host", "visitor", "spare phone"

Kind = Literal["play", "seat", "host", "line", "server", "disk", "bus", "time", "rest"]

Game = Mapping[str, object]

_NUMBERS: Game = {
    "game": "good-enough",
    "low": 0,
    "high": 100,
    "rounds": 5,
    "scoring": "median",
    "factor": "1",
    "points": "one",
    "offsets": "",
    "points_target": "",
    "tie_break": "peel",
    "entry": "each-round",
}
NUMBERS: tuple[Game, ...] = (
    _NUMBERS,
    _NUMBERS | {"rounds": 7, "scoring": "mean", "factor": "0.8"},
    _NUMBERS | {"rounds": 3, "tie_break": "sudden-death"},
    _NUMBERS | {"rounds": 3, "tie_break": "peel+showdown"},
    _NUMBERS | {"rounds": 4, "entry": "lists"},
    _NUMBERS | {"points_target": 9},
    _NUMBERS | {"low": 1, "high": 30, "points": "number", "offsets": "true"},
)
CARDS: tuple[Game, ...] = (
    {"game": "mediocrity", "target": 2},
    {"game": "median", "table": "real"},
    {"game": "median", "table": "dealt"},
)
DEALT: Game = {"game": "median", "table": "dealt", "lowest": "2", "hand": 5}
"""A game in which some cards are not dealt."""
SAICHUGEN: tuple[Game, ...] = (
    {"game": "saichugen", "table": "dealt"},
    {"game": "saichugen", "table": "real"},
)


_SOME = 0.25
"""How likely a party has what not all have."""

_TAKEOVERS = 0.15
"""How likely something happens to a seat after a play, where there is a spare phone."""


@dataclass(frozen=True)
class Step:
    """Something that somebody does, or that happens, and how long until the next step.

    `draw` decides whatever depends on what is there then: which key, which number, which round.
    """

    kind: Kind
    who: str
    what: str
    draw: int
    wait: float

    def __str__(self) -> str:
        return f"{self.who} {self.what} ({self.draw}), then {self.wait:.2f} s"


@dataclass(frozen=True)
class Plan:
    """A party: who takes part, on how many servers, and all steps in their order."""

    seed: str
    names: tuple[str, ...]
    servers: int
    games: tuple[Game, ...]
    """The games that the host starts, one after the other and then from the first again."""
    steps: tuple[Step, ...]
    secret: tuple[int, int] | None = None
    """A step and the number that is sent in it instead of its own; None in a world that has no twin."""
    card: int | None = None
    """The place in each shuffled deck whose card is dealt first; None where chance decides."""
    hosts: tuple[str, ...] = (HOST,)
    watches: bool = False
    """Whether the hosts keep their pages open; they look only at what they press otherwise."""
    has_visitor: bool = False
    """Whether there is somebody without a seat who just watches."""
    has_spare: bool = False
    """Whether there is a spare phone, which takes the seats of players."""
    japanese: str = ""
    """Whose browser asks for pages in Japanese, if any does."""

    def __str__(self) -> str:
        head = (
            f"seed {self.seed}: {', '.join(self.names)}, {self.servers} server(s), games {list(self.games)}"
        )
        return "\n".join([head, *(f"  {number}. {step}" for number, step in enumerate(self.steps))])


def make_plan(seed: str, rounds: int, troubles: float = 0.15) -> Plan:
    """Plan a party of about so many rounds; `troubles` is how likely one is after each play."""
    rng = Random(seed)
    names = NAMES[: rng.choice((3, 3, 4, 4, 5, 6))]
    servers = rng.choice((1, 1, 2))
    kinds = [*NUMBERS, *(CARDS if len(names) < 6 else ()), *(SAICHUGEN if len(names) == 3 else ())]
    games = tuple(rng.sample(kinds, 3))
    hosts = (HOST, SECOND_HOST) if rng.random() < 0.2 else (HOST,)
    watches = rng.random() < 0.2
    calm = rng.random() < 0.3
    chance = 0.0 if calm else troubles
    steps = tuple(_steps(rng, names, hosts, servers, rounds, chance))
    has_spare = rng.random() < _SOME
    return Plan(
        seed,
        names,
        servers,
        games,
        tuple(_with_takeovers(rng, steps)) if has_spare else steps,
        hosts=hosts,
        watches=watches,
        has_spare=has_spare,
        has_visitor=rng.random() < _SOME,
        japanese=rng.choice((*names, TV)) if rng.random() < _SOME else "",
    )


def _steps(
    rng: Random, names: tuple[str, ...], hosts: tuple[str, ...], servers: int, rounds: int, chance: float
) -> Iterator[Step]:
    for number in range(1, rounds + 1):
        yield _step(rng, "host", hosts[0], "onward")
        for name in rng.sample(names, len(names)):
            if rng.random() < chance:
                yield _trouble(rng, names, hosts, servers)
            yield _step(rng, "play", name, rng.choices(("play", "twice", "change"), (20, 1, 1))[0])
            if rng.random() < chance / 3:
                yield _step(rng, "play", rng.choice(names), rng.choice(MOVES))
        yield _step(rng, "play", "all", "who is missing")
        if rng.random() < chance * 2:
            yield _step(rng, "host", rng.choice(hosts), rng.choice(HOST_ACTIONS))
        if number % 3 == 0:
            yield _step(rng, "rest", "all", "rest" if number % 4 else "rest and compare")


def _with_takeovers(rng: Random, steps: Iterable[Step]) -> Iterator[Step]:
    """Yield steps, and what happens to the seats of those who have just played."""
    for step in steps:
        yield step
        if step.what == "play" and rng.random() < _TAKEOVERS:
            yield _step(rng, "seat", step.who, rng.choice(SEAT_STEPS))


SEAT_STEPS = ("own link", "link of the host", "claim", "yes", "no", "no")
MOVES = ("leave", "reload", "put away", "play")
HOST_ACTIONS = (
    *("undo", "undo", "redo", "correct", "correct", "void", "count", "reopen", "close", "end"),
    *("pause", "resume", "time", "out", "in", "rename", "merge", "add", "bot", "enter", "hide", "pace"),
)
SERVER_TROUBLES = ("kill", "kill", "power")
CLOCK_TROUBLES = ("wait", "wait", "forward", "back")
DISK_TROUBLES = ("fails", "full", "busy", "slow", "gone")


def _trouble(rng: Random, names: tuple[str, ...], hosts: tuple[str, ...], servers: int) -> Step:
    match rng.choices(("line", "server", "disk", "bus", "time"), (10, 2, 3, 1 if servers > 1 else 0, 1))[0]:
        case "server":
            return _step(rng, "server", f"server {rng.randrange(servers)}", rng.choice(SERVER_TROUBLES))
        case "disk":
            return _step(rng, "disk", "disk", rng.choice(DISK_TROUBLES))
        case "bus":
            return _step(rng, "bus", "bus", "gone")
        case "time":
            return _step(rng, "time", "clock", rng.choice(CLOCK_TROUBLES))
    return _step(rng, "line", rng.choice((*names, *names, TV, *hosts)), rng.choice(TROUBLES))


def _step(rng: Random, kind: Kind, who: str, what: str) -> Step:
    wait = rng.choice((0.0, 0.0, 0.003, 0.05, 0.4)) if kind != "rest" else 0.0
    return Step(kind, who, what, rng.randrange(10_000), wait)
