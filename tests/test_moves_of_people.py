"""Who may come, go, and go on with another phone; and to whom the host's phone is handed."""

from dataclasses import replace

import pytest

from companion import acts, moves, views
from companion.acts import Called, Denied, Listed, Showed
from companion.journal.people import put
from companion.moves import Forbidden, TooLate, Unwelcome
from companion.score import Refused
from tests.roomful import HOST, Roomful, begin, device, gather


def refusal(what: object) -> tuple[type[Refused], str]:
    """Return how something is refused."""
    with pytest.raises(Refused) as found:
        what()  # type: ignore[operator]
    return type(found.value), str(found.value)


def phoneless(game: str = "good-enough", phones: int = 1, others: int = 2, **options: object) -> Roomful:
    """Begin a game of some with a phone and others without."""
    full = gather(game, phones)
    for name in ("Carol", "Dave", "Erin")[:others]:
        full.do(moves.add(full.room, HOST, name))
    full.do(moves.begin(full.room, HOST, lambda _: dict(options)))
    return full


def test_a_claim_can_be_given_up_and_ends_with_joining_as_somebody_new() -> None:
    full = gather("good-enough", 2)
    assert moves.withdraw(full.room, "new") is None
    full.do(moves.claim(full.room, "new", "1"), "new")
    assert Denied("new") == moves.withdraw(full.room, "new")
    full.do(moves.join(full.room, "new", "Cyd"), "new")
    assert {} == full.room.claims


def test_a_personal_link_works_once_and_for_nobody_who_is_barred() -> None:
    full = gather("good-enough", 3)
    full.do(moves.move(full.room, "new", "1", "link"), "new")
    assert {"device1", "new"} == full.room.seats["1"].devices
    assert moves.move(full.room, "new", "1", "link") is None
    used = (TooLate, "This link was used already: ask for a new one")
    assert used == refusal(lambda: moves.move(full.room, "other", "1", "link"))
    full.do(acts.Barred("1"), HOST)
    barred = (Unwelcome, "The host has barred this phone from the room")
    assert barred == refusal(lambda: moves.move(full.room, "new", "2", "second"))
    sent_away = (Forbidden, "The host has barred Ann from the room")
    assert sent_away == refusal(lambda: moves.move(full.room, "other", "1", "second"))


def test_a_barred_browser_comes_back_in_no_way() -> None:
    full = gather("good-enough", 3)
    full.do(acts.Barred("1"), HOST)
    sentence = (Unwelcome, "The host has barred this phone from the room")
    for way in (
        lambda: moves.join(full.room, device("1"), "Ann"),
        lambda: moves.come_back(full.room, device("1")),
        lambda: moves.claim(full.room, device("1"), "2"),
        lambda: moves.move(full.room, device("1"), "2", "link"),
    ):
        assert sentence == refusal(way)


def test_the_phone_is_handed_to_those_who_are_here_without_one_and_not_in_yet() -> None:
    full = phoneless(others=3)
    assert ("2", "3", "4") == moves.takes_phone(full.room)
    full.do(moves.enter(full.room, HOST, "3", full.at, ["7"]))
    full.do(acts.Removed("4"), HOST)
    assert ("2",) == moves.takes_phone(full.room)
    assert () == moves.takes_phone(gather("good-enough", 3, phones=False).room)


def test_what_was_entered_on_the_phone_that_goes_round_stays() -> None:
    full = phoneless()
    at = full.at
    assert Showed("2", 1, 1, 7) == moves.enter(full.room, HOST, "2", at, ["7"])
    full.do(moves.enter(full.room, HOST, "2", at, ["7"]))
    assert moves.enter(full.room, HOST, "2", at, ["8"]) is None
    full.do(moves.enter(full.room, HOST, "3", at, ["8"]))
    full.show("1", 9)
    assert moves.enter(full.room, HOST, "3", at, ["8"]) is None
    late = (TooLate, "Round 1 is already revealed")
    assert late == refusal(lambda: moves.enter(full.room, HOST, "3", at, ["10"]))


def test_only_the_host_passes_the_phone_and_only_to_players() -> None:
    full = phoneless()
    stranger = (Forbidden, "Only the host can do that")
    assert stranger == refusal(lambda: moves.enter(full.room, device("1"), "2", full.at, ["7"]))
    assert stranger == refusal(lambda: moves.enter_call(full.room, device("1"), "2", full.at, "low"))
    nobody = (Refused, "There is no such player in this room")
    assert nobody == refusal(lambda: moves.enter(full.room, HOST, "9", full.at, ["7"]))
    assert moves.enter(full.room, HOST, "1", full.at, ["7"]) is None


def test_a_list_is_entered_as_a_whole() -> None:
    full = phoneless(entry="lists", rounds=3)
    assert Listed("2", 1, 1, (1, 2, 3)) == moves.enter(full.room, HOST, "2", full.at, ["1", "2", "3"])
    short = (Refused, "Hand in a list of 3 numbers")
    assert short == refusal(lambda: moves.enter(full.room, HOST, "2", full.at, ["1"]))


def test_D5_the_leader_gets_the_phone_first_and_a_call_stays() -> None:
    full = begin("median", 4, phones=False)
    assert ("1", "2", "3", "4") == moves.takes_phone(full.room)
    first = full.at
    assert moves.enter_call(full.room, HOST, "1", first, "low") == Called(1, 1, "low")
    full.do(moves.call_for(full.room, HOST, first, "low"))
    for seat, card in (("1", "2"), ("2", "Q"), ("3", "7"), ("4", "9")):
        full.do(moves.enter(full.room, HOST, seat, first, [card]))
    assert ("3", "1", "2", "4") == moves.takes_phone(full.room)
    only = (Refused, "A call is high or low")
    assert only == refusal(lambda: moves.enter_call(full.room, HOST, "3", full.at, "middle"))
    full.do(moves.enter_call(full.room, HOST, "3", full.at, "high"))
    assert moves.enter_call(full.room, HOST, "3", full.at, "low") is None
    late = (TooLate, "Round 1 is already revealed")
    assert late == refusal(lambda: moves.enter_call(full.room, HOST, "1", first, "low"))


def test_dealt_cards_are_entered_only_for_those_who_have_left() -> None:
    full = begin("saichugen", 3, dealt=True)
    assert () == moves.takes_phone(full.room)
    full.do(moves.leave(full.room, device("2")), device("2"))
    assert ("2",) == moves.takes_phone(full.room)


def test_everybody_is_told_of_the_last_two_changes_in_their_order() -> None:
    full = begin("good-enough", 3)
    for seat, name in (("4", "Dan"), ("5", "Eve"), ("6", "Fay")):
        full.do(moves.join(full.room, device(seat), name))
    assert (
        "Eve has joined and plays now.",
        "Fay has joined and plays now.",
    ) == views.screen(full.room, ()).public.news


def test_a_browser_that_a_player_is_put_without_belongs_to_nobody() -> None:
    room = begin("good-enough", 3).room
    assert room.sits(device("1")) == room.seats["1"]
    assert put(room, replace(room.seats["1"], devices=frozenset())).sits(device("1")) is None
