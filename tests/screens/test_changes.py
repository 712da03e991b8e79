"""Words for events: undo, the list of changes, the log, and what a correction or an end would change."""

import random
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.room import events, game_events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.reducer import apply
from companion.room.state import Room, with_games
from companion.screens import event_log
from companion.screens.changes import change_notes, describe_event
from companion.screens.corrections import correction_form, is_unsurprising
from companion.screens.endings import end_game_view
from companion.screens.public import news_sentences
from tests.screens.test_results import three_rounds
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, whole_evening
from tests.support.scenes import started_game, win_rounds

LABELS: list[tuple[events.Event, str]] = [
    (game_events.GameStarted("good-enough", {}), "Start It's Good Enough"),
    (game_events.RoundClosed(1, 2), "Reveal round 2"),
    (game_events.ListRoundRevealed(1, 2), "Reveal round 2"),
    (game_events.GameEnded(1), "End game"),
    (game_events.GameEnded(1, throws_away=True), "Throw the game away"),
    (game_events.TiePlayedOn(1), "Play on"),
    (game_events.TiePlayedOn(1, showdown=True), "Showdown"),
    (game_events.RoundReopened(1, 2), "Reopen round 2"),
    (game_events.RoundVoided(1, 2, void=True), "Take out round 2"),
    (game_events.RoundVoided(1, 2, void=False), "Count round 2"),
    (game_events.HighLowCalled(1, 2, "high"), "Call high"),
    (game_events.HighLowCalled(1, 2, "low"), "Call low"),
    (events.PlayersMerged("1", "2"), "Merge Ann into Bob"),
    (events.PlayerJoined("4", "Dan", "device"), "Add Dan"),
    (events.EventUndone(99), "Undo: The last change"),
    (events.EventUndone(99, undone=False), "Redo: The last change"),
    (game_events.QuestionAsked(1, 2, "How many?"), "Ask a question"),
    (game_events.QuestionAsked(1, 2, ""), "Take the question away"),
    (game_events.TruthTold(1, 2, 7), "Tell the truth of round 2"),
    (game_events.TruthTold(1, 2, None), "Take back the truth of round 2"),
    (
        game_events.PlaysCorrected(1, (), (game_events.CorrectedCall(2, "high"),)),
        "Correct the call of round 2",
    ),
    (game_events.PlaysCorrected(1, (game_events.CorrectedPlay(2, "1", 7),)), "Correct Ann in round 2"),
    (game_events.PlaySubmitted(1, 2, "1", 7), "Enter for Ann in round 2"),
    (game_events.ListSubmitted(1, 2, "1", (7, 8)), "Enter for Ann in round 2"),
    (game_events.PlaysEntered(1, 2, {"1": 7}), "Enter round 2"),
    (events.SatOut("1"), "Ann sits out"),
    (events.SatOut("1", out=False), "Ann is back"),
    (events.BotPlaysOn("1", 1), "A bot plays on for Ann"),
    (events.PlayerRenamed("1", "Anna"), "Rename to Anna"),
    (events.PlayerRemoved("1"), "Send Ann away"),
    (events.CrowdRemoved("source", 4), "Send a crowd away"),
    (events.IdleRemoved(4), "Send away who never played"),
    (events.RoomSet({"locked": True}), "The last change"),
]


@pytest.mark.parametrize(("event", "words"), LABELS, ids=lambda each: type(each).__name__)
def test_an_event_has_its_words(event: events.Event, words: str) -> None:
    assert words == describe_event(three_rounds().room, event)


def notes_after(driver: RoomDriver, *done: events.Event | None) -> list[str]:
    for event in done:
        driver.apply(event, HOST)
    return [sentence for _, sentence in change_notes(driver.room)]


def corrected(*plays: tuple[int, str, int | None]) -> game_events.PlaysCorrected:
    return game_events.PlaysCorrected(1, tuple(game_events.CorrectedPlay(*play) for play in plays))


def test_a_note_of_a_correction_has_the_previous_value() -> None:
    assert [
        "Round 1: the host corrected Bob from 2 to 8.",
        "Round 1: the host took away 8, which Bob had not played.",
        "Round 1: the host entered 3 for Bob.",
        "Round 1: the host corrected Ann 1 → 2, Bob 3 → 1.",
        "Round 2: the host took away 9, which Cyd had not played.",
    ] == notes_after(
        three_rounds(),
        corrected((1, "2", 8)),
        corrected((1, "2", None)),
        corrected((1, "2", 3)),
        corrected((1, "1", 2), (1, "2", 1), (2, "3", None)),
    )


