"""Prizes that are bid for: drawn once, they lie open one at a time, whoever comes, goes or is corrected."""

from random import Random

import pytest

from companion.formats.record import record_to_document
from companion.room.bots import BotSight, choose_play
from companion.room.commands import corrections, membership, room_control
from companion.room.events import Seat
from companion.rules.games.numbered_cards import BidCards
from tests.support.room_driver import HOST, RoomDriver, correct_play, device
from tests.support.scenes import started_game, submit_plays

NAMES = ("Ann", "Bob", "Cyd")


@pytest.fixture
def game() -> RoomDriver:
    """Return a room in which bids are made, without a deal of hands."""
    return started_game("middle-bid", NAMES, cards=5)


def drawn(driver: RoomDriver) -> tuple[object, ...]:
    [deal] = driver.game.record.deals
    return deal.stock


def exported(driver: RoomDriver) -> object:
    return record_to_document(driver.game.exported_record)["options"]["prizes"]


def hand(driver: RoomDriver, seat: Seat) -> tuple[int, ...]:
    allowed = driver.game.open_round.allowed[seat]
    assert isinstance(allowed, BidCards)
    return allowed.choices()


def test_B1_the_order_is_drawn_as_the_game_begins_and_everybody_has_all_cards(game: RoomDriver) -> None:
    assert [1, 2, 3, 4, 5] == sorted(map(int, map(str, drawn(game))))
    assert not game.game.dealt
    assert not game.game.hides_hands
    assert (1, 2, 3, 4, 5) == hand(game, "1") == hand(game, "3")


def test_B2_prizes_lie_open_one_at_a_time_and_an_export_has_no_other(game: RoomDriver) -> None:
    for number in range(1, 6):
        assert game.game.open_round.prize == drawn(game)[number - 1]
        assert exported(game) == [*drawn(game)[:number]]
        submit_plays(game, (number, 1 + number % 5, 1 + (number + 1) % 5))
    assert game.game.next_round is None
    assert [*drawn(game)] == exported(game)
    assert "deals" not in record_to_document(game.game.exported_record)


def test_B2_what_has_lain_open_stays_known_where_a_reveal_is_taken_back(game: RoomDriver) -> None:
    submit_plays(game, (1, 2, 3))
    assert game.do(HOST, corrections.reopen_round, f"{game.game.number}.1")
    assert drawn(game)[0] == game.game.open_round.prize
    assert [*drawn(game)[:2]] == exported(game)


def test_B2_the_order_stays_secret_where_the_host_ends_the_game_and_can_take_that_back(
    game: RoomDriver,
) -> None:
    submit_plays(game, (1, 2, 3))
    before = drawn(game)
    assert game.do(HOST, room_control.end_game, game.round_id)
    assert [*before[:2]] == exported(game)


def test_B5_who_leaves_loses_the_lowest_card_each_round_and_nobody_joins(game: RoomDriver) -> None:
    assert game.do(device("1"), membership.leave_room)
    game.submit("2", 2)
    game.submit("3", 3)
    assert (2, 3, 4, 5) == hand(game, "1")
    assert game.do(device("9"), membership.join_room, "Dan")
    assert NAMES == tuple(map(game.room.name, game.game.players))
    assert game.do(device("1"), membership.return_to_room)
    submit_plays(game, (2, 1, 4))
    assert {"1": 2, "2": 1, "3": 4} == game.game.reveals[-1].plays


def test_B5_a_corrected_bid_strikes_a_later_one_that_it_makes_impossible(game: RoomDriver) -> None:
    submit_plays(game, (1, 2, 3))
    submit_plays(game, (4, 5, 2))
    assert game.do(HOST, correct_play, f"{game.game.number}.1", "1", "4")
    [struck] = game.game.voided_plays
    assert (2, "1", 4) == (struck.round, struck.player, struck.play)
    assert (2, 3, 5) == hand(game, "1")


@pytest.mark.parametrize(
    ("prize", "pool", "near"), [(1, 0, {1, 2, 3, 4}), (10, 0, {8, 9, 10}), (4, 9, {8, 9, 10})]
)
def test_a_bot_that_goes_for_the_middle_bids_by_what_lies_open(prize: int, pool: int, near: set[int]) -> None:
    allowed = BidCards(high=10, played_in={}, hand=range(1, 11), prize=prize, pool=pool)
    rules = started_game("middle-bid", NAMES).game.rules
    rng = Random(1)
    bids = [choose_play("middle", BotSight(rules, allowed, ()), rng) for _ in range(100)]
    assert len([bid for bid in bids if bid in near]) > 80
