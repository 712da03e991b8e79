"""Odds: exact chances against counting all cases, and what is known about the game (G3 to G7, G12, G16)."""

from collections import defaultdict
from decimal import Decimal
from itertools import combinations, product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.games.good_enough import random_rounds
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.outlook import QUICK, THOROUGH, outlook
from companion.rules.games.good_enough.random_rounds import (
    names,
    people_crowd,
    rational_crowd,
    scores,
    single_chance,
    size_chances,
    stays,
)
from companion.rules.games.good_enough.rounds import find_scorers
from companion.rules.games.good_enough.showdown import score_showdown_round
from companion.rules.odds.crowd import Crowd, bell_crowd, crowd_of, random_crowd
from companion.rules.odds.decisions import after_scoring, decisions, estimated
from companion.rules.odds.equilibrium import (
    Equilibrium,
    median_equilibrium,
    sampled_equilibrium,
    scoring_chances,
)
from companion.rules.odds.scorers import _log_factor, parity_chances, scorer_chances
from companion.rules.odds.simulation import SimulatedGame
from companion.rules.standing import judge, peel_steps

RULES = GoodEnough()


def equilibrium(players: int) -> Crowd:
    return median_equilibrium(0, 100, players).crowd


def stands(crowd: Crowd, players: int) -> float:
    return decisions(scorer_chances(crowd, players), players, 5).stands


# Against counting all cases


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("weights", [(1, 1, 1, 1), (1, 5, 2, 0, 3)])
def test_G4_the_chances_of_how_many_score_equal_counting_all_rounds(players, weights):
    found = defaultdict(float)
    for picks in product(range(len(weights)), repeat=players):
        chance = 1.0
        for pick in picks:
            chance *= weights[pick] / sum(weights)
        scorers, _ = find_scorers(dict(zip(names(players), picks, strict=True)), RULES)
        found[len(scorers)] += chance
    expected = [found[number] for number in range(3)]
    assert expected == pytest.approx(scorer_chances(crowd_of(0, weights), players), abs=1e-12)


@pytest.mark.parametrize("players", [3, 4, 5])
def test_G4_the_chance_of_each_number_equals_counting_all_rounds(players):
    weights = [0.1, 0.3, 0.05, 0.25, 0.3]
    for number, found in enumerate(scoring_chances(weights, players)):
        expected = 0.0
        for others in product(range(5), repeat=players - 1):
            chance = 1.0
            for other in others:
                chance *= weights[other]
            scorers, _ = find_scorers(dict(zip(names(players), (number, *others), strict=True)), RULES)
            expected += chance * ("0" in scorers)
        assert expected == pytest.approx(found, abs=1e-12)


@pytest.mark.parametrize(("players", "rounds"), [(3, 3), (3, 4), (4, 3)])
def test_G6_what_decides_a_game_equals_counting_all_courses(players, rounds):
    chances = (0.1, 0.6, 0.3)
    everybody = names(players)
    ways = [
        (dict.fromkeys(scorers, 1), chance / len(list(combinations(everybody, number))))
        for number, chance in enumerate(chances)
        for scorers in combinations(everybody, number)
    ]
    layers, ties = defaultdict(float), defaultdict(float)
    having, alone = defaultdict(float), defaultdict(float)
    for course in product(ways, repeat=rounds):
        chance, points = 1.0, dict.fromkeys(everybody, 0)
        for gains, share in course:
            chance *= share
            for player in gains:
                points[player] += 1
        for each in points.values():
            having[each] += chance
        winners = judge(points).winners
        steps = [] if winners else list(peel_steps(points, [gains for gains, _ in course]))
        winners = steps[-1].winners if steps else winners
        if winners:
            layers[len(steps)] += chance
            alone[points[winners[0]]] += chance
        else:
            ties[len(judge(points).contenders)] += chance
    found = decisions(chances, players, rounds)
    assert layers[0] == pytest.approx(found.at_once)
    assert [layers[each + 1] for each in range(len(found.by_peel))] == pytest.approx(list(found.by_peel))
    assert dict(ties) == pytest.approx(dict(found.ties))
    assert {each: alone[each] / having[each] for each in having} == pytest.approx(dict(found.points))


