"""Many seats from one address: the host is asked about them, and sends them away in one act, with undo."""

from datetime import timedelta

from companion.room import events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.commands.access import Blocked
from companion.room.reducer import apply
from companion.screens.changes import change_notes
from companion.screens.corrections import is_unsurprising
from companion.screens.event_log import log_lines
from companion.screens.host import ask_about_idle, host_view
from companion.screens.players import crowds, idle_crowd
from companion.screens.public import news_sentences
from tests.room.test_whole_rooms import check_exports
from tests.support.room_driver import HOST, RoomDriver, device, flooded, open_room, start_game_driver

FOUR = ["Ann", "Bob", "Cyd", "Dan"]


def send_away(driver: RoomDriver, since: int = 5) -> None:
    driver.do(HOST, membership.send_crowd_away, "crowd", str(since))
    assert driver.is_replayed()


def here(driver: RoomDriver) -> list[str]:
    return [player.name for player in driver.room.present]


def arrive(driver: RoomDriver, size: int, seconds: float, source: str = "crowd") -> None:
    """Let so many join from one address, each so many seconds after the one before."""
    for _ in range(size):
        driver.now += timedelta(seconds=seconds)
        flooded(driver, 1, source)


def is_asked(driver: RoomDriver) -> bool:
    return any(crowd.needs_answer for crowd in crowds(driver.room))


def test_all_who_came_from_one_address_since_a_seat_are_gone_at_once_with_their_places_and_names() -> None:
    driver = flooded(open_room("good-enough", 4))
    flooded(driver, 2, "elsewhere")
    driver.do(HOST, membership.add_player, "Oma")
    before = driver.room
    send_away(driver, since=7)  # the first two are people
    assert [*FOUR, "Bot 0", "Bot 1", "Bot 0 2", "Bot 1 2", "Oma"] == here(driver)
    assert 38 == len(driver.room.sent_away) == len(driver.room.blocked)
    assert (Blocked, "The host has blocked this phone from the room") == (
        driver.refusal(device("7"), membership.join_room, "Bot 2", "crowd")
    )
    driver.do("new", membership.join_room, "Bot 2", "crowd")
    assert driver.room.seats["48"].name == "Bot 2"
    assert ["The host sent 38 away: all from one address."] == [each for _, each in change_notes(driver.room)]
    event = membership.send_crowd_away(before, HOST, "crowd", "7")
    assert ["38 were sent away at once"] == list(log_lines(before, apply(before, event, HOST)))


def test_undo_brings_all_of_them_back_and_redo_sends_them_away_again() -> None:
    driver = flooded(start_game_driver("good-enough", 4))
    driver.submit("5", 7)
    before = driver.room
    send_away(driver)
    after = driver.room
    driver.undo()
    assert driver.is_replayed()
    for name in ("seats", "devices", "seat_by_name", "blocked", "sent_away", "slowed", "games"):
        assert getattr(before, name) == getattr(driver.room, name), name
    driver.redo()
    assert (after.seats, after.sent_away, after.blocked) == (
        driver.room.seats,
        driver.room.sent_away,
        driver.room.blocked,
    )


def test_a_round_goes_on_at_once_without_a_crowd_that_came_in_the_middle_of_it() -> None:
    driver = start_game_driver("good-enough", 4, rounds=3)
    driver.submit("1", 10)
    flooded(driver)
    driver.submit("5", 99)
    for seat in "234":
        driver.submit(seat, int(seat) * 10)
    assert (1, 44) == (driver.game.round_number, len(driver.game.record.players))
    send_away(driver)
    assert (2, ("1", "2", "3", "4")) == (driver.game.round_number, driver.game.record.players)
    assert {"1": 10, "2": 20, "3": 30, "4": 40} == driver.game.record.reveals[0].plays
    assert ("The host sent 40 away: all from one address.",) == news_sentences(driver.room)[-1:]
    check_exports(driver.room)


def test_whoever_of_a_crowd_has_shown_something_stays_in_the_game_with_the_points_and_away() -> None:
    driver = flooded(start_game_driver("good-enough", 3, rounds=3), 12)
    for seat, number in (("1", 10), ("2", 20), ("3", 30), ("4", 15)):
        driver.submit(seat, number)
    driver.do(HOST, submissions.close_round, driver.round_id)
    driver.submit("4", 16)
    send_away(driver, since=4)
    assert ["1", "2", "3", "4"] == [*driver.room.seats] == [*driver.game.record.players]
    assert driver.room.seats["4"].away
    assert driver.room.seats["4"].devices <= driver.room.blocked
    assert {} == driver.game.hidden
    for seat in "123":
        driver.submit(seat, int(seat) * 10)
    assert 3 == driver.game.round_number
    check_exports(driver.room)
    assert membership.send_crowd_away(driver.room, HOST, "crowd", "4") is None
    driver.do(HOST, membership.unblock_player, "4")
    assert driver.is_replayed()
    assert "Bot 0" in here(driver)


