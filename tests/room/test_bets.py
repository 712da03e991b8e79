"""Bets of those who watch: who may bet on whom and when, which bets are right, and who bet best."""

from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.bets import best_in_rounds, best_watcher, bets_on, bets_on_last, seats_to_bet_on
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.commands.access import Blocked, Forbidden, TooLate
from companion.room.commands.betting import bet_by_name, place_bet
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, open_room, start_game_driver

BET_ON_BOB = "1.1.2"


def bet(driver: RoomDriver, who: str, seat: str, source: str = "", most: int = 0) -> bool:
    return driver.do(who, place_bet, f"{driver.round_id}.{seat}", source, most)


@pytest.fixture
def three() -> RoomDriver:
    """Return a room of three in its first round."""
    return start_game_driver("good-enough", 3, rounds=3, tie_break="peel")


def test_somebody_without_a_seat_bets_and_changes_it_twice(three: RoomDriver) -> None:
    assert bet(three, "Wes", "1")
    assert not bet(three, "Wes", "1"), "it stands already"
    assert bet(three, "Wes", "2")
    assert bet(three, "Wes", "3")
    assert bets_on(three.game, 1) == {"Wes": "3"}
    assert three.refusal("Wes", place_bet, "1.1.1")[0] is Refused
    three.play_trick("10 50 90")
    assert bet(three, "Wes", "1"), "another round, another three"


def test_watchers_are_numbered_by_their_first_bets_and_keep_the_number(three: RoomDriver) -> None:
    for who in ("Wes", "Xia", "Wes", "Yan"):
        bet(three, who, "2" if who in three.room.watchers else "1")
    three.play_trick("10 50 90")
    bet(three, "Yan", "3")
    assert [watcher.number for watcher in three.room.watchers.values()] == [1, 2, 3]
    assert list(three.room.watchers) == ["Wes", "Xia", "Yan"]


def test_players_hosts_and_blocked_browsers_cannot_bet(three: RoomDriver) -> None:
    three.do(device("3"), membership.leave_room)
    for who in (device("1"), device("3"), HOST):
        assert three.refusal(who, place_bet, BET_ON_BOB)[0] is Forbidden
    three.do(HOST, membership.block_player, "3")
    assert three.refusal(device("3"), place_bet, BET_ON_BOB)[0] is Blocked


def test_a_bet_is_for_a_player_of_the_round_that_the_page_shows(three: RoomDriver) -> None:
    assert three.refusal("Wes", place_bet, "1.1.4")[0] is TooLate
    assert three.refusal("Wes", place_bet, "nonsense")[0] is Refused
    three.play_trick("10 50 90")
    assert three.refusal("Wes", place_bet, BET_ON_BOB) == (TooLate, "This round is already revealed")


def test_there_are_no_bets_before_a_game_and_in_a_room_that_is_closed() -> None:
    driver = open_room("good-enough", 3)
    assert not seats_to_bet_on(driver.room)
    driver.do(HOST, room_control.start_game, lambda _: {})
    assert seats_to_bet_on(driver.room) == ("1", "2", "3")
    driver.apply(events.RoomClosed(closed=True))
    assert not seats_to_bet_on(driver.room)


@pytest.mark.parametrize(
    ("game", "options", "phones"),
    [
        ("good-enough", {"rounds": 3, "entry": "lists"}, True),
        ("saichugen", {"keep": "results"}, True),
        ("good-enough", {"rounds": 3}, False),
    ],
    ids=["lists", "results", "sheet"],
)
def test_there_are_no_bets_on_lists_results_and_where_all_is_entered(
    game: str, options: dict[str, Any], phones: bool
) -> None:
    driver = start_game_driver(game, 3, phones=phones, **options)
    assert driver.room.is_playing
    assert not seats_to_bet_on(driver.room)


def test_of_however_many_players_one_can_be_bet_on_by_a_typed_name() -> None:
    crowd = start_game_driver("good-enough", 300, rounds=3)
    sent = bet_by_name(crowd.room, "Wes", "1.1", " player  ２99 ")
    assert "1.1.299" == sent
    assert crowd.do("Wes", place_bet, sent)
    assert {"Wes": "299"} == bets_on(crowd.game, 1)
    for typed in ("Player 301", "299", ""):
        with pytest.raises(Refused):
            bet_by_name(crowd.room, "Wes", "1.1", typed)