def test_the_notes_name_a_host_who_plays_and_no_device() -> None:
    driver = three_rounds()
    driver.do(HOST, membership.join_room, "Hal")
    notes = notes_after(driver, corrected((1, "2", 8)), events.PlayerRemoved("2"))
    assert ["Round 1: Hal corrected Bob from 2 to 8.", "Hal sent Bob away."] == notes


def test_void_rounds_reopened_rounds_undo_and_redo_are_noted() -> None:
    driver = three_rounds()
    assert ["Round 2, void: the host took it out."] == notes_after(
        driver, game_events.RoundVoided(1, 2, void=True)
    )
    notes_after(driver, game_events.RoundVoided(1, 2, void=False), game_events.RoundReopened(1, 3))
    number = driver.room.undo[-1]
    notes_after(driver, events.EventUndone(number))
    assert [
        "Round 2: the host took it out.",
        "Round 2: the host had it count again.",
        "Round 3: the host took back the reveal.",
        "The host took back “Reopen round 3”.",
        "The host did again “Reopen round 3”.",
    ] == notes_after(driver, events.EventUndone(number, undone=False))


def test_a_note_about_a_reopened_round_hides_the_corrected_number() -> None:
    driver = three_rounds()
    notes = notes_after(driver, corrected((3, "2", 77)), corrected((3, "1", 78), (3, "3", 79)))
    assert any("77" in note for note in notes)
    notes = notes_after(driver, game_events.RoundReopened(1, 3))
    assert [
        "Round 3: the host corrected what Bob had played.",
        "Round 3: the host corrected what Ann and Cyd had played.",
    ] == notes[:2]
    assert "77" not in str(driver.views()["results"])


def test_renamed_merged_removed_and_resting_players_are_noted() -> None:
    driver = three_rounds()
    driver.do(device("3"), membership.leave_room)
    assert [
        "Cyd has left.",
        "The host renamed Ann to Anna.",
        "The host had Bob sit out.",
        "The host had Bob play again.",
        "Cyd came back.",
        "The host sent Bob away.",
        "The host unblocked Bob.",
        "The host made one of Cyd again and Cyd.",
        "Whoever runs this server closed the room.",
        "Whoever runs this server opened the room again.",
    ] == notes_after(
        driver,
        events.PlayerRenamed("1", "Anna"),
        events.SatOut("2"),
        events.SatOut("2", out=False),
        events.PlayerReturned("3"),
        events.PlayerRemoved("2", blocked=True),
        events.PlayerUnblocked("2"),
        events.PlayerJoined("4", "Cyd again", ""),
        events.PlayersMerged("4", "3"),
        events.RoomClosed(closed=True),
        events.RoomClosed(closed=False),
    )


def test_D5_a_corrected_call_is_noted_and_in_an_evening_of_several_games_the_game() -> None:
    driver = played("median", "high 3 4 5 6")
    assert ["Round 1: the host corrected the call from high to low."] == notes_after(
        driver, game_events.PlaysCorrected(1, (), (game_events.CorrectedCall(1, "low"),))
    )
    driver = three_rounds()
    driver.do(HOST, room_control.start_game, lambda _: {"nesting": [3, 2]}, game="good-enough")
    driver.play_trick(*["1 2 3"] * 4)
    event = corrections.correct_plays(driver.room, HOST, "2.4", {(4, "1"): "9"})
    assert ["Game 2 of the evening, game 2, round 1: the host corrected Ann from 1 to 9."] == notes_after(
        driver, event
    )


def test_phones_that_were_given_a_seat_are_noted_with_what_their_players_say() -> None:
    driver = three_rounds()
    for giver in ("", HOST):  # earlier releases did not store who had given a link
        driver.apply(events.DeviceLinked("1", "new", f"link{giver}", giver), "new")
    for phone, is_own in (("new", True), ("other", False)):
        driver.apply(events.ClaimAccepted("1", phone), HOST)
        driver.apply(events.PhoneVouched("1", phone, is_own), device("1"))
    assert [
        "Ann plays on another phone now.",
        "Ann said: the other phone is mine.",
        "The host had another phone play as Ann.",
        "Ann said: that was not me. That phone plays as Ann no more.",
    ] == notes_after(driver)


