"""When the host is asked whether phones see the page, and what the causes say."""

from datetime import timedelta

import pytest

from companion.room.commands import bot_turns, membership
from companion.screens.host import host_view
from companion.screens.phones import CAUSES, asks_at, phones_joined, phones_view
from tests.support.room_driver import HOST, RoomDriver, open_room_with

ADDRESSES = ("http://192.168.1.5:8000", "http://10.0.0.2:8000")


def lobby(*names: str) -> RoomDriver:
    return open_room_with("good-enough", names)


def test_the_host_is_asked_a_minute_after_the_room_was_opened() -> None:
    driver = lobby()
    assert driver.room.opened_at is not None
    assert driver.room.opened_at + timedelta(minutes=1) == asks_at(driver.room)
    assert asks_at(driver.room) == host_view(driver.room, ADDRESSES, None).asks_at


def test_once_a_phone_has_joined_the_host_is_not_asked() -> None:
    assert asks_at(lobby("Ann").room) is None
    assert 1 == phones_joined(lobby("Ann").room)


def test_a_host_who_plays_in_the_browser_of_the_room_is_no_phone() -> None:
    driver = lobby()
    driver.apply(membership.join_room(driver.room, HOST, "Ann"), HOST)
    assert 1 == len(driver.room.present)
    assert 0 == phones_joined(driver.room)
    assert asks_at(driver.room) is not None


def test_players_without_phones_and_bots_are_no_phones_until_they_are_enough_to_play() -> None:
    driver = lobby()
    driver.apply(membership.add_player(driver.room, HOST, "Ann"), HOST)
    driver.apply(bot_turns.add_bot(driver.room, HOST, "edge"), HOST)
    assert asks_at(driver.room) is not None
    driver.apply(membership.add_player(driver.room, HOST, "Bob"), HOST)
    assert asks_at(driver.room) is None
    assert 0 == phones_joined(driver.room)


def test_the_causes_lead_from_the_first_to_the_last_one_at_a_time() -> None:
    seen, cause = [], CAUSES[0]
    while cause:
        view = phones_view(lobby().room, ADDRESSES, cause)
        assert (len(seen) + 1, cause) == (view.number, view.cause)
        assert CAUSES == tuple(view.causes)
        seen.append(cause)
        cause = view.following
    assert [*CAUSES] == seen


@pytest.mark.parametrize("cause", CAUSES)
def test_a_cause_says_what_to_look_at_and_leaves_no_gap_in_a_sentence(cause: str) -> None:
    view = phones_view(lobby().room, ADDRESSES, cause)
    assert view.look
    assert not any("{" in each or "http://" in each for each in (*view.look, *view.todo))


@pytest.mark.parametrize("cause", CAUSES)
def test_without_a_network_every_cause_says_that_first(cause: str) -> None:
    [look] = phones_view(lobby().room, (), cause).look
    assert look.startswith("No network found")
