"""What screens say of the insights: which numbers would have scored, and charts within their frame."""

from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.languages import use_language
from companion.room.commands import room_control
from companion.room.state import Room
from companion.rules.insights.drift import RoundMiddle
from companion.views.charts.drift_chart import DriftChart, drift_chart
from companion.views.charts.frame import FRAME
from companion.views.charts.picks_chart import picks_chart
from companion.views.gap import LENGTH, find_gap
from companion.views.insights.would_score import would_score
from companion.views.outcomes import all_outcomes, player_outcome
from companion.views.phone_ending import all_endings
from companion.views.results import GameReport, results_view
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay")


def revealed(*rounds: Sequence[object], **options: object) -> RoomDriver:
    driver = started_game("good-enough", NAMES[: len(rounds[0])], **options)
    for plays in rounds:
        submit_plays(driver, plays)
    return driver


def report(room: Room) -> GameReport:
    return results_view(room).games[0]


# The numbers that would have scored


@pytest.mark.parametrize(
    ("ranges", "taken", "sentence"),
    [
        ((range(24, 42),), (), "24 to 41 would have scored."),
        ((range(37, 38),), (), "37 would have scored."),
        ((range(24, 37), range(38, 42)), {37}, "24 to 41 would have scored. Not 37: that was taken."),
        (
            (range(2), range(3, 4), range(5, 9)),
            {2, 4},
            "0 to 8 would have scored. Not 2 and 4: those were taken.",
        ),
        (
            (range(1), range(2, 3), range(4, 5), range(6, 7), range(8, 9)),
            {1, 3, 5, 7},
            "0 to 8 would have scored, but for those that were taken.",
        ),
        ((range(3), range(50, 101)), {37}, "0 to 2 and 50 to 100 would have scored."),
        ((), {36, 37}, "No other number would have scored."),
    ],
)
def test_what_would_have_scored_is_a_sentence(
    ranges: tuple[range, ...], taken: set[int], sentence: str
) -> None:
    assert sentence == would_score(ranges, taken)


def test_G16_in_a_showdown_they_would_have_stayed() -> None:
    tied = ((1, 2, 3), (2, 3, 1), (3, 1, 2))
    driver = revealed(*tied, (10, 50, 90), rounds=3, tie_break="showdown")
    low, stays = player_outcome(driver.room, "1"), player_outcome(driver.room, "2")
    assert low is not None
    assert stays is not None
    assert ("51 to 89 would have stayed.", "") == (low.would, stays.would)


def test_a_phone_says_how_far_off_a_number_was_and_which_would_have_scored() -> None:
    driver = revealed((24, 37, 41, 64))
    high, won = player_outcome(driver.room, "4"), player_outcome(driver.room, "2")
    assert high is not None
    assert won is not None
    assert "Too high by 23" == high.verdict
    assert ("41 scored. 25 to 40 would have scored. Not 37: that was taken.", "") == (
        high.sentence,
        high.would,
    )
    assert high.gap is not None
    [band] = high.gap.bands
    assert ("25–40", 75, 45) == (band.label, band.start, band.width)
    assert ("", None) == (won.would, won.gap)


def test_G3_G8_who_was_thrown_out_or_sent_nothing_is_told_too() -> None:
    driver = revealed((50, 50, 7, 9))
    same = player_outcome(driver.room, "1")
    assert same is not None
    assert "8 to 49 would have scored. Not 9: that was taken." == same.would


def test_in_a_crowd_all_are_told_what_holds_for_one_more_player() -> None:
    driver = started_game("good-enough", [f"P{number}" for number in range(41)])
    submit_plays(driver, range(10, 92, 2))
    found = {each.kind: each.would for each in all_outcomes(driver.room)}
    assert {
        "low": "One more player would have scored with 49 to 51. Not 50: that was taken.",
        "high": "One more player would have scored with 49 to 51. Not 50: that was taken.",
        "won": "",
    } == found


def test_bands_between_which_no_gap_could_be_seen_are_drawn_as_one() -> None:
    one = find_gap(90, (40,), 0, 100, (range(24, 37), range(38, 42)))
    two = find_gap(90, (40,), 0, 100, (range(10), range(50, 60)))
    assert (["24–41"], ["", ""]) == ([each.label for each in one.bands], [each.label for each in two.bands])


