"""What screens say of the insights: which numbers would have scored, and charts within their frame."""

from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given, settings

from companion.room.state import Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.games.good_enough import GoodEnough
from companion.rules.results import Leaf, Reveal, Score, ShowdownRound
from companion.screens.outcomes import all_endings, all_outcomes, scoring_numbers, would_score
from tests.support.number_games import random_records, score
from tests.support.phone_words import player_outcome, told
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import started_game, submit_plays
from tests.support.views import results_view

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


def revealed(*rounds: Sequence[object], **options: object) -> RoomDriver:
    driver = started_game("good-enough", NAMES[: len(rounds[0])], **options)
    for plays in rounds:
        submit_plays(driver, plays)
    return driver


# The numbers that would have scored


@pytest.mark.parametrize(
    ("ranges", "taken", "sentence"),
    [
        ((range(24, 42),), (), "24 to 41 would have scored."),
        ((range(37, 38),), (), "37 would have scored."),
        ((range(24, 37), range(38, 42)), {37}, "24 to 41 would have scored. Not 37: that was taken."),
        (
            (range(2), range(3, 4), range(5, 9)),
            {2, 4},
            "0 to 8 would have scored. Not 2 and 4: those were taken.",
        ),
        (
            (range(1), range(2, 3), range(4, 5), range(6, 7), range(8, 9)),
            {1, 3, 5, 7},
            "0 to 8 would have scored, but for those that were taken.",
        ),
        ((range(3), range(50, 101)), {37}, "0 to 2 and 50 to 100 would have scored."),
        ((), {36, 37}, "No other number would have scored."),
    ],
)
def test_what_would_have_scored_is_a_sentence(ranges, taken, sentence):
    leaf = Leaf(kind="round", winners=(), finished=True, plays={f"P{number}": number for number in taken})
    assert sentence == would_score(leaf, "you", ranges)


@settings(max_examples=25)
@given(random_records())
def test_the_numbers_that_would_have_scored_score_when_the_game_is_scored_again(found: Record) -> None:
    for place, leaf in enumerate(games.score(found).leaves()):
        for player in leaf.plays:
            ranges = scoring_numbers(found.rules, leaf, player)
            for number in range(found.rules.high + 1) if ranges is not None else ():  # type: ignore[attr-defined]
                other = Reveal({**leaf.plays, player: number})
                again = games.score(replace(found, reveals=(*found.reveals[:place], other)))
                assert any(number in each for each in ranges or ()) == succeeds(again, place, player)


def succeeds(score: Score, place: int, player: str) -> bool:
    """Return whether a player scores in a round, or stays in one of a showdown."""
    leaf = tuple(score.leaves())[place]
    return player in (leaf.left if isinstance(leaf, ShowdownRound) else leaf.winners)


@pytest.mark.parametrize(("players", "high"), [(61, 100), (4, 1000)])
def test_of_many_players_or_numbers_it_is_not_said_which_would_have_scored(players: int, high: int) -> None:
    found = score("\n".join(f"P{n} {n}" for n in range(players)), high=high)
    [leaf] = found.leaves()
    assert scoring_numbers(GoodEnough(high=high), leaf, "P0") is None


def test_G16_in_a_showdown_they_would_have_stayed() -> None:
    tied = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    driver = revealed(*tied, (10, 50, 90), rounds=3, tie_break="showdown")
    low, stays = player_outcome(driver.room, "1"), player_outcome(driver.room, "2")
    assert ("51 to 89 would have stayed.", "") == (low.would, stays.would)


def test_a_phone_says_how_far_off_a_number_was_and_which_would_have_scored() -> None:
    driver = revealed((24, 37, 41, 64))
    high, won = player_outcome(driver.room, "4"), player_outcome(driver.room, "2")
    assert high is not None
    assert won is not None
    sentence = "41 scored. 25 to 40 would have scored. Not 37: that was taken."
    assert ("Too high by 23", sentence) == told(high)
    assert [(75, 45, "25–40")] == [*high.gap.bands()]
    assert ("", None) == (won.would, won.gap)


def insights_of(room: Room) -> object:
    """Return all that is told of the insights on phones and with the results."""
    found = results_view(room).games[0]
    charts = (found.drift_chart, found.picks_chart)
    return all_outcomes(room), all_endings(room), charts


def test_the_insights_of_a_corrected_game_are_those_of_the_game_played_right() -> None:
    wrong = ((10, 42, 37, 88), (50, 8, 20, 30), (1, 2, 2, 4))
    right = ((10, 42, 37, 88), (50, 88, 20, 30), (1, 2, 3, 4))
    driver, expected = revealed(*wrong, rounds=3), revealed(*right, rounds=3)
    assert insights_of(driver.room) != insights_of(expected.room)
    for number, seat, typed in ((2, "2", "88"), (3, "3", "3")):
        at = f"1.{number}"
        driver.apply(correct_play(driver.room, HOST, at, seat, typed), HOST)
    assert insights_of(driver.room) == insights_of(expected.room)
