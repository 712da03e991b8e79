"""The title card of the TV: when it comes, and what it teaches."""

from companion.room.commands import room_control
from companion.screens.lessons import lesson_view
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver
from tests.support.scenes import start_game, started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd")


def titles(driver: RoomDriver) -> list[Shown]:
    return scenes_shown(driver.room, "title")


def over(driver: RoomDriver) -> None:
    submit_plays(driver, (1, 2, 3))
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id))


def test_the_first_game_of_a_room_opens_with_its_title_card() -> None:
    [title] = titles(started_game("good-enough", NAMES))
    assert ("Tonight's first game", "It's Good Enough") == (title.kicker, title.lesson.title)
    assert "Pick a number. Nobody sees it." == title.lesson.lead
    assert "Same number?|Both out." == title.lesson.panels[0].line


def test_the_title_card_is_over_with_the_first_reveal_and_not_with_the_first_number() -> None:
    driver = started_game("good-enough", NAMES)
    [title] = titles(driver)
    driver.submit("1", 7)
    assert [title.scene.key] == [each.scene.key for each in titles(driver)]
    submit_plays(driver, (7, 8, 9))
    assert [] == titles(driver)


def test_the_same_game_again_has_no_title_card_but_other_options_or_another_game_have_one() -> None:
    driver = started_game("good-enough", NAMES)
    over(driver)
    start_game(driver)
    assert [] == titles(driver)
    over(driver)
    start_game(driver, rounds=7)
    assert ["Next game"] == [each.kicker for each in titles(driver)]


def test_the_options_change_what_is_taught() -> None:
    mean, lists = (
        started_game("good-enough", NAMES, **options).game.record.rules
        for options in ({"scoring": "mean"}, {"entry": "lists"})
    )
    assert "closest" in lesson_view(mean).panels[1].sentence
    assert "every round" in lesson_view(lists).lead


def test_a_game_with_the_options_of_a_preset_has_its_title() -> None:
    [title] = titles(started_game("good-enough", NAMES, scoring="mean", factor="0.8"))
    assert "King of Diamonds" == title.lesson.title
