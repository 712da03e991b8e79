"""Scenes: states of rooms for tests and pictures of every screen, with names of all scripts and lengths."""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from companion.room.commands import corrections, membership, questions, room_control, scheduled, submissions
from companion.room.commands.room_control import close_room
from companion.room.commands.wishes import offers, want_game
from companion.room.game_state import RoundTimer
from companion.room.reducer import apply
from companion.room.state import Room
from companion.rules import games
from companion.screens.endings import ended_parts
from tests.support.room_driver import (
    HOST,
    RoomDriver,
    correct_play,
    device,
    flooded,
    open_room_with,
    play_moments,
    play_out,
    with_table,
)

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
"""The longest names, in several scripts and directions; the first has the widest letters."""


@dataclass(frozen=True)
class Look:
    """A page of the room as a seat, the host or an unknown browser gets it."""

    name: str
    who: str
    path: str = ""


@dataclass(frozen=True)
class Scene:
    """A state of a room, so long ago; `looks` are pages on other screens than the TV."""

    name: str
    room: Room
    looks: tuple[Look, ...] = ()
    ago: timedelta = timedelta()


def crowd(players: int, *, short: bool = False) -> tuple[str, ...]:
    """Return names for this many players."""
    names = SHORT if short else LONG
    return tuple(names[n % len(names)] for n in range(players))


def phone(name: str, seat: int = 1, path: str = "") -> Look:
    """Return a look at the phone of a seat."""
    return Look(f"phone-{name}", device(str(seat)), path)


def host(name: str, path: str = "") -> Look:
    """Return a look at a page of the host."""
    return Look(f"host-{name}", HOST, f"/host{path}")


def started_game(game: str, names: Sequence[str], dealt: bool = False, **options: Any) -> RoomDriver:
    """Open a room with players and start a game."""
    driver = open_room_with(game, names, **options)
    start_game(driver, dealt, **options)
    return driver


def start_game(driver: RoomDriver, dealt: bool = False, **options: Any) -> None:
    """Start a game with all players."""
    assert driver.do(HOST, room_control.start_game, lambda _: options, dealt=dealt)


def submit_plays(driver: RoomDriver, plays: Iterable[object]) -> None:
    """Submit a play for each player, the first seat first."""
    for seat, play in zip(driver.game.record.players, plays, strict=False):
        driver.submit(seat, play)


