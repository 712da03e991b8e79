"""Bots: their plays are allowed and secret, use only what a bot may know, and never stop a game."""

import random
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.room import bots, events
from companion.room.commands import membership, room_control, scheduled
from companion.room.commands.scheduled import READING, STANDS, bots_to_play, revealed_at
from companion.room.events import Seat
from companion.room.game_state import RoundTimer
from companion.rules import games
from companion.rules.games.deck import Deck, DeckCards
from companion.rules.games.good_enough.cards import NumberedCards
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.rounds import score_round
from companion.rules.games.numbers import NumberRange
from companion.screens.players import managed_players
from companion.screens.tv import tv_view
from tests.screens.test_secrets import other, traded, unlaid
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    each_kind,
    open_room,
    with_deal,
    with_table,
)
from tests.support.views import host_view

CARDS = {"entry": "cards", "cards": 30}
GAMES: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 5, False, {}),
    ("good-enough", 3, False, {"rounds": 3, "low": -2, "high": 2, "tie_break": "peel+sudden-death"}),
    ("good-enough", 4, False, {"rounds": 3, "high": 9, "tie_break": "showdown", "offsets": True}),
    ("good-enough", 4, False, {"points_target": 6, "scoring": "mean"}),
    ("good-enough", 4, False, {"entry": "lists", "nesting": [3, 2]}),
    ("good-enough", 3, True, {**CARDS, "nesting": [3, 3]}),
    ("good-enough", 3, True, {**CARDS, "points_target": 4}),
    ("mediocrity", 4, False, {"target": 2}),
    ("median", 5, True, {"lowest": "7"}),
    ("median", 4, True, {"lowest": "7"}),
    ("median", 2, True, {"lowest": "10", "lead": "loser"}),
    ("saichugen", 3, True, {"games": 2, "rounds": 2, "tricks": 2}),
]
KEYS = tuple(bots.STRATEGIES)
each_game = each_kind(*GAMES)


def start_with_bots(
    game: str, bots_: int, dealt: bool, options: dict[str, Any], people: int = 0
) -> RoomDriver:
    """Start a game of people and bots; the people have the first seats."""
    driver = open_room(game, people, **options)
    for n in range(bots_):
        driver.do(HOST, scheduled.add_bot, KEYS[n % len(KEYS)])
    driver.do(HOST, room_control.start_game, lambda _: options, dealt=dealt)
    return driver


# What a bot chooses

numbers = st.tuples(st.integers(-(10**99), 10**99), st.integers(1, 10**99)).map(
    lambda each: NumberRange(each[0], each[0] + each[1])
)
few = st.tuples(st.integers(-9, 9), st.integers(1, 200)).map(lambda each: NumberRange(each[0], sum(each)))
labels = st.sets(st.integers(1, 60), min_size=1).map(
    lambda hand: NumberedCards(high=60, played_in={}, hand=frozenset(hand))
)
hands = st.sets(st.sampled_from(Deck().cards()), min_size=1).map(
    lambda hand: DeckCards(Deck(), hand=tuple(hand))
)


@given(st.sampled_from((*KEYS, "of a later release")), numbers | few | labels | hands, st.integers())
def test_a_bot_always_chooses_an_allowed_play(strategy: str, allowed: Any, seed: int) -> None:
    game = "saichugen" if isinstance(allowed, DeckCards) else "good-enough"
    play = bots.choose_play(
        strategy, bots.BotSight(games.find_game(game).read_options({}), allowed, ()), random.Random(seed)
    )
    assert play == allowed.check(play)


@given(st.integers(0, len(GAMES) - 1), st.integers(0, 40), st.integers(0, 9))
def test_a_bot_does_not_depend_on_hidden_plays(which: int, step: int, seed: int) -> None:
    driver = start_with_bots(*GAMES[which])
    for _ in islice(iter(driver.advance, False), step):
        pass
    turns = bots_to_play(driver.room)
    assume(turns)
    later = driver.now + timedelta(minutes=1)
    first = scheduled.due_event(driver.room, later, random.Random(seed))
    for changed in with_other_secrets(driver, turns[0] if len(turns) == 1 else None, first):
        assert first == scheduled.due_event(changed.room, later, random.Random(seed))


