"""What the score-keeper enters on the pad: several plays at once, and what becomes of them in the room."""

from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.room import game_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.room.commands.access import TooLate
from companion.room.reducer import apply
from companion.rules.cards import Card
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, start_game_driver

KEPT = [("mediocrity", 3, {"target": 2}), ("median", 4, {"lowest": "10"}), ("saichugen", 3, {"rounds": 2})]


def keeper(game: str, players: int = 3, **options: Any) -> RoomDriver:
    """Start a game with real cards of players without phones."""
    return start_game_driver(game, players, phones=False, **options)


def enter(driver: RoomDriver, call: str = "", **typed: str) -> bool:
    """Enter plays for seats, such as `s1="7H"`, as the host."""
    by_seat = {name.removeprefix("s"): text for name, text in typed.items()}
    event = submissions.enter_plays(driver.room, HOST, driver.round_id, by_seat, call)
    return driver.apply(event, HOST)


def refuses(driver: RoomDriver, sentence: str, kind: type[Refused] = Refused, **typed: str) -> None:
    """Check that an entry is refused with a sentence, and changes nothing."""
    before = driver.room
    with pytest.raises(kind) as found:
        enter(driver, **typed)
    assert sentence == str(found.value)
    assert before == driver.room


def test_a_whole_trick_is_one_event_and_one_undo_takes_it_back() -> None:
    driver = keeper("saichugen")
    assert enter(driver, s1="7H", s2="8H", s3="9H")
    cards = {"1": Card("7", "H"), "2": Card("8", "H"), "3": Card("9", "H")}
    assert game_events.PlaysEntered(1, 1, cards) == driver.acts[-1]
    assert 2 == driver.game.round_number
    driver.undo()
    assert (1, {}, frozenset()) == (driver.game.round_number, driver.game.hidden, driver.game.entered)
    driver.redo()
    assert 2 == driver.game.round_number


def test_the_same_entry_sent_again_changes_nothing() -> None:
    driver = keeper("saichugen")
    at, trick = driver.round_id, {"1": "7H", "2": "8H", "3": "9H"}
    driver.do(HOST, submissions.enter_plays, at, trick)
    assert submissions.enter_plays(driver.room, HOST, at, trick) is None
    with pytest.raises(TooLate, match="This trick is already revealed"):
        submissions.enter_plays(driver.room, HOST, at, {**trick, "3": "JS"})
    enter(driver, s1="2H")
    assert submissions.enter_plays(driver.room, HOST, driver.round_id, {"1": "2H"}) is None


def with_stranger() -> RoomDriver:
    driver = keeper("mediocrity")
    driver.do(HOST, membership.add_player, "Zed")
    return driver


def with_bot() -> RoomDriver:
    driver = open_room("good-enough", 2, phones=False)
    driver.do(HOST, scheduled.add_bot, "middle")
    driver.do(HOST, room_control.start_game, lambda _: {})
    return driver


@pytest.mark.parametrize(
    ("make", "typed", "sentence"),
    [
        ("saichugen", {"s2": "8H", "s3": "8H"}, "Cyd: the 8 of hearts lies before Bob already"),
        ("saichugen", {"s2": "7"}, "Bob: the 7 needs its suit, such as 7H"),
        ("saichugen", {"s1": " "}, "Nothing is entered yet"),
        ("saichugen", {"s9": "7H"}, "There is no such player in this room"),
        (with_bot, {"s3": "7"}, "Middle Mia is a bot"),
        (with_stranger, {"s4": "7"}, "Zed is not in this game"),
        ("median", {"s2": "7"}, "Ann leads and must lay a card first"),  # D3
        (
            lambda: start_game_driver("saichugen", 3, dealt=True),
            {"s1": "7H"},
            "The cards are dealt: every player lays from a phone",
        ),
    ],
)
def test_an_entry_is_refused_with_the_player_and_the_reason(make, typed, sentence):
    refuses(keeper(make) if isinstance(make, str) else make(), sentence, **typed)


def test_done_closes_a_complete_round_also_where_the_host_closes_rounds_by_hand() -> None:
    driver = keeper("mediocrity")
    driver.do(HOST, room_control.set_room, auto_reveal=False)
    enter(driver, s1="2", s2="7")
    assert 1 == driver.game.round_number
    enter(driver, s3="K")
    assert 2 == driver.game.round_number


def test_an_entry_of_what_the_rules_no_longer_allow_counts_for_the_others() -> None:
    driver = keeper("saichugen")
    plays = {"1": Card("7", "H"), "2": Card("7"), "9": Card("8", "H")}
    after = apply(driver.room, game_events.PlaysEntered(1, 1, plays), HOST).current_game
    assert {"1": Card("7", "H")} == after.hidden


def test_seats_that_become_one_have_one_entry() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    driver.do("new", membership.join_room, "Bob again")
    driver.apply(game_events.PlaysEntered(1, 1, {"4": 7}), HOST)
    driver.do(HOST, membership.merge_players, "4", "2")
    assert ({"2": 7}, {"2"}) == (driver.game.hidden, driver.game.entered)


