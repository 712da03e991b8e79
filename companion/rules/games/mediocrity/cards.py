"""Mediocrity kept card by card: every trick of every hand is entered (M2 to M6)."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Self

from companion.i18n.messages import PluralTemplate
from companion.rules.cards import RANKS, Card
from companion.rules.games.contract import Record
from companion.rules.games.deck import Deck, DeckCards, Laid, Place
from companion.rules.games.mediocrity.hands import MediocrityRun, fewest, hand_reasons
from companion.rules.results import Branch, Leaf, NextRound, PlayerId, Position, Reason, Reveal

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
            self.end_hand(self._hand(finished=True))
            self._deal_hands()
        self.end_round(last=reveal.last)

    def _lay(self, _place: Place, player: PlayerId, play: object) -> Card:
        return self._allowed(player).check(play)

    def _allowed(self, player: PlayerId) -> DeckCards:
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


def is_repeated(trick: Leaf) -> bool:
    """Return whether the discarded cards are the repeated ones (M4)."""
    return any(reason.rule == "M4" for reason in trick.reasons)
