"""Commands: who may give which, and what is refused with a sentence; a refusal changes nothing."""

from collections.abc import Callable
from inspect import Parameter, getmembers, isfunction, signature
from itertools import product
from typing import Any

import pytest

from companion.i18n.errors import Refused
from companion.room import events, game_events
from companion.room.commands import (
    corrections,
    membership,
    room_control,
    scheduled,
    shared_phone,
    submissions,
)
from companion.room.commands.access import Blocked, Forbidden, TooLate, WrongHostCode
from companion.room.reducer import apply
from companion.rules.cards import Card
from tests.support.room_driver import HOST, RoomDriver, device, open_room, played, start_game_driver

Command = Callable[..., object]
OF_PLAYERS = {
    "answer_takeover",
    "ask_to_enter",
    "become_host_by_code",
    "become_host_by_link",
    "call_high_low",
    "choose_free_guest",
    "choose_guest",
    "claim_seat",
    "join_room",
    "leave_room",
    "link_device",
    "return_to_room",
    "submit_list",
    "submit_play",
    "withdraw_claim",
}
OF_SEATS = (
    *("call_high_low", "choose_free_guest", "choose_guest"),
    *("leave_room", "return_to_room", "submit_list", "submit_play"),
)


def commands() -> dict[str, Command]:
    """Find all commands that a browser gives."""
    return {
        name: command
        for module in (scheduled, corrections, membership, room_control, shared_phone, submissions)
        for name, command in getmembers(module, isfunction)
        if command.__module__ == module.__name__ and not name.startswith("_")
        if list(signature(command, follow_wrapped=False).parameters)[:2] == ["room", "device"]
    }


HOST_ONLY = (Forbidden, "Only the host can do that")
NO_SEAT = (Forbidden, "You have no seat in this room: join first")


@pytest.mark.parametrize(
    ("name", "seat", "refused"),
    [
        *((*each, HOST_ONLY) for each in product(sorted(commands().keys() - OF_PLAYERS), "19")),
        *((name, "9", NO_SEAT) for name in OF_SEATS),
    ],
)
def test_a_command_of_the_host_or_of_players_is_refused_to_everybody_else(name, seat, refused):
    """A command is given from the browser of a player or a stranger, with something for each argument."""
    driver, command = start_game_driver("good-enough", 3), commands()[name]
    values = {"at": driver.round_id, "seat": "1", "into": "2", "claimant": device("9")}
    others = [
        parameter
        for parameter in signature(command).parameters.values()
        if parameter.name not in ("room", "device")
    ]
    needed = {
        other.name: values.get(other.name, "x")
        for other in others
        if other.default is Parameter.empty and other.kind is not Parameter.VAR_KEYWORD
    }
    assert refused == driver.refusal(device(seat), command, **needed)
    assert commands().keys() >= OF_PLAYERS


# Refusals: what is there, what is done, and the sentence


def of(game: str, players: int = 3, *tricks: str, **options: Any) -> Callable[[], RoomDriver]:
    """Return a function that starts a game, and plays some of it."""

    def make() -> RoomDriver:
        driver = start_game_driver(game, players, **options)
        driver.play_trick(*tricks)
        return driver

    return make


def lobby(game: str = "good-enough", players: int = 3, *events_: events.Event, **options: Any) -> Any:
    """Return a function that opens a room in which no game has started, and lets something happen."""

    def make() -> RoomDriver:
        driver = open_room(game, players, **options)
        for event in events_:
            driver.apply(event, HOST)
        return driver

    return make


def submit(seat: str, typed: str, at: str = "") -> Callable[[RoomDriver], object]:
    return lambda d: submissions.submit_play(d.room, device(seat), at or d.round_id, typed)


def at_round(who: str, command: Command, *said: Any) -> Callable[[RoomDriver], object]:
    """Return a function that gives a command for the current round."""
    return lambda d: command(d.room, who, d.round_id, *said)


def give(who: str, command: Command, *said: Any, **named: Any) -> Callable[[RoomDriver], object]:
    return lambda d: command(d.room, who, *said, **named)


def start(options: dict[str, Any]) -> Callable[[RoomDriver], object]:
    return give(HOST, room_control.start_game, lambda _: options, dealt=True)


