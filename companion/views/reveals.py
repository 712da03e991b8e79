"""What was revealed last: numbers on their line, or the cards of a trick, with a reason for each."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.acts import Seat
from companion.games import good_enough, median_game, mediocrity, order, saichugen
from companion.journal import Room, Table
from companion.score import Because, Leaf
from companion.views import places
from companion.views.cards import Face, shown
from companion.views.people import few, is_crowd, names, sentences
from companion.words import count, headed, say, tell

_MOST_NAMED = 2  # people in a sentence on the TV, before the others are counted
_MOST_STRUCK = 2  # numbers whose disqualification has a sentence of its own on the TV

AXIS = 1000
"""The length of the number line in the units in which marks stand on it."""

_CARDS = 11  # below the line of a crowd's numbers

NumberFate = Literal["middle", "disqualified", "outside"]
_FATES: tuple[NumberFate, ...] = ("outside", "disqualified", "middle")  # the middle lies on top
Fate = Literal["discarded", "kept", "won", "turned down", "tied", "outside"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A number of a reveal that has a card: its place on the axis, the card's slot, and who showed it."""

    number: str
    at: int
    slot: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: NumberFate
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round of numbers that was revealed, with a sentence for every point given or not given.

    `dots` are the places of all numbers on the axis, by what became of them; `marks` are those that have
    a card, which of many numbers only those in the middle have.
    """

    key: str
    heading: str
    low: str
    high: str
    dots: Mapping[NumberFate, tuple[int, ...]]
    marks: tuple[Mark, ...]
    absent: tuple[str, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    """The sentences without those that only say what the line shows, and with few names in each."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick, who laid it, and what became of it: `word` is to be shown."""

    card: Face
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: Fate
    word: str
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Trick:
    """Cards that were revealed, lowest first, with the reasons; `call` is what the leader had called."""

    key: str
    heading: str
    cards: tuple[Laid, ...]
    call: str
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Open:
    """What a player has open in a round of Saichugen (S4): `kept` is None until the round is over."""

    seat: Seat
    name: str
    cards: tuple[Face, ...]
    sum: int
    central: bool
    kept: int | None


def latest(table: Table | None) -> Leaf | None:
    """Return the result of the last reveal."""
    if table is None or not table.record.reveals:
        return None
    leaf = places.latest(table)[-1][1]
    return leaf if isinstance(leaf, Leaf) else None


def _key(table: Table) -> str:
    return f"reveal-{table.number}-{len(table.record.reveals)}"


def heading(table: Table) -> str:
    return headed(places.latest(table)[-1][0])


def reveal(room: Room, table: Table) -> Reveal | None:
    """Show the last round of numbers; None in the card games, and before there was one."""
    leaf, options = latest(table), table.record.options
    if leaf is None or not isinstance(options, good_enough.Options):
        return None
    low, high = (1, options.cards) if options.cards else (options.low, options.high)
    dots, marks = _placed(
        room, leaf, lambda number: AXIS * (number - low) // max(1, high - low), corrected(table)
    )
    return Reveal(
        key=_key(table),
        heading=heading(table),
        low=say(low),
        high=say(high),
        dots=dots,
        marks=marks,
        absent=few(room, (seat for seat in table.record.players if seat not in leaf.plays)),
        sentences=_reasons(room, leaf),
        brief=_reasons(room, leaf, brief=True),
    )


def _reasons(room: Room, leaf: Leaf, *, brief: bool = False) -> tuple[str, ...]:
    """Say why each player got a point or not; of many only how many picked what others picked (G3).

    `brief`: in so few words that it can be read from far away, as the line and the cards show the rest.
    """
    because = [each for each in leaf.because if not (brief and _can_be_seen(leaf, each))]
    most = _MOST_NAMED if brief else None
    struck = sum(each.rule == "G3" for each in because)
    if struck <= (0 if is_crowd(room) else _MOST_STRUCK) or not (brief or is_crowd(room)):
        return sentences(room, because, most)
    assert isinstance(leaf, good_enough.Round)  # noqa: S101 - no other game strikes anything out
    same = count(
        len(leaf.disqualified),
        "{n} player picked what somebody else picked too: disqualified.",
        "{n} players picked what somebody else picked too: disqualified.",
    )
    return (same, *sentences(room, (each for each in because if each.rule != "G3"), most))


def _can_be_seen(leaf: Leaf, because: Because) -> bool:
    """Tell whether a reason only says what stands on the line, or at the cards: who leads, what goes back."""
    if isinstance(leaf, good_enough.Round):
        return "numbers" in because.values
    return because.rule in {"M5", "D3", "D7"}


