"""Whatever players and the host do, in any order: the room equals its replayed event log, and goes on."""

import contextlib
import random
from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.formats.record import record_to_document, result_document
from companion.i18n.errors import Refused
from companion.room import bots, events
from companion.room.commands import (
    bot_turns,
    corrections,
    membership,
    questions,
    room_control,
    scheduled,
    submissions,
)
from companion.room.commands.access import round_id
from companion.room.commands.bot_turns import bots_to_play
from companion.room.game_state import end_now
from companion.room.reducer import replay
from companion.rules.games.good_enough.game import GoodEnough
from companion.screens.host import host_view
from companion.screens.pad import pad_view
from tests.support.naive_numbers import result_of
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    device,
    is_consistent,
    open_room,
    play_moments,
    start_game_driver,
)

Attempt = Callable[[RoomDriver, int, int], tuple[events.Event | None, str]]

SHOWDOWNS: list[dict[str, object]] = [
    {"rounds": 3, "tie_break": "showdown"},
    {"rounds": 3, "tie_break": "peel+showdown", "scoring": "mean", "factor": "2/3", "offsets": True},
    {"nesting": [3, 2], "tie_break": "peel+showdown", "points": "number"},
]
KINDS: list[dict[str, object]] = [
    {"rounds": 3},
    {"rounds": 3, "entry": "lists"},
    {"rounds": 3, "entry": "cards", "cards": 40},
    {"rounds": 3, "tie_break": "peel+sudden-death"},
    {"nesting": [3, 2]},
    {"points_target": 4},
    *SHOWDOWNS,
]


def some_seat(driver: RoomDriver, n: int) -> str:
    seats = [player.seat for player in driver.room.players]
    return seats[n % len(seats)]


def some_round(driver: RoomDriver, n: int) -> str:
    places = [f"{t.number}.{r + 1}" for t in driver.room.games for r in range(len(t.rounds))]
    return places[n % len(places)] if places else "1.1"


def at(driver: RoomDriver) -> str:
    return round_id(driver.room.current_game) if driver.room.current_game else "1.1"


def by_host(command: Callable[[RoomDriver, int, int], events.Event | None]) -> Attempt:
    return lambda driver, a, b: (command(driver, a, b), HOST)


def by_player(command: Callable[[RoomDriver, str, int], events.Event | None]) -> Attempt:
    def attempt(driver: RoomDriver, a: int, b: int) -> tuple[events.Event | None, str]:
        who = device(str(a % 6 + 1))
        return command(driver, who, b), who

    return attempt


def last(numbers: tuple[int, ...]) -> str:
    return str(numbers[-1]) if numbers else ""


def listed(b: int, driver: RoomDriver) -> list[str]:
    ask = driver.room.current_game.next_round if driver.room.current_game else None
    return [str((b + n) % 7 + 1) for n in range(ask.plays_at_once if ask else 3)]


def some_strategy(n: int) -> str:
    return list(bots.STRATEGIES)[n % len(bots.STRATEGIES)]


def later(driver: RoomDriver, seconds: int) -> events.Event | None:
    """Let time pass, and return what is due then."""
    driver.now += timedelta(seconds=seconds)
    return scheduled.due_event(driver.room, driver.now, driver.rng)


