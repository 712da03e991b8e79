"""Whole games of every kind, played in a room as its pages allow; exports say what the screens showed."""

from typing import Any

from companion.formats import csv_files, evening_record, record, text_report
from companion.room import events
from companion.room.commands import corrections, room_control
from companion.room.game_state import GameState
from companion.room.state import Room, standing_of
from companion.rules import games
from companion.screens.corrections import describe_changes, is_unsurprising
from companion.screens.voided import voided_in_evening
from tests.support.records import read_evening, read_record
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    correct_play,
    each_kind,
    is_consistent,
    open_room,
    play_moments,
    play_out,
    played,
    start_game_driver,
)

LISTS: dict[str, Any] = {"entry": "lists", "rounds": 3, "high": 9}
GAMES: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, False, {"rounds": 3}),
    ("good-enough", 4, False, {"low": -5, "high": 5, "scoring": "mean", "tie_break": "sudden-death"}),
    ("good-enough", 3, False, {"points_target": 6, "high": 20}),
    ("good-enough", 3, False, {"nesting": [3, 3], "tie_break": "peel+sudden-death"}),
    ("good-enough", 4, False, LISTS),
    ("good-enough", 3, False, {**LISTS, "nesting": [3, 2], "rounds": 3, "tie_break": "sudden-death"}),
    ("good-enough", 4, False, {"entry": "cards", "cards": 20, "rounds": 3}),
    ("good-enough", 4, True, {"entry": "cards", "cards": 20, "rounds": 3, "tie_break": "sudden-death"}),
    ("good-enough", 3, True, {"entry": "cards", "cards": 20, "points_target": 4}),
    ("good-enough", 4, False, {"rounds": 3, "tie_break": "showdown", "points": "number"}),
    ("good-enough", 6, False, {"rounds": 3, "tie_break": "peel+showdown", "offsets": True, "high": 9}),
    ("good-enough", 4, False, {"nesting": [3, 2], "tie_break": "showdown", "scoring": "mean"}),
    ("lowest-alone", 4, False, {}),
    ("middle-bid", 4, False, {"cards": 5}),
    ("mediocrity", 5, False, {"target": 1}),
    ("median", 3, False, {}),
    ("median", 4, False, {"lowest": "9", "hand": 3, "dealer": "3"}),
    ("median", 4, True, {"lowest": "7"}),
    ("median", 2, True, {"lowest": "10", "lead": "loser"}),
    ("median", 6, True, {"decks": 2, "lowest": "8", "hand": 4}),
    ("saichugen", 3, False, {"rounds": 2}),
    ("saichugen", 3, True, {"games": 3, "rounds": 2, "tricks": 2}),
    ("mediocrity", 3, False, {"target": 2, "keep": "results"}),
    ("median", 4, False, {"lowest": "10", "keep": "results"}),
    ("saichugen", 3, False, {"rounds": 2, "keep": "results"}),
]


@each_kind(*GAMES)
def test_the_indexes_of_a_room_agree_with_its_contents_while_it_plays(kind: Kind) -> None:
    """At its end nothing is left over, and its exports say what the screens show."""
    driver = kind.start(5)
    for _ in play_moments(driver, 5):
        assert is_consistent(driver.room)
    assert is_consistent(driver.room)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)
    check_exports(driver.room)


@each_kind(*(game for game in GAMES if not game[2]))
def test_the_host_alone_can_enter_a_whole_game(kind: Kind) -> None:
    driver = kind.start(phones=False)
    play_out(driver, 7, keeper=True)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)


# Exports say what the screens showed: read and scored again, whatever was undone, voided or corrected.


def check_exports(room: Room) -> None:
    for game in room.games:
        if game.rounds:
            check_game(room, game)
    check_evening(room)


def check_game(room: Room, game: GameState) -> None:
    names = {seat: room.name(seat) for seat in game.record.players}
    exported = record.rename_record_players(game.exported_record, names)
    read = read_record(record.dump_record(record.record_to_document(exported)))
    assert exported == read
    again = record.rename_record_players(read, {name: seat for seat, name in names.items()})
    assert record.result_document(game.score) == record.result_document(games.score(again))


