"""Scenes of cards and of results: order and fates, heading, strip and times follow from the score."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import timedelta
from itertools import chain

import pytest

from companion.room.commands import membership
from companion.rules import games
from companion.screens.results import results_view
from companion.screens.scenes.cards import PartResult
from companion.screens.stage import stage_view
from companion.screens.story import room_as_announced, scenes_of, story
from companion.screens.tv import tv_view
from tests.support.played_scenes import Shown, scenes_shown, strip
from tests.support.room_driver import RoomDriver, device, open_room_with, play_moments, played, with_table
from tests.support.scenes import start_game, started_game

FOUR = ("Ann", "Bob", "Cyd", "Dan")


def scene_of(driver: RoomDriver) -> Shown:
    [scene] = scenes_shown(driver.room, "trick")
    return scene


def sides(scene: Shown) -> tuple[str, str, str]:
    """Return the cards below the middle, in it and above it."""
    low, middle, high = (
        " ".join(each.card.text for each in side) for side in (scene.low, scene.middle, scene.high)
    )
    return low, middle, high


@pytest.mark.parametrize(
    ("trick", "expected", "heading"),
    [
        ("Q J 7 2", ("2", "7 J", "Q"), "Cyd and Bob discard 7 and J"),
        ("K K 7 K", ("7", "K K K", ""), "Nothing in between: Ann, Bob and Dan discard"),
    ],
)
def test_M3_M4_mediocre_cards_fall_between_those_that_go_back(trick, expected, heading):
    scene = scene_of(played("mediocrity", trick))
    assert scene.layout == "trapdoor"
    assert sides(scene) == expected
    assert scene.heading == heading
    assert {each.fate for each in scene.middle} == {"discarded"}
    assert {each.fate for each in (*scene.low, *scene.high)} <= {"kept"}
    assert scene.lit


@pytest.mark.parametrize(
    ("trick", "expected", "heading", "leans"),
    [
        ("high 3C 8S 5D QH", ("3C 5D", "8S", "QH"), "Called high: Bob’s 8 wins", "right"),
        ("low 3C 8S 5D QH", ("3C", "5D", "8S QH"), "Called low: Cyd’s 5 wins", "left"),
        ("low 3H 3S 5C 9D", ("", "3H 3S", "5C 9D"), "Ann and Bob laid 3: into the pool", ""),
    ],
)
def test_D5_of_two_in_the_middle_the_lamp_leans_to_the_one_that_was_called(trick, expected, heading, leans):
    scene = scene_of(played("median", trick))
    assert scene.layout == "row"
    assert sides(scene) == expected or sides(scene)[1:] == expected[1:]
    assert (scene.heading, scene.leans) == (heading, leans)
    assert scene.lit == bool(leans)
    other = [each.card.text for each in (*scene.low, *scene.high) if each.word]
    assert other == [{"high": "5D", "low": "8S"}[trick.split()[0]] if leans else "5C"]
    assert [(each.name, each.call) for each in (*scene.low, *scene.middle, *scene.high) if each.call] == [
        ("Ann", trick.split()[0])
    ]


def test_D6_tied_cards_are_piled_up_until_somebody_takes_them():
    driver = started_game("median", FOUR)
    driver.play_trick("low 3H 5S 5C 9D")
    tied = scene_of(driver)
    assert (tied.pool.cards, tied.pool.next) == (4, 2)
    assert not tied.lit
    assert {each.fate for each in tied.middle} == {"tied"}
    driver.play_trick("low 2H 2S 7C 9H")
    again = scene_of(driver)
    assert (again.pool.cards, again.pool.next) == (8, 3)
    driver.play_trick("high 3C 8S 5D QH")
    won = scene_of(driver)
    assert won.pool is None
    assert strip(won) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0), "Dan": (0, 0)}
    assert [row.note for row in won.strip.rows] == ["", "2 from the pool", "", ""]
    assert won.strip.label == "rounds taken"


def test_S3_the_middle_card_stays_open_and_the_sums_grow():
    driver = started_game("saichugen", FOUR[:3])
    driver.play_trick("5S 9C KS")
    first = scene_of(driver)
    assert first.layout == "podium"
    assert sides(first) == ("5S", "9C", "KS")
    assert first.heading == "Bob’s 9 stays open"
    driver.play_trick("8H 3C KD")
    second = scene_of(driver)
    assert second.strip.label == "sum"
    assert strip(second) == {"Ann": (0, 8), "Bob": (9, 9), "Cyd": (0, 0)}
    opened = {row.name: [card.text if card else "" for card in row.open] for row in second.strip.rows}
    assert opened == {"Ann": ["", "8H"], "Bob": ["9C", ""], "Cyd": ["", ""]}
    driver.play_trick("2S 3S 4S", "2H 3H 4H")
    assert strip(scene_of(driver)) == {"Ann": (0, 0), "Bob": (0, 3), "Cyd": (0, 0)}


def test_a_round_in_which_a_card_is_missing_has_no_result():
    driver = started_game("median", FOUR[:3])
    driver.play_trick("3C 8S QH")
    record = driver.game.record
    plays = {seat: card for seat, card in record.reveals[0].plays.items() if seat != "2"}
    record = replace(record, reveals=(replace(record.reveals[0], plays=plays),))
    scene = scene_of(with_table(driver, scored=games.score_record(record)))
    assert scene.heading == "A card is struck: nobody wins"
    assert not scene.lit
    assert [each.name for each in (*scene.low, *scene.middle, *scene.high)] == ["Ann", "Cyd"]
    assert [(row.name, row.note) for row in scene.strip.rows if row.note] == [("Bob", "absent")]


def test_in_a_crowd_equal_cards_are_one_and_the_strip_names_only_who_took_the_round():
    names = tuple(f"P{n}" for n in range(45))
    cards = ["2"] * 16 + ["3"] * 6 + ["7"] + ["Q"] * 12 + ["K"] * 10
    driver = open_room_with("median", names)
    start_game(driver, decks=4, hand=1)
    driver.play_trick(" ".join(cards))
    scene = scene_of(driver)
    assert sides(scene) == ("2 3", "7", "Q K")
    assert [each.name for each in (*scene.low, *scene.middle, *scene.high)] == [
        "16 players",
        "6 players",
        "P22",
        "12 players",
        "10 players",
    ]
    assert [row.name for row in scene.strip.rows] == ["P22"]


def test_the_sums_of_a_new_round_begin_at_0_whatever_is_in_the_hands():
    driver = started_game("saichugen", FOUR[:3], dealt=True, rounds=3, tricks=1)
    rounds = 0
    for _ in play_moments(driver, 1):
        found_scenes_shown = scenes_shown(driver.room, "trick")
        rounds += len(found_scenes_shown)
        assert {row.was for each in found_scenes_shown for row in each.strip.rows} <= {0}
    assert rounds >= 3


THREE = ("Ann", "Bob", "Cyd")


def scenes(driver: RoomDriver) -> list[Shown]:
    return scenes_shown(driver.room, "part")


def groups(scene: Shown) -> list[Sequence[PartResult]]:
    """Return who has less than the winners, the winners, and who has more."""
    return [scene.low.results, scene.middle, scene.high.results]


def everybody(scene: Shown) -> Iterator[PartResult]:
    return chain.from_iterable(groups(scene))


def test_S5_the_middle_sum_is_kept_and_the_others_are_lost():
    [scene] = scenes(played("saichugen", "5S 9C KS", "8H 3C KD", "JD 10D QD"))
    assert scene.kicker == "Saichugen, round 1 is over"
    assert scene.heading == "Bob keeps 9"
    assert [[each.name for each in side] for side in groups(scene)] == [
        ["Cyd"],
        ["Bob"],
        ["Ann"],
    ]
    for side, score, word in (
        (scene.high.results, 19, "lost"),
        (scene.middle, 9, "kept"),
        (scene.low.results, 0, "lost"),
    ):
        assert [(score, word)] == [(each.score, each.word) for each in side]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 9), "Cyd": (0, 0)}
    assert scene.strip.label == "After 1 round of 5. The middle total wins."
    opened = {
        result.name: [card.text if card else "" for card in result.open] for result in scene.high.results
    }
    assert opened == {"Ann": ["", "8H", "JD"]}


def test_S7_the_end_of_a_game_in_a_match_follows_that_of_its_last_round():
    driver = played("saichugen", "5S 9C KS", "8H 3C KD", "JD 10D QD", games=2, rounds=1)
    inner, outer = scenes(driver)
    assert inner.kicker == "Saichugen, game 1, round 1 is over"
    assert outer.kicker == "Saichugen, game 1 is over"
    assert strip(outer) == {"Ann": (0, 1), "Bob": (0, -2), "Cyd": (0, 1)}
    assert inner.scene.key != outer.scene.key


def hands(players: int, seed: int, **options: object) -> list[Shown]:
    """Return the scenes of the hands of a whole game that is played at random."""
    driver = started_game("mediocrity", (*THREE, "Dan", "Eve")[:players], **options)
    found: dict[str, Shown] = {}
    for _ in play_moments(driver, seed):
        found.update({scene.scene.key: scene for scene in scenes(driver)})
    found.update({scene.scene.key: scene for scene in scenes(driver)})
    return [*found.values()]


@pytest.mark.slow(keep=1)
@pytest.mark.parametrize("players", [3, 5])
def test_M6_the_fewest_cards_but_not_none_get_the_point(players):
    points: dict[str, int] = {}
    for scene in hands(players, 1, target=2):
        assert {each.word for each in scene.middle} <= {"fewest, not none"}
        assert {(result.score, result.word) for result in scene.low.results if scene.middle} <= {
            (0, "none left: too good")
        }
        assert {result.word for result in scene.high.results} <= {"too many left"}
        assert all(each.hand == each.score for each in everybody(scene))
        winners = [each.name for each in scene.middle]
        assert {name: was for name, (was, _) in strip(scene).items()} == {
            **dict.fromkeys(strip(scene), 0),
            **points,
        }
        assert [row.name for row in scene.strip.rows if row.score > row.was] == [
            row.name for row in scene.strip.rows if row.name in winners
        ]
        points = {name: now for name, (_, now) in strip(scene).items()}
        if len(winners) == 1:
            assert scene.heading.endswith(f": {winners[0]}’s point")
        assert scene.strip.pips == 2
        assert scene.strip.label == "2 is too many"


def kept(game: str, players: int, *results: tuple[int, ...], **options: object) -> RoomDriver:
    """Start a game that is kept by results, and enter some, a minute each."""
    names = tuple(FOUR[n] if n < len(FOUR) else f"P{n}" for n in range(players))
    driver = started_game(game, names, **{"keep": "results", **options})
    for result in results:
        driver.now += timedelta(minutes=1)
        driver.enter(*result)
    return driver


def part(driver: RoomDriver) -> Shown:
    [scene] = scenes_shown(driver.room, "part")
    return scene


def people(scene: Shown) -> list[list[tuple[str, int | None, str]]]:
    return [[(each.name, each.score, each.word) for each in side] for side in groups(scene)]


# The scene of an entry
def test_R1_a_hand_shows_the_cards_left_and_why_the_fewest_get_the_point() -> None:
    scene = part(kept("mediocrity", 4, (0, 2, 1, 2)))
    assert (scene.kicker, scene.heading) == ("Mediocrity, hand 1 is over", "1 card left: Cyd’s point")
    assert people(scene) == [
        [("Ann", 0, "none left: too good")],
        [("Cyd", 1, "fewest, not none")],
        [("Bob", 2, "too many left"), ("Dan", 2, "too many left")],
    ]
    assert [each.hand for each in everybody(scene)] == [0, 1, 2, 2]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 0), "Cyd": (0, 1), "Dan": (0, 0)}
    assert (scene.strip.pips, scene.strip.label) == (4, "4 is too many")


def test_R1_a_hand_that_leaves_nobody_a_card_has_no_light() -> None:
    scene = part(kept("mediocrity", 3, (0, 0, 0)))
    assert scene.heading == "Nobody gets the point"
    assert (scene.middle, len(scene.low.results)) == ([], 3)


def test_R2_a_round_shows_three_sums_without_any_card() -> None:
    scene = part(kept("saichugen", 3, (9, 5, 11)))
    assert (scene.kicker, scene.heading) == ("Saichugen, round 1 is over", "Ann keeps 9")
    assert people(scene) == [[("Bob", 5, "lost")], [("Ann", 9, "kept")], [("Cyd", 11, "lost")]]
    assert not any(each.hand or each.open for each in everybody(scene))
    assert strip(scene) == {"Ann": (0, 9), "Bob": (0, 0), "Cyd": (0, 0)}


@pytest.mark.parametrize("players", [2, 30])
def test_R3_a_round_shows_who_took_it_between_all_others(players: int) -> None:
    scene = part(kept("median", players, tuple(int(n == 1) for n in range(players)), hand=1))
    assert (scene.kicker, scene.heading) == ("Median game, round 1", "Bob takes 1 round")
    assert people(scene)[1] == [("Bob", 1, "round")]
    assert len(scene.low.results) - len(scene.high.results) in (0, 1)
    shown = (*scene.low.results, *scene.high.results, *scene.middle)
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
    assert (people(scene)[1], scene.pool) == ([("Cyd", 3, "rounds")], None)
    assert [row.note for row in scene.strip.rows] == ["", "", "2 from the pool", ""]
    assert strip(scene) == {"Ann": (0, 0), "Bob": (0, 0), "Cyd": (0, 3), "Dan": (0, 0)}


def test_R6_a_hand_of_points_shows_who_got_them_and_no_cards() -> None:
    scene = part(kept("mediocrity", 4, (1, 0, 1, 0), keep="points"))
    assert scene.heading == "A point each for Ann and Cyd"
    assert people(scene) == [
        [("Bob", None, "")],
        [("Ann", 1, "point"), ("Cyd", 1, "point")],
        [("Dan", None, "")],
    ]


def test_R6_rounds_taken_are_told_by_the_end_alone() -> None:
    driver = kept("median", 3, (3, 9, 3), keep="totals")
    assert [scene.kind for scene in scenes_of(driver.room)] == ["final", "photo"]
    assert results_view(driver.room).games[0].score_chart is None
    assert driver.game.leader is None


@pytest.mark.parametrize("keep", ["results", "points"])
def test_R5_no_scene_shows_who_was_not_there(keep: str) -> None:
    driver = kept("mediocrity", 4, keep=keep)
    driver.do(device("4"), membership.leave_room)
    driver.enter(0, 1, 0, None)
    scene = part(driver)
    assert {each.name for each in everybody(scene)} == {
        "Ann",
        "Bob",
        "Cyd",
    }
    [outcome] = driver.phone("4").outcomes
    assert (outcome.word, outcome.reason) == ("Sat out", "You were not there")


def test_R5_the_dealer_leads_where_the_leader_has_left() -> None:
    driver = kept("median", 3, (0, 1, 0))
    assert driver.game.leader == "2"
    driver.do(device("2"), membership.leave_room)
    assert driver.game.leader == "1"
    driver.do(device("1"), membership.leave_room)
    assert driver.game.leader is None
    driver.do(device("1"), membership.return_to_room)
    driver.enter(0, None, 1)
    assert driver.game.score.root.parts[-1].leader == "1"


def test_R5_only_who_was_there_has_a_card_in_the_pool() -> None:
    driver = kept("median", 4, (0, 0, 1, 0), (0, 0, 0, 0))
    driver.do(device("2"), membership.leave_room)
    driver.enter(0, None, 0, 0)
    assert (part(driver).pool.cards, part(driver).pool.next) == (7, 3)


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
    plays = {**record.reveals[-1].plays, seat: 99}
    record = replace(record, reveals=(*record.reveals[:-1], replace(record.reveals[-1], plays=plays)))
    return with_table(driver, scored=games.score_record(record))


def test_R1_a_hand_without_the_cards_of_somebody_has_no_result() -> None:
    scene = part(without(kept("mediocrity", 3, (0, 1, 2)), "2"))
    assert (scene.heading, scene.middle) == ("No result", [])
    assert people(scene)[0] == [("Ann", 0, ""), ("Bob", None, ""), ("Cyd", 2, "")]
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


@pytest.mark.parametrize(
    ("game", "result"), [("mediocrity", (0, 1, 2)), ("median", (0, 0, 1)), ("saichugen", (9, 5, 11))]
)
def test_nothing_tells_a_result_before_the_TV_has_shown_it(game: str, result: tuple[int, ...]) -> None:
    driver = kept(game, 3, result)
    [scene] = scenes_of(driver.room)
    last = driver.room.milestones[-1]
    found_story = story(driver.room, last.at)
    assert round((found_story.all - last.at).total_seconds() * 1000) == scene.announced
    before = room_as_announced(driver.room, last.at)
    assert tv_view(before, ()).public.last is None
    assert room_as_announced(driver.room, found_story.all) is driver.room
