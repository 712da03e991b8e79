"""Players who have left, where the game needs their cards: the counts, who is waited for, and bots."""

import pytest

from companion.room.commands import membership, scheduled
from companion.room.commands.scheduled import bots_to_play
from companion.screens.players import managed_player
from companion.screens.public import PublicPart, public_part
from companion.screens.tv import stage_view
from tests.support.room_driver import HOST, RoomDriver, device, start_game_driver
from tests.support.views import host_view

GONE = "Waiting for Bob, who has left"
NAMED = str.maketrans("", "", "\u2068\u2069")


def leave(driver: RoomDriver, *seats: str) -> None:
    for seat in seats:
        driver.do(device(seat), membership.leave_room)


def play_on(driver: RoomDriver, seat: str = "2") -> None:
    driver.do(HOST, scheduled.play_on_for, driver.round_id, seat)


def lay_any(driver: RoomDriver, *seats: str) -> None:
    for seat in seats:
        pad = driver.phone(seat).own.pad
        driver.submit(seat, next(key.card.text for key in pad if key.playable))


def public(driver: RoomDriver) -> PublicPart:
    return public_part(driver.room)


def sentence(text: str) -> str:
    return text.translate(NAMED)


def saichugen() -> RoomDriver:
    return start_game_driver("saichugen", 3, dealt=True)


@pytest.mark.parametrize(
    ("game", "options"), [("saichugen", {}), ("mediocrity", {}), ("median", {"lowest": "8"})]
)
def test_M2_D3_S3_the_status_counts_everybody_whom_the_round_needs(game, options):
    driver = start_game_driver(game, 3, **options)
    leave(driver, "2")
    lay_any(driver, "1", "3")
    assert ("2 of 3 are in", 0) == (public(driver).status, host_view(driver.room, (), None).missing)
    assert 1 == stage_view(driver.room, driver.game).count
    assert 3 == stage_view(driver.room, driver.game).players


def test_the_screens_say_who_has_left_and_is_waited_for() -> None:
    driver = saichugen()
    leave(driver, "2")
    assert "" == public(driver).gone  # two others have not laid yet either
    lay_any(driver, "1", "3")
    assert (GONE, GONE) == (sentence(public(driver).gone), sentence(public(driver).waiting))
    assert GONE == sentence(stage_view(driver.room, driver.game).heading)


@pytest.mark.parametrize("players", [3, 4])  # of 4 the leader calls first (D5)
def test_D3_a_leader_who_has_left_is_waited_for_at_once(players: int) -> None:
    driver = start_game_driver("median", players, dealt=True, dealer="2")
    leave(driver, "2")
    assert GONE == sentence(public(driver).waiting)
    assert GONE == sentence(driver.phone("1").own.waiting)


def test_who_sits_out_and_must_still_lay_a_card_is_thinking() -> None:
    driver = saichugen()
    driver.do(HOST, membership.sit_out, "2")
    assert ["thinking"] * 3 == [row.state for row in public(driver).rows]
    numbers = start_game_driver("good-enough", 4)
    numbers.do(HOST, membership.sit_out, "2")
    assert "out" == next(row.state for row in public(numbers).rows if row.seat == "2")


def test_the_host_is_offered_a_bot_for_whom_the_round_waits() -> None:
    driver = saichugen()
    leave(driver, "2")
    lay_any(driver, "1")
    offers = host_view(driver.room, (), None).stand_ins
    assert [("2", "Bob", True), ("3", "Cyd", False)] == [(each.seat, each.name, each.away) for each in offers]
    play_on(driver)
    assert ["3"] == [each.seat for each in host_view(driver.room, (), None).stand_ins]


@pytest.mark.parametrize(
    ("game", "dealt", "options"),
    [
        ("saichugen", False, {}),
        ("mediocrity", False, {}),
        ("good-enough", False, {}),
        ("good-enough", True, {"entry": "cards", "cards": 18, "rounds": 3}),
    ],
)
def test_no_bot_is_offered_where_the_host_can_enter_or_rounds_go_on_without(game, dealt, options):
    driver = start_game_driver(game, 3, dealt=dealt, **options)
    leave(driver, "2")
    player = managed_player(driver.room, "2", "")
    assert ((), "") == (host_view(driver.room, (), None).stand_ins, player["takes_stand_in"])


def test_all_screens_say_that_a_bot_plays() -> None:
    driver = saichugen()
    leave(driver, "2")
    play_on(driver)
    row = next(row for row in public(driver).rows if row.seat == "2")
    player = managed_player(driver.room, "2", "")
    assert ("thinking", True, True) == (row.state, row.bot, row.stand_in)
    assert (True, "", "left") == (player["stand_in"], player["takes_stand_in"], player["state"])
    assert ["A bot plays for Bob"] == [sentence(each) for each in stage_view(driver.room, driver.game).absent]
    assert "The host had a bot play on for Bob." in map(sentence, public(driver).news)
    own = driver.phone("2").own
    assert (True, "away", ()) == (own.stand_in, own.phase, ())
    lay_any(driver, "1", "3")
    assert "" == public(driver).gone
    while bots_to_play(driver.room):
        driver.advance()
    assert 1 == len(driver.game.rounds)
