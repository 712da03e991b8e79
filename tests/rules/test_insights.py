"""Insights into numbers: the sample games, and each figure worked out in another way."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.games.contract import Game, Record
from companion.rules.games.good_enough import GoodEnough
from companion.rules.insights.awards import Award, awards
from companion.rules.insights.baselines import NEWCOMER, always, at_random, middle_of_range
from companion.rules.insights.collisions import collisions
from companion.rules.insights.distance import distances, mean_distance
from companion.rules.insights.drift import drift
from companion.rules.insights.picks import picks
from companion.rules.insights.rating import Rating, ratings
from companion.rules.results import Leaf, Reveal, Score, ShowdownRound
from tests.support.contract_games import chosen_games, short_game
from tests.support.number_games import GAME_ONE, record
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


def explained(table: str) -> dict[str, str]:
    """Return what explains the awards of a table that ends the game, by kind."""
    found = played(table, last=True)
    return {each.kind: str(each.explains) for each in awards(found.rules, found.score)}


def given_in(table: str, *, last: bool = True, **options: Any) -> dict[str, tuple[tuple[str, ...], int]]:
    """Return the awards of a table by kind; with `last` the host ends the game after it."""
    found = played(table, last=last, **options)
    return {each.kind: (each.players, each.figure) for each in awards(found.rules, found.score)}


# The sample game


def test_G4_the_drift_is_the_middle_of_each_round() -> None:
    found = drift(ONE.rules, ONE.leaves)
    assert [(49, 50), (1,), (22, 25), (75, 88), (39, 78)] == [each.middle for each in found.rounds]
    assert found.first is not None
    assert found.last is not None
    assert (49 + HALF, 58 + HALF, 9) == (found.first.centre, found.last.centre, found.change)
    assert (1, 99, (0, 49, 50, 99)) == (found.first.number, found.first.spread, found.first.numbers)


def test_a_number_is_the_favourite_only_if_it_was_picked_more_than_any_other() -> None:
    found = picks(ONE.rules, ONE.leaves)
    assert (20, 50, 4) == (found.total, found.favourite, found.counts[50])
    tied = played("A 1 1 3\nB 2 2 4\nC 3 9 9")
    assert picks(tied.rules, tied.leaves).favourite is None


def test_G3_collisions_are_counted_for_each_player_and_each_pair() -> None:
    found = collisions(ONE.rules, ONE.leaves)
    assert {"Alice": 1, "Bob": 1, "Carol": 1} == found.thrown_out
    assert {("Alice", "Bob"): 1, ("Alice", "Carol"): 1, ("Bob", "Carol"): 1} == found.pairs
    assert (3, 20) == (found.total, found.presented)


def test_the_rating_is_100_in_the_middle_with_five_rounds_of_50_added() -> None:
    found = ratings(ONE.rules, ONE.leaves, ONE.record.players)
    # Alice stood at 25, 25, 75 and 25; in round 2 she was disqualified.
    assert Fraction(150 + 250, 4 + 5) == found["Alice"].value
    assert (50, Fraction(500, 9), 55) == tuple(found[name].value for name in ("Bob", "Carol", "Dave"))
    assert (found["Alice"] + found["Bob"]).rounds == 8
    assert Rating().value == 50


def test_who_always_says_50_would_have_scored_where_50_was_free_and_in_the_middle() -> None:
    found = always(ONE.rules, ONE.leaves, middle_of_range(ONE.rules))
    assert (1, 3) == (found.points, found.rating.rounds)  # it was taken in the first two rounds


def test_a_distance_has_a_side_and_the_numbers_that_would_have_scored() -> None:
    found = distances(ONE.rules, ONE.leaves[0], [*ONE.record.players, "Eve"])
    assert ("high", 49, (range(1, 49),)) == (
        found["Alice"].side,
        found["Alice"].by,
        found["Alice"].would_score,
    )
    assert ("", 0) == (found["Dave"].side, found["Dave"].by)
    assert (None, "", ()) == (found["Eve"].by, found["Eve"].side, found["Eve"].would_score)
    assert Fraction(49 + 49 + 48 + 0 + 19, 5) == mean_distance(ONE.rules, ONE.leaves, "Alice")


# Awards


def test_twins_have_collided_most_with_each_other() -> None:
    table = "A 5 5 5 1 1\nB 5 5 9 2 2\nC 1 9 9 3 3\nD 2 2 2 9 4\nE 8 8 8 8 8"
    assert (("A", "B"), 2) == given_in(table)["twins"]
    assert "the same number 2 times" == explained(table)["twins"]


def test_most_often_thrown_out_takes_two_times_at_least() -> None:
    table = "A 5 6 7 1 1\nB 5 9 1 2 2\nC 1 6 9 3 3\nD 2 2 7 90 4\nE 8 8 80 8 50"
    assert (("A",), 3) == given_in(table)["thrown-out"]
    once = "A 5 6 3 1 1\nB 5 9 1 2 2\nC 1 60 9 3 3\nD 2 2 7 90 4\nE 80 8 80 8 50"
    assert "thrown-out" not in given_in(once)


def test_so_near_stood_next_to_the_middle_and_did_not_score() -> None:
    table = "A 1 1 70\nB 20 20 20\nC 30 31 32\nD 90 93 1\nE 95 60 95"
    assert (("B",), 3) == given_in(table)["so-near"]
    assert "so-near" not in given_in(
        "A 1 1 1\nB 20 20 20\nC 30 31 32\nD 90 93 91"
    )  # of four, all outer ones are


def test_too_good_has_two_points_more_than_the_winner() -> None:
    table = "A 5 5 5 5 1\nB 1 1 1 1 5\nC 9 9 9 9 9"
    found = played(table)
    assert {"A": 4, "B": 1, "C": 0} == found.score.root.scores
    assert ("B",) == found.score.root.winners
    assert (("A",), 4) == given_in(table)["too-good"]
    assert "4 points" == explained(table)["too-good"]
    assert (("A",), 3) == given_in("A 5 5 5 1\nB 1 1 1 5\nC 9 9 9 9")["too-good"]
    assert "too-good" not in given_in("A 5 5 9\nB 1 6 7\nC 9 9 8\nD 2 2 2")


def test_G6_too_good_has_its_points_in_the_rounds_that_decided() -> None:
    table = "A 7 5 3 2 8\nB 5 1 1 9 1\nC 9 3 1 5 2"
    found = played(table, points="number", high=10).score.root
    assert ({"A": 10, "B": 0, "C": 10}, ("A",)) == (found.scores, found.winners)
    assert (("C",), 8) == given_in(table, points="number", high=10)["too-good"]


def test_steady_as_a_rock_uses_a_third_of_what_the_room_uses() -> None:
    table = "A 50 51 52 53 54\nB 1 90 20 70 30\nC 99 9 70 2 60"
    assert (("A",), 4) == given_in(table)["steady"]
    assert (("A",), 3) == given_in("A 5 6 8\nB 1 9 2\nC 10 4 3")["steady"]
    assert "steady" not in given_in("A 50 90 52\nB 1 90 20\nC 99 9 70")


def test_no_award_is_given_before_the_end() -> None:
    table = "A 50 51 7\nB 50 51 7\nC 99 9 4"
    assert {} == given_in(table, last=False)
    assert {"twins": (("A", "B"), 3)} == given_in(table)


def test_an_award_that_three_share_is_not_given() -> None:
    assert "thrown-out" not in given_in("A 5 5 5\nB 5 5 5\nC 5 5 5\nD 1 2 3")


# Laws


@st.composite
def number_games(draw: st.DrawFn) -> Played:
    """Draw a game with any scoring, in which players may be absent, with rounds of a showdown."""
    mean = draw(st.booleans())
    options: dict[str, Any] = {
        "low": 0,
        "high": draw(st.integers(3, 12)),
        "rounds": 3,
        "offsets": draw(st.booleans()),
        "points": draw(st.sampled_from(["one", "number"])),
        "tie_break": draw(st.sampled_from(["peel", "showdown"])),
    }
    if mean:
        options |= {"scoring": "mean", "factor": draw(st.sampled_from(["1", "0.8", "2/3", "2"]))}
    rules, names = GoodEnough.read_options(options), "ABCDEF"[: draw(st.integers(3, 6))]
    plays = st.dictionaries(st.sampled_from(names), st.integers(0, options["high"]), min_size=1)
    reveals = tuple(
        Reveal({name: shown[name] for name in names if name in shown})
        for shown in draw(st.lists(plays, min_size=1, max_size=5))
    )
    found = Record("good-enough", rules, tuple(names), reveals)
    return Played(found, games.score(found))


def rescored(game: Played, place: int, plays: Mapping[str, int], players: Sequence[str] = ()) -> Leaf:
    """Return a round as it would be with other plays, by scoring the game again up to there."""
    reveals = (*game.record.reveals[:place], Reveal(plays))
    again = replace(game.record, reveals=reveals, players=tuple(players or game.record.players))
    return tuple(games.score(again).leaves())[place]


def succeeds(leaf: Leaf, player: str) -> bool:
    return player in (leaf.left if isinstance(leaf, ShowdownRound) else leaf.winners)


@settings(max_examples=25)
@given(number_games(), st.randoms(use_true_random=False))
def test_the_numbers_that_would_have_scored_score_when_the_game_is_scored_again(
    game: Played, rng: Random
) -> None:
    for place, leaf in enumerate(game.leaves):
        player = rng.choice(sorted(leaf.plays))
        ranges = game.rules.scoring_numbers(leaf, [player])[player]
        for number in range(game.rules.high + 1):  # type: ignore[attr-defined]
            again = rescored(game, place, {**leaf.plays, player: number})  # type: ignore[dict-item]
            assert any(number in each for each in ranges) == succeeds(again, player)


@settings(max_examples=25)
@given(number_games())
def test_a_newcomer_would_have_got_what_the_game_scores_with_one_more_player(game: Played) -> None:
    leaves = tuple(leaf for leaf in game.leaves if not isinstance(leaf, ShowdownRound))
    players = (*game.record.players, NEWCOMER)
    for number in range(game.rules.high + 1):  # type: ignore[attr-defined]
        points = 0
        for place, leaf in enumerate(leaves):
            again = rescored(game, place, {**leaf.plays, NEWCOMER: number}, players)  # type: ignore[dict-item]
            points += game.rules.gain(again, NEWCOMER)
        assert points == always(game.rules, leaves, number).points


@settings(max_examples=25)
@given(number_games())
def test_a_random_player_gets_the_average_of_all_numbers(game: Played) -> None:
    numbers = range(game.rules.high + 1)  # type: ignore[attr-defined]
    each = [always(game.rules, game.leaves, number) for number in numbers]
    found = at_random(game.rules, game.leaves)
    assert found.points == sum(one.points for one in each) / len(numbers)
    assert found.rating.total == sum(one.rating.total for one in each) / len(numbers)
    assert found.rating.rounds == sum(one.rating.rounds for one in each) / len(numbers)


@settings(max_examples=25)
@given(number_games())
def test_a_newcomers_rating_is_that_of_a_player_with_this_number(game: Played) -> None:
    if game.rules.offsets:  # type: ignore[attr-defined]
        return  # a newcomer has no fraction then
    for number in range(game.rules.high + 1):  # type: ignore[attr-defined]
        expected = Rating()
        for leaf in game.leaves:
            plays = {**leaf.plays, NEWCOMER: number}
            [alone] = games.score(Record("good-enough", game.rules, tuple(plays), (Reveal(plays),))).leaves()
            expected += ratings(game.rules, [alone], [NEWCOMER])[NEWCOMER]
        assert expected == always(game.rules, game.leaves, number).rating


@settings(max_examples=25)
@given(number_games())
def test_ratings_lie_between_0_and_100_and_a_round_has_50_on_average_or_more(game: Played) -> None:
    found = ratings(game.rules, game.leaves, game.record.players)
    assert all(0 <= each.value <= 100 for each in found.values())
    total, rounds = sum(each.total for each in found.values()), sum(each.rounds for each in found.values())
    assert total >= 50 * rounds


@settings(max_examples=25)
@given(number_games())
def test_collisions_and_picks_count_every_number_once(game: Played) -> None:
    found = collisions(game.rules, game.leaves)
    shown = sum(len(leaf.plays) for leaf in game.leaves)
    assert shown == found.presented == picks(game.rules, game.leaves).total
    out = sum(
        game.rules.outcome(leaf, player).fate == "disqualified"
        for leaf in game.leaves
        for player in leaf.plays
    )
    assert out == found.total
    together = {player for pair in found.pairs for player in pair}
    assert together == set(found.thrown_out)


def as_sets(given_: Sequence[Award]) -> list[tuple[str, frozenset[str], int]]:
    return [(each.kind, frozenset(each.players), each.figure) for each in given_]


def test_of_four_awards_the_three_most_telling_are_given() -> None:
    found = given_in("A 1 5 6\nB 2 7 3\nC 1 7 9\nD 2 8 0\nE 8 4 5\nF 1 2 3\nG 9 3 2", rounds=3, high=9)
    assert ["thrown-out", "so-near", "too-good"] == [*found]  # and F would be steady


@settings(max_examples=25)
@given(number_games(), st.randoms(use_true_random=False))
def test_awards_do_not_depend_on_the_order_of_the_players_and_nobody_gets_two(
    game: Played, rng: Random
) -> None:
    found = awards(game.rules, game.score)
    winners = [player for each in found for player in each.players]
    assert len(found) <= 3
    assert len(winners) == len(set(winners))
    if game.rules.offsets:  # type: ignore[attr-defined]
        return  # the order of the players matters there (G19)
    order = rng.sample(game.record.players, len(game.record.players))
    again = games.score(replace(game.record, players=tuple(order)))
    assert as_sets(found) == as_sets(awards(game.rules, again))


@pytest.mark.parametrize("kind", [*games.GAMES.values(), SecondBest], ids=lambda kind: kind.name)
def test_every_game_has_the_insights_that_its_contract_gives_or_none(kind: type[Game]) -> None:
    for game in (short_game(kind), *chosen_games(kind)):
        empty = Played(
            Record(game.name, game.rules, game.names), games.score(Record(game.name, game.rules, game.names))
        )
        assert () == awards(empty.rules, empty.score)
        assert (0, {}) == (picks(empty.rules, ()).total, collisions(empty.rules, ()).pairs)
        if empty.rules.number_line is None:
            assert {} == ratings(empty.rules, (), game.names)
            assert 0 == at_random(empty.rules, ()).points