def show(seat: str, typed: str) -> Callable[[RoomDriver], object]:
    return lambda d: submissions.submit_play_for(d.room, HOST, seat, d.round_id, typed)


def pass_to(seat: str, *typed: str) -> Callable[[RoomDriver], object]:
    return lambda d: shared_phone.enter_play(d.room, HOST, seat, d.round_id, typed)


def submit_list(*typed: str) -> Callable[[RoomDriver], object]:
    return at_round(device("1"), submissions.submit_list, [*typed])


def lists_in() -> RoomDriver:
    """Start a game by lists in which all are in."""
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3)
    for seat in "123":
        driver.do(device(seat), submissions.submit_list, driver.round_id, ["1", "2", seat])
    return driver


def lists_out() -> RoomDriver:
    """Play a game by lists to its end, in which all are tied."""
    driver = start_game_driver("good-enough", 3, entry="lists", rounds=3, tie_break="peel")
    for seat in "123":
        driver.do(device(seat), submissions.submit_list, driver.round_id, ["1", "1", "1"])
    for _ in range(3):
        driver.do(HOST, submissions.reveal_list_round, driver.round_id)
    return driver


def with_phone(of_ann: str = "good-enough", **options: Any) -> Callable[[], RoomDriver]:
    """Return a function that starts a game of Ann, who has a phone, and two others who have none."""

    def make() -> RoomDriver:
        driver = open_room(of_ann, 1)
        for name in ("Carol", "Dave"):
            driver.do(HOST, membership.add_player, name)
        driver.do(HOST, room_control.start_game, lambda _: dict(options))
        return driver

    return make


def with_bot(people: int = 2, **options: Any) -> Callable[[], RoomDriver]:
    def make() -> RoomDriver:
        driver = open_room("good-enough", people)
        driver.do(HOST, scheduled.add_bot, "middle")
        driver.do(HOST, room_control.start_game, lambda _: options)
        return driver

    return make


def asked_by_thirty() -> RoomDriver:
    driver = open_room("good-enough", 2)
    for number in range(30):
        driver.do(f"new{number}", membership.claim_seat, "1")
    return driver


PEEL = {"rounds": 3, "tie_break": "peel"}
TIED = of("good-enough", 3, *["5 5 5"] * 3, **PEEL)
DECIDED = of("good-enough", 3, "10 50 90", "10 50 90", "50 10 90", **PEEL)
LISTS = of("good-enough", entry="lists", rounds=3)
STACK = {"entry": "cards", "cards": 20, "rounds": 3}
LATE, OVER, GONE = "This round is already revealed", "That game is over", "The room has gone on already"
IN = "The lists are in: the host reveals them round by round"
BLOCKED = lobby("good-enough", 3, events.PlayerRemoved("1", blocked=True))
NO_PHONE = Blocked("The host has blocked this phone from the room")
NO_SHOWDOWN = Refused("there is no tie here that a showdown could decide")
BOT = "Middle Mia is a bot"
CODED = events.RoomOpened(HOST, "good-enough", {}, None, "code")
call, call_for, close = submissions.call_high_low, submissions.call_high_low_for, submissions.close_round
reveal_list, play_on = submissions.reveal_list_round, room_control.play_on_tie