ATTEMPTS: dict[str, Attempt] = {
    "show": by_player(lambda f, who, b: submissions.submit_play(f.room, who, at(f), str(b % 9 + 1))),
    "list": by_player(lambda f, who, b: submissions.submit_list(f.room, who, at(f), listed(b, f))),
    "join": by_player(lambda f, who, b: membership.join_room(f.room, who, f"P{b % 4}")),
    "leave": by_player(lambda f, who, b: membership.leave_room(f.room, who)),
    "claim": by_player(lambda f, who, b: membership.claim_seat(f.room, who, some_seat(f, b))),
    "move": by_player(lambda f, who, b: membership.link_device(f.room, who, some_seat(f, b), f"link{b}")),
    "add": by_host(lambda f, a, b: membership.add_player(f.room, HOST, f"N{a % 3}")),
    "bot": by_host(lambda f, a, b: bot_turns.add_bot(f.room, HOST, some_strategy(a)) if b % 2 else None),
    "wait": lambda f, a, b: (later(f, a), ""),
    "begin": by_host(
        lambda f, a, b: room_control.start_game(
            f.room, HOST, lambda _: KINDS[a % len(KINDS)], game=GoodEnough.name
        )
    ),
    "close": by_host(lambda f, a, b: submissions.close_round(f.room, HOST, at(f))),
    "next": by_host(lambda f, a, b: submissions.reveal_list_round(f.room, HOST, at(f))),
    "end": by_host(lambda f, a, b: room_control.end_game(f.room, HOST, at(f), "count" if b % 2 else "throw")),
    "ask": by_host(
        lambda f, a, b: questions.ask_question(f.room, HOST, at(f), f"How many {a}?" if b else "")
    ),
    "tell": by_host(
        lambda f, a, b: questions.tell_truth(f.room, HOST, some_round(f, a), str(b) if b % 4 else "")
    ),
    "hide": by_host(lambda f, a, b: room_control.set_room(f.room, HOST, hides_scores=a % 2 > 0)),
    "on": by_host(lambda f, a, b: room_control.play_on_tie(f.room, HOST, at(f))),
    "showdown": by_host(lambda f, a, b: room_control.start_showdown(f.room, HOST, at(f))),
    "show for": by_host(
        lambda f, a, b: submissions.submit_play_for(f.room, HOST, some_seat(f, a), at(f), str(b % 9 + 1))
    ),
    "correct": by_host(
        lambda f, a, b: correct_play(f.room, HOST, some_round(f, a), some_seat(f, b), "" if b % 5 else str(a))
    ),
    "void": by_host(
        lambda f, a, b: corrections.void_round(f.room, HOST, some_round(f, a), is_void=b % 3 > 0)
    ),
    "reopen": by_host(lambda f, a, b: corrections.reopen_round(f.room, HOST, some_round(f, -1))),
    "undo": by_host(lambda f, a, b: corrections.undo_last(f.room, HOST, last(f.room.undo))),
    "redo": by_host(lambda f, a, b: corrections.redo_last(f.room, HOST, last(f.room.redo))),
    "out": by_host(lambda f, a, b: membership.sit_out(f.room, HOST, some_seat(f, a))),
    "in": by_host(lambda f, a, b: membership.sit_in(f.room, HOST, some_seat(f, a))),
    "merge": by_host(
        lambda f, a, b: membership.merge_players(f.room, HOST, some_seat(f, a), some_seat(f, b))
    ),
    "bot plays": by_host(lambda f, a, b: bot_turns.play_on_for(f.room, HOST, at(f), some_seat(f, a))),
    "remove": by_host(lambda f, a, b: membership.remove_player(f.room, HOST, some_seat(f, a))),
    "block": by_host(
        lambda f, a, b: membership.block_player(f.room, HOST, some_seat(f, a)) if b % 4 == 0 else None
    ),
    "rename": by_host(lambda f, a, b: membership.rename_player(f.room, HOST, some_seat(f, a), f"R{b % 5}")),
    "admit": by_host(lambda f, a, b: membership.accept_claim(f.room, HOST, next(iter(f.room.claims), ""))),
    "deny": by_host(lambda f, a, b: membership.deny_claim(f.room, HOST, next(iter(f.room.claims), ""))),
    "pace": by_host(lambda f, a, b: room_control.set_room(f.room, HOST, auto_reveal=a % 2 > 0)),
    "time": by_host(lambda f, a, b: room_control.set_round_time(f.room, HOST, "10" if a % 2 else "0")),
    "pause": by_host(lambda f, a, b: room_control.pause_timer(f.room, HOST, at(f))),
    "resume": by_host(lambda f, a, b: room_control.resume_timer(f.room, HOST, at(f))),
    "lock": by_host(lambda f, a, b: room_control.set_room(f.room, HOST, locked=a % 3 == 0)),
}

WEIGHTED = [
    *ATTEMPTS,
    *["show"] * 25,
    *["list"] * 6,
    *["begin"] * 3,
    *["close", "bot", "correct", "undo", "ask", "tell"] * 2,
]
steps = st.lists(
    st.tuples(st.sampled_from(WEIGHTED), st.integers(0, 30), st.integers(0, 30)), min_size=30, max_size=90
)


