"""Facts of numbers: where their middle was, which were picked, and what became of them."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from heapq import nsmallest
from operator import itemgetter

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.contract import Game
from companion.rules.insights import baselines
from companion.rules.insights.collisions import collisions
from companion.rules.insights.distance import mean_distance
from companion.rules.insights.drift import to_half
from companion.rules.insights.facts.fact import LEAST_TIMES, Found, count_times, reason
from companion.rules.insights.facts.story import FinishedGame, Story
from companion.rules.insights.standout import standout
from companion.rules.insights.truth import crowd_middle
from companion.rules.results import PlayerId

_LEAST_NUMBERS = 10  # presented before it means something that none was thrown out
_WIDEST_RANGE = 1000  # of which it is worth telling how much nobody picked
_MISS_SHARE = 4  # a miss is told from a quarter of the range on


def nearest_truth(story: Story) -> Found:
    """How close the middle came to the truth of a question, where it came closest."""
    for off, question in nsmallest(1, _truths(story), key=itemgetter(0)):
        told = N_("off the truth is where your middle was: {question}")
        if not off:
            told = N_("off the truth: your middle knew it. {question}")
        yield off, reason(told, question=question)


def _truths(story: Story) -> Iterator[tuple[Fraction, str]]:
    """Yield how far the middle of each round with a truth was from it, and the question."""
    for game in story.games:
        for reveal, leaf in zip(game.record.reveals, game.leaves, strict=False):
            middle = crowd_middle(game.rules, leaf) if reveal.truth is not None else None
            if reveal.truth is not None and middle is not None:
                yield abs(middle - reveal.truth), reveal.question


def thrown_out(story: Story) -> Found:
    """How many numbers were disqualified (G3)."""
    found = [collisions(game.rules, game.leaves) for game in story.games]
    out, presented = sum(each.total for each in found), sum(each.presented for each in found)
    if out:
        told = PluralTemplate(
            "of {count} numbers was thrown out for not being alone",
            "of {count} numbers were thrown out for not being alone",
            counted="out",
        )
        yield out, reason(told, count=presented, out=count_times(out))
    elif presented >= _LEAST_NUMBERS and all(_throws_out(game.rules) for game in story.games):
        yield 0, reason(N_("of {count} numbers were thrown out: nobody ever met"), count=presented)


def _throws_out(rules: Game) -> bool:
    return rules.number_line is None or rules.equal_numbers_are_out


def drifted(story: Story) -> Found:
    """Where the middle was at first, and where it was at the end."""
    middles = story.middles
    if len(middles) < LEAST_TIMES:
        return
    first, last = (to_half(middles[at].centre) for at in (0, -1))
    told = N_("was the middle at first, and at the end it was there again")
    if last < first:
        told = N_("was the middle at first, {last} at the end: you drifted down")
    elif last > first:
        told = N_("was the middle at first, {last} at the end: you drifted up")
    yield first, reason(told, last=last)


def favourite(story: Story) -> Found:
    """Which number was picked more often than any other."""
    picked = story.picked
    number = standout(picked, picked.__getitem__, LEAST_TIMES + 1)
    if number is not None:
        times = count_times(picked[number])
        yield number, reason(N_("was picked {times}, more than any other"), times=times)


def same_number(story: Story) -> Found:
    """What who always says the number in the middle of the range would have got."""
    if not story.alike or not all(map(_knows_what_scores, story.alike)):
        return
    number = baselines.middle_of_range(story.alike[0].rules)
    points = sum(baselines.always(game.rules, game.leaves, number).points for game in story.alike)
    told = PluralTemplate(
        "point is what saying {number} all evening would have got",
        "points are what saying {number} all evening would have got",
        counted="points",
    )
    yield points, reason(told, number=number, points=count_times(int(points)))


def _knows_what_scores(game: FinishedGame) -> bool:
    asked = [baselines.NEWCOMER]
    return all(game.rules.scoring_numbers(leaf, asked) for leaf in game.leaves)


def winners_distance(story: Story) -> Found:
    """How far from the middle the winner's numbers were on average, to the half."""
    if story.winner is None or len(story.games) > 1 or not story.alike:
        return
    (game,) = story.alike
    away = mean_distance(game.rules, game.leaves, story.winner)
    if away is not None:
        half = to_half(away)
        told = N_("from the middle on average: {players}, who won")
        if half != away:
            told = N_("or so from the middle on average: {players}, who won")
        yield half, reason(told, story.winner)


def widest_miss(story: Story) -> Found:
    """The number that was farthest from the middle of its round."""
    missed = standout(_misses(story), itemgetter(0))
    if missed is None or story.line is None:
        return
    away, player, number = missed
    if away * _MISS_SHARE >= story.line[1] - story.line[0]:
        half = to_half(away)
        told = N_("from the middle: nothing was farther out than the {number} of {players}")
        if half != away:
            told = N_("or so from the middle: nothing was farther out than the {number} of {players}")
        yield half, reason(told, player, number=number)


def _misses(story: Story) -> Iterator[tuple[Fraction, PlayerId, int]]:
    for game in story.alike:
        for leaf in game.leaves:
            middle = game.rules.middle_numbers(leaf)
            for player, number in leaf.plays.items() if middle else ():
                if isinstance(number, int):
                    yield min(abs(number - each) for each in middle), player, number


def twins(story: Story) -> Found:
    """Which two players met most often on the same number."""
    pairs: Counter[tuple[PlayerId, ...]] = Counter()
    for game in story.games:
        found = collisions(game.rules, game.leaves).pairs
        pairs.update({tuple(sorted(pair)): times for pair, times in found.items()})
    if pair := standout(pairs, pairs.__getitem__, LEAST_TIMES):
        yield pairs[pair], reason(N_("times {players} had the same idea, more than any other two"), *pair)


def never_picked(story: Story) -> Found:
    """How many numbers nobody picked."""
    if story.line is None or story.line[1] - story.line[0] >= _WIDEST_RANGE:
        return
    size = story.line[1] - story.line[0] + 1
    if missing := size - len(story.picked):
        yield missing, reason(N_("of {count} numbers were never picked"), count=size)
