"""Insights into numbers: the sample games, and each figure worked out in another way."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.messages import format_value
from companion.rules import games
from companion.rules.evening import EveningFinish
from companion.rules.games.contract import Game
from companion.rules.games.runs import Record
from companion.rules.insights import Award, awards, best_moment, coincidences, drift, favourite, picks
from companion.rules.plays import Reveal
from companion.rules.results import Leaf
from tests.support.contract_games import chosen_games, short_game
from tests.support.examples import at_most
from tests.support.number_games import GAME_ONE, random_records, record
from tests.support.toy_game import SecondBest

HALF = Fraction(1, 2)


def played(table: str, **options: Any) -> tuple[Game, tuple[Leaf, ...]]:
    """Return the rules and the rounds of a game."""
    found_record = record(table, **options)
    return found_record.rules, tuple(games.score(found_record).leaves())


def given_in(table: str, *, last: bool = True, **options: Any) -> dict[str, tuple[tuple[str, ...], str]]:
    """Return who has the awards of a table and why; with `last` the host ends the game after it."""
    found_record = record(table, last=last, **options)
    given_ = awards(found_record.rules, [games.score(found_record)])
    return {each.title: (each.players, str(each.explains)) for each in given_}


# The sample game


def test_G4_the_drift_is_the_middle_of_each_round() -> None:
    found = [*drift(*played(GAME_ONE))]
    assert [(49, 50), (1,), (22, 25), (75, 88), (39, 78)] == [each.middle for each in found]
    assert (49 + HALF, 58 + HALF) == (found[0].centre, found[-1].centre)
    assert (1, (0, 49, 50, 99)) == (found[0].number, found[0].numbers)
    assert (50, 50, 50) == found[1].disqualified


def test_a_number_is_the_favourite_only_if_it_was_picked_more_than_any_other() -> None:
    found_picks = picks(*played(GAME_ONE))
    assert (20, 50, 4) == (sum(found_picks.values()), favourite(found_picks), found_picks[50])
    assert favourite(picks(*played("A 1 1 3\nB 2 2 4\nC 3 9 9"))) is None


# Awards


THROWN_OUT, MISS, AVERAGE = "Most often thrown out", "Biggest miss", "Most average"


@pytest.mark.parametrize(
    ("title", "table", "players", "explains"),
    [
        (
            "Twins",
            "A 5 5 5 1 1\nB 5 5 9 2 2\nC 1 9 9 3 3\nD 2 2 2 9 4\nE 8 8 8 8 8",
            "AB",
            "the same number 2 times",
        ),
        (THROWN_OUT, "A 5 6 7 1 1\nB 5 9 1 2 2\nC 1 6 9 3 3\nD 2 2 7 90 4\nE 8 8 80 8 50", "A", "3 times"),
        (THROWN_OUT, "A 5 6 3 1 1\nB 5 9 1 2 2\nC 1 60 9 3 3\nD 2 2 7 90 4\nE 80 8 80 8 50", "", ""),  # once
        (THROWN_OUT, "A 5 5 5\nB 5 5 5\nC 5 5 5\nD 1 2 3", "", ""),  # three share it
        (MISS, "A 1\nB 30\nC 31\nD 90", "D", "Said 90. 59 off"),
        (MISS, "A 20\nB 30\nC 31\nD 44", "", ""),  # less than a quarter of the range
        (MISS, "A 10\nB 50\nC 90", "", ""),  # no farther than another
        (
            "So near",
            "A 1 1 70\nB 20 20 20\nC 30 31 32\nD 90 93 1\nE 95 60 95",
            "B",
            "3 times next to the middle",
        ),
        ("So near", "A 1 1 1\nB 20 20 20\nC 30 31 32\nD 90 93 91", "", ""),  # all outer ones are
        (
            "Longest in the middle",
            "A 40 40 40 60 40\nB 39 38 37 39 37\nC 41 43 42 41 42",
            "A",
            "3 rounds in a row",
        ),
        ("Longest in the middle", "A 40 40 60 40\nB 39 39 39 39\nC 41 41 41 41", "", ""),  # two in a row
        (AVERAGE, "A 40 40 64 40\nB 38 38 60 38\nC 50 51 10 51", "A", "about 1 from the middle on average"),
        (AVERAGE, "A 40 40 - 40\nB 38 38 60 38\nC 50 51 10 51", "B", "about 1½ from the middle on average"),
        (AVERAGE, "A 40 40\nB 39 39\nC 44 45", "", ""),
    ],
)
def test_an_award_goes_to_one_or_two_who_have_earned_it_and_says_why(
    title: str, table: str, players: str, explains: str
) -> None:
    found = given_in(table, high=500 if title == AVERAGE else 100).get(title)
    assert found == ((tuple(players), explains) if players else None)


def test_no_award_is_given_before_the_end() -> None:
    table = "A 50 51 7\nB 50 51 7\nC 99 9 4"
    assert {} == given_in(table, last=False)
    assert (("A", "B"), "the same number 3 times") == given_in(table)["Twins"]


# Coincidences


def coincidences_in(table: str, **options: Any) -> list[str]:
    """Return whose coincidence each round is, its kind and its figure; empty where it is none."""
    found = coincidences(*played(table, **options))
    return [f"{''.join(each.players)} {each.kind} {each.figure}" if each else "" for each in found]


@pytest.mark.parametrize(
    ("table", "found"),
    [
        ("A 5 7 5\nB 5 7 5\nC 9 1 8\nD 8 2 9", ["", "AB twins 2", "AB twins 3"]),
        ("A 5 5\nB 5 5\nC 5 9\nD 8 2", ["", ""]),  # three were not two
        ("A 5 5\nB 5 9\nC 9 5\nD 8 2", ["", ""]),
        ("A 5 6 7 7\nB 5 1 2 7\nC 1 6 3 1\nD 2 2 7 3", ["", "", "A out 3", "AB twins 2"]),
        ("A 5 6 7\nB 5 6 7\nC 5 6 7\nD 8 9 8", ["", "", "D middle 3"]),  # three of them are out again
        (
            f"{'A 30' + ' 30' * 4}\nB 20 20 20 20 20\nC 40 40 40 40 40",
            ["", "", "A middle 3", "A streak 4", "A streak 5"],
        ),
        ("A 30 30 90 30\nB 20 20 20 20\nC 40 40 40 40", ["", "", "A miss 50", ""]),
        ("A 90 1 99 1\nB 30 30 30 30\nC 31 31 31 31\nD 32 29 29 28", ["", "", "A miss 68", "B middle 3"]),
        ("A 40 42 50\nB 30 30 30\nC 20 20 20", ["", "", "B middle 3"]),  # 20 off is less than a quarter
        ("A 31 90\nB 30 60\nC 29 30", ["", ""]),  # no farther than another
    ],
)
def test_a_coincidence_is_what_a_round_is_only_after_those_before_it(table: str, found: list[str]) -> None:
    assert found == coincidences_in(table)


def test_G10_who_is_closest_to_the_mean_for_the_third_time_is_in_no_middle() -> None:
    assert ["", "", "A streak 3"] == coincidences_in("A 30 30 30\nB 20 20 20\nC 41 41 41", scoring="mean")


def test_L2_where_no_middle_is_there_is_a_streak_and_no_miss() -> None:
    rounds = tuple(Reveal({"A": 1, "B": 2, "C": far}) for far in (3, 20, 40))
    rules = games.find_game("lowest-alone").read_options({"high": 40, "points_target": 9})
    found = games.score(Record("lowest-alone", rules, ("A", "B", "C"), rounds)).leaves()
    assert [None, None, "streak"] == [each and each.kind for each in coincidences(rules, found)]


def test_B3_bids_have_awards_for_equal_ones_and_for_prizes_in_a_row() -> None:
    bids = ((1, 1, 2, 3, 5), (2, 2, 1, 4, 3), (4, 3, 3, 2, 5))
    rounds = tuple(Reveal(dict(zip("ABCDE", each, strict=True))) for each in bids)
    rounds = (*rounds[:-1], replace(rounds[-1], last=True))
    rules = games.find_game("middle-bid").read_options({"cards": 5, "prizes": [1, 2, 3]})
    found = awards(rules, [games.score(Record("middle-bid", rules, tuple("ABCDE"), rounds))])
    assert [("twins", ("A", "B"))] == [(award.kind, award.players) for award in found]


def test_G16_a_round_of_a_showdown_is_no_coincidence() -> None:
    table = "A 2 1 1 10\nB 1 2 1 10\nC 1 1 2 30"
    assert ["", "", "", ""] == coincidences_in(table, rounds=3, tie_break="showdown")
    assert "AB twins 2" == coincidences_in(table, rounds=5)[3]


@at_most(25)
@given(random_records())
def test_a_coincidence_follows_from_the_rounds_told_so_far(game: Record) -> None:
    leaves = [*games.score(game).leaves()]
    found = coincidences(game.rules, leaves)
    for number in range(len(leaves)):
        assert found[:number] == coincidences(game.rules, leaves[:number])


# The best moment of one player


def moment(player: str, *tables: str, final: str = "") -> str:
    """Return the kind and the figure of a player's best moment in games, and of how many, after a final."""
    found = [record(table, last=True) for table in tables]
    numbers = {row[0]: int(row[2:]) for row in final.splitlines()}
    tied = EveningFinish({name: int(name not in "AB") for name in "ABCDE"}, tuple(numbers))
    end = games.final_record(tied, tuple(numbers), (Reveal(numbers),))
    best = best_moment(player, [(game.rules, games.score(game)) for game in found], games.score(end).root)
    return f"{best.kind} {format_value(best.figure)} {best.of}"


