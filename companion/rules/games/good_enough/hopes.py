"""What the players of an open game may hope for in its next round (G5 to G7)."""

from collections.abc import Mapping

from companion.rules.games.good_enough.lots import people_crowd, size_chances
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.outcomes import Hope
from companion.rules.odds.hopes import Rest, prospects
from companion.rules.results import Branch, PlayerId, Score

_MOST_PLAYERS = 12
_FEW_PLAYERS, _MOST_LEFT = 3, 2
"""With more players than that only so many rounds can be looked ahead."""
_MOST_STEPS = 800
"""How much work it may be while a room waits for it: a few milliseconds."""
_MOST_ROUNDS = 20
"""How many of the latest rounds tell how people pick: a late round costs no more than an early one."""
_SAMPLES = 150


def hopes(rules: GoodEnoughOptions, score: Score, game: Branch) -> Mapping[PlayerId, Hope]:
    """Return what everybody who takes part may hope for while a room waits for it; see `all_hopes`."""
    left, few = rules.rounds - len(game.parts), len(game.scores) <= _FEW_PLAYERS
    return all_hopes(rules, score, game, _MOST_STEPS) if few or left <= _MOST_LEFT else {}


def all_hopes(rules: GoodEnoughOptions, score: Score, game: Branch, most: int) -> Mapping[PlayerId, Hope]:
    """Return what everybody who takes part may hope for; empty where unknown, or more work than `most`.

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
    return {
        player: Hope(game.scores[player], each.scoring, each.missing, max(each.alone))
        for player, each in zip(players, found or (), strict=bool(found))
        if player in last.plays
    }
