"""Scenes of numbers: who falls where, is out, or is in the light; and a showdown on all screens (G16)."""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.room.commands import submissions
from companion.room.commands.membership import add_player
from companion.screens.corrections import describe_changes
from companion.screens.phone import phone_view, seats_with_private_part
from companion.screens.phone_endings import all_endings
from companion.screens.results import replay_view, results_view
from companion.screens.scenes.axis import AxisLayout, packed, zoomed
from companion.screens.scenes.numbers import name_size
from companion.screens.scenes.positions import (
    FLOOR,
    HEIGHT,
    WIDE,
    GuestPosition,
    Numbers,
    RevealLayout,
    position_on_line,
)
from companion.screens.story import scenes_of
from companion.screens.tv import tv_view
from tests.support.phone_words import player_outcome, told_at_the_end, told_to
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver, correct_play
from tests.support.scenes import (
    crowd,
    first_of_showdown,
    rounds_won,
    started_game,
    submit_plays,
    tie_of_three,
    win_rounds,
)

CROWD = tuple(f"P{n}" for n in range(1, 101))

PLAYS = st.lists(st.integers(0, 100), min_size=2, max_size=60)

RANGE = (0, 100)


def revealed(
    numbers: Sequence[object], game: str = "good-enough", rounds: int = 5, **options: Any
) -> RoomDriver:
    lasts = {} if "nesting" in options else {"rounds": rounds}
    driver = started_game(game, CROWD[: len(numbers)], **lasts, **options)
    submit_plays(driver, numbers)
    return driver


def reveal(driver: RoomDriver, kind: str = "reveal") -> Shown:
    [scene] = scenes_shown(driver.room, kind)
    return scene


def measured(driver: RoomDriver) -> Shown:
    return reveal(driver, "mean")


def layout_of(numbers: Sequence[int]) -> tuple[tuple[GuestPosition, ...], tuple[str, ...]]:
    """Place the guests of a round of It's Good Enough; return them, and the seats that score."""
    leaf = tuple(revealed(numbers).game.score.leaves())[-1]
    plays = {seat: int(str(play)) for seat, play in leaf.plays.items()}
    times_of = Counter(plays.values())
    out = [seat for seat, number in plays.items() if times_of[number] > 1]
    return RevealLayout(Numbers(plays, plays, leaf.winners, frozenset(out), RANGE)).guests, leaf.winners


@pytest.mark.parametrize(("players", "shown"), [(60, 60), (61, 60), (100, 60)])
def test_of_a_crowd_sixty_and_those_who_score_stand_on_the_line(players: int, shown: int) -> None:
    guests, winners = layout_of(range(players))
    seats = {guest.seat for guest in guests}
    assert set(winners) <= seats
    assert shown <= len(seats) <= shown + len(winners)
    assert {"1", str(players)} <= seats


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_G4_those_in_the_light_are_those_who_score_and_G3_equal_numbers_are_out(numbers: list[int]) -> None:
    guests, winners = layout_of(numbers)
    assert set(winners) == {guest.seat for guest in guests if guest.role == "lit"}
    out = {number for number, times in Counter(numbers).items() if times > 1}
    assert {int(guest.number) for guest in guests if guest.role == "out"} <= out
    assert sorted(set(numbers) - out) == [int(guest.number) for guest in guests if guest.role != "out"]


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_of_those_who_are_out_nobody_covers_another_or_hangs_over_who_stands(numbers: list[int]) -> None:
    guests, _ = layout_of(numbers)
    out = [guest for guest in guests if guest.role == "out"]
    for one, other in combinations(out, 2):
        assert abs(one.x - other.x) >= min(one.width, 5) or abs(one.y - other.y) >= one.height
    standing = [guest.floor - guest.height for guest in guests if guest.role == "outer"]
    assert max((each.y for each in out), default=0) <= min(standing, default=FLOOR)


