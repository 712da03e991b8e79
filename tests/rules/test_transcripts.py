"""Short whole games as golden transcripts: every play, every reason, and what is allowed next.

Each `transcripts/NAME.json` is the record of a game, and `NAME.txt` its transcript.
`COMPANION_WRITE_TRANSCRIPTS=1` writes them anew after an intended change; review the difference.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.formats.record import read_record
from companion.i18n.messages import format_list, format_value
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.kept_results import EnteredCount
from companion.rules.games.numbers import NumberRange
from companion.rules.results import AllowedPlay, Branch, NextRound, Node, Reveal, ScoredPart
from companion.rules.standing import PeeledResult
from tests.support.transcripts import assert_matches_transcript

FOLDER = Path(__file__).parent / "transcripts"
GAMES = {path.stem: read_record(path.read_text("utf-8")) for path in sorted(FOLDER.glob("*.json"))}
"""Whole games as records; the transcript of each stands beside it."""


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
    scores = f", {dict(node.scores)}" if isinstance(node, ScoredPart) else ""
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
    choices = allowed.choices()
    if isinstance(allowed, NumberRange | EnteredCount):
        return f"{format_value(choices[0])} to {format_value(choices[-1])}"
    return " ".join(map(str, choices)) if len(choices) < 14 else f"any of {len(choices)} cards"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_matches_its_transcript(game: str) -> None:
    assert_matches_transcript(__file__, game, transcript(GAMES[game]))


@pytest.mark.parametrize("game", GAMES)
def test_a_transcript_covers_a_whole_game(game: str) -> None:
    score = games.score(GAMES[game])
    assert ((), None, True) == (score.problems, score.next_round, score.root.finished)
    assert set(GAMES[game].players) >= set(score.root.winners) != set()


def test_every_game_has_a_transcript() -> None:
    assert set(games.GAMES) == {record.game for record in GAMES.values()}
