"""A bot plays on for a player who is gone with dealt cards, until the player takes over again."""

from collections.abc import Callable
from datetime import timedelta

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import membership, room_control, scheduled
from companion.room.commands.access import Forbidden, TooLate
from companion.room.commands.scheduled import bots_to_play
from companion.rules.results import Play
from tests.screens.test_secrets import traded, unlaid
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    device,
    open_room,
    play_out,
    start_game_driver,
    with_deal,
)

DEALT = [
    ("median", 3, {"lowest": "8"}),
    ("median", 4, {"lowest": "8"}),  # the leader calls (D5)
    ("median", 2, {"lowest": "J"}),
    ("saichugen", 3, {"rounds": 2, "games": 2, "tricks": 2}),
]
each_dealt = pytest.mark.parametrize(
    ("game", "players", "options"), DEALT, ids=[f"{game}-{players}" for game, players, _ in DEALT]
)


def play_on(driver: RoomDriver, seat: str = "2") -> None:
    assert driver.do(HOST, scheduled.play_on_for, driver.round_id, seat)


def let_bots_play(driver: RoomDriver) -> None:
    while bots_to_play(driver.room):
        driver.advance()


def hand(driver: RoomDriver, seat: str) -> tuple[Play, ...]:
    return tuple(driver.game.next_round.allowed[seat].choices())  # type: ignore[arg-type]


def saichugen() -> RoomDriver:
    """Deal a game of Saichugen of which the first trick is played."""
    driver = start_game_driver("saichugen", 3, dealt=True, rounds=2)
    for seat in "123":
        driver.submit(seat, hand(driver, seat)[0])
    return driver


@each_dealt
def test_a_bot_plays_on_to_the_end_of_the_game_with_the_dealt_hand(game, players, options):
    driver = start_game_driver(game, players, dealt=True, **options)
    driver.do(device("2"), membership.leave_room)
    play_on(driver)
    play_out(driver, 5)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)
    assert all("2" in reveal.plays for reveal in driver.game.record.reveals)
    assert driver.is_replayed()


def test_it_plays_after_1_to_4_seconds_also_where_the_round_has_waited_for_long() -> None:
    driver = saichugen()
    driver.now += timedelta(minutes=5)
    asked = driver.now
    play_on(driver)
    assert () == tuple(driver.game.hidden)
    assert driver.advance()
    assert timedelta(seconds=1) <= driver.now - asked <= timedelta(seconds=4)


def test_the_player_takes_over_again_at_once_and_what_the_bot_has_laid_stays() -> None:
    driver = saichugen()
    play_on(driver)
    let_bots_play(driver)
    laid = driver.game.hidden["2"]
    driver.do(device("2"), membership.return_to_room)
    assert ((), laid, False) == (driver.game.stand_ins, driver.game.hidden["2"], driver.room.seats["2"].away)
    other = next(card for card in hand(driver, "2") if card != laid)
    assert driver.submit("2", other)  # before the reveal another card can be laid
    driver.submit("1", hand(driver, "1")[0])
    driver.submit("3", hand(driver, "3")[0])
    assert other == driver.game.record.reveals[1].plays["2"]
    assert not bots_to_play(driver.room)
    assert ("1", "2", "3") == driver.game.thinking


WAYS_BACK: list[Callable[[RoomDriver], list[events.Event | None]]] = [
    lambda f: [membership.sit_in(f.room, HOST, "2")],
    lambda f: [membership.link_device(f.room, "new", "2", "link", device("2"))],
    lambda f: [events.ClaimAccepted("2", "new"), events.PhoneVouched("2", "new"), events.PlayerReturned("2")],
    lambda f: [membership.join_room(f.room, device("2"), "Bob")],
]


@pytest.mark.parametrize("back", WAYS_BACK, ids=["host", "link", "claim", "join"])
def test_every_way_back_ends_it(back: Callable[[RoomDriver], list[events.Event | None]]) -> None:
    driver = saichugen()
    play_on(driver)
    for event in back(driver):
        driver.apply(event, HOST)
    assert ((), False) == (driver.game.stand_ins, driver.room.seats["2"].away)


