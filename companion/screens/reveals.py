"""The last reveal: numbers on a line, or the cards of a trick, with the reason for each result."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import groupby

from companion.i18n.languages import gettext
from companion.i18n.messages import capitalize_first, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate
from companion.rules.median import middle
from companion.rules.results import Branch, Leaf, Node, ResultLeaf
from companion.screens import headings
from companion.screens.cards import CardFace, card_face
from companion.screens.naming import is_crowd, player_names, reason_sentences, some_names
from companion.screens.questions import AskedQuestion, asked_in
from companion.screens.struck import struck_last, struck_last_sentences

_MOST_NAMED = 2  # names in a sentence on the TV; the others are counted
_MOST_DISQUALIFIED = 2  # disqualified numbers with a sentence each on the TV; more are summarized

AXIS = 1000
"""The length of the number line, in the units of positions on it."""

_CROWD_CARDS = 11  # the most number cards of a crowd

_DOT_FATES: tuple[Fate, ...] = ("outside", "disqualified", "middle")  # in drawing order


@dataclass(frozen=True, slots=True)
class NumberMark:
    """A number with a card: its position on the axis, the position of its card, and its players."""

    number: str
    at: int
    slot: int
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: Fate
    corrected: bool = False
    gain: str = ""
    """The points of the number, with a sign; empty where it does not score."""


@dataclass(frozen=True, slots=True)
class NumberReveal:
    """A revealed round of numbers, with a sentence for every point given or not given.

    `dots` are the positions of all numbers on the axis, by fate; `marks` are the numbers with a card, in a
    crowd only those around the middle.
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
    """The sentences that the line does not show anyway, with few names in each."""
    asked: AskedQuestion | None = None
    """What the host had asked."""


@dataclass(frozen=True, slots=True)
class LaidCard:
    """A card of a trick, its players and its fate; `word` is the displayed fate."""

    card: CardFace
    seats: tuple[Seat, ...]
    names: tuple[str, ...]
    fate: Fate
    word: str
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class CardReveal:
    """The revealed cards, lowest first, with the reasons; `call` is the leader's call."""

    key: str
    heading: str
    cards: tuple[LaidCard, ...]
    call: str
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    caption: str = ""


@dataclass(frozen=True, slots=True)
class PlayerCards:
    """A player's open cards in a round of tricks; `kept` is None until the round is over."""

    seat: Seat
    name: str
    cards: tuple[CardFace, ...]
    sum: int
    central: bool
    kept: int | None


def latest_leaf(game: GameState | None) -> Leaf | None:
    """Return the result of the last reveal; None before the first one."""
    if game is None or not game.record.reveals:
        return None
    part: Node = game.score.root
    while isinstance(part, Branch) and (latest := part.showdown or part.parts):
        part = latest[-1]
    return part if isinstance(part, Leaf) else None


def absentees(game: GameState, leaf: Leaf) -> tuple[Seat, ...]:
    """Return who was in the game at the last reveal and presented nothing; nobody who has joined since."""
    players = next((each.players for each in reversed(game.rounds) if not each.void), ())
    return tuple(seat for seat in players if seat not in leaf.plays)


def reveal_heading(game: GameState) -> str:
    return capitalize_first(headings.latest_name(game))


def number_reveal(room: Room, game: GameState) -> NumberReveal | None:
    """Build the last reveal of numbers; None in a card game, and before the first reveal."""
    leaf, rules = latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is None:
        return None
    low, high = rules.number_line
    dots, marks = _dots_and_marks(
        room, rules, leaf, lambda number: AXIS * (number - low) // max(1, high - low), corrected_seats(game)
    )
    return NumberReveal(
        key=headings.reveal_key(game),
        heading=reveal_heading(game),
        low=format_value(low),
        high=format_value(high),
        dots=dots,
        marks=marks,
        absent=some_names(room, absentees(game, leaf)),
        sentences=_reasons(room, rules, leaf),
        brief=_reasons(room, rules, leaf, brief=True),
        asked=asked_in(rules, leaf, game.record.reveals[-1]),
    )


