"""Plays random evenings over HTTP against a real server, and scores every game three times.

What the host's screen shows, what `companion score` says of the exported evening, and what the tests' own
scorers say must be the same. Exits with 1 if anything differs, and names the seed of that evening.
"""

import argparse
import json
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support import naive_cards, naive_numbers, naive_results
from tests.support.correction_fields import confirmed
from tests.support.guest import Answer, Guest
from tests.support.page_forms import page_forms
from tests.support.server import Server

_PHASE, _AT = r'id="own"[^>]*data-phase="(\w+)"', r'name="at" value="([^"]*)"'
TIES = ("peel", "sudden-death", "peel+sudden-death", "showdown", "peel+showdown")
NAMES = ("Ann", "Ben", "Cid", "Dan", "Eve")
_MOST_TURNS = 150
_ENOUGH = 100
"""After so many turns the host ends a game."""


@dataclass
class Tally:
    """What was played, and what differed."""

    counts: Counter[str] = field(default_factory=Counter)
    differences: list[str] = field(default_factory=list)

    def table(self) -> str:
        """Return a line for everything that was counted."""
        lines = [f"{number:>7}  {name}" for name, number in sorted(self.counts.items())]
        return "\n".join([*lines, f"{len(self.differences):>7}  differences", *self.differences])


