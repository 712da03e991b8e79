"""The evening on the TV: where the stairs are and who stands where, the grand final, and who wins."""

from collections.abc import Sequence
from itertools import combinations, pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from companion.room.commands import membership, room_control
from companion.rules.evening import MOST_STEPS
from companion.screens.evening import EveningRow, EveningView, Stair
from companion.screens.headings import game_heading
from companion.screens.podium import StandingGuest
from companion.screens.scenes import staircase
from companion.screens.scenes.staircase import HEIGHT, MIDDLE, Staircase, StairGuest
from companion.screens.scenes.stairs import so_far_scene, stairs_at_night
from companion.screens.scenes.times import READ, so_far_times
from tests.support.played_scenes import Shown, scenes_shown
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with
from tests.support.scenes import LONG, SHORT, start_game, win_rounds

STEPS = st.lists(st.integers(0, 12), min_size=3, max_size=30)
"""How many steps everybody is from the top."""


def evening(steps: Sequence[int], names: Sequence[str] = LONG) -> EveningView:
    """Return an evening in which the first of those with the fewest steps wins."""
    seats = [str(seat) for seat, _ in enumerate(steps, 1)]
    guests = [StandingGuest(seat, names[n % len(names)], "X") for n, seat in enumerate(seats)]
    winner = seats[steps.index(min(steps))]
    stairs = (
        Stair(step, tuple(guest for guest, walked in zip(guests, steps, strict=True) if walked == step))
        for step in range(max(steps) + 1)
    )
    rows = [
        EveningRow(seat, "", (walked - last, last), walked, 0, leads=seat == winner)
        for seat, walked in zip(seats, steps, strict=True)
        for last in [min(walked, MOST_STEPS)]
    ]
    return EveningView("", "", "", (winner,), ("",), True, tuple(stairs), tuple(rows), (), "")


def drawn(stairs: Staircase) -> list[StairGuest]:
    return [*stairs.top, *stairs.others]


def are_apart(one: StairGuest, other: StairGuest) -> bool:
    upper, lower = sorted((one, other), key=lambda guest: guest.y)
    beside = abs(one.x - other.x) >= (one.width + other.width) / 2
    return beside or lower.y - HEIGHT * lower.width >= upper.y


def is_clear(stairs: Staircase) -> bool:
    """Return whether all is on the screen, and no guest on another or on the numbers."""
    guests = drawn(stairs)
    inside = all(
        abs(guest.x - MIDDLE) + guest.width / 2 <= MIDDLE
        and guest.y - HEIGHT * guest.width >= 63
        and guest.y <= 720
        and guest.width > 10
        for guest in guests
    )
    numbers = all(
        abs(guest.x - MIDDLE) - guest.width / 2 >= stairs.plan.carpet / 2 for guest in stairs.others
    )
    return inside and numbers and all(are_apart(*pair) for pair in combinations(guests, 2))


@given(STEPS)
@example([0] * 30)
@example([1] * 30)
@example([12] * 30)
@example([*range(13)])
@example([*range(1, 13)])
def test_H3_all_stand_on_the_stairs_so_far_beside_each_other_and_beside_the_words(steps: list[int]) -> None:
    stairs = so_far_scene(evening(steps)).stairs
    assert len(steps) == len(drawn(stairs))
    assert is_clear(stairs)
    in_words = [
        guest
        for guest in drawn(stairs)
        if guest.y - HEIGHT * guest.width < 279.5 and abs(guest.x - MIDDLE) > 240
    ]
    assert [] == in_words


@given(STEPS)
@example([0] * 30)
@example([1] * 30)
@example([*range(1, 13)])
def test_H4_at_the_end_of_the_evening_its_winner_alone_stands_on_top(steps: list[int]) -> None:
    found = evening(steps)
    stairs = stairs_at_night(found)
    assert found.seats == tuple(guest.seat for guest in stairs.top)
    assert len(steps) == len(drawn(stairs))
    assert is_clear(stairs)


@given(st.lists(st.integers(0, 4), min_size=31, max_size=120))
def test_of_a_crowd_two_share_a_place_and_all_are_on_the_screen(steps: list[int]) -> None:
    guests = drawn(so_far_scene(evening(steps)).stairs)
    assert all(abs(guest.x - MIDDLE) + guest.width / 2 <= MIDDLE for guest in guests)
    assert {""} == {guest.initial for guest in guests}


@given(st.lists(st.integers(0, 12), min_size=3, max_size=12))
def test_a_name_is_below_its_guest_and_on_no_other_name(steps: list[int]) -> None:
    names = [guest.name for guest in so_far_scene(evening(steps)).stairs.others if guest.name]
    spans = [(name.y, *span(name)) for name in names]
    assert all(
        one[0] != other[0] or one[2] <= other[1] or other[2] <= one[1]
        for one, other in combinations(spans, 2)
    )
    assert all(0 <= left and right <= 2 * MIDDLE for _, left, right in spans)


