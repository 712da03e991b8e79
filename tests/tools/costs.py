"""Measure the cost of scoring, of a round in a room, and of loading a phone: `python -m tests.tools.costs`.

Prints plays per second for rounds of several sizes and games of several lengths, and the ratio of the cost of
a play in the smallest and the largest, which must stay within 3. Numbers go up to a million, so that nearly
all differ and count: scoring a disqualified play is cheaper. A first visit must stay below 60 KB with all
files; it is measured where there is Chromium.
"""

import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

from playwright.sync_api import sync_playwright

from companion.room import events
from companion.room.commands import membership, room_control, scheduled, submissions
from companion.room.commands.access import round_id
from companion.room.events import Seat
from companion.room.game_state import BEGINNING
from companion.room.reducer import apply, apply_all
from companion.room.state import LogEntry, Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.results import Reveal
from companion.views.phone import phone_view
from companion.views.tv import tv_view
from tests.support.chromium import FLAGS, chromium_path
from tests.support.guest import Guest
from tests.support.page_weight import LIMIT, Weight
from tests.support.server import Server

PLAYS = 20_000
HIGH = 1_000_000
HOST = "host"


def record(players: int, rounds: int, **options: object) -> Record:
    """Return a game of random numbers, the same every time."""
    chance = Random(1)
    names = tuple(f"player {number}" for number in range(players))
    reveals = tuple(Reveal({name: chance.randint(0, HIGH) for name in names}) for _ in range(rounds))
    rules = GoodEnough(high=HIGH, rounds=rounds, **options)  # type: ignore[arg-type]
    return Record("good-enough", rules, names, reveals)


def peeled(players: int, rounds: int) -> Record:
    """Return a tied game that peels to the end: nobody scores."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal(dict.fromkeys(names, 7))
    return Record("good-enough", GoodEnough(rounds=rounds), names, (same,) * rounds)


def sudden_death(players: int, rounds: int, tie_break: str = "sudden-death") -> Record:
    """Return a game that is tied after 3 rounds and each added one: two of four always score."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal({name: min(number, 2) for number, name in enumerate(names)})
    rules = GoodEnough(rounds=3, tie_break=tie_break)
    return Record("good-enough", rules, names, (same,) * rounds)


def showdown(players: int, rounds: int) -> Record:
    """Return a game that is tied after 3 rounds, and a showdown in which two stay as close as each other."""
    names = tuple(f"player {number}" for number in range(players))
    tie = Reveal(dict.fromkeys(names, 7))
    close = Reveal({name: number for number, name in enumerate(names)})
    rules = GoodEnough(high=max(HIGH, players), rounds=3, tie_break="peel+showdown")
    return Record("good-enough", rules, names, (tie,) * 3 + (close,) * (rounds - 3))


