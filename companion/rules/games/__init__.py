"""The games, one module each, all behind the same few names.

Nothing in here knows of the web or of a database: a game turns a record into a score.
"""

from collections.abc import Mapping
from typing import Any, Protocol, cast

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.rules.cards import RANKS, Card
from companion.rules.games import (
    game_run,
    good_enough,
    good_enough_options,
    median_game,
    mediocrity,
    saichugen,
)
from companion.rules.games.game_run import GameRun, ScoredRecord
from companion.rules.results import Deal, Kind, Play, Record, Score, Shuffle


class Game(Protocol):
    """What a game's module offers: a new game is one such module and a page of rules."""

    NAME: str
    TITLE: str
    FEWEST: int
    MOST: int
    RULES: tuple[str, ...]
    SOURCE: str
    RECORDS: frozenset[str]
    """What its records may hold besides plays: `call`, `deals`."""
    Options: type[Any]

    def read_options(self, raw: Mapping[str, Any]) -> Any:
        """Make the options of this game from what a record says; raises `Refused`."""

    def begin(self, record: Record) -> GameRun:
        """Stand before the first reveal of a record. Never raises: facts that break a rule are problems."""

    def deal(self, played: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the cards that the next round of a record needs; None where no deal is wanted now."""


_MODULES = (good_enough, mediocrity, median_game, saichugen)
_COUNTED = {
    (mediocrity.NAME, "hand"): N_("cards left"),
    (median_game.NAME, "game"): N_("rounds taken"),
    (saichugen.NAME, "round"): N_("sum"),
    (saichugen.NAME, "game"): N_("total"),
    (saichugen.NAME, "match"): N_("game points"),
}
GAMES: Mapping[str, Game] = {module.NAME: cast(Game, module) for module in _MODULES}


def find_game(name: object) -> Game:
    """Find a game by the name that records and forms use; raise `Refused` if there is none."""
    if not isinstance(name, str) or name not in GAMES:
        raise Refused("{name} is not a game that companion knows", name=str(name))
    return GAMES[name]


def score_record(record: Record) -> ScoredRecord:
    """Score a record by the rules of its game, from its start; what is returned can go on from its end."""
    return game_run.score_from(record, find_game(record.game).begin(record))


def score(record: Record) -> Score:
    """Score a record by the rules of its game."""
    return score_record(record).score


def check_record(record: Record) -> Record:
    """Return the record if it breaks no rule; raise `Refused` with the first problem if it does."""
    for problem in score(record).problems[:1]:
        raise Refused("{problem}", problem=problem)
    return record


def play_on(record: Record) -> Record:
    """Return a record whose standing tie is played on (G12); raise `Refused` where that cannot be."""
    if record.game != good_enough.NAME:
        title = Text(find_game(record.game).TITLE)
        raise Refused("{title} has no tie that can be played on", title=title)
    return good_enough.play_on(record)


def deal_cards(played: ScoredRecord, shuffle: Shuffle) -> Deal | None:
    """Deal the cards that the next round of a record needs, in the order that `shuffle` makes.

    None where no deal is wanted now: the hands are there, the game is over, or it has no cards to deal.
    """
    return find_game(played.record.game).deal(played, shuffle)


def counted(name: str, kind: Kind) -> str:
    """Return what the scores of a part of a game count: points, unless its rules have something else.

    It is a text to be said.
    """
    return _COUNTED.get((name, kind), N_("points"))


def takes_newcomers(record: Record) -> bool:
    """Tell whether somebody can join in the middle of the game (G8): not where cards were given out."""
    return (
        isinstance(record.options, good_enough_options.GoodEnoughOptions) and record.options.entry != "cards"
    )


def order(name: str, play: Play) -> tuple[int, int]:
    """Order what was shown by its value in a game (D1, M1, S2); equal cards by their suit."""
    if not isinstance(play, Card):
        return play, 0
    ranks = median_game.ORDER if name == median_game.NAME else RANKS
    return ranks.index(play.rank), " CDHS".index(play.suit or " ")
