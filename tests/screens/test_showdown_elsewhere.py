"""A showdown (G16) on phones, on the TV while it is played, in results, corrections and logs."""

from companion.room.commands import submissions
from companion.screens.corrections import describe_changes
from companion.screens.outcomes import all_endings
from companion.screens.phone import phone_view, seats_with_private_part
from companion.screens.tv import tv_view
from tests.support.phone_words import player_outcome, told_at_the_end, told_to
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import first_of_showdown, submit_plays, tie_of_three
from tests.support.views import replay_view, results_view

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")
LAST = (30, 55, 50, 51, 52, 53, 54)


def after_one_round() -> RoomDriver:
    driver = tie_of_three()
    submit_plays(driver, first_of_showdown(7))
    return driver


def won() -> RoomDriver:
    driver = after_one_round()
    submit_plays(driver, LAST)
    return driver


# Phones


def test_a_phone_says_whether_its_player_can_still_win() -> None:
    driver = after_one_round()
    assert "You are one of 2. Whoever is closest stays" == phone_view(driver.room, "1").own.stake
    lost = "You cannot win any more, but your number moves the middle"
    assert [lost, lost] == [phone_view(driver.room, seat).own.stake for seat in "37"]
    driver.submit("1", 5)
    assert "You are one of 2. Whoever is closest stays" == phone_view(driver.room, "1").own.stake


def test_the_part_that_phones_share_is_that_of_players_who_cannot_win() -> None:
    driver = after_one_round()
    assert {"1", "2"} == seats_with_private_part(driver.room)
    shared = phone_view(driver.room).own
    assert all(shared == phone_view(driver.room, seat).own for seat in "34567")


def test_a_round_is_told_to_each_player_as_staying_leaving_or_noted() -> None:
    driver = after_one_round()
    verdicts = {seat: told_to(driver.room, seat)[0] for seat in "1234"}
    assert {"1": "You stay", "2": "You stay", "3": "Out by 51", "4": "Noted"} == verdicts
    outcome = player_outcome(driver.room, "3")
    assert outcome.gap
    assert ("high", 40, 51) == (outcome.kind, outcome.gap.nearest, outcome.gap.distance)


def test_who_sent_nothing_hears_whether_that_was_the_end_of_it() -> None:
    driver = tie_of_three()
    for seat, number in (("1", 36), ("2", 44), ("4", 40)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert "You sent no number: you leave the showdown" == told_to(driver.room, "3")[1]
    assert "You sent no number" == told_to(driver.room, "5")[1]


def test_at_the_end_the_beaten_were_near_and_the_winner_knows_against_whom() -> None:
    driver = won()
    assert ["beaten", "won", "beaten", "high"] == [each.kind for each in all_endings(driver.room, "1234")]
    tied = "1 point: tied, but Bob was closer to the middle in the showdown."
    assert ("Nearly", tied) == told_at_the_end(driver.room, "1")
    assert "1 point. You won the showdown against Ann and Cyd." == told_at_the_end(driver.room, "2")[1]


def test_the_tied_stand_alone_on_the_stage_and_the_others_are_only_named() -> None:
    driver = after_one_round()
    driver.submit("3", 9)
    stage = tv_view(driver.room, ()).stage
    assert ["Ann", "Bob"] == [row.name for line in stage.missing.lines for row in line]
    assert ("4 players can pick too, but not win", frozenset("12")) == (stage.absent[0], stage.tied)
    assert "Showdown, round 2" == tv_view(driver.room, ()).public.heading
    driver.submit("1", 9)
    driver.submit("2", 10)
    later = tv_view(driver.room, ()).stage
    assert ["Dan", "Eve", "Fay", "Gus"] == [row.name for line in later.missing.lines for row in line]


# Results, corrections and logs


def test_results_list_the_rounds_of_a_showdown_after_the_others() -> None:
    [game] = results_view(won().room).games
    [rounds, showdown] = game.groups
    assert ("Showdown", "rounds stayed") == (showdown.heading, showdown.figure)
    assert ["1", "2", "3", "4", "5"] == [column.label for table in rounds.tables for column in table]
    assert ["Showdown, round 1", "Showdown, round 2"] == [each.heading for each in showdown.tables[0]]
    assert ["stays", "stays", "outside"] == [fate for _, fate, _ in showdown.tables[0][0].cells[:3]]
    assert (("1", False), ("2", True), ("0", False), ("–", False)) == showdown.totals[:4]


def test_a_correction_that_ends_the_tie_earlier_strikes_the_later_rounds() -> None:
    driver = won()
    before = driver.room
    driver.apply(correct_play(before, HOST, "1.6", "1", "39"))
    changes = describe_changes(before, driver.room)
    assert "Game 1 is over before: 1 round struck." in changes
    assert "Game 1, showdown, round 1: stays Ann and Bob → Ann." in changes
    assert ("1",) == driver.game.score.root.winners
    replay = replay_view(driver.room, driver.game, 7)
    assert (True, None) == (replay.void, replay.last)
