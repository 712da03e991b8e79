"""Score kept by results in the three card games (R1 to R4)."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.results import Reveal
from tests.support import naive_results
from tests.support.card_games import NAMES, deal, sentences
from tests.support.contract_games import random_results

GAMES = ("mediocrity", "saichugen", "median")
each_game = pytest.mark.parametrize("game", GAMES)


def kept(game: str, *entries: str, **options: Any) -> Record:
    """Return a record by results: `0 1 4` is an entry of three players; `last` after it ends the game."""
    rules = games.find_game(game).read_options({"keep": "results", **options})
    found = [each.split() for each in entries]
    numbers = [[int(word) for word in words if word != "last"] for words in found]
    who = NAMES[: len(numbers[0])] if numbers else NAMES[:3]
    reveals = [
        Reveal(dict(zip(who, row, strict=True)), last="last" in words)
        for row, words in zip(numbers, found, strict=True)
    ]
    return Record(game, rules, who, tuple(reveals))


_LEFT, _SUM = "cards cannot be left: a hand has 13", "cannot be the sum of"


@pytest.mark.parametrize(
    ("game", "entries", "problems"),
    [
        ("mediocrity", "0 1 1, 1 2 3", "2: nobody is out of cards: a hand ends when somebody is"),
        ("mediocrity", "0 14 -1", f"1, Bob: 14 {_LEFT}|1, Cyd: −1 {_LEFT}"),
        ("saichugen", "0 0 40", f"1, Cyd: 40 {_SUM} 3 open cards: that is 0 to 39"),
        ("saichugen tricks=1", "-1 0 0", f"1, Ann: −1 {_SUM} 1 open card: that is 0 to 13"),
        ("saichugen tricks=5 rounds=1", "0 0 65", ""),
        ("saichugen", "13 13 14", "1: together the sums are 40: in 3 tricks they are 39 at most"),
        ("saichugen", "13 13 13", ""),
        ("median", "1 0 1", "1: only one player can take a round, not 2"),
        ("median", "0 2 0", "1, Bob: 2 is neither 1, for who took the round, nor 0"),
    ],
)
def test_R1_R2_R3_an_entry_that_cannot_be_is_refused(game: str, entries: str, problems: str) -> None:
    name, *options = game.split()
    record = kept(name, *entries.split(", "), **{key: int(n) for key, n in (o.split("=") for o in options)})
    assert [f"round {each}" for each in problems.split("|") if each] == sentences(games.score(record))


@pytest.mark.parametrize(
    ("game", "options", "is_allowed", "count"),
    [
        ("mediocrity", {}, lambda hand: min(hand) == 0, 14**3 - 13**3),
        # R2: the ways to write 0 to 13 as three sums: 16 over 3
        ("saichugen", {"tricks": 1}, lambda sums: sum(sums) <= 13, 560),
    ],
)
def test_R1_R2_exactly_the_results_that_can_stand_together_are_allowed(
    game: str, options: dict[str, Any], is_allowed: Callable[[tuple[int, ...]], bool], count: int
) -> None:
    rules, allowed = games.find_game(game).read_options({"keep": "results", **options}), 0
    for results in product(range(14), repeat=3):
        with suppress(Refused):
            rules.check_plays(dict(zip(NAMES, results, strict=False)))
            assert is_allowed(results)
            allowed += 1
    assert allowed == count


def test_R3_a_call_and_deals_are_refused() -> None:
    plain = kept("median", "0 1")
    called = replace(plain, reveals=(replace(plain.reveals[0], call="high"),))
    assert ["round 1: where only results are entered, nobody calls high or low"] == sentences(
        games.score(called)
    )
    for game in ("median", "saichugen"):
        empty = kept(game)
        dealt = replace(empty, deals=(deal(NAMES[:3], (), 0),))
        found = games.score(dealt)
        assert ["deals: where only results are entered, no cards are dealt"] == sentences(found)
        assert found.root == games.score(empty).root


def test_M8_of_3_2_4_4_points_the_player_with_3_wins() -> None:
    found = games.score(kept("mediocrity", *["1 1 0 2"] * 2, "1 0 1 1", *["0 2 1 1"] * 3))
    assert {"Ann": 3, "Bob": 2, "Cyd": 4, "Dan": 4} == found.root.scores
    assert (("Ann",), True, None) == (found.root.winners, found.root.finished, found.next_round)


def test_R4_the_numbers_game_has_nothing_to_shorten() -> None:
    with pytest.raises(Refused, match="keep is not an option of this game"):
        games.find_game("good-enough").read_options({"keep": "results"})


@each_game
def test_R1_R2_R3_a_result_is_a_whole_number_and_everybody_has_one(game: str) -> None:
    rules = games.find_game(game).read_options({"keep": "results"})
    for wrong, text in [(True, "True"), (1.0, "1.0"), ("1", "1"), (None, "None")]:
        plays: Any = {"Ann": 0, "Bob": 0, "Cyd": wrong}
        found = games.score(Record(game, rules, NAMES[:3], (Reveal(plays),)))
        assert [f"round 1, Cyd: {text} is not a whole number"] == sentences(found)
    found = games.score(Record(game, rules, NAMES[:3], (Reveal({"Ann": 0, "Bob": 0, "Eve": 0}),)))
    assert [
        "round 1, Cyd: has no result, and in this game everybody must have one",
        "round 1, Eve: no such player in this game",
    ] == sentences(found)


@each_game
def test_R1_R2_R3_the_score_keeper_is_asked_for_all_results_together(game: str) -> None:
    record = kept(game)
    asked = games.score(record).next_round
    assert asked is not None
    pads = {"mediocrity": ("keys", None), "saichugen": ("digits", (0, 39)), "median": ("one", None)}
    for allowed in asked.allowed.values():
        assert pads[game] == (allowed.pad, allowed.typed_range)
        assert bool(allowed.keys(lambda _: ())) == (allowed.pad != "digits")
        assert [allowed.check(each) for each in allowed.choices()] == list(allowed.choices())
        assert allowed.read(" ２ ".strip() if game != "median" else "１") in allowed.choices()
        with pytest.raises(Refused, match="Enter a number from 0 to"):
            allowed.read(" ")
    assert (True, True, None) == (asked.is_result, asked.everyone_must_play, asked.caller)
    assert (True, False) == (record.rules.keeps_results, record.rules.can_deal)
    assert record.rules.deal(games.score_record(record), random.Random(1).shuffle) is None
    assert len(record.rules.how_to) == len(type(record.rules).in_words) + 1


@each_game
def test_R1_R2_R3_an_independent_scorer_agrees_on_random_records(game: str) -> None:
    for seed in range(150):
        record = random_results(game, seed)
        found = games.score(record)
        assert () == found.problems
        assert naive_results.result_of(record_to_document(record)) == result_document(found), seed
