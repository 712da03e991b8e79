"""Measure what scoring costs: `python -m tests.benchmark`.

Prints plays per second for rounds of several sizes and games of several lengths, and the ratio of what
a play costs in the smallest and in the largest, which is to stay within 3. The numbers go up to a
million, so that nearly all of them differ and count; where everybody repeats somebody, most plays are
only thrown out, which is cheaper.
"""

import sys
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).parent.parent))

from companion.games import good_enough
from companion.score import Record, Reveal

PLAYS = 20_000
HIGH = 1_000_000


def record(players: int, rounds: int, **options: object) -> Record:
    """Make a game in which everybody picks at random, the same every time."""
    chance = Random(1)
    names = tuple(f"player {number}" for number in range(players))
    reveals = tuple(Reveal({name: chance.randint(0, HIGH) for name in names}) for _ in range(rounds))
    rules = good_enough.Options(high=HIGH, rounds=rounds, **options)  # type: ignore[arg-type]
    return Record(good_enough.NAME, rules, names, reveals)


def peeled(players: int, rounds: int) -> Record:
    """Make a game that ties and peels all the way: nobody ever scores."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal(dict.fromkeys(names, 7))
    return Record(good_enough.NAME, good_enough.Options(rounds=rounds), names, (same,) * rounds)


def sudden_death(players: int, rounds: int, tie_break: str = "sudden-death") -> Record:
    """Make a game that is tied after 3 rounds and after every one that is added: two of four always score."""
    names = tuple(f"player {number}" for number in range(players))
    same = Reveal({name: min(number, 2) for number, name in enumerate(names)})
    rules = good_enough.Options(rounds=3, tie_break=tie_break)
    return Record(good_enough.NAME, rules, names, (same,) * rounds)


def cost(found: Record, times: int = 7) -> float:
    """Return the seconds a play costs: the best of some tries, each of about as many plays."""
    plays = sum(len(reveal.plays) for reveal in found.reveals)
    repeat = max(1, PLAYS // plays)
    tries = []
    for _ in range(times):
        start = time.perf_counter()
        for _ in range(repeat):
            good_enough.score(found)
        tries.append((time.perf_counter() - start) / repeat / plays)
    return min(tries)


def report(title: str, found: dict[str, Record]) -> None:
    """Print a line for each record, smallest first, and how the costs of a play differ."""
    print(title)
    costs = {name: cost(each) for name, each in found.items()}
    for name, each in costs.items():
        print(f"  {name:>32}  {1 / each:>12,.0f} plays a second")
    first, *_, last = costs.values()
    print(f"  {'smallest against largest':>32}  {max(first / last, last / first):>12.1f}")


def main() -> None:
    """Print all reports."""
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


if __name__ == "__main__":
    main()