def corrected(table: Table) -> frozenset[Seat]:
    """Return whose numbers or cards of the last reveal were corrected since."""
    counting = (row for row in reversed(table.rows) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def _placed(
    room: Room, leaf: Leaf, at: Callable[[int], int], corrected: frozenset[Seat]
) -> tuple[Mapping[NumberFate, tuple[int, ...]], tuple[Mark, ...]]:
    """Place every number on the axis, and a card below it in even slots; those of a crowd for the middle."""
    showed, found = _showed(leaf), fates(leaf)
    numbers = sorted(showed)
    fate = {number: found.get(showed[number][0], "outside") for number in numbers}
    carded = numbers
    if is_crowd(room):
        carded = _central([number for number in numbers if fate[number] != "disqualified"] or numbers, leaf)
    marks = (
        Mark(
            number=say(number),
            at=at(number),
            slot=AXIS * (2 * index + 1) // (2 * len(carded)),
            seats=() if is_crowd(room) else tuple(showed[number]),
            names=few(room, showed[number]),
            fate=fate[number],
            corrected=not corrected.isdisjoint(showed[number]),
        )
        for index, number in enumerate(carded)
    )
    dots = {each: tuple(at(number) for number in numbers if fate[number] == each) for each in _FATES}
    return dots, tuple(marks)


def _showed(leaf: Leaf) -> Mapping[int, list[Seat]]:
    """Return who showed each number."""
    showed: defaultdict[int, list[Seat]] = defaultdict(list)
    for seat, play in leaf.plays.items():
        showed[play].append(seat)  # type: ignore[index]
    return showed


def _central(numbers: list[int], leaf: Leaf) -> list[int]:
    """Choose the numbers that have a card where not all can: those that score, and their neighbours.

    Between two that score lies no other that counts, so both are among them.
    """
    won = {leaf.plays[seat] for seat in leaf.winners}
    scoring = [index for index, number in enumerate(numbers) if number in won]
    centre = sum(scoring) // len(scoring) if scoring else len(numbers) // 2
    first = max(0, min(centre - _CARDS // 2, len(numbers) - _CARDS))
    return numbers[first : first + _CARDS]


def fates(leaf: Leaf) -> Mapping[Seat, NumberFate]:
    """Say what became of every number that is not outside the middle."""
    found: dict[Seat, NumberFate] = dict.fromkeys(leaf.winners, "middle")
    disqualified = leaf.disqualified if isinstance(leaf, good_enough.Round) else ()
    return found | dict.fromkeys(disqualified, "disqualified")


def number_fate(leaf: Leaf, seat: Seat) -> NumberFate:
    """Say what became of a player's number."""
    if isinstance(leaf, good_enough.Round) and seat in leaf.disqualified:
        return "disqualified"
    return "middle" if seat in leaf.winners else "outside"


def trick(room: Room, table: Table) -> Trick | None:
    """Show the cards revealed last; None where numbers are shown, and before there were any."""
    leaf = latest(table)
    if leaf is None or table.record.game == good_enough.NAME:
        return None
    return Trick(
        key=_key(table),
        heading=heading(table),
        cards=tuple(_laid(room, table, leaf)),
        call=table.record.reveals[-1].call or "",
        sentences=sentences(room, leaf.because),
        brief=_reasons(room, leaf, brief=True),
    )


def _laid(room: Room, table: Table, leaf: Leaf) -> Iterator[Laid]:
    """Put the cards in the order of their value; the same card is shown once, with all who laid it."""
    by_card: dict[Face, list[Seat]] = {}
    for seat, play in sorted(leaf.plays.items(), key=lambda each: order(table.record.game, each[1])):
        by_card.setdefault(shown(play), []).append(seat)
    for card, seats in by_card.items():
        game, fate = table.record.game, card_fate(table.record.game, leaf, seats[0])
        word = _word(game, leaf, fate)
        is_corrected = not corrected(table).isdisjoint(seats)
        yield Laid(card, tuple(seats), few(room, seats), fate, word, is_corrected)


def card_fate(game: str, leaf: Leaf, seat: Seat) -> Fate:
    """Say what became of a player's card (M3 to M5, D4, D5, S3)."""
    has_won = seat in leaf.winners
    if game == mediocrity.NAME:
        return "discarded" if has_won else "kept"
    if game == saichugen.NAME:
        return "won" if has_won else "turned down"
    if has_won:
        return "won"
    return "tied" if seat in tied(leaf) else "outside"


def _word(game: str, leaf: Leaf, fate: Fate) -> str:
    """Return the word that a card is to carry."""
    match fate:
        case "discarded":
            return tell("repeated: discarded") if is_repeated(leaf) else tell("between: discarded")
        case "kept":
            return tell("back to the hand")
        case "turned down":
            return tell("turned down")
        case "won":
            return tell("stays open") if game == saichugen.NAME else tell("wins")
        case "tied":
            return tell("tied")
    return ""


def is_repeated(leaf: Leaf) -> bool:
    """Tell whether a trick of Mediocrity discards cards because they are repeated (M4)."""
    return any(because.rule == "M4" for because in leaf.because)


def tied(leaf: Leaf) -> tuple[Seat, ...]:
    """List who laid the card that would have won a tied round of Median game (D4, D5)."""
    if leaf.winners or not isinstance(leaf, median_game.Round):
        return ()
    return next((each.players for each in leaf.because if "rank" in each.values), ())


def opened(room: Room, table: Table) -> tuple[Open, ...]:
    """Show what everybody has open in the round of Saichugen that is going on, or has just ended."""
    round_ = next((part for _, part in places.latest(table) if isinstance(part, saichugen.Round)), None)
    return tuple(_open(room, round_, seat) for seat in round_.scores) if round_ else ()


def _open(room: Room, round_: saichugen.Round, seat: Seat) -> Open:
    tricks = (part for part in round_.parts if isinstance(part, Leaf) and seat in part.winners)
    return Open(
        seat=seat,
        name=names(room, [seat])[0],
        cards=tuple(shown(each.plays[seat]) for each in tricks),
        sum=round_.scores[seat],
        central=seat in saichugen.in_the_middle(round_.scores),
        kept=round_.kept[seat] if round_.finished else None,
    )
