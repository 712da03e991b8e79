"""The reducer: the same events always give the same room; what does not apply changes nothing."""

import sys
from collections import Counter
from collections.abc import Callable, Collection

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.room import events, game_events, stored_events
from companion.room.commands import membership, room_control
from companion.room.game_events import CorrectedPlay
from companion.room.game_state import BEGINNING
from companion.room.player_reducer import can_merge
from companion.room.reducer import apply, replay
from companion.room.state import LogEntry, Room
from companion.rules.cards import SUITS, Card
from companion.rules.games.good_enough.game import GoodEnough
from companion.rules.games.runs import GameRun
from companion.rules.plays import Reveal
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, replayed, start_game_driver

OPENED = events.RoomOpened("host", "good-enough", {"rounds": 3}, None)
JOINED = [OPENED, *(events.PlayerJoined(str(n), f"P{n}", f"device{n}") for n in (1, 2, 3))]
STARTED = [*JOINED, game_events.GameStarted("good-enough", {"rounds": 3})]

later_events = st.one_of(
    st.builds(
        game_events.PlaySubmitted, st.just(1), st.integers(1, 4), st.sampled_from("123"), st.integers(0, 3)
    ),
    st.builds(game_events.RoundClosed, st.integers(1, 2), st.integers(1, 4)),
    st.builds(game_events.GameEnded, st.integers(1, 2), st.booleans()),
    st.just(game_events.GameStarted("good-enough", {"rounds": 3})),
    st.just(game_events.GameStarted("good-enough", {"rounds": 3, "entry": "lists"})),
    st.just(game_events.GameStarted("good-enough", {"tie_break": "peel+showdown"}, left_open=("tie_break",))),
    st.sampled_from(("good-enough", "saichugen")).map(lambda name: events.GameChosen(name, {})),
    st.builds(events.GameChosen, st.just("median"), st.just({"lowest": "J", "hand": 2}), st.booleans()),
    st.builds(
        game_events.EndingChosen,
        st.integers(1, 2),
        st.sampled_from(({"tie_break": "peel+showdown"}, {"tie_break": "peel"}, {"tie_break": "wrong"})),
    ),
    st.just(game_events.GameStarted("median", {"lowest": "J", "hand": 2})),
    st.just(game_events.GameStarted("median", {"lowest": "J", "hand": 2}, dealt=True)),
    st.builds(
        game_events.PlaySubmitted,
        st.integers(1, 2),
        st.integers(1, 3),
        st.sampled_from("123"),
        st.builds(Card, st.sampled_from("JQKA"), st.sampled_from(SUITS)),
    ),
    st.builds(
        game_events.ListSubmitted,
        st.integers(1, 2),
        st.integers(1, 3),
        st.sampled_from("123"),
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.just(1)),
    ),
    st.builds(
        game_events.HighLowCalled, st.integers(1, 2), st.integers(1, 3), st.sampled_from(("high", "low"))
    ),
    st.builds(game_events.ListRoundRevealed, st.integers(1, 2), st.integers(1, 4)),
    st.builds(
        game_events.QuestionAsked,
        st.just(1),
        st.integers(1, 4),
        st.sampled_from(("", "How many?", "How old?")),
    ),
    st.builds(game_events.TruthTold, st.just(1), st.integers(1, 4), st.sampled_from((None, 3, 1000))),
    st.builds(events.RoomSet, st.sampled_from(({"hides_scores": True}, {"address": "http://10.0.0.1"}))),
)


@given(st.lists(later_events, max_size=30), st.integers(0, 30))
def test_events_applied_in_two_batches_give_the_same_room(tail: list[events.Event], cut: int) -> None:
    whole = replayed([*STARTED, *tail])
    room = replayed([*STARTED, *tail[:cut]])
    for event in tail[cut:]:
        room = apply(room, event)
    assert whole == room


@given(st.lists(later_events, max_size=30))
def test_after_any_events_a_round_waits_for_a_player_or_is_over(tail: list[events.Event]) -> None:
    game = replayed([*STARTED, *tail]).current_game
    assert game is None or game.next_round is None or game.thinking or game.lists_left or game.has_clash


def test_G8_a_latecomer_plays_in_the_open_game_and_not_in_one_that_is_over() -> None:
    late = replayed([*STARTED, events.PlayerJoined("4", "P4", "device4")])
    assert "4" in late.current_game.thinking
    over = replayed(
        [
            *STARTED,
            *(game_events.RoundClosed(1, n) for n in (1, 2, 3)),
            events.PlayerJoined("4", "P4", "device4"),
        ]
    )
    assert ("1", "2", "3") == over.current_game.record.players