ONE_EACH = "A 30 60 30\nB 20 50 20\nC 40 40 25"
"""Each is the middle once, so they share the win."""


@pytest.mark.parametrize(
    ("player", "tables", "best"),
    [
        ("A", [ONE_EACH], "centre 30 3"),
        ("B", [ONE_EACH], "centre 50 3"),
        ("A", [ONE_EACH, ONE_EACH], "games 2 2"),
        ("B", ["A 1 1 1\nB 2 2 5\nC 9 9 9\nD 5 5 2\nE 0 0 0"], "lit 2 3"),
        ("A", ["A 48 3\nB 50 50\nC 90 90"], "near 2 2"),
        ("A", ["A 47 49\nB 50 50\nC 90 90"], "near 1 2"),
        ("A", ["A 47 3\nB 50 50\nC 90 90"], "steady 0 2"),
        ("D", ["A 48 3\nB 50 50\nC 90 90"], "steady 0 2"),
    ],
)
def test_the_best_moment_is_the_most_telling_that_there_was(
    player: str, tables: list[str], best: str
) -> None:
    assert best == moment(player, *tables)


def test_H4_a_grand_final_is_the_best_moment_of_whose_number_has_won_it() -> None:
    final = "A 48\nB 35\nC 49\nD 60"
    assert "final 48 2" == moment("A", ONE_EACH, ONE_EACH, final=final)
    assert "games 2 2" == moment("B", ONE_EACH, ONE_EACH, final=final)