def test_what_a_phone_has_sent_stands_and_is_not_compared() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.submit("1", "9")
    for typed in ("9", "7"):
        refuses(driver, "Ann is in already, and can change it", TooLate, s1=typed)
    enter(driver, s2="7", s3="8")
    assert 2 == driver.game.round_number


def test_a_card_that_a_phone_has_sent_is_no_reason_to_refuse_but_a_clash_at_the_reveal() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "8H")
    assert enter(driver, s2="8H", s3="9H")
    assert driver.game.has_clash
    enter(driver, s2="7H")
    assert 2 == driver.game.round_number


def test_a_phone_takes_over_what_was_entered_for_it() -> None:
    driver = start_game_driver("mediocrity", 3)
    enter(driver, s1="7", s2="8")
    driver.submit("1", "9")
    assert {"2"} == driver.game.entered
    refuses(driver, "Ann is in already, and can change it", TooLate, s1="7")


def test_in_a_round_that_was_reopened_everything_can_be_entered_and_done_closes_it() -> None:
    driver = played("mediocrity", "2 7 K")
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert {"1", "2", "3"} == driver.game.entered
    driver.submit("1", "3")
    assert {"2", "3"} == driver.game.entered
    enter(driver, s2="8")
    assert (2, Card("8")) == (driver.game.round_number, driver.game.rounds[0].reveal.plays["2"])
    assert Card("3") == driver.game.rounds[0].reveal.plays["1"]


def test_D5_the_call_is_entered_with_the_cards_or_stands_already() -> None:
    driver = keeper("median", 4)
    refuses(driver, "Ann must call high or low first", s1="7")
    refuses(driver, "A call is high or low", s1="7", call="middle")
    enter(driver, "high", s1="7")
    assert ("high", {"1"}) == (driver.game.call, {*driver.game.hidden})
    refuses(driver, "A card lies already: the call stands", TooLate, s2="8", call="low")
    enter(driver, "high", s2="8", s3="9", s4="10")
    assert "high" == driver.game.rounds[0].reveal.call


@pytest.mark.parametrize(("game", "players", "options"), KEPT)
def test_R1_R2_R3_no_phone_and_no_other_form_enters_a_result(game, players, options):
    driver = start_game_driver(game, players, keep="results", **options)
    sentence = "In this game only results are kept, and the host enters them"
    assert sentence == driver.refusal(device("1"), submissions.submit_play, driver.round_id, "0")[1]
    assert sentence == driver.refusal(HOST, submissions.submit_play_for, "1", driver.round_id, "0")[1]
    pad = "Enter the results on the score sheet"
    assert pad == driver.refusal(HOST, submissions.close_round, driver.round_id)[1]


def test_R5_a_hand_needs_three_who_play_it() -> None:
    driver = start_game_driver("mediocrity", 3, keep="results")
    driver.do(device("2"), membership.leave_room)
    refuses(driver, "a hand needs at least 3 players, not 2", s1="0", s3="4")
    refuses(driver, "nobody is out of cards: a hand ends when somebody is", s1="1", s2="2", s3="4")
    refuses(driver, "Bob: 14 cards cannot be left: a hand has 13", s1="0", s2="14", s3="4")
    assert driver.enter(0, 2, 4)
    assert 2 == driver.game.round_number


def test_R3_one_player_takes_a_round_or_nobody_and_nobody_calls() -> None:
    driver = keeper("median", 4, keep="results")
    refuses(driver, "only one player can take a round, not 2", s1="1", s2="1", s3="0", s4="0")
    assert enter(driver, "high", s1="0", s2="0", s3="0", s4="0")
    assert driver.game.rounds[0].reveal.call is None
    assert 1 == driver.game.score.root.pool


def test_what_is_recorded_as_entered_is_no_more_from_a_phone() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.submit("1", "9")
    for seat, senders in (("1", {}), ("2", {"1": device("1")})):
        entered = game_events.PlaysEntered(1, 1, {seat: Card("7")})
        assert senders == apply(driver.room, entered, HOST).games[0].senders


def test_D5_a_recorded_call_counts_only_before_the_first_card_and_where_one_calls() -> None:
    driver = keeper("median", 4)
    enter(driver, "high", s1="7")
    again = game_events.PlaysEntered(1, 1, {"2": Card("8")}, "low")
    assert "high" == apply(driver.room, again, HOST).games[0].call
    uncalled = keeper("median", 4)
    early = game_events.PlaysEntered(1, 1, {"1": Card("7")})
    assert uncalled.room.games == apply(uncalled.room, early, HOST).games
    three = keeper("median", 3)
    called = game_events.PlaysEntered(1, 1, {"1": Card("7")}, "high")
    assert apply(three.room, called, HOST).games[0].call is None
