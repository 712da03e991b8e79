"""A short game of each kind in a room as a golden transcript: what every screen learns with every act.

After a change that is meant, COMPANION_WRITE_TRANSCRIPTS=1 writes them anew; look at the difference. A line
stands where it is new to that screen: everybody knows what the TV shows.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.room.commands import corrections, room_control, submissions
from companion.rules.cards import parse_card
from companion.rules.results import Play
from companion.screens.cards import PadKey
from companion.screens.host import HostView, host_view
from companion.screens.pad import PadView, pad_view
from companion.screens.phone import PhoneView
from companion.screens.public import PublicPart
from tests.support.phone_words import told
from tests.support.room_driver import HOST, RoomDriver, Stacked, device, open_room, start_game_driver
from tests.support.transcripts import assert_matches_transcript

MEDIAN_HANDS = {"Ann": "KC JD", "Bob": "AC QD", "Cyd": "KD JH", "Dan": "QH AS"}
MEDIAN_STOCK = "JC QC AD KH QS AH KS JS"
MEDIAN = ["high KC AC KD AS", "low JC QD JH QH", "low JD QC AD KH", "high QS AH KS JS"]


@dataclass
class Transcript:
    """A room while its transcript is written."""

    driver: RoomDriver
    lines: list[str] = field(default_factory=list)
    before: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str) -> None:
        """Write what was done, and what every screen has learned from it."""
        self.lines.append(f"{what}")
        for who, text in self.texts().items():
            new = [line for line in text if line not in self.before.get(who, ())]
            self.lines.extend(f"    {who}: {line}" for line in new)
            self.before[who] = text

    def texts(self) -> dict[str, list[str]]:
        """Say what each screen shows, line by line."""
        room = self.driver.room
        phones = {room.name(seat): list(of_phone(self.driver.phone(seat))) for seat in self.driver.seats()}
        host, pad = host_view(room, (), None), pad_view(room)
        pads = {"pad": list(of_pad(pad))} if pad else {}
        return {"TV": list(of_public(host.public)), "host": list(of_host(host)), **pads, **phones}

    def show(self, seat: str, typed: str) -> None:
        """Let somebody put something down."""
        self.driver.submit(seat, typed)
        self.note(f"{self.driver.room.name(seat)} {typed}")

    def enter(self, typed: str) -> None:
        """Let the score-keeper enter something for everybody."""
        self.driver.enter(*typed.split())
        self.note(f"Done: {typed}")

    def play_trick(self, cards: str) -> None:
        """Let the leader call and lay, and then the others."""
        said = cards.split()
        if said[0] in ("high", "low"):
            self.driver.call(said[0])
            self.note(f"{said.pop(0)}!")
        players = dict(zip(self.driver.game.record.players, said, strict=True))
        first = self.driver.game.must_lead
        for seat in sorted(players, key=lambda seat: seat != first):
            self.show(seat, players[seat])


def of_public(public: PublicPart) -> Iterator[str]:
    """Say what everybody knows."""
    yield f"{public.heading}; {public.status}" + (f"; {public.prompt}" if public.prompt else "")
    if public.waiting:
        yield f"! {public.waiting}"
    told = {"leader": public.leader, "caller": public.caller, "call": public.call}
    yield from (f"{name} {value}" for name, value in told.items() if value)
    if public.pool is not None:
        yield f"pool {public.pool}"
    yield from (_row(row, public.figure) for row in public.rows)
    yield from _shown(public)
    for part in public.parts:
        yield part.headline
        yield from _steps(part.steps, part.remarks)
    if public.final:
        yield f"END {public.final.headline}"
        yield from _steps(public.final.steps, public.final.remarks)


def _row(row: Any, figure: str) -> str:
    marks = [row.state, "first" if row.first else "", "in the middle" if row.central else ""]
    cards = [f"{row.cards} cards"] if row.cards is not None else []
    points = [] if row.points is None else [f"{figure} {row.points}"]
    wider = [f"{each.label} {each.number}" for each in row.wider]
    return ", ".join(filter(None, [f"| {row.name}", *wider, *points, *cards, *marks]))


def _shown(public: PublicPart) -> Iterator[str]:
    if (last := public.last) and last.kind != "results":
        yield (
            f"{last.heading} from {last.low} to {last.high}"
            if last.dots
            else f"{last.heading} {last.call}".strip()
        )
        for each in last.plays:
            what = (
                f"{each.face.sign} at {each.at}, {each.fate}"
                if last.dots
                else f"{each.face.sign}, {each.fate} ({each.word})"
            )
            yield f"  {what}: {', '.join(each.names)}"
        yield from (f"  {sentence}" for sentence in last.sentences)
    for each in public.open:
        kept = "" if each.kept is None else f", keeps {each.kept}"
        signs = " ".join(card.sign for card in each.cards)
        yield f"  open {each.name} [{signs}] {each.sum}{' in the middle' if each.central else ''}{kept}"


def _steps(steps: Iterable[Any], remarks: Iterable[str]) -> Iterator[str]:
    for step in steps:
        columns = (f"{c.points}{'*' if c.central else ''} {'+'.join(c.names)}" for c in step.columns)
        yield f"  {step.heading}: {', '.join(columns)}; {step.sentence}{' DECIDES' if step.decides else ''}"
    yield from (f"  {remark}" for remark in remarks)


def of_phone(phone: PhoneView) -> Iterator[str]:
    """Say what one player knows besides."""
    own = phone.own
    at_once = f", {own.at_once} numbers" if own.at_once > 1 else ""
    yield f"{own.phase} at {own.round_id}{at_once}"
    if own.number:
        yield f"own {own.number}"
    if own.numbers:
        yield f"own {' '.join(own.numbers)}"
    if phone.outcome:
        yield f"{told(phone.outcome)[1]}{' (scored)' if phone.outcome.kind == 'won' else ''}"
    if own.pad:
        yield _pad(own.pad)


def _pad(pad: Sequence[PadKey]) -> str:
    """Say what is on a pad: a spent card in brackets; a whole deck only counted."""
    if len(pad) > 17:
        return f"pad of {len(pad)}, {sum(key.playable for key in pad)} left"
    return "pad " + " ".join(key.card.sign if key.playable else f"({key.card.sign})" for key in pad)


def of_host(host: HostView) -> Iterator[str]:
    """Say what the host knows and can do besides."""
    yield f"{host.phase} at {host.round_id}, can {' '.join(host.can)}"
    if host.undo:
        yield f"undo {host.undo.what}"
    for entry in host.entries:
        yield f"for {entry.name}: {'in' if entry.is_in else 'missing'}"


def of_pad(pad: PadView) -> Iterator[str]:
    """Say what the score-keeper can enter, and what stands there."""
    yield f"{pad.where}: {pad.heading} ({pad.kind or 'over'} at {pad.round_id})"
    yield from (f"said {sentence}" for sentence in pad.said)
    yield from (f"pool {sentence}" for sentence in pad.pool)
    if pad.caller:
        yield f"{pad.caller} calls {pad.call or '...'}"
    for each in pad.players:
        sign = each.face.sign if each.face else ""
        yield f"{each.name} {each.state} {sign}{', leads' if each.leads else ''}".replace(" ,", ",")
    yield from (f"closed: {key.why}" for _, keys in pad.groups for key in keys if key.closed)


def good_enough() -> Transcript:
    """Three rounds, of which one lacks somebody, and a peel."""
    play = Transcript(start_game_driver("good-enough", 3, rounds=3))
    play.note("The game begins")
    for numbers in (("4", "22", "89"), ("55", "59", "50"), ("50", "50", "50")):
        play.play_trick(" ".join(numbers))
    return play


def good_enough_lists() -> Transcript:
    """Lists of three numbers, one of which is missing."""
    play = Transcript(start_game_driver("good-enough", 3, entry="lists", rounds=3))
    play.note("The game begins")
    for seat, numbers in (("1", "10 20 30"), ("2", "20 20 20")):
        play.driver.apply(
            submissions.submit_list(play.driver.room, device(seat), play.driver.round_id, numbers.split()),
            device(seat),
        )
        play.note(f"{play.driver.room.name(seat)} {numbers}")
    play.driver.apply(submissions.close_round(play.driver.room, HOST, play.driver.round_id))
    play.note("The host closes")
    for _ in range(3):
        play.driver.apply(submissions.reveal_list_round(play.driver.room, HOST, play.driver.round_id))
        play.note("Next round")
    return play


def mediocrity() -> Transcript:
    """A hand in which Bob is in between until he has no cards left."""
    play = Transcript(start_game_driver("mediocrity", 3, target=1))
    play.note("The game begins")
    for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]:
        play.play_trick(f"A {rank} K")
    for cards in ("A A K", "2 K K"):
        play.play_trick(cards)
    return play


def median() -> Transcript:
    """Four players, dealt hands, calls and a pool."""
    cards = " ".join([*MEDIAN_HANDS.values(), MEDIAN_STOCK]).split()

    def stack(pile: list[Play]) -> None:
        pile[:] = filter(None, map(parse_card, cards))

    driver = open_room("median", 4)
    driver.rng = Stacked(stack)
    driver.apply(
        room_control.start_game(
            driver.room, HOST, lambda _: {"hand": 2, "lowest": "J", "dealer": "2"}, dealt=True
        )
    )
    play = Transcript(driver)
    play.note("The game begins")
    for round_ in MEDIAN:
        play.play_trick(round_)
    return play


def saichugen() -> Transcript:
    """Two rounds of two tricks, entered by a score-keeper for players without phones."""
    play = Transcript(start_game_driver("saichugen", 3, phones=False, rounds=2, tricks=2))
    play.note("The game begins")
    for cards in ("7H 6C KD", "5H 4C KC", "AS JS KS", "3D JD 6D"):
        play.enter(cards)
    return play


def median_results() -> Transcript:
    """Four players of whom only who took each round is entered (R3): one tied, one taken back."""
    play = Transcript(start_game_driver("median", 4, phones=False, keep="results", lowest="J", hand=2))
    play.note("The game begins")
    for taken in ("0 1 0 0", "0 0 0 0", "1 0 0 0"):
        play.enter(taken)
    play.driver.apply(corrections.undo_last(play.driver.room, HOST, str(play.driver.room.undo[-1])), HOST)
    play.note("The host takes it back")
    for taken in ("0 0 0 1", "0 0 1 0"):
        play.enter(taken)
    return play


GAMES: dict[str, Callable[[], Transcript]] = {
    "good-enough": good_enough,
    "good-enough-lists": good_enough_lists,
    "mediocrity": mediocrity,
    "median": median,
    "saichugen": saichugen,
    "median-results": median_results,
}


@pytest.mark.parametrize("game", list(GAMES))
def test_every_screen_learns_what_the_transcript_says(game: str) -> None:
    play = GAMES[game]()
    assert play.driver.game.score.root.finished
    assert_matches_transcript(__file__, game, play.lines)