def spread(players: int, low: int = 0, high: int = 100) -> list[int]:
    """Return different numbers over the whole range, in random order."""
    numbers = [low + (high - low) * n // (players - 1) for n in range(players)]
    random.Random(players).shuffle(numbers)
    return numbers


def win_rounds(driver: RoomDriver, winners: str) -> None:
    """Play rounds with one winner each, the seats being A, B and so on; nobody wins a round `.`."""
    for winner in winners:
        at = ord(winner) - ord("A")
        submit_plays(driver, (60 if n == at else 50 for n in range(len(driver.game.record.players))))


def rounds_won(winners: str, names: Sequence[str] = SHORT[:3], **options: Any) -> RoomDriver:
    """Play rounds of numbers with these winners, as `win_rounds` does."""
    driver = started_game("good-enough", names, **options)
    win_rounds(driver, winners)
    return driver


def tie_of_three(names: Sequence[str] = SHORT[:7], **options: Any) -> RoomDriver:
    """Play until Ann, Bob and Cyd tie with a point each, and Dan has two: a showdown of seven."""
    return rounds_won("ABCDD", names, **{"rounds": 5, "tie_break": "peel+showdown", **options})


def never_played(names: Sequence[str]) -> RoomDriver:
    """Hold up the second round by 120 who have come from eight addresses and never play."""
    driver = rounds_won("A", names, rounds=5)
    for source in range(8):
        flooded(driver, 15, f"crowd {source}")
    submit_plays(driver, (60,))
    return driver


def lobbies(names: Sequence[str]) -> Iterator[Scene]:
    """Show a lobby as it fills."""
    pages = (host("lobby"), host("people", "/people"), host("room", "/room"), host("games", "/games"))
    strange = (Look("phone-join", "stranger"), Look("host-stranger", "stranger", "/host"))
    taught = tuple(Look(f"rules-{name}", "", f"/../rules/{name}") for name in games.GAMES)
    empty = open_room_with("good-enough", ()).room
    phones = host("phones", "/phones"), host("firewall", "/phones/firewall")
    front = Look("start", "", "/.."), Look("stop", "", "/../stop"), Look("copies", "", "/../copies")
    yield Scene("lobby-empty", empty, looks=(*pages, *phones, *strange, *front, *taught))
    yield Scene("lobby-one", open_room_with("good-enough", names[:1]).room)
    driver = open_room_with("good-enough", names)
    seats = (phone("lobby"), phone("another", path="/another"), host("person", "/people/1"))
    yield Scene("lobby-full", driver.room, looks=(*seats, *pages))
    driver.apply(membership.claim_seat(driver.room, "claimant", "2"))
    driver.do(HOST, room_control.set_room, locked=True)
    driver.do(HOST, scheduled.add_bot, "edge")
    looks = (Look("phone-locked", "stranger"), Look("phone-claims", "claimant"), host("claims"))
    yield Scene("lobby-locked", driver.room, looks=(*looks, host("room-locked", "/room")))


def before_games(names: Sequence[str]) -> Iterator[Scene]:
    """Show what the host sets before a game: what fits, a wider range, presets and endings."""
    king = open_room_with("good-enough", names, scoring="mean", factor="0.8", tie_break="peel")
    looks = (host("ending-chosen"), host("options", "/games?choice=good-enough.king"))
    yield Scene("lobby-king", king.room, looks=looks)
    four = [*names, "Zoe"][: max(4, len(names))]
    alone = open_room_with("saichugen", names[:2]).room
    yield Scene("lobby-too-few", alone, looks=(host("too-few"),))
    yield Scene("lobby-cannot", open_room_with("saichugen", four).room, looks=(host("cannot"),))
    yield Scene("lobby-crowd", open_room_with("good-enough", crowd(40)).room, looks=(host("crowd"),))
    driver = flooded(open_room_with("good-enough", names))
    yield Scene("lobby-flood", driver.room, looks=(host("flood"), host("flood-people", "/people")))
    driver.do(HOST, membership.send_crowd_away, "crowd", str(len(names) + 1))
    yield Scene("lobby-sent-away", driver.room, looks=(host("sent-away", "/people"),))
    looks = (host("never-played"), host("never-played-people", "/people"))
    yield Scene("round-never-played", never_played(names).room, looks=looks, ago=timedelta(minutes=2))
    driver = started_game("good-enough", four, rounds=3, tie_break="peel")
    play_out(driver, seed=1)
    driver.do(HOST, room_control.choose_game, "saichugen", lambda _: {})
    yield Scene("between-cannot", driver.room, looks=(host("between-cannot"),))


def numbers(names: Sequence[str]) -> Iterator[Scene]:
    """Play It's Good Enough: every kind of round, corrections, and the timer."""
    driver, players = started_game("good-enough", names, rounds=5), len(names)
    fields = (phone("enter"), Look("phone-join-late", "stranger"), host("enter"))
    yield Scene("first", driver.room, looks=fields)
    submit_plays(driver, spread(players)[: players // 2 + 1])
    sent = (phone("sent"), phone("change", path="?change=1.1"), host("half"), host("people", "/people"))
    yield Scene("half", driver.room, looks=sent)
    submit_plays(driver, spread(players))
    looks = (phone("revealed"), host("revealed"), Look("result-round", "", "/result/1/1"))
    yield Scene("reveal", driver.room, looks=looks)
    submit_plays(driver, [50, *[n // 2 * 3 for n in range(players)]])
    yield Scene(
        "pairs", driver.room, looks=(phone("disqualified", 2), Look("result-round", "", "/result/1/2"))
    )
    submit_plays(driver, [50] * players)
    yield Scene("all-out", driver.room, looks=(phone("all-out"), host("rounds", "/rounds")))
    yield from _corrected(driver)
    yield from _timed(driver)
    driver.submit("1", 50)
    driver.apply(close_room(driver.room))
    strange = (Look("phone-join-closed", "stranger"), Look("phone-watch-closed", "stranger", "/watch"))
    looks = (phone("closed"), *strange, host("closed"), host("passed-closed", "/pass"))
    yield Scene("closed", driver.room, looks=looks)


def _corrected(driver: RoomDriver) -> Iterator[Scene]:
    driver.apply(correct_play(driver.room, HOST, "1.3", "2", "49"))
    driver.do(HOST, membership.sit_out, "3")
    driver.apply(membership.leave_room(driver.room, device("1")))
    looks = (phone("away"), phone("sits-out", 3), host("round", "/rounds/1/3"), host("sure", "/sure/end"))
    yield Scene("corrected", driver.room, looks=(*looks, Look("result-corrected", "", "/result")))
    driver.do(HOST, membership.sit_in, "3")
    driver.apply(membership.return_to_room(driver.room, device("1")))


def _timed(driver: RoomDriver) -> Iterator[Scene]:
    driver.do(HOST, room_control.set_round_time, "3600")
    submit_plays(driver, spread(len(driver.game.record.players)))
    yield Scene("clock", driver.room, looks=(phone("clock"), host("clock")))
    driver.do(HOST, room_control.pause_timer, driver.round_id)
    yield Scene("clock-stands", driver.room, looks=(host("clock-stands"),))


def coincidence(names: Sequence[str]) -> Iterator[Scene]:
    """Have two say the same twice: then the TV has a dry line; also where the mean decides."""
    for name, options in (("dry", {}), ("dry-mean", {"scoring": "mean"})):
        driver = started_game("good-enough", names, rounds=5, **options)
        for low in (20, 21):
            submit_plays(driver, (7, 7, *range(low, low + 2 * len(names), 2)))
        yield Scene(name, driver.room)


def wide(names: Sequence[str]) -> Iterator[Scene]:
    """Play with numbers of many digits."""
    driver = started_game("good-enough", names, low=-999999, high=999999, scoring="mean")
    submit_plays(driver, spread(len(names), -999999, 999999))
    yield Scene("wide", driver.room, looks=(phone("wide"),))


def without_phones(names: Sequence[str]) -> Iterator[Scene]:
    """Play on one shared phone, the host entering for everybody."""
    driver = open_room_with("good-enough", names, phones=False)
    start_game(driver, rounds=3)
    passed = (
        host("passed", "/pass"),
        host("passed-entry", f"/pass/1?at={driver.round_id}"),
        host("for-others"),
    )
    yield Scene("without-phones", driver.room, looks=passed)
    for seat in driver.game.record.players:
        driver.do(HOST, submissions.submit_play_for, seat, "1.1", "5")
    yield Scene("passed-round", driver.room, looks=(host("passed-done", "/pass?at=1.1"),))


def lists(names: Sequence[str]) -> Iterator[Scene]:
    """Play with lists, revealed round by round."""
    driver = started_game("good-enough", names, entry="lists", nesting=[3, 2])
    yield Scene("lists", driver.room, looks=(phone("lists"), host("lists")))
    rows = zip(
        *(spread(len(names), high=90 + n) for n in range(driver.game.next_round.plays_at_once)), strict=True
    )
    for seat, row in zip(driver.game.record.players, rows, strict=True):
        driver.do(device(seat), submissions.submit_list, driver.round_id, [str(each) for each in row])
    yield Scene("lists-in", driver.room, looks=(host("lists-next"),))
    for _ in range(3):
        driver.do(HOST, submissions.reveal_list_round, driver.round_id)
    yield Scene("lists-part", driver.room, looks=(phone("lists-part"), host("lists-part")))


def stack(names: Sequence[str]) -> Iterator[Scene]:
    """Play with numbered cards that the app deals."""
    driver = started_game("good-enough", names, dealt=True, entry="cards", cards=6 * len(names))
    driver.advance()
    yield Scene("stack", driver.room, looks=(phone("stack"),))


def match(names: Sequence[str]) -> Iterator[Scene]:
    """Play a match of matches until one of its games ends."""
    driver = started_game("good-enough", names, nesting=[3, 3], tie_break="peel")
    win_rounds(driver, "BBC")
    yield Scene("match-part", driver.room, looks=(phone("match-part"), host("match-part")))
    win_rounds(driver, "CCACC.")
    yield from ended(driver, "match")


def ends(names: Sequence[str]) -> Iterator[Scene]:
    """End games in one step, by peels, and with a tie that stands; then show the evening."""
    driver = started_game("good-enough", names, rounds=3, tie_break="peel")
    win_rounds(driver, "BCC")
    yield from ended(driver, "one-step", phone("won", 2), phone("lost"), host("over"))
    yield from wanting(driver)
    start_game(driver, rounds=5, tie_break="peel")
    win_rounds(driver, "BBCC.")
    yield from ended(driver, "peeled", phone("peeled"), host("peeled"))
    start_game(driver, rounds=9, tie_break="peel")
    win_rounds(driver, "." * 9)
    posters = (Look("result", "", "/result"), Look("poster", "", "/result/poster.svg"))
    yield from ended(driver, "tie", phone("tie"), host("tie"), *posters)
    start_game(driver, rounds=9, tie_break="peel")
    for round_ in range(9):
        submit_plays(driver, spread(len(names), round_, 90 + round_))
    paths = {"rooms": "evenings", "alltime": "all-time", "forget": "all-time/forget"}
    evenings = (Look(f"evenings-{name}", HOST, f"/../{path}") for name, path in paths.items())
    yield from ended(driver, "many", Look("result-full", HOST, "/result"), *evenings)


def wanting(driver: RoomDriver) -> Iterator[Scene]:
    """Let most want another game, some the same again, and the first two nothing."""
    keys = [offer.choice.key for offer in offers(driver.room).games]
    for seat in driver.seats()[2:]:
        driver.do(device(seat), want_game, keys[(0, 1, 2, 1)[int(seat) % 4] % len(keys)])
    yield Scene("again", driver.room, (phone("again"), phone("seated", 3), host("wanted")))


def showdown(names: Sequence[str]) -> Iterator[Scene]:
    """Break a tie by a showdown: its title, a round after which some stay, one in play, and the last one."""
    few = len(names) < len(_TIES)
    rounds = 3 if few else len(_TIES)
    driver = started_game("good-enough", names, rounds=rounds, tie_break="peel+showdown")
    win_rounds(driver, "ABC" if few else _TIES)
    looks = (phone("showdown"), phone("showdown-lost", len(names)), host("showdown"))
    yield Scene("showdown", driver.room, looks=looks)
    for seat, number in zip(driver.game.record.players, first_of_showdown(len(names)), strict=False):
        driver.submit(seat, number)
    if driver.game.hidden:
        driver.do(HOST, submissions.close_round, driver.round_id)
    told = (phone("stays", 2), phone("leaves", 3), phone("noted", len(names)), host("stays"))
    yield Scene("showdown-stays", driver.room, looks=told)
    driver.submit("2", 50)
    yield Scene(
        "showdown-half", driver.room, looks=(phone("stake", 1), host("rounds-of-showdown", "/rounds"))
    )
    driver.submit("1", 20)
    if driver.game.timer:
        until = driver.now + timedelta(hours=1)
        yield Scene("showdown-clock", with_table(driver, timer=RoundTimer(until)).room)
    for seat, number in zip(driver.game.record.players[2:], (90, *range(51, 99)), strict=False):
        driver.submit(seat, number)
    looks = (phone("won-showdown", 2), phone("lost-showdown"), Look("result-showdown", "", "/result"))
    yield from ended(driver, "showdown", *looks)


_TIES = "ABCDD"
"""Who wins the rounds before a showdown: then A, B and C are tied."""


def first_of_showdown(players: int) -> list[int]:
    """Return numbers after which A and B stay, as equally close to 40; of 3 players nobody counts."""
    if players < len(_TIES):
        return [50] * players
    rest = players - 4 - (players + 1) % 2  # an odd number of numbers has one middle
    low = (rest + 1) // 2
    return [36, 44, 91, 40, *range(1, 1 + low), *range(60, 60 + rest - low)]


def ended(driver: RoomDriver, name: str, *looks: Look) -> Iterator[Scene]:
    """Show the end of a game, and after it the evening's standing."""
    assert driver.game.next_round is None, name
    yield Scene(f"{name}-end", driver.room, looks)


def mediocrity(names: Sequence[str]) -> Iterator[Scene]:
    """Play Mediocrity: cards between, cards repeated, a hand that ends, and the end."""
    driver, players = started_game("mediocrity", names, target=2), len(names)
    looks = (phone("pad"), host("sheet"))
    yield Scene("mediocrity-first", driver.room, looks=looks)
    submit_plays(driver, [*"A23456789"[: players - 1], "K"])
    sent = (phone("card-sent"), phone("card-change", path=f"?change={driver.round_id}"), phone("spent", 2))
    submit_plays(driver, ["4"])
    yield Scene("mediocrity-trick", driver.room, looks=(*sent, host("trick")))
    submit_plays(driver, ["K"] * (players - 1) + ["10"])
    yield Scene("mediocrity-repeated", driver.room, looks=(phone("repeated"),))
    yield from played_out(driver, "mediocrity")


def course(names: Sequence[str]) -> Iterator[Scene]:
    """Ask questions, tell the truth, hide the scores, and end a game for nobody; others just watch."""
    watching = Look("phone-watching", "", "/watch")
    driver = started_game("good-enough", names)
    at = driver.round_id
    driver.do(HOST, submissions.ask_question, at, "How many windows has this house?")
    submit_plays(driver, range(20, 20 + len(names) - 1))
    asked = Look("host-asking", HOST, "/host?ask=1")
    yield Scene("asked", driver.room, looks=(phone("asked", len(names)), host("asked"), asked, watching))
    driver.submit(str(len(names)), "90")
    yield Scene("untold", driver.room, looks=(host("untold"),))
    driver.do(HOST, corrections.tell_truth, at, "34")
    looks = (
        phone("truth"),
        phone("closest", len(names) - 1),
        host("truth", "/rounds"),
        host("truth-round", "/rounds/1/1"),
    )
    yield Scene("truth", driver.room, looks=(*looks, Look("result-truth", "", "/result"), watching))
    driver.do(HOST, corrections.tell_truth, at, "1000000")
    yield Scene("truth-far", driver.room)
    driver.do(HOST, submissions.ask_question, driver.round_id, _LONGEST_QUESTION)
    submit_plays(driver, (1,))
    yield Scene("asked-long", driver.room, looks=(phone("asked-long", 2), host("ending", "/sure/end")))
    hidden = apply(driver.room, room_control.set_room(driver.room, HOST, hides_scores=True))
    yield Scene(
        "hidden-scores",
        hidden,
        looks=(phone("hidden-scores"), host("hidden-scores"), Look("result-hidden-scores", "", "/result")),
    )
    driver.do(HOST, room_control.end_game, driver.round_id, "throw")
    looks = (phone("thrown"), host("thrown"), Look("result-thrown", "", "/result"))
    yield Scene("thrown", driver.room, looks=(*looks, watching))


_LONGEST_QUESTION = (
    "How many songs has Maximilian started tonight and not let play to the end, "
    "counting the one he is about to start?"
)


def median(names: Sequence[str]) -> Iterator[Scene]:
    """Play the Median game with real cards: the lead, the call, and a pool."""
    players = len(names)
    driver = started_game("median", names, hand=3, decks=4, lowest="9")
    leader = driver.game.record.players.index(str(driver.game.next_round.leader)) + 1
    yield Scene(
        "median-first", driver.room, looks=(phone("leads", leader), phone("waits", leader % players + 1))
    )
    if driver.game.must_call:
        driver.call("high")
        yield Scene("median-called", driver.room, looks=(phone("called", leader),))
    driver.play_trick(" ".join([*["J"] * 16, *["Q"] * 16][:players]))
    yield Scene("median-pool", driver.room, looks=(phone("tied"), host("tied")))


def dealt(names: Sequence[str]) -> Iterator[Scene]:
    """Play the Median game with cards that the app deals, to its end."""
    driver = started_game("median", names, dealt=True, hand=3, decks=4, lowest="9")
    driver.advance()
    leader = int(str(driver.game.next_round.leader))
    looks = (phone("dealt-leads", leader), phone("dealt-waits", leader % len(names) + 1), host("dealt"))
    yield Scene("median-dealt", driver.room, looks=looks)
    yield from played_out(driver, "median")


def saichugen(names: Sequence[str]) -> Iterator[Scene]:
    """Play Saichugen: a trick, rounds and games that end, and the end of the match."""
    driver = started_game("saichugen", names, games=2, rounds=2)
    yield Scene("saichugen-first", driver.room, looks=(phone("suits"), host("suits")))
    driver.play_trick("3H 10H 10S")
    yield Scene("saichugen-trick", driver.room, looks=(phone("open", 2), host("open")))
    yield from played_out(driver, "saichugen")


def mediocrity_kept(names: Sequence[str]) -> Iterator[Scene]:
    """Keep Mediocrity by results: hands with one winner, several and none, a correction, and the end (R1)."""
    driver, players = started_game("mediocrity", names, target=4, keep="results"), len(names)
    yield Scene("hand-first", driver.room, looks=_kept_looks("first"))
    driver.enter(0, 1, *[2 + n % 9 for n in range(players - 2)])
    looks = (*_kept_looks("hand"), phone("kept-won", 2), Look("result-hand", "", "/result/1/1"))
    yield Scene("hand-won", driver.room, looks=looks)
    driver.enter(*[0] * players)
    yield Scene("hand-nobody", driver.room, looks=(phone("kept-nobody"),))
    driver.enter(0, 13, *[13] * (players - 2))
    yield Scene("hand-most", driver.room)
    driver.apply(correct_play(driver.room, HOST, "1.3", "2", "12"), HOST)
    yield Scene("hand-corrected", driver.room, looks=(Look("result-corrected", "", "/result"),))
    yield from played_out(driver, "hand")


def median_kept(names: Sequence[str]) -> Iterator[Scene]:
    """Keep the Median game by results: rounds that nobody takes, and one with their pool (R3)."""
    players = len(names)
    driver = started_game("median", names, hand=3, decks=4, lowest="9", keep="results")
    yield Scene("taken-first", driver.room, looks=_kept_looks("first"))
    driver.enter(*[0] * players)
    driver.enter(*[0] * players)
    looks = (*_kept_looks("tied"), Look("result-tied", "", "/result/1/2"))
    yield Scene("taken-tied", driver.room, looks=looks)
    driver.enter(*[int(n == 1) for n in range(players)])
    looks = (*_kept_looks("taken"), phone("kept-taken", 2), Look("result-taken", "", "/result/1/3"))
    yield Scene("taken-pool", driver.room, looks=looks)
    yield from played_out(driver, "taken")


def saichugen_kept(names: Sequence[str]) -> Iterator[Scene]:
    """Keep Saichugen by results: sums of rounds, one, two and three of which are kept (R2)."""
    driver = started_game("saichugen", names, games=2, rounds=3, keep="results")
    yield Scene("sums-first", driver.room, looks=_kept_looks("first"))
    driver.enter(9, 5, 11)
    looks = (*_kept_looks("sums"), phone("kept-lost", 2), Look("result-sums", "", "/result/1/1"))
    yield Scene("sums-one", driver.room, looks=looks)
    driver.enter(0, 23, 0)
    yield Scene("sums-two", driver.room)
    yield from played_out(driver, "sums")


def _kept_looks(name: str) -> tuple[Look, ...]:
    """Look at what a game kept by results shows to those who do not enter anything, and to the host."""
    return phone(f"kept-{name}"), host(f"kept-{name}"), Look(f"phone-kept-watch-{name}", "", "/watch")


def played_out(driver: RoomDriver, name: str) -> Iterator[Scene]:
    """Finish a game at random; show its first finished part, the most parts, and its end."""
    parted: list[tuple[int, Room]] = []
    revealed = 0
    for game in play_moments(driver, seed=3):
        if len(game.rounds) > revealed and (parts := ended_parts(driver.room, game)):
            parted.append((len(parts), driver.room))
        revealed = len(game.rounds)
    if parted:
        yield Scene(f"{name}-part", parted[0][1], looks=(phone("part"), host("part")))
        yield Scene(f"{name}-parts", max(parted, key=lambda each: each[0])[1])
    yield from ended(
        driver,
        name,
        phone("over"),
        host("over"),
        Look("result", "", "/result"),
        Look("poster", "", "/result/poster.svg"),
    )
    start_game(driver, driver.game.dealt, **driver.room.options)
    play_out(driver, seed=2)
    yield from ended(
        driver,
        f"{name}-evening",
        Look("result-evening", "", "/result"),
        Look("poster-evening", "", "/result/poster.svg"),
    )


def lowest_alone(names: Sequence[str]) -> Iterator[Scene]:
    """Play Lowest alone: a round that nobody wins, one with a winner, and the end."""
    driver = started_game("lowest-alone", names, points_target=1)
    driver.submit("1", 1)
    yield Scene("waiting", driver.room, (phone("sent"), phone("entry", 2), host("waiting")))
    submit_plays(driver, (1 for _ in names))
    yield Scene("nobody", driver.room, (phone("same"),))
    pairs = [1 + n // 2 + (n > 3) for n in range(len(names) - 1)]
    submit_plays(driver, (3, *pairs[: len(pairs) // 2 * 2], 18))
    yield Scene(
        "won", driver.room, (phone("won"), phone("lost", 2), host("over"), Look("result", HOST, "/result"))
    )


def bids(names: Sequence[str]) -> Iterator[Scene]:
    """Play Middle bid: a prize that goes to the pool, one that is taken with it, and the end."""
    driver = started_game("middle-bid", names, cards=5)
    submit_plays(driver, (5 for _ in names))
    for seat, _ in zip("12", names, strict=False):
        driver.submit(seat, 1)
    yield Scene("pooled", driver.room, (phone("sent"), phone("entry", 3), host("waiting")))
    submit_plays(driver, (2, 2, 1, 3, 4, 4, 4, 4)[: len(names)])
    yield Scene("taken", driver.room, (phone("won", 3), phone("same")))
    while driver.game.next_round:
        round_number = driver.game.round_number
        hands = {seat: each.choices() for seat, each in driver.game.open_round.allowed.items()}
        for turn, (seat, hand) in enumerate(hands.items()):
            driver.submit(seat, hand[(round_number + turn) % len(hand)])
    yield Scene("over", driver.room, (phone("over"), host("over"), Look("result", HOST, "/result")))


def last_standing(names: Sequence[str]) -> Iterator[Scene]:
    """Play Last one standing: half sit, the others are waited for, and in the end one is left."""
    driver, chance = started_game("last-standing", names), random.Random(len(names))
    submit_missing(driver, chance)
    standing = driver.game.open_round.contenders
    seated = next(seat for seat in driver.game.players if seat not in standing)
    looks = phone("stands", int(standing[0])), phone("sits", int(seated)), host("over")
    yield Scene("half", driver.room, looks)
    for seat in (*standing[1:], seated):
        driver.submit(seat, around_the_middle(chance))
    yield Scene("waiting", driver.room, (phone("sent", int(seated)), host("waiting")))
    while len(driver.game.open_round.contenders) > 2:
        submit_missing(driver, chance)
        yield Scene(f"left-{len(driver.game.open_round.contenders)}", driver.room)
    submit_missing(driver, chance)
    winner = driver.game.score.root.winners[0]
    looks = phone("won", int(winner)), phone("lost", int(seated)), Look("result", HOST, "/result")
    yield Scene("over", driver.room, looks)


def submit_missing(driver: RoomDriver, chance: random.Random) -> None:
    """Submit a number for each player who is missing."""
    for seat in driver.game.thinking:
        driver.submit(seat, around_the_middle(chance))


def around_the_middle(chance: random.Random) -> int:
    """Return a number from 0 to 100 as people pick them."""
    return max(0, min(100, round(chance.gauss(50, 22))))


OWN_QUESTIONS = """How many steps are there from the street to the flat on the fourth floor? = 57 steps
How much do you like karaoke? I leave the house ... Give me that
How many sweets are in the jar? = ?"""


def night(names: Sequence[str]) -> Iterator[Scene]:
    """Play a question night of lines that the host has written, of each kind one, and its end."""
    driver = open_room_with("question-night", names)
    driver.do(HOST, questions.choose_questions, questions.OWN, OWN_QUESTIONS)
    driver.do(HOST, room_control.start_game, lambda _: {"rounds": 3})
    for _ in range(3):
        yield from _question(driver, len(names))
    looks = (phone("night-won"), phone("night-lost", 2), host("night-over"), Look("result", HOST, "/result"))
    yield Scene("night-over", driver.room, looks)


def _question(driver: RoomDriver, players: int) -> Iterator[Scene]:
    """Answer the question that is open, and draw the next one."""
    drawn = driver.game.drawn
    assert drawn is not None
    kind = "opinion" if drawn.ends else "later" if driver.game.awaits_truth else "fact"
    yield Scene(f"{kind}-asked", driver.room, (phone(f"{kind}-entry"), host(f"{kind}-asked")))
    first, *others = spread(players, drawn.low, min(drawn.high, 5000))
    driver.submit("1", first)
    yield Scene(f"{kind}-waiting", driver.room, (phone(f"{kind}-sent"), phone(f"{kind}-entry", 2)))
    for seat, number in enumerate(others, 2):
        driver.submit(str(seat), number)
    if driver.game.awaits_truth:
        yield Scene("later-guessed", driver.room, (phone("later-guessed"), host("later-guessed")))
        driver.do(HOST, questions.give_truth, driver.round_id, "1234")
    if driver.game.next_round:
        yield Scene(f"{kind}-told", driver.room, (phone(f"{kind}-told"), host(f"{kind}-told")))
        driver.advance()


def evening(names: Sequence[str]) -> Iterator[Scene]:
    """Play two games after which Bob and Cyd are a step away, finish the evening, and decide it."""
    driver = rounds_won("BCC", names, rounds=3, tie_break="peel")
    start_game(driver, rounds=3, tie_break="peel")
    win_rounds(driver, "CBB")
    looks = (phone("so-far"), host("so-far"), Look("result-so-far", "", "/result"))
    yield Scene("so-far", driver.room, looks)
    driver.do(HOST, room_control.finish_evening)
    looks = (phone("final", 2), phone("final-spoil", 1), host("final"))
    yield Scene("final", driver.room, looks)
    others = (10 + n for n in range(len(names) - 3))
    submit_plays(driver, (49, 50, 100, *others))
    looks = (phone("evening-won", 2), phone("evening-beaten", 3), phone("evening-off", 1), host("evening"))
    files = (Look("result", HOST, "/result"), Look("poster", "", "/result/poster.svg"))
    mine = (
        phone("mine", 1, "/mine/evening"),
        Look("my-evening", device("1"), "/mine/evening.svg"),
        Look("my-evening-won", device("2"), "/mine/evening.svg"),
    )
    watch = Look("phone-watch-evening", "", "/watch")
    yield Scene("evening-over", driver.room, (*looks, *files, *mine, watch))


Play = Callable[[Sequence[str]], Iterator[Scene]]

PLAYS: Mapping[str, tuple[tuple[int, ...], tuple[Play, ...]]] = {
    "good-enough": (
        (3, 8, 30),
        (
            lobbies,
            before_games,
            numbers,
            coincidence,
            wide,
            without_phones,
            lists,
            stack,
            match,
            ends,
            showdown,
            course,
            evening,
        ),
    ),
    "mediocrity": ((3, 8), (mediocrity, mediocrity_kept)),
    "median": ((3, 8, 30), (median, dealt, median_kept)),
    "saichugen": ((3,), (saichugen, saichugen_kept)),
    "lowest-alone": ((3, 8, 30), (lowest_alone,)),
    "middle-bid": ((8,), (bids,)),
    "last-standing": ((12, 30), (last_standing,)),
    "question-night": ((3, 8, 30), (night,)),
}
"""For each game the numbers of players, and the functions that play its scenes."""


SCRIPTS = ("en", "ja")
"""A language of each script: in these, browser tests look at what does not hang on the length of texts."""

_IN_ONE_LANGUAGE = {"last-standing", "middle-bid"}
"""Games whose pictures have the frames and the sizes of others, so that browser tests look at them once."""


def languages_of(game: str) -> Sequence[str]:
    """Return the languages in which browser tests look at a game."""
    return SCRIPTS[: 1 if game in _IN_ONE_LANGUAGE else None]


def scenes(game: str, players: int, *, short: bool = False) -> Iterator[Scene]:
    """Play all scenes of a game with this many players."""
    names = crowd(players, short=short)
    for play in PLAYS[game][1]:
        yield from play(names)
