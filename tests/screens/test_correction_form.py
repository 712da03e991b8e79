"""The form of a correction: what it holds, which other plays it shows, and what it tells beforehand."""

from dataclasses import replace
from typing import Any

import pytest

from companion.room import events
from companion.room.commands import corrections, room_control
from companion.room.reducer import apply
from companion.screens.corrections import correction_form, is_unsurprising
from tests.support.room_driver import HOST, RoomDriver, played


def form_of(driver: RoomDriver, number: int, plays: dict[tuple[int, str], str] | None = None) -> Any:
    """Return the form of a round of the first game with a correction and what it would change."""
    plays = plays or {}
    event = corrections.correct_plays(driver.room, HOST, f"1.{number}", plays)
    return correction_form(driver.room, (driver.game, number), plays, event=event)


def test_a_card_has_a_pad_by_suits_and_what_stands_there_is_chosen() -> None:
    form = form_of(played("saichugen", "3H 7H 9S"), 1)
    field = form["fields"][0]
    assert ["S", "H", "D", "C"] == [suit for suit, _ in field["pad"]]
    assert ["A", "2", "3"] == [key.rank for key in field["pad"][0][1][:3]]
    assert (1, "1", "3H") == (field["number"], field["seat"], field["text"])
    assert field["face"] == field["stands"]
    assert field["is_changed"] is False


def test_a_later_card_that_cannot_be_then_stands_in_the_form_with_its_trick_and_why() -> None:
    form = form_of(played("saichugen", "3H 7H 9S", "4C KD 2S"), 1, {(1, "1"): "KD"})
    [other] = form["others"]
    assert (2, "2", "Round 1, trick 2", "KD") == (
        other["number"],
        other["seat"],
        other["where"],
        other["text"],
    )
    assert "Struck if it stays: it was laid in round 1, trick 1 by " in other["why"]
    assert 1 == len(form["struck"])


def test_now_and_then_show_the_standing_and_who_wins() -> None:
    driver = played("good-enough", "10 20 30", rounds=3)
    now, then = form_of(driver, 1, {(1, "1"): "20", (1, "2"): "10"})["sides"]
    assert [(0, 2), (1, 1)] == [(box.points, box.count) for box in now[0]]
    assert [("2",), ("1",)] == [boxes[1].seats for boxes, _ in (now, then)]


@pytest.mark.parametrize("hidden", [True, False])
def test_a_preview_tells_no_scores_that_are_hidden(hidden: bool) -> None:
    driver = played("good-enough", "10 20 30", rounds=3)
    driver.do(HOST, room_control.set_room, hides_scores=hidden)
    now, then = form_of(driver, 1, {(1, "1"): "20", (1, "2"): "10"})["sides"]
    assert hidden is (not now[0]) is (not then[0])


def test_an_undo_is_unsurprising_if_it_takes_back_a_correction_or_the_last_round_at_most() -> None:
    driver = played("good-enough", "1 2 3", "1 2 3")
    before, undo = driver.room, events.EventUndone(driver.room.undo[-1])
    assert is_unsurprising(before, before, undo)
    assert is_unsurprising(before, apply(before, corrections.reopen_round(before, HOST, "1.2")), undo)
    assert not is_unsurprising(before, replace(before, games=()), undo)
    assert not is_unsurprising(before, replace(before, devices={}), undo)
    driver.do(HOST, corrections.correct_plays, "1.1", {(1, "1"): "9"})
    assert is_unsurprising(driver.room, before, events.EventUndone(driver.room.undo[-1]))
    assert not is_unsurprising(driver.room, before, undo)
