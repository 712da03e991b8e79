"""What a phone tells its player to hope for, after a reveal."""

import pytest

from companion.room.commands import room_control
from companion.rules.odds.prospects import Prospects
from companion.views.insights.advice import prognosis
from companion.views.outcomes import all_outcomes, player_outcome
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import started_game, submit_plays

ROUNDS = ((10, 50, 90), (10, 50, 90), (50, 10, 90))


@pytest.mark.parametrize(
    ("scoring", "missing", "alone", "expected"),
    [
        (0.0, 0.0, 0.0, "lost"),
        (1.0, 1.0, 1.0, "won"),
        (0.2, 0.2, 0.0, "tie"),
        (0.2, 0.1, 0.0, "tie by scoring"),
        (0.1, 0.2, 0.0, "tie by missing"),
        (0.0, 0.5, 0.5, "too many"),
        (0.2, 0.4, 0.4, "halves"),
        (0.1, 0.4, 0.4, "costs most"),
        (0.3, 0.4, 0.4, "lowers"),
        (0.4, 0.0, 0.4, "needed"),
        (0.4, 0.2, 0.4, "doubles"),
        (0.4, 0.3, 0.4, "helps"),
        (0.4, 0.38, 0.4, None),
    ],
)
def test_chances_mean_what_to_hope_for_or_nothing_where_it_hardly_matters(scoring, missing, alone, expected):
    assert expected == prognosis(Prospects(scoring, missing, (alone, alone)))


def played(*rounds: tuple[int, ...]) -> RoomDriver:
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"))
    for plays in rounds:
        submit_plays(driver, plays)
    return driver


def advice(driver: RoomDriver, seat: str) -> str:
    found = player_outcome(driver.room, seat)
    return f"{found.advice.standing} {found.advice.hope}" if found and found.advice else ""


def test_a_phone_tells_its_player_to_hope_to_miss_or_to_score() -> None:
    driver = played(*ROUNDS)
    assert advice(driver, "2").startswith("You have 2 points. From here on, hope to miss: ")
    assert advice(driver, "3").endswith("hope to score.")


def test_the_phones_that_share_a_part_are_told_the_same() -> None:
    driver = played(*ROUNDS)
    by_seat = {each.seats: each.advice for each in all_outcomes(driver.room)}
    for seat in "123":
        found = player_outcome(driver.room, seat)
        assert found is not None
        assert by_seat[seat] == found.advice


def test_nothing_is_told_of_a_round_that_is_open() -> None:
    driver = played(*ROUNDS)
    before = [advice(driver, seat) for seat in "123"]
    driver.submit("1", 50)
    driver.submit("2", 50)
    assert before == [advice(driver, seat) for seat in "123"]


def test_after_a_correction_it_is_that_of_the_same_game_played_right() -> None:
    driver = played((10, 50, 90), (10, 50, 90), (10, 50, 90))
    driver.apply(correct_play(driver.room, HOST, "1.3", "1", "50"))
    driver.apply(correct_play(driver.room, HOST, "1.3", "2", "10"))
    right = played(*ROUNDS)
    assert [advice(right, seat) for seat in "123"] == [advice(driver, seat) for seat in "123"]


def test_where_scores_are_hidden_it_says_nothing() -> None:
    driver = played(*ROUNDS)
    driver.apply(room_control.hide_scores(driver.room, HOST, hidden=True), HOST)
    assert ["", "", ""] == [advice(driver, seat) for seat in "123"]


def test_after_the_last_round_there_is_nothing_to_hope_for() -> None:
    assert "" == advice(played(*ROUNDS, (10, 50, 90), (10, 50, 90)), "1")
