"""No view contains the hidden plays of another player: changing them changes no other view."""

import re
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.languages import use_language
from companion.room.commands import membership, submissions
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.rules.cards import Card
from companion.rules.plays import Play
from companion.screens import public, shared_phone
from companion.screens.sheet import sheet_view
from tests.support.examples import at_most
from tests.support.room_driver import (
    Kind,
    RoomDriver,
    device,
    each_kind,
    play_moments,
    start_game_driver,
    with_deal,
    with_table,
)
from tests.support.scenes import SCRIPTS

GAMES: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 3, False, {"rounds": 3}),
    ("good-enough", 3, False, {"entry": "lists", "rounds": 3}),
    ("good-enough", 3, True, {"entry": "cards", "cards": 15, "nesting": [3, 2]}),
    ("lowest-alone", 3, False, {}),
    ("middle-bid", 3, False, {"cards": 5}),
    ("mediocrity", 3, False, {"target": 1}),
    ("median", 3, True, {"lowest": "8"}),
    ("median", 4, False, {"lowest": "8"}),
    ("median", 4, True, {"lowest": "8"}),
    ("saichugen", 3, False, {"rounds": 2}),
    ("saichugen", 3, True, {"rounds": 2, "games": 2, "tricks": 2}),
]
each_game = each_kind(*GAMES)
each_dealt = each_kind(*(each for each in GAMES if each[2]))
moment = given(seed=st.integers(0, 9), step=st.integers(0, 25))


def at_moment(kind: Kind, seed: int, step: int) -> RoomDriver:
    """Play a game up to some moment."""
    driver = kind.start(seed)
    for _ in islice(play_moments(driver, seed), step):
        pass
    return driver


def other(play: Play) -> Play:
    """Return another play of the same type."""
    return Card("K" if play.rank == "Q" else "Q", play.suit) if isinstance(play, Card) else play + 1


def unseen_by_all_but(driver: RoomDriver, seats: set[Seat], changed: RoomDriver) -> None:
    """Check that the views of exactly these seats change."""
    before, after = driver.views(), changed.views()
    assert seats == {who for who in before if before[who] != after[who]}


def test_only_one_module_of_screens_looks_at_what_is_hidden() -> None:
    reads = re.compile(r"\.(hidden|lists|deals|senders)(\[|\.(get|items|values)\b)")
    folder = Path(shared_phone.__file__).parent
    looking = {path.name for path in folder.rglob("*.py") if reads.search(path.read_text(encoding="utf-8"))}
    assert {"entry.py"} == looking


@each_game
@at_most(12)
@moment
def test_a_hidden_play_is_only_in_its_owners_view(kind: Kind, seed: int, step: int) -> None:
    driver = at_moment(kind, seed, step)
    for seat, play in driver.game.hidden.items():
        hidden = {**driver.game.hidden, seat: other(play)}
        unseen_by_all_but(driver, {seat}, with_table(driver, hidden=hidden))


@at_most(30)
@moment
def test_G14_the_hidden_part_of_a_list_is_only_in_its_owners_view(seed: int, step: int) -> None:
    driver = at_moment(Kind("good-enough", 3, False, {"entry": "lists", "nesting": [3, 2]}), seed, step)
    for seat, plays in driver.game.lists.items():
        hidden = driver.game.lists_left or len(plays)
        secret = (*plays[:-hidden], *map(other, plays[-hidden:]))
        unseen_by_all_but(driver, {seat}, with_table(driver, lists={**driver.game.lists, seat: secret}))


def unlaid(game: GameState, seat: Seat) -> Play | None:
    """Return a card that was dealt to a seat and is still in the hand."""
    laid = {str(reveal.plays.get(seat)) for reveal in game.record.reveals} | {str(game.hidden.get(seat))}
    return next((card for card in game.record.deals[-1].hands[seat] if str(card) not in laid), None)


def traded(cards: tuple[Play, ...], one: Play, another: Play) -> tuple[Play, ...]:
    return tuple(another if card == one else card for card in cards)


@at_most(30)
@moment
def test_B2_the_prizes_that_have_not_lain_open_are_in_nobodys_view(seed: int, step: int) -> None:
    driver = at_moment(Kind("middle-bid", 3, False, {"cards": 5}), seed, step)
    [deal] = driver.game.record.deals
    opened = len(driver.game.reveals) + 1
    stock = (*deal.stock[:opened], *reversed(deal.stock[opened:]))
    unseen_by_all_but(driver, set(), with_deal(driver, deal.hands, stock))