def test_a_game_keeps_as_many_of_a_crowd_as_it_needs() -> None:
    driver = flooded(open_room("good-enough", 1), 12)
    driver.do(HOST, room_control.start_game, lambda _: {})
    send_away(driver, since=2)
    needed = driver.game.record.rules.min_players
    assert needed == len(driver.game.record.players) == len(driver.room.seats)
    assert ["Ann"] == here(driver)


def test_the_host_stays_and_whoever_was_sent_away_by_mistake_is_let_back_in_by_name() -> None:
    driver = flooded(start_game_driver("good-enough", 4), 12)
    driver.apply(events.HostAdded(device("6")))
    send_away(driver)
    assert [*FOUR, "Bot 1"] == here(driver)
    driver.do("new", membership.join_room, "Bot 4")
    driver.do(HOST, membership.unblock_player, "9")
    assert driver.is_replayed()
    assert [*FOUR, "Bot 1", "Bot 4", "Bot 4 2"] == here(driver)
    assert "9" in driver.game.record.players
    assert driver.room.player_of(device("9")) == driver.room.seats["9"]
    driver.undo()
    assert driver.is_replayed()


def test_claims_on_the_seats_of_a_crowd_go_with_them() -> None:
    driver = flooded(open_room("good-enough", 4), 12)
    driver.do("claimant", membership.claim_seat, "7")
    driver.do("another", membership.claim_seat, "1")
    send_away(driver)
    assert {"another": "1"} == {device: claim.seat for device, claim in driver.room.claims.items()}


def test_a_party_behind_one_address_that_comes_by_and_by_is_no_crowd_and_forty_in_a_minute_are() -> None:
    driver = open_room("good-enough", 4)
    arrive(driver, 30, seconds=20)
    assert not is_asked(driver)
    driver.now += timedelta(minutes=5)
    arrive(driver, 39, seconds=1)
    assert not is_asked(driver)
    arrive(driver, 5, seconds=1, source="elsewhere")
    assert not is_asked(driver)
    arrive(driver, 1, seconds=1)
    assert is_asked(driver)
    [crowd] = [each_crowd for each_crowd in crowds(driver.room) if each_crowd.needs_answer]
    assert ("crowd", 35, 40) == (crowd.source, crowd.since, crowd.size)  # without the party


def test_a_crowd_that_was_let_in_is_asked_about_no_more_and_can_still_be_sent_away() -> None:
    driver = flooded(open_room("good-enough", 4))
    driver.do(HOST, room_control.set_room, takes_crowd=True)
    assert not is_asked(driver)
    driver.do(HOST, room_control.set_room, takes_crowd=False)
    assert not is_asked(driver)
    driver.now += timedelta(minutes=5)
    flooded(driver)
    assert [True, False] == sorted((crowd.needs_answer for crowd in crowds(driver.room)), reverse=True)
    for crowd in crowds(driver.room):
        send_away(driver, crowd.since)
    assert FOUR == here(driver)


def test_after_a_crowd_was_sent_away_ten_more_from_there_are_asked_about_until_they_are_let_in() -> None:
    driver = flooded(open_room("good-enough", 4), 12)
    driver.now += timedelta(minutes=5)
    flooded(driver)
    send_away(driver, since=17)
    assert not is_asked(driver)  # about the twelve of before
    driver.now += timedelta(minutes=5)
    arrive(driver, 9, seconds=15)
    assert not is_asked(driver)
    arrive(driver, 1, seconds=15)
    assert is_asked(driver)
    driver.do(HOST, room_control.set_room, takes_crowd=True)
    assert not is_asked(driver)
    assert not driver.room.slowed


# Those who came later and never played


def trickled(size: int, sources: int = 1, seconds: float = 1.5) -> RoomDriver:
    """Play a round of four, and let so many come by and by in the next one, from so many addresses."""
    driver = start_game_driver("good-enough", 4, rounds=5)
    play_round(driver)
    for number in range(size):
        arrive(driver, 1, seconds, f"crowd {number % sources}")
    return driver


def play_round(driver: RoomDriver) -> None:
    for seat in "1234":
        driver.submit(seat, int(seat) * 10)


