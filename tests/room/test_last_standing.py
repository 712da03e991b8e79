"""Last one standing in a room: who is waited for, comes and goes, and what corrections change (E3 to E6)."""

from datetime import timedelta

from companion.formats.record import record_from_document, record_to_document, result_document
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.rules import games
from tests.support.naive_numbers import last_standing
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, start_game_driver


def played(*rounds: str, players: int = 5) -> RoomDriver:
    """Play rounds of a game of five."""
    driver = start_game_driver("last-standing", players)
    for each_played in rounds:
        play(driver, each_played)
    return driver


def play(driver: RoomDriver, numbers: str) -> None:
    """Play one round of everybody; `-` is absent, and then the host closes the round."""
    shown = numbers.split()
    for seat, number in enumerate(shown, 1):
        if number != "-":
            driver.submit(str(seat), number)
    if "-" in shown:
        driver.do(HOST, submissions.close_round, driver.round_id)


def standing(driver: RoomDriver) -> list[str]:
    """Return the seats that stood after each round."""
    return ["".join(leaf.winners) for leaf in driver.game.score.leaves()]


def is_exported_right(driver: RoomDriver) -> bool:
    """Whether the export, read again and scored by the second scorer, is what the screens show."""
    document = record_to_document(driver.game.exported_record)
    shown = result_document(driver.game.score)
    return last_standing(document) == shown == result_document(games.score(record_from_document(document)))


def test_E1_the_first_round_waits_for_everybody() -> None:
    driver = played()
    assert () == driver.game.open_round.contenders
    for seat in "1234":
        driver.submit(seat, 50)
    assert ([], None, ("5",)) == (standing(driver), driver.game.timer, driver.game.thinking)
    driver.submit("5", 50)
    assert 1 == len(driver.game.rounds)


def test_E4_a_round_waits_for_those_who_stand_and_gives_the_seated_10_seconds() -> None:
    driver = played("10 40 50 60 90")
    assert ("2", "3", "4") == driver.game.open_round.contenders
    driver.submit("1", 0)
    driver.submit("2", 40)
    driver.submit("3", 50)
    assert driver.game.timer is None
    driver.submit("4", 60)
    assert driver.game.timer
    assert driver.game.timer.until == driver.now + timedelta(seconds=10)
    assert scheduled.due_event(driver.room, driver.now + timedelta(seconds=9)) is None
    assert driver.advance()
    assert ["234", "23"] == standing(driver)
    assert {"1": 0, "2": 40, "3": 50, "4": 60} == driver.game.rounds[-1].reveal.plays
    assert driver.is_replayed()


def test_E4_a_round_closes_at_once_when_the_last_of_the_seated_is_in() -> None:
    driver = played("10 40 50 60 90", "0 40 50 60 0")
    assert ["234", "23"] == standing(driver)


def test_E6_who_joins_after_the_first_reveal_sits_moves_the_middle_and_changes_no_half() -> None:
    driver = played("10 40 50 60 -")
    driver.do("new", membership.join_room, "Eva")
    assert ("234", "6") == ("".join(driver.game.open_round.contenders), driver.game.players[-1])
    assert ["234"] == standing(driver)
    driver.do("new", submissions.submit_play, driver.round_id, "99")
    play(driver, "98 40 50 60 97")
    assert ["234", "34"] == standing(driver)
    assert (0, ("6",)) == (driver.game.root.scores["6"], driver.game.record.late)
    assert is_exported_right(driver)
    assert driver.is_replayed()


def test_E6_who_joins_before_the_first_reveal_stands() -> None:
    driver = played()
    driver.do("new", membership.join_room, "Eva")
    driver.do("new", submissions.submit_play, driver.round_id, "50")
    play(driver, "10 40 50 60 90")
    assert (["236"], ()) == (standing(driver), driver.game.record.late)


def test_E6_who_leaves_while_standing_sits_down_with_the_next_reveal_and_sits_after_coming_back() -> None:
    driver = played("10 40 50 60 90")
    driver.do(device("3"), membership.leave_room)
    assert ("2", "3", "4") == driver.game.open_round.contenders
    for seat, number in (("2", 40), ("4", 60)):
        driver.submit(seat, number)
    assert driver.advance()
    assert ["234", "24"] == standing(driver)
    driver.do(device("3"), membership.return_to_room)
    play(driver, "0 40 50 60 0")
    assert ["234", "24", "2"] == standing(driver)
    assert is_exported_right(driver)


def test_E5_where_all_who_stand_have_left_three_rounds_end_it() -> None:
    driver = played("10 40 50 60 90")
    for seat in "234":
        driver.do(device(seat), membership.leave_room)
    for _ in range(3):
        driver.submit("1", 7)
        driver.submit("5", 7)
    assert (("2", "3", "4"), "shared") == (driver.game.root.winners, driver.game.root.decided_by)  # type: ignore[attr-defined]


def test_E5_where_the_host_ends_the_game_those_who_stand_share_the_win() -> None:
    driver = played("10 40 50 60 90")
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert (("2", "3", "4"), "shared") == (driver.game.root.winners, driver.game.root.decided_by)  # type: ignore[attr-defined]
    assert is_exported_right(driver)


def test_a_correction_changes_who_stands_and_voids_the_rounds_after_an_earlier_end() -> None:
    driver = played("10 40 50 60 90", "0 40 50 60 0", "0 41 50 60 0")
    assert ["234", "23", "2"] == standing(driver)
    driver.apply(correct_play(driver.room, HOST, "1.1", "1", "45"), HOST)
    assert ["123", "23", "2"] == standing(driver)
    assert is_exported_right(driver)
    driver.undo()
    assert ["234", "23", "2"] == standing(driver)
    driver.do(HOST, corrections.void_round, "1.2")
    assert (["234", "23"], False) == (standing(driver), driver.game.root.finished)
    assert driver.is_replayed()


def test_E6_where_the_first_round_is_void_who_joined_after_it_stands_in_the_next() -> None:
    driver = played("10 40 50 60 90")
    driver.do("new", membership.join_room, "Eva")
    driver.do("new", submissions.submit_play, driver.round_id, "50")
    play(driver, "10 40 50 60 90")
    assert ["234", "34"] == standing(driver)
    driver.do(HOST, corrections.void_round, "1.1")
    assert (["236"], ()) == (standing(driver), driver.game.record.late)
    assert is_exported_right(driver)


def test_E6_two_seats_of_one_person_stand_as_the_one_that_was_there_first() -> None:
    driver = played("10 40 50 60 90")
    driver.do("new", membership.join_room, "Bobby")
    driver.do(HOST, membership.merge_players, "2", "6")
    assert ("6", "3", "4") == driver.game.open_round.contenders
    assert (["634"], ()) == (standing(driver), driver.game.record.late)
    assert is_exported_right(driver)
