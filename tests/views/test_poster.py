"""The poster as a view, as a text, and as one picture that needs nothing else."""

import random
import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from xml.etree import ElementTree

import pytest

from companion.i18n.dates import format_weekday
from companion.i18n.languages import LANGUAGES, use_language
from companion.i18n.lettering import ems
from companion.rules import games
from companion.views.poster import Poster, poster, poster_text
from companion.web.posters import poster_picture
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
from tests.support.scenes import crowd, start_game, submit_plays, win_rounds

FONT = Path("static/vendor/jost.woff2")
SVG = "{http://www.w3.org/2000/svg}"


def numbers(players: int, rounds: int = 5, games_played: int = 1, high: int = 100) -> RoomDriver:
    """Play games of random numbers with the longest names there are."""
    driver, rng = open_room_with("good-enough", crowd(players)), random.Random(players)
    for _ in range(games_played):
        start_game(driver, rounds=rounds, high=high, tie_break="peel")
        for _ in range(rounds):
            submit_plays(driver, [rng.randint(0, high) for _ in range(players)])
    return driver


def sample() -> RoomDriver:
    driver = open_room_with("good-enough", tuple(ONE))
    start_game(driver, rounds=5, tie_break="peel")
    for plays in zip(*ONE.values(), strict=True):
        submit_plays(driver, plays)
    return driver


def shown(driver: RoomDriver) -> Poster:
    found = poster(driver.room)
    assert found
    return found


def picture(driver: RoomDriver, day: str = "Friday, 20 November") -> str:
    return str(poster_picture(shown(driver), day, FONT))


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
    assert ("3", "of 20 numbers were thrown out for not being alone") == (
        found.facts[0].figure,
        found.facts[0].sentence,
    )
    assert found.drift_chart
    assert found.picks_chart
    assert (5, 5) == (len(found.facts), len(found.drift_chart.rows))
    assert 20 == sum(column.times for column in found.picks_chart.columns)


def test_the_text_has_podium_facts_and_address() -> None:
    text = poster_text(shown(sample()), "Friday, 20 November", "http://192.168.1.5:8000/AB23/result")
    assert text.splitlines() == [
        "It's Good Enough · Friday, 20 November · Room AB23",
        "Bob is perfectly average",
        "",
        "1 too few: Alice",
        "2 points: Bob",
        "3 too many: Carol and Dave",
        "",
        "3 of 20 numbers were thrown out for not being alone",
        "49½ was the middle at first, 58½ at the end: you drifted up",
        "50 was picked 4 times, more than any other",
        "1 point is what saying 50 all evening would have got",
        "20½ or so from the middle on average: Bob, who won",
        "",
        "http://192.168.1.5:8000/AB23/result",
    ]


def test_who_shares_a_win_is_not_called_perfectly_average() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="peel")
    win_rounds(driver, "...")
    found = shown(driver)
    assert ("Ann, Bob and Cyd share the win", 3) == (found.headline, len(found.podium.middle.guests))
    assert not found.drift_chart
    assert len(texts(picture(driver))) > 5


def test_from_the_second_game_on_it_is_the_poster_of_the_evening() -> None:
    found = shown(whole_evening(3))
    assert (found.title, found.words[1]) == ("Grand Prix of the Middle", "games won")
    assert (found.drift_chart, found.picks_chart, found.scores) == (None, None, None)  # the ranges differ


def test_a_card_game_shows_how_its_scores_grew() -> None:
    driver = start_game_driver("mediocrity", 4, seed=1, target=2)
    play_out(driver, 1)
    found = shown(driver)
    assert found.scores
    assert not found.picks_chart
    assert found.scores.heading in texts(picture(driver))


def test_a_correction_changes_the_poster_to_that_of_the_game_played_right() -> None:
    wrong, right = sample(), sample()
    wrong.apply(correct_play(wrong.room, HOST, "1.1", "1", "12"))
    assert shown(wrong) != shown(right)
    wrong.apply(correct_play(wrong.room, HOST, "1.1", "1", "99"))
    assert shown(wrong) == shown(right)


PLAYED = {
    "3": lambda: numbers(3),
    "8": lambda: numbers(8),
    "60": lambda: numbers(60, rounds=10),
    "wide": lambda: numbers(8, high=999_999),
    "evening": lambda: numbers(8, games_played=3),
    "200": lambda: numbers(200, high=1000),
    **{
        name: lambda name=name: played_out(name)  # type: ignore[misc]
        for name in games.GAMES
    },
}


def played_out(name: str) -> RoomDriver:
    driver = start_game_driver(name, max(3, games.GAMES[name].min_players), seed=2)
    play_out(driver, 2)
    return driver


@pytest.mark.slow(keep=3)
@pytest.mark.parametrize("name", PLAYED)
def test_the_picture_is_xml_of_its_own_in_every_language(name: str) -> None:
    driver = PLAYED[name]()
    for language in LANGUAGES:
        with use_language(language):
            svg = picture(driver)
        root = ElementTree.fromstring(svg)  # noqa: S314 - our own drawing
        assert ("1080", "1350") == (root.attrib["width"], root.attrib["height"])
        known = {each.attrib["id"] for each in root.iter() if "id" in each.attrib}
        assert set() == set(re.findall(r'(?:href="|url\()#(\w+)', svg)) - known
        assert not [*loaded(root)]
        assert len(svg.encode()) <= 60_000


def loaded(root: ElementTree.Element) -> Iterator[str]:
    """Yield what a picture would load, or run."""
    for each in root.iter():
        if each.tag.removeprefix(SVG) in ("script", "image", "foreignObject", "a", "animate", "set"):
            yield each.tag
        for name, value in each.attrib.items():
            if name.startswith("on") or (name.endswith("href") and not value.startswith("#")):
                yield f"{name}={value}"
        for address in re.findall(r"url\(([^)]*)", each.text or ""):
            if not address.startswith("data:font/woff2;base64,"):
                yield address


def test_names_and_dates_are_escaped() -> None:
    driver = open_room_with("good-enough", ("<script>", "</svg>", "\"&'"))
    start_game(driver, rounds=3, tie_break="peel")
    win_rounds(driver, "AAB")
    svg = picture(driver, "<b>\x00")
    assert "<script" not in svg
    assert "<b> " in texts(svg)
    assert any("</svg>" in each or "<script>" in each for each in texts(svg))


def test_no_text_is_wider_than_the_poster() -> None:
    for players in (3, 10, 60):
        root = ElementTree.fromstring(picture(numbers(players)))  # noqa: S314 - our own drawing
        for each in root.iter(f"{SVG}text"):
            assert ems(each.text or "") * float(each.attrib["font-size"]) < 1010


def test_a_weekday_is_written_as_people_say_it() -> None:
    day = datetime(2026, 11, 20, 12, tzinfo=UTC)
    assert "Friday, 20 November" == format_weekday(day)
