"""The results of the evening: every game with all revealed plays and no hidden ones."""

from typing import Any

import pytest

from companion.room import events
from companion.room.commands import corrections, membership, submissions
from companion.views.results import GameReport, ResultCell, ResultsView, results_view
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


def test_the_results_are_empty_before_a_round_is_revealed() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    assert ("Nothing is revealed yet", (), None) == (
        results_view(driver.room).summary,
        results_view(driver.room).games,
        results_view(driver.room).standing,
    )


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


def test_G8_a_player_without_a_play_was_absent() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    driver.submit("1", 5)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    assert {"Ann": ["5 scores"], "Bob": ["absent"], "Cyd": ["absent"]} == table(game(driver))


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
        [part.heading for part in each.ended] for each in found.groups[:2]
    ]
    assert {"sum"} == {each.figure for each in found.groups}


@pytest.mark.parametrize("seed", range(3))
def test_every_round_of_every_kind_of_game_is_listed_once(seed: int) -> None:
    driver = whole_evening(seed)
    for table_, found in zip(driver.room.games, results_view(driver.room).games, strict=True):
        sheets = [sheet for each in found.groups for sheet in each.tables]
        numbers = [column.number for sheet in sheets for column in sheet.columns]
        assert list(range(1, table_.round_number)) == numbers
        shown = [cell for sheet in sheets for column in sheet.columns for cell in column.cells]
        assert sum(len(row.reveal.plays) for row in table_.rounds) == sum(
            cell.card is not None for cell in shown
        )
        assert (found.score_chart is None) == (len(table_.score.root.parts) < 2)
        assert ((), "") == (found.struck, found.state)


def test_wide_games_are_split_into_tables_that_fit_on_paper() -> None:
    driver = start_game_driver("good-enough", 3, rounds=15, high=10**8)
    for number in range(15):
        driver.play_trick(f"{10**8 - number} 2 3")
    sheets = game(driver).groups[0].tables
    assert [4, 4, 4, 3] == [len(sheet.columns) for sheet in sheets]
    assert [0, 0, 0, 3] == [len(sheet.totals) for sheet in sheets]


def test_a_card_that_became_impossible_is_said_to_be_struck_with_its_trick_and_why() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.play_trick("3 5 7")
    driver.play_trick("4 6 8")
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "6"), HOST)
    assert ("Hand 1, trick 2: Bob’s 6 is struck: it was discarded in hand 1, trick 1.",) == game(
        driver
    ).struck
    assert "6 struck" == table(game(driver))["Bob"][1]


def test_a_struck_card_names_the_trick_as_played_also_after_a_void_one() -> None:
    driver = start_game_driver("mediocrity", 3)
    for cards in ("2 3 4", "3 5 7", "4 6 8"):
        driver.play_trick(cards)
    driver.apply(events.RoundVoided(1, 1, void=True), HOST)
    driver.apply(correct_play(driver.room, HOST, "1.2", "2", "6"), HOST)
    assert ("Hand 1, trick 2: Bob’s 6 is struck: it was discarded in hand 1, trick 1.",) == game(
        driver
    ).struck


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


def test_results_of_a_game_with_only_void_rounds_can_be_shown() -> None:
    driver = three_rounds()
    for number in (1, 2, 3):
        driver.apply(corrections.void_round(driver.room, HOST, f"1.{number}"), HOST)
    assert ["void"] * 3 == labels(game(driver))
    assert all(each.void for each in replays(driver))


def test_merged_seats_have_one_name() -> None:
    driver = three_rounds()
    driver.apply(membership.add_player(driver.room, HOST, "Cyd again"), HOST)
    driver.apply(membership.merge_players(driver.room, HOST, "4", "3"), HOST)
    assert ["Ann", "Bob", "Cyd"] == [each.name for each in game(driver).groups[0].players]
    assert isinstance(results_view(driver.room), ResultsView)
