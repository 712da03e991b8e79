"""How the last reveal changed the scoreboard: gains, and the previous places of the rows."""

from companion.views.scoreboard import PreviousRow
from companion.views.tv import tv_view
from tests.support.room_driver import RoomDriver, replays, start_game_driver, whole_evening


def rows(driver: RoomDriver) -> dict[str, tuple[PreviousRow | None, int]]:
    return {row.name: (row.earlier, row.gain) for row in tv_view(driver.room, ()).public.rows}


def test_before_the_first_reveal_no_row_has_moved() -> None:
    assert dict.fromkeys(("Ann", "Bob", "Cyd"), (None, 0)) == rows(start_game_driver("good-enough", 3))


def test_the_first_reveal_moves_rows_from_zero_points_in_the_order_of_joining() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.play_trick("1 9 5")
    assert {
        "Cyd": (PreviousRow(2, None, central=False), 1),
        "Ann": (PreviousRow(0, None, central=False), 0),
        "Bob": (PreviousRow(1, None, central=False), 0),
    } == rows(driver)
    assert ["Cyd", "Ann", "Bob"] == list(rows(driver))


def test_G5_later_rows_have_their_previous_place_and_whether_it_was_winning() -> None:
    driver = start_game_driver("good-enough", 3)
    for cards in ("1 9 5", "1 5 9", "1 5 9"):
        driver.play_trick(cards)
    assert ["Bob", "Cyd", "Ann"] == list(rows(driver))
    assert (PreviousRow(0, 1, central=False), 1) == rows(driver)["Bob"]
    driver.play_trick("5 1 9")
    assert (PreviousRow(1, 1, central=True), 0) == rows(driver)["Cyd"]


def test_D6_winning_a_pool_gains_more_than_one_round() -> None:
    driver = start_game_driver("median", 3)
    for cards in ("5 5 9", "3 5 9"):
        driver.play_trick(cards)
    assert {"Ann": 0, "Bob": 2, "Cyd": 0} == {name: gain for name, (_, gain) in rows(driver).items()}


def test_S5_only_the_last_trick_of_a_round_gains_the_kept_score() -> None:
    driver = start_game_driver("saichugen", 3, rounds=2)
    for cards in ("AS 7H KD", "2C 9D 5S"):
        driver.play_trick(cards)
        assert {0} == {gain for _, gain in rows(driver).values()}
    driver.play_trick("3H 3D QC")
    assert {"Ann": 0, "Bob": 0, "Cyd": 5} == {name: gain for name, (_, gain) in rows(driver).items()}


def test_gains_are_defined_for_all_rounds_of_an_evening() -> None:
    for each in replays(whole_evening()):
        places = sorted(row.earlier.place for row in each.rows if row.earlier)
        assert [0, 1, 2] == places


def test_a_revealed_card_names_the_seats_that_its_points_come_from() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.play_trick("1 5 5")
    public = tv_view(driver.room, ()).public
    assert public.reveal is not None
    assert [("1",), ("2", "3")] == [mark.seats for mark in public.reveal.marks]
    assert ["1"] == [row.seat for row in public.rows if row.gain]
