"""What the numbers of a game tell beyond its result: how the middle moved, picks, awards, and coincidences.

Each function takes `rules` and `leaves`, the scored rounds of one game in the order played (`Score.leaves`),
and asks the contract of the game for all that it needs. Rounds without numbers, such as tricks, are left out.
As they depend on nothing else, a corrected game has the insights of the same game played right.

Three awards at most are given, each for what stands out, and explained by a figure. Two players at most share
one, it is not given where more have the same figure, and nobody gets two.

A coincidence is what a round is only after those before it, such as that the same two said the same again.

The best moment of one player is the exception: it looks at all games of an evening, those of cards too.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from heapq import nlargest
from itertools import combinations
from typing import Literal, TypeVar

from companion.i18n.messages import N_, Count, Text
from companion.rules.games.contract import Game
from companion.rules.plays import PlayerId, Players
from companion.rules.results import Branch, FactRound, KnockoutRound, Leaf, PrizeRound, Score, Scores
from companion.values import frozen

T = TypeVar("T")

MOST_AWARDS = 3
MOST_PAIRED = 100
"""With more players in a round than this its pairs are not counted: nobody could read them."""

_MOST_SHARING = 2
_LEAST_TIMES = 2  # what happened once happens to everybody
_LEAST_FIELD = 5  # with fewer numbers in a round nearly all are next to the middle
_LEAST_ROUNDS = 3  # in a row in the middle, or in which the most average one presented a number
_OFTEN_OUT = 3  # times that somebody is thrown out
_MISS_SHARE = 4  # a miss is told from a quarter of the range on
_NEAR = 2  # how far off a near miss is at most


# Truth, picks and the middle


def crowd_middle(rules: Game, leaf: Leaf) -> Fraction | None:
    """Return the middle of the numbers that count, or their mean where that decides; None if none counts.

    A multiple of the mean (G17) decides who scores, and is no answer of the crowd.
    """
    if target := rules.mean_target(leaf):
        return target.mean
    middle = rules.middle_numbers(leaf)
    return sum(middle, Fraction()) / len(middle) if middle else None


def standout(found: Iterable[T], figure: Callable[[T], int | Fraction], least: int = 0) -> T | None:
    """Return the one with the highest figure; None if another has the same, or if it is below the least."""
    highest = nlargest(2, found, key=figure)
    if not highest or figure(highest[0]) < least:
        return None
    return highest[0] if len({*map(figure, highest)}) == len(highest) else None


def picks(rules: Game, leaves: Sequence[Leaf]) -> Mapping[int, int]:
    """Return how often each number was picked, also if disqualified; lowest first, and only those picked."""
    if rules.number_line is None:
        return {}
    found = Counter(play for leaf in leaves for play in leaf.plays.values() if isinstance(play, int))
    return {number: found[number] for number in sorted(found)}


def favourite(counts: Mapping[int, int]) -> int | None:
    """Return the number that was picked more often than any other, and at least twice; else None."""
    return standout(counts, counts.__getitem__, 2)


@frozen
class RoundMiddle:
    """The middle of one round: the value that numbers were measured by, or both values.

    `number` counts all rounds of the game from 1; `numbers` are all that were presented, lowest first, and
    `disqualified` those of them that did not count.
    """

    number: int
    middle: tuple[Fraction, ...]
    numbers: tuple[int, ...]
    disqualified: tuple[int, ...] = ()

    @property
    def centre(self) -> Fraction:
        """The middle as one number: half way between two."""
        return sum(self.middle, Fraction()) / len(self.middle)


def to_half(value: Fraction) -> Fraction:
    """Round a number to halves, so that it can be read at a glance."""
    return Fraction(round(value * 2), 2)


def drift(rules: Game, leaves: Sequence[Leaf]) -> Iterator[RoundMiddle]:
    """Yield the middle of each round that had one, in the order played."""
    for number, leaf in enumerate(leaves, 1):
        middle = rules.middle_numbers(leaf)
        if middle:
            numbers = sorted(play for play in leaf.plays.values() if isinstance(play, int))
            fates = rules.fates(leaf)
            out = {play for player, play in leaf.plays.items() if fates.get(player) == "disqualified"}
            yield RoundMiddle(number, middle, tuple(numbers), tuple(n for n in numbers if n in out))


# Awards


AwardKind = Literal["twins", "out", "miss", "room", "near", "run", "average"]
"""What an award is for; that of the Room goes to no player (Q3)."""


@frozen
class Award:
    """An award, its title, at most two players, and why: `thrown out 3 times` goes with the names."""

    kind: AwardKind
    title: str
    players: Players
    explains: Count | Text


def awards(rules: Game, scores: Iterable[Score]) -> tuple[Award, ...]:
    """Return the awards for games with the same rules that are over, the most telling first."""
    leaves = [leaf for score in scores if score.root.finished for leaf in score.leaves()]
    given: list[Award] = []
    has_numbers = rules.number_line or any(isinstance(leaf, PrizeRound) for leaf in leaves)
    for award in _candidates(rules, leaves) if has_numbers else ():
        winners = {player for given_award in given for player in given_award.players}
        if winners.isdisjoint(award.players):
            given.append(award)
    return tuple(given[:MOST_AWARDS])


def _candidates(rules: Game, leaves: Sequence[Leaf]) -> Iterator[Award]:
    """Yield what could be given, the most telling first."""
    pairs, out = _collisions(rules, leaves)
    if pair := standout(pairs, pairs.__getitem__, _LEAST_TIMES):
        same = Count(pairs[pair], "the same number {n} time", "the same number {n} times")
        yield Award("twins", N_("Twins"), pair, same)
    for times, players in _highest(out, _LEAST_TIMES):
        yield Award("out", N_("Most often thrown out"), players, Count(int(times), "{n} time", "{n} times"))
    if wrong := standout(_fact_misses(leaves), lambda each: each[0]):
        _, player, number, truth = wrong
        words = Text("Said {number}. It was {truth}", {"number": number, "truth": truth})
        yield Award("miss", N_("Furthest from the truth"), (player,), words)
    facts = [*_told_facts(leaves)]
    best = sum(fact.is_room_best for fact, _ in facts)
    if best >= _LEAST_TIMES:
        words = Text("closest in {best} of {count}", {"best": best, "count": len(facts)})
        yield Award("room", N_("Better than all of you"), (), words)
    if not rules.has_middle:
        return
    low, high = rules.number_line or (0, 0)
    missed = standout(_distances(rules, leaves), lambda each: each[0])
    if missed and missed[0] * _MISS_SHARE >= high - low:
        away, player, number = missed
        words = Text("Said {number}. {away} off", {"number": number, "away": to_half(away)})
        yield Award("miss", N_("Biggest miss"), (player,), words)
    for times, players in _highest(_next_to_middle(rules, leaves), _LEAST_TIMES):
        near = Count(int(times), "{n} time next to the middle", "{n} times next to the middle")
        yield Award("near", N_("So near"), players, near)
    for rounds, players in _highest(_longest_runs(leaves), _LEAST_ROUNDS):
        run = Count(int(rounds), "{n} round in a row", "{n} rounds in a row")
        yield Award("run", N_("Longest in the middle"), players, run)
    means = _mean_distances(rules, leaves)
    for least, players in _highest({player: -mean for player, mean in means.items()}):
        off = {"away": to_half(Fraction(-least))}
        words = Text("about {away} from the middle on average", off)
        yield Award("average", N_("Most average"), players, words)


def _collisions(rules: Game, leaves: Sequence[Leaf]) -> tuple[Mapping[Players, int], Scores]:
    """Count how often each two players were thrown out with the same number, and each player (G3)."""
    pairs: Counter[Players] = Counter()
    out: Counter[PlayerId] = Counter()
    for leaf in leaves:
        for players in _thrown_out(rules, leaf):
            out.update(players)
            if len(leaf.plays) <= MOST_PAIRED:
                pairs.update(combinations(players, 2))
    return pairs, out


def _thrown_out(rules: Game, leaf: Leaf) -> Sequence[Players]:
    """Return who is out of a round, those with the same number together (G3)."""
    fates = rules.fates(leaf)
    same: defaultdict[object, list[PlayerId]] = defaultdict(list)
    for player, play in leaf.plays.items():
        if fates.get(player) == "disqualified":
            same[play].append(player)
    return [tuple(sorted(players)) for players in same.values()]


def _highest(
    figures: Mapping[PlayerId, int | Fraction], least: int | None = None
) -> Iterator[tuple[int | Fraction, Players]]:
    """Yield the highest figure and whose it is, if it is high enough and few enough have it."""
    if not figures:
        return
    most = max(figures.values())
    players = tuple(player for player, figure in figures.items() if figure == most)
    if (least is None or most >= least) and len(players) <= _MOST_SHARING:
        yield most, players


def _told_facts(leaves: Sequence[Leaf]) -> Iterator[tuple[FactRound, int]]:
    """Yield the facts whose truth was told, with that."""
    for leaf in leaves:
        if isinstance(leaf, FactRound) and leaf.truth is not None:
            yield leaf, leaf.truth


def _fact_misses(leaves: Sequence[Leaf]) -> Iterator[tuple[Fraction, PlayerId, int, int]]:
    """Yield how wrong each answer to a fact was, as a part of its truth; whose, the answer, and the truth."""
    for leaf, truth in _told_facts(leaves):
        for player, number in leaf.plays.items():
            yield Fraction(abs(number - truth), abs(truth) + 1), player, number, truth


def _distances(rules: Game, leaves: Sequence[Leaf]) -> Iterator[tuple[Fraction, PlayerId, int]]:
    """Yield how far each number was from the middle of its round, if that had one, and whose it is."""
    for leaf in leaves:
        middle = rules.middle_numbers(leaf)
        for player, number in leaf.plays.items() if middle else ():
            if isinstance(number, int):
                yield _off(number, middle), player, number


def _off(number: int, middle: Sequence[Fraction]) -> Fraction:
    """Return how far a number is from the middle: from the nearer one of two."""
    return min(abs(number - each_number) for each_number in middle)


def _mean_distances(rules: Game, leaves: Sequence[Leaf]) -> Mapping[PlayerId, Fraction]:
    """Return the mean distance of each player who has one in every round with a middle, of three at least."""
    found_numbers: defaultdict[PlayerId, list[Fraction]] = defaultdict(list)
    for away, player, _ in _distances(rules, leaves):
        found_numbers[player].append(away)
    rounds = max(_LEAST_ROUNDS, sum(bool(rules.middle_numbers(leaf)) for leaf in leaves))
    return {
        player: sum(numbers, Fraction()) / rounds
        for player, numbers in found_numbers.items()
        if len(numbers) == rounds
    }


def _next_to_middle(rules: Game, leaves: Sequence[Leaf]) -> Scores:
    """Count each player's rounds in which the number stood beside one that scored, and did not score."""
    near: Counter[PlayerId] = Counter()
    for leaf in leaves:
        numbers = rules.counting_numbers(leaf)
        if len(numbers) < _LEAST_FIELD or isinstance(leaf, KnockoutRound):
            continue
        ranked = sorted(numbers, key=numbers.__getitem__)
        scored = {rank for rank, player in enumerate(ranked) if player in leaf.winners}
        beside = {rank + step for rank in scored for step in (-1, 1)} - scored
        near.update(ranked[rank] for rank in sorted(beside) if 0 <= rank < len(ranked))
    return near