REFUSED: list[tuple[Callable[[], RoomDriver], list[tuple[Callable[[RoomDriver], object], Refused]]]] = [
    (
        of("median", 4),  # D5
        [
            (submit("1", "7"), Refused("Call high or low before you lay a card")),
            (submit("2", "7"), Refused("Ann must call high or low first")),
            (at_round(device("2"), call, "high"), Refused("Only Ann, who leads, calls high or low")),
            (at_round(device("1"), call, "middle"), Refused("A call is high or low")),
        ],
    ),
    (
        of("median", 4, dealt=True),
        [(at_round(HOST, call_for, "high"), Forbidden("The cards are dealt: only Ann can do that"))],
    ),
    (of("median"), [(submit("2", "7"), Refused("Ann leads and must lay a card first"))]),  # D3
    (of("median", 3, "9 7 8"), [(submit("3", "K", at="1.1"), TooLate(LATE))]),
    (
        of("saichugen", 3, "4H 5H 6H"),
        [
            (submit("1", "7"), Refused("the 7 needs its suit, such as 7H")),
            (submit("1", "7X"), Refused("7X is not a card: write it like 10H or K")),
            (submit("1", "7H 8H"), Refused("7H 8H is not a card: write it like 10H or K")),
            (submit("1", ""), Refused("Choose a card")),
            (submit("1", "4H"), Refused("the 4 of hearts was already laid in round 1, trick 1")),
        ],
    ),
    (
        of("saichugen", dealt=True),
        [(show("2", "7H"), Forbidden("The cards are dealt: only Bob can do that"))],
    ),
    (
        of("mediocrity", 3, "3 7 9"),
        [(submit("2", "7"), Refused("the 7 was discarded in hand 1, trick 1"))],  # M2
    ),
    (
        of("good-enough", 4, "4 4 6 7", **STACK),  # G13
        [(at_round(HOST, close), Refused("Ann and Bob named the same card: one of them must change it"))],
    ),
    (
        LISTS,  # G14
        [
            (submit_list("1", "2"), Refused("The list must have 3 numbers, not 2")),
            (submit_list("1", "2", "3", "4"), Refused("The list must have 3 numbers, not 4")),
            (submit_list("1", "2", "300"), Refused("Number 3: 300 is above the highest number, 100")),
            (submit_list("1", "x", "3"), Refused("Number 2: x is not a whole number")),
            (submit_list("1", "", "3"), Refused("Number 2: Enter a number from 0 to 100")),
            (submit("1", "7"), Refused("Send a list of 3 numbers")),
            (at_round(HOST, reveal_list), Refused("There are no lists to reveal")),
            (at_round(HOST, close), Refused("Nobody has sent a number for round 1 yet")),
        ],
    ),
    (
        lists_in,
        [(act, TooLate(IN)) for act in (submit_list("1", "2", "9"), submit("1", "7"), at_round(HOST, close))],
    ),
    (
        of("good-enough"),
        [
            (submit_list("1"), Refused("No list is wanted now, but a single number")),
            (submit("1", "5", at="2.1"), TooLate(OVER)),
            (at_round(HOST, close), Refused("Nobody has sent a number for round 1 yet")),
            (at_round(HOST, play_on), TooLate(GONE)),
            (give(HOST, corrections.redo_last, "6"), Refused("There is nothing to redo")),
            (
                give(HOST, room_control.choose_game, "median", lambda _: {}),
                TooLate("A game is going on already"),
            ),
        ],
    ),
    (TIED, [(submit("1", "5", at="1.4"), TooLate(OVER)), (give(HOST, play_on, "2.0"), TooLate(GONE))]),
    (DECIDED, [(at_round(HOST, play_on), Refused("there is no tie here that can be played on"))]),  # G12
    *(
        (make, [(give(HOST, play_on, "1.4", showdown=True), NO_SHOWDOWN)]) for make in (DECIDED, lists_out)
    ),  # G16
    (
        lobby("median"),
        [(start({"hand": 18}), Refused("3 players with 18 cards each need 54 cards: the deck has 52"))],  # D2
    ),
    (lobby("mediocrity"), [(start({}), Refused("Mediocrity has no cards to deal here"))]),
    (lobby("saichugen", phones=False), [(start({}), Refused("Ann has no phone to see a hand on"))]),
    (lobby(players=0), [(give(HOST, corrections.undo_last, "6"), Refused("There is nothing to undo"))]),
    (
        lobby(),
        [
            (start({}), Refused("It's Good Enough has no cards to deal here")),
            (give(HOST, scheduled.add_bot, "genius"), Refused("There is no such bot")),
            (give("new", membership.withdraw_claim), TooLate("That was answered already")),
        ],
    ),
    (
        lobby("good-enough", 0, CODED),
        [
            (
                give("new", room_control.become_host_by_code, "guess"),
                WrongHostCode("That is not the host code of this room"),
            )
        ],
    ),
    (
        with_bot(),
        [
            (show("3", "1"), Forbidden(BOT)),
            (give("stranger", membership.claim_seat, "3"), Refused(BOT)),
            (give(HOST, membership.merge_players, "1", "3"), Refused(BOT)),
        ],
    ),
    (
        lobby("good-enough", 3, events.RoomSet({"locked": True})),
        [
            (
                give("new", membership.join_room, "Zoe"),
                Forbidden("The room is locked: ask the host to unlock it"),
            )
        ],
    ),
    (
        asked_by_thirty,
        [
            (
                give("new30", membership.claim_seat, "1"),
                Refused("Too many ask at once: ask the host for a link to your seat"),
            )
        ],
    ),
    (
        BLOCKED,
        [
            (give(device("1"), membership.join_room, "Ann"), NO_PHONE),
            (give(device("1"), membership.return_to_room), NO_PHONE),
            (give(device("1"), membership.claim_seat, "2"), NO_PHONE),
            (give(device("1"), membership.link_device, "2", "link"), NO_PHONE),
            (give(device("1"), membership.answer_takeover, "new", "no"), NO_PHONE),
            (give(device("1"), room_control.become_host_by_link, HOST, "link", instead=False), NO_PHONE),
            (
                give("other", membership.link_device, "1", "link"),
                Forbidden("The host has blocked Ann from the room"),
            ),
            (give(HOST, membership.sit_in, "1"), Refused("Unblock Ann first")),
        ],
    ),
    (
        with_phone(),
        [
            (pass_to("9", "7"), Refused("There is no such player in this room")),
            (pass_to("1", "7"), Refused("Ann has a phone, and sends from there")),
        ],
    ),
    (with_phone(entry="lists", rounds=3), [(pass_to("2", "1"), Refused("Send a list of 3 numbers"))]),
]


