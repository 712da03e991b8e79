"""How many players disqualify each other by chance (G3), and the range that is offered instead."""

import random
from itertools import product

import pytest

from companion.rules.games.good_enough.advice import ROOMY, expected_share
from companion.rules.games.good_enough.game import GoodEnough


@pytest.mark.parametrize(("players", "numbers"), [(0, 2), (1, 5), (2, 3), (3, 4), (4, 3)])
def test_the_share_is_that_of_all_ways_to_pick(players: int, numbers: int) -> None:
    picks = list(product(range(numbers), repeat=players))
    out = sum(sum(pick.count(each) > 1 for each in pick) for pick in picks)
    assert out / (len(picks) * max(1, players)) == pytest.approx(expected_share(players, numbers))


def test_the_share_of_thirty_is_that_of_random_rounds() -> None:
    rng = random.Random(1)
    picks = [[rng.randint(0, 100) for _ in range(30)] for _ in range(2000)]
    out = sum(sum(pick.count(each) > 1 for each in pick) for pick in picks)
    assert out / (30 * len(picks)) == pytest.approx(expected_share(30, 101), abs=0.01)


@pytest.mark.parametrize(
    ("options", "players", "wider"),
    [
        ({}, 12, None),
        ({}, 20, {"low": 0, "high": 1000}),
        ({}, 30, {"low": 0, "high": 1000}),
        ({}, 500, {"low": 0, "high": 10_000}),
        ({"low": 1, "high": 9}, 8, {"low": 1, "high": 100}),
        ({"low": -9, "high": 9}, 8, {"low": -100, "high": 100}),
        ({"low": 50, "high": 60}, 8, {"low": 50, "high": 1000}),
        ({"low": 1, "high": 30, "offsets": True}, 60, None),
        ({"entry": "cards", "cards": 2000}, 60, None),
    ],
)
def test_a_round_range_is_offered_where_many_would_be_out(options, players, wider):
    found = GoodEnough.read_options(options).crowding(players)
    assert wider == (None if found is None else found.options)


@pytest.mark.parametrize("players", [30, 60, 400, 2000])
@pytest.mark.parametrize("low", [-50, 0, 1])
def test_what_is_offered_is_wider_roomy_and_offered_once(players: int, low: int) -> None:
    rules = GoodEnough(low=low)
    found = rules.crowding(players)
    assert found is not None
    wider = GoodEnough.read_options(found.options)
    assert wider.low <= rules.low
    assert wider.high > rules.high
    assert expected_share(players, wider.high - wider.low + 1) <= ROOMY
    assert wider.crowding(players) is None


def test_the_sentence_says_how_many_are_out_at_least() -> None:
    found = GoodEnough().crowding(30)
    assert found is not None
    assert "From 0 to 100, at least 8 players of 30 pick" in str(found.expects)
    assert "Play from 0 to 1000" == str(found.offer)
