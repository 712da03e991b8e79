"""The results of the evening: every game with all revealed plays and no hidden ones."""

from typing import Any

import pytest

from companion.room import events
from companion.room.commands import corrections
from companion.screens.results import GameReport, ResultCell, results_view
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    play_out,
    replays,
    start_game_driver,
    whole_evening,
)


def game(driver: RoomDriver, number: int = 1) -> GameReport:
    """Return one of the games of the results."""
    return results_view(driver.room).games[number - 1]


def table(found: GameReport) -> dict[str, list[str]]:
    """Write the cells of the first stretch, each as what was shown and what became of it."""
    columns = [column for sheet in found.groups[0].tables for column in sheet.columns]
    players = [each.name for each in found.groups[0].players]
    return {name: [_text(column.cells[place]) for column in columns] for place, name in enumerate(players)}


def _text(cell: ResultCell) -> str:
    shown = cell.card.sign if cell.card else ""
    return " ".join(filter(None, (shown, cell.fate, "✎" if cell.corrected else "")))


def labels(found: GameReport) -> list[str]:
    return [column.label for each in found.groups for sheet in each.tables for column in sheet.columns]


def three_rounds() -> RoomDriver:
    """Play a game of three rounds of three players."""
    driver = start_game_driver("good-enough", 3, rounds=3)
    for numbers in ("1 2 3", "5 5 9", "4 5 6"):
        driver.play_trick(numbers)
    return driver


def test_G3_G4_every_number_has_a_sign_for_its_outcome() -> None:
    found = game(three_rounds())
    assert {
        "Ann": ["1", "5 disqualified", "4"],
        "Bob": ["2 scores", "5 disqualified", "5 scores"],
        "Cyd": ["3", "9 scores", "6"],
    } == table(found)
    assert [("2", "scores"), ("5", "disqualified")] == [(each.text, each.word) for each in found.samples]
    assert [("1", "Ann"), ("2", "Bob"), ("3", "Cyd")] == [
        (each.seat, each.name) for each in found.groups[0].players
    ]
    [stretch] = found.groups
    assert (("0", "2", "1"), "points") == (
        tuple(total.points for total in stretch.tables[-1].totals),
        stretch.figure,
    )
    assert [False, False, True] == [total.won for total in stretch.tables[-1].totals]


def test_G5_only_a_finished_game_has_a_winner_and_reasons() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    driver.play_trick("1 2 3")
    assert (None, "This game is still going on") == (game(driver).final, game(driver).state)
    assert ["1"] == labels(game(driver))
    over = game(three_rounds())
    assert over.final is not None
    assert ("Cyd wins", "The points are 0, 1 and 2; the middle is 1, and only Cyd has it.", "") == (
        over.final.headline,
        over.final.steps[0].sentence,
        over.state,
    )


def test_a_corrected_cell_is_marked() -> None:
    driver = three_rounds()
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "2"), HOST)
    found = game(driver)
    assert ["2 disqualified ✎", "5 disqualified", "4"] == table(found)["Ann"]
    assert ("✎", "corrected") in [(each.text, each.word) for each in found.samples]


def test_a_void_round_is_listed_without_a_number_and_does_not_count() -> None:
    driver = three_rounds()
    driver.apply(corrections.void_round(driver.room, HOST, "1.2"), HOST)
    found = game(driver)
    assert ["1", "void", "2"] == labels(found)
    assert ["2 scores", "5", "5 scores"] == table(found)["Bob"]
    void = found.groups[0].tables[0].columns[1]
    assert ("Round 2, void", {("", "")}) == (void.heading, {(cell.fate, cell.word) for cell in void.cells})


def test_changed_options_are_listed_with_the_names_of_players() -> None:
    driver = whole_evening()
    assert [
        [("Lowest number", "−9"), ("Highest number", "9"), ("Rounds", "3")],
        [("Target", "1")],
        [("Cards in hand", "3"), ("Lowest card", "9"), ("Dealer", "Cyd")],
        [("Rounds", "2"), ("Games", "2")],
        [("Who scores", "The number closest to the mean"), ("Match", "3, 2")],
    ] == [[(each.label, each.value) for each in found.options] for found in results_view(driver.room).games]


def test_nested_games_are_sections_that_name_their_winners() -> None:
    driver = whole_evening()
    found = results_view(driver.room).games[3]
    assert ["Game 1, round 1", "Game 1, round 2", "Game 2, round 1", "Game 2, round 2"] == [
        each.heading for each in found.groups
    ]
    assert [["Game 1, round 1"], ["Game 1, round 2", "Game 1"]] == [
        [part.headline.split(":")[0] for part in each.ended] for each in found.groups[:2]
    ]
    assert {"sum"} == {each.figure for each in found.groups}


def test_a_card_that_became_impossible_is_said_to_be_struck_with_its_trick_and_why() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("3 5 7")
    driver.play_trick("4 6 8")
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "6"), HOST)
    assert ("Hand 1, trick 2: Bob’s 6 is struck: it was discarded in hand 1, trick 1.",) == game(
        driver
    ).struck
    assert "6 struck" == table(game(driver))["Bob"][1]


KINDS: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, True, {"entry": "cards", "cards": 20, "points_target": 4}),
    ("good-enough", 3, False, {"entry": "lists", "rounds": 3}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "peel+sudden-death"}),
    ("median", 4, True, {"lowest": "7"}),
    ("saichugen", 3, False, {"rounds": 2, "tricks": 2}),
]


@pytest.mark.parametrize(("kind", "players", "dealt", "options"), KINDS)
def test_results_with_void_rounds_can_be_shown(
    kind: str, players: int, dealt: bool, options: dict[str, Any]
) -> None:
    driver = start_game_driver(kind, players, 2, dealt, **options)
    play_out(driver, 2)
    for number in range(1, driver.game.round_number):
        driver.apply(events.RoundVoided(1, number, void=True), HOST)
        assert driver.game.round_number - 1 == len(labels(game(driver)))
        assert replays(driver)
        driver.apply(events.RoundVoided(1, number, void=False), HOST)