@pytest.mark.parametrize(
    ("make", "act", "refusal"),
    [(make, *each) for make, group in REFUSED for each in group],
    ids=lambda each: str(each) if isinstance(each, Refused) else "",
)
def test_what_is_not_allowed_is_refused_with_a_sentence(make, act, refusal):
    driver = make()
    with pytest.raises(Refused) as caught:
        act(driver)
    assert str(refusal) == str(caught.value)
    kinds = (Forbidden, TooLate, Blocked, WrongHostCode)
    assert [isinstance(refusal, kind) for kind in kinds] == [isinstance(caught.value, kind) for kind in kinds]


# What is allowed


def test_D5_a_call_can_be_changed_until_a_card_is_laid() -> None:
    driver = start_game_driver("median", 4)
    driver.call("high")
    assert submissions.call_high_low(driver.room, device("1"), driver.round_id, "high") is None
    assert driver.apply(submissions.call_high_low_for(driver.room, HOST, driver.round_id, "low"))
    driver.submit("1", "7")
    assert (TooLate, "A card lies already: the call stands") == driver.refusal(
        device("1"), submissions.call_high_low, driver.round_id, "high"
    )


def test_a_second_play_replaces_the_first_and_the_same_again_changes_nothing() -> None:
    driver, lists = start_game_driver("median", 3), lists_in()
    driver.submit("1", "9")
    assert not driver.submit("1", "9")
    driver.submit("1", "10H")
    assert ({"1": Card("10", "H")}, ()) == (driver.game.hidden, driver.game.record.reveals)
    at = driver.round_id
    driver.submit("2", "7")
    driver.submit("3", "8")
    assert submissions.submit_play(driver.room, device("3"), at, "8") is None  # it is revealed
    assert submissions.submit_list(lists.room, device("1"), lists.round_id, ["1", "2", "1"]) is None


def test_a_round_with_the_same_card_twice_is_revealed_once_one_is_changed() -> None:
    driver = played("saichugen", "4H 4H 6H")
    assert (True, ()) == (driver.game.has_clash, driver.game.record.reveals)
    assert driver.is_replayed()
    driver.submit("2", "5H")
    assert (False, 1) == (driver.game.has_clash, len(driver.game.record.reveals))


def test_the_host_cannot_replace_a_play_from_a_phone() -> None:
    driver = start_game_driver("mediocrity", 3)
    driver.submit("2", "7")
    already = (Forbidden, "Bob is in already, and can change it")
    assert already == driver.refusal(HOST, submissions.submit_play_for, "2", driver.round_id, "7")