@given(st.integers(-(10**100), 10**100), st.integers(1, 10**100), st.data())
def test_a_band_lies_on_the_line_however_long_the_numbers(low: int, size: int, data: st.DataObject) -> None:
    high = low + size
    number, first = (data.draw(st.integers(low, high)) for _ in range(2))
    last = data.draw(st.integers(first, high))
    gap = find_gap(number, (first,), low, high, (range(first, last + 1),))
    for band in gap.bands:
        assert -14 <= band.start <= band.start + band.width <= LENGTH + 14
        assert band.width >= 28


# Advice


def test_a_player_with_too_many_points_is_told_to_hope_to_miss() -> None:
    driver = revealed((10, 37, 20, 30), (10, 37, 20, 30), (37, 41, 10, 64))
    found = player_outcome(driver.room, "4")
    assert found is not None
    assert found.advice is not None
    assert "You have 2 points." == found.advice.standing
    assert "hope to miss" in found.advice.hope


def test_there_is_no_advice_while_the_scores_are_hidden() -> None:
    driver = revealed((10, 37, 20, 30), (10, 37, 20, 30), (37, 41, 10, 64))
    driver.apply(room_control.hide_scores(driver.room, HOST, hidden=True), HOST)
    assert all(each.advice is None for each in all_outcomes(driver.room))


# Charts


def drift_points(chart: DriftChart) -> list[tuple[int, int]]:
    spans = [(x, y) for x, *ends in chart.spans for y in ends]
    ticks = [*((0, tick.at) for tick in chart.upwards), *((tick.at, 0) for tick in chart.across)]
    return [*chart.centres, *chart.dots, *chart.crosses, *spans, *ticks]


def test_the_drift_has_a_middle_for_each_round_and_all_numbers() -> None:
    found = report(revealed((24, 37, 41, 64), (10, 20, 30, 40)).room).drift_chart
    assert found is not None
    assert "The middle of 2 rounds: 39 at first, 25 at the end" == found.name
    assert ([(250, 610), (750, 750)], 8) == ([*found.centres], len(found.dots))
    assert ("1", "37 and 41", "24", "64") == (
        found.rows[0].round,
        found.rows[0].middle,
        found.rows[0].low,
        found.rows[0].high,
    )
    assert report(revealed((24, 37, 41, 64)).room).drift_chart is None


def test_numbers_that_are_out_are_crossed_and_rounds_keep_their_numbers() -> None:
    found = report(revealed((24, 37, 41, 64), (50, 50, 7, 7), (10, 10, 30, 40)).room).drift_chart
    assert found is not None
    assert ([(750, 900)], 6) == ([*found.crosses], len(found.dots))
    assert [("1", "", "1"), ("3", "10", "3")] == [
        (row.round, row.disqualified, tick.text) for row, tick in zip(found.rows, found.across, strict=True)
    ]


