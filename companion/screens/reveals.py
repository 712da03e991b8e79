"""The last reveal: numbers on a line, the cards of a trick or a result, with the reason for each."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import groupby, takewhile
from typing import Literal, NamedTuple

from companion.i18n.messages import capitalize_first, format_count, format_value, translate
from companion.room.events import Seat, Seats
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Fate
from companion.rules.plays import Numbers, Play
from companion.rules.results import Branch, Leaf, Node, PrizeRound, ResultLeaf, Scores
from companion.rules.standing import middle
from companion.screens import headings
from companion.screens.cards import CardFace, card_face
from companion.screens.naming import drawn_seats, is_crowd, player_names, reason_sentences, some_names
from companion.screens.questions import AskedQuestion, question_of_round
from companion.screens.voided import voided_last, voided_sentence
from companion.values import frozen

_MOST_NAMED = 2  # names in a sentence on the TV; the others are counted
_MOST_DISQUALIFIED = 2  # disqualified numbers with a sentence each on the TV; more are summarized
_CROWD_CARDS = 11  # the most number cards of a crowd

AXIS = 1000
"""The length of the number line, in the units of positions on it."""


class ShownPlay(NamedTuple):
    """A number or card that was presented, or a result, with all its players and what became of it.

    `word` is displayed: what became of it, or the points of a number, with a sign. `at` is the position of a
    number on the axis.
    """

    face: CardFace
    seats: Seats
    names: tuple[str, ...]
    fate: Fate
    word: str
    corrected: bool
    at: int


class _Shown(NamedTuple):
    """What is shown: a play, all who presented it, what became of it, and the word for that."""

    play: Play
    seats: Sequence[Seat]
    fate: Fate
    word: str
    at: int = 0


RevealKind = Literal["numbers", "cards", "results"]
RevealLook = Literal["few", "some", "many", "trick few", "trick", "entered few", "entered some"]


@frozen
class RevealView:
    """A revealed round, with a sentence for every point given or not given.

    `plays` are in order, lowest first: the cards or results, or the numbers that have a card, in a crowd only
    those around the middle; `dots` are the positions of all numbers on a line from `low` to `high`, by fate.
    `brief` are the sentences that the picture does not show anyway, with few names in each. `call` is the
    leader's call, `question` what the host had asked.
    """

    kind: RevealKind
    key: str
    heading: str
    plays: tuple[ShownPlay, ...]
    sentences: tuple[str, ...]
    brief: tuple[str, ...]
    call: str
    question: AskedQuestion | None
    low: str
    high: str
    dots: Mapping[Fate, tuple[int, ...]]

    @property
    def look(self) -> RevealLook:
        """The classes of its cards, which are smaller where they are many, or their numbers long."""
        count, looks = len(self.plays), _LOOKS[self.kind]
        longest = max((len(play.face.sign) for play in self.plays), default=1)
        letters = count * longest if self.kind == "numbers" else 0
        if count < 7 and letters < 21:
            return looks[0]
        return looks[1] if count < 13 and letters < 40 else looks[2]


_LOOKS: Mapping[RevealKind, tuple[RevealLook, RevealLook, RevealLook]] = {
    "numbers": ("few", "some", "many"),
    "cards": ("trick few", "trick", "trick"),
    "results": ("entered few", "entered some", "entered some"),
}
"""Words of the style sheet for few, some and many cards."""


def last_reveal(room: Room, game: GameState) -> RevealView | None:
    """Build the last reveal of a game; None before the first one."""
    leaf, rules = latest_leaf(game), game.rules
    if leaf is None:
        return None
    kind: RevealKind = "results" if rules.keeps_results else "numbers" if rules.number_line else "cards"
    low, high = game.reveals[-1].range or rules.number_line or (0, 0)
    shown = [*_SHOWN[kind](game, leaf)]
    drawn = _around_middle(shown) if kind == "numbers" and is_crowd(room) else shown
    sentences, brief = _sentences(room, game, leaf, kind)
    return RevealView(
        kind=kind,
        key=headings.reveal_key(game),
        heading=capitalize_first(headings.latest_name(game)),
        plays=tuple(_shown_plays(room, game, drawn, kind)),
        sentences=sentences,
        brief=brief,
        call=game.reveals[-1].call or "",
        question=question_of_round(rules, leaf, game.reveals[-1]),
        low=format_value(low),
        high=format_value(high),
        dots={fate: tuple(each.at for each in shown if each.fate == fate) for fate in _DOT_FATES},
    )


def _shown_plays(
    room: Room, game: GameState, drawn: Iterable[_Shown], kind: RevealKind
) -> Iterator[ShownPlay]:
    corrected = corrected_seats(game)
    for play, seats, fate, word, at in drawn:
        yield ShownPlay(
            face=card_face(play),
            seats=drawn_seats(room, seats) if kind == "numbers" else tuple(seats),
            names=some_names(room, seats),
            fate=fate,
            word=word,
            corrected=not corrected.isdisjoint(seats),
            at=at,
        )


_DOT_FATES: tuple[Fate, ...] = ("outside", "disqualified", "scored")  # in drawing order


def _numbers(game: GameState, leaf: Leaf) -> Iterator[_Shown]:
    """Yield the numbers in order; players with the same one are apart where a fraction parts them (G19)."""
    rules = game.rules
    low, high = game.reveals[-1].range or rules.number_line or (0, 0)
    fates, numbers, values = rules.fates(leaf), numbers_of(leaf), compared(rules, leaf)
    winners = frozenset(leaf.winners)
    ordered = sorted(numbers, key=values.__getitem__)
    for (number, fate), found in groupby(ordered, lambda seat: (numbers[seat], fates.get(seat, "outside"))):
        seats = tuple(found)
        points = rules.gain(leaf, seats[0]) if seats[0] in winners else 0
        word = translate("out") if fate == "disqualified" else signed(points) if points else ""
        yield _Shown(number, seats, fate, word, AXIS * (number - low) // max(1, high - low))


def _cards(game: GameState, leaf: Leaf) -> Iterator[_Shown]:
    """Yield the cards that count in ascending order, each once, then those that lie there and do not."""
    rules, by_card = game.rules, dict[Play, list[Seat]]()
    for seat, play in sorted(leaf.plays.items(), key=lambda each: rules.sort_key(each[1])):
        by_card.setdefault(play, []).append(seat)
    for play, seats in by_card.items():
        outcome = rules.outcome(leaf, seats[0])
        yield _Shown(play, seats, outcome.fate, translate(outcome.word))
    for voided_play in voided_last(game):
        yield _Shown(voided_play.play, (voided_play.player,), "struck", translate("struck"))


def _results(game: GameState, leaf: Leaf) -> Iterator[_Shown]:
    """Yield the scores of a part, or the rounds of who took one (R3); the others' number says nothing."""
    rules = game.rules
    scores: Scores = {seat: rules.gain(leaf, seat) for seat in leaf.winners}
    if isinstance(leaf, ResultLeaf):
        scores = leaf.scores
    for seat in sorted(scores, key=scores.__getitem__):
        word = translate(rules.outcome(leaf, seat).word) if leaf.finished else ""
        yield _Shown(scores[seat], (seat,), "won" if seat in leaf.winners else "outside", word)


