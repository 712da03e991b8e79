"""The results of the evening, with all revealed plays and no hidden ones; and each round as it was."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest

from companion.room import events
from companion.room.commands import corrections
from companion.screens.public import public_part
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    correct_play,
    each_kind,
    play_moments,
    play_out,
    played,
    replays,
    start_game_driver,
    whole_evening,
)
from tests.support.views import replay_view, results_view


def game(driver: RoomDriver, number: int = 1) -> Any:
    return results_view(driver.room).games[number - 1]


def table(found: Any) -> dict[str, list[str]]:
    """Write the cells of the first group, each as what was shown and what became of it."""
    columns = [column for columns in found.groups[0].tables for column in columns]
    written: dict[str, list[str]] = {}
    for place, (_, name) in enumerate(found.players):
        cells = [column.cells[place] for column in columns]
        texts = [(face.sign if face else "", fate, "✎" * is_corrected) for face, fate, is_corrected in cells]
        written[name] = [" ".join(filter(None, each)) for each in texts]
    return written


def labels(found: Any) -> list[str]:
    return [column.label for each in found.groups for columns in each.tables for column in columns]


def three_rounds() -> RoomDriver:
    return played("good-enough", "1 2 3", "5 5 9", "4 5 6", rounds=3)


def test_G3_G4_every_number_has_a_sign_for_its_outcome() -> None:
    found = game(three_rounds())
    assert {
        "Ann": ["1 outside", "5 disqualified", "4 outside"],
        "Bob": ["2 middle", "5 disqualified", "5 middle"],
        "Cyd": ["3 outside", "9 middle", "6 outside"],
    } == table(found)
    assert ("2", "5") == (found.samples["middle"], found.samples["disqualified"])
    assert (("1", "Ann"), ("2", "Bob"), ("3", "Cyd")) == found.players
    [group] = found.groups
    assert ((("0", False), ("2", False), ("1", True)), "points") == (group.totals, group.figure)


def test_G5_only_a_finished_game_has_a_winner_and_reasons() -> None:
    driver = played("good-enough", "1 2 3", rounds=3)
    assert (None, "This game is still going on") == (game(driver).final, game(driver).state)
    assert ["1"] == labels(game(driver))
    over = game(three_rounds())
    assert over.final is not None
    reason = "The points are 0, 1 and 2; the middle is 1, and only Cyd has it."
    assert ("Cyd wins", reason, "") == (over.final.headline, over.final.steps[0].sentence, over.state)


def test_a_corrected_cell_is_marked() -> None:
    driver = three_rounds()
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "2"), HOST)
    found = game(driver)
    assert ["2 disqualified ✎", "5 disqualified", "4 outside"] == table(found)["Ann"]
    assert "✎" == found.samples["corrected"]


def test_a_void_round_is_shown_and_does_not_count() -> None:
    driver = three_rounds()
    driver.do(HOST, corrections.void_round, "1.2")
    found, replay = game(driver), replays(driver)[1]
    assert ["1", "void", "2"] == labels(found)
    assert ["2 middle", "5", "5 middle"] == table(found)["Bob"]
    assert ("Round 2, void", True) == (replay.heading, replay.void)
    assert ("It is void, and does not count.",) == replay.notes
    assert ["5", "9"] == [play.face.sign for play in replay.last.plays]
    assert ({"Ann": 0, "Bob": 1, "Cyd": 0}, None, ()) == (points(replay.rows), replay.final, replay.parts)


def test_changed_options_are_listed_with_the_names_of_players() -> None:
    assert [
        (("Lowest number", "−9"), ("Highest number", "9"), ("Rounds", "3")),
        (("Target", "1"),),
        (("Cards in hand", "3"), ("Lowest card", "9"), ("Dealer", "Cyd")),
        (("Rounds", "2"), ("Games", "2")),
        (("Who scores", "The number closest to the mean"), ("Match", "3, 2")),
    ] == [found.options for found in results_view(whole_evening().room).games]


def test_nested_games_are_sections_that_name_their_winners() -> None:
    found = game(whole_evening(), 4)
    assert ["Game 1, round 1", "Game 1, round 2", "Game 2, round 1", "Game 2, round 2"] == [
        each.heading for each in found.groups
    ]
    ended = [[headline.partition(":")[0] for headline in each.ended] for each in found.groups[:2]]
    assert [["Game 1, round 1"], ["Game 1, round 2", "Game 1"]] == ended
    assert {"sum"} == {each.figure for each in found.groups}


def test_a_card_that_became_impossible_is_said_to_be_struck_with_its_trick_and_why() -> None:
    driver = played("mediocrity", "3 5 7", "4 6 8")
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "6"), HOST)
    sentence = "Hand 1, trick 2: Bob’s 6 is struck: it was discarded in hand 1, trick 1."
    assert (sentence,) == game(driver).struck
    assert "6 struck" == table(game(driver))["Bob"][1]


def test_a_card_that_all_its_copies_were_laid_of_is_struck_with_where_and_by_whom() -> None:
    driver = played("median", "7 7 9", "7 3 4", "7 5 6")
    driver.apply(correct_play(driver.room, HOST, "1.1", "3", "7"), HOST)
    [sentence] = game(driver).struck
    assert sentence == (
        "Round 3: Ann’s 7 is struck: it was laid 4 times, in round 1 by Ann, round 1 by Bob, round 1 by Cyd"
        " and round 2 by Ann."
    )


KINDS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, True, {"entry": "cards", "cards": 20, "points_target": 4}),
    ("good-enough", 3, False, {"entry": "lists", "rounds": 3}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "peel+sudden-death"}),
    ("median", 4, True, {"lowest": "7"}),
    ("saichugen", 3, False, {"rounds": 2, "tricks": 2}),
]


@each_kind(*KINDS)
def test_results_with_void_rounds_can_be_shown(kind: Kind) -> None:
    driver = kind.start(2)
    play_out(driver, 2)
    for number in range(1, driver.game.round_number):
        driver.apply(events.RoundVoided(1, number, void=True), HOST)
        assert driver.game.round_number - 1 == len(labels(game(driver))) == len(replays(driver))
        driver.apply(events.RoundVoided(1, number, void=False), HOST)


# Replays


def replay(driver: RoomDriver, number: int) -> Any:
    return replay_view(driver.room, driver.game, number)


def points(rows: Sequence[Any]) -> dict[str, int | None]:
    return {row.name: row.points for row in rows}


@pytest.mark.parametrize(
    ("kind", "dealt", "options"),
    [
        ("good-enough", False, {"nesting": [3, 2]}),
        ("good-enough", True, {"entry": "cards", "cards": 20, "rounds": 3}),
        ("mediocrity", False, {"target": 1}),
        ("median", True, {"lowest": "9"}),
        ("saichugen", True, {"rounds": 2, "games": 2}),
    ],
)
def test_a_replay_shows_what_the_TV_showed(kind: str, dealt: bool, options: dict[str, Any]) -> None:
    driver = start_game_driver(kind, 3, 1, dealt, **options)
    seen = {state.round_number - 1: public_part(driver.room) for state in play_moments(driver, 1)}
    seen[driver.game.round_number - 1] = public_part(driver.room)
    for number, then in seen.items():
        if number:
            again = replay(driver, number)
            assert (then.last, then.open, then.parts) == (again.last, again.open, again.parts)
            assert (then.figure, points(then.rows)) == (again.figure, points(again.rows))


def test_only_the_replay_of_the_last_round_shows_the_end() -> None:
    found = replays(three_rounds())
    assert [None, None, "Cyd wins"] == [each.final and each.final.headline for each in found]


def test_rounds_link_to_each_other_through_the_whole_evening() -> None:
    everything = replays(whole_evening())
    assert (None, None) == (everything[0].before, everything[-1].next)
    for one, other in pairwise(everything):
        assert (other.game, other.number) == one.next[:2]
        assert (one.game, one.number) == other.before[:2]
    assert "Game 2: hand 1, trick 1" == everything[2].next[2]


def test_a_round_after_an_end_caused_by_a_correction_does_not_count() -> None:
    driver = played("good-enough", "1 1 1", "1 2 3", "1 2 3", points_target=2, tie_break="peel")
    for seat, number in (("1", "0"), ("2", "2")):
        driver.apply(correct_play(driver.room, HOST, "1.1", seat, number), HOST)
    last = replay(driver, 3)
    assert ("After round 2, struck", True, None) == (last.heading, last.void, last.last)
    assert ("The game was over before, so it does not count.",) == last.notes