def test_S1_a_round_cannot_be_played_before_its_deal_and_two_deals_differ() -> None:
    driver = open_room("saichugen", 3)
    driver.room = apply(driver.room, room_control.start_game(driver.room, HOST, lambda _: {}, dealt=True))
    assert scheduled.due_event(driver.room, driver.now) != scheduled.due_event(driver.room, driver.now)
    early = (TooLate, "The cards are not dealt yet")
    assert early == driver.refusal(device("1"), submissions.submit_play, driver.round_id, "7H")
    driver.apply(scheduled.due_event(driver.room, driver.now))
    assert scheduled.due_event(driver.room, driver.now) is None
    hands = driver.game.record.deals[0].hands
    assert [17, 17, 17] == [len(hand) for hand in hands.values()]
    with pytest.raises(Refused, match="is not in the hand"):
        driver.submit("1", hands["2"][0])


@pytest.mark.parametrize(
    ("make", "seat", "can"),
    [
        (of("saichugen"), "1", True),
        (of("saichugen", dealt=True), "1", False),
        (LISTS, "1", False),
        (of("median", 4), "9", False),
        (with_bot(), "1", True),
        (with_bot(), "3", False),
    ],
)
def test_the_score_keeper_enters_single_plays_of_people_and_no_dealt_cards(make, seat, can):
    driver = make()
    assert can is submissions.can_enter(driver.room, driver.game, seat)


def test_a_correction_of_dealt_cards_may_name_any_card() -> None:
    dealt, real = (start_game_driver("saichugen", 3, dealt=each) for each in (True, False))
    assert corrections.opening(dealt.game) == corrections.opening(real.game)
    assert dealt.game.next_round != corrections.opening(dealt.game)


# Who is there


def test_a_claim_ends_by_withdrawal_or_by_joining_as_a_new_player_and_others_are_told_so() -> None:
    driver = open_room("good-enough", 2)
    driver.do("new", membership.claim_seat, "1")
    assert events.ClaimDenied("new") == membership.withdraw_claim(driver.room, "new")
    driver.do("new", membership.join_room, "Cyd")
    assert {} == driver.room.claims


def test_who_is_gone_and_has_never_played_leaves_a_place_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(membership, "MAX_PLAYERS", 4)
    driver = start_game_driver("good-enough", 3)
    driver.play_trick("50 50 50")
    driver.do("flood", membership.join_room, "Dan")
    full = (Refused, "The room is full: it has 4 players")
    driver.do(HOST, membership.remove_player, "1")
    assert full == driver.refusal("late", membership.join_room, "Eve")
    driver.do(HOST, membership.block_player, "4")
    assert membership.join_room(driver.room, "late", "Eve")


def test_only_the_host_code_makes_a_phone_host_and_once() -> None:
    room = lobby("good-enough", 0, CODED)().room
    assert events.HostAdded("new") == room_control.become_host_by_code(room, "new", "code")
    assert room_control.become_host_by_code(room, HOST, "code") is None


def test_a_link_makes_a_second_host_or_hands_the_room_over() -> None:
    driver = open_room("good-enough", 3)
    driver.do("second", room_control.become_host_by_link, HOST, "a", instead=False)
    assert ({HOST, "second"}, {HOST}) == (driver.room.hosts, driver.room.owners)
    driver.do("second", room_control.become_host_by_link, HOST, "b", instead=True)
    assert ({"second"}, {"second"}) == (driver.room.hosts, driver.room.owners)
    assert room_control.become_host_by_link(driver.room, "second", HOST, "b", instead=True) is None


def test_the_host_code_gives_a_second_host_the_first_rank_and_no_link_of_a_second_host_works() -> None:
    driver = lobby("good-enough", 0, CODED)()
    driver.do("second", room_control.become_host_by_link, HOST, "a", instead=False)
    for instead in (False, True):
        with pytest.raises(TooLate, match="Whoever gave this link is not host any more"):
            room_control.become_host_by_link(driver.room, "third", "second", "b", instead=instead)
    driver.do("second", room_control.become_host_by_code, "code")
    assert {HOST, "second"} == driver.room.hosts == driver.room.owners
    driver.do("third", room_control.become_host_by_link, "second", "c", instead=True)
    assert {HOST, "third"} == driver.room.hosts == driver.room.owners


