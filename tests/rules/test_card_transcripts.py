"""One whole short game each as a golden transcript: every play, every reason, and what is asked next.

After a change that is meant, COMPANION_WRITE_PLAYS=1 writes them anew; look at the difference.
"""

from collections.abc import Iterator

import pytest

from companion.i18n.messages import format_list
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.deck import DeckCards
from companion.rules.results import Branch, Deal, NextRound, Node, Record, Reveal, Score
from tests.support.card_games import NAMES, record
from tests.support.transcripts import goes_as_written


def alike(players: int, ranks: str) -> list[str]:
    return [" ".join([rank] * players) for rank in ranks.split()]


MEDIOCRITY = [
    *["8 3 A A", "Q J 7 2", "K K 10 10", "8 2 8 K"],
    *alike(4, "A 2 4 5 6 9 Q"),
    *["3 7 3 7", "J 10 J 3", "10 8 J J", "7 8 J 8"],
    *alike(4, "2 3 4 5 6 7 8 9 10 J Q"),
    *["K A A A", "K K K K"],
]
MEDIAN_HANDS = {"Ann": "KC JD", "Bob": "AC QD", "Cyd": "KD JH", "Dan": "QH AS"}
MEDIAN_STOCK = "JC QC AD KH QS AH KS JS"
MEDIAN = ["high KC AC KD AS", "low JC QD JH QH", "low JD QC AD KH", "high QS AH KS JS"]
SAICHUGEN = [
    *["7H 6C KD", "5H 4C KC", "AS JS KS", "3D JD 6D", "4D 5D 2C", "QH 9C 10C"],
    *["10H 9C JD", "JH 10C QD", "2C AC 3C", "7S 7H 7D", "8C 9H 8D", "5C 6C 4C last"],
]


def hand(cards: str) -> tuple[Card, ...]:
    return tuple(record("median", len(cards.split()), cards).reveals[0].plays.values())  # type: ignore[arg-type]


DEAL = Deal({who: hand(cards) for who, cards in MEDIAN_HANDS.items()}, hand(MEDIAN_STOCK))

GAMES = {
    "mediocrity": record("mediocrity", 4, *MEDIOCRITY, target=2),
    "median": record("median", 4, *MEDIAN, hand=2, lowest="J", dealer="Bob", deals=[DEAL]),
    "saichugen": record("saichugen", 3, *SAICHUGEN, rounds=2, games=3),
}


def transcript(full: Record) -> Iterator[str]:
    """Write a game down reveal by reveal, scoring what is known until then each time."""
    title = games.find_game(full.game).title
    yield f"{title}: {format_list(full.players)}, {full.rules}"
    before: list[Node] = []
    for number in range(len(full.reveals) + 1):
        now = Record(full.game, full.rules, full.players, full.reveals[:number], full.deals)
        found = games.score(now)
        assert () == found.problems
        if number:
            yield f"\n{number}: {_shown(full.reveals[number - 1])}"
        ended = list(_ended(found.root))
        yield from _news(ended[len(before) :])
        before = ended
        yield from _asked(found)


def _shown(reveal: Reveal) -> str:
    """Write what was shown, and what the leader and the host said."""
    call = [f"{reveal.call}!"] if reveal.call else []
    end = ["- and the host ends the game"] if reveal.last else []
    return " ".join([*call, *(f"{player} {play}" for player, play in reveal.plays.items()), *end])


def _ended(node: Node) -> Iterator[Node]:
    if isinstance(node, Branch):
        for part in node.parts:
            yield from _ended(part)
    if node.finished:
        yield node


def _news(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        scores = f", {dict(node.scores)}" if isinstance(node, Branch) else ""
        yield f"  {node.kind}: {format_list(node.winners) or 'nobody'}{scores}"
        yield from (f"    {reason.rule} {reason.sentence()}" for reason in node.reasons)


def _asked(found: Score) -> Iterator[str]:
    if found.next_round is None:
        yield "  the end"
        return
    ask: NextRound = found.next_round
    places = ", ".join(f"{p.kind} {p.number}{f' of {p.of}' if p.of else ''}" for p in ask.position)
    leads = f"; {ask.leader} leads" if ask.leader else ""
    calls = f"; {ask.caller} calls" if ask.caller else ""
    yield f"  next: reveal {ask.number}, {places}{leads}{calls}"
    for player, allowed in ask.allowed.items():
        assert isinstance(allowed, DeckCards)
        choices = allowed.choices()
        few = " ".join(map(str, choices)) if len(choices) < 14 else f"any of {len(choices)} cards"
        yield f"    {player}: {few}"


@pytest.mark.parametrize("game", list(GAMES))
def test_the_game_goes_as_its_transcript_says(game: str) -> None:
    goes_as_written(game, "\n".join(transcript(GAMES[game])).splitlines())


@pytest.mark.parametrize("game", list(GAMES))
def test_the_transcript_is_of_a_whole_game(game: str) -> None:
    found = games.score(GAMES[game])
    assert ((), None, True) == (found.problems, found.next_round, found.root.finished)
    assert set(NAMES[: len(GAMES[game].players)]) >= set(found.root.winners) != set()
