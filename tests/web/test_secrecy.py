"""Secrecy as an equality: two evenings that differ in one hidden thing are the same for everybody else.

Chance and time are the same in both, so nothing is left out of what is compared: all pages and parts of
pages of everybody, refusals, downloads, streams, headers, sizes, cookies, and the log in all its fields.
"""

import json
import re
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.room import game_events
from companion.room.commands.room_control import close_room
from companion.web.services import Services
from tests.support.clients import HTMX, SCRATCH, Clients, captured_log
from tests.support.determinism import deterministic
from tests.support.routes import addresses, rules
from tests.support.stream_reader import Streams

Evening = Callable[[Clients, Any], Iterator[str]]
"""Plays an evening with a hidden number or card, and yields the moments at which it is hidden."""

NAMES = ("Ann", "Ben", "Cid")
READERS = ("host", "Ben", "stranger")
MAIN = ("", "tv", "watch", "host", "result", "result/poster.svg", "host/pass", "host/sheet")
few = settings(max_examples=3, phases=[Phase.generate], suppress_health_check=[HealthCheck.too_slow])


@dataclass
class Received:
    """Everything that others than the owner of a hidden number have received, and the owner's page."""

    answers: dict[str, bytes] = field(default_factory=dict)
    lines: list[str] = field(default_factory=list)
    streams: list[tuple[int, dict[str, bytes]]] = field(default_factory=list)
    gzipped: list[dict[str, bytes]] = field(default_factory=list)
    sizes: list[dict[str, tuple[int, int]]] = field(default_factory=list)
    """How many bytes the streams of everybody were sent, also those of the owner."""
    own: str = ""
    acts: list[Any] = field(default_factory=list)


def received(
    evening: Evening,
    hidden: Any,
    *,
    thorough: bool = True,
    deck: Sequence[int] | None = None,
    readers: Sequence[str] = READERS,
) -> Received:
    """Play an evening and collect what others receive; `deck` is the order of the shuffled cards."""
    found_received = Received()
    with (
        tempfile.TemporaryDirectory(dir=SCRATCH) as folder,
        deterministic(0, arranged(deck)) as clocks,
        captured_log(as_json=True) as lines,
    ):
        with closing(Clients(Path(folder), wait=clocks.wait)) as clients:
            _play(clients, evening, hidden, found_received, readers, thorough=thorough)
        found_received.lines = lines
    return found_received


def arranged(deck: Sequence[int] | None) -> Callable[[list[Any]], None] | None:
    """Shuffle into the order of a deck, or at random without one."""

    def arrange(cards: list[Any]) -> None:
        cards[:] = [cards[place] for place in deck or ()]

    return arrange if deck else None


def _play(
    clients: Clients,
    evening: Evening,
    hidden: Any,
    found_received: Received,
    readers: Sequence[str],
    *,
    thorough: bool,
) -> None:
    moments = evening(clients, hidden)
    last = next(moments)
    with Streams(clients, [*readers, *({"Ann"} - {*readers})]) as streams:
        clients.after = streams.settle
        while last:
            found_received.answers |= {f"{last}: {asked}": got for asked, got in main_pages(clients, readers)}
            moment, last = last, next(moments, "")
        if thorough:
            found_received.answers |= {
                f"{moment}: {asked}": got for asked, got in everything(clients, readers)
            }
        found_received.own = clients.ask("Ann").text
        found_received.acts = [entry.event for entry in clients.room.entries()]
    found_received.streams = [
        (version, {who: heard[who] for who in readers}) for version, heard in streams.heard
    ]
    found_received.gzipped = [{who: heard[who] for who in readers} for heard in streams.gzipped]
    found_received.sizes = [{who: sent[who] for who in readers} for sent in streams.sizes]