@each_dealt
@at_most(12)
@moment
def test_a_dealt_hand_is_only_in_its_owners_view(kind: Kind, seed: int, step: int) -> None:
    driver = at_moment(kind, seed, step)
    state = driver.game
    mine, yours = (unlaid(state, seat) for seat in "12")
    if state.next_round is None or mine is None or yours is None:
        return
    hands = state.record.deals[-1].hands
    swap = {"1": traded(hands["1"], mine, yours), "2": traded(hands["2"], yours, mine)}
    changed = with_deal(driver, swap, state.record.deals[-1].stock)
    unseen_by_all_but(driver, {"1", "2"}, changed)


@each_dealt
@at_most(12)
@moment
def test_the_hand_of_a_player_who_has_left_is_in_nobody_elses_view_either(kind, seed, step):
    driver = at_moment(kind, seed, step)
    for seat in "12":
        driver.do(device(seat), membership.leave_room)
    mine, yours = (unlaid(driver.game, seat) for seat in "12")
    if driver.game.next_round is None or mine is None or yours is None:
        return
    hands = driver.game.record.deals[-1].hands
    swap = {"1": traded(hands["1"], mine, yours), "2": traded(hands["2"], yours, mine)}
    before, after = driver.views(), with_deal(driver, swap, driver.game.record.deals[-1].stock).views()
    assert {"1", "2"} >= {who for who in before if before[who] != after[who]}


@each_dealt
def test_the_stock_is_in_no_view(kind: Kind) -> None:
    driver = at_moment(kind, 1, 4)
    stock = driver.game.record.deals[-1].stock
    unseen_by_all_but(driver, set(), with_deal(driver, {}, (*stock[:4], *reversed(stock[4:]))))


@each_dealt
def test_the_deal_is_in_the_record_only_when_the_game_is_over(kind: Kind) -> None:
    driver = kind.start(0)
    for state in play_moments(driver, 0):
        assert () == state.exported_record.deals
    assert driver.game.record == driver.game.exported_record
    assert driver.game.exported_record.deals


def test_the_pad_shows_only_the_cards_that_were_entered_on_it() -> None:
    driver = start_game_driver("saichugen", 3)
    driver.submit("1", "7H")
    driver.do("host", submissions.enter_plays, driver.round_id, {"2": "8H"})
    assert [("in", ""), ("entered", "8♥"), ("phone", "")] == [
        (player.state, player.face.sign if player.face else "") for player in pad_of(driver).players
    ]
    alone = start_game_driver("saichugen", 3, phones=False)
    alone.apply(submissions.submit_play_for(alone.room, "host", "1", alone.round_id, "7H"))  # passed round
    assert [("in", ""), ("missing", ""), ("missing", "")] == [
        (player.state, player.face.sign if player.face else "") for player in pad_of(alone).players
    ]


def pad_of(driver: RoomDriver) -> SimpleNamespace:
    pad = sheet_view(driver.room)
    assert pad is not None
    return pad


@each_game
@at_most(12)
@moment
def test_the_shared_phone_shows_no_submitted_play(kind: Kind, seed: int, step: int) -> None:
    driver = kind._replace(dealt=False).start(seed, phones=False)
    for _ in islice(play_moments(driver, seed, keeper=True), step):
        pass
    before = passed(driver)
    for seat, play in driver.game.hidden.items():
        assert before == passed(with_table(driver, hidden={**driver.game.hidden, seat: other(play)}))
    for seat, plays in driver.game.lists.items():
        changed = {**driver.game.lists, seat: tuple(map(other, plays))}
        assert driver.game.lists_left or before == passed(with_table(driver, lists=changed))


def passed(driver: RoomDriver) -> list[object]:
    turns = [
        shared_phone.shared_phone_view(driver.room, player.seat, driver.round_id)
        for player in driver.room.players
    ]
    return [
        shared_phone.handover_view(driver.room),
        shared_phone.handover_view(driver.room, "1.1", ("1",)),
        *turns,
    ]


@each_game
def test_what_is_cached_while_players_submit_is_what_would_be_made_anew(kind, monkeypatch):
    driver = kind.start()
    moments = [driver.room, *(driver.room for _ in play_moments(driver, 1)), driver.room]
    for language in SCRIPTS:
        with use_language(language):
            found = [public.public_part(room) for room in moments]
            with monkeypatch.context() as patched:
                patched.setattr(public, "_results", public._results.__wrapped__)
                assert [public.public_part(room) for room in moments] == found
