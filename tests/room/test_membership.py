"""Who may join, leave and continue with another phone; and to whom the shared phone is passed."""

from dataclasses import replace

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import membership, room_control, shared_phone, submissions
from companion.room.commands.access import Blocked, Forbidden, TooLate
from companion.room.player_reducer import put_player
from companion.views.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, device, open_room, start_game_driver


def refusal(command: object) -> tuple[type[Refused], str]:
    """Return the type and the sentence with which a command is refused."""
    with pytest.raises(Refused) as found:
        command()  # type: ignore[operator]
    return type(found.value), str(found.value)


def phoneless(game: str = "good-enough", phones: int = 1, others: int = 2, **options: object) -> RoomDriver:
    """Start a game of players with a phone and others without."""
    full = open_room(game, phones)
    for name in ("Carol", "Dave", "Erin")[:others]:
        full.do(membership.add_player(full.room, HOST, name))
    full.do(room_control.start_game(full.room, HOST, lambda _: dict(options)))
    return full


def test_a_claim_ends_by_withdrawal_or_by_joining_as_a_new_player() -> None:
    full = open_room("good-enough", 2)
    assert membership.withdraw_claim(full.room, "new") is None
    full.do(membership.claim_seat(full.room, "new", "1"), "new")
    assert events.ClaimDenied("new") == membership.withdraw_claim(full.room, "new")
    full.do(membership.join_room(full.room, "new", "Cyd"), "new")
    assert {} == full.room.claims


def test_a_personal_link_works_once_and_not_for_a_blocked_player() -> None:
    full = open_room("good-enough", 3)
    full.do(membership.link_device(full.room, "new", "1", "link"), "new")
    assert {"device1", "new"} == full.room.seats["1"].devices
    assert membership.link_device(full.room, "new", "1", "link") is None
    used = (TooLate, "This link was used already: ask for a new one")
    assert used == refusal(lambda: membership.link_device(full.room, "other", "1", "link"))
    full.do(events.PlayerBlocked("1"), HOST)
    blocked = (Blocked, "The host has blocked this phone from the room")
    assert blocked == refusal(lambda: membership.link_device(full.room, "new", "2", "second"))
    blocked_player = (Forbidden, "The host has blocked Ann from the room")
    assert blocked_player == refusal(lambda: membership.link_device(full.room, "other", "1", "second"))


def test_a_blocked_browser_cannot_come_back() -> None:
    full = open_room("good-enough", 3)
    full.do(events.PlayerBlocked("1"), HOST)
    sentence = (Blocked, "The host has blocked this phone from the room")
    for command in (
        lambda: membership.join_room(full.room, device("1"), "Ann"),
        lambda: membership.return_to_room(full.room, device("1")),
        lambda: membership.claim_seat(full.room, device("1"), "2"),
        lambda: membership.link_device(full.room, device("1"), "2", "link"),
    ):
        assert sentence == refusal(command)


def test_only_a_player_who_is_away_can_return() -> None:
    full = open_room("good-enough", 2)
    assert membership.return_to_room(full.room, device("1")) is None
    assert membership.join_room(full.room, device("1"), "Ann") is None
    full.do(membership.leave_room(full.room, device("1")))
    assert membership.leave_room(full.room, device("1")) is None
    assert events.PlayerReturned("1") == membership.join_room(full.room, device("1"), "Ann")
    assert full.do(membership.return_to_room(full.room, device("1")))
    assert full.room.seats["1"].is_present
    unknown = (Forbidden, "You have no seat in this room: join first")
    assert unknown == refusal(lambda: membership.return_to_room(full.room, "unknown"))
    assert unknown == refusal(lambda: membership.leave_room(full.room, "unknown"))


def test_the_shared_phone_goes_to_present_players_without_one_who_have_not_submitted() -> None:
    full = phoneless(others=3)
    assert ("2", "3", "4") == shared_phone.seats_without_phone(full.room)
    full.do(shared_phone.enter_play(full.room, HOST, "3", full.at, ["7"]))
    full.do(events.PlayerRemoved("4"), HOST)
    assert ("2",) == shared_phone.seats_without_phone(full.room)
    assert () == shared_phone.seats_without_phone(open_room("good-enough", 3, phones=False).room)