def main_pages(clients: Clients, readers: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    for who in readers:
        for path in MAIN:
            yield from asked(clients, who, f"/{clients.code}/{path}".removesuffix("/"))


def everything(clients: Clients, readers: Sequence[str]) -> Iterator[tuple[str, bytes]]:
    """Request all pages with all query parameters, and try all forbidden actions."""
    for who in readers:
        for rule in rules(clients.app, "GET"):
            if rule.endpoint == "operator.counted":
                continue  # for the laptop alone, and it measures real time
            for address in addresses(rule, clients.code):
                for query in queries(clients, address):
                    yield f"{who} {address}{query}", _bytes(clients.ask(who, address + query))
        if who != "host":
            yield from attempts(clients, who)


def queries(clients: Clients, address: str) -> Iterator[str]:
    """Return the query strings of an address."""
    here, action = clients.at(), address.rpartition("/sure/")[2]
    yield ""
    if action in ("undo", "redo"):
        room = clients.room
        yield from (f"?number={number}" for number in {*room.undo[-1:], *room.redo[-1:]})
    elif action == "merge":
        yield from (f"?seat={one}&into={other}" for one in "1245" for other in "145" if one != other)
    elif action == "correct":
        yield from (f"?at=1.1&play-1-{seat}={n}" for seat in "14" for n in ("5", ""))
    elif "/sure/" in address:
        yield from (f"?at=1.1&seat={seat}&number={n}&call=low" for seat in "14" for n in ("5", ""))
    elif "/host/pass" in address:
        yield from (f"?at={here}", f"?at={here}&skip=4", f"?at={here}&skip=4.5")
    elif address == f"/{clients.code}":
        yield from (f"?change={here}", "?asked=1")


def attempts(clients: Clients, who: str) -> Iterator[tuple[str, bytes]]:
    """Try actions of others; all are refused, whatever is hidden."""
    here, tries = clients.at(), ["150", "271828182", "x"]
    forms: list[tuple[str, dict[str, str]]] = []
    for typed in tries:
        forms += [(path, {"play-1": typed}) for path in ("host/sheet", "host/sheet/check")]
        forms += [("host/show", {"seat": "1", "number": typed})]
        forms += [("host/list", {"seat": "1", "number": f"{typed} 1 1"})]
        forms += [("host/pass/1", {"number": typed})]
        forms += [(path, {"number": typed}) for path in ("number", "list") if who == "stranger"]
    for path, form in forms:
        form["at"] = here
        answer = clients.ask(who, path, (), **form)
        assert answer.status_code >= 400, (who, path, form)
        yield f"{who} {path} {form}", _bytes(answer)


def asked(clients: Clients, who: str, address: str) -> Iterator[tuple[str, bytes]]:
    for headers in ({}, HTMX):
        yield f"{who} {address} {headers}", _bytes(clients.ask(who, address, headers=headers))


def _bytes(answer: Any) -> bytes:
    return f"{answer.status}\n{answer.headers}\n".encode() + answer.data


ALL = ("lines", "streams", "gzipped", "sizes")


def assert_same_for_others(one: Received, other: Received, *parts: str) -> None:
    """Check that two evenings with other events are alike in these parts of what others receive."""
    assert one.acts != other.acts
    answers, others = one.answers, other.answers
    assert [] == [where for where, got in answers.items() if others.get(where) != got]
    assert answers.keys() == others.keys()
    for each in parts or ALL:
        assert getattr(one, each) == getattr(other, each)
    assert parts or all(all(last.values()) for _, last in one.streams)


def of_numbers(clients: Clients, number: int) -> Iterator[str]:
    """Hide a number that is sent, changed and sent again, where seats could be made one."""
    clients.open(rounds=3, low=0, high=999_999_999)
    clients.join("Ann", "Ben", "Cid")
    clients.host("add", name="Eve")
    clients.ask("twin")
    clients.ask("twin", "join", name="Ben")
    clients.host("begin", rounds=3, low=0, high=999_999_999)
    yield "begun"
    clients.play(3, 1, 2)
    clients.host("close", at="1.1")
    yield "one round"
    clients.send("Ann", number)
    yield "sent"
    clients.send("Ann", 7)
    clients.send("Ann", number)
    yield "changed"
    clients.send("Ben", 5)
    clients.send("Cid", 6)
    yield "others are in"


def of_a_number_that_was_revealed_once(clients: Clients, number: int) -> Iterator[str]:
    """Hide a number in a round whose reveal the host has taken back, and could redo."""
    clients.gather("Ann", "Ben", "Cid", rounds=3, low=0, high=999_999_999)
    clients.host("add", name="Eve")
    clients.play(3, 1, 2)
    clients.host("close", at="1.1")
    clients.host("undo", number=clients.room.undo[-1], sure="yes")
    yield "taken back"
    clients.send("Ann", number)
    yield "changed"


def of_the_deciding_number(clients: Clients, number: int) -> Iterator[str]:
    """Hide a number that ends the game or does not, where making one of two seats would reveal it."""
    clients.gather("Ann", "Ben", "Cid", rounds=3, points_target=2, low=0, high=999_999_999)
    clients.play(2, 1, 3)
    clients.host("add", name="Eve")
    yield "one needs a point"
    clients.send("Ann", number)
    clients.send("Ben", 150)
    clients.send("Cid", 150)
    yield "all but one are in"


def of_lists(clients: Clients, number: int) -> Iterator[str]:
    """Hide the last number of a list of which the first is revealed."""
    clients.gather("Ann", "Ben", "Cid", rounds=3, entry="lists", low=0, high=999_999_999)
    lists = {"Ann": (1, 5, number), "Ben": (2, 6, 9), "Cid": (3, 7, 8)}
    for name, plays in lists.items():
        clients.ask(name, "list", [("number", play) for play in plays], at="1.1")
        yield f"{name} is in"
    clients.host("next", at="1.1")
    yield "one is revealed"


def of_real_cards(clients: Clients, card: str) -> Iterator[str]:
    """Hide a card of a real deck."""
    clients.gather("Ann", "Ben", "Cid", game="saichugen", rounds=2)
    yield "begun"
    clients.play("2H", "3H", "4H")
    clients.send("Ann", card)
    yield "laid"
    clients.send("Ben", "8D")
    yield "others are in"


def of_dealt_cards(game: str, tricks: int, **options: object) -> Evening:
    """Deal cards and play tricks with those that both decks deal to the same hand, and lay one more."""

    def evening(clients: Clients, kept: frozenset[str]) -> Iterator[str]:
        clients.gather("Ann", "Ben", "Cid", game=game, table="dealt", **options)
        yield "dealt"
        for trick in range(tricks + 1):
            for name in NAMES if trick < tricks else NAMES[:1]:
                keys = re.findall(r'name="number" value="(\w+)">', clients.ask(name).text)
                clients.send(name, next((key for key in keys if key not in kept), ""))
            yield f"trick {trick}"

    return evening


NUMBERS = [of_numbers, of_a_number_that_was_revealed_once, of_the_deciding_number, of_lists]


@pytest.mark.slow
@pytest.mark.parametrize("evening", NUMBERS, ids=lambda each: each.__name__)
def test_another_hidden_number_changes_nothing_that_anybody_else_receives(evening: Evening) -> None:
    one, other = (received(evening, number) for number in (150, 271_828_182))
    assert_same_for_others(one, other)
    assert one.own != other.own


def of_numbers_on_which_others_bet(clients: Clients, number: int) -> Iterator[str]:
    """Hide a number while somebody who watches bets on its player and on another, in the next round too."""
    clients.gather("Ann", "Ben", "Cid", rounds=3, low=0, high=999_999_999)
    clients.ask("stranger", "watch")
    yield "begun"
    clients.ask("stranger", "bet", choice="1.1.1")
    clients.send("Ann", number)
    yield "sent"
    clients.ask("stranger", "bet", choice="1.1.2")
    clients.send("Ann", 7)
    clients.ask("stranger", "bet", choice="1.1.1")
    clients.send("Ann", number)
    clients.send("Ben", 5)
    yield "another is in"


def test_another_hidden_number_changes_nothing_where_those_who_watch_bet_on_it() -> None:
    readers = ("host", "stranger", "Ben", "Cid")
    one, other = (
        received(of_numbers_on_which_others_bet, number, readers=readers, thorough=False)
        for number in (150, 271_828_182)
    )
    assert_same_for_others(one, other)


def test_another_hidden_card_changes_nothing_that_anybody_else_receives() -> None:
    one, other = (received(of_real_cards, card, thorough=False) for card in ("9S", "KC"))
    assert_same_for_others(one, other)


def of_a_closed_room(clients: Clients, number: int) -> Iterator[str]:
    """Hide a number in a round during which whoever runs the server closes the room."""
    clients.gather("Ann", "Ben", "Cid", rounds=3, low=0, high=999_999_999)
    clients.play(3, 1, 2)
    at = clients.at()
    clients.send("Ann", number)
    Services.of(clients.app).store.execute(clients.code, "", close_room)
    yield "closed"
    assert clients.ask("Ben", "number", number=5, at=at).status_code == 422
    yield "refused"


def test_another_hidden_number_of_a_closed_room_changes_nothing_that_anybody_receives() -> None:
    readers = ("host", "stranger", *NAMES)
    one, other = (
        received(of_a_closed_room, number, readers=readers, thorough=False) for number in (150, 271_828_182)
    )
    assert_same_for_others(one, other, "answers", "lines", "own")
    closed = [(version, heard) for version, heard in one.streams if version == one.streams[-1][0]]
    assert closed == [stream for stream in other.streams if stream[0] == other.streams[-1][0]]


def of_hidden_points(clients: Clients, numbers: tuple[int, int, int]) -> Iterator[str]:
    """Hide the scores, play a round, and one more that is the same for all; then one of the next is in."""
    clients.gather("Ann", "Ben", "Cid", rounds=5)
    clients.host("hide", hidden="yes")
    for plays in (numbers, (50, 60, 70)):
        clients.play(*plays)
    clients.wait(60)  # until the TV has announced it
    yield "the same was played last"
    clients.send("Ann", 7)
    yield "the next round is played"


@pytest.mark.slow
def test_where_scores_are_hidden_an_earlier_round_changes_nothing_that_is_received_after_the_next() -> None:
    readers = ("host", "stranger", *NAMES)
    one, other = (
        received(of_hidden_points, numbers, readers=readers, thorough=False)
        for numbers in ((10, 20, 30), (20, 10, 30))
    )
    for each in (one, other):
        results = {where: got for where, got in each.answers.items() if re.search("/result {", where)}
        assert all(b"hidden until it is over" in got for got in results.values())
        each.answers |= {where: re.sub(rb"(?s)<td.*?</td>", b"", got) for where, got in results.items()}
    assert_same_for_others(one, other, "streams")  # the results differ in the cells of the rounds alone


def of_prizes(clients: Clients, _: object) -> Iterator[str]:
    """Hide the order of the last two prizes, also after an undo, and where the host ends the game."""
    clients.gather("Ann", "Ben", "Cid", game="middle-bid", cards=5)
    yield "drawn"
    clients.play(1, 2, 3)
    clients.play(2, 3, 4)
    clients.wait(60)
    yield "two are taken"
    form = [("at", clients.at()), ("way", "enter"), *((f"play-{seat}", "5") for seat in "123")]
    yield f"the third is tried: {clients.ask('host', 'host/sheet/check', form).text}"
    clients.send("Ann", 3)
    yield "a bid is in"
    clients.host("undo", number=clients.room.milestones[-1].entry, sure="yes")
    yield "a reveal is taken back"
    clients.host("end", at=clients.at(), how="count", sure="yes")
    clients.wait(60)
    yield "ended"


@pytest.mark.slow
def test_the_order_of_the_prizes_that_have_not_lain_open_changes_nothing_that_anybody_receives() -> None:
    readers = ("host", "stranger", *NAMES)
    decks = ([3, 1, 0, 2, 4], [3, 1, 0, 4, 2])
    one, other = (received(of_prizes, None, deck=deck, readers=readers) for deck in decks)
    for each in (one, other):  # the file of the poster has the date of the real clock
        each.answers = {where: re.sub(rb"\nDate: .*", b"", got) for where, got in each.answers.items()}
    assert_same_for_others(one, other)
    told = one.answers[next(where for where in one.answers if re.match("ended: host .*/game-1.json$", where))]
    assert [4, 2, 1] == json.loads(told[told.index(b"{") :])["options"]["prizes"]


DECK = 52


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "tricks", "options"),
    [("saichugen", 2, {"rounds": 2}), ("median", 0, {"lead": "winner"})],  # D: a trick draws from the stock
    ids=["S", "D"],
)
@few
@given(places=st.lists(st.integers(0, DECK - 1), min_size=2, max_size=2, unique=True))
def test_two_cards_that_change_places_change_nothing_for_those_who_have_neither(
    game: str, tricks: int, options: dict[str, object], places: list[int]
) -> None:
    one, other = places
    evening = of_dealt_cards(game, tricks, **options)
    decks = [swapped(DECK, one, one), swapped(DECK, one, other)]
    moved, owners = difference(*(first_deal(evening, deck) for deck in decks))
    readers = [who for who in ("host", "stranger", *NAMES) if who not in owners]
    if moved:
        both = (received(evening, moved, deck=deck, readers=readers, thorough=False) for deck in decks)
        assert_same_for_others(*both, "lines", "streams")