def test_who_has_gone_without_a_number_cannot_be_bet_on(three: RoomDriver) -> None:
    three.submit("1", 40)
    for seat in "12":
        three.do(device(seat), membership.leave_room)
    assert seats_to_bet_on(three.room) == ("1", "3")
    assert three.refusal("Wes", place_bet, "1.1.2")[0] is TooLate


def test_in_a_showdown_only_those_can_be_bet_on_who_can_win() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3, tie_break="showdown")
    driver.play_trick("10 40 60 90", "20 20 20 50", "20 20 20 50")
    assert driver.game.open_round.contenders == ("2", "3")
    assert seats_to_bet_on(driver.room) == ("2", "3")


def test_a_bet_is_right_on_whoever_scored_and_in_last_one_standing_on_the_closest(three: RoomDriver) -> None:
    three.play_trick("10 50 90")
    assert best_in_rounds(three.game) == {1: ("2",)}
    standing = start_game_driver("last-standing", 5)
    standing.play_trick("10 40 50 60 90")
    assert standing.game.open_round.contenders == ("2", "3", "4"), "they stay"
    assert best_in_rounds(standing.game) == {1: ("3",)}


def test_a_correction_an_undo_and_a_void_round_move_what_is_right(three: RoomDriver) -> None:
    bet(three, "Wes", "2")
    bet(three, "Xia", "1")
    three.play_trick("10 50 90")
    assert best_watcher(three.room) == (1, 1, 1)
    three.do(HOST, correct_play, "1.1", "1", "60")
    assert best_watcher(three.room) == (2, 1, 1)
    three.undo()
    assert best_watcher(three.room) == (1, 1, 1)
    three.do(HOST, corrections.void_round, "1.1")
    assert best_watcher(three.room) == (0, 0, 0)
    assert not bets_on_last(three.game)
    assert three.is_replayed()


def test_a_round_that_is_open_again_keeps_its_bets_and_takes_no_more(three: RoomDriver) -> None:
    bet(three, "Wes", "2")
    three.play_trick("10 50 90")
    bet(three, "Wes", "3")
    three.do(HOST, corrections.reopen_round, "1.1")
    assert three.refusal("Xia", place_bet, "1.1.2")[0] is TooLate, "everybody has seen it"
    three.submit("1", 60)
    three.do(HOST, submissions.close_round, three.round_id)
    assert best_in_rounds(three.game) == {1: ("1",)}
    assert best_watcher(three.room) == (0, 0, 0)
    assert bets_on(three.game, 2) == {"Wes": "3"}, "that of the round after it stands"
    assert three.is_replayed()


def test_a_bet_on_a_player_who_is_merged_into_another_is_on_that_one(three: RoomDriver) -> None:
    three.do(device("4"), membership.join_room, "Bobby")
    bet(three, "Wes", "2")
    three.do(HOST, membership.merge_players, "2", "4")
    assert bets_on(three.game, 1) == {"Wes": "4"}
    three.submit("1", 10)
    three.submit("4", 50)
    three.submit("3", 90)
    assert best_watcher(three.room) == (1, 1, 1)


def test_the_best_was_right_most_often_of_equal_ones_in_fewer_rounds_then_the_first(
    three: RoomDriver,
) -> None:
    for who, seat in {"Wes": "1", "Xia": "2", "Yan": "2", "Zoe": "2"}.items():
        bet(three, who, seat)
    three.play_trick("10 50 90")
    bet(three, "Xia", "1")
    assert best_watcher(three.room) == (2, 1, 1), "the open round does not count yet"
    three.play_trick("10 50 90")
    assert best_watcher(three.room) == (3, 1, 1)


def test_practice_counts_for_nothing() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, room_control.start_game, lambda _: {}, practice=True)
    bet(driver, "Wes", "2")
    driver.play_trick("10 50 90")
    assert bets_on_last(driver.game) == {"2": 1}
    assert best_watcher(driver.room) == (0, 0, 0)


def test_a_room_takes_bets_from_so_many_browsers_of_one_address(three: RoomDriver) -> None:
    assert bet(three, "Wes", "1", "here", 2)
    assert bet(three, "Xia", "1", "here", 2)
    assert three.refusal("Yan", place_bet, BET_ON_BOB, "here", 2)[0] is Refused
    assert bet(three, "Wes", "2", "here", 2), "who has bet can change it"
    assert bet(three, "Yan", "2", "elsewhere", 2)
    assert bet(three, "Zoe", "2", "", 2), "the server's own computer has no limit"
