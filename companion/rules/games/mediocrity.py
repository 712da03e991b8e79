"""Mediocrity: all players hold the same cards and lay one each; mediocre ones are discarded (M1 to M8)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, PluralTemplate, Text
from companion.rules.cards import RANKS, Card, card_sign
from companion.rules.games.contract import Game, GameRun, Record
from companion.rules.games.deck import Deck, DeckCards, Laid, Place
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Staging, WinningRule
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FanFigure,
    FloorFigure,
    GroundFigure,
    GuestFigure,
    HoleFigure,
    LampFigure,
    Lesson,
    Panel,
    StepFigure,
    TextFigure,
)
from companion.rules.games.tricks import TrickGameRun
from companion.rules.results import Branch, Kind, Leaf, NextRound, PlayerId, Position, Reason, Reveal, Score
from companion.rules.text_table import align_columns, play_cells, score_row

_DECK = Deck()
_HAND = tuple(map(Card, RANKS))
_VALUES = {rank: value for value, rank in enumerate(RANKS)}

_BETWEEN = Panel(
    N_("Cards in between|are gone."),
    N_("2, 7, jack, queen: the 7 and the jack fall through a trapdoor"),
    (
        LampFigure(spread=52, ground=83),
        HoleFigure(52, 108, 82),
        CardFigure(69, 94, 19, "7", -10),
        CardFigure(92, 97, 19, "J", 12),
        GroundFigure(52, 108, 82),
        GuestFigure(1, 16, 82, 18),
        CardFigure(38, 82, 19, "2", -4),
        CardFigure(122, 82, 19, "Q", 4),
        GuestFigure(7, 144, 82, 18),
    ),
)
_FEWEST = Panel(
    N_("Fewest left scores.|None left doesn't."),
    N_("A guest without cards sleeps, one with four is in the dark; one with one card stands in the light"),
    (
        LampFigure(spread=44),
        FloorFigure(),
        GuestFigure(1, 26, FLOOR, 25, "shut", turn=-8, opacity=0.75),
        FanFigure(80, 62, 15, 1),
        StepFigure(80, FLOOR, 26, 7, is_middle=True),
        GuestFigure(2, 80, 81, 26, "open", lit=True),
        FanFigure(134, 66, 14, 4),
        GuestFigure(7, 134, FLOOR, 25),
        TextFigure(26, 52, "0", 15, "dim"),
    ),
)
_TOO_MANY = (
    LampFigure(),
    FloorFigure(),
    StepFigure(30, FLOOR, 32, 14, "1"),
    StepFigure(130, FLOOR, 32, 32, "4", 15),
    StepFigure(80, FLOOR, 34, 22, "3", 16, is_middle=True),
    GuestFigure(4, 30, 74, 20),
    GuestFigure(8, 130, 56, 20, "shut"),
    GuestFigure(3, 80, 66, 28, "open", lit=True),
)
_SEEN_AT_THE_END = N_("Three steps with points, by height; the middle one is in the light")
_FOUR_ARE_TOO_MANY = Panel(N_("4 points are too|many. 3 win."), _SEEN_AT_THE_END, _TOO_MANY)
_TARGET_IS_TOO_MANY = Panel(N_("Who reaches the|target cannot win."), _SEEN_AT_THE_END, _TOO_MANY)

_EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 42, 76),
        HoleFigure(29, 71, 76, has_doors=False),
        CardFigure(50, 93, 25, "7", -8),
        GroundFigure(29, 71, 76),
        GuestFigure(4, 15, 76, 23, "right"),
        GuestFigure(5, 85, 76, 23, "left"),
    )
)


@dataclass(frozen=True)
class Mediocrity(Game):
    """Mediocrity with its options (M7); raises `Refused` for options that the rules do not allow."""

    name: ClassVar[str] = "mediocrity"
    title: ClassVar[str] = N_("Mediocrity")
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 8
    source: ClassVar[str] = N_(
        "Card rules by Greg Weidman, after a guessing game by Douglas Hofstadter in “Metamagical Themas”."
    )
    how_to: ClassVar[tuple[str, ...]] = (
        N_(
            "Everybody holds the same 13 cards, ace low to king high, and lays one in secret; "
            "all are shown at once."
        ),
        N_(
            "Cards strictly between the lowest and the highest are discarded; the others go back to the hand."
        ),
        N_("If no card is in between, the cards that two or more laid are discarded."),
        N_("When somebody runs out, those with the fewest cards left, but not none, get 1 point each."),
        N_("When somebody reaches the target, whoever has the most points below it wins."),
        N_("It is best with 3 or 4 players. Up to 8 can play, but that is less fun."),
    )
    staging: ClassVar[Staging] = "trapdoor"

    emblem: ClassVar[Emblem] = _EMBLEM
    in_short: ClassVar[str] = N_("cards, 3 or 4")

    target: int = option(4, N_("Target"), N_("Who reaches it ends the game, and cannot win it."))

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 999:
            raise Refused("the target is 1 to 999 points, not {target}", target=self.target)

    @property
    def lesson(self) -> Lesson:
        """See M3, M6 and M8."""
        end = _FOUR_ARE_TOO_MANY if self.target == 4 else _TARGET_IS_TOO_MANY
        return Lesson(N_("Everybody holds A to K and lays a card."), (_BETWEEN, _FEWEST, end))

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of tricks."""
        return _MediocrityRun(record).start()

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See M3 to M5."""
        if player not in leaf.winners:
            return Outcome("kept", "taken back", word=N_("back to the hand"), verdict=N_("Back in your hand"))
        word = N_("repeated: discarded") if _is_repeated(leaf) else N_("between: discarded")
        return Outcome("discarded", "discarded", word=word, verdict=N_("Rid of it"))

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        card = {"card": card_sign(leaf.plays[player])}
        if player not in leaf.winners:
            return Reason("M5", "Your {card} goes back to the hand", (), card)
        if _is_repeated(leaf):
            return Reason("M4", "Your {card} is repeated: discarded", (), card)
        return Reason("M3", "Your {card} is between: discarded", (), card)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Name the cards that are discarded, lowest first (M3, M4)."""
        discarded = sorted((leaf.plays[player] for player in leaf.winners), key=self.sort_key)
        ranks = {"cards": tuple(card.rank for card in discarded if isinstance(card, Card))}
        if _is_repeated(leaf):
            return Reason("M4", "Nothing in between: {cards} are gone", leaf.winners, ranks)
        return Reason("M3", PluralTemplate("{cards} is gone", "{cards} are gone"), leaf.winners, ranks)

    def part_headline(self, part: Branch) -> Reason:
        """Say who has the fewest cards, but not none, and gets the point (M6)."""
        if not part.winners:
            return Reason("M6", N_("Nobody gets the point") if 0 in part.scores.values() else N_("No points"))
        left = {"left": Count(part.scores[part.winners[0]], "{n} card left", "{n} cards left")}
        template = PluralTemplate("{left}: {players}’s point", "{left}: a point each for {players}")
        return Reason("M6", template, part.winners, left)

    def part_word(self, part: Branch, player: PlayerId) -> str:
        """See M6."""
        if player in part.winners:
            return N_("fewest, not none")
        if not part.scores[player]:
            return N_("none left: too good")
        return N_("too many left") if part.winners else ""

    def counts_cards(self, kind: Kind) -> bool:
        """A hand is decided by the cards left (M6)."""
        return kind == "hand"

    def tally_label(self, level: Branch) -> Text:
        """See M8."""
        if level.kind == "hand":
            return super().tally_label(level)
        return Text(N_("{target} is too many"), {"target": self.target})

    def too_many(self, level: Branch) -> int | None:
        """See M8."""
        return self.target if level.kind == "game" else None

    def score_label(self, kind: Kind) -> str:
        return N_("cards left") if kind == "hand" else N_("points")

    def winning_rule(self, level: Branch) -> WinningRule:  # noqa: ARG002
        """The most points below the target win (M8)."""
        label = Text("the most below {target}", {"target": self.target})
        return WinningRule(label, lambda scores: (max(score for score in scores if score < self.target),))

    @property
    def middle_wins(self) -> bool:
        """True: the most points win only below the target, so being too good loses (M8)."""
        return True

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Write a row a trick, with the cards left and the point of each hand."""
        rows: list[list[str]] = []
        for number, hand in enumerate(score.root.parts, 1):
            rows.append([f"hand {number}", *record.players])
            if isinstance(hand, Branch):
                rows += [[f"trick {n}", *cells] for n, cells in enumerate(_trick_cells(hand, record), 1)]
                rows.append(score_row("cards left", hand.scores, record.players))
            rows.append(["point", *("1 " if player in hand.winners else "" for player in record.players)])
        rows.append(["game", *record.players])
        rows.append(score_row("points", score.root.scores, record.players))
        yield from align_columns(rows)
        yield "* discarded"


def mediocre(plays: Mapping[PlayerId, Card]) -> tuple[PlayerId, ...]:
    """Return the players whose cards are discarded: those in between (M3), else the repeated ones (M4)."""
    values = {player: _VALUES[card.rank] for player, card in plays.items()}
    lowest, highest = min(values.values()), max(values.values())
    between = tuple(player for player, value in values.items() if lowest < value < highest)
    times = Counter(values.values())
    return between or tuple(player for player, value in values.items() if times[value] > 1)


class _MediocrityRun(TrickGameRun):
    """The state while it is played: the hands over, and the tricks and cards of the current one."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.hands: list[Branch] = []
        self.points = Counter(dict.fromkeys(self.players, 0))
        self._deal_hands()

    def copy(self) -> Self:
        other = super().copy()
        other.held = {player: cards.copy() for player, cards in self.held.items()}
        other.spent = {player: cards.copy() for player, cards in self.spent.items()}
        return other

    def _deal_hands(self) -> None:
        """Give every player all 13 cards (M1, M7)."""
        self.tricks: list[Leaf] = []
        self.held = {player: dict.fromkeys(_HAND) for player in self.players}
        self.spent: dict[PlayerId, dict[Card, Laid]] = {player: {} for player in self.players}

    def play_round(self, number: int, reveal: Reveal) -> None:
        place = self.place(number)
        plays = self.accept_cards(number, reveal, self._lay)
        trick = _trick(plays, complete=len(plays) == len(self.players))
        for player in trick.winners:
            card = Card(plays[player].rank)
            del self.held[player][card]
            self.spent[player][card] = Laid(place, player)
        self.tricks.append(trick)
        if reveal.last or not all(self.held.values()):
            self._end_hand()
        self.is_over = reveal.last or max(self.points.values()) >= self.rules.target

    def _lay(self, _place: Place, player: PlayerId, play: object) -> Card:
        return self._allowed(player).check(play)

    def _allowed(self, player: PlayerId) -> DeckCards:
        return DeckCards(_DECK, hand=tuple(self.held[player]), spent=self.spent[player])

    def _end_hand(self) -> None:
        self.hands.append(self._hand(finished=True))
        self.points.update(self.hands[-1].winners)
        self._deal_hands()

    def _hand(self, *, finished: bool) -> Branch:
        """Return the result of the current hand (M6)."""
        left = {player: len(cards) for player, cards in self.held.items()}
        return Branch(
            kind="hand",
            winners=_fewest(left),
            finished=finished,
            reasons=tuple(_hand_reasons(left)) if finished else (),
            scores=left,
            parts=tuple(self.tricks),
        )

    def result(self) -> Branch:
        """Return the result of the game (M8)."""
        points, target = dict(self.points), self.rules.target
        return Branch(
            kind="game",
            winners=_most_below(points, target) if self.is_over else (),
            finished=self.is_over,
            reasons=tuple(_game_reasons(points, target)) if self.is_over else (),
            scores=points,
            parts=(*self.hands, *([self._hand(finished=False)] if self.tricks else [])),
        )

    def next_round(self, number: int) -> NextRound:
        position = (Position("hand", len(self.hands) + 1), Position("trick", len(self.tricks) + 1))
        allowed = {player: self._allowed(player) for player in self.players}
        return NextRound(number, position, allowed, everyone_must_play=True)