def try_step(driver: RoomDriver, step: tuple[str, int, int]) -> None:
    """Try a command, as the pages would; a refused one changes nothing."""
    name, a, b = step
    driver.now += timedelta(seconds=b % 4)
    driver.apply(scheduled.due_event(driver.room, driver.now, driver.rng))
    before = driver.room
    try:
        event, who = ATTEMPTS[name](driver, a, b)
    except Refused:
        assert before == driver.room
    else:
        driver.apply(event, who)


def start_game(options: dict[str, object]) -> RoomDriver:
    driver = open_room(GoodEnough.name, 4, **options)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: options), HOST)
    return driver


SHOWDOWN_CORRECTED_AWAY = [
    *[("show", 0, 0)] * 18,
    *[("show", 2, 0), ("show", 15, 0), ("out", 1, 0)],
    *[("show", 0, 0), ("show", 14, 0), ("show", 21, 1), ("show", 26, 1)],
    *[("correct", 0, 2), ("show", 0, 0), ("show", 3, 0), ("show", 0, 0), ("correct", 0, 4)],
]
"""After a first number of the showdown a correction leaves no showdown."""


@given(st.sampled_from(KINDS), steps)
@example({"rounds": 3}, SHOWDOWN_CORRECTED_AWAY)
def test_a_room_equals_the_replay_of_its_event_log_however_it_was_played(
    options: dict[str, object], done: list[tuple[str, int, int]]
) -> None:
    """Its indexes agree with its contents after each step, and its records score as it does."""
    driver = start_game(options)
    for step in done:
        try_step(driver, step)
        assert is_consistent(driver.room)
    for game in driver.room.games:
        document = record_to_document(game.record)
        assert result_of(document) == (result_document(game.score), len(document["rounds"]))
    entries = tuple(reversed(tuple(driver.room.entries())))
    assert [each.number for each in entries] == list(range(1, len(entries) + 1))
    stored = [
        replace(each, event=events.load_event(events.dump_event(each.event)))
        for each in entries
        if each.event
    ]
    assert driver.room == replay("AB23", stored)


@given(st.sampled_from(KINDS), steps)
def test_after_any_commands_the_evening_can_go_on(
    options: dict[str, object], done: list[tuple[str, int, int]]
) -> None:
    driver = start_game(options)
    for step in done:
        try_step(driver, step)
    for n in range(12):
        if driver.room.is_playing:
            before = driver.game.round_number, driver.game.lists_left
            for shift in range(6):  # two players may have to change the same card
                if driver.room.is_playing and before == (driver.game.round_number, driver.game.lists_left):
                    play_round(driver, n + shift)
            assert before != (driver.game.round_number, driver.game.lists_left)
    if driver.room.is_playing:  # sudden death may never end
        driver.apply(room_control.end_game(driver.room, HOST, driver.round_id), HOST)
    assert not driver.room.is_playing
    while len(driver.room.present) < 3:
        driver.apply(membership.add_player(driver.room, HOST, "New"), HOST)
    driver.apply(
        room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}, game=GoodEnough.name), HOST
    )
    assert driver.room.is_playing


def play_round(driver: RoomDriver, n: int) -> None:
    """Play a round as the host and the phones can: all players submit different plays, then it is closed."""
    game = driver.game
    assert game.next_round is not None
    if game.lists_left:
        driver.apply(submissions.reveal_list_round(driver.room, HOST, driver.round_id), HOST)
        return
    let_bots_play(driver)
    seats = list(game.next_round.allowed)
    first = n % len(seats)
    for place, seat in enumerate((*seats[first:], *seats[:first])):
        if driver.game.round_number != game.round_number or driver.game.lists_left:
            return
        submit_any(driver, seat, place + n)
    if driver.game.round_number == game.round_number and driver.game.can_close:
        driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    if driver.game.has_clash:
        play_round(driver, n + 1)


def let_bots_play(driver: RoomDriver) -> None:
    here = driver.round_id
    while driver.round_id == here and bots_to_play(driver.room):
        driver.advance()


def submit_any(driver: RoomDriver, seat: str, first: int) -> None:
    """Submit the first play that is not refused, from the player's phone or as the host."""
    ask = driver.game.next_round
    assert ask is not None
    choices = [str(n) for n in getattr(ask.allowed[seat], "choices", lambda: range(1, 41))()]
    for shift in range(len(choices)):
        try:
            driver.apply(submit(driver, seat, choices[(first + shift) % len(choices)]), HOST)
        except Refused:
            continue
        return