def test_a_reveal_and_nothing_else_empties_the_recent_changes() -> None:
    driver = start_game_driver("good-enough", 3)
    renamed = events.PlayerRenamed("1", "Anna")
    corrected = game_events.PlaysCorrected(1, (game_events.CorrectedPlay(1, "1", 11),))
    driver.apply(renamed, HOST)
    for seat in "12":
        driver.submit(seat, 10)
        assert [renamed] == recent_changes(driver.room)
    driver.submit("3", 30)
    assert [] == recent_changes(driver.room)
    driver.apply(corrected, HOST)
    driver.apply(events.RoomSet({"seconds": 60}), HOST)
    driver.submit("1", 20)
    assert [corrected] == recent_changes(driver.room)
    driver.apply(game_events.RoundClosed(1, 2), HOST)
    assert [] == recent_changes(driver.room)
    assert [renamed, corrected] == [change.entry.event for change in driver.room.changes()][1::-1]


def recent_changes(room: Room) -> list[events.Event | None]:
    return [change.entry.event for change in room.recent_changes()][::-1]


@pytest.mark.parametrize(
    ("game", "options"),
    [("median", {}), ("mediocrity", {}), ("good-enough", {"entry": "cards", "cards": 20, "rounds": 3})],
)
def test_a_player_who_joins_during_a_card_game_waits_for_the_next_game(game, options):
    driver = start_game_driver(game, 3, **options)
    driver.apply(events.PlayerJoined("4", "Dan", "device4"))
    assert ("1", "2", "3") == driver.game.record.players


def test_G13_a_new_game_of_a_match_has_a_new_deal() -> None:
    driver = start_game_driver(
        "good-enough", 3, dealt=True, entry="cards", cards=12, nesting=[3, 2], tie_break="peel"
    )
    hands = driver.game.record.deals[0].hands.values()
    for cards in list(zip(*hands, strict=True))[:3]:
        driver.play_trick(" ".join(map(str, cards)))
    assert (2, False) == (len(driver.game.record.deals), driver.game.awaits_deal)
    assert driver.game.record.deals[0] != driver.game.record.deals[1]


def test_G14_a_player_who_joins_while_lists_are_revealed_is_absent_until_the_last() -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", nesting=[3, 2], tie_break="peel")
    for seat in "123":
        driver.apply(game_events.ListSubmitted(1, 1, seat, (1, 2, int(seat))))
    driver.apply(game_events.ListRoundRevealed(1, 1))
    driver.apply(events.PlayerJoined("4", "Dan", "device4"))
    assert ((), 2) == (driver.game.thinking, driver.game.lists_left)
    driver.apply(game_events.ListRoundRevealed(1, 2))
    driver.apply(game_events.ListRoundRevealed(1, 3))
    assert (True, ("1", "2", "3", "4")) == (driver.game.takes_lists, driver.game.thinking)


def test_an_event_of_a_later_release_is_skipped() -> None:
    stored = ('{"act": "danced"}', '{"act": "showed", "seat": "1", "game": 1, "round": 1, "play": "17X"}')
    assert [*stored_events.load_events(stored)] == [None, None]
    assert replayed([*STARTED, None]).current_game == replayed(STARTED).current_game


# Recorded events that do not apply, or not any more, change nothing, and never raise.


def after(driver: RoomDriver, *done: events.Event) -> Room:
    room = driver.room
    for event in done:
        room = apply(room, event, HOST, driver.now)
    return room


def with_a_round(**options: object) -> RoomDriver:
    return played("good-enough", "10 50 90", **options)


def tied() -> RoomDriver:
    return played("good-enough", *["5 5 5"] * 3, rounds=3, tie_break="peel")


def timed() -> RoomDriver:
    driver = start_game_driver("good-enough", 3)
    driver.do(HOST, room_control.set_round_time, "10")
    return driver


def called() -> RoomDriver:
    """Start a game in which the leader has called and laid a card (D5)."""
    driver = start_game_driver("median", 4)
    driver.call("high")
    driver.submit("1", "7")
    return driver


def begun(game: str, players: int, **options: object) -> Callable[[], RoomDriver]:
    return lambda: start_game_driver(game, players, **options)


SHOWDOWN = {"tie_break": "peel+showdown"}
LISTS = begun("good-enough", 3, entry="lists", rounds=3)
CALL = game_events.HighLowCalled(1, 1, "low")