@given(st.integers(0, 10**6), st.integers(3, 9), st.integers(2, 6))
def test_G16_whoever_stays_in_a_simulated_showdown_stays_by_the_rules(seed, players, tied):
    everybody, crowd = names(players), bell_crowd(0, 100, 3.0)
    still = everybody[:tied]
    for rules in (RULES, GoodEnough(scoring="mean", factor="0.8"), GoodEnough(offsets=True)):
        stay = stays(rules, everybody, crowd)
        again = Random(seed)
        plays = dict(zip(everybody, crowd.picks(players, again), strict=True))
        played = score_showdown_round(plays, everybody, still, rules, again.randrange(60))
        assert set(played.left) == set(stay(still, Random(seed)))


# Laws


@given(st.lists(st.integers(0, 9), min_size=2, max_size=12).filter(any), st.integers(2, 40))
def test_the_chances_of_how_many_score_add_up_to_one(weights, players):
    found = scorer_chances(crowd_of(-3, weights), players)
    assert sum(found) == pytest.approx(1)
    assert all(each >= 0 for each in found)


@settings(max_examples=20)
@given(st.lists(st.integers(1, 9), min_size=3, max_size=7), st.integers(2, 9))
def test_the_numbers_of_a_mirrored_crowd_have_mirrored_chances(weights, players):
    chances = [weight / sum(weights) for weight in weights]
    found = scoring_chances(chances, players)
    assert found[::-1] == pytest.approx(scoring_chances(chances[::-1], players), abs=1e-9)
    mean = sum(chance * each for chance, each in zip(chances, found, strict=True))
    expected = sum(n * each for n, each in enumerate(scorer_chances(crowd_of(0, weights), players)))
    assert mean * players == pytest.approx(expected, abs=1e-9)


@settings(max_examples=20)
@given(st.integers(3, 12), st.integers(3, 6), st.floats(0, 1), st.floats(0, 1))
def test_what_decides_a_game_adds_up_to_one(players, rounds, none, two):
    total = none + two + 1
    found = decisions((none / total, 1 / total, two / total), players, rounds, most=20_000)
    assert found.at_once + sum(found.by_peel) + found.stands == pytest.approx(1)
    assert len(found.by_peel) == (rounds - 1) // 2


@given(st.lists(st.integers(1, 4), min_size=1, max_size=5), st.integers(0, 3))
def test_where_a_round_leads_adds_up_to_one_and_keeps_all_players(counts, scorers):
    if scorers <= sum(counts):
        found = after_scoring(tuple(counts), scorers)
        assert sum(chance for _, chance in found) == pytest.approx(1)
        assert {sum(counts)} == {sum(after) for after, _ in found}


@pytest.mark.parametrize(
    "crowd",
    [
        random_crowd(-5, 20),
        bell_crowd(0, 100, 3.0, 0.4),
        bell_crowd(0, 10**40, 2.0, 0.5),
        crowd_of(7, [1, 2]),
    ],
)
def test_a_crowd_picks_what_its_chances_say(crowd):
    assert sum(weight * count for weight, count in crowd.runs) == pytest.approx(1)
    picked = crowd.picks(4000, Random(1))
    assert crowd.low <= min(picked) <= max(picked) < crowd.low + sum(count for _, count in crowd.runs)
    if sum(count for _, count in crowd.runs) < 200:
        chances = crowd.chances()
        assert all(abs(picked.count(number) / 4000 - chance) < 0.04 for number, chance in chances.items())


def test_a_simulated_game_is_decided_as_an_exact_one():
    chance, results = Random(3), defaultdict(int)
    chances = scorer_chances(random_crowd(0, 100), 5)
    for _ in range(3000):
        game = SimulatedGame(names(5))
        for _ in range(5):
            game.add(dict.fromkeys(chance.sample(names(5), chance.choices(range(3), chances)[0]), 1))
        results[game.deciding_layer()] += 1
    found = decisions(chances, 5, 5)
    assert results[0] / 3000 == pytest.approx(found.at_once, abs=0.03)
    assert results[1] / 3000 == pytest.approx(found.by_peel[0], abs=0.03)


