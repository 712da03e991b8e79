"""What people want to play next: who can say so between two games, what most want, and how it begins."""

import pytest

from companion.room import events, game_events
from companion.room.commands import corrections, membership, room_control, scheduled
from companion.room.commands.access import Forbidden, TooLate
from companion.room.commands.wishes import as_wanted, offers, want_game
from companion.room.reducer import apply
from tests.support.room_driver import HOST, RoomDriver, device, open_room, play_out, replayed

ROUNDS = ("1 2 3 50", "2 1 3 50", "3 2 1 50")
SHORT = {"rounds": 3, "tie_break": "peel"}


def keys(driver: RoomDriver) -> tuple[str, ...]:
    return tuple(offer.choice.key for offer in offers(driver.room).games)


def wanted(driver: RoomDriver) -> str:
    offer = offers(driver.room).wanted
    return offer.choice.key if offer else ""


def want(driver: RoomDriver, seat: str, key: str, had: str = "") -> bool:
    return driver.do(device(seat), want_game, key, had)


def begin(driver: RoomDriver, key: str = "") -> game_events.GameStarted:
    """Start the game as the desk does, and return the event."""
    room = as_wanted(driver.room, key)
    began = room_control.start_game(room, HOST, lambda _: room.next_game.options)
    driver.apply(began, HOST)
    return began


def play(driver: RoomDriver, **options: object) -> None:
    driver.do(HOST, room_control.start_game, lambda _: {**SHORT, **options}, game="good-enough")
    driver.play_trick(*ROUNDS)


@pytest.fixture
def four() -> RoomDriver:
    """Return a room of four after a game."""
    driver = open_room("good-enough", 4)
    play(driver)
    return driver


@pytest.mark.parametrize(("players", "second"), [(11, "good-enough"), (12, "last-standing")])
def test_from_12_on_the_game_that_is_made_for_a_crowd_comes_right_after_the_one_just_played(
    players: int, second: str
) -> None:
    driver = open_room("lowest-alone", players)
    for game, options in (("good-enough", SHORT), ("lowest-alone", {"points_target": 1})):
        driver.do(HOST, room_control.start_game, lambda _, options=options: options, game=game)  # type: ignore[misc]
        driver.play_trick(*[" ".join(map(str, range(1, players + 1)))] * (3 if options is SHORT else 1))
    assert ("lowest-alone", second) == keys(driver)[:2]


def test_the_game_just_played_comes_first_and_then_those_that_fit_who_is_here(four: RoomDriver) -> None:
    assert keys(four) == (
        "good-enough",
        "mediocrity",
        "median",
        "lowest-alone",
        "middle-bid",
        "question-night",
    )
    for seat in "34":
        four.do(device(seat), membership.leave_room)
    assert keys(four) == ("median",)


def test_a_preset_that_the_room_has_played_is_offered_again_before_games_that_it_has_not(
    four: RoomDriver,
) -> None:
    play(four, scoring="mean", factor="2/3")
    play(four)
    assert keys(four)[:3] == ("good-enough", "good-enough.beauty", "mediocrity")


def test_nothing_is_offered_before_the_first_game_in_one_and_after_the_host_has_chosen() -> None:
    driver = open_room("good-enough", 4)
    assert not keys(driver)
    driver.do(HOST, room_control.start_game, lambda _: {}, practice=True)
    driver.play_trick("1 2 3 50")
    assert not keys(driver), "practice is no game"
    driver.do(HOST, room_control.start_game, lambda _: SHORT)
    assert not keys(driver)
    with pytest.raises(TooLate):
        want_game(driver.room, device("1"), "good-enough")
    driver.play_trick(*ROUNDS)
    assert keys(driver)
    driver.do(HOST, room_control.choose_game, "median", lambda _: {})
    assert not keys(driver)


def test_what_alone_has_the_most_is_wanted_and_otherwise_the_game_just_played(four: RoomDriver) -> None:
    assert as_wanted(four.room) is four.room
    want(four, "1", "median")
    assert wanted(four) == as_wanted(four.room).next_game.name == "median"
    want(four, "2", "mediocrity")
    assert as_wanted(four.room) is four.room, "one each"
    want(four, "3", "mediocrity")
    assert as_wanted(four.room).next_game.name == "mediocrity"


def test_a_person_has_one_wish_and_a_tap_on_the_own_one_takes_it_back(four: RoomDriver) -> None:
    want(four, "1", "median")
    assert not want(four, "1", "median"), "a second tap on a page that did not know of the first"
    want(four, "1", "mediocrity", had="median")
    assert four.room.wishes == {"1": "mediocrity"}
    want(four, "1", "mediocrity", had="mediocrity")
    assert not four.room.wishes
    assert not want(four, "1", "mediocrity", had="mediocrity"), "it is taken back already"


