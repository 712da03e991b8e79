"""Guests that players choose: who may be whom, until when, and whom the others are then."""

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import membership, room_control
from companion.room.commands.access import Forbidden, TooLate
from companion.room.commands.membership import choose_free_guest, choose_guest
from companion.room.guests import GUESTS, free_guests, guest_number, offered_guests
from tests.support.room_driver import HOST, RoomDriver, device, open_room, open_room_with, start_game_driver


@pytest.fixture
def lobby() -> RoomDriver:
    """Return a room of three in which no game has started."""
    return open_room("good-enough", 3)


def guests(driver: RoomDriver) -> list[int]:
    return [guest_number(driver.room, seat) for seat in driver.room.seats]


def join(driver: RoomDriver, seats: int) -> None:
    for _ in range(seats):
        number = driver.room.seats_given + 1
        driver.do(device(str(number)), membership.join_room, f"Late {number}")


def test_whoever_has_chosen_no_guest_is_drawn_by_the_number_of_the_seat_and_nobody_else_is_until_the_97th(
    lobby: RoomDriver,
) -> None:
    join(lobby, 95)
    assert [*range(1, 97), 1, 2] == guests(lobby)
    assert {} == lobby.room.guests


def test_a_player_is_the_guest_that_was_chosen_last(lobby: RoomDriver) -> None:
    assert lobby.do(device("1"), choose_guest, "50")
    assert lobby.do(device("1"), choose_guest, "7")
    assert not lobby.do(device("1"), choose_guest, "7"), "it is that one already"
    assert [7, 2, 3] == guests(lobby)
    assert lobby.is_replayed()


def test_nobody_can_be_who_somebody_else_is_and_who_was_is_free_again(lobby: RoomDriver) -> None:
    assert TooLate is lobby.refusal(device("1"), choose_guest, "2")[0]
    lobby.do(device("2"), choose_guest, "40")
    assert lobby.do(device("1"), choose_guest, "2")
    assert [2, 40, 3] == guests(lobby)
    assert {1, 2} <= {*free_guests(lobby.room, "1")}
    assert {3, 40}.isdisjoint(free_guests(lobby.room, "1"))


@pytest.mark.parametrize("typed", ["0", "97", "-1", "", "drop", "9" * 2000])
def test_there_are_96_guests_to_choose(lobby: RoomDriver, typed: str) -> None:
    assert Refused is lobby.refusal(device("1"), choose_guest, typed)[0]
    lobby.apply(events.GuestChosen("1", 97))
    lobby.apply(events.GuestChosen("9", 5))
    assert [1, 2, 3] == guests(lobby)
    assert lobby.do(device("1"), choose_guest, "96")


def test_who_comes_to_a_seat_whose_guest_is_taken_is_the_next_free_one(lobby: RoomDriver) -> None:
    lobby.do(device("1"), choose_guest, "4")
    lobby.do(device("2"), choose_guest, "5")
    assert 6 == offered_guests(lobby.room, "4")[0]
    join(lobby, 2)
    assert [4, 5, 3, 6, 7] == guests(lobby)
    assert lobby.is_replayed()


def test_who_joins_as_a_guest_that_was_taken_meanwhile_is_the_next_free_one(lobby: RoomDriver) -> None:
    join(lobby, 1)
    lobby.do(device("4"), choose_free_guest, "2")
    assert [1, 2, 3, 4] == guests(lobby)
    lobby.do(device("3"), choose_guest, "96")
    lobby.do(device("4"), choose_free_guest, "96")
    assert [1, 2, 96, 3] == guests(lobby), "after the last one comes the first free one"


def test_from_97_on_everybody_can_be_anybody(lobby: RoomDriver) -> None:
    join(lobby, 93)
    assert TooLate is lobby.refusal(device("1"), choose_guest, "50")[0]
    join(lobby, 1)
    assert GUESTS == len(free_guests(lobby.room, "97"))
    assert lobby.do(device("97"), choose_guest, "50")


def test_a_crowd_that_is_sent_away_leaves_its_guests_and_who_is_back_is_nobody_twice(
    lobby: RoomDriver,
) -> None:
    lobby.do(device("4"), membership.join_room, "Zoe", "crowd")
    lobby.do(HOST, membership.send_crowd_away, "crowd", "4")
    lobby.do(device("1"), choose_guest, "4")
    lobby.do(HOST, membership.unblock_player, "4")
    assert [4, 2, 3, 5] == guests(lobby)


def test_guests_are_chosen_until_the_first_reveal_and_by_their_players_alone() -> None:
    driver = start_game_driver("good-enough", 3)
    assert driver.do(device("1"), choose_guest, "40")
    assert Forbidden is driver.refusal("stranger", choose_guest, "41")[0]
    driver.play_trick("10 50 90")
    assert (TooLate, "The show is on: you stay who you are") == driver.refusal(
        device("2"), choose_guest, "41"
    )
    assert (2,) == offered_guests(driver.room, "2")
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert TooLate is driver.refusal(device("2"), choose_guest, "41")[0]


def test_nobody_is_another_one_more_than_twelve_times(lobby: RoomDriver) -> None:
    for number in range(20, 32):
        assert lobby.do(device("1"), choose_guest, str(number))
    assert Refused is lobby.refusal(device("1"), choose_guest, "40")[0]
    assert lobby.do(device("2"), choose_guest, "40")


def test_who_is_added_without_a_phone_is_a_guest_that_nobody_has_chosen() -> None:
    driver = open_room_with("good-enough", ["Ann"])
    driver.do(device("1"), choose_guest, "2")
    driver.do(HOST, membership.add_player, "Oma")
    assert [2, 3] == guests(driver)