def _longest_runs(leaves: Sequence[Leaf]) -> Scores:
    """Return in how many rounds in a row each player scored who ever did; nobody scores in a knockout."""
    running: Counter[PlayerId] = Counter()
    longest: Counter[PlayerId] = Counter()
    for leaf in leaves:
        if not isinstance(leaf, KnockoutRound):
            running = _run_on(running, leaf)
            longest |= running
    return longest


def _run_on(running: Counter[PlayerId], leaf: Leaf) -> Counter[PlayerId]:
    """Return in how many rounds in a row each of those has scored who score in this one."""
    return Counter({player: running[player] + 1 for player in leaf.winners})


# The best moment of one player


MomentKind = Literal["final", "games", "centre", "lit", "near", "steady"]
"""What was best: the number that won a grand final; several games won; the middle itself, in the only round
with a score; rounds with a score; a near miss; or just being there."""


@frozen
class Moment:
    """The best moment of a player's evening, its figure, and of how many players, games or rounds."""

    kind: MomentKind
    figure: int | Fraction
    of: int


def best_moment(player: PlayerId, games: Sequence[tuple[Game, Score]], final: Branch) -> Moment:
    """Return the best moment of a player, in the games of an evening and in its grand final."""
    if final.showdown and final.winners == (player,):
        last = final.showdown[-1]
        return Moment("final", last.plays[player], len(last.contenders))
    won = sum(player in score.root.winners for _, score in games)
    if won > 1:
        return Moment("games", won, len(games))
    rounds = [(rules, leaf) for rules, score in games for leaf in score.leaves()]
    lit = sum(player in leaf.winners for _, leaf in rounds)
    distances = [each for rules, leaf in rounds for each in _distances(rules, [leaf])]
    own = [(off, number) for off, who, number in distances if who == player]
    off, number = min(own, default=(Fraction(_NEAR + 1), 0))
    if lit == 1 and off == 0:
        return Moment("centre", number, len(rounds))
    if not lit and off <= _NEAR:
        return Moment("near", to_half(off), len(rounds))
    return Moment("lit" if lit else "steady", lit, len(rounds))


