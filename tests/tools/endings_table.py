"""Print the table of `companion/rules/games/good_enough/advice.py`: `python -m tests.tools.endings_table`.

It plays It's Good Enough with the program's own scoring. The players pick as people do: half of the picks
crowd around the middle of 0 to 100, in a bell curve whose width grows with how many play; the others are
random. Exact chances that an earlier release worked out agree with it within 5 games of 100.
"""

from random import Random
from statistics import median

from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal

PLAYERS = (*range(3, 13), 15, 20, 30, 60)
ROUNDS = range(3, 11)
GAMES = 1000
LONGEST = 40
"""The most rounds of a tie-break that are played."""
TOO_MANY = 12
"""With more players sudden death is not played: it takes too long."""


def figures(players: int, rounds: int) -> tuple[int, int, int]:
    """Return the share of ties that stand, in percent, and how many rounds they add: to half of the games.

    These rounds are of a showdown, and of sudden death after peeling; 0 where that is too long.
    """
    chance = Random(f"{players} {rounds}")
    showdowns = [added(chance, players, rounds, "peel+showdown") for _ in range(GAMES)]
    ties = [showdown for showdown in showdowns if showdown]
    if players > TOO_MANY:
        return round(100 * len(ties) / GAMES), half(ties), 0
    deaths = [added(chance, players, rounds, "peel+sudden-death") for _ in range(GAMES // 2)]
    return round(100 * len(ties) / GAMES), half(ties), half([death for death in deaths if death])


def half(added_rounds: list[int]) -> int:
    """Return how many rounds are enough for half of the ties."""
    return round(median(added_rounds)) if added_rounds else 0


def added(chance: Random, players: int, rounds: int, tie_break: str) -> int:
    """Play a game; return how many rounds its tie-break added."""
    rules, everybody = GoodEnough(rounds=rounds, tie_break=tie_break), tuple(map(str, range(players)))
    scored = games.score_record(Record(rules.name, rules, everybody))
    while scored.score.next_round and len(scored.record.reveals) < rounds + LONGEST:
        scored = scored.after(Reveal({player: pick(chance, players) for player in everybody}))
    return len(scored.record.reveals) - rounds


def pick(chance: Random, players: int) -> int:
    """Return a number that somebody picks among so many players."""
    if chance.random() < 0.5:
        return chance.randrange(101)
    deviation = {3: 0.95, 4: 1.7}.get(players, 0.65 * players**0.5)
    return min(max(round(chance.gauss(50, deviation)), 0), 100)


def main() -> None:
    for players in PLAYERS:
        row = ", ".join("{:3} {} {:2}".format(*figures(players, rounds)) for rounds in ROUNDS)
        print(f"{players:2}: {row}", flush=True)


if __name__ == "__main__":
    main()
