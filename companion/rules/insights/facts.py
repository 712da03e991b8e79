"""The story of an evening in five facts, each a figure and a sentence that goes on from it.

Each is true alone and tells only what is certain: a number was picked "more than any other" only if it was.
They are pure functions of games that are over, so the same evening always has the same facts.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import accumulate, groupby

from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.cards import Card
from companion.rules.games.contract import Game, Record
from companion.rules.games.outcomes import Fate
from companion.rules.insights import baselines
from companion.rules.insights.collisions import collisions
from companion.rules.insights.distance import mean_distance
from companion.rules.insights.drift import RoundMiddle, drift, to_half
from companion.rules.insights.picks import picks
from companion.rules.insights.truth import crowd_middle
from companion.rules.results import Branch, Leaf, Play, PlayerId, Reason, Score, ShowdownRound, count_parts
from companion.rules.standing import PeeledResult

MOST_FACTS = 5

_LEAST_TIMES = 2  # what happened once happens to everybody
_LEAST_RUN = 3  # rounds in a row that are worth a sentence
_LEAST_NUMBERS = 10  # presented before it means something that none was thrown out
_WIDEST_RANGE = 1000  # of which it is worth telling how much nobody picked
_MISS_SHARE = 4  # a miss is told from a quarter of the range on

_SCORING = frozenset({"middle", "won"})


@dataclass(frozen=True, slots=True)
class FinishedGame:
    """A game that is over: its record and its score."""

    record: Record
    score: Score

    @property
    def rules(self) -> Game:
        """The rules it was played by."""
        return self.record.rules

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        """Its scored rounds, in the order played."""
        return tuple(self.score.leaves())

    @property
    def counted(self) -> tuple[Leaf, ...]:
        """Its rounds that gave points: all but those of a showdown (G16)."""
        return tuple(leaf for leaf in self.leaves if not isinstance(leaf, ShowdownRound))

    @property
    def level(self) -> Branch:
        """The level whose scores decide it: the outermost that is more than a single part."""
        root = self.score.root
        only = root.parts[-1] if root.parts and not self.rules.names_outer_level else root
        return only if isinstance(only, Branch) else root


@dataclass(frozen=True, slots=True)
class Fact:
    """A figure, and the sentence that goes on from it; `kind` is the name of the function that finds it."""

    kind: str
    figure: int | Fraction
    reason: Reason


@dataclass(frozen=True, slots=True)
class Story:
    """What the facts are found in: the games of an evening, and who won it.

    `alike` are the games with numbers if all have the same line, else none: only these can be added up.
    """

    games: tuple[FinishedGame, ...]
    winners: tuple[PlayerId, ...]
    alike: tuple[FinishedGame, ...] = field(init=False)

    def __post_init__(self) -> None:
        numbers = tuple(game for game in self.games if game.rules.number_line is not None)
        same = len({game.rules.number_line for game in numbers}) == 1
        object.__setattr__(self, "alike", numbers if same else ())

    @property
    def line(self) -> tuple[int, int] | None:
        """The lowest and the highest number of all rounds with numbers, if they are the same in all."""
        return self.alike[0].rules.number_line if self.alike else None

    @property
    def middles(self) -> tuple[RoundMiddle, ...]:
        """The rounds with a middle, in the order played, numbered through all games with numbers."""
        before = accumulate((len(game.leaves) for game in self.alike), initial=0)
        return tuple(
            replace(each, number=first + each.number)
            for first, game in zip(before, self.alike, strict=False)
            for each in drift(game.rules, game.leaves).rounds
        )

    @property
    def picked(self) -> Mapping[int, int]:
        """How often each number was picked, lowest first."""
        found: Counter[int] = Counter()
        for game in self.alike:
            found.update(picks(game.rules, game.leaves).counts)
        return {number: found[number] for number in sorted(found)}

    @property
    def winner(self) -> PlayerId | None:
        """Who won, if it was one player."""
        return self.winners[0] if len(self.winners) == 1 else None

    @property
    def only_game(self) -> FinishedGame | None:
        """The game, if it was the only one."""
        return self.games[0] if len(self.games) == 1 else None


def facts(story: Story) -> tuple[Fact, ...]:
    """Return the five facts that say most, or as many as there are, in the order in which they are told."""
    found = (Fact(find.__name__, *each) for find in _FINDERS for each in find(story))
    return tuple(found)[:MOST_FACTS]


_Found = Iterator[tuple[int | Fraction, Reason]]


# How it was decided


def showdown(story: Story) -> _Found:
    """How many rounds more a tie took (G16)."""
    rounds = len(story.only_game.score.root.showdown) if story.only_game else 0
    if rounds and story.winner:
        told = PluralTemplate(
            "round more was needed until only {players} was left",
            "rounds more were needed until only {players} was left",
            counted="rounds",
        )
        yield rounds, _reason(told, story.winner, rounds=_rounds(rounds))


def peeled(story: Story) -> _Found:
    """How many outer parts were left out to break a tie (G6)."""
    root = story.only_game.score.root if story.only_game else None
    if not isinstance(root, PeeledResult) or root.decided_by != "peel":
        return
    last = root.peels[-1]
    out = len(root.parts) - (last.last - last.first + 1)
    told = N_("of {rounds} were left out before somebody had won")
    yield out, _reason(told, rounds=count_parts(root.parts[0].kind, len(root.parts)))


def evening(story: Story) -> _Found:
    """How many games there were, and by how many players they were won."""
    if len(story.games) < _LEAST_TIMES:
        return
    won = {player for game in story.games for player in game.score.root.winners}
    told = N_("games, won by {count}")
    if won:
        yield len(story.games), _reason(told, count=Count(len(won), "one player", "{n} different players"))


# Numbers


def nearest_truth(story: Story) -> _Found:
    """How close the middle came to the truth of a question, where it came closest."""
    found = sorted(_truths(story), key=lambda each: each[0])[:1]
    for off, question in found:
        told = N_("off the truth is where your middle was: {question}")
        if not off:
            told = N_("off the truth: your middle knew it. {question}")
        yield off, _reason(told, question=question)


def _truths(story: Story) -> Iterator[tuple[Fraction, str]]:
    """Yield how far the middle of each round with a truth was from it, and the question."""
    for game in story.games:
        for reveal, leaf in zip(game.record.reveals, game.leaves, strict=False):
            middle = crowd_middle(game.rules, leaf) if reveal.truth is not None else None
            if reveal.truth is not None and middle is not None:
                yield abs(middle - reveal.truth), reveal.question


def thrown_out(story: Story) -> _Found:
    """How many numbers were disqualified (G3)."""
    found = [collisions(game.rules, game.leaves) for game in story.games]
    out, presented = sum(each.total for each in found), sum(each.presented for each in found)
    if out:
        told = PluralTemplate(
            "of {count} numbers was thrown out for not being alone",
            "of {count} numbers were thrown out for not being alone",
            counted="out",
        )
        yield out, _reason(told, count=presented, out=_times(out))
    elif presented >= _LEAST_NUMBERS and all(_throws_out(game.rules) for game in story.games):
        yield 0, _reason(N_("of {count} numbers were thrown out: nobody ever met"), count=presented)


def _throws_out(rules: Game) -> bool:
    return rules.number_line is None or rules.equal_numbers_are_out


def drifted(story: Story) -> _Found:
    """Where the middle was at first, and where it was at the end."""
    middles = story.middles
    if len(middles) < _LEAST_TIMES:
        return
    first, last = (to_half(middles[at].centre) for at in (0, -1))
    told = N_("was the middle at first, and at the end it was there again")
    if last < first:
        told = N_("was the middle at first, {last} at the end: you drifted down")
    elif last > first:
        told = N_("was the middle at first, {last} at the end: you drifted up")
    yield first, _reason(told, last=last)


def favourite(story: Story) -> _Found:
    """Which number was picked more often than any other."""
    most = Counter(story.picked).most_common(2)
    if most and most[0][1] > _LEAST_TIMES and (len(most) == 1 or most[0][1] > most[1][1]):
        number, times = most[0]
        yield number, _reason(N_("was picked {times}, more than any other"), times=_times(times))


def same_number(story: Story) -> _Found:
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
    yield points, _reason(told, number=number, points=_times(int(points)))


def _knows_what_scores(game: FinishedGame) -> bool:
    asked = [baselines.NEWCOMER]
    return all(game.rules.scoring_numbers(leaf, asked) for leaf in game.leaves)


def winners_distance(story: Story) -> _Found:
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
        yield half, _reason(told, story.winner)


def widest_miss(story: Story) -> _Found:
    """The number that was farthest from the middle of its round."""
    missed = sorted(_misses(story), key=lambda each: each[0], reverse=True)
    if not missed or story.line is None or (len(missed) > 1 and missed[0][0] == missed[1][0]):
        return
    away, player, number = missed[0]
    if away * _MISS_SHARE >= story.line[1] - story.line[0]:
        half = to_half(away)
        told = N_("from the middle: nothing was farther out than the {number} of {players}")
        if half != away:
            told = N_("or so from the middle: nothing was farther out than the {number} of {players}")
        yield half, _reason(told, player, number=number)


def _misses(story: Story) -> Iterator[tuple[Fraction, PlayerId, int]]:
    for game in story.alike:
        for leaf in game.leaves:
            middle = game.rules.middle_numbers(leaf)
            for player, number in leaf.plays.items() if middle else ():
                if isinstance(number, int):
                    yield min(abs(number - each) for each in middle), player, number


def twins(story: Story) -> _Found:
    """Which two players met most often on the same number."""
    pairs: Counter[tuple[PlayerId, ...]] = Counter()
    for game in story.games:
        found = collisions(game.rules, game.leaves).pairs
        pairs.update({tuple(sorted(pair)): times for pair, times in found.items()})
    most = pairs.most_common(2)
    if most and most[0][1] >= _LEAST_TIMES and (len(most) == 1 or most[0][1] > most[1][1]):
        pair, times = most[0]
        yield times, _reason(N_("times {players} had the same idea, more than any other two"), *pair)


def never_picked(story: Story) -> _Found:
    """How many numbers nobody picked."""
    if story.line is None or story.line[1] - story.line[0] >= _WIDEST_RANGE:
        return
    size = story.line[1] - story.line[0] + 1
    if missing := size - len(story.picked):
        yield missing, _reason(N_("of {count} numbers were never picked"), count=size)


# Rounds and points


def comeback(story: Story) -> _Found:
    """After how many rounds the winner still had nothing."""
    game = story.only_game
    if game is None or story.winner is None or game.rules.inner_level(game.score.root) is not game.score.root:
        return
    gains = [game.rules.gain(part, story.winner) for part in game.score.root.parts]
    before = next((at for at, gain in enumerate(gains) if gain), 0)
    if before * 2 >= len(gains) and all(gain >= 0 for gain in gains):
        rounds = count_parts(game.score.root.parts[0].kind, len(gains))
        told = N_("is what {players}, who won, had after {before} of {rounds}")
        yield 0, _reason(told, story.winner, before=before, rounds=rounds)


def longest_run(story: Story) -> _Found:
    """Who scored most rounds in a row."""
    runs = [run for game in story.games for run in _runs(game, scoring=True)]
    for length, player in _single_longest(runs):
        yield length, _reason(N_("rounds in a row with a point: {players}"), player)


def longest_drought(story: Story) -> _Found:
    """Who went without a point for most rounds in a row."""
    runs = [run for game in story.games for run in _runs(game, scoring=False)]
    for length, player in _single_longest(runs):
        yield length, _reason(N_("rounds in a row without a point: {players}"), player)


_Run = tuple[int, PlayerId]


def _runs(game: FinishedGame, *, scoring: bool) -> Iterator[_Run]:
    """Yield the runs of rounds of each player with, or without, a point, where single plays bring points.

    A round in which the player was absent ends a run.
    """
    if game.rules.absent_points is None:
        return
    fates = [game.rules.fates(leaf) for leaf in game.counted]
    for player in game.score.root.scores:
        scored = (each[player] in _SCORING if player in each else None for each in fates)
        yield from ((len([*run]), player) for has_scored, run in groupby(scored) if has_scored == scoring)


def _single_longest(runs: Sequence[_Run]) -> Iterator[_Run]:
    """Yield the longest run if it is long, and no other is as long."""
    most = sorted(runs, reverse=True)[:2]
    if most and most[0][0] >= _LEAST_RUN and (len(most) == 1 or most[1][0] < most[0][0]):
        yield most[0]


def nobody_scored(story: Story) -> _Found:
    """In how many rounds nobody scored."""
    leaves = [leaf for game in story.games if game.rules.absent_points is not None for leaf in game.counted]
    none = sum(not leaf.winners for leaf in leaves)
    if none:
        yield none, _reason(N_("of {rounds} brought nobody a point"), rounds=_rounds(len(leaves)))


# Cards


def common_card(story: Story) -> _Found:
    """Which card was laid most often, whatever its suit."""
    laid = Counter(play.rank for play in _plays(story) if isinstance(play, Card))
    most = laid.most_common(2)
    if len(most) == 2 and most[0][1] > most[1][1]:
        rank, times = most[0]
        yield times, _reason(N_("times the {rank} was laid, more than any other card"), rank=rank)


def discarded(story: Story) -> _Found:
    """How many cards were in the middle and left the game, where others came back to the hand."""
    fates = [fate for _, each in _rounds_with(story, "discarded") for fate in each.values()]
    if out := fates.count("discarded"):
        yield out, _reason(N_("of {count} cards laid did not come back to the hand"), count=len(fates))


def tied(story: Story) -> _Found:
    """How many rounds of cards were tied."""
    rounds = _rounds_with(story, "tied")
    ties = sum("tied" in fates.values() for _, fates in rounds)
    if ties:
        told = PluralTemplate("of {rounds} was tied", "of {rounds} were tied", counted="ties")
        yield ties, _reason(told, rounds=count_parts(rounds[0][0].kind, len(rounds)), ties=_rounds(ties))


def won_by_winner(story: Story) -> _Found:
    """How many rounds of cards went to the winner."""
    rounds = _rounds_with(story, "won")
    won = sum(fates.get(story.winner or "") == "won" for _, fates in rounds)
    if story.winner is not None and won:
        told = N_("of {rounds} fell to a card of {players}, who won")
        yield won, _reason(told, story.winner, rounds=count_parts(rounds[0][0].kind, len(rounds)))


def _plays(story: Story) -> Iterator[Play]:
    return (play for game in story.games for leaf in game.leaves for play in leaf.plays.values())


def _rounds_with(story: Story, fate: Fate) -> Sequence[tuple[Leaf, Mapping[PlayerId, Fate]]]:
    """Return the rounds of all games with cards in which cards can meet this fate, and what became of them.

    Empty if these games do not call them the same: tricks and rounds cannot be added up.
    """
    found: list[tuple[Leaf, Mapping[PlayerId, Fate]]] = []
    for game in story.games:
        fates = [(leaf, game.rules.fates(leaf)) for leaf in game.leaves]
        if game.rules.number_line is None and any(fate in each.values() for _, each in fates):
            found += fates
    return found if len({leaf.kind for leaf, _ in found}) == 1 else []


# What is always true


def most_points(story: Story) -> _Found:
    """Who had most points and did not win, where the middle wins."""
    game = story.only_game
    if game is None or not game.rules.middle_wins or not story.winners:
        return
    scores = game.level.scores
    most = max(scores.values())
    players = [player for player, points in scores.items() if points == most]
    if len(players) == 1 and players[0] not in story.winners and most > 1:
        yield most, _reason(N_("was the best score, and {players} did not win with it"), players[0])


def right_score(story: Story) -> _Found:
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
        yield score, _reason(told, fewer=_players(fewer), more=_players(more))


def margin(story: Story) -> _Found:
    """How far the winner was ahead, where the most points win."""
    game = story.only_game
    if game is None or story.winner is None or game.rules.middle_wins:
        return
    scores = game.level.scores
    second = max((score for player, score in scores.items() if player != story.winner), default=0)
    if scores[story.winner] > second:
        told = N_("more than anybody else is what {players}, who won, had")
        yield scores[story.winner] - second, _reason(told, story.winner)


def spread(story: Story) -> _Found:
    """How far the best score was from the worst."""
    scores = story.only_game.level.scores.values() if story.only_game else ()
    if scores and max(scores) > min(scores):
        yield max(scores) - min(scores), _reason(N_("is how far the best score was from the worst"))


def _players(number: int) -> Count:
    return Count(number, "{n} player", "{n} players")


def played(story: Story) -> _Found:
    """How many rounds were played, and by how many."""
    kinds = {leaf.kind for game in story.games for leaf in game.leaves}
    rounds = sum(len(game.leaves) for game in story.games)
    players = {player for game in story.games for player in game.score.root.scores}
    if kinds == {"trick"}:
        told = PluralTemplate("trick, {players_count}", "tricks, {players_count}", counted="rounds")
    else:
        told = PluralTemplate("round, {players_count}", "rounds, {players_count}", counted="rounds")
    if rounds:
        yield rounds, _reason(told, players_count=_players(len(players)), rounds=_rounds(rounds))


_FINDERS: Sequence[Callable[[Story], _Found]] = (
    evening,
    showdown,
    peeled,
    nearest_truth,
    thrown_out,
    drifted,
    favourite,
    same_number,
    winners_distance,
    comeback,
    twins,
    longest_run,
    widest_miss,
    longest_drought,
    nobody_scored,
    discarded,
    tied,
    won_by_winner,
    common_card,
    never_picked,
    most_points,
    right_score,
    margin,
    spread,
    played,
)
"""What is looked for, the most telling first."""


def _reason(template: str | PluralTemplate, *players: PlayerId, **values: object) -> Reason:
    return Reason("", template, players, values)


def _rounds(number: int) -> Count:
    return count_parts("round", number)


def _times(number: int) -> Count:
    return Count(number, "{n} time", "{n} times")
