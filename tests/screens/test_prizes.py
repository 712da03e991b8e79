"""What screens say of the prize that lies open, and of what is in the pool with it."""

import pytest

from companion.screens.host import host_view
from companion.screens.phone import phone_view
from companion.screens.results import results_view
from companion.screens.scenes.cards import TrickScene, trick_scene
from companion.screens.sheet import sheet_view
from companion.screens.tv import tv_view
from tests.support.room_driver import RoomDriver, device
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture
def game() -> RoomDriver:
    """Return a game whose first prize is in the pool."""
    driver = started_game("middle-bid", NAMES, cards=5)
    submit_plays(driver, (1, 1, 1, 1))
    return driver


def prizes(driver: RoomDriver) -> tuple[int, ...]:
    [deal] = driver.game.record.deals
    return tuple(prize for prize in deal.stock if isinstance(prize, int))


def last_scene(driver: RoomDriver) -> TrickScene:
    [*_, leaf] = driver.game.score.leaves()
    return trick_scene(driver.room, driver.game, leaf)


def test_TV_phones_desk_and_sheet_say_what_is_bid_for(game: RoomDriver) -> None:
    first, second, *_ = prizes(game)
    game.submit("1", 2)
    bid = f"Bid for the {second}, and {first} from the pool"
    tv = tv_view(game.room, ())
    assert tv.stage is not None
    assert (bid, second) == (tv.stage.heading, tv.public.prize)
    assert bid == host_view(game.room, (), None).public.bid
    phone = phone_view(game.room, "2", "", device("2"))
    assert (bid, "The middle bid takes it") == (phone.public.bid, phone.own.prompt)
    assert [False, True, True, True, True] == [key.playable for key in phone.own.pad]
    sheet = sheet_view(game.room)
    assert sheet is not None
    assert (bid, "Which card?", "keys") == (sheet.bid, sheet.prompt, sheet.kind)


def test_on_the_TV_the_prize_is_above_the_bids_and_what_nobody_takes_on_the_heap(game: RoomDriver) -> None:
    first, second, *_ = prizes(game)
    scene = last_scene(game)
    assert (first, False) == (scene.prize, scene.lit)
    assert scene.pool is not None
    assert (1, first + second) == (scene.pool.cards, scene.pool.next)
    assert ["out"] * 4 == [card.word for card in scene.cards]
    submit_plays(game, (2, 3, 3, 5))
    scene = last_scene(game)
    assert (second, True, None) == (scene.prize, scene.lit, scene.pool)
    assert ["Ann"] == [card.name for card in scene.middle]
    assert f"{first} from the pool" == next(row.note for row in scene.strip.rows if row.lit)
    assert f"Ann’s 2 takes the {second} and {first} more" in scene.heading.replace("\u2068", "").replace(
        "\u2069", ""
    )


def test_the_results_have_the_prize_above_each_round(game: RoomDriver) -> None:
    first, second, *_ = prizes(game)
    submit_plays(game, (2, 3, 3, 5))
    [report] = results_view(game.room).games
    [table] = report.groups[0].tables
    assert [first, second] == [column.prize for column in table]
