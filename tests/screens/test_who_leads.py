"""Who leads: every sentence on every screen names the player who leads now (D3, D9)."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

import pytest

from companion.screens.scoreboard import scoreboard
from tests.support.room_driver import RoomDriver, start_game_driver

TRICKS = ("high 5 7", "low 4 4", "high 3 3", "high 9 8", "low 2 2", "low 6 10")
"""For two players: won by Bob, two ties, won by Ann, a tie, won by Ann."""


def texts(shown: Any) -> Iterator[str]:
    if isinstance(shown, str):
        yield shown
    elif is_dataclass(shown):
        for each in fields(shown):
            yield from texts(getattr(shown, each.name))
    elif isinstance(shown, Mapping):
        yield from texts(tuple(shown.values()))
    elif isinstance(shown, tuple | list | frozenset):
        for each in shown:
            yield from texts(each)


def said_to_lead(driver: RoomDriver) -> set[str]:
    """Return the names that screens give to who leads, other than in the rules of the game."""
    words = {text for view in driver.views().values() for text in texts(view)}
    words -= {str(text) for text in driver.game.record.rules.how_to}
    about = [text for text in words if "leads" in text or "lead " in text]
    return {player.name for player in driver.room.players for text in about if player.name in text}


@pytest.mark.parametrize("lead", [None, "winner", "alternate", "loser"])
def test_D3_D9_of_two_players_every_sentence_names_the_one_who_leads_now(lead: str | None) -> None:
    driver = start_game_driver("median", 2, hand=2, lead=lead)
    for trick in (None, *TRICKS):
        if trick:
            driver.play_trick(trick)
        asked = driver.game.next_round
        leader = driver.room.name(asked.leader or "")
        assert {leader} == said_to_lead(driver)
        assert {leader} == {row.name for row in scoreboard(driver.room)[1] if row.first}


@pytest.mark.parametrize("lead", [None, "winner", "alternate", "loser"])
def test_D9_a_round_says_who_led_it_and_who_called(lead: str | None) -> None:
    driver = start_game_driver("median", 2, hand=2, lead=lead)
    for trick in TRICKS:
        asked = driver.game.next_round
        driver.play_trick(trick)
        [leaf] = driver.game.score.latest(1)
        about_lead = [reason for reason in leaf.reasons if reason.rule in ("D3", "D9")]
        assert {(asked.leader,)} == {reason.players for reason in about_lead}
        assert "led" in about_lead[0].sentence() or "turn to lead" in about_lead[0].sentence()
