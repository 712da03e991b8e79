"""What the TV shows where the score is kept by results: the running round, and the scene of each entry."""

from dataclasses import replace
from datetime import timedelta

import pytest

from companion.rules import games
from companion.screens.story import room_as_announced, scenes_of, story
from companion.screens.tv import stage_view, tv_view
from tests.support.played_scenes import Shown, scenes_shown, strip
from tests.support.room_driver import RoomDriver, play_moments, with_table
from tests.support.scenes import started_game

FOUR = ("Ann", "Bob", "Cyd", "Dan")


def kept(game: str, players: int, *results: tuple[int, ...], **options: object) -> RoomDriver:
    """Start a game that is kept by results, and enter some, a minute each."""
    names = tuple(FOUR[n] if n < len(FOUR) else f"P{n}" for n in range(players))
    driver = started_game(game, names, keep="results", **options)
    for each in results:
        driver.now += timedelta(minutes=1)
        driver.enter(*each)
    return driver


def part(driver: RoomDriver) -> Shown:
    [scene] = scenes_shown(driver.room, "part")
    return scene


def sides(scene: Shown) -> list[list[tuple[str, int | None, str]]]:
    return [
        [(each.name, each.score, each.word) for each in side]
        for side in (scene.low, scene.middle, scene.high)
    ]


# The scene of an entry


def test_R1_a_hand_shows_the_cards_left_and_why_the_fewest_get_the_point() -> None:
    scene = part(kept("mediocrity", 4, (0, 2, 1, 2)))
    assert (scene.kicker, scene.heading) == ("Mediocrity, hand 1 is over", "1 card left: Cyd’s point")
    assert sides(scene) == [
        [("Ann", 0, "none left: too good")],
        [("Cyd", 1, "fewest, not none")],
        [("Bob", 2, "too many left"), ("Dan", 2, "too many left")],
    ]
    assert [each.hand for each in (*scene.low, *scene.middle, *scene.high)] == [0, 1, 2, 2]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 0), "Cyd": (0, 1), "Dan": (0, 0)}
    assert (scene.strip.pips, scene.strip.label) == (4, "4 is too many")


def test_R1_a_hand_that_leaves_nobody_a_card_has_no_light() -> None:
    scene = part(kept("mediocrity", 3, (0, 0, 0)))
    assert scene.heading == "Nobody gets the point"
    assert (scene.middle, len(scene.low)) == ([], 3)


def test_R2_a_round_shows_three_sums_without_any_card() -> None:
    scene = part(kept("saichugen", 3, (9, 5, 11)))
    assert (scene.kicker, scene.heading) == ("Saichugen, round 1 is over", "Ann keeps 9")
    assert sides(scene) == [[("Bob", 5, "lost")], [("Ann", 9, "kept")], [("Cyd", 11, "lost")]]
    assert all(each.hand is None and not each.open for each in (*scene.low, *scene.middle, *scene.high))
    assert strip(scene) == {"Ann": (0, 9), "Bob": (0, 0), "Cyd": (0, 0)}


@pytest.mark.parametrize("players", [2, 30])
def test_R3_a_round_shows_who_took_it_between_all_others(players: int) -> None:
    scene = part(kept("median", players, tuple(int(n == 1) for n in range(players)), hand=1))
    assert (scene.kicker, scene.heading) == ("Median game, round 1", "Bob takes 1 round")
    assert sides(scene)[1] == [("Bob", 1, "round")]
    assert len(scene.low) - len(scene.high) in (0, 1)
    shown = (*scene.low, *scene.high, *scene.middle)
    assert sorted((each.seat for each in shown), key=int) == [str(n + 1) for n in range(players)]
    assert scene.pool is None
    assert [row.name for row in scene.strip.rows if row.lit] == ["Bob"]


def test_R3_tied_rounds_are_piled_up_until_somebody_takes_them() -> None:
    driver = kept("median", 4, (0, 0, 0, 0))
    tied = part(driver)
    assert tied.middle == []
    assert (tied.heading, tied.pool.cards, tied.pool.next) == ("Tied: into the pool", 4, 2)
    driver.enter(0, 0, 0, 0)
    driver.enter(0, 0, 1, 0)
    scene = part(driver)
    assert (sides(scene)[1], scene.pool) == ([("Cyd", 3, "rounds")], None)
    assert [row.note for row in scene.strip.rows] == ["", "", "2 from the pool", ""]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 0), "Cyd": (0, 3), "Dan": (0, 0)}


@pytest.mark.parametrize(("game", "players"), [("mediocrity", 4), ("median", 4), ("saichugen", 3)])
def test_no_card_is_made_up_for_a_game_kept_by_results(game: str, players: int) -> None:
    driver = kept(game, players)
    for _ in play_moments(driver, seed=3):
        kinds = {each.kind for each in scenes_of(driver.room)}
        assert kinds <= {"title", "part", "final"}
        public = tv_view(driver.room, ()).public
        assert public.open == ()
    assert "final" in {each.kind for each in scenes_of(driver.room)}


@pytest.mark.parametrize(
    ("game", "result"), [("mediocrity", (0, 1, 2)), ("median", (0, 0, 1)), ("saichugen", (9, 5, 11))]
)
def test_nothing_tells_a_result_before_the_TV_has_shown_it(game: str, result: tuple[int, ...]) -> None:
    driver = kept(game, 3, result)
    [scene] = scenes_of(driver.room)
    last = driver.room.milestones[-1]
    found = story(driver.room, last.at)
    assert round((found.all - last.at).total_seconds() * 1000) == scene.announced
    before = room_as_announced(driver.room, last.at)
    assert tv_view(before, ()).public.last is None
    assert room_as_announced(driver.room, found.all) is driver.room


def test_nobody_is_missing_while_a_hand_is_played() -> None:
    driver = kept("mediocrity", 3)
    stage = stage_view(driver.room, driver.game)
    assert stage.heading == "The cards are on the table"
    assert (stage.at_table, stage.count, stage.alone) == (True, 0, False)
    assert sum(map(len, stage.missing.lines)) == 3
    assert {row.state for line in stage.missing.lines for row in line} == {""}
    assert not any(stage.seated.lines)
    assert tv_view(driver.room, ()).public.status == "The score-keeper enters hand 1"


def without(driver: RoomDriver, seat: str) -> RoomDriver:
    """Return the room as if the result of a player did not count any more."""
    record = driver.game.record
    plays = {each: play for each, play in record.reveals[-1].plays.items() if each != seat}
    record = replace(record, reveals=(*record.reveals[:-1], replace(record.reveals[-1], plays=plays)))
    return with_table(driver, scored=games.score_record(record))


def test_R1_a_hand_without_the_cards_of_somebody_has_no_result() -> None:
    scene = part(without(kept("mediocrity", 3, (0, 1, 2)), "2"))
    assert (scene.heading, scene.middle) == ("No result", [])
    assert sides(scene)[0] == [("Ann", 0, ""), ("Bob", None, ""), ("Cyd", 2, "")]
    assert {row.score for row in scene.strip.rows} == {0}


@pytest.mark.parametrize(
    ("game", "result"), [("mediocrity", (0, 1, 2)), ("median", (0, 0, 1)), ("saichugen", (9, 5, 11))]
)
@pytest.mark.parametrize("seat", ["1", "3"])
def test_no_view_breaks_where_a_result_does_not_count_any_more(game, result, seat):
    driver = without(kept(game, 3, result, result), seat)
    assert driver.game.score.problems
    views = driver.views()
    assert all(views[each].outcomes == () for each in "123")