def submit(driver: RoomDriver, seat: str, typed: str) -> events.Event | None:
    player, many = (
        driver.room.seats[seat],
        [typed] * (driver.game.next_round.plays_at_once if driver.game.next_round else 1),
    )
    who = next(iter(player.devices - driver.room.blocked), None)
    if who is None or player.away:
        if driver.game.takes_lists:
            return submissions.submit_list_for(driver.room, HOST, seat, driver.round_id, many)
        return submissions.submit_play_for(driver.room, HOST, seat, driver.round_id, typed)
    if driver.game.takes_lists:
        return submissions.submit_list(driver.room, who, driver.round_id, many)
    return submissions.submit_play(driver.room, who, driver.round_id, typed)


def play_numbers(driver: RoomDriver, numbers: str) -> None:
    for seat, number in enumerate(numbers.split(), 1):
        driver.apply(
            events.PlaySubmitted(driver.game.number, driver.game.round_number, str(seat), int(number)),
            device(str(seat)),
        )


def test_undoing_a_close_keeps_the_plays_of_the_next_round() -> None:
    driver = start_game({"rounds": 3})
    for seat in "123":
        driver.submit(seat, 10 * int(seat))
    driver.apply(events.RoundClosed(1, 1), HOST)
    play_numbers(driver, "1 2 3 4")
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    assert ((), ("4",), 1) == (driver.game.record.reveals, driver.game.thinking, driver.game.round_number)
    driver.apply(submissions.submit_play(driver.room, device("4"), driver.round_id, "50"), device("4"))
    assert [{"1": 10, "2": 20, "3": 30, "4": 50}, {"1": 1, "2": 2, "3": 3, "4": 4}] == [
        dict(each.plays) for each in driver.game.record.reveals
    ]


def test_redo_restores_what_was_undone() -> None:
    driver = start_game({"rounds": 3})
    play_numbers(driver, "1 2 3 4")
    driver.apply(events.PlaysCorrected(1, (events.CorrectedPlay(1, "1", 9),)), HOST)
    corrected = driver.game
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    assert 1 == driver.game.rounds[0].reveal.plays["1"]
    driver.apply(corrections.redo_last(driver.room, HOST, last(driver.room.redo)), HOST)
    assert corrected == driver.game
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    driver.apply(events.PlayerRenamed("1", "Anna"), HOST)
    assert () == driver.room.redo


def test_undo_and_redo_are_refused_where_nothing_is_left_to_do() -> None:
    driver = start_game({"rounds": 3})
    with pytest.raises(Refused, match="There is nothing to redo"):
        corrections.redo_last(driver.room, HOST, "6")
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    assert ((), ()) == (driver.room.games, driver.room.undo)
    with pytest.raises(Refused, match="There is nothing to undo"):
        corrections.undo_last(driver.room, HOST, "6")


def test_a_reopened_round_keeps_its_plays_and_waits_for_the_host() -> None:
    driver = start_game({"rounds": 3})
    play_numbers(driver, "1 2 3 4")
    driver.submit("2", 77)
    driver.apply(events.RoundReopened(1, 1), HOST)
    assert ({"1": 1, "2": 2, "3": 3, "4": 4}, True) == (driver.game.hidden, driver.game.is_reopened)
    driver.submit("1", 8)
    assert () == driver.game.record.reveals
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    assert (8, {"2": 77}) == (driver.game.record.reveals[0].plays["1"], driver.game.hidden)


def test_a_void_round_does_not_count_and_another_is_played_for_it() -> None:
    driver = start_game({"rounds": 3, "tie_break": "peel"})
    for numbers in ("1 2 3 4", "5 6 7 8", "10 20 30 40"):
        play_numbers(driver, numbers)
    assert driver.game.next_round is None
    driver.apply(events.RoundVoided(1, 2, void=True), HOST)
    assert (2, 4, "1.4") == (len(driver.game.record.reveals), driver.game.round_number, driver.round_id)
    driver.apply(events.RoundVoided(1, 2, void=False), HOST)
    assert driver.game.next_round is None


