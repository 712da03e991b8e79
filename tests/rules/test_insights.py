"""Insights into numbers: the sample games, and each figure worked out in another way."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.games.contract import Game, Record
from companion.rules.insights.awards import Award, awards
from companion.rules.insights.drift import drift
from companion.rules.insights.picks import favourite, picks
from companion.rules.results import Leaf, Score
from tests.support.contract_games import chosen_games, short_game
from tests.support.number_games import GAME_ONE, random_records, record
from tests.support.toy_game import SecondBest

HALF = Fraction(1, 2)


@dataclass(frozen=True)
class Played:
    """A game that was played, with its scored rounds."""

    record: Record
    score: Score

    @property
    def rules(self) -> Game:
        return self.record.rules

    @property
    def leaves(self) -> tuple[Leaf, ...]:
        return tuple(self.score.leaves())


def played(table: str, **options: Any) -> Played:
    found = record(table, **options)
    return Played(found, games.score(found))


ONE = played(GAME_ONE)


def given_in(table: str, *, last: bool = True, **options: Any) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return who has the awards of a table and why; with `last` the host ends the game after it."""
    found = played(table, last=last, **options)
    return {each.title: (each.players, str(each.explains)) for each in awards(found.rules, [found.score])}


# The sample game


def test_G4_the_drift_is_the_middle_of_each_round() -> None:
    found = [*drift(ONE.rules, ONE.leaves)]
    assert [(49, 50), (1,), (22, 25), (75, 88), (39, 78)] == [each.middle for each in found]
    assert (49 + HALF, 58 + HALF) == (found[0].centre, found[-1].centre)
    assert (1, (0, 49, 50, 99), (50, 50, 50)) == (
        found[0].number,
        found[0].numbers,
        found[1].disqualified,
    )


def test_a_number_is_the_favourite_only_if_it_was_picked_more_than_any_other() -> None:
    found = picks(ONE.rules, ONE.leaves)
    assert (20, 50, 4) == (sum(found.values()), favourite(found), found[50])
    tied = played("A 1 1 3\nB 2 2 4\nC 3 9 9")
    assert favourite(picks(tied.rules, tied.leaves)) is None


# Awards


def test_twins_have_collided_most_with_each_other() -> None:
    table = "A 5 5 5 1 1\nB 5 5 9 2 2\nC 1 9 9 3 3\nD 2 2 2 9 4\nE 8 8 8 8 8"
    assert (("A", "B"), "the same number 2 times") == given_in(table)["Twins"]


def test_most_often_thrown_out_takes_two_times_at_least() -> None:
    table = "A 5 6 7 1 1\nB 5 9 1 2 2\nC 1 6 9 3 3\nD 2 2 7 90 4\nE 8 8 80 8 50"
    assert (("A",), "3 times") == given_in(table)["Most often thrown out"]
    once = "A 5 6 3 1 1\nB 5 9 1 2 2\nC 1 60 9 3 3\nD 2 2 7 90 4\nE 80 8 80 8 50"
    assert "Most often thrown out" not in given_in(once)


def test_the_biggest_miss_is_a_quarter_of_the_range_off_and_farther_than_any_other() -> None:
    assert (("D",), "90: 59 from the middle") == given_in("A 1\nB 30\nC 31\nD 90")["Biggest miss"]
    assert "Biggest miss" not in given_in("A 20\nB 30\nC 31\nD 44")
    assert "Biggest miss" not in given_in("A 10\nB 50\nC 90")


def test_so_near_stood_next_to_the_middle_and_did_not_score() -> None:
    table = "A 1 1 70\nB 20 20 20\nC 30 31 32\nD 90 93 1\nE 95 60 95"
    assert (("B",), "3 times next to the middle") == given_in(table)["So near"]
    four = "A 1 1 1\nB 20 20 20\nC 30 31 32\nD 90 93 91"
    assert "So near" not in given_in(four)  # all outer ones are


def test_longest_in_the_middle_scored_three_rounds_in_a_row() -> None:
    table = "A 40 40 40 60 40\nB 39 38 37 39 37\nC 41 43 42 41 42"
    assert (("A",), "3 rounds in a row") == given_in(table)["Longest in the middle"]
    assert "Longest in the middle" not in given_in("A 40 40 60 40\nB 39 39 39 39\nC 41 41 41 41")


def test_the_most_average_was_nearest_to_the_middle_of_all_who_always_sent_a_number() -> None:
    table = "A 40 40 64 40\nB 38 38 60 38\nC 50 51 10 51"
    assert (("A",), "about 1 from the middle on average") == given_in(table, high=500)["Most average"]
    absent = table.replace("64", "-")
    assert (("B",), "about 1½ from the middle on average") == given_in(absent, high=500)["Most average"]
    assert "Most average" not in given_in("A 40 40\nB 39 39\nC 44 45", high=500)


def test_no_award_is_given_before_the_end() -> None:
    table = "A 50 51 7\nB 50 51 7\nC 99 9 4"
    assert {} == given_in(table, last=False)
    assert (("A", "B"), "the same number 3 times") == given_in(table)["Twins"]


def test_an_award_that_three_share_is_not_given() -> None:
    assert "Most often thrown out" not in given_in("A 5 5 5\nB 5 5 5\nC 5 5 5\nD 1 2 3")


# Laws


def as_sets(given_: Sequence[Award]) -> list[tuple[str, frozenset[str], str]]:
    return [(each.title, frozenset(each.players), str(each.explains)) for each in given_]


def test_of_four_awards_the_three_most_telling_are_given() -> None:
    found = given_in("A 1 5 6\nB 2 7 3\nC 1 7 9\nD 2 8 0\nE 8 4 5\nF 1 2 3\nG 9 3 2", rounds=3, high=9)
    assert ["Most often thrown out", "So near", "Longest in the middle"] == [
        *found
    ]  # and D would be most average


@settings(max_examples=25)
@given(random_records(), st.randoms(use_true_random=False))
def test_awards_do_not_depend_on_the_order_of_the_players_and_nobody_gets_two(
    played_record: Record, rng: Random
) -> None:
    game = Played(played_record, games.score(played_record))
    found = awards(game.rules, [game.score])
    winners = [player for each in found for player in each.players]
    assert len(found) <= 3
    assert len(winners) == len(set(winners))
    if game.rules.offsets:  # type: ignore[attr-defined]
        return  # the order of the players matters there (G19)
    order = rng.sample(game.record.players, len(game.record.players))
    again = games.score(replace(game.record, players=tuple(order)))
    assert as_sets(found) == as_sets(awards(game.rules, [again]))


@pytest.mark.parametrize("kind", [*games.GAMES.values(), SecondBest], ids=lambda kind: kind.name)
def test_every_game_has_the_insights_that_its_contract_gives_or_none(kind: type[Game]) -> None:
    for game in (short_game(kind), *chosen_games(kind)):
        empty = Played(
            Record(game.name, game.rules, game.names), games.score(Record(game.name, game.rules, game.names))
        )
        assert () == awards(empty.rules, [empty.score])
        assert {} == picks(empty.rules, ())
