"""Games of It's Good Enough as tables: a row for each player, a column for each round, `-` for an absence."""

from typing import Any

from hypothesis import strategies as st

from companion.rules import games
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import Record
from companion.rules.plays import Deal, Reveal
from companion.rules.results import Score
from tests.support import sample_games

GAME_ONE, GAME_TWO = (
    "\n".join(" ".join(map(str, (player, *numbers))) for player, numbers in game.items())
    for game in (sample_games.ONE, sample_games.TWO)
)
"""The two sample games."""


def record(table: str, *, last: bool = False, deals: tuple[Deal, ...] = (), **options: Any) -> Record:
    """Return the record of a table; with `last` the host ended the game after its last round."""
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
    """Return rounds for three or more: `AB.` are won by A, by B and by nobody."""
    rows = {player: [player] for player in players}
    for winner in letters:
        numbers = dict.fromkeys(players, 1) if "." == winner else _won_by(winner, players)
        for player, number in numbers.items():
            rows[player].append(str(number))
    return "\n".join(" ".join(row) for row in rows.values())


def _won_by(winner: str, players: str) -> dict[str, int]:
    """Return a round in which all others pick the same number, so that the winner is left alone (G3, G4)."""
    return {player: 2 if player == winner else 1 for player in players}


def problems(score: Score) -> list[str]:
    """Return the sentences of a score's problems."""
    return [str(problem) for problem in score.problems]


def sentences(score: Score) -> list[str]:
    """Return the reasons for the result of the whole game."""
    return [reason.sentence() for reason in score.root.reasons]


@st.composite
def random_records(draw: st.DrawFn) -> Record:
    """Draw a game with any scoring, in which players may be absent, with rounds of a showdown."""
    mean = draw(st.booleans())
    options: dict[str, Any] = {
        "low": 0,
        "high": draw(st.integers(3, 12)),
        "rounds": 3,
        "offsets": draw(st.booleans()),
        "points": draw(st.sampled_from(["one", "number"])),
        "tie_break": draw(st.sampled_from(["peel", "showdown"])),
    }
    if mean:
        options |= {"scoring": "mean", "factor": draw(st.sampled_from(["1", "0.8", "2/3", "2"]))}
    elif draw(st.integers(0, 4)) == 0:
        options |= {"factor": "1/2"}
    rules, names = GoodEnough.read_options(options), "ABCDEF"[: draw(st.integers(3, 6))]
    plays = st.dictionaries(st.sampled_from(names), st.integers(0, options["high"]), min_size=1)
    reveals = tuple(
        Reveal({name: shown[name] for name in names if name in shown})
        for shown in draw(st.lists(plays, min_size=1, max_size=5))
    )
    return Record("good-enough", rules, tuple(names), reveals)
