"""How long an evening took: its games, its rounds, and what a tie did to them."""

from companion.i18n.messages import N_, Count, PluralTemplate
from companion.rules.insights.facts.fact import LEAST_TIMES, Found, count_players, count_rounds, reason
from companion.rules.insights.facts.story import Story
from companion.rules.results import count_parts
from companion.rules.standing import PeeledResult


def showdown(story: Story) -> Found:
    """How many rounds more a tie took (G16)."""
    rounds = len(story.only_game.score.root.showdown) if story.only_game else 0
    if rounds and story.winner:
        told = PluralTemplate(
            "round more was needed until only {players} was left",
            "rounds more were needed until only {players} was left",
            counted="rounds",
        )
        yield rounds, reason(told, story.winner, rounds=count_rounds(rounds))


def peeled(story: Story) -> Found:
    """How many outer parts were left out to break a tie (G6)."""
    root = story.only_game.score.root if story.only_game else None
    if not isinstance(root, PeeledResult) or root.decided_by != "peel":
        return
    last = root.peels[-1]
    out = len(root.parts) - (last.last - last.first + 1)
    told = N_("of {rounds} were left out before somebody had won")
    yield out, reason(told, rounds=count_parts(root.parts[0].kind, len(root.parts)))


def evening(story: Story) -> Found:
    """How many games there were, and by how many players they were won."""
    if len(story.games) < LEAST_TIMES:
        return
    won = {player for game in story.games for player in game.score.root.winners}
    told = N_("games, won by {count}")
    if won:
        yield len(story.games), reason(told, count=Count(len(won), "one player", "{n} different players"))


def played(story: Story) -> Found:
    """How many rounds were played, and by how many."""
    kinds = {leaf.kind for game in story.games for leaf in game.leaves}
    rounds = sum(len(game.leaves) for game in story.games)
    players = {player for game in story.games for player in game.score.root.scores}
    if kinds == {"trick"}:
        told = PluralTemplate("trick, {players_count}", "tricks, {players_count}", counted="rounds")
    elif kinds == {"hand"}:
        told = PluralTemplate("hand, {players_count}", "hands, {players_count}", counted="rounds")
    else:
        told = PluralTemplate("round, {players_count}", "rounds, {players_count}", counted="rounds")
    if rounds:
        yield rounds, reason(told, players_count=count_players(len(players)), rounds=count_rounds(rounds))