def asked_after(driver: RoomDriver) -> float | None:
    """Return after how many seconds of the round the host is asked about those who never played."""
    found_idle_crowd = idle_crowd(driver.room)
    return (
        (found_idle_crowd.question_at - driver.game.waiting_since).total_seconds()
        if found_idle_crowd and found_idle_crowd.question_at
        else None
    )


def test_a_flood_below_every_threshold_is_asked_about_when_the_round_has_waited_for_a_minute() -> None:
    driver = trickled(15)
    assert asked_after(driver) is None
    arrive(driver, 1, seconds=3)
    assert not is_asked(driver)
    assert 60 == asked_after(driver)
    driver.now += timedelta(seconds=61)
    view = ask_about_idle(host_view(driver.room, (), None))
    assert ("idle", (5, 16)) == (view.state, view.idle and view.idle[:2])


def test_a_flood_that_came_in_one_game_is_asked_about_in_the_first_round_of_the_next() -> None:
    driver = trickled(30)
    driver.do(HOST, room_control.end_game, driver.round_id)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 5})
    assert not driver.game.rounds
    assert 60 == asked_after(driver)


def test_nobody_is_asked_about_who_came_before_the_game_or_whom_the_host_has_let_stay() -> None:
    early = flooded(open_room("good-enough", 4), 38)
    early.do(HOST, room_control.start_game, lambda _: {"rounds": 5})
    play_round(early)
    early.do(HOST, submissions.close_round, early.round_id)
    assert idle_crowd(early.room) is None
    first_round = flooded(start_game_driver("good-enough", 4), 30)
    assert asked_after(first_round) is None
    several = flooded(start_game_driver("good-enough", 12, rounds=5), 38)
    several.submit("1", 1)
    several.do(HOST, submissions.close_round, several.round_id)
    assert 60 == asked_after(several)
    flooded(several, 1)
    for seat in range(13, 18):  # who has played once is no ghost
        several.submit(str(seat), 5)
    several.do(HOST, submissions.close_round, several.round_id)
    assert asked_after(several) is None
    driver = trickled(30)
    driver.do(HOST, room_control.set_room, takes_crowd=True)
    assert asked_after(driver) is None
    driver.do(HOST, room_control.set_room, takes_crowd=False)
    assert idle_crowd(driver.room) is None


def test_one_act_sends_all_of_them_away_from_ten_addresses_and_undo_brings_all_back() -> None:
    driver = trickled(460, sources=10, seconds=0.5)
    driver.submit("5", 50)  # who plays is no ghost
    play_round(driver)
    driver.do(HOST, membership.join_room, "Host", "home")
    before = driver.room
    driver.do(HOST, membership.send_idle_away, "5")
    assert driver.is_replayed()
    assert [*FOUR, "Bot 0", "Host"] == here(driver)
    assert (("465",), 459) == (driver.game.thinking, len(driver.room.sent_away))
    assert {f"crowd {number}" for number in range(10)} == {*driver.room.slowed}
    told = "Host sent 459 away: none of them had ever played."
    assert [told] == [each for _, each in change_notes(driver.room)]
    check_exports(driver.room)
    assert membership.send_idle_away(driver.room, HOST, "5") is None
    after = driver.room
    driver.undo()
    assert (before.seats, before.slowed) == (driver.room.seats, driver.room.slowed)
    driver.redo()
    assert (after.seats, after.sent_away) == (driver.room.seats, driver.room.sent_away)


def test_whoever_is_real_joins_again_or_is_let_back_in_by_name() -> None:
    driver = trickled(20)
    driver.do(HOST, membership.send_idle_away, "5")
    assert not driver.room.blocked
    driver.do(device("7"), membership.join_room, "Eve", "crowd 0")
    driver.do(HOST, membership.unblock_player, "9")
    assert driver.is_replayed()
    assert [*FOUR, "Eve", "Bot 0 5"] == here(driver)
    assert driver.refusal(device("1"), membership.send_idle_away, "5")[1] == "Only the host can do that"


def test_nobody_but_a_host_sends_a_crowd_away_and_nothing_is_stored_for_nobody() -> None:
    driver = flooded(open_room("good-enough", 4), 12)
    assert (
        driver.refusal(device("1"), membership.send_crowd_away, "crowd", "5")[1]
        == "Only the host can do that"
    )
    for source, since in (("crowd", "17"), ("", "1"), ("other", "1")):
        assert membership.send_crowd_away(driver.room, HOST, source, since) is None


def test_undoing_it_needs_no_second_look() -> None:
    driver = flooded(start_game_driver("good-enough", 4))
    send_away(driver)
    event = corrections.undo_last(driver.room, HOST, str(driver.room.undo[-1]))
    assert is_unsurprising(driver.room, apply(driver.room, event), event)