def test_G5_G6_a_simulated_game_is_decided_by_the_standing_or_the_first_peel_that_has_a_winner():
    chance, found = Random(5), set()
    for _ in range(200):
        rounds = [dict.fromkeys(chance.sample(names(4), chance.choice([1, 1, 2])), 1) for _ in range(7)]
        game = SimulatedGame(names(4))
        for each in rounds:
            game.add(each)
        peels = list(peel_steps(game.tally.points, rounds))
        first = next((layer for layer, peel in enumerate(peels, 1) if peel.winners), -1)
        found.add(expected := 0 if judge(game.tally.points).winners else first)
        assert game.deciding_layer() == expected
    assert {-1, 0, 1, 2} <= found


def test_G13_G19_with_different_numbers_only_the_number_of_players_matters():
    assert ((0, 1, 0), (0, 0, 1)) == (parity_chances(5), parity_chances(6))


# What was computed about the game


@pytest.mark.slow(keep=2)
@pytest.mark.parametrize(
    ("players", "first", "last"),
    [(3, 48, 52), (4, 45, 55), (5, 46, 54), (6, 46, 54), (7, 46, 54), (8, 46, 54)],
)
def test_in_the_equilibrium_everybody_crowds_around_the_middle(players, first, last):
    found = median_equilibrium(0, 100, players)
    assert (first, last) == found.bounds()
    assert found.gain < 2e-5
    chances = list(found.crowd.chances().values())
    assert chances == pytest.approx(chances[::-1])


def test_an_equilibrium_says_how_often_one_scores_and_what_the_best_other_number_would_gain():
    found = median_equilibrium(0, 6, 3)
    weights = list(found.crowd.chances().values())
    chances = scoring_chances(weights, 3)
    mean = sum(weight * chance for weight, chance in zip(weights, chances, strict=True))
    assert (mean, max(chances) - mean) == pytest.approx((found.scoring, found.gain))
    assert found.gain > 0


def test_G17_a_sampled_equilibrium_is_within_the_range():
    found = sampled_equilibrium(1, 4, 3, scores(GoodEnough(low=1, high=4, scoring="mean")))
    assert {1, 2, 3, 4} == found.crowd.chances().keys()
    assert 0 < found.scoring < 1


def test_the_same_crowd_elsewhere_is_an_equilibrium_too():
    found = median_equilibrium(0, 100, 5)
    chances = list(found.crowd.chances().values())
    moved = [*chances[30:], *chances[:30]]
    scoring = scoring_chances(moved, 5)
    assert max(scoring) - found.scoring < 2e-5


@pytest.mark.parametrize(
    ("players", "at_random", "known"), [(3, 0.26, 0.358), (4, 0.937, 0.693), (5, 0.387, 0.612)]
)
def test_G7_ties_stand_as_often_as_was_computed(players, at_random, known):
    assert at_random == pytest.approx(stands(random_crowd(0, 100), players), abs=0.005)
    assert known == pytest.approx(stands(equilibrium(players), players), abs=0.005)


def test_G10_the_chances_of_how_many_are_closest_to_a_mean_add_up_to_one():
    rules = GoodEnough(low=1, high=4, scoring="mean")
    found = size_chances(rules, 5, random_crowd(1, 4), 200)
    assert sum(found) == pytest.approx(1)
    assert len([chance for chance in found if chance]) > 1


def test_G19_with_offsets_nobody_is_disqualified_by_chance():
    crowd = random_crowd(0, 10)
    assert 1 == single_chance(GoodEnough(high=10, offsets=True), crowd, 6)
    assert single_chance(GoodEnough(high=10), crowd, 6) == pytest.approx((10 / 11) ** 5)


def test_an_estimate_of_a_hundred_games_has_a_standard_error_of_five_percent():
    assert estimated([(0, 1)] * 100, 2).error == pytest.approx(0.05)


