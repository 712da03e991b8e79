"""Extending a score gives the same as scoring from scratch, in every game and for any plays."""

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.cards import RANKS, SUITS, Card
from companion.rules.games.contract import Record, ScoredRecord
from companion.rules.games.deck import DeckCards
from companion.rules.games.good_enough.inputs import NumberedCards
from companion.rules.games.numbers import NumberRange
from companion.rules.results import AllowedPlay, Deal, Play, Reveal
from tests.room.test_whole_rooms import GAMES, ids
from tests.support.card_games import NAMES

PLAYED: list[tuple[str, int, bool, dict[str, Any]]] = [
    *GAMES,
    ("good-enough", 3, False, {"rounds": 3, "tie_break": "peel+sudden-death", "high": 4}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "peel+showdown", "high": 5, "offsets": True}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "showdown", "high": 9, "points": "number"}),
    ("good-enough", 4, False, {"nesting": [3, 2, 2], "points_target": 2, "high": 9}),
    ("good-enough", 3, True, {"entry": "cards", "cards": 40, "nesting": [3, 2, 2], "scoring": "mean"}),
    ("mediocrity", 3, False, {"target": 2}),
]
REFUSED: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 2, False, {"rounds": 3}),
    ("good-enough", 3, False, {"entry": "cards", "cards": 9, "rounds": 5}),
    ("mediocrity", 2, False, {}),
    ("median", 3, False, {"lead": "loser"}),
    ("saichugen", 4, False, {}),
]
ALL = PLAYED + REFUSED
every_game = pytest.mark.parametrize(
    ("game", "players", "dealt", "options"), ALL, ids=[ids(*each) for each in ALL]
)
seeds = st.integers(0, 10**9)


def started(game: str, players: int, dealt: bool, options: dict[str, Any], rng: random.Random) -> Record:
    """Make a record before its first reveal; if `dealt`, with hands, of which some may be invalid."""
    record = Record(game, games.find_game(game).read_options(options), NAMES[:players])
    deals = tuple(deal for _ in range(rng.randint(1, 3)) if (deal := _deal(record, rng))) if dealt else ()
    return replace(record, deals=deals)


def _deal(record: Record, rng: random.Random) -> Deal | None:
    dealt = record.rules.deal(games.score_record(record), rng.shuffle)
    return replace(dealt, stock=()) if dealt and rng.random() < 0.1 else dealt


def reveal(scored: ScoredRecord, rng: random.Random) -> Reveal:
    """Make a random reveal: half the time of allowed plays only, else also of invalid ones."""
    wants = scored.score.next_round.allowed if scored.score.next_round else {}
    plays = {player: _allowed(allowed, rng) for player, allowed in wants.items()}
    calls = _calls(scored)
    if rng.random() < 0.5:
        wild = (rng.randint(-9, 99), Card(rng.choice(RANKS), rng.choice(SUITS)))
        plays |= {player: rng.choice(wild) for player in (*wants, "Nobody") if rng.random() < 0.1}
        plays = {player: play for player, play in plays.items() if rng.random() < 0.9}
        calls = calls != (rng.random() < 0.1)
    call = rng.choice(("high", "low")) if calls else None
    return Reveal(plays, call, last=rng.random() < 0.02)


def _calls(scored: ScoredRecord) -> bool:
    return scored.score.next_round is not None and scored.score.next_round.caller is not None


def _allowed(allowed: AllowedPlay, rng: random.Random) -> Play:
    if isinstance(allowed, NumberRange):
        return rng.randint(allowed.low, allowed.high)
    assert isinstance(allowed, NumberedCards | DeckCards)
    return rng.choice(allowed.choices() or (7,))


def played_on(scored: ScoredRecord, rng: random.Random, most: int) -> Iterator[ScoredRecord]:
    """Extend a score reveal by reveal, to a little beyond the end."""
    beyond = 0
    for _ in range(most):
        scored = scored.after(reveal(scored, rng))
        yield scored
        beyond += scored.score.next_round is None
        if beyond > 2:
            return


@pytest.mark.slow(keep=12)
@every_game
@settings(max_examples=8, deadline=None)
@given(seed=seeds)
def test_adding_reveals_one_by_one_scores_like_the_whole_record(
    game: str, players: int, dealt: bool, options: dict[str, Any], seed: int
) -> None:
    rng = random.Random(seed)
    record = started(game, players, dealt, options, rng)
    for after in played_on(games.score_record(record), rng, 60):
        assert games.score_record(after.record) == after


@pytest.mark.slow(keep=12)
@every_game
@settings(max_examples=8, deadline=None)
@given(seed=seeds, cut=st.integers(0, 12))
def test_adding_several_reveals_at_once_scores_like_one_after_another(
    game: str, players: int, dealt: bool, options: dict[str, Any], seed: int, cut: int
) -> None:
    rng = random.Random(seed)
    start = games.score_record(started(game, players, dealt, options, rng))
    *_, end = (start, *played_on(start, rng, 20))
    reveals = end.record.reveals
    assert end == start.after(*reveals[:cut]).after(*reveals[cut:])


@pytest.mark.slow(keep=12)
@every_game
@settings(max_examples=8, deadline=None)
@given(seed=seeds, before=st.integers(0, 40))
def test_two_continuations_of_one_score_change_neither_each_other_nor_that_score(
    game: str, players: int, dealt: bool, options: dict[str, Any], seed: int, before: int
) -> None:
    rng = random.Random(seed)
    start = games.score_record(started(game, players, dealt, options, rng))
    *_, fork = (start, *played_on(start, rng, before))
    ways = [fork, fork]
    for number in range(40):  # alternately, so that shared state would show
        way = number % 2
        ways[way] = ways[way].after(reveal(ways[way], rng))
    for found in (fork, *ways):
        assert games.score_record(found.record) == found


def test_a_score_can_be_extended_after_other_scores_were_made_from_it() -> None:
    fork = games.score_record(
        Record("good-enough", games.find_game("good-enough").read_options({}), ("A", "B", "C"))
    )
    shown = Reveal({"A": 1, "B": 2, "C": 3})
    first = fork.after(shown)
    assert [("B",), ("B",)] == [leaf.winners for leaf in first.after(shown).score.leaves()]
    assert ([], 1) == (list(fork.score.leaves()), len(list(first.score.leaves())))
    assert fork.after(shown) == first
