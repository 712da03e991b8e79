"""Commands: what is not allowed is refused with a sentence, and changes nothing."""

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import corrections, room_control, scheduled, submissions
from companion.room.commands.access import Forbidden, TooLate
from companion.room.reducer import apply
from companion.rules.cards import Card
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, refused, start_game_driver


def test_D5_no_card_is_laid_before_the_call() -> None:
    driver = start_game_driver("median", 4)
    assert "Call high or low before you lay a card" == refused(lambda: driver.submit("1", "7"))
    assert "Ann must call high or low first" == refused(lambda: driver.submit("2", "7"))


def test_D5_only_the_leader_calls() -> None:
    driver = start_game_driver("median", 4)
    assert (Refused, "Only Ann, who leads, calls high or low") == driver.refusal(
        device("2"), submissions.call_high_low, driver.round_id, "high"
    )
    assert "A call is high or low" == refused(lambda: driver.call("middle"))
    assert events.HighLowCalled(1, 1, "low") == submissions.call_high_low_for(
        driver.room, HOST, driver.round_id, "low"
    )


def test_D5_a_call_can_be_changed_until_a_card_is_laid() -> None:
    driver = start_game_driver("median", 4)
    driver.call("high")
    assert submissions.call_high_low(driver.room, device("1"), driver.round_id, "high") is None
    assert driver.apply(submissions.call_high_low(driver.room, device("1"), driver.round_id, "low"))
    driver.submit("1", "7")
    assert (TooLate, "A card lies already: the call stands") == driver.refusal(
        device("1"), submissions.call_high_low, driver.round_id, "high"
    )


def test_a_round_without_any_play_cannot_be_closed() -> None:
    for options in ({}, {"entry": "lists"}):
        driver = start_game_driver("good-enough", 3, **options)
        assert (Refused, "Nobody has sent a number for round 1 yet") == driver.refusal(
            HOST, submissions.close_round, driver.round_id
        )


def test_D3_the_leader_lays_first() -> None:
    driver = start_game_driver("median", 3)
    assert "Ann leads and must lay a card first" == refused(lambda: driver.submit("2", "7"))
    driver.submit("1", "9")
    assert driver.submit("2", "7")


def test_a_second_card_replaces_the_first_and_the_same_card_again_changes_nothing() -> None:
    driver = start_game_driver("median", 3)
    driver.submit("1", "9")
    assert not driver.submit("1", "9")
    driver.submit("1", "10H")
    assert {"1": Card("10", "H")} == driver.game.hidden
    assert () == driver.game.record.reveals


def test_a_second_tap_after_the_reveal_changes_nothing() -> None:
    driver = start_game_driver("median", 3)
    at = driver.round_id
    driver.play_trick("9 7 8")
    assert submissions.submit_play(driver.room, device("3"), at, "8") is None
    assert (TooLate, "This round is already revealed") == driver.refusal(
        device("3"), submissions.submit_play, at, "K"
    )


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("7", "the 7 needs its suit, such as 7H"),
        ("7X", "7X is not a card: write it like 10H or K"),
        ("7H 8H", "7H 8H is not a card: write it like 10H or K"),
        ("", "Choose a card"),
        ("4H", "the 4 of hearts was already laid in round 1, trick 1"),
    ],
)
def test_an_invalid_card_is_refused(typed: str, sentence: str) -> None:
    driver = played("saichugen", "4H 5H 6H")
    assert sentence == refused(lambda: driver.submit("1", typed))


def test_M2_a_card_that_was_played_is_refused() -> None:
    driver = played("mediocrity", "3 7 9")
    assert "the 7 was discarded in hand 1, trick 1" == refused(lambda: driver.submit("2", "7"))
    assert driver.submit("1", "7")


def test_a_player_with_dealt_cards_plays_only_from_the_hand() -> None:
    driver = start_game_driver("saichugen", 3, dealt=True)
    theirs = driver.game.record.deals[0].hands["2"][0]
    with pytest.raises(Refused, match="is not in the hand"):
        driver.submit("1", theirs)


def test_a_round_with_the_same_card_twice_is_revealed_once_one_is_changed() -> None:
    driver = played("saichugen", "4H 4H 6H")
    assert (True, ()) == (driver.game.has_clash, driver.game.record.reveals)
    driver.submit("2", "5H")
    assert (False, 1) == (driver.game.has_clash, len(driver.game.record.reveals))


def test_G13_a_round_with_the_same_card_twice_cannot_be_closed() -> None:
    driver = played("good-enough", "4 4 6 7", entry="cards", cards=20, rounds=3)
    assert (Refused, "Ann and Bob named the same card: one of them must change it") == driver.refusal(
        HOST, submissions.close_round, driver.round_id
    )


def test_the_host_cannot_replace_a_play_from_a_phone_nor_lay_a_dealt_card() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.submit("2", "7")
    already = (Forbidden, "Bob is in already, and can change it")
    assert already == driver.refusal(HOST, submissions.submit_play_for, "2", driver.round_id, "7")
    dealt = start_game_driver("saichugen", 3, dealt=True)
    own = (Forbidden, "The cards are dealt: only Bob can lay his or her own")
    assert own == dealt.refusal(HOST, submissions.submit_play_for, "2", dealt.round_id, "7H")


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ("1 2", "The list must have 3 numbers, not 2"),
        ("1 2 3 4", "The list must have 3 numbers, not 4"),
        ("1 2 300", "Number 3: 300 is above the highest number, 100"),
        ("1 x 3", "Number 2: x is not a whole number"),
        ("1  3", "Number 2: Enter a number from 0 to 100"),
    ],
)
def test_G14_an_invalid_list_is_refused(typed: str, sentence: str) -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    assert (Refused, sentence) == driver.refusal(
        device("1"), submissions.submit_list, driver.round_id, typed.split(" ")
    )