def with_other_secrets(
    driver: RoomDriver, mover: Seat | None, event: events.Event | None
) -> list[RoomDriver]:
    """Return the same room with other hidden plays, and with other cards in the hands of others."""
    seat = event.seat if isinstance(event, events.PlaySubmitted | events.ListSubmitted) else mover
    here = driver.game
    hidden = {each: other(play) for each, play in here.hidden.items()}
    lists = {each: tuple(map(other, plays)) for each, plays in here.lists.items()}
    found = [with_table(driver, hidden=hidden, lists=lists)]
    others = [each for each in here.record.players if each != seat][:2]
    if here.dealt and seat and len(others) == 2:
        mine, yours = (unlaid(here, each) for each in others)
        was = here.record.deals[-1].hands
        if mine is not None and yours is not None:
            one, two = others
            swap = {one: traded(was[one], mine, yours), two: traded(was[two], yours, mine)}
            found.append(with_deal(driver, swap, here.record.deals[-1].stock))
    return found


LOW, HIGH = {"1": 1, "2": 5, "3": 9}, {"1": 70, "2": 80, "3": 90}
TWO_THIRDS = GoodEnough(scoring="mean", factor="2/3")


@pytest.mark.parametrize(
    ("strategy", "rules", "revealed", "mean"),
    [
        ("middle", GoodEnough(), [LOW], 50),
        ("copycat", GoodEnough(), [HIGH, LOW], 5),  # the last winner
        ("crowd", GoodEnough(), [LOW, LOW, HIGH], 9),
        ("crowd", TWO_THIRDS, [{"1": 30, "2": 60, "3": 90}], 40),  # G17: its target
    ],
)
def test_each_strategy_does_what_its_name_says(
    strategy: str, rules: GoodEnough, revealed: list[dict[Seat, int]], mean: int
) -> None:
    leaves = [score_round(plays, tuple(plays), rules) for plays in revealed]
    sight, rng = bots.BotSight(rules, NumberRange(0, 100), leaves), random.Random(1)
    assert sum(chosen(strategy, sight, rng)) / 200 == pytest.approx(mean, abs=3)
    edge = bots.BotSight(rules, NumberRange(0, 100), ())
    assert not any(30 < each < 70 for each in chosen("edge", edge, rng))


def chosen(strategy: str, sight: bots.BotSight, rng: random.Random) -> list[int]:
    """Return many choices of a bot."""
    return [int(str(bots.choose_play(strategy, sight, rng))) for _ in range(200)]


# How bots play


@each_game
def test_bots_alone_play_a_game_to_its_end_and_nothing_is_due_early(kind: Kind) -> None:
    driver = start_with_bots(*kind)
    while (when := scheduled.next_due_time(driver.room)) is not None:
        assert scheduled.due_event(driver.room, when - timedelta(milliseconds=1)) is None
        assert driver.advance()
        assert len(driver.acts) < 3000
    assert ((), None) == (driver.game.score.problems, driver.game.next_round)
    assert driver.game.score.root.finished is True
    assert driver.is_replayed()


def test_bots_play_after_1_to_4_seconds_and_no_two_at_the_same_time() -> None:
    driver = start_with_bots("good-enough", 5, dealt=False, options={}, people=1)
    begun, taken = driver.now, []
    while driver.advance():
        taken.append((driver.now - begun).total_seconds())
    assert 5 == len(set(taken))
    assert 1 <= min(taken) < max(taken) <= 4
    assert ("1",) == driver.game.thinking


@pytest.mark.parametrize("announced", [0, 6, 60])  # seconds after the reveal
@pytest.mark.parametrize("people", [1, 0])
def test_bots_go_on_when_a_result_has_been_announced_and_has_stood(people: int, announced: int) -> None:
    driver = start_with_bots("good-enough", 3, dealt=False, options={}, people=people)
    if people:
        driver.submit("1", 50)
    while driver.game.round_number == 1:
        driver.advance()
    when = scheduled.next_due_time(driver.room, lambda room: revealed_at(room) + timedelta(seconds=announced))
    assert when
    least = max(STANDS.seconds + announced, 0 if people else READING.seconds)
    assert least + 1 <= (when - driver.now).total_seconds() <= least + 4


