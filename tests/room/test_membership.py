"""Who may join, leave and continue with another phone; and to whom the shared phone is passed."""

from dataclasses import replace
from functools import partial

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import membership, room_control, shared_phone, submissions
from companion.room.commands.access import Blocked, Forbidden, TooLate, WrongHostCode
from companion.screens.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, device, open_room, start_game_driver


def phoneless(game: str = "good-enough", phones: int = 1, others: int = 2, **options: object) -> RoomDriver:
    driver = open_room(game, phones)
    for name in ("Carol", "Dave", "Erin")[:others]:
        driver.do(HOST, membership.add_player, name)
    driver.do(HOST, room_control.start_game, lambda _: dict(options))
    return driver


def test_a_claim_ends_by_withdrawal_or_by_joining_as_a_new_player() -> None:
    driver = open_room("good-enough", 2)
    answered = (TooLate, "That was answered already")
    assert answered == driver.refusal("new", membership.withdraw_claim)
    driver.do("new", membership.claim_seat, "1")
    assert events.ClaimDenied("new") == membership.withdraw_claim(driver.room, "new")
    driver.do("new", membership.join_room, "Cyd")
    assert {} == driver.room.claims


def test_a_full_room_takes_nobody_new(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_PLAYERS", 3)
    driver = open_room("good-enough", 2)
    driver.do("new", membership.join_room, "Cyd")
    full = (Refused, "The room is full: it has 3 players")
    assert full == driver.refusal("late", membership.join_room, "Dan")


def test_who_is_gone_and_has_never_played_leaves_a_place_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_PLAYERS", 4)
    driver = start_game_driver("good-enough", 3)
    driver.play_trick("50 50 50")
    driver.do("flood", membership.join_room, "Dan")
    full = (Refused, "The room is full: it has 4 players")
    driver.do(HOST, membership.remove_player, "1")
    assert full == driver.refusal("late", membership.join_room, "Eve")
    driver.do(HOST, membership.block_player, "4")
    assert membership.join_room(driver.room, "late", "Eve")


def test_a_locked_room_takes_nobody_new() -> None:
    driver = open_room("good-enough", 2)
    driver.apply(events.RoomSet({"locked": True}), HOST)
    locked = (Forbidden, "The room is locked: ask the host to unlock it")
    assert locked == driver.refusal("new", membership.join_room, "Cyd")


def test_only_the_host_code_makes_a_phone_host_and_once() -> None:
    driver = open_room("good-enough", 2)
    driver.room = room = replace(driver.room, recovery="code")
    wrong = (WrongHostCode, "That is not the host code of this room")
    assert wrong == driver.refusal("new", room_control.become_host_by_code, "guess")
    assert events.HostAdded("new") == room_control.become_host_by_code(room, "new", "code")
    assert room_control.become_host_by_code(room, HOST, "code") is None


def test_thirty_phones_can_ask_for_a_seat_at_once_and_each_of_them_again() -> None:
    driver = open_room("good-enough", 2)
    for number in range(30):
        driver.do(f"new{number}", membership.claim_seat, "1")
    many = (Refused, "Too many ask at once: ask the host for a link to your seat")
    assert many == driver.refusal("new30", membership.claim_seat, "1")
    assert events.SeatClaimed("2", "new0") == membership.claim_seat(driver.room, "new0", "2")


def test_a_personal_link_works_once_and_not_for_a_blocked_player() -> None:
    driver = open_room("good-enough", 3)
    driver.do("new", membership.link_device, "1", "link")
    assert {"device1", "new"} == driver.room.seats["1"].devices
    assert membership.link_device(driver.room, "new", "1", "link") is None
    used = (TooLate, "This link was used already: ask for a new one")
    assert used == driver.refusal("other", membership.link_device, "1", "link")
    driver.apply(events.PlayerRemoved("1", blocked=True), HOST)
    blocked = (Blocked, "The host has blocked this phone from the room")
    assert blocked == driver.refusal("new", membership.link_device, "2", "second")
    blocked_player = (Forbidden, "The host has blocked Ann from the room")
    assert blocked_player == driver.refusal("other", membership.link_device, "1", "second")


def test_a_blocked_browser_cannot_come_back() -> None:
    driver = open_room("good-enough", 3)
    driver.apply(events.PlayerRemoved("1", blocked=True), HOST)
    sentence = (Blocked, "The host has blocked this phone from the room")
    for command, *typed in (
        (membership.join_room, "Ann"),
        (membership.return_to_room,),
        (membership.claim_seat, "2"),
        (membership.link_device, "2", "link"),
        (membership.answer_takeover, "new", "no"),
        (partial(room_control.become_host_by_link, instead=False), HOST, "link"),
    ):
        assert sentence == driver.refusal(device("1"), command, *typed)


def test_only_a_player_who_is_away_can_return() -> None:
    driver = open_room("good-enough", 2)
    assert membership.return_to_room(driver.room, device("1")) is None
    assert membership.join_room(driver.room, device("1"), "Ann") is None
    driver.apply(membership.leave_room(driver.room, device("1")))
    assert membership.leave_room(driver.room, device("1")) is None
    assert events.PlayerReturned("1") == membership.join_room(driver.room, device("1"), "Ann")
    assert driver.apply(membership.return_to_room(driver.room, device("1")))
    assert driver.room.seats["1"].is_present


def test_the_shared_phone_goes_to_present_players_without_one_who_have_not_submitted() -> None:
    driver = phoneless(others=3)
    assert ("2", "3", "4") == shared_phone.seats_without_phone(driver.room)
    driver.do(HOST, shared_phone.enter_play, "3", driver.round_id, ["7"])
    driver.apply(events.PlayerRemoved("4"), HOST)
    assert ("2",) == shared_phone.seats_without_phone(driver.room)
    assert () == shared_phone.seats_without_phone(open_room("good-enough", 3, phones=False).room)


def test_a_play_entered_on_the_shared_phone_cannot_be_changed_there() -> None:
    driver = phoneless()
    at = driver.round_id
    assert events.PlaySubmitted(1, 1, "2", 7) == shared_phone.enter_play(driver.room, HOST, "2", at, ["7"])
    driver.do(HOST, shared_phone.enter_play, "2", at, ["7"])
    assert shared_phone.enter_play(driver.room, HOST, "2", at, ["8"]) is None
    driver.do(HOST, shared_phone.enter_play, "3", at, ["8"])
    driver.submit("1", 9)
    assert shared_phone.enter_play(driver.room, HOST, "3", at, ["8"]) is None
    late = (TooLate, "This round is already revealed")
    assert late == driver.refusal(HOST, shared_phone.enter_play, "3", at, ["10"])


def test_the_host_enters_on_the_shared_phone_only_for_players_without_one() -> None:
    driver = phoneless()
    nobody = (Refused, "There is no such player in this room")
    assert nobody == driver.refusal(HOST, shared_phone.enter_play, "9", driver.round_id, ["7"])
    own = (Refused, "Ann has a phone, and sends from there")
    assert own == driver.refusal(HOST, shared_phone.enter_play, "1", driver.round_id, ["7"])


def test_a_list_is_entered_as_a_whole() -> None:
    driver = phoneless(entry="lists", rounds=3)
    assert events.ListSubmitted(1, 1, "2", (1, 2, 3)) == shared_phone.enter_play(
        driver.room, HOST, "2", driver.round_id, ["1", "2", "3"]
    )
    short = (Refused, "Send a list of 3 numbers")
    assert short == driver.refusal(HOST, shared_phone.enter_play, "2", driver.round_id, ["1"])


def test_D5_the_leader_gets_the_phone_first_and_a_call_stays() -> None:
    driver = start_game_driver("median", 4, phones=False)
    assert ("1", "2", "3", "4") == shared_phone.seats_without_phone(driver.room)
    first = driver.round_id
    assert shared_phone.enter_call(driver.room, HOST, "1", first, "low") == events.HighLowCalled(1, 1, "low")
    driver.do(HOST, submissions.call_high_low_for, first, "low")
    for seat, card in (("1", "2"), ("2", "Q"), ("3", "7"), ("4", "9")):
        driver.do(HOST, shared_phone.enter_play, seat, first, [card])
    assert ("3", "1", "2", "4") == shared_phone.seats_without_phone(driver.room)
    only = (Refused, "A call is high or low")
    assert only == driver.refusal(HOST, shared_phone.enter_call, "3", driver.round_id, "middle")
    driver.do(HOST, shared_phone.enter_call, "3", driver.round_id, "high")
    assert shared_phone.enter_call(driver.room, HOST, "3", driver.round_id, "low") is None
    late = (TooLate, "This round is already revealed")
    assert late == driver.refusal(HOST, shared_phone.enter_call, "1", first, "low")


def test_the_tv_reports_the_last_two_changes_in_order() -> None:
    driver = start_game_driver("good-enough", 3)
    for seat, name in (("4", "Dan"), ("5", "Eve"), ("6", "Fay")):
        driver.apply(membership.join_room(driver.room, device(seat), name))
    assert ("Eve has joined and plays now.", "Fay has joined and plays now.") == tv_view(driver.room, ()).news
