"""The narrated demo: what the TV says while only bots play."""

from dataclasses import replace

from companion.room.bots import STRATEGIES
from companion.room.commands import room_control, scheduled
from companion.screens.tv import narration
from tests.support.room_driver import HOST, RoomDriver, open_room_with
from tests.support.scenes import rounds_won, start_game, started_game, submit_plays


def bots_room(**options: object) -> RoomDriver:
    driver = open_room_with("good-enough", ())
    for strategy in STRATEGIES:
        driver.apply(scheduled.add_bot(driver.room, HOST, strategy))
    start_game(driver, **options)
    return driver


def told(driver: RoomDriver) -> list[str]:
    """Let the bots play to the end, and return the sentences in the order in which they come."""
    found = [narration(driver.room)]
    while driver.advance():
        if (now := narration(driver.room)) != found[-1]:
            found.append(now)
    return found


def test_a_game_of_bots_is_told_from_its_beginning_to_its_end() -> None:
    sentences = told(bots_room(rounds=3))
    assert sentences[0].startswith("Only bots play here.")
    assert any(each.startswith("Who is in sits down") for each in sentences)
    assert any(each.startswith("One is still thinking.") for each in sentences)
    assert sum(each.startswith("All are shown at once") for each in sentences) == 1
    assert sum(each.startswith("The next round begins") for each in sentences) == 1
    assert sum(each.startswith("The last round.") for each in sentences) == 1
    assert "That was a whole game" in sentences[-1]


def test_nothing_is_told_in_a_lobby_or_where_people_play() -> None:
    assert "" == narration(open_room_with("good-enough", ()).room)
    driver = started_game("good-enough", ("Ann", "Bob", "Cyd"))
    driver.apply(scheduled.add_bot(driver.room, HOST, "edge"))
    submit_plays(driver, (1, 2))
    assert "" == narration(driver.room)


def test_the_bots_wait_for_the_title_of_the_game() -> None:
    driver = bots_room()
    began = driver.now
    driver.advance()
    assert driver.now - began > scheduled.OPENING


def test_bots_do_not_wait_where_a_person_plays() -> None:
    driver = open_room_with("good-enough", ("Ann", "Bob"))
    driver.apply(scheduled.add_bot(driver.room, HOST, "edge"))
    began = driver.now
    assert driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}))
    driver.advance()
    assert driver.now - began < scheduled.OPENING


def test_a_showdown_of_bots_is_told_to_follow_on_a_tie() -> None:
    room = rounds_won("...", rounds=3, tie_break="showdown")
    bots = {seat: replace(player, bot=next(iter(STRATEGIES))) for seat, player in room.room.seats.items()}
    assert narration(replace(room.room, seats=bots)).startswith("A tie, so there is a showdown")
