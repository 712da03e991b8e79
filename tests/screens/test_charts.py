"""Charts: the figures they are drawn from, and that everything lies within the frame."""

import re
from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import Environment, FileSystemLoader

import companion
from companion.i18n.messages import format_value
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules import games
from companion.rules.games.contract import Record
from companion.rules.insights.drift import RoundMiddle
from companion.rules.results import Reveal
from companion.screens.charts import FRAME, MAX_COLOURED, drift_chart, picks_chart, score_chart
from companion.web.drawings import colour_class, small_guest
from tests.support.room_driver import play_out, start_game_driver
from tests.support.sample_games import ONE
from tests.support.views import with_attributes

TEMPLATES = Path(companion.__file__).parent.parent / "templates"
ODD = ["最中限の平凡な真ん中の人が今夜も勝つ夜会", "שלמה המלך הגדול", "🎉 & <b>Queen</b>", "W" * 20]


def room(names: Sequence[str]) -> Room:
    return Room("AB23", seats={str(n): Player(str(n), name) for n, name in enumerate(names, 1)})


def table(showed: Mapping[str, Sequence[int | None]], **options: object) -> tuple[Room, GameState]:
    """Play a game of numbers, given for each player; None is an absence."""
    seats = {name: str(n) for n, name in enumerate(showed, 1)}
    rounds = len(next(iter(showed.values())))
    shown = [{seats[name]: plays[n] for name, plays in showed.items()} for n in range(rounds)]
    reveals = tuple(Reveal({s: n for s, n in each.items() if n is not None}) for each in shown)
    rules = games.find_game("good-enough").read_options(options or {"rounds": max(3, rounds)})
    record = Record("good-enough", rules, tuple(seats.values()), reveals)
    return room(list(showed)), GameState(1, games.score_record(record))


def drawn(at: tuple[Room, GameState]) -> Any:
    return with_attributes(score_chart(*at))


def lies_in_the_frame(picture: Any) -> bool:
    points = {*picture.band, *(corner for line in picture.lines for corner in line.corners)}
    ticks = {at for at, _ in (*picture.across, *picture.upwards)}
    return all(0 <= at <= FRAME for at in {*ticks, *sum(points, ()), *(label.at for label in picture.labels)})


def test_the_lines_add_up_the_points_of_each_player() -> None:
    picture = drawn(table(ONE))
    assert {
        "Alice": (0, 0, 0, 0, 1, 1),
        "Bob": (0, 0, 0, 1, 1, 2),
        "Carol": (0, 1, 1, 1, 2, 3),
        "Dave": (0, 1, 2, 3, 3, 3),
    } == {line.name: line.points for line in picture.lines}
    assert ["Bob"] == [line.name for line in picture.lines if line.winning]
    assert ["Bob"] == [line.name for line in picture.lines if line.wins]
    assert "Points of 4 players over 5 rounds: in the end the middle is 2: Bob" == picture.name
    assert ("Points, round by round", "the middle") == (picture.heading, picture.winning_label)


def test_the_band_shows_the_winning_score_at_each_time() -> None:
    picture = drawn(table({"Ann": (1, 1, 5), "Bob": (5, 5, 1), "Cyd": (9, 9, 9)}))
    unit = (FRAME - 80) / 3
    nothing, one, two = (round(40 + unit * (2.5 - points)) for points in (-0.5, 0.5, 1.5))
    upper, lower = picture.band[:4], tuple(reversed(picture.band[4:]))
    assert [(0, one), (333, two), (666, 40), (1000, two)] == list(upper)
    assert [(0, nothing), (333, nothing), (666, nothing), (1000, one)] == list(lower)


def test_of_a_match_the_games_are_drawn_and_of_its_first_game_the_rounds() -> None:
    at = table({"Ann": (1, 5, 1, *[1] * 3), "Bob": (5, 1, 5, *[5] * 3), "Cyd": [9] * 6}, nesting=[3, 2])
    assert ("Games won, game by game", ("Game 1", "Game 2")) == (drawn(at).heading, drawn(at).steps)
    first = drawn(table({"Ann": (1, 5), "Bob": (5, 1), "Cyd": (9, 9)}, nesting=[3, 2]))
    assert ("Round 1", "Round 2") == first.steps