@given(st.integers(-(10**100), 0), st.integers(1, 10**100), st.data())
def test_charts_stay_in_their_frame_however_wide_the_range(low: int, size: int, data: st.DataObject) -> None:
    high = low + size
    numbers = st.lists(st.integers(low, high), min_size=1, max_size=5).map(sorted)
    picked = data.draw(st.lists(numbers, min_size=2, max_size=4))
    rounds = [
        RoundMiddle(n, (Fraction(each[len(each) // 2]),), tuple(each)) for n, each in enumerate(picked, 1)
    ]
    moved = drift_chart(rounds, (low, high))
    assert moved is not None
    assert all(0 <= x <= FRAME and 0 <= y <= FRAME for x, y in drift_points(moved))
    counts = {number: each.count(number) for each in picked for number in each}
    chart = picks_chart(counts, (low, high))
    assert chart is not None
    assert sum(counts.values()) == sum(each.times for each in chart.columns)
    assert all(0 <= each.at <= each.at + chart.width <= FRAME for each in chart.columns)
    assert all(0 <= tick.at <= FRAME for tick in chart.across)


def test_a_column_names_its_number_or_the_numbers_that_share_it() -> None:
    narrow, wide = picks_chart({3: 2, 5: 1}, (0, 9)), picks_chart({0: 1, 64: 2, 127: 1, 6399: 1}, (0, 6399))
    assert narrow is not None
    assert wide is not None
    assert [("3", 2, 300), ("5", 1, 500)] == [(each.label, each.times, each.at) for each in narrow.columns]
    assert (350, "3") == (narrow.favourite and (narrow.favourite.at, narrow.favourite.text))
    assert [("0 to 99", 3), ("100 to 199", 1), ("6300 to 6399", 1)] == [
        (each.label, each.times) for each in wide.columns
    ]


def test_many_numbers_are_drawn_as_the_span_of_each_round() -> None:
    rounds = [RoundMiddle(n, (Fraction(50),), tuple(range(100))) for n in range(1, 31)]
    found = drift_chart(rounds, (0, 100))
    assert found is not None
    assert (0, 30, (17, 10, 1000)) == (len(found.dots), len(found.spans), found.spans[0])


def test_who_collided_is_named_with_how_often() -> None:
    found = report(revealed((50, 50, 7, 9), (50, 50, 7, 7)).room).collisions_chart
    assert found is not None
    assert [("Ann and Bob", "2 times"), ("Cyd and Dan", "1 time")] == [
        (each.names.replace("\u2068", "").replace("\u2069", ""), each.text) for each in found.pairs
    ]
    assert "6 of 8 numbers were thrown out for not being alone." == found.summary
    assert report(revealed((1, 2, 3, 4)).room).collisions_chart is None


def test_ratings_stand_beside_what_50_and_a_random_player_would_have_got() -> None:
    found = report(revealed((24, 37, 41, 64), (10, 20, 30, 40)).room).ratings_chart
    assert found is not None
    rows = [(row.name.strip("\u2068\u2069"), row.rating, row.is_best) for row in found.rows]
    assert [("Bob", "57", True), ("Cyd", "57", True)] == rows[:2]
    assert {"Always 50", "At random"} == {row.name for row in found.rows if row.is_baseline}
    assert {"Always 50": "would have got 0 points", "At random": "would have got 0.1 points"} == {
        row.name: row.note for row in found.rows if row.is_baseline
    }
    rounds = (*((48, 49, 51, 52),) * 5, *((10, 20, 80, 90),) * 3)
    often = report(revealed(*rounds, rounds=11).room).ratings_chart
    assert often is not None
    assert {"would have got 8 points", "would have got 1.8 points"} < {row.note for row in often.rows}
    assert ({"1", "2", "3", "4", ""}, 0) == ({row.seat for row in found.rows}, found.more)


def test_of_many_players_the_twelve_who_are_most_average_have_a_rating_and_the_others_are_counted() -> None:
    driver = started_game("good-enough", [f"P{n}" for n in range(15)])
    submit_plays(driver, range(15))
    found = report(driver.room).ratings_chart
    assert found is not None
    assert (12, 3) == (sum(not row.is_baseline for row in found.rows), found.more)


def test_games_without_numbers_have_none_of_these_charts() -> None:
    driver = started_game("mediocrity", NAMES[:3])
    driver.play_trick("2 7 K")
    found = report(driver.room)
    assert (None, None, None, None) == (
        found.drift_chart,
        found.picks_chart,
        found.collisions_chart,
        found.ratings_chart,
    )


# Corrections


def insights_of(room: Room) -> object:
    """Return all that is told of the insights on phones and with the results."""
    found = report(room)
    charts = (found.drift_chart, found.picks_chart, found.collisions_chart, found.ratings_chart)
    return all_outcomes(room), all_endings(room), charts


def test_the_insights_of_a_corrected_game_are_those_of_the_game_played_right() -> None:
    wrong = ((10, 42, 37, 88), (50, 8, 20, 30), (1, 2, 2, 4))
    right = ((10, 42, 37, 88), (50, 88, 20, 30), (1, 2, 3, 4))
    driver, expected = revealed(*wrong, rounds=3), revealed(*right, rounds=3)
    assert insights_of(driver.room) != insights_of(expected.room)
    for number, seat, typed in ((2, "2", "88"), (3, "3", "3")):
        at = f"1.{number}"
        driver.apply(correct_play(driver.room, HOST, at, seat, typed), HOST)
    assert insights_of(driver.room) == insights_of(expected.room)


def test_the_sentences_are_in_the_readers_language() -> None:
    driver = revealed((24, 37, 41, 64))
    with use_language("ja"):
        found = player_outcome(driver.room, "4")
    assert found is not None
    assert "37" in found.sentence