@dataclass
class Evening:
    """One room: players with phones or without, some games, corrections and undos, all by one seed."""

    url: str
    seed: int
    tally: Tally

    def __post_init__(self) -> None:
        self.rng = random.Random(self.seed)
        self.host = Guest(self.url)
        self.names = NAMES[: self.rng.randint(3, 5)]
        self.phones: dict[str, Guest] = {}
        self.laid: set[str] = set()

    def play(self) -> None:
        """Play the evening, and compare its scores."""
        self.host.ask("/")
        self.host.start_room()
        has_phones = self.rng.random() < 0.7
        for name in self.names:
            if has_phones:
                self.phones[name] = Guest(self.url)
                self.phones[name].page()
                self.phones[name].join(self.host.code, name)
            else:
                self._act("add", name=name)
        shown = [self._play_game() for _ in range(self.rng.randint(1, 3))]
        self._compare([each for each in shown if each is not None])
        self.tally.counts["evenings"] += 1

    # Playing

    def _play_game(self) -> dict[str, int] | None:
        """Play a game to its end; return the points that the host's screen shows then."""
        options = self._options()
        self.laid.clear()
        if self._act("begin", **options).status != 200:
            self.tally.counts["games that these players cannot play"] += 1
            return None
        for turn in range(_MOST_TURNS):
            page = self.host.page("/host").text
            phase = _first(r'data-phase="(\w+)"', page)
            if phase in ("over", "tie", "lobby"):
                if phase == "tie":
                    self.tally.counts["ties that stand"] += 1
                break
            self._turn(page, is_long=turn > _ENOUGH)
        kind = " ".join(f"{name}={value}" for name, value in options.items() if name in _SHOWN)
        self.tally.counts[f"games: {kind}{' phones' if self.phones else ''}"] += 1
        return points_on(self.host.page("/host").text)

    def _options(self) -> dict[str, object]:
        rng, three = self.rng, len(self.names) == 3
        dealt: dict[str, object] = {"table": "dealt"} if self.phones else {}
        cards: list[dict[str, object]] = [
            {"game": "mediocrity", "target": 1},
            {"game": "mediocrity", "target": 2, "keep": "results"},
            {"game": "median", "lowest": "10"},
            {"game": "median", "lowest": "9", "hand": 2, **dealt},
            {"game": "median", "lowest": "J", "keep": "results"},
        ]
        if three:
            cards += [
                {"game": "saichugen", "rounds": 2, "games": rng.randint(1, 2)},
                {"game": "saichugen", "rounds": 2, **dealt},
                {"game": "saichugen", "rounds": 3, "keep": "results"},
            ]
        numbers: dict[str, object] = {
            "game": "good-enough",
            "rounds": rng.randint(3, 6),
            "low": rng.choice((0, 0, 1)),
            "high": rng.choice((5, 9, 100)),
            "tie_break": rng.choice(TIES),
        }
        if rng.random() < 0.3:
            numbers |= {"scoring": "mean", "factor": rng.choice(("1", "0.8", "2/3"))}
        if rng.random() < 0.2:
            numbers["points"] = "number"
        if rng.random() < 0.2:
            numbers["offsets"] = "yes"
        if rng.random() < 0.15:
            numbers |= {"entry": "lists", "tie_break": "peel"}
        return rng.choice([numbers, rng.choice(cards)])

    def _turn(self, page: str, *, is_long: bool) -> None:
        """Let all enter what they are asked for, and the host go on, correct or undo."""
        can = _first(r'data-can="([^"]*)"', page).split()
        at = _first(_AT, page)
        if is_long or self.rng.random() < 0.01:
            self._act("end", at=at, how="count")
            self.tally.counts["games that the host ended"] += 1
            return
        if "." in at and self.rng.random() < 0.1:
            self._correct(page, at)
        for guest in self.phones.values():
            self._enter(guest)
        self._enter_for_all(page, at)
        for action in ("next", "close"):
            if action in can:
                self._act(action, at=at)

    def _correct(self, page: str, at: str) -> None:
        """Correct a number of a revealed round, or undo what was done last."""
        undo = _first(r'form="undo" name="number" value="(\d+)"', page)
        if undo and self.rng.random() < 0.4:
            done = self._act("undo", number=undo, sure="yes")
            self.tally.counts["undone"] += done.status == 200
            return
        game, number = map(int, at.split("."))
        if number > 1:
            seat, typed = self.rng.randint(1, len(self.names)), self.rng.randint(1, 5)
            place = f"{game}.{self.rng.randint(1, number - 1)}"
            done = self._act("correct", **confirmed(place, seat, typed))
            self.tally.counts["corrected" if done.status == 200 else "corrections refused"] += 1

    def _enter(self, guest: Guest) -> None:
        """Enter what a phone asks for."""
        page = guest.page().text
        phase, at = (
            _first(_PHASE, page),
            _first(_AT, page),
        )
        if phase == "call":
            guest.ask(f"/{guest.code}/call", {"at": at, "call": self.rng.choice(("high", "low"))})
            page = guest.page().text
            phase = _first(_PHASE, page)
        if phase == "list":
            many = int(_first(r'data-shape="(\d+)"', page))
            guest.ask_list([self._number() for _ in range(many)])
        if phase != "enter":
            return
        keys = re.findall(r'form="pad" name="number" value="([^"]*)">', page)
        free = [key for key in keys if key not in self.laid]
        if free:
            card = self.rng.choice(free)
            if card[-1] in "CDHS":
                self.laid.add(card)
            guest.send(card, at)
        elif not keys:
            guest.send(self._number(), at)

    def _enter_for_all(self, page: str, at: str) -> None:
        """Enter on the score pad, or for each player without a phone."""
        pad = self.host.page("/host/pad")
        form = page_forms(pad.text).get("entry") if pad.url.endswith("/pad") else None
        if form is not None and (not self.phones or re.search('data-kind="(one|digits)"', pad.text)):
            self._enter_on_pad(pad.text, form.fields, form.unchecked)
        elif not self.phones:
            for seat in range(1, len(self.names) + 1):
                numbers = [self._number() for _ in range(6)]
                self._act("show", seat=seat, number=numbers[0], at=at)
                many = _first(r'data-shape="(\d+)"', page)
                if many:
                    self._act("list", seat=seat, number=" ".join(map(str, numbers[: int(many)])), at=at)

    def _enter_on_pad(
        self, page: str, fields: Sequence[tuple[str, str]], unchecked: Sequence[tuple[str, str]]
    ) -> None:
        rng = self.rng
        said = {name: value for name, value in fields if not name.startswith("play-")}
        seats = [name for name, _ in fields if name.startswith("play-")]
        if 'data-kind="digits"' in page:
            said |= dict.fromkeys(seats, "0") | {name: str(rng.randint(0, 3)) for name in seats[1:]}
            shuffled = [said[name] for name in seats]
            rng.shuffle(shuffled)
            said |= dict(zip(seats, shuffled, strict=True))
        elif 'data-kind="one"' in page:
            said["one"] = rng.choice([value for name, value in (*fields, *unchecked) if name == "one"])
        else:
            keys = re.findall(r'data-key="(\w+)"(?![^>]*data-why)', page)
            is_deck = any(key[-1] in "CDHS" for key in keys)
            free = [key for key in keys if key not in self.laid]
            if len(free) < len(seats):
                return  # what was refused counts as laid: the host ends such a game
            cards = rng.sample(free, len(seats)) if is_deck else rng.choices(free, k=len(seats))
            said |= dict(zip(seats, cards, strict=True))
            self.laid.update(cards if is_deck else ())
        if ("call", "high") in unchecked:
            said["call"] = rng.choice(("high", "low"))
        self.host.ask(f"/{self.host.code}/host/pad", dict(said))

    def _number(self) -> int:
        return self.rng.randint(1, 5)

    def _act(self, action: str, /, **form: object) -> Answer:
        return self.host.ask(f"/{self.host.code}/host/{action}", form)

    # Comparing

    def _compare(self, shown: Sequence[dict[str, int]]) -> None:
        """Compare the screens, `companion score` and the second scorers."""
        exported = self.host.page("/evening.json").text
        records = json.loads(exported).get("games", [])
        scored = [json.loads(line) for line in score_of(exported).splitlines()] if records else []
        for record, root in zip(records, scored, strict=True):
            self.tally.counts[f"endings: {root.get('decided_by') or 'by points'}"] += root["finished"]
            boards = [{name: each.get(name, 0) for name in root["scores"]} for each in shown]
            if not any(points in boards for points in points_of(root)):
                self._differs("the screen", record, shown, root["scores"])
            for what, expected, found in compared(record, root):
                if expected != found:
                    self._differs(what, record, expected, found)

    def _differs(self, what: str, record: Any, expected: object, found: object) -> None:
        line = f"seed {self.seed}, {record['game']}: {what} has {expected}, `companion score` {found}"
        self.tally.differences.append(line)