def test_a_play_entered_on_the_shared_phone_cannot_be_changed_there() -> None:
    full = phoneless()
    at = full.at
    assert events.PlaySubmitted("2", 1, 1, 7) == shared_phone.enter_play(full.room, HOST, "2", at, ["7"])
    full.do(shared_phone.enter_play(full.room, HOST, "2", at, ["7"]))
    assert shared_phone.enter_play(full.room, HOST, "2", at, ["8"]) is None
    full.do(shared_phone.enter_play(full.room, HOST, "3", at, ["8"]))
    full.show("1", 9)
    assert shared_phone.enter_play(full.room, HOST, "3", at, ["8"]) is None
    late = (TooLate, "Round 1 is already revealed")
    assert late == refusal(lambda: shared_phone.enter_play(full.room, HOST, "3", at, ["10"]))


def test_only_the_host_enters_on_the_shared_phone_and_only_for_players() -> None:
    full = phoneless()
    stranger = (Forbidden, "Only the host can do that")
    assert stranger == refusal(lambda: shared_phone.enter_play(full.room, device("1"), "2", full.at, ["7"]))
    assert stranger == refusal(lambda: shared_phone.enter_call(full.room, device("1"), "2", full.at, "low"))
    nobody = (Refused, "There is no such player in this room")
    assert nobody == refusal(lambda: shared_phone.enter_play(full.room, HOST, "9", full.at, ["7"]))
    assert shared_phone.enter_play(full.room, HOST, "1", full.at, ["7"]) is None


def test_a_list_is_entered_as_a_whole() -> None:
    full = phoneless(entry="lists", rounds=3)
    assert events.ListSubmitted("2", 1, 1, (1, 2, 3)) == shared_phone.enter_play(
        full.room, HOST, "2", full.at, ["1", "2", "3"]
    )
    short = (Refused, "Send a list of 3 numbers")
    assert short == refusal(lambda: shared_phone.enter_play(full.room, HOST, "2", full.at, ["1"]))


def test_D5_the_leader_gets_the_phone_first_and_a_call_stays() -> None:
    full = start_game_driver("median", 4, phones=False)
    assert ("1", "2", "3", "4") == shared_phone.seats_without_phone(full.room)
    first = full.at
    assert shared_phone.enter_call(full.room, HOST, "1", first, "low") == events.HighLowCalled(1, 1, "low")
    full.do(submissions.call_high_low_for(full.room, HOST, first, "low"))
    for seat, card in (("1", "2"), ("2", "Q"), ("3", "7"), ("4", "9")):
        full.do(shared_phone.enter_play(full.room, HOST, seat, first, [card]))
    assert ("3", "1", "2", "4") == shared_phone.seats_without_phone(full.room)
    only = (Refused, "A call is high or low")
    assert only == refusal(lambda: shared_phone.enter_call(full.room, HOST, "3", full.at, "middle"))
    full.do(shared_phone.enter_call(full.room, HOST, "3", full.at, "high"))
    assert shared_phone.enter_call(full.room, HOST, "3", full.at, "low") is None
    late = (TooLate, "Round 1 is already revealed")
    assert late == refusal(lambda: shared_phone.enter_call(full.room, HOST, "1", first, "low"))


def test_dealt_cards_are_entered_only_for_those_who_have_left() -> None:
    full = start_game_driver("saichugen", 3, dealt=True)
    assert () == shared_phone.seats_without_phone(full.room)
    full.do(membership.leave_room(full.room, device("2")), device("2"))
    assert ("2",) == shared_phone.seats_without_phone(full.room)


def test_the_tv_reports_the_last_two_changes_in_order() -> None:
    full = start_game_driver("good-enough", 3)
    for seat, name in (("4", "Dan"), ("5", "Eve"), ("6", "Fay")):
        full.do(membership.join_room(full.room, device(seat), name))
    assert (
        "Eve has joined and plays now.",
        "Fay has joined and plays now.",
    ) == tv_view(full.room, ()).public.news


def test_a_browser_taken_from_its_player_has_no_player() -> None:
    room = start_game_driver("good-enough", 3).room
    assert room.player_of(device("1")) == room.seats["1"]
    assert put_player(room, replace(room.seats["1"], devices=frozenset())).player_of(device("1")) is None