def cost(found: Record, times: int = 7) -> float:
    """Return the seconds for a play: the best of several runs."""
    plays = sum(len(reveal.plays) for reveal in found.reveals)
    repeat = max(1, PLAYS // plays)
    tries = []
    for _ in range(times):
        start = time.perf_counter()
        for _ in range(repeat):
            games.score(found)
        tries.append((time.perf_counter() - start) / repeat / plays)
    return min(tries)


def report(title: str, found: dict[str, Record]) -> None:
    """Print a line for each record, smallest first, and the ratio of the costs of a play."""
    print(title)
    costs = {name: cost(each) for name, each in found.items()}
    for name, each in costs.items():
        print(f"  {name:>32}  {1 / each:>12,.0f} plays a second")
    first, *_, last = costs.values()
    print(f"  {'smallest against largest':>32}  {max(first / last, last / first):>12.1f}")


def room(players: int, **options: object) -> Room:
    """Open a room and start a game of It's Good Enough with a phone for each player."""
    options = {"high": HIGH, **options}
    found = apply(Room("AB23"), events.RoomOpened(HOST, "good-enough", options, None), HOST)
    for number in range(1, players + 1):
        phone = device(str(number))
        found = apply(found, membership.join_room(found, phone, f"player {number}"), phone)
    return apply(found, room_control.start_game(found, HOST, lambda _: options), HOST)


def device(seat: Seat) -> str:
    """Return the device of a player."""
    return f"phone {seat}"


def sent(found: Room, seat: Seat, number: int) -> Room:
    """Submit a number as a server does, with the events that fall due before and after."""
    assert found.current_game is not None
    event = submissions.submit_play(found, device(seat), round_id(found.current_game), str(number))
    found = apply_all(found, [LogEntry(found.version + 1, BEGINNING, device(seat), event)])
    scheduled.due_event(found, BEGINNING)
    scheduled.next_due_time(found)
    return found


def played(found: Room, rounds: int = 1) -> Room:
    """Play rounds in which nearly all numbers differ."""
    chance = Random(found.version)
    for _ in range(rounds):
        for seat in found.seats:
            found = sent(found, seat, chance.randint(0, HIGH))
    return found


def looked(found: Room) -> None:
    """Make the views of the TV and every phone."""
    tv_view(found, ())
    for seat in found.seats:
        phone_view(found, seat)


def best(work: Callable[[], object], times: int) -> float:
    """Return the seconds that some work takes: the best of several runs."""
    tries = []
    for _ in range(times):
        start = time.perf_counter()
        work()
        tries.append(time.perf_counter() - start)
    return min(tries)


def of_rounds(title: str, **options: object) -> dict[str, float]:
    """Measure a round of 8 players after 10 rounds and after 1,000, with all views of it."""
    early = played(room(8, **options), 10)
    late = played(early, 990)
    rooms = {f"{title}, after 10": early, f"{title}, after 1,000": late}
    return {name: best(lambda now=now: looked(played(now)), 40) for name, now in rooms.items()}


def of_numbers() -> dict[str, float]:
    """Measure submitting one number in small and large rooms, where all but two have submitted."""
    found = {}
    for players in (50, 1000, 2000):
        now = room(players)
        for seat in list(now.seats)[2:]:
            now = sent(now, seat, int(seat))
        found[f"{players} players"] = best(lambda now=now: sent(now, "1", 7), 2000)
    return found


def report_costs(title: str, costs: dict[str, float]) -> None:
    """Print a line for each cost, and the ratio of the others to the first."""
    print(title)
    first, *others = costs.values()
    for name, each in costs.items():
        print(f"  {name:>32}  {each * 1e6:>12,.1f} microseconds")
    print(
        f"  {'the others against the first':>32}  {', '.join(f'{each / first:.2f}' for each in others):>12}"
    )


def weigh() -> None:
    """Print what a phone loads when it joins a room, file by file, on its first and second visit."""
    if chromium_path() is None:
        print("The weight of a visit: no Chromium on this computer")
        return
    with tempfile.TemporaryDirectory() as data, sync_playwright() as playwright:
        server = Server(Path(data)).start()
        host = Guest(server.url)
        host.start_room()
        browser = playwright.chromium.launch(executable_path=chromium_path(), args=FLAGS)
        context = browser.new_context()
        for visit in ("first", "second"):
            page = context.new_page()
            weight = Weight(page)
            page.goto(f"{server.url}/{host.code}", wait_until="networkidle")
            print(f"The {visit} visit on a phone, in bytes over the wire; to stay below {LIMIT:,}")
            for path, size in {**weight.parts, "everything": weight.total}.items():
                print(f"  {path:>32}  {size:>12,}")
        browser.close()
        server.stop()


def main() -> None:
    """Print all reports."""
    weigh()
    sizes = {3: 999, 8: 401, 100: 101, 2000: 5}
    report("Rounds", {f"{players} players": record(players, rounds) for players, rounds in sizes.items()})
    lengths = (5, 11, 101, 1001)
    report("Games of 8 players", {f"{rounds} rounds": record(8, rounds) for rounds in lengths})
    report("Games of 100 players that peel", {f"{n} rounds": peeled(100, n) for n in lengths})
    report("Sudden death, 100 players", {f"{n} rounds": sudden_death(100, n) for n in lengths})
    report(
        "Matches of 8 players",
        {
            "5 x 3": record(8, 15, nesting=(5, 3)),
            "5 x 3 x 3": record(8, 45, nesting=(5, 3, 3)),
            "3 x 2 x 2 x 2 x 2 x 2 x 2 x 2": record(8, 384, nesting=(3, 2, 2, 2, 2, 2, 2, 2)),
            "5 x 201": record(8, 1005, nesting=(5, 201)),
        },
    )
    print("Peeling anew after every added round grows with their square, whatever one does:")
    both = {f"{n} rounds": sudden_death(100, n, "peel+sudden-death") for n in (5, 11, 101, 1001)}
    report("Peel, then sudden death, 100 players", both)
    report_costs("A round of 8 players with its screens", of_rounds("rounds", rounds=1999))
    report_costs("The same with a points target", of_rounds("target", points_target=99_999))
    report_costs("The same in a match", of_rounds("match", nesting=(5, 401)))
    report_costs("One number", of_numbers())


if __name__ == "__main__":
    main()
