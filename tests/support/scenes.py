"""Scenes: moments of rooms that every screen must stand, played by people of all sorts of names."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from companion.room.commands import bot_turns, corrections, membership, room_control, submissions
from companion.room.state import Room
from companion.views.tv import tv_view
from tests.support.room_driver import HOST, RoomDriver, device, open_room_with, play_moments, play_out

SHORT = ("Ann", "Bob", "Cyd", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kim", "Lea")
LONG = (
    "W" * 20,
    "最中限の平凡な真ん中の人が今夜も勝つ夜会",
    "عبدالرحمن المتوسط جد",
    "Wilhelmina-Charlotte",
    "👨‍👩‍👧‍👦" * 10 + "🎉" * 10,
    "אברהם הבינוני מאוד מ",
    "Maximilian Alexander",
    "중간에서이기는사람오늘밤도우승하는친구",
    "Щербаков-Мещанинский",
    "Ångström Þórðarson Æ",
)
"""Names as long as they may be, in several scripts and directions; the first is of the widest letters."""


@dataclass(frozen=True)
class Look:
    """Somebody's look at a page of the room: a seat, the host, or a browser that nobody knows."""

    name: str
    who: str
    path: str = ""


@dataclass(frozen=True)
class Scene:
    """A moment of a room; `act` is the one of the TV's that is looked at where a game has ended.

    `looks` are what other screens than the TV show then.
    """

    name: str
    room: Room
    event: int = 0
    looks: tuple[Look, ...] = ()


def crowd(players: int, *, short: bool = False) -> tuple[str, ...]:
    """Name so many people."""
    names = SHORT if short else LONG
    return tuple(names[n % len(names)] for n in range(players))


def phone(name: str, seat: int = 1, path: str = "") -> Look:
    """Look at the phone of a seat."""
    return Look(f"phone-{name}", device(str(seat)), path)


def host(name: str, path: str = "") -> Look:
    """Look at a page of the host's."""
    return Look(f"host-{name}", HOST, f"/host{path}")


def begun(game: str, names: Sequence[str], dealt: bool = False, **options: Any) -> RoomDriver:
    """Seat players and begin a game."""
    full = open_room_with(game, names, **options)
    begin(full, dealt, **options)
    return full


def begin(full: RoomDriver, dealt: bool = False, **options: Any) -> None:
    """Begin a game with all who are there."""
    assert full.do(room_control.start_game(full.room, HOST, lambda _: options, dealt=dealt))


def show(full: RoomDriver, plays: Iterable[object]) -> None:
    """Let the players lay these, the first seat first."""
    for seat, play in zip(full.game.record.players, plays, strict=False):
        full.show(seat, play)


