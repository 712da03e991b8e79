"""The join page: which seat a new player gets, and what it says after a refusal."""

from companion.room.commands import membership, room_control
from companion.screens.players import join_view
from tests.support.room_driver import HOST, open_room


def test_whoever_joins_gets_the_next_seat() -> None:
    driver = open_room("good-enough", 3)
    assert "4" == join_view(driver.room, "new")["free"]
    driver.do(HOST, membership.remove_player, "3")
    assert "4" == join_view(driver.room, "new")["free"]


def test_a_phone_whose_claim_was_declined_is_told_so() -> None:
    driver = open_room("good-enough", 3)
    driver.do("new", membership.claim_seat, "1")
    waiting = join_view(driver.room, "new", "1")
    assert (driver.room.seats["1"], None) == (waiting["claims"], waiting["denied"])
    driver.do(HOST, membership.deny_claim, "new")
    declined = join_view(driver.room, "new", "1")
    assert (None, driver.room.seats["1"]) == (declined["claims"], declined["denied"])
    assert join_view(driver.room, "new", "99")["denied"] is None
    driver.apply(room_control.close_room(driver.room))
    assert "denied" not in join_view(driver.room, "new", "1")
