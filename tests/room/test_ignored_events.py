"""Recorded events that do not apply, or not any more, change nothing, and never raise."""

import pytest

from companion.room import events
from companion.room.commands import membership, room_control
from companion.room.events import CorrectedPlay
from companion.room.player_reducer import can_merge
from companion.room.reducer import apply
from companion.room.state import Room
from tests.support.room_driver import HOST, RoomDriver, device, open_room, start_game_driver


def after(driver: RoomDriver, *done: events.Event) -> Room:
    room = driver.room
    for event in done:
        room = apply(room, event, HOST, driver.now)
    return room


def with_a_round(**options: object) -> RoomDriver:
    driver = start_game_driver("good-enough", 3, **options)
    driver.play_trick("10 50 90")
    return driver


@pytest.mark.parametrize(
    "play", [CorrectedPlay(9, "1", 5), CorrectedPlay(1, "9", 5), CorrectedPlay(0, "1", 5)]
)
def test_a_correction_of_a_round_or_a_player_that_is_not_there_changes_nothing(play: CorrectedPlay) -> None:
    driver = with_a_round()
    assert driver.room.games == after(driver, events.PlaysCorrected(1, (play,))).games
    assert driver.room.games == after(driver, events.PlaysCorrected(7, (play,))).games
    there = CorrectedPlay(1, "1", 11)
    alone, beside = (after(driver, events.PlaysCorrected(1, plays)) for plays in ((there,), (there, play)))
    assert 11 == alone.games[0].rounds[0].reveal.plays["1"]
    assert alone.games == beside.games


def test_a_play_outside_of_the_range_changes_nothing() -> None:
    driver = start_game_driver("good-enough", 3)
    assert driver.room.games == after(driver, events.PlaySubmitted(1, 1, "1", 101)).games
    assert {"1": 100} == after(driver, events.PlaySubmitted(1, 1, "1", 100)).games[0].hidden


def test_D5_a_card_before_the_call_changes_nothing_and_the_round_cannot_be_closed() -> None:
    driver = start_game_driver("median", 4)
    card = next(iter(driver.game.next_round.allowed["1"].choices()))  # type: ignore[union-attr]
    assert driver.room.games == after(driver, events.PlaySubmitted(1, 1, "1", card)).games
    assert () == after(driver, events.RoundClosed(1, 1)).games[0].rounds
    driver.call("high")
    driver.submit("1", card)
    assert () == after(driver, events.RoundClosed(1, 1)).games[0].rounds  # three cards are missing


def test_how_a_game_ends_is_chosen_for_that_game_only() -> None:
    driver = with_a_round(tie_break="peel")
    chosen = {"tie_break": "peel+showdown"}
    assert driver.room.games == after(driver, events.EndingChosen(2, chosen)).games
    assert "peel+showdown" == after(driver, events.EndingChosen(1, chosen)).games[0].record.rules.tie_break  # type: ignore[attr-defined]


def test_a_game_is_ended_by_an_event_of_its_own() -> None:
    driver = with_a_round()
    assert driver.room.games == after(driver, events.GameEnded(2)).games
    assert after(driver, events.GameEnded(1)).games[0].next_round is None


def test_what_a_later_release_sets_in_a_room_is_left_out() -> None:
    driver = with_a_round()
    room = after(driver, events.RoomSet({"seconds": 30, "colour": "blue", "hosts": []}))
    assert (30, driver.room.hosts) == (room.seconds, room.hosts)


def test_G12_a_tie_is_played_on_in_its_own_game_only() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    driver.play_trick(*["5 5 5"] * 3)
    assert driver.game.next_round is None
    assert driver.room.games == after(driver, events.TiePlayedOn(2)).games
    assert after(driver, events.TiePlayedOn(1)).games[0].next_round is not None
    assert driver.room.games == after(driver, events.TiePlayedOn(2, showdown=True)).games
    assert after(driver, events.TiePlayedOn(1, showdown=True)).games[0].next_round is not None


