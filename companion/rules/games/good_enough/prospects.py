"""The chances of the players of an open game, after scoring in its next round or not (G5 to G7)."""

from collections.abc import Mapping

from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.random_rounds import people_crowd, size_chances
from companion.rules.odds.prospects import Prospects, Rest, prospects
from companion.rules.results import Branch, PlayerId, Score

_MOST_PLAYERS = 12
_FEW_PLAYERS, _MOST_LEFT = 3, 2
"""With more players than that only so many rounds can be looked ahead."""
_MOST_STEPS = 800
"""How much work it may be while a room waits for it: a few milliseconds."""
_MOST_ROUNDS = 20
"""How many of the latest rounds tell how people pick: a late round costs no more than an early one."""
_SAMPLES = 150


def quick_prospects(rules: GoodEnoughOptions, score: Score, game: Branch) -> Mapping[PlayerId, Prospects]:
    """Return `all_prospects` where they take a few milliseconds, as a room waits for them; else none."""
    left, few = rules.rounds - len(game.parts), len(game.scores) <= _FEW_PLAYERS
    return all_prospects(rules, score, game, _MOST_STEPS) if few or left <= _MOST_LEFT else {}


def all_prospects(
    rules: GoodEnoughOptions, score: Score, game: Branch, most: int
) -> Mapping[PlayerId, Prospects]:
    """Return the prospects of all who take part; empty where unknown, or more than `most` steps of work.

    `game` is the innermost game. It is unknown where its length is (G11), and where points depend on numbers
    (G18). A player who was absent in the last round is taken to stay so.
    """
    is_known = rules.points == "one" and rules.points_target is None
    if game.finished or not is_known or not 0 < len(game.parts) < rules.rounds:
        return {}
    players = tuple(game.scores)
    [last] = score.latest(1)
    here = sum(player in last.plays for player in players)
    if not 2 <= here <= len(players) <= _MOST_PLAYERS:
        return {}
    crowd = people_crowd(rules, here, score.latest(_MOST_ROUNDS))
    found = prospects(
        [tuple(player in part.winners for part in game.parts) for player in players],
        [player not in last.plays for player in players],
        Rest(rules.rounds, size_chances(rules, here, crowd, _SAMPLES), rules.peels),
        most,
    )
    each = zip(players, found or (), strict=bool(found))
    return {player: prospect for player, prospect in each if player in last.plays}