def test_a_seat_number_is_not_reused_after_its_player_was_undone() -> None:
    driver = open_room(GoodEnough.name, 3)
    driver.apply(membership.add_player(driver.room, HOST, "Dan"), HOST)
    driver.apply(events.EventUndone(driver.room.undo[-1]), HOST)
    assert ("1", "2", "3") == tuple(driver.room.seats)
    assert events.PlayerJoined("5", "Eve", "e") == membership.join_room(driver.room, "e", "Eve")


def test_a_game_number_is_not_reused_after_its_start_was_undone() -> None:
    driver = start_game({"rounds": 3})
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}), HOST)
    assert 2 == driver.game.number


def test_a_round_that_an_undo_opens_again_gets_its_full_time() -> None:
    driver = start_game({"rounds": 3})
    driver.apply(room_control.set_round_time(driver.room, HOST, "10"), HOST)
    driver.submit("1", 10)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    driver.now += timedelta(seconds=60)
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    assert driver.game.timer is not None
    assert (1, driver.now + timedelta(seconds=10)) == (driver.game.round_number, driver.game.timer.until)


def test_names_stay_unique_after_an_undo() -> None:
    driver = open_room(GoodEnough.name, 3)
    driver.apply(membership.rename_player(driver.room, HOST, "2", "Robert"), HOST)
    driver.apply(membership.join_room(driver.room, "new", "Bob"), "new")
    driver.apply(corrections.undo_last(driver.room, HOST, last(driver.room.undo)), HOST)
    assert ["Ann", "Bob", "Cyd", "Bob 2"] == [player.name for player in driver.room.players]


def test_a_merge_keeps_an_earlier_game_over_and_reveals_a_round_that_waited_for_the_merged_seat() -> None:
    driver = open_room(GoodEnough.name, 5)
    driver.apply(
        room_control.start_game(driver.room, HOST, lambda _: {"points_target": 2, "tie_break": "peel"}), HOST
    )
    play_numbers(driver, "1 1 5 7 7")
    play_numbers(driver, "1 1 5 7 7")
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {"rounds": 3}), HOST)
    for seat in "1234":
        driver.submit(seat, int(seat))
    driver.apply(membership.merge_players(driver.room, HOST, "5", "4"), HOST)
    assert [None, 2] == [driver.room.games[0].next_round, driver.game.round_number]


def test_a_merge_keeps_queued_plays() -> None:
    driver = start_game({"rounds": 3})
    play_numbers(driver, "1 2 3 4")
    driver.submit("4", 44)
    driver.apply(events.RoundReopened(1, 1), HOST)
    driver.apply(membership.merge_players(driver.room, HOST, "4", "3"), HOST)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    assert {"3": 44} == driver.game.hidden


def test_only_the_last_round_of_cards_can_be_void() -> None:
    driver = open_room("median", 3)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}), HOST)
    driver.play_trick("3 7 9")
    driver.play_trick("4 8 10")
    with pytest.raises(Refused, match="Only what was laid last can be void"):
        corrections.void_round(driver.room, HOST, "1.1")
    assert events.RoundVoided(1, 2, void=True) == corrections.void_round(driver.room, HOST, "1.2")


def test_hands_stay_secret_in_a_game_that_the_host_has_ended() -> None:
    driver = open_room("saichugen", 3)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True), HOST)
    for seat in "123":
        driver.submit(seat, driver.game.record.deals[0].hands[seat][0])
    driver.apply(room_control.end_game(driver.room, HOST, driver.round_id), HOST)
    assert () == driver.game.exported_record.deals


def test_a_blocked_player_is_present_again_once_unblocked() -> None:
    driver = open_room(GoodEnough.name, 4)
    driver.apply(membership.block_player(driver.room, HOST, "4"), HOST)
    with pytest.raises(Refused, match="Dan is blocked"):
        membership.sit_in(driver.room, HOST, "4")
    driver.apply(membership.unblock_player(driver.room, HOST, "4"), HOST)
    assert (4, frozenset()) == (len(driver.room.present), driver.room.blocked)
    assert membership.unblock_player(driver.room, HOST, "4") is None