def test_G14_lists_cannot_change_once_all_are_submitted() -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    assert "Send a list of 3 numbers" == refused(lambda: driver.submit("1", "7"))
    assert (Refused, "There are no lists to reveal") == driver.refusal(
        HOST, submissions.reveal_list_round, driver.round_id
    )
    for seat in "123":
        driver.do(device(seat), submissions.submit_list, driver.round_id, ["1", "2", seat])
    late = "The lists are in: the host reveals them round by round"
    assert (TooLate, late) == driver.refusal(
        device("1"), submissions.submit_list, driver.round_id, ["1", "2", "9"]
    )
    assert late == refused(lambda: driver.submit("1", "7"), TooLate)
    assert (TooLate, late) == driver.refusal(HOST, submissions.close_round, driver.round_id)
    assert submissions.submit_list(driver.room, device("1"), driver.round_id, ["1", "2", "1"]) is None
    at = driver.round_id
    driver.do(HOST, submissions.reveal_list_round, at)
    assert (TooLate, "This round is already revealed") == driver.refusal(
        HOST, submissions.reveal_list_round, at
    )


def test_a_list_is_refused_in_a_game_of_single_numbers() -> None:
    driver = start_game_driver("good-enough", 3)
    assert (Refused, "No list is wanted now, but a single number") == driver.refusal(
        device("1"), submissions.submit_list, driver.round_id, ["1"]
    )


def test_D2_a_deal_too_large_for_the_deck_is_refused_before_the_game() -> None:
    driver = open_room("median", 3)
    assert (Refused, "3 players with 18 cards each need 54 cards: the deck has 52") == driver.refusal(
        HOST, room_control.start_game, lambda _: {"hand": 18}, dealt=True
    )


def test_only_cards_can_be_dealt_and_only_to_phones() -> None:
    for driver, sentence in (
        (open_room("mediocrity", 3), "Mediocrity has no cards to deal here"),
        (open_room("good-enough", 3), "It's Good Enough has no cards to deal here"),
        (open_room("saichugen", 3, phones=False), "Ann has no phone to see a hand on"),
    ):
        found = driver.refusal(HOST, room_control.start_game, lambda _: {}, dealt=True)
        assert (Refused, sentence) == found


def test_S1_a_round_cannot_be_played_before_its_deal_and_two_deals_differ() -> None:
    driver = open_room("saichugen", 3)
    driver.room = apply(driver.room, room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True))
    assert scheduled.due_event(driver.room, driver.now) != scheduled.due_event(driver.room, driver.now)
    assert "The cards are not dealt yet" == refused(lambda: driver.submit("1", "7H"), TooLate)
    driver.apply(scheduled.due_event(driver.room, driver.now))
    assert scheduled.due_event(driver.room, driver.now) is None
    assert [17, 17, 17] == [len(hand) for hand in driver.game.record.deals[0].hands.values()]


def test_what_was_sent_for_another_game_or_after_the_end_is_too_late() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    over, gone = (TooLate, "That game is over"), (TooLate, "The room has gone on already")
    assert over == driver.refusal(device("1"), submissions.submit_play, "2.1", "5")
    assert gone == driver.refusal(HOST, room_control.play_on_tie, driver.round_id)
    driver.play_trick(*["5 5 5"] * 3)
    assert over == driver.refusal(device("1"), submissions.submit_play, "1.4", "5")
    assert gone == driver.refusal(HOST, room_control.play_on_tie, "2.0")
    assert events.TiePlayedOn(1) == room_control.play_on_tie(driver.room, HOST, driver.round_id)


def test_G12_only_a_tie_can_be_played_on() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    driver.play_trick("10 50 90", "10 50 90", "50 10 90")
    assert (Refused, "there is no tie here that can be played on") == driver.refusal(
        HOST, room_control.play_on_tie, driver.round_id
    )


def test_the_score_keeper_enters_single_plays_of_people_and_no_dealt_cards() -> None:
    def can(driver: RoomDriver) -> bool:
        return submissions.can_enter(driver.room, driver.game, "1")

    assert can(start_game_driver("saichugen", 3))
    assert not can(start_game_driver("saichugen", 3, dealt=True))
    assert not can(start_game_driver("good-enough", 3, entry="lists"))
    assert not submissions.can_enter(
        start_game_driver("median", 4).room, start_game_driver("median", 4).game, "9"
    )
    bots = open_room("good-enough", 2)
    bots.do(HOST, scheduled.add_bot, "random")
    bots.do(HOST, room_control.start_game, lambda _: {})
    assert [True, False] == [submissions.can_enter(bots.room, bots.game, seat) for seat in "13"]


def test_a_correction_of_dealt_cards_may_name_any_card() -> None:
    dealt, real = (start_game_driver("saichugen", 3, dealt=each) for each in (True, False))
    assert corrections.opening(dealt.game) == corrections.opening(real.game)
    assert dealt.game.next_round != corrections.opening(dealt.game)