# Laws


def as_sets(given_: Sequence[Award]) -> list[tuple[str, frozenset[str], str]]:
    return [(each.title, frozenset(each.players), str(each.explains)) for each in given_]


def test_of_four_awards_the_three_most_telling_are_given() -> None:
    given_cards = given_in("A 1 5 6\nB 2 7 3\nC 1 7 9\nD 2 8 0\nE 8 4 5\nF 1 2 3\nG 9 3 2", rounds=3, high=9)
    # D would be most average
    assert ["Most often thrown out", "So near", "Longest in the middle"] == list(given_cards)


@at_most(25)
@given(random_records(), st.randoms(use_true_random=False))
def test_awards_do_not_depend_on_the_order_of_the_players_and_nobody_gets_two(
    game: Record, rng: Random
) -> None:
    found_awards = awards(game.rules, [games.score(game)])
    winners = [player for each in found_awards for player in each.players]
    assert len(found_awards) <= 3
    assert len(winners) == len(set(winners))
    if game.rules.offsets:  # type: ignore[attr-defined]
        return  # the order of the players matters there (G19)
    order = rng.sample(game.players, len(game.players))
    again = games.score(replace(game, players=tuple(order)))
    assert as_sets(found_awards) == as_sets(awards(game.rules, [again]))


@pytest.mark.parametrize("kind", [*games.GAMES.values(), SecondBest], ids=lambda kind: kind.name)
def test_every_game_has_the_insights_that_its_contract_gives_or_none(kind: type[Game]) -> None:
    for game in (short_game(kind), *chosen_games(kind)):
        assert () == awards(game.rules, [games.score(Record(game.name, game.rules, game.names))])
        assert {} == picks(game.rules, ())
