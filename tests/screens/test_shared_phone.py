"""The phone that goes around: who gets it next, and when it is done."""

from companion.room.commands import submissions
from companion.screens.shared_phone import handover_view
from tests.support.room_driver import HOST, RoomDriver, played, start_game_driver


def handed(driver: RoomDriver, at: str = "", skipped: tuple[str, ...] = ()) -> tuple[str, str, str, int, str]:
    found = handover_view(driver.room, at, skipped)
    return found.step, found.seat, found.name, found.after, found.round_id


def enter(driver: RoomDriver, seat: str) -> None:
    driver.do(HOST, submissions.submit_play_for, seat, driver.round_id, "7")


def test_the_phone_goes_to_each_player_without_one_in_turn() -> None:
    driver = start_game_driver("good-enough", 3, phones=False)
    assert ("hand", "1", "Ann", 2, "1.1") == handed(driver)
    enter(driver, "1")
    assert ("hand", "2", "Bob", 1, "1.1") == handed(driver)
    assert ("hand", "3", "Cyd", 0, "1.1") == handed(driver, skipped=("2",))
    enter(driver, "3")
    assert ("done", "", "", 0, "1.1") == handed(driver, skipped=("2",))
    enter(driver, "2")
    assert ("done", "", "", 0, "1.1") == handed(driver, "1.1")
    assert ("hand", "1", "Ann", 2, "1.2") == handed(driver)


def test_of_a_round_that_was_revealed_meanwhile_the_phone_goes_on_to_the_next_if_that_needs_it() -> None:
    driver = start_game_driver("good-enough", 3, phones=False)
    for seat in "123":
        enter(driver, seat)
    shared = handover_view(driver.room, "1.1")
    driver = played("good-enough", "7 8 9")
    own = handover_view(driver.room, "1.1")
    assert (("done", "1.2"), ("done", "")) == ((shared.step, shared.again), (own.step, own.again))
