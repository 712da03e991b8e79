"""Facts of points: who had them when, and how many it took to win."""

from collections.abc import Iterator
from itertools import groupby
from operator import itemgetter

from companion.i18n.messages import N_
from companion.rules.insights.facts.fact import Found, count_players, count_rounds, reason
from companion.rules.insights.facts.story import FinishedGame, Story
from companion.rules.insights.standout import standout
from companion.rules.results import PlayerId, count_parts
from companion.rules.standing import PeeledResult

_LEAST_RUN = 3  # rounds in a row that are worth a sentence
_SCORING = frozenset({"middle", "won"})


def comeback(story: Story) -> Found:
    """After how many rounds the winner still had nothing."""
    game = story.only_game
    if game is None or story.winner is None or game.rules.inner_level(game.score.root) is not game.score.root:
        return
    gains = [game.rules.gain(part, story.winner) for part in game.score.root.parts]
    before = next((at for at, gain in enumerate(gains) if gain), 0)
    if before * 2 >= len(gains):
        rounds = count_parts(game.score.root.parts[0].kind, len(gains))
        told = N_("is what {players}, who won, had after {before} of {rounds}")
        yield 0, reason(told, story.winner, before=before, rounds=rounds)


def longest_run(story: Story) -> Found:
    """Who scored most rounds in a row."""
    runs = [run for game in story.games for run in _runs(game, scoring=True)]
    if longest := standout(runs, itemgetter(0), _LEAST_RUN):
        yield longest[0], reason(N_("rounds in a row with a point: {players}"), longest[1])


def longest_drought(story: Story) -> Found:
    """Who went without a point for most rounds in a row."""
    runs = [run for game in story.games for run in _runs(game, scoring=False)]
    if longest := standout(runs, itemgetter(0), _LEAST_RUN):
        yield longest[0], reason(N_("rounds in a row without a point: {players}"), longest[1])


def _runs(game: FinishedGame, *, scoring: bool) -> Iterator[tuple[int, PlayerId]]:
    """Yield the runs of rounds of each player with, or without, a point, where single plays bring points.

    A round in which the player was absent ends a run.
    """
    if game.rules.absent_points is None:
        return
    fates = [game.rules.fates(leaf) for leaf in game.counted]
    for player in game.score.root.scores:
        scored = (each[player] in _SCORING if player in each else None for each in fates)
        yield from ((len([*run]), player) for has_scored, run in groupby(scored) if has_scored == scoring)


def nobody_scored(story: Story) -> Found:
    """In how many rounds nobody scored."""
    leaves = [leaf for game in story.games if game.rules.absent_points is not None for leaf in game.counted]
    none = sum(not leaf.winners for leaf in leaves)
    if none:
        yield none, reason(N_("of {rounds} brought nobody a point"), rounds=count_rounds(len(leaves)))


def most_points(story: Story) -> Found:
    """Who had most points and did not win, where the middle wins."""
    game = story.only_game
    if game is None or not game.rules.middle_wins or not story.winners:
        return
    scores = game.level.scores
    best = standout(scores, scores.__getitem__, 2)
    if best is not None and best not in story.winners:
        yield scores[best], reason(N_("was the best score, and {players} did not win with it"), best)


def right_score(story: Story) -> Found:
    """How many had less than the winner, and how many more, where the middle of the standing decided."""
    game = story.only_game
    if game is None or story.winner is None or not game.rules.middle_wins:
        return
    level = game.level
    if isinstance(level, PeeledResult) and (level.peels or level.showdown):
        return
    score = level.scores[story.winner]
    fewer = sum(each < score for each in level.scores.values())
    more = sum(each > score for each in level.scores.values())
    if fewer and more:
        told = N_("was enough and not too much: {fewer} had less, {more} had more")
        yield score, reason(told, fewer=count_players(fewer), more=count_players(more))


def margin(story: Story) -> Found:
    """How far the winner was ahead, where the most points win."""
    game = story.only_game
    if game is None or story.winner is None or game.rules.middle_wins:
        return
    scores = game.level.scores
    second = max(score for player, score in scores.items() if player != story.winner)
    if scores[story.winner] > second:
        told = N_("more than anybody else is what {players}, who won, had")
        yield scores[story.winner] - second, reason(told, story.winner)


def spread(story: Story) -> Found:
    """How far the best score was from the worst."""
    scores = story.only_game.level.scores.values() if story.only_game else ()
    if scores and max(scores) > min(scores):
        yield max(scores) - min(scores), reason(N_("is how far the best score was from the worst"))
