"""Simulated score-keepers: random taps on a score sheet in a browser, and a simple model beside them."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, Page

from companion.room.commands import membership
from tests.support.room_driver import HOST, RoomDriver, open_room_with
from tests.support.scenes import start_game
from tests.support.seeded_server import SeededServer

NAMES = ("Ann", "Bob", "Cyd", "Dan")
NOBODY = "none"
STEPS = 16
MOST_ROUNDS = 9

Entry = dict[str, str]
"""What stands in a row: keys by seat, the last one at the end; who gets a point has the key `1`."""

HANDS = """
let busy = 0;
const request = window.fetch;
window.fetch = async (address, options) => {
  const isQuestion = String(address).endsWith("/check");
  busy += !isQuestion;
  try {
    const answer = await request(address, options);
    const text = await answer.text();
    return { ok: answer.ok, status: answer.status, url: answer.url, text: async () => text };
  } finally {
    if (!isQuestion) setTimeout(() => (busy -= 1));
  }
};
window.touch = async (places) => {
  for (const place of places) {
    const each = document.querySelector(place);
    if (!each || !each.getClientRects().length) return place;
    for (const Kind of [PointerEvent, MouseEvent]) {
      const type = Kind === PointerEvent ? "pointerdown" : "click";
      each.dispatchEvent(new Kind(type, { bubbles: true, cancelable: true, detail: 1 }));
    }
    while (busy) await new Promise((done) => setTimeout(done));
  }
  return "";
};
window.standing = () => {
  const valued = [...document.querySelectorAll(".open td[data-seat]")].map((each) => {
    return [each.dataset.seat, each.querySelector(".value").textContent.trim()];
  });
  const nobody = document.querySelector('.pickone [value="none"]:checked') ? [["none", "1"]] : [];
  const way = document.querySelector('#entry [name="way"]');
  return [way ? way.value : "", Object.fromEntries([...valued, ...nobody].filter(([, value]) => value))];
};
"""
"""Taps places as a finger does, each after the answer to the one before; returns the one that is missing."""


@dataclass(frozen=True)
class Kind:
    """What is entered: the game with its options, and what a whole entry is."""

    game: str
    options: Mapping[str, Any]
    draw: Callable[[random.Random, Sequence[str]], Entry]
    players: int = 3
    is_tapped: bool = False
    ends: bool = False


def _hand(rng: random.Random, seats: Sequence[str]) -> Entry:
    out = rng.choice(seats)
    return {seat: "0" if seat == out else str(rng.randint(1, 13)) for seat in seats}


def _sums(rng: random.Random, seats: Sequence[str]) -> Entry:
    return {seat: str(rng.randint(3, 13)) for seat in seats}


def _totals(rng: random.Random, seats: Sequence[str]) -> Entry:
    return {seat: str(rng.randint(1, 4)) for seat in seats}


def _taker(rng: random.Random, seats: Sequence[str]) -> Entry:
    return {rng.choice([*seats, NOBODY]): "1"}


def _takers(rng: random.Random, seats: Sequence[str]) -> Entry:
    takers = rng.sample(seats, rng.randrange(len(seats)))  # not everybody
    return dict.fromkeys(takers or [NOBODY], "1")


KINDS: Mapping[str, Kind] = {
    "results": Kind("mediocrity", {"keep": "results", "target": 99}, _hand, players=4),
    "points": Kind("mediocrity", {"keep": "points", "target": 99}, _takers, is_tapped=True),
    "takers": Kind("median", {"keep": "results"}, _taker, is_tapped=True),
    "sums": Kind("saichugen", {"keep": "results", "rounds": 5, "games": 3}, _sums),
    "totals": Kind("median", {"keep": "totals"}, _totals, ends=True),
}


@dataclass
class Round:
    """A row above the open one."""

    plays: Entry
    is_void: bool = False


@dataclass
class Act:
    """What Undo takes back: the rounds before it, and what it entered in the open round."""

    before: list[Round]
    entry: Entry | None = None


@dataclass
class Keeper:
    """A score-keeper with a sheet, and what must stand there and in the record."""

    page: Page
    kind: Kind
    rng: random.Random
    rounds: list[Round] = field(default_factory=list)
    typed: Entry = field(default_factory=dict)
    acts: list[Act] = field(default_factory=list)
    latest: Act | None = None
    """The entry that was sent last, which Undo brings back."""
    told: list[str] = field(default_factory=list)

    @property
    def seats(self) -> Sequence[str]:
        return [str(number) for number in range(1, self.kind.players + 1)]

    @property
    def is_over(self) -> bool:
        return self.kind.ends and any(not played.is_void for played in self.rounds)

    def play(self, steps: int = STEPS) -> None:
        """Do random things; after each of them the open row is as it must be."""
        for _ in range(steps):
            act = self.rng.choice([*self._possible()])
            self.told.append(act.__name__)
            act()
            evaluate = self.page.evaluate("standing()")
            assert evaluate == (["", {}] if self.is_over else ["enter", self.typed]), (
                self.told,
                evaluate,
                self.typed,
            )

    def _possible(self) -> Iterator[Callable[[], None]]:
        yield self.reload
        if not self.is_over and len(self.rounds) < MOST_ROUNDS:
            yield from (self.type, self.type, self.enter, self.enter)
        if self.rounds:
            yield from (self.correct, self.leave_correction, self.strike, self.insert, self.leave_insertion)
        if self.acts or self.typed:
            yield self.undo

    def touch(self, *places: str) -> str:
        return str(self.page.evaluate("touch", [*places]))

    def must_touch(self, *places: str) -> None:
        missing = self.touch(*places)
        assert not missing, (self.told, missing)

    def reload(self) -> None:
        self.page.reload(wait_until="domcontentloaded")
        self.page.wait_for_selector("html.js")

    # The open row

    def type(self) -> None:
        """Enter a part of a row."""
        whole = self.kind.draw(self.rng, self.seats)
        for seat in self.rng.sample([*whole], self.rng.randint(1, len(whole))):
            self._put(seat, whole[seat])

    def enter(self) -> None:
        """Enter a whole row, and send it."""
        whole = self.kind.draw(self.rng, self.seats)
        if self.kind.is_tapped:
            for seat in [seat for seat in self.typed if seat not in whole]:
                self._put(seat, "")
        for seat, text in whole.items():
            self._put(seat, text)
        self.must_touch(".done")
        self.latest = Act([*self.rounds], self.typed)
        self.acts.append(self.latest)
        self.rounds = [*self.rounds, Round(self.typed)]
        self.typed = {}

    def _put(self, seat: str, text: str) -> None:
        """Tap a key in the open row; an empty text takes back what was tapped."""
        if self.typed.get(seat, "") == text:
            return
        self.must_touch(*self._taps(seat, text))
        others = {other: key for other, key in self.typed.items() if other != seat}
        if self.kind.is_tapped and text:
            others = {other: key for other, key in others.items() if self._may_stay(other, seat)}
        self.typed = {**others, seat: text} if text else others

    def _may_stay(self, one: str, other: str) -> bool:
        return self.kind.draw is _takers and NOBODY not in (one, other)

    def _taps(self, seat: str, text: str) -> Iterator[str]:
        if self.kind.is_tapped:
            yield f'.pad [data-key="{seat}"]'
            return
        yield f'.open [data-seat="{seat}"] .who'
        if self.kind.draw is not _sums:
            yield f'.pad [data-key="{text}"]'
            return
        yield from (f'.pad [data-key="{digit}"]' for digit in text)
        if len(text) == 1:
            yield '.pad [data-does="next"]'

    # Rows above it

    def correct(self) -> None:
        """Mend a cell of an old row."""
        at, plays = self._mended()
        self._do(self._with_round(at, Round(plays, self.rounds[at].is_void)))
        self.must_touch(".done")

    def leave_correction(self) -> None:
        self._mended()
        self.must_touch(".last .leave")

    def _mended(self) -> tuple[int, Entry]:
        """Tap an old cell and another key; return which row that is, and what it has then."""
        at = self.rng.randrange(len(self.rounds))
        row = f'tbody a[href*="correct={at + 1}'
        self.must_touch(f'{row}&"], {row.replace("*=", "$=")}"]')
        plays = self.rounds[at].plays
        if self.kind.is_tapped:
            other = self._other_takers(plays)
            changed = [seat for seat in {**plays, **other} if (seat in plays) != (seat in other)]
            self.must_touch(*(f'.pad [data-key="{seat}"]' for seat in self._in_turn(changed, plays)))
            return at, other
        seat = self.rng.choice([seat for seat in plays if plays[seat] != "0"])
        text = self.rng.choice([each for each in map(str, range(1, 5)) if each != plays[seat]])
        self.must_touch(*self._taps(seat, text))
        return at, {**plays, seat: text}

    def _other_takers(self, plays: Entry) -> Entry:
        return next(
            other for other in iter(lambda: self.kind.draw(self.rng, self.seats), None) if other != plays
        )

    def _in_turn(self, changed: Sequence[str], plays: Entry) -> Sequence[str]:
        """List the keys to tap: one that excludes those before it takes them back by itself."""
        added = [seat for seat in changed if seat not in plays]
        return added if not all(self._may_stay(one, two) for one in plays for two in added) else changed

    def strike(self) -> None:
        """Strike a row, or let it count again."""
        at = self.rng.randrange(len(self.rounds))
        row = self.rounds[at]
        self.must_touch(f'tbody a[href$="menu={at + 1}"]')
        would_be_late = row.is_void and self.is_over
        if would_be_late or self.touch('.menu button[name="void"]'):
            self.must_touch(".leave")
        else:
            self._do(self._with_round(at, Round(row.plays, not row.is_void)))

    def insert(self) -> None:
        """Put in a row that was forgotten."""
        at = self._opened_insertion()
        if at is None:
            return
        whole = self.kind.draw(self.rng, self.seats)
        self._type_insertion(whole, whole)
        self.must_touch(".done")
        self._do([*self.rounds[:at], Round(whole), *self.rounds[at:]])

    def leave_insertion(self) -> None:
        if self._opened_insertion() is None:
            return
        whole = self.kind.draw(self.rng, self.seats)
        self._type_insertion(whole, [*whole][:-1])
        self.must_touch(".last .leave")

    def _opened_insertion(self) -> int | None:
        """Open a row before an old one; return its place, or None where the game takes none."""
        at = self.rng.randrange(len(self.rounds))
        self.must_touch(f'tbody a[href$="menu={at + 1}"]')
        if not self.touch(f'.menu a[href$="insert={at + 1}"]'):
            return at
        self.must_touch(".menu .leave")
        return None

    def _type_insertion(self, whole: Entry, some: Sequence[str] | Entry) -> None:
        for seat in some:
            self.must_touch(*self._taps(seat, whole[seat]))

    def undo(self) -> None:
        self.must_touch("#undo button")
        if self.typed and not self.is_over:
            self.typed.popitem()
            return
        act = self.acts.pop()
        self.rounds = act.before
        if act is self.latest and act.entry is not None:
            self.typed = act.entry

    def _do(self, rounds: list[Round]) -> None:
        self.acts.append(Act(self.rounds))
        self.rounds = rounds

    def _with_round(self, at: int, row: Round) -> list[Round]:
        return [*self.rounds[:at], row, *self.rounds[at + 1 :]]


@dataclass
class Table:
    """A browser with one page, at which one keeper sits after the other."""

    site: SeededServer
    page: Page

    def seat(self, seed: int, kind: str = "") -> list[str]:
        """Let a keeper play; return what was done. The record must be that of the taps."""
        rng = random.Random(seed)
        played = KINDS[kind or rng.choice([*KINDS])]
        code = self.site.put(self._room(played).room)
        address = f"http://localhost:{self.site.server.port}/{code}"
        self.page.goto(f"{address}/host/sheet", wait_until="domcontentloaded")
        self.page.wait_for_selector("html.js")
        keeper = Keeper(self.page, played, rng)
        keeper.play()
        expected = [
            _filled(each_played.plays, played, keeper.seats)
            for each_played in keeper.rounds
            if not each_played.is_void
        ]
        record = self._record(address)
        assert record == expected, (seed, keeper.told, record, expected)
        return keeper.told

    def _room(self, kind: Kind) -> RoomDriver:
        driver = open_room_with(kind.game, ())
        for name in NAMES[: kind.players]:
            assert driver.do(HOST, membership.add_player, name)
        start_game(driver, **kind.options)
        return driver

    def _record(self, address: str) -> list[dict[str, int]]:
        text = self.page.evaluate("async (record) => (await fetch(record)).text()", f"{address}/game-1.json")
        found = json.loads(text)
        return [dict(each["plays"]) for each in found["rounds"]]


def _filled(plays: Entry, kind: Kind, seats: Sequence[str]) -> dict[str, int]:
    return {NAMES[int(seat) - 1]: int(plays.get(seat, "0")) for seat in (seats if kind.is_tapped else plays)}


def table(browser: Browser, site: SeededServer) -> Table:
    """Return a table with a phone on it."""
    context = browser.new_context(viewport={"width": 390, "height": 664}, has_touch=True)
    url = f"http://localhost:{site.server.port}"
    context.add_cookies([{"name": "companion", "value": site.cookie(HOST), "url": url}])
    context.add_init_script(HANDS)
    return Table(site, context.new_page())