def _trick(plays: Mapping[PlayerId, Card], *, complete: bool) -> Leaf:
    discarded = mediocre(plays) if complete else ()
    reasons = tuple(_trick_reasons(plays, discarded)) if complete else ()
    return Leaf(kind="trick", winners=discarded, finished=complete, reasons=reasons, plays=plays)


def _trick_reasons(plays: Mapping[PlayerId, Card], discarded: tuple[PlayerId, ...]) -> Iterator[Reason]:
    """Yield the reason for every card discarded or taken back (M3 to M5)."""
    ranks = sorted((card.rank for card in plays.values()), key=_VALUES.__getitem__)
    low, high = ranks[0], ranks[-1]
    back = tuple(player for player in plays if player not in discarded)
    if plays[discarded[0]].rank in (low, high):
        yield _repeated(plays, discarded, low, high)
    else:
        yield _between(plays, discarded, low, high)
        yield from _not_repeated([plays[player].rank for player in back])
    if back:
        template = PluralTemplate("{shown} takes the card back.", "{shown} take their cards back.")
        yield Reason("M5", template, back, {"numbers": _ranks(plays, back)}, "visible")


def _ranks(plays: Mapping[PlayerId, Card], players: Sequence[PlayerId]) -> tuple[str, ...]:
    """Return the ranks without suits, which mean nothing here (M1)."""
    return tuple(plays[player].rank for player in players)