def test_a_denied_claim_is_gone_and_one_that_nobody_made_changes_nothing() -> None:
    driver = open_room("good-enough", 3)
    driver.apply(membership.claim_seat(driver.room, device("8"), "1"))
    assert {device("8"): "1"} == driver.room.claims == after(driver, events.ClaimDenied(device("9"))).claims
    assert {} == after(driver, events.ClaimDenied(device("8"))).claims


def test_a_correction_never_reopens_an_earlier_game() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="sudden-death")
    driver.play_trick("10 50 90", "10 50 90", "50 10 90")
    assert driver.game.next_round is None
    undone = events.PlaysCorrected(1, tuple(CorrectedPlay(n, each, 5) for n in (1, 2, 3) for each in "123"))
    assert after(driver, undone).games[0].next_round is not None
    started = events.GameStarted("good-enough", {})
    assert after(driver, started, undone).games[0].next_round is None


@pytest.mark.parametrize(
    ("game", "players", "can"),
    [("good-enough", 3, False), ("good-enough", 4, True), ("mediocrity", 4, False)],
)
def test_players_are_merged_only_if_enough_are_left_and_no_cards_are_held(game, players, can):
    assert can_merge(open_room(game, players).room, "1", "2")
    assert can is can_merge(start_game_driver(game, players).room, "1", "2")


def test_what_the_host_did_for_others_can_be_undone_and_not_what_it_did_as_a_player() -> None:
    driver = open_room("median", 3)
    own = events.PlayerJoined("4", "Host", HOST)
    assert driver.room.undo == after(driver, own).undo
    assert len(driver.room.undo) + 1 == len(after(driver, events.PlayerJoined("4", "Other", "")).undo)
    driver.apply(own, HOST)
    for dealer, adds in (("1", 1), ("4", 0)):
        started = events.GameStarted("median", {"dealer": dealer})
        before = after(driver, started)
        called = after(driver, started, events.HighLowCalled(1, 1, "high"))
        assert before.games[0].must_call == dealer
        assert len(before.undo) + adds == len(called.undo)


def test_an_event_that_changes_nothing_is_counted_and_cannot_be_undone() -> None:
    driver = with_a_round()
    room = after(driver, events.GameEnded(7))
    assert (driver.room.version + 1, driver.room.undo) == (room.version, room.undo)


def test_a_seat_that_is_no_number_is_not_counted_among_those_given() -> None:
    room = apply(Room("AB23"), events.PlayerJoined("x", "Ann", ""))
    assert (0, {"x"}) == (room.seats_given, {*room.seats})


def test_a_seat_is_given_once() -> None:
    driver = open_room("good-enough", 3)
    again = events.PlayerJoined("1", "Zoe", "new")
    assert driver.room.seats == after(driver, again).seats
    merged = after(driver, events.PlayersMerged("1", "2"))
    assert merged.seats == after(driver, events.PlayersMerged("1", "2"), again).seats


def test_D5_a_call_counts_only_where_one_calls_and_before_the_first_card() -> None:
    three, four = start_game_driver("median", 3), start_game_driver("median", 4)
    called = events.HighLowCalled(1, 1, "low")
    assert three.room.games == after(three, called).games
    four.call("high")
    four.submit("1", "7")
    assert four.room.games == after(four, called).games


def test_the_clock_of_a_round_is_paused_in_that_round_only() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.do(HOST, room_control.set_round_time, "10")
    assert driver.room.games == after(driver, events.TimerPaused(1, 2)).games
    assert driver.room.games != after(driver, events.TimerPaused(1, 1)).games


def test_S1_cards_that_nobody_waits_for_are_kept_for_the_next_deal() -> None:
    driver = start_game_driver("saichugen", 3, dealt=True, games=2, rounds=1, tricks=1)
    [deal] = driver.game.record.deals
    game = after(driver, events.CardsDealt(1, deal.hands, deal.stock)).games[0]
    assert ((deal,), (deal,)) == (game.record.deals, game.spare_deals)
