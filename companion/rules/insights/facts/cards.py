"""Facts of cards: which were laid, and what became of them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.cards import Card
from companion.rules.games.outcomes import Fate
from companion.rules.insights.facts.fact import LEAST_TIMES, Found, count_rounds, reason
from companion.rules.insights.facts.story import Story
from companion.rules.insights.standout import standout
from companion.rules.results import Leaf, Play, PlayerId, count_parts


def common_card(story: Story) -> Found:
    """Which card was laid most often, whatever its suit."""
    laid = Counter(play.rank for play in _plays(story) if isinstance(play, Card))
    rank = standout(laid, laid.__getitem__, LEAST_TIMES)
    if rank is not None:
        yield laid[rank], reason(N_("times the {rank} was laid, more than any other card"), rank=rank)


def discarded(story: Story) -> Found:
    """How many cards were in the middle and left the game, where others came back to the hand."""
    fates = [fate for _, each in _rounds_with(story, "discarded") for fate in each.values()]
    if out := fates.count("discarded"):
        yield out, reason(N_("of {count} cards laid did not come back to the hand"), count=len(fates))


def tied(story: Story) -> Found:
    """How many rounds of cards were tied."""
    rounds = _rounds_with(story, "tied")
    ties = sum("tied" in fates.values() for _, fates in rounds)
    if ties:
        told = PluralTemplate("of {rounds} was tied", "of {rounds} were tied", counted="ties")
        yield ties, reason(told, rounds=count_parts(rounds[0][0].kind, len(rounds)), ties=count_rounds(ties))


def won_by_winner(story: Story) -> Found:
    """How many rounds of cards went to the winner."""
    rounds = _rounds_with(story, "won")
    won = sum(fates.get(story.winner or "") == "won" for _, fates in rounds)
    if story.winner is not None and won:
        told = N_("of {rounds} fell to a card of {players}, who won")
        yield won, reason(told, story.winner, rounds=count_parts(rounds[0][0].kind, len(rounds)))


def _plays(story: Story) -> Iterator[Play]:
    return (play for game in story.games for leaf in game.leaves for play in leaf.plays.values())


def _rounds_with(story: Story, fate: Fate) -> Sequence[tuple[Leaf, Mapping[PlayerId, Fate]]]:
    """Return the rounds of all games with cards in which cards can meet this fate, and what became of them.

    Empty if these games do not call them the same: tricks and rounds cannot be added up.
    """
    found: list[tuple[Leaf, Mapping[PlayerId, Fate]]] = []
    for game in story.games:
        fates = [(leaf, game.rules.fates(leaf)) for leaf in game.leaves]
        if game.rules.shows_cards and any(fate in each.values() for _, each in fates):
            found += fates
    return found if len({leaf.kind for leaf, _ in found}) == 1 else []