def spread(players: int, low: int = 0, high: int = 100) -> list[int]:
    """Choose different numbers over the whole range, in no order."""
    numbers = [low + (high - low) * n // (players - 1) for n in range(players)]
    random.Random(players).shuffle(numbers)
    return numbers


def scored(full: RoomDriver, winners: str) -> None:
    """Play rounds, each won alone by a seat from A on: all others show the same; `.` is won by nobody."""
    for winner in winners:
        at = ord(winner) - ord("A")
        show(full, (60 if n == at else 50 for n in range(len(full.game.record.players))))


def lobbies(names: Sequence[str]) -> Iterator[Scene]:
    """Show a lobby that fills."""
    pages = (host("lobby"), host("people", "/people"), host("room", "/room"), host("games", "/games"))
    strange = (Look("phone-join", "stranger"), Look("host-stranger", "stranger", "/host"))
    yield Scene("lobby-empty", open_room_with("good-enough", ()).room, looks=(*pages, *strange))
    yield Scene("lobby-one", open_room_with("good-enough", names[:1]).room)
    full = open_room_with("good-enough", names)
    seats = (phone("lobby"), phone("another", path="/another"), host("person", "/people/1"))
    yield Scene("lobby-full", full.room, looks=(*seats, *pages))
    full.do(membership.claim_seat(full.room, "claimant", "2"))
    full.do(room_control.lock_room(full.room, HOST, locked=True))
    full.do(bot_turns.add_bot(full.room, HOST, "edge"))
    looks = (Look("phone-locked", "stranger"), Look("phone-claims", "claimant"), host("claims"))
    yield Scene("lobby-locked", full.room, looks=(*looks, host("room-locked", "/room")))


def numbers(names: Sequence[str]) -> Iterator[Scene]:
    """Play It's Good Enough with everything that can happen in a round."""
    full, players = begun("good-enough", names, rounds=5), len(names)
    fields = (phone("enter"), Look("phone-join-late", "stranger"), host("enter"))
    yield Scene("first", full.room, looks=fields)
    show(full, spread(players)[: players // 2 + 1])
    sent = (phone("sent"), phone("change", path="?change=1.1"), host("half"), host("people", "/people"))
    yield Scene("half", full.room, looks=sent)
    show(full, spread(players))
    looks = (phone("revealed"), host("revealed"), Look("result-round", "", "/result/1/1"))
    yield Scene("reveal", full.room, looks=looks)
    show(full, [50, *[n // 2 * 3 for n in range(players)]])
    yield Scene("pairs", full.room, looks=(phone("disqualified", 2), Look("result-round", "", "/result/1/2")))
    show(full, [50] * players)
    yield Scene("all-out", full.room, looks=(phone("all-out"), host("rounds", "/rounds")))
    yield from _mended(full)
    yield from _timed(full)


def _mended(full: RoomDriver) -> Iterator[Scene]:
    full.do(corrections.correct_play(full.room, HOST, "1.3", "2", "49"))
    full.do(membership.sit_out(full.room, HOST, "3"))
    full.do(membership.leave_room(full.room, device("1")))
    looks = (phone("away"), phone("sits-out", 3), host("round", "/rounds/1/3"), host("sure", "/sure/end"))
    yield Scene("corrected", full.room, looks=(*looks, Look("result-corrected", "", "/result")))
    full.do(membership.sit_in(full.room, HOST, "3"))
    full.do(membership.return_to_room(full.room, device("1")))


def _timed(full: RoomDriver) -> Iterator[Scene]:
    full.do(room_control.set_round_time(full.room, HOST, "3600"))
    show(full, spread(len(full.game.record.players)))
    yield Scene("clock", full.room, looks=(phone("clock"), host("clock")))
    full.do(room_control.pause_timer(full.room, HOST, full.at))
    yield Scene("clock-stands", full.room, looks=(host("clock-stands"),))


def wide(names: Sequence[str]) -> Iterator[Scene]:
    """Play with numbers that take much room."""
    full = begun("good-enough", names, low=-999999, high=999999, scoring="mean")
    show(full, spread(len(names), -999999, 999999))
    yield Scene("wide", full.room, looks=(phone("wide"),))


def without_phones(names: Sequence[str]) -> Iterator[Scene]:
    """Have one phone passed round, and the host enter for everybody."""
    full = open_room_with("good-enough", names, phones=False)
    begin(full, rounds=3)
    passed = (host("passed", "/pass"), host("passed-entry", f"/pass/1?at={full.at}"), host("for-others"))
    yield Scene("without-phones", full.room, looks=passed)
    for seat in full.game.record.players:
        full.do(submissions.submit_play_for(full.room, HOST, seat, "1.1", "5"))
    yield Scene("passed-round", full.room, looks=(host("passed-done", "/pass?at=1.1"),))


def lists(names: Sequence[str]) -> Iterator[Scene]:
    """Play with lists, which are revealed round by round."""
    full = begun("good-enough", names, entry="lists", nesting=[3, 2])
    yield Scene("lists", full.room, looks=(phone("lists"), host("lists")))
    rows = zip(
        *(spread(len(names), high=90 + n) for n in range(full.game.next_round.plays_at_once)), strict=True
    )
    for seat, row in zip(full.game.record.players, rows, strict=True):
        full.do(submissions.submit_list(full.room, device(seat), full.at, [str(each) for each in row]))
    yield Scene("lists-in", full.room, looks=(host("lists-next"),))
    for _ in range(3):
        full.do(submissions.reveal_list_round(full.room, HOST, full.at))
    yield Scene("lists-part", full.room, looks=(phone("lists-part"), host("lists-part")))


def stack(names: Sequence[str]) -> Iterator[Scene]:
    """Play with numbered cards that the app deals."""
    full = begun("good-enough", names, dealt=True, entry="cards", cards=6 * len(names))
    full.wait()
    yield Scene("stack", full.room, looks=(phone("stack"),))


def match(names: Sequence[str]) -> Iterator[Scene]:
    """Play a match of matches until one of its games ends."""
    full = begun("good-enough", names, nesting=[3, 3])
    scored(full, "BBC")
    yield Scene("match-part", full.room, looks=(phone("match-part"), host("match-part")))
    scored(full, "CCACC.")
    yield from ended(full, "match")


def ends(names: Sequence[str]) -> Iterator[Scene]:
    """End games in one step, by peels, and with a tie that stands; then the evening is looked at."""
    full = begun("good-enough", names, rounds=3)
    scored(full, "BCC")
    yield from ended(full, "one-step", phone("won", 2), phone("lost"), host("over"))
    begin(full, rounds=5)
    scored(full, "BBCC.")
    yield from ended(full, "peeled", phone("peeled"), host("peeled"))
    begin(full, rounds=9)
    scored(full, "." * 9)
    yield from ended(full, "tie", phone("tie"), host("tie"), Look("result", "", "/result"))
    begin(full, rounds=9)
    for round_ in range(9):
        show(full, spread(len(names), round_, 90 + round_))
    yield from ended(full, "many", Look("result-full", HOST, "/result"))


def ended(full: RoomDriver, name: str, *looks: Look) -> Iterator[Scene]:
    """Look at the TV's acts at the end of a game: the last round, the winner, and how the evening stands."""
    assert full.game.next_round is None, name
    last = 3 if len(full.room.games) > 1 else 2
    for event in range(1, last + 1):
        yield Scene(f"{name}-act-{event}", full.room, event, looks if event == last else ())


def mediocrity(names: Sequence[str]) -> Iterator[Scene]:
    """Play Mediocrity: cards between, cards repeated, a hand that ends, and the end."""
    full, players = begun("mediocrity", names, target=2), len(names)
    looks = (phone("pad"), host("pad"))
    yield Scene("mediocrity-first", full.room, looks=looks)
    show(full, [*"A23456789"[: players - 1], "K"])
    sent = (phone("card-sent"), phone("card-change", path=f"?change={full.at}"), phone("spent", 2))
    show(full, ["4"])
    yield Scene("mediocrity-trick", full.room, looks=(*sent, host("trick")))
    show(full, ["K"] * (players - 1) + ["10"])
    yield Scene("mediocrity-repeated", full.room, looks=(phone("repeated"),))
    yield from played_out(full, "mediocrity")


def median(names: Sequence[str]) -> Iterator[Scene]:
    """Play the Median game with real cards: the lead, the call, and a pool."""
    players = len(names)
    full = begun("median", names, hand=3, decks=4, lowest="9")
    leader = full.game.record.players.index(str(full.game.next_round.leader)) + 1
    yield Scene(
        "median-first", full.room, looks=(phone("leads", leader), phone("waits", leader % players + 1))
    )
    if full.game.must_call:
        full.call("high")
        yield Scene("median-called", full.room, looks=(phone("called", leader),))
    full.trick(" ".join([*["J"] * 16, *["Q"] * 16][:players]))
    yield Scene("median-pool", full.room, looks=(phone("tied"), host("tied")))


def dealt(names: Sequence[str]) -> Iterator[Scene]:
    """Play the Median game with cards that the app deals, to its end."""
    full = begun("median", names, dealt=True, hand=3, decks=4, lowest="9")
    full.wait()
    leader = int(str(full.game.next_round.leader))
    looks = (phone("dealt-leads", leader), phone("dealt-waits", leader % len(names) + 1), host("dealt"))
    yield Scene("median-dealt", full.room, looks=looks)
    yield from played_out(full, "median")


def saichugen(names: Sequence[str]) -> Iterator[Scene]:
    """Play Saichugen: a trick, rounds and games that end, and the end of the match."""
    full = begun("saichugen", names, games=2, rounds=2)
    yield Scene("saichugen-first", full.room, looks=(phone("suits"), host("suits")))
    full.trick("3H 10H 10S")
    yield Scene("saichugen-trick", full.room, looks=(phone("open", 2), host("open")))
    yield from played_out(full, "saichugen")


def played_out(full: RoomDriver, name: str) -> Iterator[Scene]:
    """Play on at random; show the first time that parts of the game end, the last, and the end."""
    parted: list[Room] = []
    for _ in play_moments(full, seed=1):
        if tv_view(full.room, ()).public.parts:
            parted.append(full.room)
    if parted:
        yield Scene(f"{name}-part", parted[0], looks=(phone("part"), host("part")))
        yield Scene(f"{name}-parts", max(parted, key=lambda room: len(tv_view(room, ()).public.parts)))
    yield from ended(full, f"{name}-end", phone("over"), host("over"), Look("result", "", "/result"))
    begin(full, full.game.dealt, **full.room.options)
    play_out(full, seed=2)
    yield from islice(ended(full, f"{name}-evening", Look("result-evening", "", "/result")), 2, 3)


Play = Callable[[Sequence[str]], Iterator[Scene]]

PLAYS: Mapping[str, tuple[tuple[int, ...], tuple[Play, ...]]] = {
    "good-enough": (
        (3, 8, 12, 30),
        (lobbies, numbers, wide, without_phones, lists, stack, match, ends),
    ),
    "mediocrity": ((3, 8), (mediocrity,)),
    "median": ((3, 4, 8, 12, 30), (median, dealt)),
    "saichugen": ((3,), (saichugen,)),
}
"""The games, each with how many play it, and what they play."""


def scenes(game: str, players: int, *, short: bool = False) -> Iterator[Scene]:
    """Play all scenes of a game with so many people."""
    names = crowd(players, short=short)
    for play in PLAYS[game][1]:
        yield from play(names)