def of_a_hand_whose_player_is_gone(game: str, go: Callable[[Clients], Any], **options: object) -> Evening:
    """Deal cards; Ann goes away with hers, the host tries to see or lay them, and a bot plays on for her."""

    def evening(clients: Clients, kept: frozenset[str]) -> Iterator[str]:
        clients.gather("Ann", "Ben", "Cid", game=game, table="dealt", **options)
        yield "dealt"
        go(clients)
        yield "gone"
        for card in (*sorted(kept), "AS", "7", "x"):
            typed = {"seat": 1, "number": card, "play-1": card, "at": clients.at(), "call": "high"}
            for path in ("host/show", "host/pass/1", "host/sheet", "host/sheet/check", "host/correct"):
                answer = clients.ask("host", path, typed.items(), sure="yes")
                assert answer.status_code in (303, 403, 409, 422) or path == "host/sheet/check"
                yield f"{path} {card}: {answer.status} {answer.text}"
        assert not clients.room.current_game or not clients.room.current_game.hidden
        refused = clients.host("claim", seat=1), clients.ask("host", "claim", (), seat=1)
        yield f"claimed: {[answer.text for answer in refused]}"
        clients.ask("Ann", "leave", x=1)
        yield f"a bot plays on: {clients.host('botplays', seat=1, at=clients.at()).status}"
        clients.wait(5)
        yield "it has laid a card, or waits for the leader"

    return evening


