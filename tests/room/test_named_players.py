"""D3: who deals in Median game: the first player, then the next one, unless the host names another."""

from typing import Any

from companion.i18n.errors import Refused
from companion.room.commands import membership, room_control
from companion.room.next_game import chosen_players
from tests.support.room_driver import HOST, RoomDriver, device, open_room, play_out, refused

SHORT = {"lowest": "J", "hand": 2}


def begin(driver: RoomDriver, game: str = "median", **options: Any) -> None:
    driver.do(HOST, room_control.start_game, lambda _: {**SHORT, **options}, game=game)


def play_a_game(driver: RoomDriver, **options: Any) -> str:
    """Play a game to its end, and return who dealt."""
    begin(driver, **options)
    dealer = driver.game.must_lead or ""
    play_out(driver, 1)
    return dealer


def offered(driver: RoomDriver) -> list[str]:
    return [seat for _, seat in chosen_players(driver.room, driver.room.next_game.rules)]


def test_D3_the_first_player_deals_first_and_then_the_deal_passes_on() -> None:
    driver = open_room("median", 3)
    assert ["1"] == offered(driver)
    assert ["1", "2", "3", "1"] == [play_a_game(driver) for _ in range(4)]


def test_D3_the_host_names_the_dealer_and_the_deal_passes_on_from_there() -> None:
    driver = open_room("median", 3)
    assert ["3", "1", "2", "2"] == [
        play_a_game(driver, **named) for named in ({"dealer": "3"}, {}, {"dealer": "2"}, {"dealer": "2"})
    ]
    assert ["3"] == offered(driver)


def test_the_deal_passes_over_those_who_are_not_there() -> None:
    driver = open_room("median", 4)
    play_a_game(driver, dealer="1")
    driver.do(device("2"), membership.leave_room)
    assert ["3"] == offered(driver)
    driver.do(device("1"), membership.leave_room)
    play_a_game(driver, dealer="4", lead="winner")
    assert ["3"] == offered(driver)


def test_a_game_that_was_thrown_away_or_never_played_passes_nothing_on() -> None:
    driver = open_room("median", 3)
    begin(driver, dealer="2")
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert ["1"] == offered(driver)
    begin(driver, dealer="2")
    driver.play_trick("J Q K")
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    assert ["1"] == offered(driver)
    begin(driver, dealer="2")
    driver.play_trick("J Q K")
    driver.do(HOST, room_control.end_game, driver.round_id, "count")
    assert ["3"] == offered(driver)


def test_a_dealer_must_play() -> None:
    driver = open_room("median", 3)
    driver.do("new", membership.join_room, "Dan")
    driver.do("new", membership.leave_room)
    sentence = "Dealer: Dan does not play, choose somebody else"
    assert sentence == refused(lambda: begin(driver, dealer="4"))
    assert (Refused, sentence) == driver.refusal(
        HOST, room_control.choose_game, "median", lambda _: {"dealer": "4"}
    )
    assert "Dealer: ? does not play, choose somebody else" == refused(lambda: begin(driver, dealer="nobody"))


def test_a_chosen_dealer_is_for_one_game() -> None:
    driver = open_room("median", 3)
    driver.do(HOST, room_control.choose_game, "median", lambda _: {**SHORT, "dealer": "3"})
    chosen = driver.room.next_game.options
    driver.do(HOST, room_control.start_game, lambda _: chosen)
    assert "3" == driver.game.must_lead
    play_out(driver, 1)
    assert "dealer" not in driver.room.next_game.options
    assert ["1"] == offered(driver)