def _reasons(room: Room, rules: Game, leaf: Leaf, *, brief: bool = False) -> tuple[str, ...]:
    """Render the reasons for the points of a reveal; many disqualifications are summarized.

    `brief`: short enough to be read from far away, as the line and the cards show the rest.
    """
    shown = [each for each in leaf.reasons if not (brief and each.kind == "visible")]
    most = _MOST_NAMED if brief else None
    disqualifying = sum(each.kind == "disqualifying" for each in shown)
    summary = rules.disqualified_in_short(leaf)
    if (
        disqualifying <= (0 if is_crowd(room) else _MOST_DISQUALIFIED)
        or not (brief or is_crowd(room))
        or not summary
    ):
        return reason_sentences(room, shown, most)
    others = (each for each in shown if each.kind != "disqualifying")
    return (str(summary), *reason_sentences(room, others, most))


def corrected_seats(game: GameState) -> frozenset[Seat]:
    """Return the seats whose plays of the last reveal were corrected."""
    counting = (row for row in reversed(game.rounds) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def _dots_and_marks(
    room: Room, rules: Game, leaf: Leaf, at: Callable[[int], int], corrected: frozenset[Seat]
) -> tuple[Mapping[Fate, tuple[int, ...]], tuple[NumberMark, ...]]:
    """Return the dots of all numbers, and a mark for each number with a card, in even slots."""
    groups = tuple(_groups(rules, leaf))
    marked: Sequence[_Group] = groups
    if is_crowd(room):
        marked = _around_middle([each for each in groups if each.fate != "disqualified"] or groups)
    marks = (
        NumberMark(
            number=format_value(each.number),
            at=at(each.number),
            slot=AXIS * (2 * index + 1) // (2 * len(marked)),
            seats=() if is_crowd(room) else each.seats,
            names=some_names(room, each.seats),
            fate=each.fate,
            corrected=not corrected.isdisjoint(each.seats),
            gain=_gain(rules, leaf, each.seats[0]),
        )
        for index, each in enumerate(marked)
    )
    dots = {fate: tuple(at(each.number) for each in groups if each.fate == fate) for fate in _DOT_FATES}
    return dots, tuple(marks)


@dataclass(frozen=True, slots=True)
class _Group:
    """Players with the same number and the same fate."""

    number: int
    fate: Fate
    seats: tuple[Seat, ...]


def _groups(rules: Game, leaf: Leaf) -> Iterator[_Group]:
    """Yield the numbers in order; players with the same one are apart where a fraction parts them (G19)."""
    found = rules.fates(leaf)
    numbers, values = numbers_of(leaf), compared(rules, leaf)
    ordered = sorted(numbers, key=values.__getitem__)
    for (number, fate), seats in groupby(ordered, lambda seat: (numbers[seat], found.get(seat, "outside"))):
        yield _Group(number, fate, tuple(seats))


def _gain(rules: Game, leaf: Leaf, seat: Seat) -> str:
    """Return what a play brought, with a sign; empty where it brought nothing."""
    points = rules.outcome(leaf, seat).points
    return signed(points) if points and seat in leaf.winners else ""


def numbers_of(leaf: Leaf) -> Mapping[Seat, int]:
    """Return the numbers of a round."""
    return {seat: play for seat, play in leaf.plays.items() if isinstance(play, int)}


def compared(rules: Game, leaf: Leaf) -> Mapping[Seat, int | Fraction]:
    """Return the numbers of a round as they are compared: equal ones may have an order (G19)."""
    return {**numbers_of(leaf), **rules.counting_numbers(leaf)}


def targets(rules: Game, leaf: Leaf) -> tuple[Fraction, ...]:
    """Return what the numbers of a round are measured from, as they are compared, lowest first.

    The middle value, or both of them, or what they aim at; none where no number counts.
    """
    if aim := rules.aim(leaf):
        return (aim.target,)
    return middle(sorted(rules.counting_numbers(leaf).values()))


def signed(points: int) -> str:
    """Write points with their sign: `+1`."""
    return format_value(points) if points < 0 else f"+{format_value(points)}"


def _around_middle(groups: Sequence[_Group]) -> Sequence[_Group]:
    """Return the numbers that have a card in a crowd: those that score, and their neighbours.

    No other valid number is between two that score, so both are included.
    """
    scoring = [index for index, each in enumerate(groups) if each.fate == "middle"]
    centre = sum(scoring) // len(scoring) if scoring else len(groups) // 2
    first = max(0, min(centre - _CROWD_CARDS // 2, len(groups) - _CROWD_CARDS))
    return groups[first : first + _CROWD_CARDS]


def card_reveal(room: Room, game: GameState) -> CardReveal | None:
    """Build the last reveal of cards; None where there are numbers or results, and before the first one."""
    leaf, rules = latest_leaf(game), game.record.rules
    if leaf is None or not rules.shows_cards:
        return None
    return CardReveal(
        key=headings.reveal_key(game),
        heading=reveal_heading(game),
        cards=(*_laid_cards(room, game, leaf), *_struck_cards(room, game)),
        call=game.record.reveals[-1].call or "",
        sentences=(*reason_sentences(room, leaf.reasons), *struck_last_sentences(room, game)),
        brief=_reasons(room, rules, leaf, brief=True),
        caption=gettext(rules.reveal_caption) % {"heading": reveal_heading(game)},
    )


def _laid_cards(room: Room, game: GameState, leaf: Leaf) -> Iterator[LaidCard]:
    """Yield the cards that count in ascending order, each once, with all players who laid it."""
    rules, by_card = game.record.rules, dict[CardFace, list[Seat]]()
    for seat, play in sorted(leaf.plays.items(), key=lambda each: rules.sort_key(each[1])):
        by_card.setdefault(card_face(play), []).append(seat)
    for card, seats in by_card.items():
        outcome = rules.outcome(leaf, seats[0])
        is_corrected = not corrected_seats(game).isdisjoint(seats)
        yield LaidCard(
            card, tuple(seats), some_names(room, seats), outcome.fate, translate(outcome.word), is_corrected
        )


def _struck_cards(room: Room, game: GameState) -> Iterator[LaidCard]:
    """Yield the cards that lie there, and do not count."""
    corrected, word = corrected_seats(game), translate("struck")
    for each in struck_last(game):
        seat = each.player
        face, names = card_face(each.play), some_names(room, (seat,))
        yield LaidCard(face, (seat,), names, "struck", word, seat in corrected)


def open_cards(room: Room, game: GameState) -> tuple[PlayerCards, ...]:
    """Return the open cards of all players in the round of tricks that is or was last played."""
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


@dataclass(frozen=True, slots=True)
class EnteredScore:
    """What one player has in a result, and what that is, in a few words; `won`: the best there is."""

    seat: Seat
    name: str
    number: str
    word: str
    won: bool
    corrected: bool = False


@dataclass(frozen=True, slots=True)
class EnteredResult:
    """A hand or a round as it was entered, lowest first, with the reasons.

    `rows` are the players whose number says something: all, or who took the round.
    """

    key: str
    heading: str
    rows: tuple[EnteredScore, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...] = ()
    caption: str = ""


def entered_result(room: Room, game: GameState) -> EnteredResult | None:
    """Build the last result; None in a game that is not kept by results, and before the first one."""
    leaf, rules = latest_leaf(game), game.record.rules
    if leaf is None or not rules.keeps_results:
        return None
    heading = reveal_heading(game)
    return EnteredResult(
        key=headings.reveal_key(game),
        heading=heading,
        rows=tuple(_rows(room, game, leaf)),
        sentences=reason_sentences(room, leaf.reasons),
        brief=reason_sentences(room, [rules.round_headline(leaf)]) if leaf.finished else (),
        caption=translate("{heading}: the result", heading=heading),
    )


def _rows(room: Room, game: GameState, leaf: Leaf) -> Iterator[EnteredScore]:
    rules, corrected = game.record.rules, corrected_seats(game)
    scores = entered_scores(game, leaf)
    for seat in sorted(scores, key=scores.__getitem__):
        outcome = rules.outcome(leaf, seat) if leaf.finished else None
        yield EnteredScore(
            seat=seat,
            name=player_names(room, [seat])[0],
            number=format_value(scores[seat]),
            word=translate(outcome.word) if outcome else "",
            won=seat in leaf.winners,
            corrected=seat in corrected,
        )


def entered_scores(game: GameState, leaf: Leaf) -> dict[Seat, int]:
    """Return what players have in a result: the scores of a part, or the rounds of who took one (R3)."""
    if isinstance(leaf, ResultLeaf):
        return dict(leaf.scores)
    return {seat: game.record.rules.gain(leaf, seat) for seat in leaf.winners}
