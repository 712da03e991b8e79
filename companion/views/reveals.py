"""What was revealed last: numbers on their line, or the cards of a trick, with a reason for each."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal

from companion.i18n.messages import capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games import (
    good_enough,
    good_enough_options,
    median_game,
    mediocrity,
    number_rounds,
    order,
    saichugen,
)
from companion.rules.results import Leaf, Reason
from companion.views import headings
from companion.views.cards import CardFace, card_face
from companion.views.naming import is_crowd, player_names, reason_sentences, some_names

_MOST_NAMED = 2  # people in a sentence on the TV, before the others are counted
_MOST_STRUCK = 2  # numbers whose disqualification has a sentence of its own on the TV

AXIS = 1000
"""The length of the number line in the units in which marks stand on it."""

_CARDS = 11  # below the line of a crowd's numbers

NumberFate = Literal["middle", "disqualified", "outside"]
_FATES: tuple[NumberFate, ...] = ("outside", "disqualified", "middle")  # the middle lies on top
Fate = Literal["discarded", "kept", "won", "turned down", "tied", "outside"]


@dataclass(frozen=True, slots=True)
class NumberMark:
    """A number of a reveal that has a card: its place on the axis, the card's slot, and who showed it."""

    number: str
    at: int
    slot: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: NumberFate
    corrected: bool = False


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
    dots: Mapping[NumberFate, tuple[int, ...]]
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


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What a player has open in a round of Saichugen (S4): `kept` is None until the round is over."""

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
    """Show the last round of numbers; None in the card games, and before there was one."""
    leaf, options = latest_leaf(game), game.record.options
    if leaf is None or not isinstance(options, good_enough_options.GoodEnoughOptions):
        return None
    low, high = (1, options.cards) if options.cards else (options.low, options.high)
    dots, marks = _placed(
        room, leaf, lambda number: AXIS * (number - low) // max(1, high - low), corrected_seats(game)
    )
    return NumberReveal(
        key=_key(game),
        heading=reveal_heading(game),
        low=format_value(low),
        high=format_value(high),
        dots=dots,
        marks=marks,
        absent=some_names(room, (seat for seat in game.record.players if seat not in leaf.plays)),
        sentences=_reasons(room, leaf),
        brief=_reasons(room, leaf, brief=True),
    )


def _reasons(room: Room, leaf: Leaf, *, brief: bool = False) -> tuple[str, ...]:
    """Say why each player got a point or not; of many only how many picked what others picked (G3).

    `brief`: in so few words that it can be read from far away, as the line and the cards show the rest.
    """
    reason = [each for each in leaf.reasons if not (brief and _can_be_seen(leaf, each))]
    most = _MOST_NAMED if brief else None
    struck = sum(each.rule == "G3" for each in reason)
    if struck <= (0 if is_crowd(room) else _MOST_STRUCK) or not (brief or is_crowd(room)):
        return reason_sentences(room, reason, most)
    assert isinstance(leaf, number_rounds.NumberRound)  # noqa: S101 - no other game strikes anything out
    same = format_count(
        len(leaf.disqualified),
        "{n} player picked what somebody else picked too: disqualified.",
        "{n} players picked what somebody else picked too: disqualified.",
    )
    return (same, *reason_sentences(room, (each for each in reason if each.rule != "G3"), most))


def _can_be_seen(leaf: Leaf, reason: Reason) -> bool:
    """Tell whether a reason only says what stands on the line, or at the cards: who leads, what goes back."""
    if isinstance(leaf, number_rounds.NumberRound):
        return "numbers" in reason.values
    return reason.rule in {"M5", "D3", "D7"}


def corrected_seats(game: GameState) -> frozenset[Seat]:
    """Return whose numbers or cards of the last reveal were corrected since."""
    counting = (row for row in reversed(game.rounds) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def _placed(
    room: Room, leaf: Leaf, at: Callable[[int], int], corrected: frozenset[Seat]
) -> tuple[Mapping[NumberFate, tuple[int, ...]], tuple[NumberMark, ...]]:
    """Place every number on the axis, and a card below it in even slots; those of a crowd for the middle."""
    showed, found = _showed(leaf), fates(leaf)
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
    disqualified = leaf.disqualified if isinstance(leaf, number_rounds.NumberRound) else ()
    return found | dict.fromkeys(disqualified, "disqualified")


def number_fate(leaf: Leaf, seat: Seat) -> NumberFate:
    """Say what became of a player's number."""
    if isinstance(leaf, number_rounds.NumberRound) and seat in leaf.disqualified:
        return "disqualified"
    return "middle" if seat in leaf.winners else "outside"


def card_reveal(room: Room, game: GameState) -> CardReveal | None:
    """Show the cards revealed last; None where numbers are shown, and before there were any."""
    leaf = latest_leaf(game)
    if leaf is None or game.record.game == good_enough.NAME:
        return None
    return CardReveal(
        key=_key(game),
        heading=reveal_heading(game),
        cards=tuple(_laid(room, game, leaf)),
        call=game.record.reveals[-1].call or "",
        sentences=reason_sentences(room, leaf.reasons),
        brief=_reasons(room, leaf, brief=True),
    )


def _laid(room: Room, state: GameState, leaf: Leaf) -> Iterator[LaidCard]:
    """Put the cards in the order of their value; the same card is shown once, with all who laid it."""
    by_card: dict[CardFace, list[Seat]] = {}
    for seat, play in sorted(leaf.plays.items(), key=lambda each: order(state.record.game, each[1])):
        by_card.setdefault(card_face(play), []).append(seat)
    for card, seats in by_card.items():
        game, fate = state.record.game, card_fate(state.record.game, leaf, seats[0])
        word = _word(game, leaf, fate)
        is_corrected = not corrected_seats(state).isdisjoint(seats)
        yield LaidCard(card, tuple(seats), some_names(room, seats), fate, word, is_corrected)


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
            return translate("repeated: discarded") if is_repeated(leaf) else translate("between: discarded")
        case "kept":
            return translate("back to the hand")
        case "turned down":
            return translate("turned down")
        case "won":
            return translate("stays open") if game == saichugen.NAME else translate("wins")
        case "tied":
            return translate("tied")
    return ""


def is_repeated(leaf: Leaf) -> bool:
    """Tell whether a trick of Mediocrity discards cards because they are repeated (M4)."""
    return any(reason.rule == "M4" for reason in leaf.reasons)


def tied(leaf: Leaf) -> tuple[Seat, ...]:
    """List who laid the card that would have won a tied round of Median game (D4, D5)."""
    if leaf.winners or not isinstance(leaf, median_game.MedianGameRound):
        return ()
    return next((each.players for each in leaf.reasons if "rank" in each.values), ())


def open_cards(room: Room, game: GameState) -> tuple[OpenCards, ...]:
    """Show what everybody has open in the round of Saichugen that is going on, or has just ended."""
    round_ = next(
        (part for _, part in headings.latest_parts(game) if isinstance(part, saichugen.SaichugenRound)), None
    )
    return tuple(_open(room, round_, seat) for seat in round_.scores) if round_ else ()


def _open(room: Room, round_: saichugen.SaichugenRound, seat: Seat) -> OpenCards:
    tricks = (part for part in round_.parts if isinstance(part, Leaf) and seat in part.winners)
    return OpenCards(
        seat=seat,
        name=player_names(room, [seat])[0],
        cards=tuple(card_face(each.plays[seat]) for each in tricks),
        sum=round_.scores[seat],
        central=seat in saichugen.middle_players(round_.scores),
        kept=round_.kept[seat] if round_.finished else None,
    )
