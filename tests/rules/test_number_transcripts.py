"""Two whole games of numbers as golden transcripts: every number, every reason, and what is asked next.

After a change that is meant, COMPANION_WRITE_PLAYS=1 writes them anew; look at the difference.
"""

from collections.abc import Iterator
from dataclasses import replace

import pytest

from companion.i18n.messages import format_list, format_value
from companion.rules import games
from companion.rules.games.good_enough import GoodEnough
from companion.rules.games.numbers import NumberRange
from companion.rules.results import AllowedPlay, Branch, NextRound, Node, Record
from companion.rules.standing import PeeledResult
from tests.support.number_games import GAME_TWO, record
from tests.support.transcripts import goes_as_written

# Three games of three rounds: the first is decided, the second ties and is played on, and so is the match.
MATCH = """
Ann  -3  2  9   1  4  7  5   2  6 0   8
Bob   0  2 -1   2  5  9  1   -  1 9   -
Cyd   5  7  4   3  3  8  9   1  4 9   -
Late  -  -  -   -  -  -  -   3 -9 4   -
"""

GAMES = {
    "good-enough": record(GAME_TWO),
    "good-enough-match": record(
        MATCH, last=True, low=-9, high=9, scoring="mean", nesting=[3, 3], tie_break="peel+sudden-death"
    ),
}


def transcript(full: Record) -> Iterator[str]:
    """Write a game down round by round, scoring what is known until then each time."""
    yield f"{GoodEnough.title}: {format_list(full.players)}, {full.rules}"
    before = 0
    for number in range(len(full.reveals) + 1):
        found = games.score(replace(full, reveals=full.reveals[:number]))
        assert () == found.problems
        if number:
            plays = full.reveals[number - 1].plays.items()
            yield f"\n{number}: {', '.join(f'{player} {format_value(play)}' for player, play in plays)}"
        closed = list(_closed(found.root))
        yield from _news(closed[before:])
        before = len(closed)
        yield _asked(found.next_round)


def _closed(node: Node) -> Iterator[Node]:
    if isinstance(node, Branch):
        for part in node.parts:
            yield from _closed(part)
    if node.finished:
        yield node


def _news(nodes: list[Node]) -> Iterator[str]:
    for node in nodes:
        scores = f", {dict(node.scores)}" if isinstance(node, Branch) else ""
        by = f", by {node.decided_by}" if isinstance(node, PeeledResult) else ""
        yield f"  {node.kind}: {format_list(node.winners) or 'nobody'}{scores}{by}"
        yield from (f"    {reason.rule} {reason.sentence()}" for reason in node.reasons)


def _asked(ask: NextRound | None) -> str:
    if ask is None:
        return "  the end"
    places = ", ".join(f"{p.kind} {p.number}{f' of {p.of}' if p.of else ''}" for p in ask.position)
    return f"  next: round {ask.number}, {places}: {_allowed(list(ask.allowed.values()))} from {format_list(ask.allowed)}"


def _allowed(wants: list[AllowedPlay]) -> str:
    [same] = set(wants)
    assert isinstance(same, NumberRange)
    return f"{format_value(same.low)} to {format_value(same.high)}"


@pytest.mark.parametrize("game", list(GAMES))
def test_the_game_goes_as_its_transcript_says(game: str) -> None:
    goes_as_written(game, "\n".join(transcript(GAMES[game])).splitlines())


@pytest.mark.parametrize("game", list(GAMES))
def test_the_transcript_is_of_a_whole_game(game: str) -> None:
    found = games.score(GAMES[game])
    assert ((), None, True) == (found.problems, found.next_round, found.root.finished)