def test_handing_the_room_over_leaves_only_the_new_host() -> None:
    driver = open_room(GoodEnough.name, 3)
    driver.apply(room_control.become_host_by_link(driver.room, "second", HOST, "a", instead=False), "second")
    driver.apply(room_control.become_host_by_link(driver.room, "second", HOST, "b", instead=True), "second")
    assert frozenset({"second"}) == driver.room.hosts
    assert room_control.become_host_by_link(driver.room, "second", HOST, "b", instead=True) is None


def test_the_host_changes_clashing_cards_without_seeing_them() -> None:
    driver = open_room("saichugen", 3)
    driver.apply(room_control.start_game(driver.room, HOST, lambda _: {}), HOST)
    for seat, card in (("1", "7H"), ("2", "7H"), ("3", "9S")):
        driver.submit(seat, card)
    assert driver.game.has_clash
    pad = pad_view(driver.room)
    assert pad is not None
    assert [("1", "in", None, True), ("2", "in", None, True), ("3", "in", None, True)] == [
        (each.seat, each.state, each.face, each.can_enter) for each in pad.players
    ]
    driver.apply(submissions.enter_plays(driver.room, HOST, driver.round_id, {"2": "8H"}), HOST)
    assert 2 == driver.game.round_number


CARDS: list[tuple[str, int, bool, dict[str, object]]] = [
    ("mediocrity", 3, False, {"target": 2}),
    ("median", 4, False, {"lowest": "9", "hand": 3}),
    ("median", 3, True, {"lowest": "9", "hand": 3}),
    ("saichugen", 3, False, {"rounds": 2, "tricks": 2}),
    ("saichugen", 3, True, {"rounds": 2, "tricks": 2}),
]
CORRECTIONS = (
    "undo",
    "undo",
    "redo",
    "redo",
    "reopen",
    "void",
    "out",
    "in",
    "leave",
    "join",
    "bot plays",
    "rename",
    "pace",
)


@pytest.mark.slow(keep=5)
@pytest.mark.parametrize("seed", range(2))
@pytest.mark.parametrize(("game", "players", "dealt", "options"), CARDS)
def test_a_card_game_equals_the_replay_of_its_event_log_whatever_the_host_corrects(
    game: str, players: int, dealt: bool, options: dict[str, object], seed: int
) -> None:
    driver = start_game_driver(game, players, seed, dealt=dealt, **options)
    rng, corrected = random.Random(seed), 0
    with contextlib.suppress(Refused):  # a removed player would have to lay a card
        for _ in play_moments(driver, seed):
            if rng.random() < 0.6:
                before = driver.room
                try_step(driver, (rng.choice(CORRECTIONS), rng.randrange(31), rng.randrange(31)))
                corrected += before is not driver.room
            if not driver.room.is_playing:
                break
    assert corrected
    entries = tuple(reversed(tuple(driver.room.entries())))
    assert driver.room == replay("AB23", entries)
    for seat in driver.room.seats:
        driver.phone(seat)
    assert host_view(driver.room, (), None)


def test_who_has_played_once_stays_when_the_phone_takes_another_seat() -> None:
    driver = start_game({"rounds": 3})
    play_numbers(driver, "1 2 3 4")
    for seat in "234":
        driver.submit(seat, 7)
    driver.apply(submissions.close_round(driver.room, HOST, driver.round_id), HOST)
    driver.apply(events.ClaimAccepted("2", device("1")), HOST)
    assert (frozenset(), False) == (driver.room.seats["1"].devices, driver.room.seats["1"].away)


def test_a_game_that_is_over_has_no_clock_and_nothing_waits_for_its_rounds() -> None:
    driver = start_game({"rounds": 3})
    driver.apply(room_control.set_round_time(driver.room, HOST, "10"), HOST)
    play_numbers(driver, "1 2 3 4")
    play_numbers(driver, "1 2 3 4")
    driver.submit("2", 77)
    assert (True, None) == (driver.game.timer is not None, end_now(driver.game).timer)
    driver.apply(events.RoundReopened(1, 2), HOST)
    assert driver.game.queued
    driver.apply(events.GameEnded(1, throws_away=True), HOST)
    assert ((), None, True) == (driver.game.queued, driver.game.timer, driver.game.throws_away)
    driver.apply(events.RoundReopened(1, 1), HOST)
    assert not driver.game.throws_away