def test_only_people_in_the_room_with_a_phone_choose_and_who_leaves_takes_it_along() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, membership.add_player, "Oma")
    driver.do(HOST, scheduled.add_bot, "middle")
    driver.do(HOST, room_control.start_game, lambda _: SHORT)
    play_out(driver, 1, keeper=True)
    assert offers(driver.room).voters == ("1", "2", "3")
    assert driver.refusal("somebody", want_game, "mediocrity")[0] is Forbidden
    want(driver, "1", "mediocrity")
    driver.do(device("1"), membership.leave_room)
    assert not wanted(driver)
    assert driver.refusal(device("1"), want_game, "mediocrity")[0] is TooLate
    assert driver.refusal(device("2"), want_game, "saichugen")[0] is TooLate


def test_of_two_seats_made_one_a_single_wish_is_left_that_of_the_seat_that_stays(four: RoomDriver) -> None:
    want(four, "1", "median")
    want(four, "2", "mediocrity")
    four.do(HOST, membership.merge_players, "1", "2")
    assert four.room.wishes == {"2": "mediocrity"}
    assert len(offers(four.room).voters) == 3


def test_wishes_are_void_when_a_game_begins_and_come_back_where_that_is_undone(four: RoomDriver) -> None:
    want(four, "1", "median")
    assert begin(four).game == "median"
    assert not four.room.wishes
    four.undo()
    assert four.room.wishes == {"1": "median"}
    play(four)
    four.do(HOST, room_control.finish_evening)
    assert not four.room.wishes
    assert four.is_replayed()


def test_the_host_cannot_undo_a_wish(four: RoomDriver) -> None:
    before = corrections.last_undoable(four.room)
    want(four, "1", "median")
    assert corrections.last_undoable(four.room) == before


def test_after_a_finished_evening_people_choose_too(four: RoomDriver) -> None:
    play(four)
    four.do(HOST, room_control.finish_evening)
    if four.room.is_playing:
        four.do(HOST, room_control.end_game, four.round_id)
    assert keys(four)[0] == "good-enough"


def test_a_game_begins_as_the_room_last_played_it(four: RoomDriver) -> None:
    play(four, high=60)
    four.do(HOST, room_control.start_game, lambda _: {"hand": 3}, game="median")
    four.do(HOST, room_control.end_game, four.round_id)
    began = begin(four, "good-enough")
    assert (began.options, began.left_open) == ({**SHORT, "high": 60}, ())


def test_an_ending_that_the_host_had_left_to_the_app_is_left_to_it_again() -> None:
    driver = open_room("good-enough", 4)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3, "high": 50})
    play_out(driver, 3)
    driver.do(HOST, room_control.start_game, lambda _: {"hand": 1}, game="median")
    play_out(driver, 4)
    assert begin(driver, "good-enough").left_open == ("tie_break",)


@pytest.mark.parametrize("keep", ["results", pytest.param("cards", marks=pytest.mark.slow)])
def test_a_game_of_cards_that_is_new_has_them_on_the_table_as_the_last_one_had(keep: str) -> None:
    driver = open_room("mediocrity", 4)
    driver.do(HOST, room_control.start_game, lambda _: {"keep": keep}, dealt=False)
    play_out(driver, 1, keeper=True)
    play(driver)
    want(driver, "1", "median")
    began = begin(driver, "median")
    assert (began.options.get("keep", "cards"), began.dealt) == (keep, False)


def test_cards_that_the_app_dealt_in_the_last_game_of_cards_are_dealt_in_the_next() -> None:
    driver = open_room("median", 3)
    driver.do(HOST, room_control.start_game, lambda _: {"hand": 2}, dealt=True)
    play_out(driver, 1)
    driver.do(HOST, room_control.start_game, lambda _: SHORT, game="good-enough")
    play_out(driver, 1)
    assert begin(driver, "saichugen").dealt


def test_a_game_that_would_be_refused_is_not_offered() -> None:
    driver = open_room("good-enough", 3)
    driver.do(HOST, membership.add_player, "Oma")
    driver.do(HOST, scheduled.add_bot, "middle")
    driver.do(HOST, room_control.start_game, lambda _: SHORT)
    play_out(driver, 1, keeper=True)
    assert "mediocrity" in keys(driver)
    assert "median" not in keys(driver), "Oma could hold no hand, and bots lay only cards that are dealt"


def test_a_wish_that_is_read_late_or_for_an_unknown_game_raises_nothing_and_counts_for_nothing(
    four: RoomDriver,
) -> None:
    for event in (events.NextGameWanted("1", "poker"), events.NextGameWanted("9", "median")):
        assert not offers(apply(four.room, event)).wanted
    opened = replayed(
        [events.RoomOpened(HOST, "good-enough", {}, None), events.NextGameWanted("1", "median")]
    )
    assert not opened.wishes
    assert not opened.is_later
