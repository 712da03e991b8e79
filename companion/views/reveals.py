"""What was revealed last: numbers on their line, or the cards of a trick, with a reason for each."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from companion.i18n.languages import gettext
from companion.i18n.messages import capitalize_first, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Fate, Game
from companion.rules.results import Leaf
from companion.views import headings
from companion.views.cards import CardFace, card_face
from companion.views.naming import is_crowd, player_names, reason_sentences, some_names

_MOST_NAMED = 2  # people in a sentence on the TV, before the others are counted
_MOST_STRUCK = 2  # numbers whose disqualification has a sentence of its own on the TV

AXIS = 1000
"""The length of the number line in the units in which marks stand on it."""

_CARDS = 11  # below the line of a crowd's numbers

_ON_LINE: tuple[Fate, ...] = ("outside", "disqualified", "middle")  # the middle lies on top


@dataclass(frozen=True, slots=True)
class NumberMark:
    """A number of a reveal that has a card: its place on the axis, the card's slot, and who showed it."""

    number: str
    at: int
    slot: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: Fate
    corrected: bool = False
    gain: str = ""
    """What the number brought, with its sign; empty where it does not score."""


@dataclass(frozen=True, slots=True)
class NumberReveal:
    """A round of numbers that was revealed, with a sentence for every point given or not given.

    `dots` are the places of all numbers on the axis, by what became of them; `marks` are those that have
    a card, which of many numbers only those in the middle have.
    """

    key: str
    heading: str
    low: str
    high: str
    dots: Mapping[Fate, tuple[int, ...]]
    marks: tuple[NumberMark, ...]
    absent: tuple[str, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    """The sentences without those that only say what the line shows, and with few names in each."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick, who laid it, and what became of it: `word` is to be shown."""

    card: CardFace
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: Fate
    word: str
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class CardReveal:
    """Cards that were revealed, lowest first, with the reasons; `call` is what the leader had called."""

    key: str
    heading: str
    cards: tuple[LaidCard, ...]
    call: str
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """What a player has open in a round of tricks: `kept` is None until the round is over."""

    seat: Seat
    name: str
    cards: tuple[CardFace, ...]
    sum: int
    central: bool
    kept: int | None


def latest_leaf(game: GameState | None) -> Leaf | None:
    """Return the result of the last reveal."""
    if game is None or not game.record.reveals:
        return None
    leaf = headings.latest_parts(game)[-1][1]
    return leaf if isinstance(leaf, Leaf) else None


def _key(game: GameState) -> str:
    return f"reveal-{game.number}-{len(game.record.reveals)}"


def reveal_heading(game: GameState) -> str:
    return capitalize_first(headings.latest_parts(game)[-1][0])


def number_reveal(room: Room, game: GameState) -> NumberReveal | None:
    """Show the last round of numbers; None where cards are shown, and before there was one."""
    leaf, rules = latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is None:
        return None
    low, high = rules.number_line
    dots, marks = _placed(
        room, rules, leaf, lambda number: AXIS * (number - low) // max(1, high - low), corrected_seats(game)
    )
    return NumberReveal(
        key=_key(game),
        heading=reveal_heading(game),
        low=format_value(low),
        high=format_value(high),
        dots=dots,
        marks=marks,
        absent=some_names(room, (seat for seat in game.record.players if seat not in leaf.plays)),
        sentences=_reasons(room, rules, leaf),
        brief=_reasons(room, rules, leaf, brief=True),
    )


def _reasons(room: Room, rules: Game, leaf: Leaf, *, brief: bool = False) -> tuple[str, ...]:
    """Say why each player got a point or not; of many disqualified only how many they are.

    `brief`: in so few words that it can be read from far away, as the line and the cards show the rest.
    """
    shown = [each for each in leaf.reasons if not (brief and each.kind == "visible")]
    most = _MOST_NAMED if brief else None
    disqualifying = sum(each.kind == "disqualifying" for each in shown)
    in_short = rules.disqualified_in_short(leaf)
    if (
        disqualifying <= (0 if is_crowd(room) else _MOST_STRUCK)
        or not (brief or is_crowd(room))
        or not in_short
    ):
        return reason_sentences(room, shown, most)
    others = (each for each in shown if each.kind != "disqualifying")
    return (str(in_short), *reason_sentences(room, others, most))


def corrected_seats(game: GameState) -> frozenset[Seat]:
    """Return whose numbers or cards of the last reveal were corrected since."""
    counting = (row for row in reversed(game.rounds) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def _placed(
    room: Room, rules: Game, leaf: Leaf, at: Callable[[int], int], corrected: frozenset[Seat]
) -> tuple[Mapping[Fate, tuple[int, ...]], tuple[NumberMark, ...]]:
    """Place every number on the axis, and a card below it in even slots; those of a crowd for the middle."""
    showed, found = _showed(leaf), rules.fates(leaf)
    numbers = sorted(showed)
    fate = {number: found.get(showed[number][0], "outside") for number in numbers}
    carded = numbers
    if is_crowd(room):
        carded = _central([number for number in numbers if fate[number] != "disqualified"] or numbers, leaf)
    marks = (
        NumberMark(
            number=format_value(number),
            at=at(number),
            slot=AXIS * (2 * index + 1) // (2 * len(carded)),
            seats=() if is_crowd(room) else tuple(showed[number]),
            names=some_names(room, showed[number]),
            fate=fate[number],
            corrected=not corrected.isdisjoint(showed[number]),
            gain=_signed(rules.outcome(leaf, showed[number][0]).points or 0)
            if fate[number] == "middle"
            else "",
        )
        for index, number in enumerate(carded)
    )
    dots = {each: tuple(at(number) for number in numbers if fate[number] == each) for each in _ON_LINE}
    return dots, tuple(marks)


def _signed(points: int) -> str:
    return format_value(points) if points < 0 else f"+{format_value(points)}"


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


def card_reveal(room: Room, game: GameState) -> CardReveal | None:
    """Show the cards revealed last; None where numbers are shown, and before there were any."""
    leaf, rules = latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is not None:
        return None
    return CardReveal(
        key=_key(game),
        heading=reveal_heading(game),
        cards=tuple(_laid(room, game, leaf)),
        call=game.record.reveals[-1].call or "",
        sentences=reason_sentences(room, leaf.reasons),
        brief=_reasons(room, rules, leaf, brief=True),
        caption=gettext(rules.reveal_caption) % {"heading": reveal_heading(game)},
    )


def _laid(room: Room, game: GameState, leaf: Leaf) -> Iterator[LaidCard]:
    """Put the cards in the order of their value; the same card is shown once, with all who laid it."""
    rules, by_card = game.record.rules, dict[CardFace, list[Seat]]()
    for seat, play in sorted(leaf.plays.items(), key=lambda each: rules.sort_key(each[1])):
        by_card.setdefault(card_face(play), []).append(seat)
    for card, seats in by_card.items():
        outcome = rules.outcome(leaf, seats[0])
        is_corrected = not corrected_seats(game).isdisjoint(seats)
        yield LaidCard(
            card, tuple(seats), some_names(room, seats), outcome.fate, translate(outcome.word), is_corrected
        )


def open_cards(room: Room, game: GameState) -> tuple[PlayerCards, ...]:
    """Show what everybody has open in the round of tricks that is going on, or has just ended."""
    latest = [part for _, part in headings.latest_parts(game)]
    return tuple(
        PlayerCards(
            seat=each.player,
            name=player_names(room, [each.player])[0],
            cards=tuple(map(card_face, each.cards)),
            sum=each.sum,
            central=each.is_middle,
            kept=each.kept,
        )
        for each in game.record.rules.open_cards(latest)
    )
