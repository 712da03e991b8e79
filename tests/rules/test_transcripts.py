"""Short whole games as golden transcripts: every play, every reason, and what is allowed next.

Each `transcripts/NAME.json` is the record of a game, and `NAME.txt` its transcript.
`COMPANION_WRITE_TRANSCRIPTS=1` writes them anew after an intended change; review the difference.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from companion.i18n.messages import format_list, format_value
from companion.rules import games
from companion.rules.games.numbers import NumberRange
from companion.rules.games.runs import Record
from companion.rules.games.tricks import EnteredCount
from companion.rules.plays import AllowedPlay, NextRound, Reveal
from companion.rules.results import Branch, Leaf, Node, ScoredPart
from companion.rules.standing import PeeledResult
from tests.support import card_games
from tests.support.number_games import record, score, won
from tests.support.records import read_record
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
            yield from _outcomes(game, node) if isinstance(node, Leaf) else ()
        known = len(finished)
        yield from _next_round(score.next_round)


def _plays(reveal: Reveal) -> str:
    call = [f"{reveal.call}!"] if reveal.call else []
    plays = [f"{player} {format_value(play)}" for player, play in reveal.plays.items()]
    end = ["- and the host ends the game"] if reveal.last else []
    return " ".join([*call, ", ".join(plays), *end])


def _finished(node: Node) -> Iterator[Node]:
    if isinstance(node, Branch):
        for part in (*node.parts, *node.showdown):
            yield from _finished(part)
    if node.finished:
        yield node


def _result(node: Node) -> Iterator[str]:
    scores = f", {dict(node.scores)}" if isinstance(node, ScoredPart) else ""
    by = f", by {node.decided_by}" if isinstance(node, PeeledResult) else ""
    yield f"  {node.kind}: {format_list(node.winners) or 'nobody'}{scores}{by}"
    yield from (f"    {reason.rule} {reason.sentence()}" for reason in node.reasons)


def _outcomes(game: Record, leaf: Leaf) -> Iterator[str]:
    """Yield what is said to each player of a play, after what came of it."""
    yield f"    = {game.rules.round_headline(leaf).sentence()}"
    for player in leaf.plays:
        outcome = game.rules.outcome(leaf, player)
        yield f"    {player}: {outcome.result}, {game.rules.gain(leaf, player)}: {outcome.reason.sentence()}"


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


TIE_BREAKS = ("sudden-death", "peel+sudden-death")
DECISIONS: list[tuple[str, dict[str, Any]]] = [
    *(("ABCAB", {"last": each}) for each in (False, True)),
    *((letters, {"last": True}) for letters in ("AAB", "A")),
    ("A..", {"points_target": 2, "last": True}),
    *(
        (letters, {"rounds": 3, "tie_break": tie_break})
        for letters in ("ABC", "ABCA", "ABCAAB")
        for tie_break in TIE_BREAKS
    ),
    *(("ABCA", {"rounds": 3, "tie_break": tie_break, "last": True}) for tie_break in TIE_BREAKS),
    *((letters, {"points_target": 3, "tie_break": "sudden-death"}) for letters in ("AA.B", "ABCAAB")),
    ("CCAAABAABAACCCA", {"nesting": [3, 5]}),  # games, and then matches of them
    ("AAB" * 12, {"nesting": [3, 2, 6]}),
    *((letters, {"nesting": [3, 2], "tie_break": "sudden-death"}) for letters in ("AABAAB", "AABAABAAC")),
    *(("AAB", {"nesting": [3, 2, 2], "last": last}) for last in (False, True)),
    ("AABAABAA", {"nesting": [3, 3], "last": True}),  # the match itself is not ended, but complete
    ("ABCAB", {"tie_break": "peel+showdown"}),
    ("ABC", {"rounds": 3, "tie_break": "showdown", "last": True}),
]
"""Games of which each letter is the winner of a round, with their options."""
ROUNDS: list[tuple[str, dict[str, Any]]] = [
    *((numbers, {}) for numbers in ("1 90 90 5 7 - 90", "-1 2 3 4 5 6", "50 50 7 7", "9 9 1 4", "- - -")),
    *((numbers, {"scoring": "mean"}) for numbers in ("1 2 3 4", "0 1 100", "0 1 40 100 2", "9 9 1", "5 5 5")),
    *(("10 20 60", {"scoring": "mean", "factor": factor}) for factor in ("0.8", "2/3")),
    ("10 20 40 90", {"factor": "1/2"}),
    *((numbers, {"points": "number"}) for numbers in ("10 17 60", "0 5 5")),
    *((numbers, {"offsets": True}) for numbers in ("50 50 50", "50 50 51 52")),
    ("10 20 30 41", {"scoring": "mean", "points": "number"}),
]

CARDS: list[tuple[str, list[str], dict[str, Any]]] = [
    ("median", ["5 5 J", "5 J 8", "6 6 J last"], {"dealer": "Bob"}),
    ("median", ["high 5 8", "low 6 7", "high 9 9", "high 9 10 last"], {"lead": "loser"}),
    ("median", ["high 3 5", "low 3 5", "high 6 6 last"], {}),
    ("median", ["10 J Q", "J 10 Q", "10 10 Q last"], {}),  # two share, and the pool is nobody's
    ("median", ["3 7 7 7 7", "3 4 8 9 9 last"], {"hand": 10}),  # nobody draws
    ("median", ["5 8 J", "5 8 J last"], {"hand": 16}),  # there is one card for each
    ("mediocrity", ["K K 7", "Q Q 6 last"], {}),
    ("mediocrity", ["KS KH 7D", "5 5 5 last"], {"target": 1}),
    ("saichugen", ["7H 6C KD", "5C 4C AC last"], {}),
    ("saichugen", ["9H 8C 10D"], {"rounds": 1, "tricks": 1}),
    ("saichugen", ["9H 8C 10D", "8H 7C 9D"], {"rounds": 1, "tricks": 1, "games": 2}),
]


def examples() -> Iterator[str]:
    """Write down how short games are decided, and how single rounds of them are scored."""
    for name, tricks, options in CARDS:
        players = len([word for word in tricks[0].split() if word not in ("high", "low", "last")])
        game = card_games.record(name, players, *tricks, **options)
        yield f"{name} {', '.join(tricks)} {options}"
        for node in _finished(games.score(game).root):
            yield from _result(node)
            yield from _outcomes(game, node) if isinstance(node, Leaf) else ()
        assert () == games.score(game).problems
    for letters, options in DECISIONS:
        root = score(won(letters), **options).root
        yield f"{letters} {options}: {format_list(root.winners) or 'nobody'}, by {root.decided_by}"
        yield from (f"    {reason.rule} {reason.sentence()}" for reason in root.reasons)
    for numbers, options in ROUNDS:
        table = "\n".join(
            f"{name} {number}" for name, number in zip("ABCDEFG", numbers.split(), strict=False)
        )
        game = record(table, low=-9, **options) if "points" not in options else record(table, **options)
        yield f"{numbers} {options}"
        for leaf in games.score(game).leaves():
            yield from _result(leaf)
            yield from _outcomes(game, leaf)


def test_examples_of_decisions_and_rounds_match_their_transcript() -> None:
    assert_matches_transcript(__file__, "examples", examples())


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
