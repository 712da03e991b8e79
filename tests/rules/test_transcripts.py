"""Short whole games as golden transcripts: every play, every reason, and what is allowed next.

`COMPANION_WRITE_TRANSCRIPTS=1` writes them anew after an intended change; review the difference.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.i18n.messages import format_list, format_value
from companion.rules import games
from companion.rules.cards import Card
from companion.rules.games.deck import DeckCards
from companion.rules.games.numbers import NumberRange
from companion.rules.results import AllowedPlay, Branch, Deal, NextRound, Node, Record, Reveal
from companion.rules.standing import PeeledResult
from tests.support import number_games
from tests.support.card_games import record
from tests.support.transcripts import assert_matches_transcript

# Three games of three rounds: the first is decided, the second ties and is played on, and so is the match.
MATCH = """
Ann  -3  2  9   1  4  7  5   2  6 0   8
Bob   0  2 -1   2  5  9  1   -  1 9   -
Cyd   5  7  4   3  3  8  9   1  4 9   -
Late  -  -  -   -  -  -  -   3 -9 4   -
"""


def alike(players: int, ranks: str) -> list[str]:
    """Return tricks in which all lay cards of one rank."""
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
    "good-enough": number_games.record(number_games.GAME_TWO),
    "good-enough-match": number_games.record(
        MATCH, last=True, low=-9, high=9, scoring="mean", nesting=[3, 3], tie_break="peel+sudden-death"
    ),
    "mediocrity": record("mediocrity", 4, *MEDIOCRITY, target=2),
    "median": record("median", 4, *MEDIAN, hand=2, lowest="J", dealer="Bob", deals=[DEAL]),
    "saichugen": record("saichugen", 3, *SAICHUGEN, rounds=2, games=3),
}


def transcript(game: Record) -> Iterator[str]:
    """Write a game down reveal by reveal, each time with what the score says until then."""
    yield f"{games.find_game(game.game).title}: {format_list(game.players)}, {game.rules}"
    known = 0
    for number in range(len(game.reveals) + 1):
        score = games.score(replace(game, reveals=game.reveals[:number]))
        assert () == score.problems
        if number:
            yield ""
            yield f"{number}: {_plays(game.reveals[number - 1])}"
        finished = list(_finished(score.root))
        for node in finished[known:]:
            yield from _result(node)
        known = len(finished)
        yield from _next_round(score.next_round)


def _plays(reveal: Reveal) -> str:
    call = [f"{reveal.call}!"] if reveal.call else []
    plays = [f"{player} {format_value(play)}" for player, play in reveal.plays.items()]
    end = ["- and the host ends the game"] if reveal.last else []
    return " ".join([*call, ", ".join(plays), *end])


def _finished(node: Node) -> Iterator[Node]:
    if isinstance(node, Branch):
        for part in node.parts:
            yield from _finished(part)
    if node.finished:
        yield node


def _result(node: Node) -> Iterator[str]:
    scores = f", {dict(node.scores)}" if isinstance(node, Branch) else ""
    by = f", by {node.decided_by}" if isinstance(node, PeeledResult) else ""
    yield f"  {node.kind}: {format_list(node.winners) or 'nobody'}{scores}{by}"
    yield from (f"    {reason.rule} {reason.sentence()}" for reason in node.reasons)


def _next_round(wanted: NextRound | None) -> Iterator[str]:
    if wanted is None:
        yield "  the end"
        return
    parts = ", ".join(f"{p.kind} {p.number}{f' of {p.of}' if p.of else ''}" for p in wanted.position)
    leads = f"; {wanted.leader} leads" if wanted.leader else ""
    calls = f"; {wanted.caller} calls" if wanted.caller else ""
    yield f"  next: reveal {wanted.number}, {parts}{leads}{calls}"
    players = defaultdict(list)
    for player, allowed in wanted.allowed.items():
        players[_choices(allowed)].append(player)
    yield from (f"    {format_list(who)}: {choices}" for choices, who in players.items())


def _choices(allowed: AllowedPlay) -> str:
    if isinstance(allowed, NumberRange):
        return f"{format_value(allowed.low)} to {format_value(allowed.high)}"
    assert isinstance(allowed, DeckCards)
    choices = allowed.choices()
    return " ".join(map(str, choices)) if len(choices) < 14 else f"any of {len(choices)} cards"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_matches_its_transcript(game: str) -> None:
    assert_matches_transcript(__file__, game, transcript(GAMES[game]))


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_covers_a_whole_game(game: str) -> None:
    score = games.score(GAMES[game])
    assert ((), None, True) == (score.problems, score.next_round, score.root.finished)
    assert set(GAMES[game].players) >= set(score.root.winners) != set()
