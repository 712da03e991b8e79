"""Bots, also in place of players who are gone: their plays are allowed and secret, and never stop a game."""

import random
from collections.abc import Callable
from datetime import timedelta
from itertools import islice
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.i18n.errors import Refused
from companion.room import bots, events, game_events
from companion.room.commands import corrections, membership, room_control, scheduled, submissions
from companion.room.commands.access import Forbidden, TooLate
from companion.room.commands.scheduled import READING, STANDS, bots_to_play, revealed_at
from companion.room.events import Seat
from companion.room.game_state import RoundTimer
from companion.rules import games
from companion.rules.games.deck import Deck, DeckCards
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.good_enough.rounds import score_round
from companion.rules.games.numbered_cards import NumberedCards
from companion.rules.games.numbers import NumberRange
from companion.rules.plays import Play
from companion.screens.host import host_view
from companion.screens.players import managed_players
from companion.screens.public import public_part
from tests.screens.test_secrets import other, traded, unlaid
from tests.support.room_driver import (
    HOST,
    Kind,
    RoomDriver,
    device,
    each_kind,
    open_room,
    play_out,
    start_game_driver,
    with_deal,
    with_table,
)

CARDS = {"entry": "cards", "cards": 30}
GAMES: list[tuple[str, int, bool, dict[str, Any]]] = [
    ("good-enough", 5, False, {}),
    ("good-enough", 3, False, {"rounds": 3, "low": -2, "high": 2, "tie_break": "peel+sudden-death"}),
    ("good-enough", 4, False, {"rounds": 3, "high": 9, "tie_break": "showdown", "offsets": True}),
    ("good-enough", 4, False, {"points_target": 6, "scoring": "mean"}),
    ("good-enough", 4, False, {"entry": "lists", "nesting": [3, 2]}),
    ("good-enough", 3, True, {**CARDS, "nesting": [3, 3]}),
    ("good-enough", 3, True, {**CARDS, "points_target": 4}),
    ("lowest-alone", 4, False, {}),
    ("middle-bid", 4, False, {"cards": 5}),
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
    seat = event.seat if isinstance(event, game_events.PlaySubmitted | game_events.ListSubmitted) else mover
    here = driver.game
    hidden = {each: other(play) for each, play in here.hidden.items()}
    lists = {each: tuple(map(other, plays)) for each, plays in here.lists.items()}
    found = [with_table(driver, hidden=hidden, lists=lists)]
    others = [player for player in here.record.players if player != seat][:2]
    if here.dealt and seat and len(others) == 2:
        mine, yours = (unlaid(here, each_other) for each_other in others)
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


def test_a_bot_that_joins_during_a_game_plays_at_once() -> None:
    driver = start_game_driver("good-enough", 3)
    driver.do(HOST, scheduled.add_bot, "edge")
    assert driver.advance()
    assert {"4"} == set(driver.game.hidden)


def test_bots_play_again_after_an_undo() -> None:
    driver = start_with_bots("good-enough", 2, dealt=False, options={"rounds": 3}, people=1)
    while driver.advance():
        pass
    driver.submit("1", 50)
    driver.do(HOST, corrections.reopen_round, "1.1")
    driver.do(HOST, submissions.close_round, driver.round_id)
    driver.advance()
    for _ in range(2):
        driver.undo()
    assert (1, 50) == (len(driver.game.rounds), driver.game.rounds[0].reveal.plays["1"])
    while driver.advance():
        pass
    assert ("1",) == driver.game.thinking
    assert driver.is_replayed()


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
    assert only == driver.refusal(HOST, room_control.start_game, lambda _: options, dealt=False)
    if game != "mediocrity":
        assert room_control.start_game(driver.room, HOST, lambda _: options).dealt


def test_scoreboards_and_the_people_page_mark_bots() -> None:
    driver = start_with_bots("good-enough", 1, dealt=False, options={}, people=2)
    assert [False, False, True] == [row.bot for row in public_part(driver.room).rows]
    assert ["Ann", "Bob"] == [entry.name for entry in host_view(driver.room, (), None).game.entries]
    assert ["", "", "Always the middle"] == [player.bot for player in managed_players(driver.room, HOST)]
    assert "" == managed_players(driver.room, HOST)[2].state


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


# A bot plays on for a player who is gone with dealt cards, until the player takes over again.


DEALT = [
    ("median", 3, {"lowest": "8"}),
    ("median", 4, {"lowest": "8"}),  # the leader calls (D5)
    ("median", 2, {"lowest": "J"}),
    ("saichugen", 3, {"rounds": 2, "games": 2, "tricks": 2}),
]
each_dealt = pytest.mark.parametrize(
    ("game", "players", "options"), DEALT, ids=[f"{game}-{players}" for game, players, _ in DEALT]
)


def play_on(driver: RoomDriver, seat: str = "2") -> None:
    assert driver.do(HOST, scheduled.play_on_for, driver.round_id, seat)


def let_bots_play(driver: RoomDriver) -> None:
    while bots_to_play(driver.room):
        driver.advance()


def hand(driver: RoomDriver, seat: str) -> tuple[Play, ...]:
    return tuple(driver.game.next_round.allowed[seat].choices())  # type: ignore[arg-type]


def saichugen() -> RoomDriver:
    """Deal a game of Saichugen of which the first trick is played."""
    driver = start_game_driver("saichugen", 3, dealt=True, rounds=2)
    for seat in "123":
        driver.submit(seat, hand(driver, seat)[0])
    return driver


@each_dealt
def test_a_bot_plays_on_to_the_end_of_the_game_with_the_dealt_hand(game, players, options):
    driver = start_game_driver(game, players, dealt=True, **options)
    driver.do(device("2"), membership.leave_room)
    play_on(driver)
    play_out(driver, 5)
    assert ((), True) == (driver.game.score.problems, driver.game.score.root.finished)
    assert all("2" in reveal.plays for reveal in driver.game.record.reveals)
    assert driver.is_replayed()


def test_it_plays_after_1_to_4_seconds_also_where_the_round_has_waited_for_long() -> None:
    driver = saichugen()
    driver.now += timedelta(minutes=5)
    asked = driver.now
    play_on(driver)
    assert () == tuple(driver.game.hidden)
    assert driver.advance()
    assert timedelta(seconds=1) <= driver.now - asked <= timedelta(seconds=4)


def test_the_player_takes_over_again_at_once_and_what_the_bot_has_laid_stays() -> None:
    driver = saichugen()
    play_on(driver)
    let_bots_play(driver)
    laid = driver.game.hidden["2"]
    driver.do(device("2"), membership.return_to_room)
    assert ((), laid, False) == (driver.game.stand_ins, driver.game.hidden["2"], driver.room.seats["2"].away)
    other = next(card for card in hand(driver, "2") if card != laid)
    assert driver.submit("2", other)  # before the reveal another card can be laid
    driver.submit("1", hand(driver, "1")[0])
    driver.submit("3", hand(driver, "3")[0])
    assert other == driver.game.record.reveals[1].plays["2"]
    assert not bots_to_play(driver.room)
    assert ("1", "2", "3") == driver.game.thinking


WAYS_BACK: list[Callable[[RoomDriver], list[events.Event | None]]] = [
    lambda f: [membership.sit_in(f.room, HOST, "2")],
    lambda f: [membership.link_device(f.room, "new", "2", "link", device("2"))],
    lambda f: [events.ClaimAccepted("2", "new"), events.PhoneVouched("2", "new"), events.PlayerReturned("2")],
    lambda f: [membership.join_room(f.room, device("2"), "Bob")],
]


@pytest.mark.parametrize("back", WAYS_BACK, ids=["host", "link", "claim", "join"])
def test_every_way_back_ends_it(back: Callable[[RoomDriver], list[events.Event | None]]) -> None:
    driver = saichugen()
    play_on(driver)
    for event in back(driver):
        driver.apply(event, HOST)
    assert ((), False) == (driver.game.stand_ins, driver.room.seats["2"].away)


TAKEOVERS: list[Callable[[RoomDriver], list[events.Event | None]]] = [
    lambda f: [membership.link_device(f.room, "new", "2", "link", HOST)],
    lambda f: [membership.claim_seat(f.room, "new", "2"), events.ClaimAccepted("2", "new")],
    lambda f: [membership.join_room(f.room, "new", "Bob"), events.PlayersMerged("4", "2")],
    lambda f: [membership.join_room(f.room, "new", "Bob"), events.PlayersMerged("2", "4")],
]


@pytest.mark.parametrize("take_over", TAKEOVERS, ids=["link", "claim", "merge", "merge into the new one"])
def test_it_goes_on_when_another_phone_takes_over_without_the_word_of_the_player(
    take_over: Callable[[RoomDriver], list[events.Event | None]],
) -> None:
    driver = saichugen()
    play_on(driver)
    for event in take_over(driver):
        driver.apply(event, HOST)
    player = driver.room.player_of("new")
    assert player == driver.room.player_of(device("2"))
    assert ((player.seat,), True) == (driver.game.stand_ins, player.away)
    elsewhere = (Forbidden, f"The cards of {player.name} are on another phone")
    assert elsewhere == driver.refusal("new", membership.return_to_room)


def test_undo_takes_the_bot_back_and_not_what_it_has_laid() -> None:
    driver = saichugen()
    driver.do(device("2"), membership.leave_room)
    play_on(driver)
    let_bots_play(driver)
    laid = driver.game.hidden["2"]
    driver.undo()
    assert ((), True, laid) == (driver.game.stand_ins, driver.room.seats["2"].away, driver.game.hidden["2"])
    driver.redo()
    assert ("2",) == driver.game.stand_ins


def test_it_ends_with_the_game_and_the_next_one_begins_without_the_player() -> None:
    driver = start_game_driver("median", 4, dealt=True, lowest="8")
    play_on(driver)
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    driver.do(HOST, room_control.start_game, lambda _: {"lowest": "8"}, dealt=True)
    assert (("1", "3", "4"), ()) == (driver.game.record.players, driver.game.stand_ins)


def test_a_bot_in_place_of_a_player_knows_no_other_hand() -> None:
    driver = saichugen()
    play_on(driver)
    mine, yours = unlaid(driver.game, "1"), unlaid(driver.game, "3")
    assert mine
    assert yours
    hands = driver.game.record.deals[-1].hands
    swap = {"1": traded(hands["1"], mine, yours), "3": traded(hands["3"], yours, mine)}
    changed = with_deal(driver, swap, driver.game.record.deals[-1].stock)
    for each in (driver, changed):
        each.now, each.rng = driver.now, type(driver.rng)(7)
        each.advance()
    assert driver.game.hidden == changed.game.hidden


def test_a_bot_plays_on_only_where_dealt_cards_must_be_laid() -> None:
    dealt, real = saichugen(), start_game_driver("saichugen", 3)
    numbers = start_game_driver("good-enough", 3, dealt=True, entry="cards", cards=15, rounds=3)

    def ask(driver: RoomDriver, seat: str = "2", at: str = "") -> tuple[type[Refused], str]:
        return driver.refusal(HOST, scheduled.play_on_for, at or driver.round_id, seat)

    only = (Refused, "A bot plays on only with cards that the app deals, and that must be laid")
    assert only == ask(real) == ask(numbers)
    assert (Refused, "There is no such player in this room") == ask(dealt, "9")
    assert (TooLate, "That game is over") == ask(dealt, at="2.1")
    assert (TooLate, "The game has not started yet") == ask(open_room("saichugen", 3), at="1.1")
    dealt.do("late", membership.join_room, "Dan")
    assert (Refused, "Dan is not in this game") == ask(dealt, "4")
    play_on(dealt)
    assert scheduled.play_on_for(dealt.room, HOST, dealt.round_id, "2") is None


def test_a_recorded_request_for_another_game_or_for_real_cards_changes_nothing() -> None:
    for driver in (saichugen(), start_game_driver("saichugen", 3)):
        before = driver.room
        driver.apply(events.BotPlaysOn("2", 2 if driver.game.dealt else 1))
        assert (before.seats, before.games) == (driver.room.seats, driver.room.games)