@pytest.mark.parametrize(
    ("make", "ignored", "applied"),
    [
        (
            begun("good-enough", 3),
            game_events.PlaySubmitted(1, 1, "1", 101),
            game_events.PlaySubmitted(1, 1, "1", 100),
        ),
        (with_a_round, game_events.PlaySubmitted(1, 1, "1", 50), game_events.PlaySubmitted(1, 2, "1", 50)),
        (
            LISTS,
            game_events.ListSubmitted(1, 1, "1", (1, 2)),
            game_events.ListSubmitted(1, 1, "1", (1, 2, 3)),
        ),
        (with_a_round, game_events.EndingChosen(2, SHOWDOWN), game_events.EndingChosen(1, SHOWDOWN)),
        (with_a_round, game_events.GameEnded(2), game_events.GameEnded(1)),
        (tied, game_events.TiePlayedOn(2), game_events.TiePlayedOn(1)),
        (tied, game_events.TiePlayedOn(2, showdown=True), game_events.TiePlayedOn(1, showdown=True)),
        (timed, game_events.TimerPaused(1, 2), game_events.TimerPaused(1, 1)),
        (with_a_round, game_events.TruthTold(1, 1, 34), None),  # nothing was asked
        (begun("median", 4), game_events.PlaySubmitted(1, 1, "1", Card("7")), CALL),  # D5: the call first
        (begun("median", 4), game_events.RoundClosed(1, 1), CALL),
        (begun("median", 3), CALL, None),  # D5: of three nobody calls
        (called, CALL, None),
        (called, game_events.RoundClosed(1, 1), None),  # three cards are missing
        *(
            (with_a_round, game_events.PlaysCorrected(game, (CorrectedPlay(number, seat, 5),)), None)
            for game, number, seat in ((1, 9, "1"), (1, 1, "9"), (1, 0, "1"), (7, 1, "1"))
        ),
    ],
    ids=lambda value: value.__name__ if callable(value) else str(value),
)
def test_an_event_of_another_game_or_round_or_against_the_rules_changes_no_game(make, ignored, applied):
    driver = make()
    assert driver.room.games == after(driver, ignored).games
    assert applied is None or driver.room.games != after(driver, applied).games


def test_a_correction_that_means_nothing_does_not_keep_another_one_from_counting() -> None:
    driver, there = with_a_round(), CorrectedPlay(1, "1", 11)
    alone = after(driver, game_events.PlaysCorrected(1, (there,)))
    beside = after(driver, game_events.PlaysCorrected(1, (there, CorrectedPlay(9, "1", 5))))
    assert 11 == alone.games[0].rounds[0].reveal.plays["1"]
    assert alone.games == beside.games


def test_what_a_later_release_sets_in_a_room_is_left_out() -> None:
    driver = with_a_round()
    room = after(driver, events.RoomSet({"seconds": 30, "colour": "blue", "hosts": []}))
    assert (30, driver.room.hosts) == (room.seconds, room.hosts)


def test_a_denied_claim_is_gone_and_one_that_nobody_made_changes_nothing() -> None:
    driver = open_room("good-enough", 3)
    driver.apply(membership.claim_seat(driver.room, device("8"), "1"))
    assert {device("8")} == driver.room.claims.keys()
    assert driver.room.claims == after(driver, events.ClaimDenied(device("9"))).claims
    assert {} == after(driver, events.ClaimDenied(device("8"))).claims


def test_a_correction_never_reopens_an_earlier_game() -> None:
    driver = start_game_driver("good-enough", 3, rounds=3, tie_break="sudden-death")
    driver.play_trick("10 50 90", "10 50 90", "50 10 90")
    assert driver.game.next_round is None
    undone = game_events.PlaysCorrected(
        1, tuple(CorrectedPlay(n, each, 5) for n in (1, 2, 3) for each in "123")
    )
    assert after(driver, undone).games[0].next_round is not None
    started = game_events.GameStarted("good-enough", {})
    assert after(driver, started, undone).games[0].next_round is None


@pytest.mark.parametrize(
    ("game", "players", "can"),
    [("good-enough", 3, False), ("good-enough", 4, True), ("mediocrity", 4, False)],
)
def test_players_are_merged_only_if_enough_are_left_and_no_cards_are_held(game, players, can):
    assert can_merge(open_room(game, players).room, "1", "2")
    assert can is can_merge(start_game_driver(game, players).room, "1", "2")


