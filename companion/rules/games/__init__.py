"""The games, and how a record of any of them is scored.

Nothing in here knows of the web or of a database: a game turns a record into a score. This catalogue is the
only place that lists the games; what differs between them is behind `companion.rules.games.contract`.
"""

from collections.abc import Mapping
from typing import Any

from companion.i18n.errors import Refused
from companion.rules.games.contract import Game
from companion.rules.games.game_run import ScoredRecord, score_from
from companion.rules.games.good_enough import GoodEnough
from companion.rules.games.median_game import MedianGame
from companion.rules.games.mediocrity import Mediocrity
from companion.rules.games.saichugen import Saichugen
from companion.rules.results import Record, Score

GAMES: dict[str, type[Game]] = {game.name: game for game in (GoodEnough, Mediocrity, MedianGame, Saichugen)}
"""All games by their names, in the order in which the start page offers them."""

SHEET_GAME = GoodEnough.name
"""The game that a CSV sheet of names and numbers holds."""

DEMO: tuple[str, Mapping[str, Any]] = (GoodEnough.name, {"rounds": 5})
"""The game of the demo, with its options."""


def find_game(name: object) -> type[Game]:
    """Find a game by the name that records and forms use; raise `Refused` if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise Refused("{name} is not a game that companion knows", name=str(name))
    return GAMES[name]


def score_record(record: Record) -> ScoredRecord:
    """Score a record by the rules of its game, from its start; what is returned can go on from its end."""
    return score_from(record, record.rules.begin(record))


def score(record: Record) -> Score:
    """Score a record by the rules of its game."""
    return score_record(record).score


def check_record(record: Record) -> Record:
    """Return the record if it breaks no rule; raise `Refused` with the first problem if it does."""
    for problem in score(record).problems[:1]:
        raise Refused("{problem}", problem=problem)
    return record
