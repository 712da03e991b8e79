"""Facts of results, where only those were entered (R1 to R3): who won how many, and the most of anything."""

from collections.abc import Iterator

from companion.i18n.messages import N_
from companion.rules.games.contract import Game
from companion.rules.insights.facts.fact import LEAST_TIMES, Found, reason
from companion.rules.insights.facts.story import Story
from companion.rules.insights.standout import standout
from companion.rules.results import Leaf, PlayerId, ResultLeaf, count_parts


def taken_by_winner(story: Story) -> Found:
    """How many of the hands or rounds the winner won."""
    leaves = [leaf for _, leaf in _results(story)]
    won = sum(story.winner in leaf.winners for leaf in leaves)
    if story.winner is not None and won and len({leaf.kind for leaf in leaves}) == 1:
        told = N_("of {rounds} went to {players}, who won")
        yield won, reason(told, story.winner, rounds=count_parts(leaves[0].kind, len(leaves)))


def taken_by_nobody(story: Story) -> Found:
    """How many of the hands or rounds nobody won."""
    leaves = [leaf for _, leaf in _results(story)]
    none = sum(not leaf.winners for leaf in leaves)
    if none and len({leaf.kind for leaf in leaves}) == 1:
        told = N_("of {rounds} went to nobody")
        yield none, reason(told, rounds=count_parts(leaves[0].kind, len(leaves)))


def most_left(story: Story) -> Found:
    """Who had most cards left when a hand ended."""
    scores = [
        each for rules, leaf in _results(story) if rules.counts_cards(leaf.kind) for each in _scores(leaf)
    ]
    if most := standout(scores, lambda each: each[0], LEAST_TIMES):
        yield most[0], reason(N_("cards left in one hand is the record: {players}"), most[1])


def highest_lost(story: Story) -> Found:
    """Who had the highest sum of all rounds, and lost it."""
    scores = [
        (number, player, player in leaf.winners)
        for rules, leaf in _results(story)
        if not rules.counts_cards(leaf.kind)
        for number, player in _scores(leaf)
    ]
    best = standout(scores, lambda each: each[0], 1)
    if best and not best[2]:
        yield best[0], reason(N_("was the highest sum of all, and {players} lost it"), best[1])


def most_at_once(story: Story) -> Found:
    """Who took most rounds at once, with those of the pool."""
    taken = [
        (rules.gain(leaf, player), player)
        for rules, leaf in _results(story)
        if not isinstance(leaf, ResultLeaf)
        for player in leaf.winners
    ]
    if most := standout(taken, lambda each: each[0], LEAST_TIMES):
        yield most[0], reason(N_("rounds at once, with the pool, went to {players}"), most[1])


def _results(story: Story) -> Iterator[tuple[Game, Leaf]]:
    return (
        (game.rules, leaf)
        for game in story.games
        if game.rules.keeps_results
        for leaf in game.leaves
        if leaf.finished
    )


def _scores(leaf: Leaf) -> Iterator[tuple[int, PlayerId]]:
    if isinstance(leaf, ResultLeaf):
        yield from ((score, player) for player, score in leaf.scores.items())
