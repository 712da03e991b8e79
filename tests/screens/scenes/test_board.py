"""The board of a question night: columns of points, the Room apart, nothing on the words above (Q3)."""

from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from companion.room.commands import room_control
from companion.screens.scenes.board import BoardColumn
from companion.screens.scenes.staircase import HEIGHT
from companion.screens.story import scenes_of
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.question_nights import BONES, KARAOKE, begun_night
from tests.support.room_driver import HOST, RoomDriver
from tests.support.scenes import crowd, submit_plays

WORDS_END = 212


def board(driver: RoomDriver) -> Shown:
    [shown] = scenes_shown(driver.room, "board")
    return shown


def standing(shown: Shown) -> list[tuple[int, str]]:
    return [(column.points, column.name) for column in shown.columns]


def test_Q3_columns_stand_by_points_and_the_room_says_how_often_it_was_closest() -> None:
    driver = begun_night(f"{BONES}\nHow many steps go up the tower? = 207 steps", 100, 200, 300)
    shown = board(driver)
    assert ("After 1 of 10 questions", "Bob leads") == (shown.kicker, shown.headline)
    assert [(1, "Bob"), (0, "Ann"), (0, "Cyd")] == standing(shown)
    assert [True, False, False] == [column.leads for column in shown.columns]
    assert (0, 1, ("The Room was never closest.",)) == (shown.room.wins, shown.room.of, shown.room_words)
    driver.advance()
    submit_plays(driver, (205, 100, 300))
    assert [(1, "Ann"), (1, "Bob"), (0, "Cyd")] == standing(board(driver))
    assert (0, 2) == (board(driver).room.wins, board(driver).room.of)


def test_Q3_with_an_even_count_the_room_can_be_closer_than_everybody() -> None:
    shown = board(begun_night(BONES, 100, 190, 222, 300))
    assert (1, "The Room was closest once.") == (shown.room.wins, shown.room_words[0])


def test_only_who_has_just_scored_rises_by_a_point() -> None:
    [rises] = [
        who for column in board(begun_night(BONES, 100, 200, 300)).columns for who in column.guests if who.way
    ]
    assert "2" == rises.seat
    assert rises.way[0][1] > 0


def test_a_night_of_opinions_has_no_room() -> None:
    shown = board(begun_night(KARAOKE, 10, 50, 90))
    assert (None, ()) == (shown.room, shown.room_words)


def test_there_is_no_board_once_the_night_is_over_or_while_scores_are_hidden() -> None:
    hidden = begun_night(KARAOKE, 10, 50, 90, hides_scores=True)
    assert [] == scenes_shown(hidden.room, "board")
    driver = begun_night(f"{KARAOKE}\n{BONES}", 10, 50, 90)
    driver.advance()
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert ["final"] == [scene.kind for scene in scenes_of(driver.room) if scene.kind in {"board", "final"}]


def is_apart(one: BoardColumn, other: BoardColumn) -> bool:
    return one.x + one.width <= other.x or other.x + other.width <= one.x


@given(st.lists(st.integers(0, 300), min_size=3, max_size=60))
def test_guests_stand_on_their_own_columns_below_the_words_and_beside_the_room(answers: list[int]) -> None:
    shown = board(begun_night(BONES, *answers, names=crowd(60)))
    assert all(is_apart(*pair) for pair in combinations(shown.columns, 2))
    for column in shown.columns:
        assert 70 <= column.x < column.x + column.width <= 1011
        for guest in column.guests:
            assert column.x <= guest.x - guest.width / 2 + 0.2
            assert guest.x + guest.width / 2 <= column.x + column.width + 0.2
            assert guest.y - guest.width * HEIGHT >= WORDS_END - 1
    drawn = [guest.seat for column in shown.columns for guest in column.guests]
    assert len(drawn) == len({*drawn}) == len(answers)
