"""One round of numbers: who is disqualified (G3) and who scores (G4, G10, G17, G18, G19)."""

from collections.abc import Mapping

from companion.rules.games.good_enough.number_round import NumberRound
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import Places, closest, find_places
from companion.rules.games.good_enough.round_reasons import round_reasons
from companion.rules.median import middle
from companion.rules.results import LazyReasons, PlayerId


def score_round(
    plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...], rules: GoodEnoughOptions, number: int = 1
) -> NumberRound:
    """Score one round. A player without a play is absent. The cost is that of one sort."""
    plays = in_order(plays, players)
    winners, disqualified = find_scorers(plays, rules, number)
    return NumberRound(
        kind="round",
        winners=winners,
        finished=True,
        reasons=LazyReasons(round_reasons, plays, players, rules, number),
        plays=plays,
        disqualified=disqualified,
        number=number,
    )


def in_order(plays: Mapping[PlayerId, int], players: tuple[PlayerId, ...]) -> Mapping[PlayerId, int]:
    """Return the plays in the order of the players."""
    if tuple(plays) == players:
        return plays
    return {player: plays[player] for player in players if player in plays}


def find_scorers(
    plays: Mapping[PlayerId, int], rules: GoodEnoughOptions, number: int = 1
) -> tuple[tuple[PlayerId, ...], tuple[PlayerId, ...]]:
    """Return who scores and who is disqualified in a round, both in the order of `plays`."""
    places, disqualified = find_places(plays, rules, number)
    winners = scorers(places, rules)
    if len(winners) > 1:
        winners = tuple(sorted(winners, key=list(plays).index))
    return winners, disqualified


def scorers(places: Places, rules: GoodEnoughOptions) -> tuple[PlayerId, ...]:
    """Return who scores, lowest number first: the middle of the numbers, or those closest to the target."""
    if rules.scoring == "median":
        return middle(tuple(places.at))
    return closest(places.distances(rules))