_COMING_AND_GOING = tuple(
    (leaving(seat), coming(seat))
    for seat in "12"
    for leaving, coming in (
        (events.PlayerLeft, events.PlayerReturned),
        (events.SatOut, lambda seat: events.SatOut(seat, out=False)),
    )
)
_steps = st.lists(st.tuples(st.sampled_from([*_COMING_AND_GOING, ()]), st.integers(1, 4)), max_size=9)


@given(_steps, st.booleans())
def test_who_comes_and_goes_again_and_again_is_told_as_one_who_did_once(steps: Any, ends_away: bool) -> None:
    told = []
    for is_once in (False, True):
        driver = RoomDriver(three_rounds().room, random.Random(1))
        for acts, times in steps:  # without acts, a round is revealed
            for event in acts * (1 if is_once else times):
                driver.apply(event, device(event.seat))
            if not acts:
                driver.apply(game_events.PlaysEntered(*driver.game.here, {"1": 3, "2": 5, "3": 7}), HOST)
        if ends_away:
            driver.apply(events.PlayerLeft("3"), device("3"))
        told.append((notes_after(driver), news_sentences(driver.room)))
    assert told[0] == told[1]


def form_of(driver: RoomDriver, number: int, plays: dict[tuple[int, str], str] | None = None) -> Any:
    """Return the form of a round of the first game with a correction and what it would change."""
    plays = plays or {}
    event = corrections.correct_plays(driver.room, HOST, f"1.{number}", plays)
    return correction_form(driver.room, (driver.game, number), plays, "", event)


def test_a_card_is_chosen_of_all_by_suit_and_what_stands_there_is_chosen() -> None:
    form = form_of(played("saichugen", "3H 7H 9S"), 1)
    field = form.fields[0]
    assert ["S", "H", "D", "C"] == list(dict.fromkeys(choice.suit for choice in field.choices))
    assert ["A", "2", "3"] == [choice.rank for choice in field.choices[:3]]
    assert (1, "1", "3H") == (field.number, field.seat, field.text)
    assert field.is_changed is False


def test_a_later_card_that_cannot_be_then_stands_in_the_form_with_its_trick_and_why() -> None:
    form = form_of(played("saichugen", "3H 7H 9S", "4C KD 2S"), 1, {(1, "1"): "KD"})
    [other] = form.others
    assert (2, "2", "Round 1, trick 2", "KD") == (
        other.number,
        other.seat,
        other.where,
        other.text,
    )
    assert "Struck if it stays: it was laid in round 1, trick 1 by " in other.why
    assert 1 == form.voided


@pytest.mark.parametrize("hidden", [True, False])
def test_a_preview_tells_no_scores_that_are_hidden(hidden: bool) -> None:
    driver = played("good-enough", "10 20 30", rounds=3)
    driver.do(HOST, room_control.set_room, hides_scores=hidden)
    changes = form_of(driver, 1, {(1, "1"): "20", (1, "2"): "10"}).changes
    assert hidden is ("scores are hidden" in " ".join(changes))


def test_an_undo_is_unsurprising_if_it_takes_back_a_correction_or_the_last_round_at_most() -> None:
    driver = played("good-enough", "1 2 3", "1 2 3")
    before, undo = driver.room, events.EventUndone(driver.room.undo[-1])
    assert is_unsurprising(before, before, undo)
    assert is_unsurprising(before, apply(before, corrections.reopen_round(before, HOST, "1.2")), undo)
    assert not is_unsurprising(before, with_games(before, ()), undo)
    assert not is_unsurprising(before, replace(before, devices={}), undo)
    driver.do(HOST, corrections.correct_plays, "1.1", {(1, "1"): "9"})
    assert is_unsurprising(driver.room, before, events.EventUndone(driver.room.undo[-1]))
    assert not is_unsurprising(driver.room, before, undo)


NAMES = ("Ann", "Bob", "Cyd")


def after(winners: str, **options: object) -> RoomDriver:
    driver = started_game("good-enough", NAMES, rounds=9, **options)
    win_rounds(driver, winners)
    return driver


