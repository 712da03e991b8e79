"""Games of It's Good Enough written as tables: a line a player, a column a round, `-` for an absence."""

from typing import Any

from companion.rules import games
from companion.rules.games.good_enough import GoodEnough
from companion.rules.results import Deal, Record, Reveal, Score

GAME_ONE = """
Alice  99 50 73 88 97
Bob     0 50 22 70 78
Carol  50 50  6 75 39
Dave   49  1 25 97 27
"""

GAME_TWO = """
Xander   4 87 55 23 50
Yvonne  22 83 55 66 50
Zachary 89 59  0 50 50
"""


def record(table: str, *, last: bool = False, deals: tuple[Deal, ...] = (), **options: Any) -> Record:
    """Make a record of a table; `last`: the host ended the game after its last round."""
    rows = [line.split() for line in table.strip().splitlines()]
    columns = list(zip(*(row[1:] for row in rows), strict=True))
    reveals = [
        Reveal(
            {row[0]: int(cell) for row, cell in zip(rows, column, strict=True) if cell != "-"},
            last=last and number == len(columns),
        )
        for number, column in enumerate(columns, 1)
    ]
    players = tuple(row[0] for row in rows)
    return Record("good-enough", GoodEnough.read_options(options), players, tuple(reveals), deals)


def score(table: str, *, last: bool = False, deals: tuple[Deal, ...] = (), **options: Any) -> Score:
    """Score a table."""
    return games.score(record(table, last=last, deals=deals, **options))


def won(letters: str, players: str = "ABC") -> str:
    """Write a table of rounds that each letter wins alone: `ABB` are three rounds, won by A, B and B.

    `.` is a round that nobody wins. `players` are three or more.
    """
    rows = {player: [player] for player in players}
    for winner in letters:
        numbers = dict.fromkeys(players, 1) if "." == winner else _won_by(winner, players)
        for player, number in numbers.items():
            rows[player].append(str(number))
    return "\n".join(" ".join(row) for row in rows.values())


def _won_by(winner: str, players: str) -> dict[str, int]:
    """Let all others show the same number: the one who is left scores (G4)."""
    return {player: 2 if player == winner else 1 for player in players}


def problems(score: Score) -> list[str]:
    """Return the sentences of a score's problems."""
    return [problem.sentence() for problem in score.problems]


def sentences(score: Score) -> list[str]:
    """Return why the whole was decided as it was."""
    return [reason.sentence() for reason in score.root.reasons]
