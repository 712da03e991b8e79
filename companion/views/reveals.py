"""What was revealed last: numbers on their line, or the cards of a trick, with a reason for each."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from companion.acts import Seat
from companion.games import good_enough, median_game, mediocrity, order, saichugen
from companion.journal import Room, Table
from companion.score import Leaf
from companion.views import places
from companion.views.cards import Face, shown
from companion.views.people import names, sentences
from companion.words import headed, say, tell

AXIS = 1000
"""The length of the number line in the units in which marks stand on it."""

Fate = Literal["discarded", "kept", "won", "turned down", "tied", "outside"]


@dataclass(frozen=True, slots=True)
class Mark:
    """A number of a reveal: where it stands on the axis, the slot of its card, and who showed it."""

    number: str
    at: int
    slot: int
    names: tuple[str, ...]
    fate: Literal["middle", "disqualified", "outside"]
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class Reveal:
    """A round of numbers that was revealed, with a sentence for every point given or not given."""

    key: str
    heading: str
    low: str
    high: str
    marks: tuple[Mark, ...]
    absent: tuple[str, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    """The sentences without those that only say what the line shows: who is outside the middle."""


@dataclass(frozen=True, slots=True)
class Laid:
    """A card of a trick, who laid it, and what became of it: `word` is to be shown."""

    card: Face
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


@dataclass(frozen=True, slots=True)
class Open:
    """What a player has open in a round of Saichugen (S4): `kept` is None until the round is over."""

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


def _heading(table: Table) -> str:
    return headed(places.latest(table)[-1][0])


def reveal(room: Room, table: Table) -> Reveal | None:
    """Show the last round of numbers; None in the card games, and before there was one."""
    leaf, options = latest(table), table.record.options
    if leaf is None or not isinstance(options, good_enough.Options):
        return None
    low, high = (1, options.cards) if options.cards else (options.low, options.high)
    return Reveal(
        key=_key(table),
        heading=_heading(table),
        low=say(low),
        high=say(high),
        marks=tuple(_marks(room, leaf, low, high, corrected(table))),
        absent=names(room, (seat for seat in table.record.players if seat not in leaf.plays)),
        sentences=sentences(room, leaf.because),
        brief=sentences(room, (because for because in leaf.because if "numbers" not in because.values)),
    )


def corrected(table: Table) -> frozenset[Seat]:
    """Return whose numbers or cards of the last reveal were corrected since."""
    counting = (row for row in reversed(table.rows) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def _marks(room: Room, leaf: Leaf, low: int, high: int, corrected: frozenset[Seat]) -> Iterator[Mark]:
    """Place every number on the axis, and a card of its own below it in even slots."""
    showed: dict[int, list[Seat]] = {}
    for seat, play in leaf.plays.items():
        showed.setdefault(play, []).append(seat)  # type: ignore[arg-type]
    for index, number in enumerate(sorted(showed)):
        yield Mark(
            number=say(number),
            at=AXIS * (number - low) // max(1, high - low),
            slot=AXIS * (2 * index + 1) // (2 * len(showed)),
            names=names(room, showed[number]),
            fate=number_fate(leaf, showed[number][0]),
            corrected=not corrected.isdisjoint(showed[number]),
        )


def number_fate(leaf: Leaf, seat: Seat) -> Literal["middle", "disqualified", "outside"]:
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
        heading=_heading(table),
        cards=tuple(_laid(room, table, leaf)),
        call=table.record.reveals[-1].call or "",
        sentences=sentences(room, leaf.because),
    )


def _laid(room: Room, table: Table, leaf: Leaf) -> Iterator[Laid]:
    """Put the cards in the order of their value; the same card is shown once, with all who laid it."""
    by_card: dict[Face, list[Seat]] = {}
    for seat, play in sorted(leaf.plays.items(), key=lambda each: order(table.record.game, each[1])):
        by_card.setdefault(shown(play), []).append(seat)
    for card, seats in by_card.items():
        game, fate = table.record.game, card_fate(table.record.game, leaf, seats[0])
        word = _word(game, leaf, fate)
        yield Laid(card, names(room, seats), fate, word, not corrected(table).isdisjoint(seats))


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
        name=names(room, [seat])[0],
        cards=tuple(shown(each.plays[seat]) for each in tricks),
        sum=round_.scores[seat],
        central=seat in saichugen.in_the_middle(round_.scores),
        kept=round_.kept[seat] if round_.finished else None,
    )
