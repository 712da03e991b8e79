"""Another phone plays for a seat: what it may know, who is asked about it, and what the answers do."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from companion.i18n.errors import Refused
from companion.room import events, game_events, stored_events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.commands.access import Forbidden, TooLate
from companion.room.events import Device, Seat
from companion.room.reducer import apply
from companion.room.state import PhoneQuestion
from companion.screens.join import join_view
from companion.screens.phone import PrivatePart, private_part
from companion.screens.public import takeover_notice
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, refused, start_game_driver

ANN = device("1")
PLAIN = dict.fromkeys((0x2068, 0x2069))
"""Takes the marks around names away."""
ELSEWHERE = (Forbidden, "The cards of Ann are on another phone")
TakeOver = Callable[[RoomDriver], None]


def by_link(driver: RoomDriver) -> None:
    """Have a phone take the seat of Ann by a link of the host."""
    driver.do("new", membership.link_device, "1", "link", HOST)


def by_claim(driver: RoomDriver) -> None:
    """Have a phone claim the seat of Ann, and the host accept it."""
    driver.do("new", membership.claim_seat, "1")
    driver.do(HOST, membership.accept_claim, "new")


def by_merge(driver: RoomDriver) -> None:
    """Have a phone join, and the host merge its player into Ann."""
    driver.do("new", membership.join_room, "Zoe")
    seat = driver.room.devices["new"]
    driver.do(HOST, membership.merge_players, seat, "1")


each_way = pytest.mark.parametrize("take_over", [by_link, by_claim, by_merge])


def answer(driver: RoomDriver, said: str, phone: Device = "new", asked: Device = ANN) -> None:
    driver.do(asked, membership.answer_takeover, phone, said)


def seen(driver: RoomDriver, phone: Device, seat: Seat = "1") -> PrivatePart:
    return private_part(driver.room, seat, device=phone)


def number(driver: RoomDriver, phone: Device, seat: Seat = "1") -> str:
    return "".join(seen(driver, phone, seat).sent)


def numbers() -> RoomDriver:
    """Start a game of four, in which Ann has sent 42."""
    driver = start_game_driver("good-enough", 4)
    driver.submit("1", 42)
    return driver


def dealt(players: int = 3) -> RoomDriver:
    return start_game_driver("saichugen", players, dealt=True, rounds=2)


def hand(driver: RoomDriver, seat: Seat = "1") -> set[str]:
    return {str(card) for card in driver.game.next_round.allowed[seat].choices()}  # type: ignore[attr-defined]


def cards(driver: RoomDriver, phone: Device, seat: Seat = "1") -> set[str]:
    return {key.card.text for key in seen(driver, phone, seat).pad}


def play_trick(driver: RoomDriver) -> None:
    """Have all lay a card from the phones with which they joined."""
    for seat in driver.game.record.players:
        driver.submit(seat, min(hand(driver, seat)))


# Numbers


@each_way
def test_a_number_is_shown_on_the_phone_that_has_sent_it_and_on_no_other(take_over: TakeOver) -> None:
    driver = numbers()
    take_over(driver)
    assert ("42", "") == (number(driver, ANN), seen(driver, ANN).elsewhere)
    assert ("sent", "") == (seen(driver, "new").phase, number(driver, "new"))
    assert seen(driver, "new").elsewhere.startswith("It was sent from another phone")
    assert driver.do("new", submissions.submit_play, driver.round_id, "7")  # which hides that from the first
    assert ({"1": 7}, "", "7") == (driver.game.hidden, number(driver, ANN), number(driver, "new"))


@each_way
def test_a_guess_is_stored_whether_it_is_right_or_wrong(take_over: TakeOver) -> None:
    driver = numbers()
    take_over(driver)
    for guess in ("42", "43"):
        assert submissions.submit_play(driver.room, "new", driver.round_id, guess) is not None
    assert submissions.submit_play(driver.room, ANN, driver.round_id, "42") is None


def test_neither_number_of_a_merge_is_shown_to_the_phone_of_the_other() -> None:
    for into, other in (("1", "2"), ("2", "1")):
        driver = numbers()
        driver.submit("2", 30)
        driver.do(HOST, membership.merge_players, other, into)
        shown = {phone: number(driver, device(phone), into) for phone in "12"}
        assert {into: {"1": "42", "2": "30"}[into], other: ""} == shown


def test_G14_lists_are_hidden_from_another_phone_until_each_round_of_them_is_revealed() -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    typed = {"1": ["42", "43", "44"], "2": ["1", "2", "3"], "3": ["4", "5", "6"]}
    for seat, text in typed.items():
        if seat == "3":
            by_link(driver)
            assert submissions.submit_list(driver.room, "new", driver.round_id, typed["1"]) is not None
        driver.do(device(seat), submissions.submit_list, driver.round_id, text)
    assert driver.game.lists_left
    for _ in range(3):
        assert (("42", "43", "44"), ()) == (seen(driver, ANN).sent, seen(driver, "new").sent)
        driver.do(HOST, submissions.reveal_list_round, driver.round_id)
        if not driver.game.lists_left:
            break


def test_what_a_phone_has_sent_is_not_compared_with_what_the_host_enters_after_an_undo() -> None:
    driver = start_game_driver("good-enough", 4)
    driver.do(HOST, membership.add_player, "Paula")
    driver.do(HOST, membership.merge_players, "1", "5")
    merge = driver.room.version
    driver.do(ANN, submissions.submit_play, driver.round_id, "42")
    driver.apply(events.EventUndone(merge), HOST)
    assert {"5": 42} == driver.game.hidden
    for guess in ("41", "42"):
        assert submissions.enter_plays(driver.room, HOST, driver.round_id, {"5": guess})


def test_a_number_of_a_later_round_stays_hidden_while_an_earlier_one_is_open_again() -> None:
    driver = played("good-enough", "1 2 3")
    driver.submit("1", 42)
    by_link(driver)
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert ("1", "1") == (number(driver, ANN), number(driver, "new"))  # everybody has seen it
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert ("42", "") == (number(driver, ANN), number(driver, "new"))


def test_what_was_typed_on_the_passed_phone_is_not_shown_to_a_host_who_takes_the_seat() -> None:
    driver = start_game_driver("good-enough", 3, phones=False)
    driver.do(HOST, submissions.submit_play_for, "1", driver.round_id, "42")
    driver.do(HOST, membership.claim_seat, "1")
    assert ("", "It was entered for Ann, and is hidden here until the reveal.") == (
        number(driver, HOST),
        seen(driver, HOST).elsewhere.translate(PLAIN),
    )


def test_a_merge_does_not_put_what_a_phone_has_sent_on_the_score_pad() -> None:
    driver = numbers()
    driver.do(HOST, membership.add_player, "Zoe")
    driver.do(HOST, submissions.enter_plays, driver.round_id, {"5": "9"})
    assert {"5"} == driver.game.entered
    driver.do(HOST, membership.merge_players, "5", "1")
    assert ({"1": 42}, frozenset()) == (driver.game.hidden, driver.game.entered)


def test_of_a_clash_a_phone_learns_the_card_only_if_it_has_sent_it() -> None:
    driver = start_game_driver("saichugen", 3)
    by_link(driver)
    driver.play_trick("4H 4H 6H")
    assert "4 of hearts" in seen(driver, ANN).clash
    assert "4 of hearts" not in seen(driver, "new").clash
    assert [] == [key for key in seen(driver, "new").pad if key.own]


# Dealt hands


@each_way
def test_a_dealt_hand_is_shown_only_on_the_phones_that_are_known_to_be_the_players(take_over):
    driver = dealt()
    take_over(driver)
    assert hand(driver) <= cards(driver, ANN)
    assert (set(), True) == (cards(driver, "new"), bool(seen(driver, "new").without_hand))
    for card in (min(hand(driver)), min(hand(driver, "2")), "x"):  # nothing can be laid nor tried
        assert ELSEWHERE == driver.refusal("new", submissions.submit_play, driver.round_id, card)
    driver.do("third", membership.link_device, "1", "x", "new")  # a link of a phone that is not known
    assert set() == cards(driver, "third")


@each_way
def test_the_players_word_shows_the_hand_and_nothing_else_does(take_over: TakeOver) -> None:
    driver = dealt()
    take_over(driver)
    for _ in range(driver.game.record.rules.tricks):  # type: ignore[attr-defined]
        play_trick(driver)
        assert set() == cards(driver, "new")
    answer(driver, "yes")
    assert hand(driver) <= cards(driver, "new")


@each_way
def test_a_phone_without_the_word_of_the_player_sees_no_hand_of_later_games_either(take_over):
    driver = open_room("saichugen", 3)
    take_over(driver)
    for _ in range(2):
        driver.do(HOST, room_control.start_game, lambda _: {"rounds": 2}, dealt=True)
        assert set() == cards(driver, "new") < cards(driver, ANN)
        driver.do(HOST, room_control.end_game, driver.round_id, "throw")


def test_a_link_of_the_own_phone_is_the_players_word_and_no_news_on_the_tv() -> None:
    driver = dealt()
    driver.do("second", membership.link_device, "1", "own", ANN[:12])
    assert () == driver.room.takeovers
    assert hand(driver) <= cards(driver, "second")
    assert {PhoneQuestion("second", ANN)} == driver.room.seats["1"].questions


def test_a_link_that_an_earlier_release_has_stored_shows_no_hand() -> None:
    driver = dealt()
    [stored] = stored_events.load_events(['{"act": "moved", "seat": "1", "device": "new", "link": "x"}'])
    driver.apply(stored, "new")
    assert set() == cards(driver, "new")


def test_a_hand_moves_with_the_seat_that_holds_it_whichever_way_two_are_merged() -> None:
    for into, other in (("1", "4"), ("4", "1")):
        driver = dealt()
        driver.do("new", membership.join_room, "Zoe")
        driver.do(HOST, membership.merge_players, other, into)
        assert set() == cards(driver, "new", into)
        assert hand(driver, into) <= cards(driver, ANN, into)


def test_who_had_no_phone_when_the_cards_were_dealt_sees_only_what_is_dealt_later() -> None:
    driver = start_game_driver("median", 3, dealt=True, lowest="8")
    player = driver.room.seats["1"]
    driver.room = replace(
        driver.room,
        seats={**driver.room.seats, "1": replace(player, devices=frozenset(), own=frozenset())},
        devices={phone: seat for phone, seat in driver.room.devices.items() if seat != "1"},
    )
    by_link(driver)
    assert set() == cards(driver, "new")
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    driver.do(HOST, room_control.start_game, lambda _: {"lowest": "8"}, dealt=True)
    assert hand(driver) <= cards(driver, "new")


def test_a_phone_without_the_hand_joins_as_a_new_player_for_the_next_game() -> None:
    driver = dealt()
    by_link(driver)
    driver.do("new", membership.join_room, "Ann")
    assert ("4", "Ann 2") == (driver.room.devices["new"], driver.room.name("4"))
    assert {ANN} == driver.room.seats["1"].devices
    assert membership.join_room(driver.room, "new", "Ann") is None
    assert membership.join_room(driver.room, ANN, "Ann") is None


# The question


@each_way
def test_yes_takes_the_question_away_and_no_takes_the_seat_and_the_number_away(take_over: TakeOver) -> None:
    yes, no = numbers(), numbers()
    for driver in (yes, no):
        take_over(driver)
        driver.do("new", submissions.submit_play, driver.round_id, "7")
        question = seen(driver, ANN).question.translate(PLAIN)
        assert ("Another phone plays as Ann now. Was that you?", "new") == (question, seen(driver, ANN).phone)
        assert "" == seen(driver, device("2"), "2").question
    answer(yes, "yes")
    answer(no, "no")
    assert ({"1": 7}, "1", "") == (yes.game.hidden, yes.room.devices["new"], seen(yes, ANN).question)
    assert ({}, None, "") == (no.game.hidden, no.room.devices.get("new"), seen(no, ANN).question)
    assert ["Ann", ""] == [join_view(no.room, phone).sent_away for phone in ("new", "another")]
    for driver in (yes, no):
        is_merged = take_over is by_merge  # either of two players may have wanted that
        assert is_merged == bool(driver.room.takeovers)
        assert driver.is_replayed()
        answered = refused(lambda driver=driver: answer(driver, "yes"), TooLate)  # type: ignore[misc]
        assert "That was answered already" == answered


def test_no_takes_back_what_waits_for_a_later_round_too() -> None:
    driver = played("good-enough", "1 2 3")
    by_link(driver)
    driver.do("new", submissions.submit_play, driver.round_id, "7")
    driver.do(HOST, corrections.reopen_round, "1.1")
    answer(driver, "no")
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert {} == driver.game.hidden


def test_no_phone_answers_for_itself_nor_for_the_phone_of_another_player() -> None:
    driver = numbers()
    by_link(driver)
    for asked in ("new", device("2"), HOST):
        with pytest.raises(Refused):
            membership.answer_takeover(driver.room, asked, "new", "yes")
    assert (Refused, "Say yes or no") == driver.refusal(ANN, membership.answer_takeover, "new", "maybe")


def test_who_is_merged_into_another_can_neither_send_a_phone_away_nor_vouch_for_one() -> None:
    driver = numbers()
    driver.do("new", membership.link_device, "1", "link", HOST)
    driver.do(HOST, membership.merge_players, "1", "2")
    assert {device("2")} == {question.recipient for question in driver.room.seats["2"].questions}
    assert {ANN, "new"} == {question.phone for question in driver.room.seats["2"].questions}
    for phone in ("new", device("2")):
        for said in ("yes", "no"):
            refused(lambda phone=phone, said=said: answer(driver, said, phone, ANN), TooLate)  # type: ignore[misc]


def test_the_open_question_of_a_phone_gives_it_no_say_over_the_hand_of_another_player() -> None:
    driver = dealt()
    driver.do("pocket", membership.join_room, "Zoe")
    driver.do("thief", membership.claim_seat, "4")
    driver.do(HOST, membership.accept_claim, "thief")
    driver.do(HOST, membership.merge_players, "4", "1")
    refused(lambda: answer(driver, "yes", "thief", "pocket"), TooLate)
    driver.apply(events.PhoneVouched("1", "thief"), "pocket")
    assert set() == cards(driver, "thief")
    assert hand(driver) == cards(driver, ANN)


@pytest.mark.parametrize("said", ["yes", "no"])
def test_after_an_undo_an_answer_counts_only_if_its_phone_was_asked(said: str) -> None:
    driver = start_game_driver("good-enough", 4)
    driver.do(HOST, membership.merge_players, "2", "1")
    merge = driver.room.undo[-1]
    driver.do("thief", membership.link_device, "1", "link", HOST)
    answer(driver, said, "thief", ANN)
    driver.apply(events.PhoneVouched("1", device("2")), ANN)
    driver.apply(events.EventUndone(merge), HOST)
    assert {ANN} | ({"thief"} if said == "yes" else set()) == driver.room.seats["1"].own
    assert {device("2")} == driver.room.seats["2"].own


def test_a_phone_that_leaves_the_seat_leaves_the_question_and_no_takes_its_number_back() -> None:
    driver = numbers()
    by_link(driver)
    driver.do("new", submissions.submit_play, driver.round_id, "7")
    driver.do("new", membership.join_room, "Zoe")
    assert {PhoneQuestion("new", ANN)} == driver.room.seats["1"].questions
    assert frozenset() == driver.room.seats["5"].questions
    assert "played as Ann" in seen(driver, ANN).question.translate(PLAIN)
    yes = driver.room
    answer(driver, "no")
    assert ({}, "", "5") == (driver.game.hidden, seen(driver, ANN).question, driver.room.devices["new"])
    after = apply(yes, events.PhoneVouched("1", "new"), ANN)
    assert ({ANN}, frozenset()) == (after.seats["1"].own, after.seats["1"].questions)


# What the TV tells


@each_way
def test_the_tv_is_told_of_what_others_have_done_and_for_a_whole_round_at_least(take_over: TakeOver) -> None:
    driver = start_game_driver("good-enough", 3)
    take_over(driver)
    for told in (1, 1, 0):
        assert told == len(driver.room.takeovers)
        driver.play_trick("1 2 3")


def test_it_is_told_of_a_phone_for_a_seat_that_had_none() -> None:
    driver = numbers()
    driver.do(HOST, membership.add_player, "Eve")
    driver.do("new", membership.claim_seat, "5")
    driver.do(HOST, membership.accept_claim, "new")
    assert ["5"] == [takeover.seat for takeover in driver.room.takeovers]
    assert {"new"} == driver.room.seats["5"].own


def test_rounds_that_the_host_reopens_or_throws_away_shorten_no_notice() -> None:
    driver = played("good-enough", "1 2 3")
    by_claim(driver)
    for _ in range(2):
        driver.do(HOST, corrections.reopen_round, "1.1")
        driver.do(HOST, submissions.close_round, driver.round_id)
    for _ in range(2):
        driver.apply(game_events.GameEnded(driver.game.number, throws_away=True), HOST)
        driver.apply(game_events.GameStarted("good-enough", {}), HOST)
    for told in (1, 1, 0):
        assert told == len(driver.room.takeovers)
        driver.play_trick("1 2 3")


def test_no_answer_of_a_merged_player_ends_what_the_TV_tells_of_the_merge() -> None:
    driver = numbers()
    driver.do(HOST, membership.merge_players, "1", "2")
    answer(driver, "yes", ANN, device("2"))
    assert 1 == len(driver.room.takeovers)


def test_a_phone_of_a_player_who_was_merged_is_told_so_on_itself() -> None:
    driver = numbers()
    driver.do(HOST, membership.merge_players, "1", "2")
    assert takeover_notice(driver.room) == seen(driver, ANN, "2").notice != ""
    assert ("", "") == (seen(driver, device("2"), "2").notice, seen(driver, ANN, "2").question)