def span(name: staircase.Name) -> tuple[float, float]:
    width = staircase.ems(name.text) * name.size
    left = name.x - {"start": 0.0, "middle": width / 2, "end": width}[name.anchor]
    return left, left + width


def test_names_are_below_up_to_twelve_guests_and_initials_on_more() -> None:
    twelve, thirteen = ([1, 2] * 6, [1, 2] * 6 + [3])
    assert {""} == {guest.initial for guest in so_far_scene(evening(twelve, SHORT)).stairs.others}
    assert {"X"} == {guest.initial for guest in so_far_scene(evening(thirteen, SHORT)).stairs.others}


def test_empty_steps_are_thin_and_can_be_counted() -> None:
    treads = so_far_scene(evening([1, 1, 4])).stairs.treads
    assert [0, 1, 2, 3, 4] == [tread.steps for tread in treads]
    rises = [below.y - above.y for above, below in pairwise(treads)]
    assert rises[2] < rises[3] / 3


def test_guests_walk_down_from_where_they_stood_before_the_game() -> None:
    stairs = so_far_scene(evening([1, 2, 6])).stairs
    ys = [tread.y for tread in stairs.treads]
    ways = {guest.seat: [round(guest.y + down, 1) for _, down in guest.way] for guest in stairs.others}
    assert {"1": ys[0:1], "2": ys[0:2], "3": ys[3:6]} == ways


def test_the_winner_comes_up_from_the_own_step() -> None:
    stairs = stairs_at_night(evening([2, 3, 3]))
    [winner] = stairs.top
    assert [stairs.treads[2].y, stairs.treads[1].y] == [winner.y + down for _, down in winner.way]


def test_the_stairs_so_far_can_be_read_after_all_have_walked() -> None:
    assert [4500, 900 + MOST_STEPS * 420 + READ] == [
        so_far_times(steps)["length"] for steps in (0, MOST_STEPS)
    ]


def shown(driver: RoomDriver, kind: str) -> Shown:
    [found] = scenes_shown(driver.room, kind)
    return found


def finished(driver: RoomDriver) -> RoomDriver:
    driver.do(HOST, room_control.finish_evening)
    return driver


def test_so_far_says_in_words_who_is_how_far_away_and_they_look_up() -> None:
    found = shown(two_games("BCC", "CBB"), "so_far")
    words = "The evening so far, 2 games", "Bob and Cyd are one step away"
    assert words == (found.kicker, found.headline)
    assert ("2", "3") == found.leads
    assert "one step: Bob and Cyd · two steps: Ann" == found.label


def test_H4_the_grand_final_says_who_can_win_it_and_why_and_in_which_round_it_is() -> None:
    driver = finished(two_games("BCC", "CBB"))
    title = shown(driver, "final_title")
    assert "Bob and Cyd have one step each. One number decides." == title.why
    assert [("Bob", True), ("Cyd", True)] == [
        (finalist.name, finalist.x in (430, 850)) for finalist in title.finalists
    ]
    assert "Grand final, round 1" == game_heading(driver.game)
    for seat, number in (("1", 50), ("2", 40), ("3", 90)):
        driver.submit(seat, number)
    assert "Grand final, round 1" == shown(driver, "showdown").words.kicker
    won = shown(driver, "evening")
    assert ("Two games and a grand final", "Bob") == (won.kicker, won.name)
    assert "As few steps as Cyd, and one number closer." == won.why


def test_H4_who_has_the_fewest_steps_alone_wins_without_a_final_and_the_photo_says_when() -> None:
    driver = finished(two_games("ABB", "ABB"))
    won, photo = shown(driver, "evening"), shown(driver, "evening_photo")
    assert ("Two games, no final", "No step in two games. Nobody has so few.") == (won.kicker, won.why)
    assert "Two games, three people" == photo.company
    assert photo.day


def test_H4_those_who_have_all_gone_home_share_the_evening_asleep() -> None:
    driver = two_games("BCC", "CBB")
    for seat in "23":
        driver.do(device(seat), membership.leave_room)
    won = shown(finished(driver), "evening")
    assert ("They had gone home. It did not hurt them.", True) == (won.why, won.sleeps)
    assert ["2", "3"] == [guest.seat for guest in won.stairs.top]


def two_games(*winners: str) -> RoomDriver:
    driver = open_room_with("good-enough", SHORT[:3])
    for game in winners:
        start_game(driver, rounds=3)
        win_rounds(driver, game)
    return driver
