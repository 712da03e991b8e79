"""Score kept by results in the three card games (R1 to R6)."""

import random
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.rules import games
from companion.rules.games.runs import Record
from companion.rules.plays import Reveal
from tests.support import naive_results
from tests.support.card_games import NAMES, deal, sentences
from tests.support.contract_games import random_results

GAMES = ("mediocrity", "saichugen", "median")
each_game = pytest.mark.parametrize("game", GAMES)


def kept(game: str, *entries: str, **options: Any) -> Record:
    """Return a record by results: `0 - 4` is without Bob; `last` after an entry ends the game."""
    rules = games.find_game(game).read_options({"keep": "results", **options})  # or as coarse as it says
    found = [entry.split() for entry in entries]
    rows = [[word for word in words if word != "last"] for words in found]
    who = NAMES[: len(rows[0])] if rows else NAMES[:3]
    reveals = [
        Reveal(
            {name: int(word) for name, word in zip(who, row, strict=True) if word != "-"},
            last="last" in words,
        )
        for row, words in zip(rows, found, strict=True)
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
        ("mediocrity keep=points", "0 0 0, 1 1 0", ""),
        ("mediocrity keep=points", "1 1 1", "1: somebody is out of cards: not everybody can get the point"),
        ("mediocrity keep=points", "0 2 0", "1, Bob: 2 is neither 1, for whoever has it, nor 0"),
        ("mediocrity", "0 1 -, 0 3 5", "1: a hand needs at least 3 players, not 2"),
        ("mediocrity", "0 1 - 4, - 0 2 2", ""),
        ("saichugen", "0 1 -", "1, Cyd: has no result, and in this game everybody must have one"),
        ("median", "1 - -, 0 - 0", ""),
        ("median", "- - -", "1: nobody was there"),
        ("median keep=totals", "9 8 0", ""),
        ("median keep=totals", "9 8 1", "1: together 18 rounds are taken: the game has 17"),
        ("median keep=totals", "0 18 0", "1, Bob: 18 rounds cannot be taken: the game has 17"),
        ("median keep=totals", "9 8 0, 1 0 0", "2: the game is over: no round can follow"),
        ("median", "1 0 1", "1: only one player can take a round, not 2"),
        ("median", "0 2 0", "1, Bob: 2 is neither 1, for whoever has it, nor 0"),
    ],
)
def test_R1_R2_R3_an_entry_that_cannot_be_is_refused(game: str, entries: str, problems: str) -> None:
    name, *options = game.split()
    chosen = (option.split("=") for option in options)
    record = kept(name, *entries.split(", "), **{key: int(n) if n.isdigit() else n for key, n in chosen})
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
            rules.check_plays(dict(zip(NAMES, results, strict=False)), 3)
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
        score = games.score(dealt)
        assert ["deals: where only results are entered, no cards are dealt"] == sentences(score)
        assert score.root == games.score(empty).root


def test_M8_of_3_2_4_4_points_the_player_with_3_wins() -> None:
    score = games.score(kept("mediocrity", *["1 1 0 2"] * 2, "1 0 1 1", *["0 2 1 1"] * 3))
    assert {"Ann": 3, "Bob": 2, "Cyd": 4, "Dan": 4} == score.root.scores
    assert (("Ann",), True, None) == (score.root.winners, score.root.finished, score.next_round)


def test_R4_the_numbers_game_has_nothing_to_shorten() -> None:
    with pytest.raises(Refused, match="keep is not an option of this game"):
        games.find_game("good-enough").read_options({"keep": "results"})


@each_game
def test_R1_R2_R3_a_result_is_a_whole_number_of_a_player(game: str) -> None:
    rules = games.find_game(game).read_options({"keep": "results"})
    for wrong, text in [(True, "True"), (1.0, "1.0"), ("1", "1"), (None, "None")]:
        plays: Any = {"Ann": 0, "Bob": 0, "Cyd": wrong}
        score = games.score(Record(game, rules, NAMES[:3], (Reveal(plays),)))
        assert [f"round 1, Cyd: {text} is not a whole number"] == sentences(score)
    score = games.score(Record(game, rules, NAMES[:3], (Reveal({"Ann": 0, "Bob": 0, "Eve": 0}),)))
    assert [
        *["round 1, Cyd: has no result, and in this game everybody must have one"] * (game == "saichugen"),
        "round 1, Eve: no such player in this game",
    ] == sentences(score)


@each_game
def test_R1_R2_R3_the_score_keeper_is_asked_for_all_results_together(game: str) -> None:
    record = kept(game)
    asked = games.score(record).next_round
    assert asked is not None
    pads = {"mediocrity": ("keys", None), "saichugen": ("digits", (0, 39)), "median": ("one", None)}
    for allowed in asked.allowed.values():
        assert pads[game] == (allowed.pad, allowed.typed_range)
        assert bool(allowed.keys(lambda _: ())) == (allowed.pad != "digits")
        assert [allowed.check(choice) for choice in allowed.choices()] == list(allowed.choices())
        assert allowed.read(" ２ ".strip() if game != "median" else "１") in allowed.choices()
        with pytest.raises(Refused, match="Enter a number from 0 to"):
            allowed.read(" ")
    assert (True, game == "saichugen") == (asked.is_result, asked.everyone_must_play)  # R5
    assert asked.caller is None
    assert (True, False) == (record.rules.keeps_results, record.rules.can_deal)
    assert record.rules.deal(games.score_record(record), random.Random(1).shuffle) is None
    assert len(record.rules.how_to) == len(type(record.rules).in_words) + 1


