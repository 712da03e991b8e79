"""The podium: who stands on which of its three steps."""

from hypothesis import given
from hypothesis import strategies as st

from companion.screens.endings import game_ending
from companion.screens.podium import label_of_scores, sides
from tests.support.room_driver import RoomDriver, play_out, start_game_driver
from tests.support.scenes import rounds_won

standings = st.dictionaries(st.integers(1, 30).map(str), st.integers(-9, 9), min_size=1)


def final(driver: RoomDriver):
    return game_ending(driver.room, driver.game)


@given(standings, st.data())
def test_where_the_middle_wins_the_left_has_fewer_and_the_right_more(scores, data):
    winning = data.draw(st.sampled_from(sorted(set(scores.values()))))
    winners = [seat for seat in scores if scores[seat] == winning]
    placed = sides(scores, winners, middle_wins=True)
    words = {-1: "low", 0: "middle", 1: "high"}
    signs = {seat: (points > winning) - (points < winning) for seat, points in scores.items()}
    assert {seat: words[sign] for seat, sign in signs.items()} == placed


@given(standings)
def test_where_the_most_win_the_second_stand_on_the_left_and_all_others_on_the_right(scores):
    ranks = sorted(set(scores.values()), reverse=True)
    winners = [seat for seat in scores if scores[seat] == ranks[0]]
    placed = sides(scores, winners, middle_wins=False)
    words = ["middle", "second", *["rest"] * len(ranks)]
    assert {seat: words[ranks.index(points)] for seat, points in scores.items()} == placed


def test_the_podium_of_a_game_has_the_middle_score_highest_and_nobody_else_on_it():
    driver = rounds_won("BCC", ("Ann", "Bob", "Cyd", "Dan"), rounds=3)
    low, middle, high = final(driver).podium.steps
    assert ("0", "1", "2") == (low.label, middle.label, high.label)
    assert [["Ann", "Dan"], ["Bob"], ["Cyd"]] == [
        sorted(each.name for each in step.guests) for step in (low, middle, high)
    ]
    assert final(driver).podium.alone


def test_G6_the_podium_shows_the_standing_that_decided():
    driver = rounds_won("BBCC.", ("Xander", "Yvonne", "Zachary"), rounds=5)
    ending = final(driver)
    assert ("Yvonne wins", "Rounds 2–4") == (ending.headline, ending.counted)
    assert ["0", "1", "2"] == [step.label for step in ending.podium.steps]


def test_G7_all_who_share_a_tie_stand_in_the_middle():
    driver = rounds_won("...", rounds=3)
    ending = final(driver)
    assert ending.tied
    assert not ending.podium.alone
    assert ["Ann", "Bob", "Cyd"] == [each.name for each in ending.podium.middle.guests]
    assert ["", "0", ""] == [step.label for step in ending.podium.steps]


def test_S6_the_podium_of_a_single_game_shows_its_totals_and_not_the_points_of_a_match():
    driver = start_game_driver("saichugen", 3, rounds=2, games=1)
    play_out(driver, seed=3)
    totals = driver.game.score.root.parts[-1].scores
    steps = final(driver).podium.steps
    assert sorted(totals.values()) == sorted(totals[each.seat] for step in steps for each in step.guests)
    assert label_of_scores({totals[seat] for seat in driver.game.score.root.winners}) == steps[1].label


def test_scores_below_zero_are_not_joined_by_a_dash():
    assert ["−3 to −1", "−1 to 2", "0–2", "5", ""] == [
        label_of_scores(each) for each in ({-3, -1}, {-1, 2}, {0, 1, 2}, {5}, set())
    ]