@pytest.mark.parametrize(
    ("winners", "options", "count"),
    [
        ("A", {}, "0 and 1 are in the middle: all 3 share the win."),
        ("ABB", {}, "1 is in the middle: Ann wins."),
        (".", {}, "0 is in the middle: all 3 share the win."),
        ("BBCC.", {"tie_break": "peel"}, "Bob wins."),
    ],
)
def test_it_says_who_would_win_now(winners: str, options: dict[str, object], count: str) -> None:
    driver = after(winners, **options)
    assert count == end_game_view(driver.room, driver.game, is_announced=True).outcome
    assert "" == end_game_view(driver.room, driver.game, is_announced=False).outcome


def test_where_the_most_win_no_middle_is_named() -> None:
    driver = started_game("median", NAMES, hand=3, lowest="9")
    driver.play_trick("9 10 J")
    assert "Bob wins." == end_game_view(driver.room, driver.game, is_announced=True).outcome


def test_it_says_what_of_the_open_round_is_lost() -> None:
    driver = after("AB")
    view = end_game_view(driver.room, driver.game, is_announced=True)
    assert ("1.3", "End it after round 2?", "") == (view.round_id, view.heading, view.dropped)
    driver.submit("1", 5)
    view = end_game_view(driver.room, driver.game, is_announced=True)
    assert view.dropped.endswith("is open: what was sent for it does not count.")


LOGGED: Sequence[tuple[str, Callable[[RoomDriver], events.Event | None]]] = [
    ("Zoe joined", lambda at: membership.join_room(at.room, "z", "Zoe")),
    ("Zoe left", lambda at: membership.leave_room(at.room, "z")),
    ("Zoe came back", lambda at: membership.return_to_room(at.room, "z")),
    ("Zoe is called Zed now", lambda at: membership.rename_player(at.room, HOST, "4", "Zed")),
    (
        "game 1 began: It's Good Enough, 4 players",
        lambda at: room_control.start_game(at.room, HOST, lambda _: {"rounds": 3}),
    ),
    ("game 1 was taken back", lambda at: corrections.undo_last(at.room, HOST, str(at.room.undo[-1]))),
    (
        "game 1 began: It's Good Enough, 4 players",
        lambda at: corrections.redo_last(at.room, HOST, str(at.room.redo[-1])),
    ),
    ("", lambda at: submissions.submit_play(at.room, "device1", at.round_id, "77")),
    ("round 1 of game 1 was revealed", lambda at: submissions.close_round(at.room, HOST, at.round_id)),
    ("round 1 of game 1 was taken back", lambda at: corrections.reopen_round(at.room, HOST, "1.1")),
    ("round 1 of game 1 was revealed", lambda at: submissions.close_round(at.room, HOST, at.round_id)),
    ("game 1 is over", lambda at: room_control.end_game(at.room, HOST, at.round_id)),
    ("another browser is host now", lambda _: events.HostAdded("other", "link")),
    ("another phone plays as Ann now", lambda _: events.ClaimAccepted("1", "new")),
    ("a phone plays as Ann no more", lambda _: events.PhoneVouched("1", "new", is_own=False)),
    ("Cyd has no seat of his or her own any more", lambda _: events.PlayersMerged("3", "2")),
]
"""What happens in a room of three, one thing after the other, and the line that is logged of it."""


def test_what_happens_is_logged_in_a_line_each_and_no_number_is() -> None:
    driver = open_room("good-enough", 3)
    for line, act in LOGGED:
        before = driver.room
        driver.apply(act(driver), device("1") if "no more" in line else HOST)
        assert [line] * bool(line) == [*event_log.log_lines(before, driver.room)][-1:]


def test_no_log_line_of_an_evening_has_a_card_or_a_device_and_numbers_are_counts() -> None:
    driver = whole_evening()
    room, lines = Room("AB23"), []
    for act in driver.acts:
        following = apply(room, act)
        lines += event_log.log_lines(room, following)
        room = following
    assert 5 == sum("began" in line for line in lines)
    assert sum(len(game.rounds) for game in room.games) == sum("revealed" in line for line in lines)
    counting = re.compile(
        r"((game|hand) \d+, )?(round \d+, )?(round|trick) \d+ of game \d+ was revealed"
        r"|game \d+ (is over|began: .*, 3 players)|\w+ joined"
    )
    assert [] == [line for line in lines if not counting.fullmatch(line)]