@pytest.mark.parametrize("value", [0, 1, -1])
def test_the_factor_of_a_number_that_is_hardly_picked_is_as_exact_as_of_others(value):
    weight = 0.9e-4
    exact = (Decimal(weight).exp() - (1 - value) * Decimal(weight)).ln()
    assert abs(_log_factor(weight, value) - float(exact)) < 1e-16


def test_winning_means_not_scoring_too_much():
    found = decisions(scorer_chances(random_crowd(0, 100), 5), 5, 5).points
    assert (0, 0.27, 0.06) == tuple(round(found[points], 2) for points in range(3))
    assert max(found[points] for points in found if points > 2) < 0.001


@pytest.mark.parametrize(
    ("players", "half", "nine_in_ten"),
    [(4, 3, 7), (8, 6, 12), pytest.param(12, 10, 19, marks=pytest.mark.slow)],
)
def test_G12_sudden_death_after_peeling_takes_as_long_as_was_computed(players, half, nine_in_ten):
    found = outlook(RULES, players, random_crowd(0, 100), THOROUGH).after_peels
    assert abs(found.half - half) <= 1
    assert abs(found.most_of_ten - nine_in_ten) <= 2


@pytest.mark.parametrize("players", [3, 5])
def test_G12_only_a_tie_that_no_peel_decides_goes_on_after_the_peels(players):
    found = outlook(GoodEnough(tie_break="peel+sudden-death"), players, random_crowd(0, 100), QUICK)
    all_ties = found.decisions.stands + sum(found.decisions.by_peel)
    undecided = found.after_peels.games / found.sudden_death.games
    assert undecided == pytest.approx(found.decisions.stands / all_ties, abs=0.05)


@pytest.mark.parametrize("players", [3, 4, 5, 8])
def test_the_bell_of_the_forecast_is_nearly_the_equilibrium(players):
    bell, known = rational_crowd(RULES, players), equilibrium(players)
    assert bell.meeting == pytest.approx(known.meeting, abs=0.02)
    assert scorer_chances(bell, players) == pytest.approx(scorer_chances(known, players), abs=0.02)


def test_the_bounds_of_a_crowd_leave_out_what_hardly_anybody_picks():
    def bounds(*weights: float) -> tuple[int, int]:
        return Equilibrium(crowd_of(10, weights), 0.5, 0.0, is_exact=True).bounds()

    assert (10, 10) == bounds(0.999, 0.001)
    assert (10, 11) == bounds(0.99, 0.01)
    assert (11, 12) == bounds(0.002, 0.5, 0.496, 0.002)


def test_G13_every_card_of_the_stack_can_be_picked():
    rules = GoodEnough(entry="cards", cards=12)
    pick, chance = random_rounds.picks(rules, names(5), random_crowd(1, 12)), Random(2)
    assert set(range(1, 13)) == {card for _ in range(60) for card in pick(chance).values()}


def test_G17_with_a_part_of_the_mean_everybody_crowds_at_the_low_end():
    rules = GoodEnough(high=30, scoring="mean", factor="2/3")
    found = sampled_equilibrium(0, 30, 4, scores(rules))
    assert found.bounds()[1] <= 6
    assert found.gain < 0.1


@pytest.mark.parametrize(
    "options",
    [
        {"scoring": "mean", "factor": "0.8"},
        {"points": "number", "low": 1, "high": 30, "offsets": True},
        {"points_target": 12},
        {"entry": "cards", "cards": 60},
        {"entry": "lists"},
        {"rounds": 40},
    ],
)
def test_every_variation_has_an_outlook(options):
    rules = GoodEnough(**options)
    found = outlook(rules, 6, people_crowd(rules, 6), QUICK)
    decided = found.decisions
    assert decided.at_once + sum(decided.by_peel) + decided.stands == pytest.approx(1)
    assert sum(found.scorers) == pytest.approx(1)
    assert (found.showdown is not None) == (rules.entry == "each-round" and bool(decided.ties))