_SHOWN = {"numbers": _numbers, "cards": _cards, "results": _results}


def _around_middle(numbers: Sequence[_Shown]) -> Sequence[_Shown]:
    """Return the numbers with a card in a crowd: those that score, and the valid ones beside them."""
    valid = [number for number in numbers if number.fate != "disqualified"] or numbers
    scoring = [index for index, each in enumerate(valid) if each.fate == "scored"]
    centre = sum(scoring) // len(scoring) if scoring else len(valid) // 2
    first = max(0, min(centre - _CROWD_CARDS // 2, len(valid) - _CROWD_CARDS))
    return valid[first : first + _CROWD_CARDS]


def _sentences(
    room: Room, game: GameState, leaf: Leaf, kind: RevealKind
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return all sentences of a reveal, and those for the TV in brief."""
    rules = game.rules
    every = _reasons(room, rules, leaf)
    if kind == "results":
        return every, reason_sentences(room, [rules.round_headline(leaf)]) if leaf.finished else ()
    voided = voided_last(game) if kind == "cards" else ()
    told = (capitalize_first(voided_sentence(room, voided_play)) for voided_play in voided)
    return (*every, *told), _reasons(room, rules, leaf, brief=True)


def _reasons(room: Room, rules: Game, leaf: Leaf, *, brief: bool = False) -> tuple[str, ...]:
    """Render the reasons for the points of a reveal; many disqualifications are summarized.

    `brief`: short enough to be read from far away, as the line and the cards show the rest.
    """
    reasons = [reason for reason in leaf.reasons if not (brief and reason.kind == "visible")]
    others = [reason for reason in reasons if reason.kind != "disqualifying"]
    is_many = len(reasons) - len(others) > (0 if is_crowd(room) else _MOST_DISQUALIFIED)
    most = _MOST_NAMED if brief else None
    if is_many and (brief or is_crowd(room)):
        summary = format_count(
            [*rules.fates(leaf).values()].count("disqualified"),
            "{n} player picked what somebody else picked too: out.",
            "{n} players picked what somebody else picked too: out.",
        )
        return (summary, *reason_sentences(room, others, most))
    return reason_sentences(room, reasons, most)


def latest_leaf(game: GameState | None) -> Leaf | None:
    """Return the result of the last reveal; None before the first one."""
    if game is None or not game.reveals:
        return None
    part: Node = game.root
    while isinstance(part, Branch) and (latest := part.showdown or part.parts):
        part = latest[-1]
    return part if isinstance(part, Leaf) else game.root.entered


def cards_in_pool(game: GameState) -> int:
    """Return how many cards lie in the pool: of all who were there in tied rounds (D6, R5), or prizes."""
    tied = takewhile(lambda leaf: not leaf.winners, reversed(tuple(game.score.leaves())))
    return sum(1 if isinstance(leaf, PrizeRound) else len(leaf.plays) for leaf in tied if leaf.finished)


def absentees(game: GameState, leaf: Leaf) -> Seats:
    """Return who was in the game at the last reveal and presented nothing; nobody who has joined since."""
    players = next((played.players for played in reversed(game.rounds) if not played.void), ())
    return tuple(seat for seat in players if seat not in leaf.plays)


def corrected_seats(game: GameState) -> frozenset[Seat]:
    """Return the seats whose plays of the last reveal were corrected."""
    counting = (row for row in reversed(game.rounds) if not row.void)
    return next((row.corrected for row in counting), frozenset())


def numbers_of(leaf: Leaf) -> Numbers:
    """Return the numbers of a round."""
    return {seat: play for seat, play in leaf.plays.items() if isinstance(play, int)}


def compared(rules: Game, leaf: Leaf) -> Mapping[Seat, int | Fraction]:
    """Return the numbers of a round as they are compared: equal ones may have an order (G19)."""
    parted = {seat: number for seat, number in rules.counting_numbers(leaf).items() if number.denominator > 1}
    return {**numbers_of(leaf), **parted}


def targets(rules: Game, leaf: Leaf) -> tuple[Fraction, ...]:
    """Return what a round's numbers are measured from: the middle, one or both, or the target (G10)."""
    if target := rules.mean_target(leaf):
        return (target.number,)
    return middle(sorted(rules.counting_numbers(leaf).values()))


def signed(points: int) -> str:
    """Write points with their sign: `+1`."""
    return format_value(points) if points < 0 else f"+{format_value(points)}"


@frozen
class PlayerCards:
    """A player's open cards in a round of tricks; `kept` is None until the round is over."""

    seat: Seat
    name: str
    cards: tuple[CardFace, ...]
    sum: int
    central: bool
    kept: int | None


def open_cards(room: Room, game: GameState) -> tuple[PlayerCards, ...]:
    """Return the open cards of all players in the round of tricks that is or was last played."""
    latest = [part for _, part in headings.latest_parts(game)]
    return tuple(
        PlayerCards(
            card.player,
            player_names(room, [card.player])[0],
            tuple(map(card_face, card.cards)),
            card.sum,
            central=card.is_middle,
            kept=card.kept,
        )
        for card in game.rules.open_cards(latest)
    )
