"""The reducer: the same events always give the same room, applied at once or one by one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.room import events
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules.cards import SUITS, Card
from tests.support.room_driver import HOST, replayed, start_game_driver

OPENED = events.RoomOpened("host", "good-enough", {"rounds": 3}, None)
JOINED = [OPENED, *(events.PlayerJoined(str(n), f"P{n}", f"device{n}") for n in (1, 2, 3))]
STARTED = [*JOINED, events.GameStarted("good-enough", {"rounds": 3})]

later_events = st.one_of(
    st.builds(events.PlaySubmitted, st.just(1), st.integers(1, 4), st.sampled_from("123"), st.integers(0, 3)),
    st.builds(events.RoundClosed, st.integers(1, 2), st.integers(1, 4)),
    st.builds(events.GameEnded, st.integers(1, 2), st.booleans()),
    st.just(events.GameStarted("good-enough", {"rounds": 3})),
    st.just(events.GameStarted("good-enough", {"rounds": 3, "entry": "lists"})),
    st.just(events.GameStarted("good-enough", {"tie_break": "peel+showdown"}, left_open=("tie_break",))),
    st.sampled_from(("good-enough", "saichugen")).map(lambda name: events.GameChosen(name, {})),
    st.builds(
        events.EndingChosen,
        st.integers(1, 2),
        st.sampled_from(({"tie_break": "peel+showdown"}, {"tie_break": "peel"}, {"tie_break": "wrong"})),
    ),
    st.just(events.GameStarted("median", {"lowest": "J", "hand": 2})),
    st.just(events.GameStarted("median", {"lowest": "J", "hand": 2}, dealt=True)),
    st.builds(
        events.PlaySubmitted,
        st.integers(1, 2),
        st.integers(1, 3),
        st.sampled_from("123"),
        st.builds(Card, st.sampled_from("JQKA"), st.sampled_from(SUITS)),
    ),
    st.builds(
        events.ListSubmitted,
        st.integers(1, 2),
        st.integers(1, 3),
        st.sampled_from("123"),
        st.tuples(st.integers(0, 2), st.integers(0, 2), st.just(1)),
    ),
    st.builds(events.HighLowCalled, st.integers(1, 2), st.integers(1, 3), st.sampled_from(("high", "low"))),
    st.builds(events.ListRoundRevealed, st.integers(1, 2), st.integers(1, 4)),
    st.builds(
        events.QuestionAsked, st.just(1), st.integers(1, 4), st.sampled_from(("", "How many?", "How old?"))
    ),
    st.builds(events.TruthTold, st.just(1), st.integers(1, 4), st.sampled_from((None, 3, 1000))),
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
        [*STARTED, *(events.RoundClosed(1, n) for n in (1, 2, 3)), events.PlayerJoined("4", "P4", "device4")]
    )
    assert ("1", "2", "3") == over.current_game.record.players


def test_a_reveal_and_nothing_else_empties_the_recent_changes() -> None:
    driver = start_game_driver("good-enough", 3)
    renamed = events.PlayerRenamed("1", "Anna")
    corrected = events.PlaysCorrected(1, (events.CorrectedPlay(1, "1", 11),))
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
    driver.apply(events.RoundClosed(1, 2), HOST)
    assert [] == recent_changes(driver.room)
    assert [renamed, corrected] == [change.entry.event for change in driver.room.changes][-2:]


def recent_changes(room: Room) -> list[events.Event | None]:
    return [change.entry.event for change in room.recent_changes]


@pytest.mark.parametrize(
    ("game", "options"),
    [("median", {}), ("mediocrity", {}), ("good-enough", {"entry": "cards", "cards": 20, "rounds": 3})],
)
def test_a_player_who_joins_during_a_card_game_waits_for_the_next_game(game, options):
    driver = start_game_driver(game, 3, **options)
    driver.apply(events.PlayerJoined("4", "Dan", "device4"))
    assert ("1", "2", "3") == driver.game.record.players


def test_G13_a_new_game_of_a_match_has_a_new_deal() -> None:
    driver = start_game_driver("good-enough", 3, dealt=True, entry="cards", cards=12, nesting=[3, 2])
    hands = driver.game.record.deals[0].hands.values()
    for cards in list(zip(*hands, strict=True))[:3]:
        driver.play_trick(" ".join(map(str, cards)))
    assert (2, False) == (len(driver.game.record.deals), driver.game.awaits_deal)
    assert driver.game.record.deals[0] != driver.game.record.deals[1]


def test_G14_a_player_who_joins_while_lists_are_revealed_is_absent_until_the_last() -> None:
    driver = start_game_driver("good-enough", 3, entry="lists", nesting=[3, 2])
    for seat in "123":
        driver.apply(events.ListSubmitted(1, 1, seat, (1, 2, int(seat))))
    driver.apply(events.ListRoundRevealed(1, 1))
    driver.apply(events.PlayerJoined("4", "Dan", "device4"))
    assert ((), 2) == (driver.game.thinking, driver.game.lists_left)
    driver.apply(events.ListRoundRevealed(1, 2))
    driver.apply(events.ListRoundRevealed(1, 3))
    assert (True, ("1", "2", "3", "4")) == (driver.game.takes_lists, driver.game.thinking)


def test_an_event_of_a_later_release_is_skipped() -> None:
    for stored in (
        '{"act": "danced"}',
        '{"act": "showed", "seat": "1", "game": 1, "round": 1, "play": "17X"}',
    ):
        assert events.load_event(stored) is None
    assert replayed([*STARTED, None]).current_game == replayed(STARTED).current_game
