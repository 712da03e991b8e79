"""The prospects of players after scoring in the next round, or missing it (G5 to G7)."""

from itertools import combinations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.odds.prospects import Rest, prospects
from companion.rules.results import Reveal, Score
from companion.rules.standing import judge, peel_steps

THREE = ("a", "b", "c")


def counted(pasts, rest: Rest) -> list[tuple[float, float]]:
    """Return each player's chances to win after scoring next and after missing, by counting all courses."""
    players = tuple(map(str, range(len(pasts))))
    subsets = [
        (scorers, chance / len(list(combinations(players, number))))
        for number, chance in enumerate(rest.scorers)
        for scorers in combinations(players, number)
    ]
    before = [
        {player: 1 for player, past in zip(players, pasts, strict=True) if past[turn]}
        for turn in range(len(pasts[0]))
    ]
    sums = {(player, scored): [0.0, 0.0] for player in players for scored in (True, False)}
    for course in product(subsets, repeat=rest.rounds - len(before)):
        chance = 1.0
        for _, share in course:
            chance *= share
        rounds = [*before, *(dict.fromkeys(scorers, 1) for scorers, _ in course)]
        points = {player: sum(player in each for each in rounds) for player in players}
        winners = judge(points).winners
        if not winners and rest.peels:
            winners = next((step.winners for step in peel_steps(points, rounds) if step.winners), ())
        winners = winners or judge(points).contenders
        for player in players:
            entry = sums[player, player in course[0][0]]
            entry[0] += chance
            entry[1] += chance * (player in winners) / len(winners)
    return [
        tuple(won / there if there else 0.0 for there, won in (sums[player, True], sums[player, False]))
        for player in players
    ]


@pytest.mark.parametrize("peels", [True, False])
@pytest.mark.parametrize(
    ("pasts", "rounds"),
    [
        ([(True,), (False,), (False,)], 4),
        ([(True, False), (True, True), (False, False), (False, False)], 4),
        ([(True, False, True), (False, True, False), (False, False, False)], 5),
        ([(False, False), (False, False), (True, True)], 3),
        ([(True, False, False, True), (False, True, False, True), (False, True, True, False)], 5),
        ([(True, False, True, True), (True, True, False, False), (True, True, False, True)], 5),
    ],
)
def test_the_prospects_equal_counting_all_courses(pasts, rounds, peels):
    rest = Rest(rounds, (0.05, 0.7, 0.25), peels)
    found = prospects(pasts, [False] * len(pasts), rest)
    for expected, each in zip(counted(pasts, rest), found, strict=True):
        assert expected == pytest.approx((each.scoring, each.missing))


@settings(max_examples=15)
@given(st.integers(3, 7), st.data(), st.booleans())
def test_somebody_wins_and_equal_players_have_equal_chances(players, data, peels):
    pasts = [tuple(data.draw(st.lists(st.booleans(), min_size=3, max_size=3))) for _ in range(players)]
    chances = (0.1, 0.5, 0.4)
    found = prospects(pasts, [False] * players, Rest(5, chances, peels), 50_000)
    scoring = sum(number * chance for number, chance in enumerate(chances)) / players
    assert sum(each.scoring * scoring + each.missing * (1 - scoring) for each in found) == pytest.approx(1)
    by_past = dict(zip(pasts, found, strict=True))
    assert [by_past[past] for past in pasts] == list(found)


def test_who_has_gone_home_cannot_score_any_more():
    found = prospects([(True,), (False,), (False,)], [False, False, True], Rest(3, (0, 1, 0), peels=False))
    assert found[2].scoring == 0
    assert 0 < found[0].scoring


def test_too_many_courses_are_not_followed():
    pasts = [(bool(at % 3),) for at in range(12)]
    assert prospects(pasts, [False] * 12, Rest(9, (0, 0, 1), peels=True), 500) is None


def score(*rounds: tuple[int, ...], **options) -> tuple[GoodEnough, Score]:
    rules = GoodEnough(**options)
    players = tuple(map(str, range(len(rounds[0]))))
    reveals = tuple(Reveal(dict(zip(players, each, strict=True))) for each in rounds)
    return rules, games.score(Record(rules.name, rules, players, reveals))


def win_chances(*rounds: tuple[int, ...], **options):
    rules, found = score(*rounds, **options)
    return rules.prospects(found)


def test_who_has_scored_too_much_should_hope_to_miss_and_who_has_not_to_score():
    found = win_chances((10, 50, 90), (10, 50, 90), (50, 10, 90))
    assert found["1"].scoring < 0.1 < found["1"].missing
    assert found["2"].missing < 0.1 < found["2"].scoring


@pytest.mark.parametrize(
    ("players", "rounds", "told"), [(3, 1, True), (4, 2, False), (4, 3, True), (12, 3, True)]
)
def test_three_players_are_told_from_the_first_round_on_and_more_in_the_last_two(players, rounds, told):
    assert told == bool(win_chances(*[tuple(range(players))] * rounds))


@pytest.mark.parametrize(
    ("rounds", "options"),
    [
        ([(1, 2, 3)] * 5, {}),
        ([(1, 2, 3)], {"points_target": 9}),
        ([(1, 2, 3)] * 2, {"points": "number"}),
        ([tuple(range(13))] * 4, {}),
        ([(1, 2, 3), (1, 2, 3), (1, 2, 3)], {"rounds": 3, "tie_break": "peel+showdown"}),
    ],
)
def test_there_is_no_hope_to_tell_when_it_is_over_or_unknown(rounds, options):
    assert {} == win_chances(*rounds, **options)


def test_before_the_first_round_nobody_is_told_anything():
    rules = GoodEnough()
    assert {} == rules.prospects(games.score(Record(rules.name, rules, THREE)))


def test_in_a_match_it_is_the_game_under_way_that_counts():
    found = win_chances((1, 5, 9), (1, 5, 9), (1, 5, 9), (5, 1, 9), (5, 1, 9), nesting=(3, 3))
    alone = win_chances((5, 1, 9), (5, 1, 9), nesting=(3,))
    for player in "012":
        assert found[player].scoring == pytest.approx(alone[player].scoring, abs=0.02)
        assert found[player].missing == pytest.approx(alone[player].missing, abs=0.02)


def test_who_was_absent_in_the_last_round_gets_no_hope():
    rules = GoodEnough()
    reveals = (Reveal({"a": 1, "b": 5, "c": 9}), Reveal({"a": 1, "b": 5}))
    found = games.score(Record(rules.name, rules, THREE, reveals))
    assert {"a", "b"} == set(rules.prospects(found))