@pytest.mark.parametrize("players", [3, 4])  # of 4 the leader calls before laying a card (D5), of 3 not
def test_bots_alone_let_people_read_only_until_the_leader_has_called_or_laid(players: int) -> None:
    driver = start_with_bots("median", players, dealt=True, options={"lowest": "7"})
    while driver.game.round_number == 1:
        driver.advance()
    pauses = []
    while driver.game.round_number == 2:
        before = driver.now
        driver.advance()
        pauses.append(driver.now - before)
    assert READING < pauses[0]
    assert READING > max(pauses[1:])


def test_a_removed_bot_submits_no_more_numbers_but_lays_its_cards() -> None:
    driver = start_with_bots("good-enough", 2, dealt=False, options={}, people=1)
    driver.do(HOST, membership.remove_player, "3")
    while driver.advance():
        pass
    assert {"2"} == set(driver.game.hidden)
    cards = start_with_bots("saichugen", 2, dealt=True, options={}, people=1)
    cards.do(HOST, membership.remove_player, "3")
    while cards.advance():
        pass
    assert {"2", "3"} == set(cards.game.hidden)


# Who may do what with a bot


def test_the_host_adds_bots_under_unique_names() -> None:
    driver = open_room("good-enough", 1)
    for _ in range(2):
        driver.do(HOST, scheduled.add_bot, "middle")
    assert ["Ann", "Middle Mia", "Middle Mia 2"] == [player.name for player in driver.room.players]
    assert events.PlayerJoined("4", "Edge Ed", "", "edge") == scheduled.add_bot(driver.room, HOST, "edge")


@pytest.mark.parametrize(
    ("game", "options"),
    [("good-enough", CARDS), ("median", {}), ("saichugen", {}), ("mediocrity", {"keep": "results"})],
)
def test_bots_hold_no_real_cards_and_need_no_phone_for_dealt_ones(game: str, options: dict[str, Any]) -> None:
    driver = open_room(game, 2)
    driver.do(HOST, scheduled.add_bot, "random")
    only = (Refused, "Bots can play only cards that the app deals")
    assert only == driver.refusal(HOST, room_control.start_game, lambda _: options)
    if game != "mediocrity":
        assert room_control.start_game(driver.room, HOST, lambda _: options, dealt=True).dealt


def test_scoreboards_and_the_people_page_mark_bots() -> None:
    driver = start_with_bots("good-enough", 1, dealt=False, options={}, people=2)
    assert [False, False, True] == [row.bot for row in tv_view(driver.room, ()).public.rows]
    assert ["Ann", "Bob"] == [entry.name for entry in host_view(driver.room, (), None).entries]
    assert ["", "", "Always the middle"] == [each["bot"] for each in managed_players(driver.room, HOST)]
    assert "" == managed_players(driver.room, HOST)[2]["state"]


def test_a_bot_plays_before_the_time_of_its_round_is_up() -> None:
    driver = start_with_bots("good-enough", 3, False, {})
    seat = bots_to_play(driver.room)[0]
    planned = scheduled.bot_play_time(driver.room, driver.game, seat)
    for seconds, expected in ((-1, False), (3600, True)):
        until = planned + timedelta(seconds=seconds)
        timed = with_table(driver, timer=RoundTimer(until))
        when = scheduled.bot_play_time(timed.room, timed.game, seat)
        assert when < until
        assert when == planned or until - when <= timedelta(seconds=1)
        assert (scheduled.next_due_time(timed.room) or until) < until
        assert expected is (when == planned)


def test_a_bot_that_holds_no_card_any_more_does_not_play() -> None:
    driver = start_with_bots("good-enough", 3, dealt=True, options=CARDS)
    empty = with_deal(driver, {"1": ()}, driver.game.record.deals[-1].stock)
    assert (("1", "2", "3"), ("2", "3")) == (bots_to_play(driver.room), bots_to_play(empty.room))
