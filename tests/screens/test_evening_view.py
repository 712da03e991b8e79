"""The evening standing as screens show it (H1)."""

from companion.formats import evening_record
from companion.room import events
from companion.screens.evening import evening_view
from companion.screens.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, open_room, whole_evening


def played(*winners: str, players: int = 3) -> RoomDriver:
    """Play games of three rounds, each won by one player or (`.`) shared by all."""
    driver = open_room("good-enough", players, rounds=3)
    for winner in winners:
        driver.apply(events.GameStarted("good-enough", {"rounds": 3}), HOST)
        for _ in range(3):
            if driver.game.next_round:
                driver.play_trick(" ".join(_numbers(winner, driver)))
        if driver.game.next_round:
            driver.apply(events.GameEnded(driver.game.number), HOST)
    return driver


def _numbers(winner: str, driver: RoomDriver) -> list[str]:
    """Return plays after which two players have 0 and 3 points and the winner has 1."""
    turn, seats = driver.game.round_number, driver.game.record.players
    if winner == ".":
        return ["1"] * len(seats)
    most = next(seat for seat in seats if seat != winner)
    middle = winner if turn == 1 else most
    return ["5" if seat == middle else "1" for seat in seats]


def test_H1_the_evening_is_shown_only_after_two_finished_games() -> None:
    assert evening_view(played("1").room) is None
    assert evening_view(played("1", "2").room) is not None
    driver = played("1")
    driver.apply(events.GameStarted("good-enough", {"rounds": 3}), HOST)
    driver.play_trick("1 2 3")
    assert evening_view(driver.room) is None


def test_H1_G5_the_player_with_the_middle_number_of_wins_is_the_most_mediocre() -> None:
    found = evening_view(played("1", "1", "2").room)
    assert "Bob is the most mediocre player of the evening" == found.final.headline
    assert [(0, ("Cyd",), False), (1, ("Bob",), True), (2, ("Ann",), False)] == [
        (column["points"], column["names"], column["central"]) for column in found.final.steps[0].columns
    ]
    assert "After 3 games" == found.after
    assert ("Games 1–3", True) == (found.final.steps[0].heading, found.final.steps[0].decides)
    assert ("Ann (2) has won most.",) == found.final.remarks


def test_H1_G6_a_tie_is_peeled_game_by_game() -> None:
    found = evening_view(played("1", "1", "2", "2", ".", players=3).room)
    assert ["Games 1–5", "Games 2–4"] == [step.heading for step in found.final.steps][:2]


def test_H1_G7_a_tie_that_stands_is_shared() -> None:
    found = evening_view(played("1", "2", "3").room)
    assert "Ann, Bob and Cyd are the most mediocre players of the evening" == found.final.headline
    assert "No peel decides, so the tie stands: Ann, Bob and Cyd are equally mediocre." in found.final.remarks


def test_H1_screens_and_files_have_the_same_standing() -> None:
    driver = whole_evening()
    found, kept = (
        evening_view(driver.room),
        evening_record.standing_of_evening(evening_record.evening_of_room(driver.room)),
    )
    assert kept.mediocre == found.final.winners
    assert kept.scores == {name: c["points"] for c in found.final.steps[0].columns for name in c["names"]}


def test_the_TV_shows_the_evening_only_between_two_games() -> None:
    driver = played("1", "2")
    assert "evening" == getattr(tv_view(driver.room, ()).rest, "kind", "")
    driver.apply(events.GameStarted("good-enough", {"rounds": 3}), HOST)
    assert tv_view(driver.room, ()).rest is None
