"""A short game of each kind in a room as a golden transcript: what every screen shows after every event.

After an intended change, COMPANION_WRITE_PLAYS=1 writes them anew; review the difference. A line is written
where it is new on that screen; what the TV shows is not repeated for the others.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from companion.room.commands import room_control, submissions
from companion.rules.cards import parse_card
from companion.rules.results import Play
from companion.views.cards import PadKey
from companion.views.host import HostView, host_view
from companion.views.phone import PhoneView, phone_view
from companion.views.public import PublicPart
from tests.rules.test_card_transcripts import MEDIAN, MEDIAN_HANDS, MEDIAN_STOCK
from tests.support.room_driver import HOST, RoomDriver, Stacked, device, open_room, start_game_driver
from tests.support.transcripts import goes_as_written


@dataclass
class Transcript:
    """A room whose transcript is being written."""

    full: RoomDriver
    lines: list[str] = field(default_factory=list)
    before: dict[str, list[str]] = field(default_factory=dict)

    def note(self, what: str) -> None:
        """Write what was done, and which lines are new on every screen."""
        self.lines.append(f"{what}")
        for who, text in self.texts().items():
            new = [line for line in text if line not in self.before.get(who, ())]
            self.lines.extend(f"    {who}: {line}" for line in new)
            self.before[who] = text

    def texts(self) -> dict[str, list[str]]:
        """Return the lines that each screen shows."""
        room = self.full.room
        phones = {room.name(seat): list(of_phone(phone_view(room, seat))) for seat in self.full.seats()}
        host = host_view(room, (), None)
        return {"TV": list(of_public(host.public)), "host": list(of_host(host)), **phones}

    def show(self, seat: str, typed: str) -> None:
        """Submit a play from the phone of a player."""
        self.full.show(seat, typed)
        self.note(f"{self.full.room.name(seat)} {typed}")

    def trick(self, cards: str) -> None:
        """Call and lay a card as the leader, then lay the cards of the others."""
        words = cards.split()
        if words[0] in ("high", "low"):
            self.full.call(words[0])
            self.note(f"{words.pop(0)}!")
        players = dict(zip(self.full.game.record.players, words, strict=True))
        first = self.full.game.must_lead
        for seat in sorted(players, key=lambda seat: seat != first):
            self.show(seat, players[seat])


def of_public(public: PublicPart) -> Iterator[str]:
    """Yield the lines that everybody sees."""
    yield f"{public.heading}; {public.status}" + (f"; {public.prompt}" if public.prompt else "")
    if public.waiting:
        yield f"! {public.waiting}"
    roles = {"leader": public.leader, "caller": public.caller, "call": public.call}
    yield from (f"{name} {value}" for name, value in roles.items() if value)
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
    if public.reveal:
        yield f"{public.reveal.heading} from {public.reveal.low} to {public.reveal.high}"
        for mark in public.reveal.marks:
            yield f"  {mark.number} at {mark.at}, {mark.fate}: {', '.join(mark.names)}"
        yield from (f"  absent: {name}" for name in public.reveal.absent)
        yield from (f"  {sentence}" for sentence in public.reveal.sentences)
    if public.trick:
        yield f"{public.trick.heading} {public.trick.call}".strip()
        for laid in public.trick.cards:
            yield f"  {laid.card.sign}, {laid.fate} ({laid.word}): {', '.join(laid.names)}"
        yield from (f"  {sentence}" for sentence in public.trick.sentences)
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
    """Yield the lines that only one player sees."""
    own = phone.own
    at_once = f", {own.at_once} numbers" if own.at_once > 1 else ""
    yield f"{own.phase} at {own.place}{at_once}"
    if own.number:
        yield f"own {own.number}"
    if own.numbers:
        yield f"own {' '.join(own.numbers)}"
    if phone.outcome:
        yield f"{phone.outcome.sentence}{' (scored)' if phone.outcome.scored else ''}"
    if own.pad:
        yield _pad(own.pad)


def _pad(pad: Sequence[PadKey]) -> str:
    """Return the keys of a pad: spent cards in brackets; of a whole deck only the count."""
    if len(pad) > 17:
        return f"pad of {len(pad)}, {sum(key.playable for key in pad)} left"
    return "pad " + " ".join(key.card.sign if key.playable else f"({key.card.sign})" for key in pad)


def of_host(host: HostView) -> Iterator[str]:
    """Yield the lines that only the host sees, and what the host can do."""
    yield f"{host.phase} at {host.place}, can {' '.join(host.can)}"
    for entry in host.entries:
        own = f" has {entry.own}" if entry.own else ""
        yield f"for {entry.name}: {entry.phase}{own}{', ' + _pad(entry.pad) if entry.pad else ''}"


def good_enough() -> Transcript:
    """Three rounds and a peel."""
    play = Transcript(start_game_driver("good-enough", 3, rounds=3))
    play.note("The game begins")
    for numbers in (("4", "22", "89"), ("55", "59", "50"), ("50", "50", "50")):
        play.trick(" ".join(numbers))
    return play


def good_enough_lists() -> Transcript:
    """Lists of three numbers, one of which is missing."""
    play = Transcript(start_game_driver("good-enough", 3, entry="lists", rounds=3))
    play.note("The game begins")
    for seat, numbers in (("1", "10 20 30"), ("2", "20 20 20")):
        play.full.do(submissions.submit_list(play.full.room, device(seat), play.full.at, numbers.split()))
        play.note(f"{play.full.room.name(seat)} {numbers}")
    play.full.do(submissions.close_round(play.full.room, HOST, play.full.at))
    play.note("The host closes")
    for _ in range(3):
        play.full.do(submissions.reveal_list_round(play.full.room, HOST, play.full.at))
        play.note("Next round")
    return play


def mediocrity() -> Transcript:
    """A hand in which Bob is the middle player until he has no cards left."""
    play = Transcript(start_game_driver("mediocrity", 3, target=1))
    play.note("The game begins")
    for rank in ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"]:
        play.trick(f"A {rank} K")
    for cards in ("A A K", "2 K K"):
        play.trick(cards)
    return play


def median() -> Transcript:
    """Four players, dealt hands, calls and a pool."""
    cards = " ".join([*MEDIAN_HANDS.values(), MEDIAN_STOCK]).split()

    def stack(pile: list[Play]) -> None:
        pile[:] = filter(None, map(parse_card, cards))

    full = open_room("median", 4)
    full.rng = Stacked(stack)
    full.do(
        room_control.start_game(
            full.room, HOST, lambda _: {"hand": 2, "lowest": "J", "dealer": "2"}, dealt=True
        )
    )
    play = Transcript(full)
    play.note("The game begins")
    for round_ in MEDIAN:
        play.trick(round_)
    return play


def saichugen() -> Transcript:
    """Two rounds of two tricks, entered by the host for players without phones."""
    play = Transcript(start_game_driver("saichugen", 3, phones=False, rounds=2, tricks=2))
    play.note("The game begins")
    for cards in ("7H 6C KD", "5H 4C KC", "AS JS KS", "3D JD 6D"):
        for seat, card in zip("123", cards.split(), strict=True):
            play.full.do(submissions.submit_play_for(play.full.room, HOST, seat, play.full.at, card))
            play.note(f"{play.full.room.name(seat)} {card}")
    return play


GAMES: dict[str, Callable[[], Transcript]] = {
    "good-enough": good_enough,
    "good-enough-lists": good_enough_lists,
    "mediocrity": mediocrity,
    "median": median,
    "saichugen": saichugen,
}


@pytest.mark.parametrize("game", list(GAMES))
def test_every_screen_shows_what_the_transcript_says(game: str) -> None:
    play = GAMES[game]()
    assert play.full.game.score.root.finished
    goes_as_written(f"{game}-room", play.lines)
