"""The hands and the game of Mediocrity, however the cards are entered: who gets points, and who wins."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.cards import RANKS, Card
from companion.rules.games.contract import Record
from companion.rules.games.deck import Deck, DeckCards, Laid, Place
from companion.rules.games.kept_results import EnteredCount
from companion.rules.games.tricks import TrickGameRun
from companion.rules.results import (
    Branch,
    Leaf,
    PlayerId,
    Position,
    Reason,
    ResultLeaf,
    Reveal,
    ScoredPart,
)


class MediocrityRun(TrickGameRun):
    """The state of every game while it is played: the hands over, and their points."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.hands: list[ScoredPart] = []
        self.points = Counter(dict.fromkeys(self.players, 0))

    def end_hand(self, hand: ScoredPart) -> None:
        """Add a hand that is over, and its points (M6)."""
        self.hands.append(hand)
        self.points.update(hand.winners)

    def end_round(self, *, last: bool) -> None:
        """Find out whether the game is over: by the host, or by the target (M7)."""
        self.is_over = last or max(self.points.values()) >= self.rules.target

    def open_hands(self) -> tuple[Branch, ...]:
        """Return the hand that is being played, if any of it was entered."""
        return ()

    def result(self) -> Branch:
        """Return the result of the game (M8)."""
        points, target = dict(self.points), self.rules.target
        return Branch(
            kind="game",
            winners=_most_below(points, target) if self.is_over else (),
            finished=self.is_over,
            reasons=tuple(_game_reasons(points, target)) if self.is_over else (),
            scores=points,
            parts=(*self.hands, *self.open_hands()),
        )


def fewest(left: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
    """Return who gets a point once a player has no cards: the fewest cards of those who have any (M6)."""
    if 0 not in left.values():
        return ()
    fewest = min(filter(None, left.values()), default=None)
    return tuple(player for player, cards in left.items() if cards == fewest)


def hand_reasons(left: Mapping[PlayerId, int]) -> Iterator[Reason]:
    """Yield why a hand ended, and who gets the point (M6)."""
    out, winners = tuple(player for player, cards in left.items() if not cards), fewest(left)
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


_DECK = Deck()
_HAND = tuple(map(Card, RANKS))
_VALUES = {rank: value for value, rank in enumerate(RANKS)}


def mediocre(plays: Mapping[PlayerId, Card]) -> tuple[PlayerId, ...]:
    """Return the players whose cards are discarded: those in between (M3), else the repeated ones (M4)."""
    values = {player: _VALUES[card.rank] for player, card in plays.items()}
    lowest, highest = min(values.values()), max(values.values())
    between = tuple(player for player, value in values.items() if lowest < value < highest)
    times = Counter(values.values())
    return between or tuple(player for player, value in values.items() if times[value] > 1)


class MediocrityByCards(MediocrityRun):
    """The state while it is played: besides the hands over, the tricks and cards of the current one."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._deal_hands()

    def _deal_hands(self) -> None:
        """Give every player all 13 cards (M1, M7)."""
        self.tricks: list[Leaf] = []
        self.held = {player: dict.fromkeys(_HAND) for player in self.players}
        self.spent: dict[PlayerId, dict[Card, Laid]] = {player: {} for player in self.players}

    def play_round(self, number: int, reveal: Reveal) -> None:
        place = Place(number, self.position(number))
        plays = self.accept_cards(number, reveal, self._lay)
        trick = _trick(plays, complete=len(plays) == len(self.players))
        for player in trick.winners:
            card = Card(plays[player].rank)
            del self.held[player][card]
            self.spent[player][card] = Laid(place, player)
        self.tricks.append(trick)
        if reveal.last or not all(self.held.values()):
            self.end_hand(self._hand(finished=True))
            self._deal_hands()
        self.end_round(last=reveal.last)

    def _lay(self, _place: Place, player: PlayerId, play: object) -> Card:
        return self.allowed(player).check(play)

    def allowed(self, player: PlayerId) -> DeckCards:
        return DeckCards(_DECK, hand=tuple(self.held[player]), spent=self.spent[player])

    def _hand(self, *, finished: bool) -> Branch:
        """Return the result of the current hand (M6)."""
        left = {player: len(cards) for player, cards in self.held.items()}
        return Branch(
            kind="hand",
            winners=fewest(left),
            finished=finished,
            reasons=tuple(hand_reasons(left)) if finished else (),
            scores=left,
            parts=tuple(self.tricks),
        )

    def open_hands(self) -> tuple[Branch, ...]:
        """See `MediocrityRun`."""
        return (self._hand(finished=False),) if self.tricks else ()

    def position(self, number: int) -> tuple[Position, ...]:  # noqa: ARG002
        return (Position("hand", len(self.hands) + 1), Position("trick", len(self.tricks) + 1))


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


def is_repeated(trick: Leaf) -> bool:
    """Return whether the discarded cards are the repeated ones (M4)."""
    return any(reason.rule == "M4" for reason in trick.reasons)


CARDS_LEFT = EnteredCount(
    high=len(RANKS),
    asks=N_("Cards left?"),
    refusal=N_("{n} cards cannot be left: a hand has {all}"),
    values={"all": len(RANKS)},
)
"""What is entered for every player: each has 13 cards when a hand begins (M1)."""


class MediocrityByResults(MediocrityRun):
    """The state while it is played: every round is a hand."""

    def play_round(self, number: int, reveal: Reveal) -> None:
        self.end_hand(_hand(self.accept_results(number, reveal, CARDS_LEFT), self.players))
        self.end_round(last=reveal.last)

    def position(self, number: int) -> tuple[Position, ...]:
        return (Position("hand", number),)

    def allowed(self, player: PlayerId) -> EnteredCount:  # noqa: ARG002
        return CARDS_LEFT


def _hand(left: Mapping[PlayerId, int], players: tuple[PlayerId, ...]) -> ResultLeaf:
    """Return the result of a hand (M6); it is unfinished unless it was entered for every player."""
    complete = len(left) == len(players)
    return ResultLeaf(
        kind="hand",
        winners=fewest(left) if complete else (),
        finished=complete,
        reasons=tuple(hand_reasons(left)) if complete else (),
        plays=left,
        scores={player: left.get(player, 0) for player in players},
    )