# Coincidences


CoincidenceKind = Literal["twins", "out", "middle", "streak", "miss"]
"""What has happened: the same two out with the same number again; out for the third time; in the middle for
the third time in a row, or more points in a row than that; farther off than anybody before."""


@frozen
class Coincidence:
    """What a round is after those before it, whose that is, and its figure: times, rounds, or how far off."""

    kind: CoincidenceKind
    players: Players
    figure: int | Fraction


def coincidences(rules: Game, leaves: Iterable[Leaf]) -> Sequence[Coincidence | None]:
    """Return the most telling coincidence of each round; None where there is none.

    Cards have none: who takes a trick leads the next one, and whose card goes has fewer left.
    """
    told = _RoundsBefore(rules)
    return [next(iter(told.add(leaf)), None) for leaf in leaves if rules.number_line]


class _RoundsBefore:
    """What is known of the rounds of a game so far; those of a knockout are none of them."""

    def __init__(self, rules: Game) -> None:
        self._rules = rules
        self._twins: Counter[Players] = Counter()
        self._out: Counter[PlayerId] = Counter()
        self._running: Counter[PlayerId] = Counter()
        self._farthest: Fraction | None = None

    def add(self, leaf: Leaf) -> Sequence[Coincidence]:
        """Return what the next round is after these, the most telling first."""
        if isinstance(leaf, KnockoutRound):
            return ()
        return [*self._same_numbers(leaf), *self._runs(leaf), *self._misses(leaf)]

    def _same_numbers(self, leaf: Leaf) -> Iterator[Coincidence]:
        groups = _thrown_out(self._rules, leaf)
        pairs = [players for players in groups if len(players) == 2]
        self._twins.update(pairs)
        self._out.update(player for players in groups for player in players)
        for pair in pairs:
            if self._twins[pair] >= _LEAST_TIMES:
                yield Coincidence("twins", pair, self._twins[pair])
        often = [player for players in groups for player in players if self._out[player] == _OFTEN_OUT]
        if 0 < len(often) <= _MOST_SHARING:
            yield Coincidence("out", tuple(often), _OFTEN_OUT)

    def _runs(self, leaf: Leaf) -> Iterator[Coincidence]:
        self._running = _run_on(self._running, leaf)
        for rounds, players in _highest(self._running, _LEAST_ROUNDS):
            is_middle = self._rules.has_middle and self._rules.mean_target(leaf) is None
            is_third = is_middle and rounds == _LEAST_ROUNDS
            yield Coincidence("middle" if is_third else "streak", players, rounds)

    def _misses(self, leaf: Leaf) -> Iterator[Coincidence]:
        middle = self._rules.middle_numbers(leaf)
        if not middle:
            return
        numbers = {player: number for player, number in leaf.plays.items() if isinstance(number, int)}
        ends = min(numbers.values()), max(numbers.values())  # nobody else is as far off
        away = {end: _off(end, middle) for end in ends}
        before, far = self._farthest, max(away.values())
        self._farthest = far if before is None else max(before, far)
        low, high = self._rules.number_line or (0, 0)
        farthest = tuple(player for player, number in numbers.items() if away.get(number) == far)
        is_farther = before is not None and before < far
        if is_farther and len(farthest) == 1 and far * _MISS_SHARE >= high - low:
            yield Coincidence("miss", farthest, far)
