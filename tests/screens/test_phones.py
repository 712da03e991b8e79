"""When the host is asked whether phones see the page."""

from companion.room.commands import membership, scheduled
from companion.screens.host import asks_at, phones_joined
from tests.support.room_driver import HOST, RoomDriver, open_room_with


def lobby(*names: str) -> RoomDriver:
    return open_room_with("good-enough", names)


def test_a_host_who_plays_in_the_browser_of_the_room_is_no_phone() -> None:
    driver = lobby()
    driver.do(HOST, membership.join_room, "Ann")
    assert 1 == len(driver.room.present)
    assert 0 == phones_joined(driver.room)
    assert asks_at(driver.room) is not None


def test_players_without_phones_and_bots_are_no_phones_until_they_are_enough_to_play() -> None:
    driver = lobby()
    driver.do(HOST, membership.add_player, "Ann")
    driver.do(HOST, scheduled.add_bot, "edge")
    assert asks_at(driver.room) is not None
    driver.do(HOST, membership.add_player, "Bob")
    assert asks_at(driver.room) is None
    assert 0 == phones_joined(driver.room)