_SHOWN = ("game", "table", "keep", "entry", "scoring", "tie_break")


def compared(record: Any, root: Any) -> Iterator[tuple[str, object, object]]:
    """Yield what a second scorer says of a record, and what was scored: points, winners, whether it is over.

    Nothing where something was struck, or where the host ended a game of cards between two results.
    """
    if any("struck" in each for each in record["rounds"]):
        return
    if record["game"] == "good-enough":
        second: Any = naive_numbers.result_of(record)[0]
    elif record.get("options", {}).get("keep") == "results":
        second = naive_results.result_of(record)
    else:
        second = naive_cards.result_of(record)
    for name in ("scores", "winners", "finished") if second else ():
        yield f"the second scorer ({name})", second[name], root[name]


def points_of(root: Any) -> Iterator[Mapping[str, int]]:
    """Yield the points that a screen may show: those of the whole, or those of its last part."""
    yield root["scores"]
    if root["parts"] and "scores" in root["parts"][-1]:
        yield from points_of(root["parts"][-1])


def score_of(exported: str) -> str:
    """Return what `companion score --json` prints for an exported evening."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "score", "--json", "-"],
        input=exported,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout


def points_on(page: str) -> dict[str, int]:
    """Return the points that a scoreboard shows, by name."""
    rows = re.findall(r'<li class="(?:row|tile)\b(.*?)</li>', page, re.DOTALL)
    pairs = (
        (
            _first(r'<bdi class="name[^>]*>(.*?)</bdi>', row),
            _first(r'class="points[^>]*>(?:<b>)?([-−]?\d+)', row).replace("−", "-"),
        )
        for row in rows
    )
    return {name: int(points) for name, points in pairs if points}


def _first(pattern: str, page: str) -> str:
    found = re.search(pattern, page)
    return found[1] if found else ""


def play_evenings(number: int, seed: int) -> Tally:
    """Play so many evenings, of the seeds from `seed` on, on one server."""
    tally = Tally()
    with tempfile.TemporaryDirectory() as folder:
        free = {"COMPANION_LIMIT_REQUESTS_PER_SECOND": "0", "COMPANION_LIMIT_ROOMS_PER_HOUR": "0"}
        server = Server(Path(folder), environ=free).start()
        try:
            for each in range(seed, seed + number):
                Evening(server.url, each, tally).play()
        finally:
            server.stop()
    return tally


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--evenings", type=int, default=20, help="how many evenings (20)")
    parser.add_argument("--seed", type=int, default=0, help="the seed of the first one (0)")
    asked = parser.parse_args()
    tally = play_evenings(asked.evenings, asked.seed)
    print(tally.table())
    return 1 if tally.differences else 0


if __name__ == "__main__":
    sys.exit(main())
