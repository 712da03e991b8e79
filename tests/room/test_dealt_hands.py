"""A dealt hand is on its own player's phone alone: who may take it over to another browser."""

import pytest

from companion.i18n.errors import Refused
from companion.room import events
from companion.room.commands import corrections, membership, room_control, submissions
from companion.room.commands.access import Forbidden
from companion.screens.host import host_view
from companion.screens.join import join_view
from companion.screens.shared_phone import handover_view, shared_phone_view
from tests.support.room_driver import HOST, RoomDriver, correct_play, device, start_game_driver

TO_A_HOST = (Forbidden, "The cards are dealt: the hand of Bob cannot go to the browser of a host")
TO_A_HOLDER = (Forbidden, "You hold cards of this game as Ann: play it to its end first")


def dealt(*, leaves: bool = True, game: str = "saichugen", players: int = 3, **options: object) -> RoomDriver:
    """Deal a game, of which the player on seat 2 leaves."""
    driver = start_game_driver(game, players, dealt=True, **options)
    if leaves:
        driver.do(device("2"), membership.leave_room)
    return driver


@pytest.mark.parametrize("leaves", [True, False])
@pytest.mark.parametrize(
    ("game", "options"),
    [("saichugen", {}), ("median", {}), ("good-enough", {"entry": "cards", "cards": 15, "rounds": 3})],
)
def test_no_page_of_the_hosts_shows_a_dealt_hand_and_no_form_lays_from_it(game, options, leaves):
    driver = dealt(leaves=leaves, game=game, **options)
    mine = str(next(iter(driver.game.next_round.allowed["2"].choices())))  # type: ignore[arg-type]
    assert () == host_view(driver.room, (), "1").game.entries
    view = handover_view(driver.room)
    assert ("none", "") == (view.step, view.seat)
    assert shared_phone_view(driver.room, "2", driver.round_id) is None
    for typed in (mine, "AS", "x"):  # the same for a card that is in the hand and for one that is not
        assert (Forbidden, "The cards are dealt: only Bob can do that") == driver.refusal(
            HOST, submissions.submit_play_for, "2", driver.round_id, typed
        )


def test_the_hosts_browser_cannot_take_a_dealt_hand_over_in_any_way() -> None:
    driver = dealt()
    assert TO_A_HOST == driver.refusal(HOST, membership.claim_seat, "2")
    assert TO_A_HOST == driver.refusal(HOST, membership.link_device, "2", "link")
    driver.do("new", membership.claim_seat, "2")
    driver.apply(events.HostAdded("new"), "new")  # while the claim is open
    assert TO_A_HOST == driver.refusal(HOST, membership.accept_claim, "new")
    driver.do(HOST, membership.join_room, "Hal")
    for one, other in (("4", "2"), ("2", "4")):
        assert TO_A_HOST == driver.refusal(HOST, membership.merge_players, one, other)


def test_whoever_holds_a_hand_gets_no_other_one_also_by_way_of_an_empty_seat() -> None:
    driver = dealt()
    driver.do(HOST, membership.add_player, "Dan")
    for seat in ("2", "4"):
        assert TO_A_HOLDER == driver.refusal(device("1"), membership.link_device, seat, "link")


def test_the_hosts_browser_is_offered_no_seat_with_a_dealt_hand() -> None:
    driver = dealt()
    driver.do(HOST, membership.add_player, "Dan")
    assert ["4"] == [each.seat for each in join_view(driver.room, HOST).known]
    assert ["1", "2", "3", "4"] == [each.seat for each in join_view(driver.room, "new").known]


def test_a_host_takes_any_seat_where_no_hands_are_secret() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.do(HOST, membership.claim_seat, "2")
    assert "2" == driver.room.devices[HOST]


def test_hands_stay_secret_when_the_host_has_ended_the_game_and_could_undo_that() -> None:
    driver = start_game_driver("saichugen", 3, dealt=True, rounds=2)
    for seat in "123":
        driver.submit(seat, next(iter(driver.game.next_round.allowed[seat].choices())))  # type: ignore[arg-type]
    driver.do(HOST, room_control.end_game, driver.round_id)
    assert () == driver.game.exported_record.deals
    assert TO_A_HOST == driver.refusal(HOST, membership.claim_seat, "2")
    sentence = "Dealt cards are still in the hands, where a correction would look: reopen the round"
    for card in ("AS", "KC"):  # one of which may be in the hand
        assert (Refused, sentence) == driver.refusal(HOST, correct_play, "1.1", "2", card)


def test_S1_a_deal_that_was_made_after_a_reopened_round_is_used_again() -> None:
    driver = start_game_driver("saichugen", 3, dealt=True, games=2, rounds=1, tricks=1)
    for seat in "123":
        driver.submit(seat, driver.game.next_round.allowed[seat].choices()[0])
    deals = driver.game.record.deals
    assert (2, 2) == (len(deals), driver.game.round_number)
    driver.do(HOST, corrections.reopen_round, "1.1")
    assert (deals[:1], deals[1:]) == (driver.game.record.deals, driver.game.spare_deals)
    driver.do(HOST, submissions.close_round, driver.round_id)
    assert (deals, ()) == (driver.game.record.deals, driver.game.spare_deals)