TAKEOVERS: list[Callable[[RoomDriver], list[events.Event | None]]] = [
    lambda f: [membership.link_device(f.room, "new", "2", "link", HOST)],
    lambda f: [membership.claim_seat(f.room, "new", "2"), events.ClaimAccepted("2", "new")],
    lambda f: [membership.join_room(f.room, "new", "Bob"), events.PlayersMerged("4", "2")],
    lambda f: [membership.join_room(f.room, "new", "Bob"), events.PlayersMerged("2", "4")],
]


@pytest.mark.parametrize("take_over", TAKEOVERS, ids=["link", "claim", "merge", "merge into the new one"])
def test_it_goes_on_when_another_phone_takes_over_without_the_word_of_the_player(
    take_over: Callable[[RoomDriver], list[events.Event | None]],
) -> None:
    driver = saichugen()
    play_on(driver)
    for event in take_over(driver):
        driver.apply(event, HOST)
    player = driver.room.player_of("new")
    assert player == driver.room.player_of(device("2"))
    assert ((player.seat,), True) == (driver.game.stand_ins, player.away)
    elsewhere = (Forbidden, f"The cards of {player.name} are on another phone")
    assert elsewhere == driver.refusal("new", membership.return_to_room)


def test_undo_takes_the_bot_back_and_not_what_it_has_laid() -> None:
    driver = saichugen()
    driver.do(device("2"), membership.leave_room)
    play_on(driver)
    let_bots_play(driver)
    laid = driver.game.hidden["2"]
    driver.undo()
    assert ((), True, laid) == (driver.game.stand_ins, driver.room.seats["2"].away, driver.game.hidden["2"])
    driver.redo()
    assert ("2",) == driver.game.stand_ins


def test_it_ends_with_the_game_and_the_next_one_begins_without_the_player() -> None:
    driver = start_game_driver("median", 4, dealt=True, lowest="8")
    play_on(driver)
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    driver.do(HOST, room_control.start_game, lambda _: {"lowest": "8"}, dealt=True)
    assert (("1", "3", "4"), ()) == (driver.game.record.players, driver.game.stand_ins)


def test_a_bot_in_place_of_a_player_knows_no_other_hand() -> None:
    driver = saichugen()
    play_on(driver)
    mine, yours = unlaid(driver.game, "1"), unlaid(driver.game, "3")
    assert mine
    assert yours
    hands = driver.game.record.deals[-1].hands
    swap = {"1": traded(hands["1"], mine, yours), "3": traded(hands["3"], yours, mine)}
    changed = with_deal(driver, swap, driver.game.record.deals[-1].stock)
    for each in (driver, changed):
        each.now, each.rng = driver.now, type(driver.rng)(7)
        each.advance()
    assert driver.game.hidden == changed.game.hidden


def test_a_bot_plays_on_only_where_dealt_cards_must_be_laid() -> None:
    dealt, real = saichugen(), start_game_driver("saichugen", 3)
    numbers = start_game_driver("good-enough", 3, dealt=True, entry="cards", cards=15, rounds=3)

    def ask(driver: RoomDriver, seat: str = "2", at: str = "") -> tuple[type[Refused], str]:
        return driver.refusal(HOST, scheduled.play_on_for, at or driver.round_id, seat)

    only = (Refused, "A bot plays on only with cards that the app deals, and that must be laid")
    assert only == ask(real) == ask(numbers)
    assert (Refused, "There is no such player in this room") == ask(dealt, "9")
    assert (TooLate, "That game is over") == ask(dealt, at="2.1")
    assert (TooLate, "The game has not started yet") == ask(open_room("saichugen", 3), at="1.1")
    dealt.do("late", membership.join_room, "Dan")
    assert (Refused, "Dan is not in this game") == ask(dealt, "4")
    play_on(dealt)
    assert scheduled.play_on_for(dealt.room, HOST, dealt.round_id, "2") is None


def test_a_recorded_request_for_another_game_or_for_real_cards_changes_nothing() -> None:
    for driver in (saichugen(), start_game_driver("saichugen", 3)):
        before = driver.room
        driver.apply(events.BotPlaysOn("2", 2 if driver.game.dealt else 1))
        assert (before.seats, before.games) == (driver.room.seats, driver.room.games)