@each_game
def test_R1_R2_R3_an_independent_scorer_agrees_on_random_records(game: str) -> None:
    for seed in range(150):
        record = random_results(game, seed)
        score = games.score(record)
        assert () == score.problems
        assert naive_results.result_of(record_to_document(record)) == result_document(score), seed


def test_R5_whoever_goes_keeps_the_points_and_whoever_comes_begins_with_0() -> None:
    score = games.score(kept("mediocrity", "0 2 5 -", "3 0 1 4"))
    assert {"Ann": 0, "Bob": 1, "Cyd": 1, "Dan": 0} == score.root.scores
    assert [["Ann", "Bob", "Cyd"], ["Ann", "Bob", "Cyd", "Dan"]] == [[*leaf.plays] for leaf in score.leaves()]


def test_R5_whoever_was_in_no_entry_cannot_win() -> None:
    score = games.score(kept("mediocrity", "1 0 0 -", target=1))
    assert ({"Ann": 1, "Bob": 0, "Cyd": 0, "Dan": 0}, ("Bob", "Cyd")) == (
        score.root.scores,
        score.root.winners,
    )
    assert "Dan was never there, and cannot win." in [reason.sentence() for reason in score.root.reasons]
    for keep in ("results", "totals"):
        assert ("Ann", "Cyd") == games.score(kept("median", "0 - 0 last", keep=keep)).root.winners


def test_R5_the_dealer_leads_where_the_leader_is_gone_and_only_then() -> None:
    score = games.score(kept("median", "1 0 0", "- 0 0", "0 - 0", "0 0 1", dealer="Bob"))
    assert ["Bob", "Bob", "Ann", "Ann"] == [leaf.leader for leaf in score.leaves()]  # type: ignore[attr-defined]
    [reason, *_] = tuple(score.leaves())[1].reasons
    assert ("R5", "Bob led as the dealer.") == (reason.rule, reason.sentence())
    [_, alone] = games.score(kept("median", "1 0 0 0", "- - 0 1", dealer="Bob")).leaves()
    assert "Bob" == alone.leader  # type: ignore[attr-defined]
    assert not [each_reason for each_reason in alone.reasons if " led" in each_reason.sentence()]


def test_R6_of_a_hand_only_who_got_the_point_is_known() -> None:
    [hand] = games.score(kept("mediocrity", "1 0 1", keep="points")).leaves()
    assert ("hand", ("Ann", "Cyd"), True, {"Ann": 1, "Bob": 0, "Cyd": 1}) == (
        hand.kind,
        hand.winners,
        hand.finished,
        hand.plays,
    )
    assert not hasattr(hand, "scores")


def test_R6_of_totals_no_round_is_known() -> None:
    score = games.score(kept("median", "3 9 3", keep="totals"))
    assert {
        "kind": "game",
        "winners": ["Bob"],
        "finished": True,
        "scores": {"Ann": 3, "Bob": 9, "Cyd": 3},
        "parts": [],
    } == result_document(score)
    assert ["Bob (9) has the most rounds and wins."] == [reason.sentence() for reason in score.root.reasons]
    assert score.next_round is None


@st.composite
def comings_and_goings(draw: st.DrawFn) -> Record:
    """Draw a record in which people come and go, from one entry to the next."""
    game, keep = draw(
        st.sampled_from([("mediocrity", "results"), ("mediocrity", "points"), ("median", "results")])
    )
    who = NAMES[: draw(st.integers(3, 6))]
    options = {"target": draw(st.integers(1, 4))} if game == "mediocrity" else {"lowest": "J", "hand": 1}
    entries = []
    for _ in range(draw(st.integers(1, 9))):
        there = draw(st.lists(st.sampled_from(who), min_size=3, unique=True))
        numbers = dict.fromkeys(there, 0)
        if keep == "points" or game == "median":
            most = 1 if game == "median" else 2
            winners = draw(st.lists(st.sampled_from(there), max_size=most, unique=True))
            numbers |= dict.fromkeys(winners, 1)
        else:
            numbers |= {each: draw(st.integers(0, 13)) for each in there[1:]}
        entries.append(Reveal(numbers))
    rules = games.find_game(game).read_options({"keep": keep, **options})
    record = Record(game, rules, who, tuple(entries))
    surplus = games.score_record(record).surplus
    assert bool(surplus) == bool(games.score(record).problems)
    return replace(record, reveals=tuple(entries[: len(entries) - surplus]))


@given(comings_and_goings())
def test_R5_an_independent_scorer_agrees_however_people_come_and_go(record: Record) -> None:
    assert naive_results.result_of(record_to_document(record)) == result_document(games.score(record))