def test_to_forty_who_are_out_hang_from_rails_by_number() -> None:
    numbers = [n // 2 for n in range(40)]
    leaf = tuple(revealed(numbers).game.score.leaves())[-1]
    plays = {seat: int(str(play)) for seat, play in leaf.plays.items()}
    layout = RevealLayout(Numbers(plays, plays, (), frozenset(plays), RANGE))
    assert [str(n) for n in range(20)] == [rail.number for rail in layout.rails]
    assert 40 == len(layout.guests)
    assert {True, False} == {rail.x < 50 for rail in layout.rails}


@pytest.mark.parametrize(
    ("names", "classes"),
    [
        (["Ann"], "huge"),
        (["Wilhelmina-Charlotte"], "huge"),
        (["Ann", "Bob"], "apiece"),
        (["Wilhelmina-Charlotte", "Bob"], "large"),
        (["最" * 20, "Bob"], "tiny"),
    ],
)
def test_who_is_in_the_light_has_the_name_below_it_as_large_as_there_is_room(names, classes):
    assert classes == name_size(names)


@pytest.mark.parametrize("players", [3, 4, 30, 60])
def test_for_any_number_of_players_the_names_of_those_in_the_light_are_there(players: int) -> None:
    scene = reveal(revealed(range(20, 20 + players)))
    lit = [guest.seat for guest in scene.layout.guests if guest.role == "lit"]
    assert [CROWD[int(seat) - 1] for seat in lit] == [*scene.names]
    assert 2 - players % 2 == len(scene.names)


@given(PLAYS.filter(lambda numbers: len(numbers) > 2))
def test_all_fall_on_their_true_places_and_end_within_the_frame_in_the_order_of_numbers(numbers):
    guests, _ = layout_of(numbers)
    assert all(guest.true == pytest.approx(10 + 1.08 * int(guest.number)) for guest in guests)
    assert len(guests) == len({guest.drop for guest in guests if 0 <= guest.drop < 1})
    for guest in guests:
        assert 3 <= guest.x <= WIDE - 3
        assert guest.height <= guest.y <= FLOOR
    standing = [guest for guest in guests if guest.role != "out"]
    rows = sorted({each.floor for each in standing})
    assert all(below - above > standing[0].width for above, below in pairwise(rows))
    for attribute in ("slot", "x"):
        assert all(getattr(one, attribute) < getattr(other, attribute) for one, other in pairwise(standing))


@pytest.mark.parametrize(
    ("numbers", "verdict", "excluded"),
    [
        ((12, 50, 37, 71, 42, 50, 23, 88), "P3 and P5 are the middle", "50, 50: out"),
        ((12, 61, 37), "P3 is the middle", ""),
        ((50, 50, 7, 7), "Nobody scores", "7, 7, 50, 50: out"),
        ((50, 50, 50, 7), "P4 is the middle", "50, 50, 50: out"),
        ((1, 1, 2, 2, 3, 3, 9), "P7 is the middle", "1, 1, 2, 2, 3, 3: out"),
        ((1, 1, 2, 2, 3, 3, 3, 9), "P8 is the middle", "7 had company: out"),
    ],
)
def test_the_heading_says_who_is_in_the_middle_and_the_shelf_who_is_out(numbers, verdict, excluded):
    scene = reveal(revealed(numbers))
    assert (verdict, excluded) == (scene.words.verdict, scene.excluded)
    assert ("It's Good Enough, round 1", "0", "100") == (scene.words.kicker, *scene.layout.ends)


def test_the_desk_has_every_score_before_and_after() -> None:
    driver = revealed((12, 61, 37))
    submit_plays(driver, (10, 20, 30))
    scene = reveal(driver)
    assert [("1", "P1", "0", ""), ("2", "P2", "1", "0"), ("3", "P3", "1", "")] == [
        (seat.seat, seat.name, seat.score, seat.before) for seat in scene.desk.seats
    ]
    assert {"2": "+1"} == scene.gains
    assert all(seat.awaited and not seat.absent for seat in scene.desk.seats)


def test_a_correction_changes_the_picture_and_is_not_played_again() -> None:
    driver = revealed((12, 61, 37))
    before = reveal(driver)
    driver.apply(correct_play(driver.room, HOST, "1.1", "2", "20"))
    after = reveal(driver)
    assert (before.scene.key, "P2 is the middle") == (after.scene.key, after.words.verdict)
    assert ("Corrected: P2",) == after.words.notes


def test_who_presented_nothing_sleeps_at_the_desk_and_is_named() -> None:
    driver = started_game("good-enough", CROWD[:4], rounds=5)
    for seat, number in (("1", 12), ("2", 37), ("3", 61)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    scene = reveal(driver)
    assert ("No number: P4",) == scene.words.notes
    assert [False, False, False, True] == [seat.absent for seat in scene.desk.seats]


def test_who_joins_after_a_reveal_was_not_missed_in_it() -> None:
    driver = revealed((12, 61, 37))
    assert driver.apply(add_player(driver.room, HOST, "P4"))
    assert "4" in driver.game.record.players
    assert () == reveal(driver).words.notes


def test_G10_the_lamp_stands_over_the_mean_and_the_closest_in_its_light() -> None:
    scene = measured(revealed((0, 10, 50), scoring="mean"))
    assert ("P2 is closest", "") == (scene.words.verdict, scene.words.told)
    assert (["average 20"], "") == (scene.axis.marks, scene.axis.flag)
    assert scene.layout.at == scene.layout.mean_at == position_on_line(20, (0, 55))
    assert ["outer", "lit", "outer"] == [guest.role for guest in scene.layout.guests]
    assert scene.layout.reach == pytest.approx(10 * 108 / 55)


@given(st.lists(st.integers(0, 100), min_size=3, max_size=40))
@example([0, 1, 2, 3, 4, 5])
@example([*range(11)])
@example([*range(8), 13])
@example([*range(85, 101)])
def test_G10_those_who_are_touched_are_those_who_score_and_all_stand_in_order_within_the_frame(numbers):
    driver = revealed(numbers, scoring="mean")
    leaf = tuple(driver.game.score.leaves())[-1]
    if driver.game.record.rules.mean_target(leaf) is None:
        assert "Nobody scores" == reveal(driver).words.verdict
        return
    layout = measured(driver).layout
    standing = [guest for guest in layout.guests if guest.role != "out"]
    assert set(leaf.winners) == {each.seat for each in standing if each.role == "lit"}
    assert_true(layout)
    places = [round(each.x, 6) for each in standing]
    assert sorted(places) == places
    assert 5 <= places[0] <= places[-1] <= WIDE - 5
    assert all(20 <= guest.y - guest.height <= guest.floor <= FLOOR for guest in layout.guests)


def assert_true(layout: AxisLayout) -> None:
    """Check that everybody stands on the own number, and nobody's body is where that of another is."""
    line = layout.numbers.line
    assert all(guest.x == guest.true == position_on_line(int(guest.number), line) for guest in layout.guests)
    for one, other in combinations([guest for guest in layout.guests if guest.role == "outer"], 2):
        beside = abs(one.x - other.x) >= 0.97 * layout.width
        assert beside or abs(one.y - other.y) >= 0.85 * layout.width


def test_the_order_on_the_axis_is_that_of_the_numbers_and_the_mean_stands_among_them() -> None:
    scene = measured(revealed((22, 18, 33, 27, 20, 12, 25, 15), scoring="mean", factor="2/3"))
    layout, at = scene.layout, {guest.number: guest.x for guest in scene.layout.guests}
    assert_true(layout)
    assert at["15"] < at["18"] < at["20"] < layout.mean_at < at["22"] < at["33"]
    assert at["12"] < layout.at == position_on_line(Fraction(43, 3), (5, 40)) < at["15"]
    assert ("P8 is closest", "average 21½") == (scene.words.verdict, scene.axis.flag)
    assert ("5", "40", [8.0, 119.2]) == (*scene.layout.ends, layout.cuts)


def exactly(text: str) -> Fraction:
    """Return the value of a number as screens write it, such as `24 3/8` or `16¼`."""
    *whole, rest = re.sub("([½⅓⅔¼¾])", r" \1", text).split()
    signs = {"½": "1/2", "⅓": "1/3", "⅔": "2/3", "¼": "1/4", "¾": "3/4"}
    return Fraction(signs.get(rest, rest)) + sum(map(Fraction, whole))


DIFFERENT = st.lists(st.integers(0, 100), min_size=3, max_size=30, unique=True)


@given(DIFFERENT, st.sampled_from(["2/3", "0.8", "1/2", "1.125", "3/7", "0.333"]))
@example([14, 15, 16, 17, 23, 26, 34, 50], "2/3")
def test_G17_the_equation_above_an_axis_and_the_words_at_it_are_exact(numbers, factor):
    scene = measured(revealed(numbers, scoring="mean", factor=factor))
    multiple, mean, target = map(exactly, re.split(" [×=] ", scene.words.told.partition(": ")[2]))
    assert (Fraction(factor), Fraction(sum(numbers), len(numbers))) == (multiple, mean)
    assert multiple * mean == target == exactly(scene.axis.marks[0])
    assert (mean, multiple) == (exactly(scene.axis.flag.split(" ", 1)[1]), exactly(scene.axis.factor[2:]))


@pytest.mark.parametrize(
    ("numbers", "factor", "off", "width"),
    [
        ((14, 15, 16, 17, 100), "2/3", ("", "100 ›"), 6.6),
        ((14, 15, 16, 17, 100), "1", ("", "100 ›"), 6.6),
        ((1, 40, 41, 42, 43, 44, 44, 45, 46, 47, 48, 100), "2/3", ("‹ 1", "100 ›"), 4.6),
        ((14, 15, 16, 17, 18, 19, 98, 100), "0.8", ("", "98, 100 ›"), 4.6),
        ((0, 11, 12, 21), "1", ("", ""), 9.2),
        ((14, 16, 100), "1", ("", ""), 9.2),
    ],
)
def test_a_few_far_numbers_stand_off_the_axis_where_they_would_squeeze_the_others(
    numbers, factor, off, width
):
    scene = measured(revealed(numbers, scoring="mean", factor=factor))
    layout, line = scene.layout, scene.layout.numbers.line
    assert (off, len(numbers)) == ((scene.axis.below, scene.axis.above), len(scene.layout.guests))
    assert layout.width >= width
    beside = {
        guest.number: guest.x for guest in scene.layout.guests if not line[0] <= int(guest.number) <= line[1]
    }
    assert beside == {
        digit: 5.0 if words[0] == "‹" else WIDE - 5 for words in off for digit in _digits(words)
    }
    light = layout.at - layout.beam / 2, layout.at + layout.beam / 2
    assert not [x for x in beside.values() if light[0] < x < light[1]]  # nobody stands in it by accident


def _digits(words: str) -> list[str]:
    return re.findall("[0-9]+", words)


@pytest.mark.parametrize(
    ("low", "high", "line", "ends"),
    [
        (12, 33, (0, 100), (5, 40)),
        (20, 90, (0, 100), (10, 100)),
        (31, 58, (0, 100), (25, 65)),
        (3, 5, (1, 20), (1, 7)),
        (-999_999, 999_999, (-999_999, 999_999), (-999_999, 999_999)),
    ],
)
def test_an_axis_goes_from_round_number_to_round_number_within_the_range(low, high, line, ends):
    assert ends == zoomed(low, high, line)


@pytest.mark.parametrize(
    ("kind", "options"),
    [("reveal", {}), ("mean", {"scoring": "mean"}), ("mean", {"scoring": "mean", "factor": "0.8"})],
)
def test_each_sentence_of_a_first_reveal_begins_and_ends_at_one_moment(kind, options):
    scene = reveal(revealed((1, 1, 20, 40, 60), **options), kind)
    moments = {moment for _, *both in scene.words.sayings for moment in both if moment}
    assert {"bounce"} < moments
    assert {1} == {len(scene.scene.times[moment]) for moment in moments}


def test_whoever_finds_no_room_gets_longer_legs() -> None:
    near, far = packed([(10, False), (12, False), (30, False)], 6), packed([(10, False), (16, False)], 6)
    assert (0, 0) == (near[0], near[2])
    assert 0.9 * 6 <= near[1] < 6 * HEIGHT
    assert [0, 0] == far


def test_G19_equal_numbers_that_have_an_order_stand_apart_and_are_written_as_they_were_picked() -> None:
    plays = {"1": 5, "2": 5, "3": 9}
    values = {"1": Fraction(11, 2), "2": Fraction(5), "3": Fraction(9)}
    guests = RevealLayout(Numbers(plays, values, ("1",), frozenset(), (0, 10))).guests
    assert [("2", "5"), ("1", "5"), ("3", "9")] == [(guest.seat, guest.number) for guest in guests]
    assert [position_on_line(values[guest.seat], (0, 10)) for guest in guests] == [
        guest.true for guest in guests
    ]


NAMES = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus")

LINE = (0, 100)


def kinds(driver: RoomDriver) -> list[str]:
    return [scene.kind for scene in scenes_of(driver.room)]


def played(driver: RoomDriver, *numbers: int) -> Shown:
    submit_plays(driver, numbers)
    return scenes_shown(driver.room, "showdown")[0]


def layout(numbers: list[int], tied: int) -> AxisLayout:
    """Return a round in which the first so many players are tied, by the rule in as few words as possible."""
    plays = {str(seat): number for seat, number in enumerate(numbers, 1)}
    times = Counter(numbers)
    counting = sorted(number for number in numbers if times[number] == 1)
    half = len(counting) // 2
    middle = counting[half - (len(counting) % 2 == 0) : half + 1] if counting else []
    seats = tuple(plays)[:tied]
    far = {seat: min(abs(plays[seat] - each) for each in middle) for seat in seats if times[plays[seat]] == 1}
    scoring = [seat for seat in far if far[seat] == min(far.values())]
    out = frozenset(seat for seat in plays if times[plays[seat]] > 1)
    targets = tuple(map(Fraction, middle))
    return AxisLayout(Numbers(plays, plays, scoring, out, LINE), targets, tied=seats)


CONTESTS = st.lists(st.integers(0, 100), min_size=3, max_size=60).flatmap(
    lambda numbers: st.integers(2, len(numbers)).map(lambda tied: layout(numbers, tied))
)


def test_G16_the_title_comes_once_after_the_peels_and_shows_only_the_tied() -> None:
    driver = tie_of_three()
    assert ["reveal", "showdown_title"] == kinds(driver)
    [title] = scenes_shown(driver.room, "showdown_title")
    assert ("Still tied.", "Showdown!") == (title.tie.heading, title.title)
    assert "Whatever we forget, nobody is alone in the middle." == title.tie.lead
    assert "Everybody picks. Of those who are tied, only the closest stays." == title.rule
    assert "It's Good Enough: 1 point each" == title.kicker
    assert [("Ann", False), ("Bob", False), ("Cyd", False)] == [
        (row.name, row.central) for line in title.guests.lines for row in line
    ]
    assert title.scene.length == 3000
    rest = tv_view(driver.room, ()).rest
    assert title.scene.key == rest.key
    played(driver, *first_of_showdown(7))
    assert ["showdown"] == kinds(driver)


def test_no_showdown_is_announced_where_the_tie_stands_or_is_decided() -> None:
    assert "showdown_title" not in kinds(tie_of_three(tie_break="peel"))
    driver = rounds_won("ABB", rounds=3, tie_break="showdown")
    assert ["reveal", "final"] == [kind for kind in kinds(driver) if kind not in ("mention", "photo")]


def test_G16_those_in_the_light_are_the_closest_and_the_heading_names_them() -> None:
    scene = played(tie_of_three(), *first_of_showdown(7))
    assert "Ann and Bob stay" == scene.words.verdict
    assert "Showdown, round 1" == scene.words.kicker
    assert "Showdown, round 1: the middle is 40" == scene.words.told
    assert (("40",), position_on_line(40, (30, 100))) == (scene.axis.marks, scene.layout.at)
    assert {"36", "44"} == {guest.number for guest in scene.layout.guests if guest.role == "lit"}
    assert [("Ann", "stays"), ("Bob", "stays"), ("Cyd", "gone")] == [
        (guest.name, state) for guest, state in scene.tied
    ]
    assert ["40", "60"] == sorted(number for _, number, *_ in scene.others)
    assert ("‹ 1, 2", "") == (scene.axis.below, scene.axis.above)


def test_G16_who_left_before_stays_at_the_desk_and_the_last_one_goes_straight_to_the_end() -> None:
    driver = tie_of_three()
    played(driver, *first_of_showdown(7))
    scene = played(driver, 30, 55, 50, 51, 52, 53, 54)
    assert ["showdown", "final"] == [kind for kind in kinds(driver) if kind not in ("mention", "photo")]
    assert "Bob is closest" == scene.words.verdict
    assert ["gone", "stays", "gone-before"] == [state for _, state in scene.tied]
    [final] = scenes_shown(driver.room, "final")
    assert ("Bob wins", "The most mediocre player") == (final.heading, final.kicker)
    low, middle, high = final.podium.steps
    assert ["Bob"] == [guest.name for guest in middle.guests]
    assert {"Ann", "Cyd"} <= {guest.name for guest in low.guests}
    assert (True, False, ["Dan"]) == (low.has_beaten, high.has_beaten, [guest.name for guest in high.guests])


def test_G16_where_no_number_of_the_tied_counts_the_lamp_finds_nobody_and_all_stay() -> None:
    scene = played(tie_of_three(), 36, 36, 36, 12, 22, 40, 41)
    assert "Nobody is closest: all stay" == scene.words.verdict
    assert ("none", 0) == (scene.layout.lit, scene.layout.scoring)
    assert {"out"} == {guest.role for guest in scene.layout.guests}
    assert ("36, 36, 36: out",) == scene.words.notes
    assert ["stays"] * 3 == [state for _, state in scene.tied]
    assert 5600 == scene.scene.length


def test_G16_two_who_are_equally_close_are_told_to_stay() -> None:
    driver = tie_of_three()
    played(driver, *first_of_showdown(7))
    assert "Equally close: Ann and Bob stay" == played(driver, 36, 44, 1, 40, 2, 60, 61).words.verdict


def test_G16_a_tied_player_without_a_number_leaves_and_is_named() -> None:
    driver = tie_of_three()
    for seat, number in (("1", 36), ("2", 44), ("4", 40)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    [scene] = scenes_shown(driver.room, "showdown")
    assert (["1", "2"], ("No number: Cyd",)) == (
        [guest.seat for guest in scene.layout.guests],
        scene.words.notes,
    )


def test_G17_the_lamp_goes_to_the_mean_first_and_then_to_its_multiple() -> None:
    driver = started_game(
        "good-enough", NAMES[:3], rounds=3, tie_break="showdown", scoring="mean", factor="0.8"
    )
    win_rounds(driver, "ABC")
    scene = played(driver, 10, 20, 30)
    assert "Showdown, round 1: 0.8 × 20 = 16" == scene.words.told
    assert (("16",), "average 20") == (scene.axis.marks, scene.axis.flag)
    assert [2000] == scene.scene.times["target"]
    assert (scene.layout.at, scene.layout.mean_at) == (
        position_on_line(16, (8, 32)),
        position_on_line(20, (8, 32)),
    )
    assert "Bob is closest" == scene.words.verdict


@given(CONTESTS)
def test_everybody_who_is_tied_and_has_a_number_stands_on_the_line_within_the_frame(
    layout: AxisLayout,
) -> None:
    guests, numbers = layout.guests, layout.numbers
    assert [*layout.shown] == [guest.seat for guest in guests]
    assert {*numbers.scoring} == {guest.seat for guest in guests if guest.role == "lit"}
    assert all(guest.role == "out" for guest in guests if guest.seat in numbers.out)
    assert_true(layout)
    assert sorted(guest.true for guest in guests) == [guest.true for guest in guests]
    assert all(
        (guest.true - layout.at) * guest.side >= 0 != guest.side for guest in guests if guest.role == "outer"
    )


@given(CONTESTS)
def test_the_light_touches_the_closest_and_nobody_of_the_tied_before(layout: AxisLayout) -> None:
    half = layout.reach + layout.apart / 2 - 1e-9
    lit = [guest for guest in layout.guests if abs(guest.true - layout.at) < half and guest.role != "out"]
    assert [] == [each for each in lit if each.role != "lit"]


@pytest.mark.parametrize("players", [3, 60])
def test_any_number_of_players_can_be_tied(players: int) -> None:
    driver = started_game("good-enough", [f"P{n}" for n in range(players)], rounds=3, tie_break="showdown")
    win_rounds(driver, "...")
    assert ["reveal", "showdown_title"] == kinds(driver)
    [title] = scenes_shown(driver.room, "showdown_title")
    assert players == sum(map(len, title.guests.lines)) + title.guests.more
    scene = played(driver, *(n % 101 for n in range(players)))
    assert players == len(scene.layout.guests) == len(scene.tied)


def test_G10_the_mean_that_a_showdown_aims_at_is_named() -> None:
    driver = rounds_won("ABC", rounds=3, tie_break="showdown", scoring="mean")
    assert "Showdown, round 1: the average is 20" == played(driver, 10, 21, 29).words.told


LAST = (30, 55, 50, 51, 52, 53, 54)


def after_one_round() -> RoomDriver:
    driver = tie_of_three()
    submit_plays(driver, first_of_showdown(7))
    return driver


def won() -> RoomDriver:
    driver = after_one_round()
    submit_plays(driver, LAST)
    return driver


# Phones
def test_a_phone_says_whether_its_player_can_still_win() -> None:
    driver = after_one_round()
    assert "Be the middle. Only the closest of you 2 stays" == phone_view(driver.room, "1").own.stake
    lost = "You can still spoil it: your number moves the middle"
    assert [lost, lost] == [phone_view(driver.room, seat).own.stake for seat in "37"]
    assert [False, True, True] == [phone_view(driver.room, seat).own.can_spoil for seat in "137"]
    driver.submit("1", 5)
    assert "Be the middle. Only the closest of you 2 stays" == phone_view(driver.room, "1").own.stake


def test_the_part_that_phones_share_is_that_of_players_who_cannot_win() -> None:
    driver = after_one_round()
    assert {"1", "2"} == seats_with_private_part(driver.room)
    shared = phone_view(driver.room).own
    assert all(shared == phone_view(driver.room, seat).own for seat in "34567")


def test_a_round_is_told_to_each_player_as_staying_leaving_or_noted() -> None:
    driver = after_one_round()
    verdicts = {seat: told_to(driver.room, seat)[0] for seat in "1234"}
    assert {"1": "You stay", "2": "You stay", "3": "Out by 48", "4": "Noted"} == verdicts
    outcome = player_outcome(driver.room, "3")
    assert outcome.near_miss
    assert ("high", 40, 48) == (outcome.kind, outcome.near_miss.nearest, outcome.near_miss.distance)


def test_who_sent_nothing_hears_whether_that_was_the_end_of_it() -> None:
    driver = tie_of_three()
    for seat, number in (("1", 36), ("2", 44), ("4", 40)):
        driver.submit(seat, number)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id))
    assert "You sent no number: you leave the showdown" == told_to(driver.room, "3")[1]
    assert "You sent no number" == told_to(driver.room, "5")[1]


def test_at_the_end_the_beaten_were_near_and_the_winner_knows_against_whom() -> None:
    driver = won()
    assert ["beaten", "won", "beaten", "high"] == [ending.kind for ending in all_endings(driver.room, "1234")]
    tied = "1 point: tied, but Bob was closer to the middle in the showdown."
    assert ("Nearly", tied) == told_at_the_end(driver.room, "1")
    assert "1 point. You won the showdown against Ann and Cyd." == told_at_the_end(driver.room, "2")[1]


def test_the_tied_keep_the_stage_and_the_others_the_desk_whoever_is_in() -> None:
    driver = after_one_round()
    headings = []
    for seat in "312":
        driver.submit(seat, 9)
        stage = tv_view(driver.room, ()).stage
        headings.append(stage.heading)
        assert ["Ann", "Bob"] == [row.name for line in stage.missing.lines for row in line]
        assert ["Cyd", "Dan", "Eve", "Fay", "Gus"] == [
            row.name for line in stage.seated.lines for row in line
        ]
    assert ["Waiting for Ann and Bob", "Waiting for Bob", "Both are in"] == headings
    assert (frozenset("123"), True) == (stage.submitted, stage.last_call)
    assert "Spoilers: their numbers move the middle, they cannot win" == stage.spoilers
    assert "Showdown, round 2" == tv_view(driver.room, ()).public.heading


def test_of_very_many_spoilers_it_is_told_how_many_are_in() -> None:
    driver = tie_of_three(crowd(30))
    driver.submit("9", 9)
    assert "1 of 27 spoilers are in" == tv_view(driver.room, ()).stage.spoilers


# Results, corrections and logs
def test_results_list_the_rounds_of_a_showdown_after_the_others() -> None:
    [game] = results_view(won().room).games
    [rounds, showdown] = game.groups
    assert ("Showdown", "rounds stayed") == (showdown.heading, showdown.figure)
    assert ["1", "2", "3", "4", "5"] == [column.label for table in rounds.tables for column in table]
    assert ["Showdown, round 1", "Showdown, round 2"] == [table.heading for table in showdown.tables[0]]
    assert ["stays", "stays", "outside"] == [fate for _, fate, _ in showdown.tables[0][0].cells[:3]]
    assert (("1", False), ("2", True), ("0", False), ("–", False)) == showdown.totals[:4]


def test_a_correction_that_ends_the_tie_earlier_strikes_the_later_rounds() -> None:
    driver = won()
    before = driver.room
    driver.apply(correct_play(before, HOST, "1.6", "1", "39"))
    assert ("Then Ann has won, and 1 round after it will not count.",) == describe_changes(
        before, driver.room
    )
    assert ("1",) == driver.game.score.root.winners
    replay = replay_view(driver.room, driver.game, 7)
    assert (True, None) == (replay.void, replay.last)


def test_G17_a_phone_names_the_target_in_a_showdown_also_after_a_round_without_a_mean() -> None:
    driver = started_game(
        "good-enough", NAMES[:3], rounds=3, tie_break="showdown", scoring="mean", factor="0.8"
    )
    for number in (7, 8, 9):
        submit_plays(driver, [number] * 3)
    stake = phone_view(driver.room, "1").own.stake
    assert "Be 0.8 × the average. Only the closest of you 3 stays" == stake