GONE = {
    "S removed": ("saichugen", {"rounds": 2}, lambda clients: clients.host("remove", seat=1)),
    "D blocked": ("median", {"lead": "winner"}, lambda clients: clients.host("bar", seat=1)),
    "D leaves": ("median", {"lead": "winner"}, lambda clients: clients.ask("Ann", "leave", ())),
    "G13 sits out": (
        *("good-enough", {"entry": "cards", "cards": 30, "rounds": 3}),
        lambda clients: clients.host("out", seat=1),
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("gone", GONE)
def test_the_hand_of_a_player_who_is_gone_changes_nothing_that_the_host_or_anybody_receives(
    gone: str,
) -> None:
    game, options, go = GONE[gone]
    evening = of_a_hand_whose_player_is_gone(game, go, **options)
    size = int(str(options.get("cards", DECK)))
    decks = [swapped(size, 0, 0), swapped(size, 0, size - 1)]  # of Ann's hand, and of the stock
    moved, owners = difference(*(first_deal(evening, deck) for deck in decks))
    assert {"Ann"} == owners
    readers = ("host", "stranger", "Ben", "Cid")
    thorough = gone == "S removed"
    both = (received(evening, moved, deck=deck, readers=readers, thorough=thorough) for deck in decks)
    assert_same_for_others(*both, "lines", "streams")


def swapped(size: int, one: int, other: int) -> list[int]:
    """Return the order of a deck in which two cards have changed places."""
    deck = list(range(size))
    deck[one], deck[other] = other, one
    return deck


def first_deal(evening: Evening, deck: Sequence[int]) -> game_events.CardsDealt:
    """Return what is dealt from this deck."""
    with (
        tempfile.TemporaryDirectory(dir=SCRATCH) as folder,
        deterministic(0, arranged(deck)),
        closing(Clients(Path(folder))) as clients,
    ):
        next(evening(clients, frozenset()))
        return next(
            entry.event for entry in clients.room.entries() if isinstance(entry.event, game_events.CardsDealt)
        )


def difference(one: game_events.CardsDealt, other: game_events.CardsDealt) -> tuple[frozenset[str], set[str]]:
    """Return the cards that lie elsewhere in another deal, and in whose hands one of them is."""
    moved = frozenset(
        str(card) for pair in zip(flat(one), flat(other), strict=True) for card in pair if pair[0] != pair[1]
    )
    hands = zip(NAMES, (one.hands[seat] for seat in "123"), strict=True)
    return moved, {name for name, hand in hands if {str(card) for card in hand} & moved}


def flat(deal: game_events.CardsDealt) -> list[Any]:
    """List all cards of a deal, hand by hand and then the stock."""
    return [*(card for hand in deal.hands.values() for card in hand), *deal.stock]