def _between(plays: Mapping[PlayerId, Card], players: tuple[PlayerId, ...], low: str, high: str) -> Reason:
    template = PluralTemplate(
        "{shown} lies between {low} and {high}: the card is discarded.",
        "{shown} lie between {low} and {high}: these cards are discarded.",
    )
    values = {"numbers": _ranks(plays, players), "low": low, "high": high}
    return Reason("M3", template, players, values)


def _not_repeated(ranks: Sequence[str]) -> Iterator[Reason]:
    """Yield a reason for a lowest or highest card laid twice, which is kept because others lie between."""
    for rank in (rank for rank, times in Counter(ranks).items() if times > 1):
        values = {"rank": rank}
        yield Reason(
            "M3", "{rank} was laid more than once, but being in the middle beats repetition.", (), values
        )


def _repeated(plays: Mapping[PlayerId, Card], players: tuple[PlayerId, ...], low: str, high: str) -> Reason:
    values = {"numbers": _ranks(plays, players), "low": low, "high": high}
    if low == high:
        return Reason("M4", "{players} all laid {low}: all these cards are discarded.", players, values)
    return Reason(
        "M4",
        "No card lies between {low} and {high}, so the repeated cards are discarded: {shown}.",
        players,
        values,
    )


def _fewest(left: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return who gets a point once a player has no cards: the fewest cards of those who have any (M6)."""
    if 0 not in left.values():
        return ()
    fewest = min(filter(None, left.values()), default=None)
    return tuple(player for player, cards in left.items() if cards == fewest)


def _hand_reasons(left: Mapping[PlayerId, int]) -> Iterator[Reason]:
    out, winners = tuple(player for player, cards in left.items() if not cards), _fewest(left)
    if not out:
        yield Reason("M6", "The host ended the game in the middle of this hand: it gives no points.")
        return
    ends = PluralTemplate(
        "{players} has no cards left: the hand ends.", "{players} have no cards left: the hand ends."
    )
    yield Reason("M6", ends, out)
    if winners:
        template = PluralTemplate(
            "Of those who still have cards, {shown} has the fewest: 1 point.",
            "Of those who still have cards, {shown} have the fewest: 1 point each.",
        )
        yield Reason("M6", template, winners, {"numbers": tuple(left[player] for player in winners)})
    else:
        yield Reason("M6", "Nobody has cards left: nobody gets a point.")


def _most_below(points: Mapping[PlayerId, int], target: int) -> tuple[PlayerId, ...]:
    """Return the winners: the most points among those below the target (M8).

    There is always one: a player who ran out of cards in the last hand was below the target and got no
    point.
    """
    most = max(each for each in points.values() if each < target)
    return tuple(player for player, each in points.items() if each == most)


def _game_reasons(points: Mapping[PlayerId, int], target: int) -> Iterator[Reason]:
    reached = tuple(player for player, each in points.items() if each >= target)
    if reached:
        yield Reason("M7", "{players} reached {target}: the game ends.", reached, {"target": target})
    else:
        yield Reason("M7", "The host ended the game before anybody reached {target}.", (), {"target": target})
    winners = _most_below(points, target)
    template = PluralTemplate(
        "Of those below {target}, {shown} has the most points and wins.",
        "Of those below {target}, {shown} have the most points and share the win.",
    )
    values = {"numbers": tuple(points[player] for player in winners), "target": target}
    yield Reason("M8", template, winners, values)


def _is_repeated(leaf: Leaf) -> bool:
    """Return whether the discarded cards are the repeated ones (M4)."""
    return any(reason.rule == "M4" for reason in leaf.reasons)


def _trick_cells(hand: Branch, record: Record) -> Iterator[Iterator[str]]:
    return (play_cells(trick, record.players) for trick in hand.parts if isinstance(trick, Leaf))