def test_a_personal_link_works_once_and_a_claim_can_be_made_again() -> None:
    driver = asked_by_thirty()
    assert events.SeatClaimed("2", "new0") == membership.claim_seat(driver.room, "new0", "2")
    driver.do("new", membership.link_device, "1", "link")
    assert {"device1", "new"} == driver.room.seats["1"].devices
    assert membership.link_device(driver.room, "new", "1", "link") is None
    used = (TooLate, "This link was used already: ask for a new one")
    assert used == driver.refusal("other", membership.link_device, "1", "link")


def test_only_a_player_who_is_away_can_return() -> None:
    driver = open_room("good-enough", 2)
    assert membership.return_to_room(driver.room, device("1")) is None
    assert membership.join_room(driver.room, device("1"), "Ann") is None
    driver.apply(membership.leave_room(driver.room, device("1")))
    assert membership.leave_room(driver.room, device("1")) is None
    assert events.PlayerReturned("1") == membership.join_room(driver.room, device("1"), "Ann")
    assert driver.apply(membership.return_to_room(driver.room, device("1")))
    assert driver.room.seats["1"].is_present


# The shared phone


def test_the_shared_phone_goes_to_present_players_without_one_who_have_not_submitted() -> None:
    driver = with_phone()()
    driver.do(HOST, membership.add_player, "Erin")
    assert ("2", "3", "4") == shared_phone.seats_without_phone(driver.room)
    at = driver.round_id
    driver.do(HOST, shared_phone.enter_play, "3", at, ["7"])
    assert shared_phone.enter_play(driver.room, HOST, "3", at, ["8"]) is None  # it cannot be changed there
    driver.apply(events.PlayerRemoved("4"), HOST)
    assert ("2",) == shared_phone.seats_without_phone(driver.room)
    driver.do(HOST, shared_phone.enter_play, "2", at, ["8"])
    driver.submit("1", 9)
    assert shared_phone.enter_play(driver.room, HOST, "2", at, ["8"]) is None
    assert (TooLate, LATE) == driver.refusal(HOST, shared_phone.enter_play, "2", at, ["10"])
    assert () == shared_phone.seats_without_phone(open_room("good-enough", 3, phones=False).room)
    lists = with_phone(entry="lists", rounds=3)()
    entered = shared_phone.enter_play(lists.room, HOST, "2", lists.round_id, ["1", "2", "3"])
    assert game_events.ListSubmitted(1, 1, "2", (1, 2, 3)) == entered


def test_D5_the_leader_gets_the_phone_first_and_a_call_stays() -> None:
    driver = start_game_driver("median", 4, phones=False)
    assert ("1", "2", "3", "4") == shared_phone.seats_without_phone(driver.room)
    first = driver.round_id
    assert shared_phone.enter_call(driver.room, HOST, "1", first, "low") == game_events.HighLowCalled(
        1, 1, "low"
    )
    driver.do(HOST, submissions.call_high_low_for, first, "low")
    for seat, card in (("1", "2"), ("2", "Q"), ("3", "7"), ("4", "9")):
        driver.do(HOST, shared_phone.enter_play, seat, first, [card])
    assert ("3", "1", "2", "4") == shared_phone.seats_without_phone(driver.room)
    only = (Refused, "A call is high or low")
    assert only == driver.refusal(HOST, shared_phone.enter_call, "3", driver.round_id, "middle")
    driver.do(HOST, shared_phone.enter_call, "3", driver.round_id, "high")
    assert shared_phone.enter_call(driver.room, HOST, "3", driver.round_id, "low") is None
    assert (TooLate, LATE) == driver.refusal(HOST, shared_phone.enter_call, "1", first, "low")


def test_a_refusal_is_new_each_time_so_that_none_keeps_the_rooms_of_those_before() -> None:
    room = played("good-enough", "1 2 3").room
    found = []
    for _ in range(2):
        with pytest.raises(TooLate) as raised:
            corrections.undo_last(room, HOST, "999")
        found.append(raised.value)
    assert found[0] is not found[1]
