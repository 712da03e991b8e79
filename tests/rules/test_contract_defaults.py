"""What the contract says of a game that overrides none of it: here of one that only the tests register."""

import inspect
from fractions import Fraction

import pytest

from companion.rules import games
from companion.rules.games.contract import Game, Record
from companion.rules.results import Leaf, Reason, Reveal, Score
from tests.support.toy_game import SecondBest

ROUNDS = (Reveal({"Ann": 5, "Bo": 13, "Cyd": 24}), Reveal({"Ann": 5, "Bo": 5, "Cyd": 24}))


@pytest.fixture(autouse=True)
def toy(monkeypatch: pytest.MonkeyPatch) -> None:
    """Register the toy game."""
    monkeypatch.setitem(games.GAMES, SecondBest.name, SecondBest)


def played(rules: Game) -> tuple[Record, Score]:
    record = Record(rules.name, rules, ("Ann", "Bo", "Cyd"), ROUNDS)
    return record, games.score(record)


def test_on_a_number_line_who_scored_is_the_middle_and_all_count_but_the_disqualified() -> None:
    rules = SecondBest(reveal="on a line")
    first, second = played(rules)[1].leaves()
    assert ((Fraction(13),), ()) == (rules.middle_numbers(first), rules.middle_numbers(second))
    assert {"Ann": 5, "Bo": 13, "Cyd": 24} == rules.counting_numbers(first)
    assert {"Cyd": 24} == rules.counting_numbers(second)


def test_without_a_number_line_there_is_no_middle_and_no_number_counts() -> None:
    rules = SecondBest()
    leaf = next(played(rules)[1].leaves())
    assert ((), {}) == (rules.middle_numbers(leaf), rules.counting_numbers(leaf))


def test_the_headline_of_a_round_is_who_scores_or_that_nobody_does() -> None:
    leaf = Leaf(kind="round", winners=("Bo",), finished=True, plays={})
    assert "Bo scores" == SecondBest().round_headline(leaf).sentence()
    nobody = Leaf(kind="round", winners=(), finished=True, plays={})
    assert Reason("", "Nobody scores") == SecondBest().round_headline(nobody)


def test_what_is_asked_of_every_game_is_short() -> None:
    asked = {kind: {*vars(kind), *inspect.get_annotations(kind)} for kind in Game.__mro__}
    named = {kind: {name for name in names if not name.startswith("_")} for kind, names in asked.items()}
    assert len(named[Game]) <= 25
    assert len(set().union(*named.values())) <= 45
