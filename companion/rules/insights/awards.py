"""The awards at the end of a game: at most three, dry and true, each explained by a figure.

An award is given for a fact that stands out. It is shared by two players at most and not given where more
have the same figure, and nobody gets two.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import N_, Count
from companion.rules.games.contract import Game
from companion.rules.insights.collisions import collisions
from companion.rules.insights.standout import standout
from companion.rules.results import Branch, Leaf, PlayerId, Score, count_parts
from companion.rules.standing import deciding_scores

MOST_AWARDS = 3
_MOST_SHARING = 2
_LEAST_TIMES = 2  # what happened once happens to everybody
_LEAST_FIELD = 5  # with fewer numbers in a round nearly all are next to the middle
_LEAST_AHEAD = 2  # points above the winner's
_LEAST_ROUNDS = 3  # in which a steady player has presented a number
_STEADY_SHARE = 3  # a steady player uses a third, at most, of what the room used

AwardKind = Literal["twins", "thrown-out", "so-near", "too-good", "steady"]

_TITLES: Mapping[AwardKind, str] = {
    "twins": N_("Twins"),
    "thrown-out": N_("Most often thrown out"),
    "so-near": N_("So near"),
    "too-good": N_("Too good"),
    "steady": N_("Steady as a rock"),
}


@dataclass(frozen=True, slots=True)
class Award:
    """An award: who has it (one player, or two), and the figure that explains it, in a few words.

    `explains` goes with the names: `Ann, thrown out 3 times`.
    """

    kind: AwardKind
    players: tuple[PlayerId, ...]
    figure: int
    explains: Count

    @property
    def title(self) -> str:
        """What it is called, to be translated."""
        return _TITLES[self.kind]


def awards(rules: Game, score: Score) -> tuple[Award, ...]:
    """Return the awards of a game, the most telling first; none before it is over."""
    if not score.root.finished:
        return ()
    leaves = tuple(score.leaves())
    too_good = _too_good(score.root) if rules.middle_wins else ()
    return _given([*_of_numbers(rules, leaves), *too_good, *_of_steadiness(rules, leaves)])


def evening_awards(rules: Game, leaves: Sequence[Leaf]) -> tuple[Award, ...]:
    """Return the awards for the rounds of several games with the same rules, that are over."""
    return _given([*_of_numbers(rules, leaves), *_of_steadiness(rules, leaves)])


def _given(candidates: Iterable[Award]) -> tuple[Award, ...]:
    """Return the first awards that go to different players."""
    given: list[Award] = []
    for award in candidates:
        winners = {player for each in given for player in each.players}
        if winners.isdisjoint(award.players):
            given.append(award)
    return tuple(given[:MOST_AWARDS])


def _of_numbers(rules: Game, leaves: Sequence[Leaf]) -> Iterator[Award]:
    if rules.number_line is not None:
        clashes = collisions(rules, leaves)
        yield from _twins(clashes.pairs)
        yield from _most("thrown-out", clashes.thrown_out, _LEAST_TIMES)
        yield from _most("so-near", _next_to_middle(rules, leaves), _LEAST_TIMES)


def _of_steadiness(rules: Game, leaves: Sequence[Leaf]) -> Iterator[Award]:
    if rules.number_line is not None:
        yield from _steady(leaves)


def _twins(pairs: Mapping[tuple[PlayerId, PlayerId], int]) -> Iterator[Award]:
    """Yield the pair that collided most, if it is the only one with its figure."""
    if pair := standout(pairs, pairs.__getitem__, _LEAST_TIMES):
        yield Award("twins", pair, pairs[pair], _explain("twins", pairs[pair]))


def _most(kind: AwardKind, figures: Mapping[PlayerId, int], least: int) -> Iterator[Award]:
    """Yield an award to the players with the highest figure, if it is high enough and theirs alone."""
    most = max(figures.values(), default=0)
    players = tuple(player for player, figure in figures.items() if figure == most)
    if most >= least and len(players) <= _MOST_SHARING:
        yield Award(kind, players, most, _explain(kind, most))


def _next_to_middle(rules: Game, leaves: Sequence[Leaf]) -> Mapping[PlayerId, int]:
    """Count each player's rounds in which the number stood beside one that scored, and did not score."""
    near: Counter[PlayerId] = Counter()
    for leaf in leaves:
        numbers = rules.counting_numbers(leaf)
        if len(numbers) < _LEAST_FIELD:
            continue
        ranked = sorted(numbers, key=numbers.__getitem__)
        scored = {rank for rank, player in enumerate(ranked) if player in leaf.winners}
        beside = {rank + step for rank in scored for step in (-1, 1)} - scored
        near.update(ranked[rank] for rank in sorted(beside) if 0 <= rank < len(ranked))
    return near


def _too_good(root: Branch) -> Iterator[Award]:
    """Yield the players with the most points where it was decided, if these are well above the winner's."""
    scores = deciding_scores(root)
    middle = max((scores[player] for player in root.winners), default=None)
    if middle is None:
        return
    most = max(scores.values())
    players = tuple(player for player, points in scores.items() if points == most)
    if most >= middle + _LEAST_AHEAD and len(players) <= _MOST_SHARING:
        kind = root.parts[0].kind if root.parts else "round"
        points = Count(most, "{n} point", "{n} points")
        yield Award(
            "too-good", players, most, count_parts(kind, most) if kind in ("game", "match") else points
        )


def _steady(leaves: Sequence[Leaf]) -> Iterator[Award]:
    """Yield the players whose numbers lay closest together, of those who presented one in every round."""
    if len(leaves) < _LEAST_ROUNDS:
        return
    spreads = {player: _spread([leaf.plays[player] for leaf in leaves]) for player in _always_there(leaves)}
    least = min(spreads.values(), default=0)
    room = _spread([play for leaf in leaves for play in leaf.plays.values()])
    players = tuple(player for player, spread in spreads.items() if spread == least)
    if players and least * _STEADY_SHARE <= room and room and len(players) <= _MOST_SHARING:
        yield Award("steady", players, least, _explain("steady", least))


def _always_there(leaves: Sequence[Leaf]) -> Iterator[PlayerId]:
    return (player for player in leaves[0].plays if all(player in leaf.plays for leaf in leaves))


def _spread(plays: Sequence[object]) -> int:
    numbers = [play for play in plays if isinstance(play, int)]
    return max(numbers) - min(numbers) if numbers else 0


def _explain(kind: AwardKind, figure: int) -> Count:
    match kind:
        case "twins":
            return Count(figure, "the same number {n} time", "the same number {n} times")
        case "thrown-out":
            return Count(figure, "{n} time", "{n} times")
        case "so-near":
            return Count(figure, "{n} time next to the middle", "{n} times next to the middle")
    return Count(figure, "within {n}", "within {n}")
