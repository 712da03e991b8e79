"""What the last reveal brought each player, on the screens that show it."""

from tests.support.room_driver import RoomDriver, start_game_driver
from tests.support.views import host_view


def gains(driver: RoomDriver) -> dict[str, int]:
    return {row.name: row.gain for row in host_view(driver.room, (), None).public.rows}


def test_G5_each_reveal_has_its_own_gains() -> None:
    driver = start_game_driver("good-enough", 3)
    for cards, winner in (("1 9 5", "Cyd"), ("1 5 9", "Bob"), ("5 5 5", ""), ("5 1 9", "Ann")):
        driver.play_trick(cards)
        assert [winner] == [name for name, gain in gains(driver).items() if gain] or not winner


def test_a_verdict_is_fresh_until_somebody_is_in_again() -> None:
    driver = start_game_driver("good-enough", 3)
    assert not host_view(driver.room, (), None).is_fresh
    driver.play_trick("1 9 5")
    assert host_view(driver.room, (), None).is_fresh
    driver.submit("1", 5)
    assert not host_view(driver.room, (), None).is_fresh


def test_S5_only_the_last_trick_of_a_round_gains_the_kept_score() -> None:
    driver = start_game_driver("saichugen", 3, rounds=2)
    for cards in ("AS 7H KD", "2C 9D 5S"):
        driver.play_trick(cards)
        assert {0} == set(gains(driver).values())
    driver.play_trick("3H 3D QC")
    assert {"Ann": 0, "Bob": 0, "Cyd": 5} == gains(driver)
