"""What a correction changes, or a round put in or void: said in a sentence before it is saved."""

from typing import Any

import pytest

from companion.room import events
from companion.room.commands import corrections, room_control
from companion.room.game_state import GameState
from companion.room.reducer import apply
from companion.screens import headings
from companion.screens.corrections import describe_changes, revealed_rounds
from tests.support.room_driver import HOST, RoomDriver, played, start_game_driver

Row = tuple[int, ...]


def kept(game: str, *rows: Row, **options: Any) -> RoomDriver:
    """Start a game that is kept by results, and enter these rows."""
    driver = start_game_driver(game, len(rows[0]), keep="results", phones=False, **options)
    for row in rows:
        driver.enter(*row)
    return driver


def after(driver: RoomDriver, event: events.Event | None) -> str:
    assert event
    return describe_changes(driver.room, apply(driver.room, event, HOST))[0]


def corrected(driver: RoomDriver, number: int, *row: object) -> str:
    typed = {(number, str(seat)): str(each) for seat, each in enumerate(row, 1)}
    return after(driver, corrections.correct_plays(driver.room, HOST, f"1.{number}", typed))


def put_in(driver: RoomDriver, number: int, *row: object) -> str:
    typed = {str(seat): str(each) for seat, each in enumerate(row, 1)}
    return after(driver, corrections.insert_round(driver.room, HOST, f"1.{number}", typed))


def void(driver: RoomDriver, number: int) -> str:
    return after(driver, corrections.void_round(driver.room, HOST, f"1.{number}"))


def hands() -> RoomDriver:
    """Return a game in which Bob has two points, and Cyd one."""
    return kept("mediocrity", (0, 2, 5), (0, 2, 5), (0, 5, 2))


def test_the_rounds_of_a_game_are_named_once_for_their_whole_list(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[GameState] = []
    parts = headings.all_parts

    def counted(game: GameState) -> Any:
        asked.append(game)
        return parts(game)

    monkeypatch.setattr(headings, "all_parts", counted)
    assert [each_played.id for each_played in revealed_rounds(hands().room)] == ["1.3", "1.2", "1.1"]
    assert len(asked) == 1


def test_M6_a_correction_of_a_hand_says_who_has_its_point_then() -> None:
    assert "Then Cyd has the point, and not Bob." == corrected(hands(), 1, 0, 7, 5)
    assert "Then Ann and Cyd have a point each, and not Bob." == corrected(hands(), 1, 5, 0, 5)
    assert "Then Cyd has a point more." == corrected(hands(), 1, 0, 2, 2)
    assert "Then nobody gets the point." == corrected(hands(), 1, 0, 0, 0)
    assert "No score changes." == corrected(hands(), 1, 0, 3, 5)


def test_M6_a_hand_put_in_or_struck_says_who_has_a_point_more_or_less() -> None:
    assert "Then Ann has a point more." == put_in(hands(), 2, 1, 2, 0)
    assert "Then Bob has a point less." == void(hands(), 2)
    assert "No score changes." == put_in(hands(), 2, 0, 0, 0)


def test_M7_who_wins_earlier_is_said_with_the_hands_that_will_not_count() -> None:
    driver = kept("mediocrity", (0, 2, 5), (1, 0, 5), (0, 2, 5), (5, 0, 1), target=3)
    assert "Then Ann has won, and 1 hand after it will not count." == put_in(driver, 2, 0, 1, 2)


def test_M8_another_winner_is_said_and_that_a_game_goes_on() -> None:
    driver = kept("mediocrity", (0, 2, 5), (0, 5, 2), (0, 2, 5), target=2)
    assert driver.game.next_round is None
    assert "Then Bob has won, and not Cyd." == corrected(driver, 3, 0, 5, 2)
    assert "Then the game goes on." == corrected(driver, 1, 2, 5, 0)


def test_D8_figures_are_said_in_their_unit() -> None:
    driver = kept("median", (0, 0, 1), (0, 0, 0), (1, 0, 0), lowest="10")
    assert "Then Bob has 2 rounds, Ann has 0 rounds." == corrected(driver, 3, 0, 1, 0)


def test_S6_totals_are_said_where_the_middle_sum_changes() -> None:
    driver = kept("saichugen", (9, 10, 20), (1, 2, 3))
    assert "Then Ann has 12 in total, Bob has 2 in total." == corrected(driver, 1, 12, 10, 17)


def test_a_struck_card_is_said_where_no_score_changes() -> None:
    driver = played("saichugen", "8H 6C KD", "2C 9S 3D")
    assert "Round 1, trick 2: Bob’s 9 of spades is struck" in corrected(driver, 1, "9S", "6C", "KD")


def test_the_game_is_named_where_another_has_followed() -> None:
    driver = kept("mediocrity", (0, 2, 5), target=1)
    driver.do(HOST, room_control.start_game, lambda _: {"keep": "results", "target": 1})
    assert "Game 1: Then Ann and Bob have won, and not Cyd." == corrected(driver, 1, 0, 5, 2)


def test_hidden_scores_stay_hidden() -> None:
    driver = hands()
    driver.do(HOST, room_control.set_room, hides_scores=True)
    assert "The scores are hidden until the end, so is what changes in them." == corrected(driver, 1, 0, 7, 5)


@pytest.mark.parametrize("secret", ["1 2 3", "3 2 1"])
def test_what_a_further_reveal_would_show_is_not_told(secret: str) -> None:
    driver = played("good-enough", "10 20 30", secret)
    driver.do(HOST, corrections.reopen_round, "1.2")
    undone = events.EventUndone(driver.room.undo[-1])
    assert ("1 round more.",) == describe_changes(driver.room, apply(driver.room, undone, HOST))