@pytest.mark.parametrize(
    ("game", "options", "heading", "light"),
    [
        ("mediocrity", {"target": 2}, "Points, hand by hand", "the most below 2"),
        ("median", {"lowest": "10"}, "Rounds taken, round by round", "the most"),
        ("saichugen", {"rounds": 3}, "Totals, round by round", "the middle"),
    ],
)
def test_the_lines_of_card_games_end_at_the_score(game, options, heading, light):
    driver = start_game_driver(game, 3, **options)
    play_out(driver, 4)
    picture = drawn((driver.room, driver.game))
    level = driver.game.score.root.parts[-1] if game == "saichugen" else driver.game.score.root
    assert (heading, light) == (picture.heading, picture.winning_label)
    assert list(level.scores.values()) == [line.points[-1] for line in picture.lines]  # type: ignore[attr-defined]
    assert {name for line in picture.lines if (name := line.name) and line.wins} == {
        line.name for line in picture.lines if line.winning
    }
    assert lies_in_the_frame(picture)


@st.composite
def tables(draw: Callable[..., int]) -> tuple[Room, GameState]:
    """Draw a game of 3 to 30 players and 2 to 40 rounds."""
    players, rounds = draw(st.integers(3, 30)), draw(st.integers(2, 40))
    seed = draw(st.randoms(use_true_random=False))
    showed = {f"P{n}": [seed.choice([None, *range(13)]) for _ in range(rounds)] for n in range(players)}
    return table(showed, rounds=max(3, rounds), high=12)


@given(tables())
def test_every_line_ends_at_the_score_within_the_frame(at: tuple[Room, GameState]) -> None:
    picture = drawn(at)
    assert tuple(at[1].score.root.scores.values()) == tuple(line.points[-1] for line in picture.lines)
    assert lies_in_the_frame(picture)
    assert picture.crowded == (len(picture.lines) > MAX_COLOURED)


@given(st.integers(-(10**100), 0), st.integers(1, 10**100), st.data())
def test_charts_of_numbers_stay_in_their_frame_however_wide_the_range(low, size, data):
    high = low + size
    numbers = st.lists(st.integers(low, high), min_size=1, max_size=5).map(sorted)
    picked = data.draw(st.lists(numbers, min_size=2, max_size=4))
    rounds = [
        RoundMiddle(n, (Fraction(each[len(each) // 2]),), tuple(each)) for n, each in enumerate(picked, 1)
    ]
    moved = with_attributes(drift_chart(rounds, (low, high)))
    ticks = [at for at, _ in (*moved.upwards, *moved.across)]
    assert all(0 <= at <= FRAME for at in (*sum((*moved.centres, *moved.dots), ()), *ticks))
    counts = {number: each.count(number) for each in picked for number in each}
    chart = with_attributes(picks_chart(counts, (low, high)))
    assert sum(counts.values()) == sum(times for _, times in chart.columns)
    assert all(0 <= left <= left + chart.width <= FRAME for left, _ in chart.columns)
    assert all(0 <= at <= FRAME for at, _ in chart.across)


def render(macro: str, picture: object) -> str:
    loader = FileSystemLoader(TEMPLATES)
    env = Environment(loader=loader, autoescape=True, extensions=["jinja2.ext.i18n"])
    env.filters["format_value"] = format_value
    env.globals.update(small_guest=small_guest, colour_class=colour_class)
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    page = "{% import 'parts/charts.html' as charts %}{{ charts[macro](picture) }}"
    return env.from_string(page).render(macro=macro, picture=picture)


def test_the_chart_of_scores_has_a_text_alternative_with_its_figures() -> None:
    at = table({name: (n, n * 2, 4) for n, name in enumerate(ODD)})
    text = render("score_chart", score_chart(*at))
    assert 1 == text.count('role="img"')
    assert re.search(r'role="img" aria-label="[^"]+"', text)
    assert "style=" not in text
    assert "<b>Queen" not in text
    words = text[text.index("<details") :]
    assert all(name in words for name in (ODD[0], ODD[1], ODD[3]))