def check_evening(room: Room) -> None:
    evening = evening_record.evening_of_room(room)
    document = evening_record.evening_to_document(evening)
    read = read_evening(evening_record.dump_evening(document))
    assert evening == read
    played = [game for game in room.games if game.record.reveals and not game.is_final]
    finished = [game for game in played if game.score.root.finished]
    assert finished == list(room.finished_games)
    result, on_screens = evening_record.evening_result(read), standing_of(finished)
    assert {room.name(seat): steps for seat, steps in on_screens.steps.items()} == result.standing.steps
    csv_files.table_csv(csv_files.rounds_table(read))
    csv_files.table_csv(csv_files.scores_table(read))
    text_report.evening_report(result, read.final)
    for game in read.games:
        text_report.text_report(game, games.score(game))


def voided(driver: RoomDriver) -> tuple[str, ...]:
    """Return the sentences for what is voided, once the exports have been checked."""
    check_exports(driver.room)
    return voided_in_evening(driver.room)


def test_a_corrected_card_strikes_the_later_one_and_the_export_says_so() -> None:
    driver = played("saichugen", "8H 6C KD", "2C 9S 3D")
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "9S"), HOST)
    assert (
        "Round 1, trick 2: Bob’s 9 of spades is struck: it was laid in round 1, trick 1 by Ann.",
    ) == voided(driver)
    [_, second] = record.record_to_document(driver.game.exported_record)["rounds"]
    assert {"plays": {"1": "2C", "3": "3D"}, "struck": {"2": "9S"}} == second
    driver.undo()
    assert () == voided(driver)


def test_undoing_a_void_strikes_what_was_laid_again_and_redoing_it_takes_that_back() -> None:
    driver = played("mediocrity", "2 7 K")
    driver.do(HOST, corrections.void_round, "1.1")
    driver.play_trick("3 7 Q")
    before = driver.room
    driver.undo()
    sentence = "Hand 1, trick 2: Bob’s 7 is struck: it was discarded in hand 1, trick 1."
    assert (sentence,) == voided(driver)
    assert sentence in describe_changes(before, driver.room)
    assert not is_unsurprising(before, driver.room, events.EventUndone(before.undo[-1]))
    driver.redo()
    assert () == voided(driver)


def test_rounds_after_an_end_that_a_correction_caused_are_struck_alone() -> None:
    driver = played(
        "good-enough", "1 1 1", "1 2 3", "1 2 3", "4 5 6", points_target=3, high=9, tie_break="peel"
    )
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "5"), HOST)
    assert ("After round 3, struck: nothing of it counts, as the game was over before.",) == (voided(driver))
    assert {"struck": {"1": 4, "2": 5, "3": 6}} == (
        record.record_to_document(driver.game.exported_record)["rounds"][-1]
    )


def test_an_evening_with_struck_cards_in_an_ended_and_a_thrown_away_game_is_read_back() -> None:
    driver = open_room("saichugen", 3)
    for how in ("count", "throw"):
        driver.do(HOST, room_control.start_game, lambda _: {})
        driver.play_trick("8H 6C KD", "2C 9S 3D")
        driver.do(HOST, room_control.end_game, driver.round_id, how)
        at = f"{driver.game.number}.1"
        driver.apply(correct_play(driver.room, HOST, at, "1", "9S"), HOST)
    assert 2 == len(voided(driver))


def test_a_dealt_game_exports_no_hands_before_its_end_also_with_a_struck_card() -> None:
    driver = start_game_driver("median", 3, dealt=True, lowest="10", hand=2)
    first = {seat: hand[0] for seat, hand in driver.game.record.deals[0].hands.items()}
    driver.play_trick(" ".join(str(first[seat]) for seat in "123"))
    driver.do(HOST, corrections.void_round, "1.1")
    driver.play_trick(" ".join(str(first[seat]) for seat in "123"))
    driver.undo()
    assert 3 == len(voided(driver))
    assert () == driver.game.exported_record.deals
    while driver.game.next_round:
        open_round = driver.game.next_round
        driver.play_trick(" ".join(str(open_round.allowed[seat].choices()[0]) for seat in "123"))
    assert driver.game.exported_record.deals
    check_exports(driver.room)
