"""How likely a tie is to stand, and how long playing on would take (G7, G12)."""

from dataclasses import replace

import pytest

from companion.i18n.errors import Refused
from companion.rules.games.good_enough import forecast as module
from companion.rules.games.good_enough.forecast import Forecast
from companion.rules.games.good_enough.game import GoodEnough


def forecast(players: int, rounds: int | None = None, options: GoodEnough | None = None) -> Forecast:
    rules = options or GoodEnough()
    return module.forecast(players, replace(rules, rounds=rounds, nesting=()) if rounds else rules)


@pytest.mark.parametrize(("players", "chance"), [(3, 1 / 4), (4, 19 / 20), (5, 2 / 5), (8, 0.98)])
def test_G7_a_tie_stands_as_often_as_the_rules_say(players, chance):
    assert chance == pytest.approx(forecast(players, 5).tie, abs=0.03)


def test_G12_playing_on_takes_longer_the_more_players_there_are():
    assert [1, 4, 3, 6, 6, 11] == [round(forecast(players, 5).further) for players in (3, 4, 5, 6, 8, 12)]


def test_a_forecast_is_the_same_every_time():
    first = forecast(6, 5)
    module.forecast.cache_clear()
    assert first == forecast(6, 5)


def test_the_given_number_of_rounds_overrides_the_options():
    assert forecast(4, 7) == forecast(4, 7, GoodEnough(nesting=(5, 3)))
    assert 7 == forecast(4, options=GoodEnough(rounds=7)).options.rounds


@pytest.mark.parametrize(
    ("players", "options", "message"),
    [
        (3, {}, "5 rounds: a tie stands in 1 game of 4; with play on expect about 1 round more."),
        (4, {}, "5 rounds: a tie stands in 19 games of 20; with play on expect about 4 rounds more."),
        (5, {}, "5 rounds: a tie stands in 2 games of 5; with play on expect about 3 rounds more."),
        (8, {}, "5 rounds: a tie stands in nearly every game; with play on expect about 6 rounds more."),
        (
            2000,
            {},
            "5 rounds: a tie stands in nearly every game; with play on expect more than 100 rounds more.",
        ),
        (3, {"rounds": 99}, "99 rounds: hardly any game ends in a tie."),
        (
            4,
            {"tie_break": "sudden-death"},
            "5 rounds: a tie comes up in 19 games of 20; expect about 6 rounds more then.",
        ),
        (
            4,
            {"entry": "cards", "cards": 24},
            "5 rounds: a tie stands in 19 games of 20; with play on expect about 1 round more.",
        ),
        (
            4,
            {"points_target": 12},
            "12 points: a tie stands in 3 games of 5; with play on expect about 4 rounds more.",
        ),
        (2000, {"points_target": 12}, "12 points: hardly anybody will score."),
    ],
)
def test_a_forecast_is_one_sentence_for_the_host(players, options, message):
    assert f"{players} players and {message}" == forecast(players, options=GoodEnough(**options)).sentence()


@pytest.mark.parametrize(
    ("chance", "share"),
    [
        (0.03, "1 game of 20"),
        (0.5, "1 game of 2"),
        (0.66, "2 games of 3"),
        (0.75, "3 games of 4"),
        (0.97, "19 games of 20"),
    ],
)
def test_a_chance_is_expressed_in_games(chance, share):
    assert f"a tie stands in {share};" in Forecast(3, GoodEnough(), chance, 1.0).sentence()


def test_G12_with_hundreds_of_players_sudden_death_lasts_too_long_for_any_evening():
    assert (1.0, None) == (forecast(300, 5).tie, forecast(300, 5).further)
    assert 36 == pytest.approx(forecast(30, 5).further, abs=6)


def test_G12_sudden_death_alone_takes_longer_than_with_peeling():
    sudden = forecast(6, 5, GoodEnough(tie_break="sudden-death"))
    both = forecast(6, 5, GoodEnough(tie_break="peel+sudden-death"))
    assert sudden.further > both.further + 1.5
    assert both.further == forecast(6, 5, GoodEnough(tie_break="peel")).further


def test_G13_no_two_cards_are_the_same_however_few_there_are():
    assert 1 == forecast(4, 3, GoodEnough(entry="cards", cards=16)).further
    assert 1 == forecast(4, options=GoodEnough(entry="cards", cards=16, points_target=30)).further
    # With three numbers to choose from, some of three players nearly always choose the same; cards differ.
    few = GoodEnough(low=1, high=3)
    assert forecast(3, 3, GoodEnough(rounds=3, entry="cards", cards=12)).tie != forecast(3, 3, few).tie


@pytest.mark.parametrize("tie", [0.01, 0.024])
def test_the_forecast_says_nothing_more_about_a_very_rare_tie(tie):
    assert (
        "3 players and 5 rounds: hardly any game ends in a tie."
        == Forecast(3, GoodEnough(), tie, 1.0).sentence()
    )


def test_one_point_is_in_the_singular():
    sentence = Forecast(3, GoodEnough(points_target=1), 0.5, 2.4).sentence()
    assert (
        "3 players and 1 point: a tie stands in 1 game of 2; with play on expect about 2 rounds more."
        == sentence
    )


def test_less_than_one_added_round_is_shown_as_one_round():
    assert "expect about 1 round more." in Forecast(3, GoodEnough(), 0.5, 0.3).sentence()


def test_G10_with_the_mean_nearly_always_one_player_scores_and_fewer_games_tie():
    assert 0.37 == pytest.approx(forecast(4, 5, GoodEnough(scoring="mean")).tie, abs=0.04)


def test_invalid_options_have_no_forecast():
    with pytest.raises(Refused, match=r"^It's Good Enough needs 3 or more players$"):
        forecast(2, 5)
    with pytest.raises(Refused, match=r"^a game has 3 to 9999 rounds, not 2$"):
        forecast(3, 2)
    with pytest.raises(Refused, match=r"the stack has 10$"):
        forecast(3, 3, GoodEnough(entry="cards", cards=10))