def test_what_the_host_did_for_others_can_be_undone_and_not_what_it_did_as_a_player() -> None:
    driver = open_room("median", 3)
    own = events.PlayerJoined("4", "Host", HOST)
    assert driver.room.undo == after(driver, own).undo
    assert len(driver.room.undo) + 1 == len(after(driver, events.PlayerJoined("4", "Other", "")).undo)
    driver.apply(own, HOST)
    for dealer, adds in (("1", 1), ("4", 0)):
        started = game_events.GameStarted("median", {"dealer": dealer})
        before = after(driver, started)
        called = after(driver, started, game_events.HighLowCalled(1, 1, "high"))
        assert before.games[0].must_call == dealer
        assert len(before.undo) + adds == len(called.undo)


def test_an_event_that_changes_nothing_is_counted_and_cannot_be_undone() -> None:
    driver = with_a_round()
    room = after(driver, game_events.GameEnded(7))
    assert (driver.room.version + 1, driver.room.undo) == (room.version, room.undo)


def test_a_seat_that_is_no_number_is_not_counted_among_those_given() -> None:
    room = apply(Room("AB23"), events.PlayerJoined("x", "Ann", ""))
    assert (0, {"x"}) == (room.seats_given, {*room.seats})


def test_a_seat_is_given_once() -> None:
    driver = open_room("good-enough", 3)
    again = events.PlayerJoined("1", "Zoe", "new")
    assert driver.room.seats == after(driver, again).seats
    merged = after(driver, events.PlayersMerged("1", "2"))
    assert merged.seats == after(driver, events.PlayersMerged("1", "2"), again).seats


def test_S1_cards_that_nobody_waits_for_are_kept_for_the_next_deal() -> None:
    driver = start_game_driver("saichugen", 3, dealt=True, games=2, rounds=1, tricks=1)
    [deal] = driver.game.record.deals
    game = after(driver, game_events.CardsDealt(1, deal.hands, deal.stock)).games[0]
    assert ((deal,), (deal,)) == (game.record.deals, game.spare_deals)


_CYCLES: dict[str, tuple[tuple[str, events.Event], ...]] = {
    "leaving": (("device1", events.PlayerLeft("1")), ("device1", events.PlayerReturned("1"))),
    "numbers": tuple(("device1", game_events.PlaySubmitted(1, 1, "1", number)) for number in (1, 2)),
    "claims": (("new", events.SeatClaimed("1", "new")), ("new", events.ClaimDenied("new"))),
    "undo": tuple(("host", events.EventUndone(5, undone=undone)) for undone in (True, False)),
}


@pytest.mark.parametrize("name", _CYCLES)
def test_a_replay_does_as_much_for_a_late_event_as_for_an_early_one(name: str) -> None:
    def work(times: int) -> tuple[int, dict[str, int]]:
        acts = [*(("host", event) for event in STARTED), *_CYCLES[name] * times]
        entries = [LogEntry(number, BEGINNING, *act) for number, act in enumerate(acts, 1)]
        calls = Counter[str]()
        sys.setprofile(lambda _frame, kind, _about: calls.update([kind]))
        try:
            room = replay("AB23", entries)
        finally:
            sys.setprofile(None)
        assert len(entries) == room.version
        copied = {**vars(room), **vars(room.games[0])} if room.games else vars(room)
        return calls.total(), {key: len(each) for key, each in copied.items() if isinstance(each, Collection)}

    (few, small), (more, same), (most, _) = (work(times) for times in (100, 200, 400))
    assert 2 * (more - few) == pytest.approx(most - more, rel=0.01)
    assert {**small, "log": 2, "change_log": 2} == {**same, "log": 2, "change_log": 2}


def test_a_replay_plays_each_round_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of 2,500 rounds would take a minute if each reveal scored it from the start."""
    count, played_rounds, play_round = 40, list[int](), GoodEnough.run.play_round
    acts: list[events.Event] = [*JOINED, game_events.GameStarted("good-enough", {"rounds": count + 1})]
    for number in range(1, count + 1):
        acts += (game_events.PlaySubmitted(1, number, seat, int(seat)) for seat in "123")

    def counted(run: GameRun, number: int, reveal: Reveal) -> None:
        played_rounds.append(number)
        play_round(run, number, reveal)

    monkeypatch.setattr(GoodEnough.run, "play_round", counted)
    [game] = replayed(acts).games
    assert game.score.problems == ()
    assert played_rounds == [*range(1, count + 1)]
