"""The endings that a host can choose from, and what to expect of each (G6, G7, G12, G16)."""

from dataclasses import replace

import pytest

from companion.rules.games.good_enough import forecast
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.outlook import outlook
from companion.rules.games.good_enough.random_rounds import people_crowd, rational_crowd
from companion.rules.odds.crowd import random_crowd
from companion.rules.results import Leaf
from tests.support.toy_game import SecondBest


def kinds(players: int, **options) -> list[str]:
    return [each.options["tie_break"] for each in GoodEnough(**options).endings(players)]


def expects(players: int, tie_break: str, seen=(), pace=40, **options) -> str:
    endings = GoodEnough(**options).endings(players, seen, pace)
    [found] = [each for each in endings if each.options == {"tie_break": tie_break}]
    return str(found.expects)


def rounds_of(*numbers: list[int]) -> list[Leaf]:
    return [
        Leaf(kind="round", winners=(), finished=True, plays={str(at): play for at, play in enumerate(each)})
        for each in numbers
    ]


def test_G6_peeling_comes_first_where_it_usually_decides():
    assert ["peel", "peel+showdown", "peel+sudden-death"] == kinds(3)


@pytest.mark.parametrize("players", [4, 5, 6, 8, 12, 30, 300])
def test_G16_a_showdown_after_peeling_comes_first_where_peeling_seldom_decides(players):
    assert ["peel+showdown", "peel", "peel+sudden-death"] == kinds(players)


@pytest.mark.parametrize("options", [{"entry": "lists"}, {"entry": "cards", "cards": 60}])
def test_G16_there_is_no_showdown_where_numbers_are_not_sent_round_by_round(options):
    assert ["peel+sudden-death", "peel"] == kinds(4, **options)
    assert ["peel", "peel+sudden-death"] == kinds(3, **options)


def test_sudden_death_is_not_recommended_to_crowds():
    assert "peel" == kinds(60, entry="lists")[0]


def test_the_ending_that_is_chosen_is_always_listed():
    assert "showdown" == kinds(4, tie_break="showdown")[-1]
    assert "sudden-death" == kinds(4, tie_break="sudden-death")[-1]


def test_every_ending_makes_a_game_of_its_options():
    for ending in GoodEnough().endings(5):
        assert ending.options["tie_break"] == GoodEnough.read_options(ending.options).tie_break
        assert ending.label


@pytest.mark.parametrize(
    ("players", "share"), [(3, "7 games of 10"), (4, "1 game of 10"), (5, "11 games of 20")]
)
def test_it_says_how_often_peeling_decides_and_how_long_a_game_takes(players, share):
    sentence = f"One winner in {share}; otherwise those who tie share the win. It takes about 3 minutes."
    assert sentence == expects(players, "peel")


def test_a_showdown_is_short_and_always_has_one_winner():
    for players in (4, 8, 12, 30):
        found = outlook(GoodEnough(), players, people_crowd(GoodEnough(), players)).showdown
        assert found.half <= 2
        assert found.most_of_ten <= 5
    assert "after a showdown of about 1 round." in expects(8, "peel+showdown")


def test_G16_a_showdown_that_does_not_end_in_half_of_the_games_can_take_a_while():
    rules = GoodEnough()
    found = outlook(rules, 8, people_crowd(rules, 8))

    def expected(half: int) -> str:
        showdown = replace(found.showdown, half=half)
        return str(forecast._Expected(rules, replace(found, showdown=showdown), 40).of("showdown"))

    assert expected(found.showdown.most).endswith("so many pick the same number that it can take a while.")
    assert "after a showdown of" in expected(found.showdown.most - 1)


@pytest.mark.parametrize(
    ("at_once", "mean", "sentence"),
    [
        (0.5, 2.0, "in 1 game of 2 after a showdown of about 1 round. Then it takes about 7 minutes."),
        (0.98, 2.0, "nearly always without a showdown. It takes about 5 minutes."),
    ],
)
def test_G16_a_showdown_is_told_by_how_often_it_comes_and_with_its_rounds(at_once, mean, sentence):
    rules = GoodEnough()
    found = outlook(rules, 8, people_crowd(rules, 8))
    showdown = replace(found.showdown, half=1, mean=mean)
    found = replace(found, showdown=showdown, decisions=replace(found.decisions, at_once=at_once))
    assert str(forecast._Expected(rules, found, 60).of("showdown")).endswith(sentence)


def test_G12_for_a_crowd_sudden_death_takes_all_night():
    assert expects(30, "peel+sudden-death").endswith("With so many that can take all night.")


def test_where_nobody_can_score_it_says_so():
    assert expects(1500, "peel") == "So many players pick the same that hardly anybody will score."


def test_G13_with_cards_one_more_round_is_all_there_can_be():
    sentence = expects(4, "peel+sudden-death", entry="cards", cards=24)
    assert sentence.startswith("One more round in 19 games of 20")


def test_the_minutes_follow_the_pace_of_the_room():
    assert "about 3 minutes" in expects(3, "peel")
    assert "about 10 minutes" in expects(3, "peel", pace=120)


def test_too_few_players_or_too_few_cards_have_no_endings():
    assert () == GoodEnough().endings(2)
    assert () == GoodEnough(entry="cards", cards=10).endings(4)


def test_a_game_without_a_choice_of_endings_has_none():
    assert () == SecondBest().endings(5)


def test_it_is_the_same_every_time():
    first = [str(each.expects) for each in GoodEnough().endings(6)]
    forecast._endings.cache_clear()
    outlook.cache_clear()
    assert first == [str(each.expects) for each in GoodEnough().endings(6)]


def test_people_are_taken_to_pick_neither_at_random_nor_as_in_the_equilibrium():
    rules = GoodEnough()
    at_random, known = random_crowd(0, 100), rational_crowd(rules, 4)
    assert at_random.meeting < people_crowd(rules, 4).meeting < known.meeting


def test_a_room_that_crowds_is_forecast_as_a_crowd_and_one_that_spreads_is_not():
    rules = GoodEnough()
    crowding = rounds_of(*[[50, 50, 49, 51, 50, 52, 49, 50]] * 12)
    spreading = rounds_of(*[[3, 17, 28, 44, 59, 66, 81, 97]] * 12)
    stands = [
        outlook(rules, 8, people_crowd(rules, 8, seen)).decisions.stands for seen in (spreading, (), crowding)
    ]
    assert stands == sorted(stands, reverse=True)
    assert stands[0] > stands[2] + 0.05


def test_a_room_that_has_played_long_is_taken_to_meet_as_often_as_it_did():
    seen = rounds_of(*[[50, 50, 3, 17, 28, 81, 66, 97]] * 300)  # of 28 pairs one has met
    assert people_crowd(GoodEnough(), 8, seen).meeting == pytest.approx(1 / 28, abs=0.003)


def test_the_ending_of_the_rules_is_the_one_that_is_chosen():
    rules = GoodEnough(tie_break="showdown")
    assert [{"tie_break": "showdown"}] == [each.options for each in rules.endings(5) if each.is_of(rules)]


def test_rounds_with_another_range_teach_nothing():
    rules = GoodEnough()
    assert people_crowd(rules, 5) == people_crowd(rules, 5, rounds_of([500, 500, 500], [-3, -3, -3]))
