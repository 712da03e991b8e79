"""The poster as a view, as a text, and as one picture that needs nothing else."""

from typing import Any
from xml.etree import ElementTree

import pytest

from companion.i18n.languages import LANGUAGES, use_language
from companion.rules import games
from companion.screens.results import poster
from companion.web.pages.results import draw_poster, poster_text
from tests.support.phone_words import application
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    open_room_with,
    play_out,
    start_game_driver,
    whole_evening,
)
from tests.support.sample_games import ONE
from tests.support.scenes import start_game, submit_plays, win_rounds
from tests.support.views import with_attributes

SVG = "{http://www.w3.org/2000/svg}"


def sample() -> RoomDriver:
    driver = open_room_with("good-enough", tuple(ONE))
    start_game(driver, rounds=5, tie_break="peel")
    for plays in zip(*ONE.values(), strict=True):
        submit_plays(driver, plays)
    return driver


def shown(driver: RoomDriver) -> Any:
    return with_attributes(poster(driver.room))


def picture(driver: RoomDriver, day: str = "Friday, 20 November") -> str:
    with application().test_request_context():
        return draw_poster(poster(driver.room) or {}, day)


def texts(svg: str) -> list[str]:
    root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
    return ["".join(each.itertext()) for each in root.iter(f"{SVG}text")]


def test_there_is_no_poster_before_a_game_is_over() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3)
    for winner in "BC":
        win_rounds(driver, winner)
        assert poster(driver.room) is None
    win_rounds(driver, "C")
    assert shown(driver).headline == "Bob is perfectly average"


def test_the_poster_of_the_first_sample_game() -> None:
    found = shown(sample())
    assert ("It's Good Enough", "Bob is perfectly average") == (found.title, found.headline)
    assert ("too few", "points", "too many") == found.words
    assert found.drift_chart
    assert found.picks_chart
    assert 5 == len(found.drift_chart.rows)
    assert 20 == sum(times for _, times in found.picks_chart.columns)


def test_the_text_has_podium_awards_and_address() -> None:
    with application().test_request_context():
        text = poster_text(
            poster(sample().room) or {}, "Friday, 20 November", "http://192.168.1.5:8000/AB23/result"
        )
    assert text.splitlines() == [
        "It's Good Enough · Friday, 20 November · Room AB23",
        "Bob is perfectly average",
        "",
        "1 too few: Alice",
        "2 points: Bob",
        "3 too many: Carol and Dave",
        "",
        "Longest in the middle: Dave, 3 rounds in a row",
        "",
        "http://192.168.1.5:8000/AB23/result",
    ]


def test_who_shares_a_win_is_not_called_perfectly_average() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    win_rounds(driver, "...")
    found = shown(driver)
    assert ("Ann, Bob and Cyd share the win", 3) == (found.headline, len(found.ending.podium.middle.guests))
    assert not found.drift_chart
    assert len(texts(picture(driver))) > 5


def test_from_the_second_game_on_it_is_the_poster_of_the_evening() -> None:
    found = shown(whole_evening(3))
    assert (found.title, found.words[1]) == ("Grand Prix of the Middle", "games won")
    assert {None} == {found.drift_chart, found.picks_chart, found.score_chart}  # the ranges differ


def test_a_correction_changes_the_poster_to_that_of_the_game_played_right() -> None:
    wrong, right = sample(), sample()
    wrong.apply(correct_play(wrong.room, HOST, "1.1", "1", "12"))
    assert shown(wrong) != shown(right)
    wrong.apply(correct_play(wrong.room, HOST, "1.1", "1", "99"))
    assert shown(wrong) == shown(right)


@pytest.mark.parametrize("name", games.GAMES)
def test_a_poster_is_drawn_for_every_game_in_every_language(name: str) -> None:
    driver = start_game_driver(name, max(3, games.GAMES[name].min_players), seed=2)
    play_out(driver, 2)
    for language in LANGUAGES:
        with use_language(language):
            assert len(texts(picture(driver))) > 5


def test_names_and_dates_are_escaped() -> None:
    driver = open_room_with("good-enough", ("<script>", "</svg>", "\"&'"))
    start_game(driver, rounds=3, tie_break="peel")
    win_rounds(driver, "AAB")
    svg = picture(driver, "<b>\x00")
    assert "<script" not in svg
    assert "<b> " in texts(svg)
    assert any("</svg>" in each or "<script>" in each for each in texts(svg))
