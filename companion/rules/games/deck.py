"""Decks of cards: which cards there are, what was laid, and what each player may lay next."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from typing import Any

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, plain, translate
from companion.rules.cards import RANKS, SUITS, Card, lazy_card_phrase, parse_card
from companion.rules.games.numbers import abbreviate
from companion.rules.plays import (
    AllowedPlay,
    Deal,
    Keys,
    Pad,
    Play,
    PlayedSince,
    PlayerId,
    Players,
    Positions,
    Shuffle,
)
from companion.rules.results import Problem, position_phrase
from companion.values import frozen

FACE_DOWN = N_("Your card lies face down")
"""The message to a player who has sent a card."""


@frozen
class Deck:
    """Which cards there are: every rank in the four suits, `decks` (1 or more) times over.

    `needs_suits`: whether a card must be given with its suit. If not, its rank alone is enough.
    """

    ranks: tuple[str, ...] = RANKS
    decks: int = 1
    needs_suits: bool = False

    @property
    def size(self) -> int:
        """The number of cards."""
        return len(self.ranks) * len(SUITS) * self.decks

    def cards(self) -> tuple[Card, ...]:
        """List all cards by suit and rank; with two decks each is listed twice."""
        return tuple(Card(rank, suit) for suit in SUITS for rank in self.ranks for _ in range(self.decks))

    def copies(self, card: Card) -> int:
        """Return how often a card is in the deck; a rank alone stands for its four suits."""
        return self.decks * (1 if card.suit else len(SUITS))

    def check(self, play: object) -> Card:
        """Return the play if it is a card of this deck; raises `Refused` otherwise."""
        if not isinstance(play, Card):
            raise Refused("{text} is not a card: write it like 10H or K", text=abbreviate(str(play)))
        if self.needs_suits and not play.suit:
            raise Refused(
                "{card} needs its suit, such as {like}", card=lazy_card_phrase(play), like=f"{play}H"
            )
        if play.rank not in self.ranks:
            template = N_("{card} is not in this deck: its lowest is {lowest}")
            lowest = lazy_card_phrase(Card(self.ranks[0]))
            raise Refused(template, card=lazy_card_phrase(play), lowest=lowest)
        return play


@frozen
class RoundPosition:
    """A round of cards in its game: its number, counted through the record, and its position."""

    number: int
    position: Positions

    def __str__(self) -> str:
        return str(position_phrase(self.position))


@frozen
class Laid:
    """Where a card lies: the round, and the player who laid it."""

    round_position: RoundPosition
    player: PlayerId


class CardIsGone(Refused):
    """A card that cannot be laid any more: `laid` is where it lies.

    `is_spent`: it was discarded there. In the sentence, `{where}` are the places.
    """

    def __init__(
        self, template: str, laid: Sequence[Laid], *, is_spent: bool = False, **values: object
    ) -> None:
        self.laid, self.is_spent = tuple(laid), is_spent
        rounds = tuple(dict.fromkeys(laid_card.round_position for laid_card in laid))
        super().__init__(template, where=rounds, **values)


@frozen
class DeckCards(AllowedPlay):
    """The cards that one player may lay next, as far as the app knows.

    `laid` maps a card to where it was laid, and a rank alone to where all its cards were. `hand` are the
    cards held, None where the app does not know them, and `spent` those that have left it for good.
    """

    deck: Deck
    laid: Mapping[Card, Sequence[Laid]] = field(default_factory=dict)
    hand: Collection[Card] | None = None
    spent: Mapping[Card, Laid] = field(default_factory=dict)
    is_dealt: bool = False
    """Whether the app dealt the hand; then `laid` begins with the first round after that deal."""

    def read(self, text: str) -> Card:
        """Parse typed text as a card; raises `Refused` like `check`, and for empty text."""
        if not plain(text):
            raise Refused("Choose a card")
        return self.check(parse_card(text) or text)

    def check(self, play: object) -> Card:
        """Return the card if it may be laid; raises `Refused` for one laid, or not in the deck or hand."""
        card = self.deck.check(play)
        for key in (card, Card(card.rank)):
            laid = self.laid.get(key, ())
            if len(laid) >= self.deck.copies(key):
                template = _LAID if len(laid) == 1 else _LAID_OFTEN
                raise CardIsGone(template, laid, card=lazy_card_phrase(key), times=len(laid))
        if self.hand is not None and find_in_hand(self.hand, card) is None:
            if spent := self.spent.get(Card(card.rank)):
                template = N_("{card} was discarded in {where}")
                raise CardIsGone(template, (spent,), is_spent=True, card=lazy_card_phrase(card))
            raise Refused("{card} is not in the hand", card=lazy_card_phrase(card))
        return card

    def choices(self) -> tuple[Card, ...]:
        """List the cards that `check` accepts, each once: of the hand, or of the rest of the deck."""
        known = self.deck.cards() if self.hand is None else self.hand
        return tuple(card for card in dict.fromkeys(known) if is_allowed(self, card))

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        return translate("Lay a card")

    def keys(self, played_since: PlayedSince) -> Keys:
        """List the dealt hand, including the cards laid since the deal, or the whole deck."""
        if self.is_dealt and self.hand is not None:
            first = min((laid[0].round_position.number for laid in self.laid.values()), default=0)
            played = played_since(first) if first else ()
            return [*((card, True) for card in self.hand), *((play, False) for play in played)]
        deck = self.deck.cards() if self.deck.needs_suits else map(Card, self.deck.ranks)
        return checked_keys(self, deck)

    @property
    def pad(self) -> Pad:
        return "keys"

    def most_of(self, play: Play) -> int | None:
        """Return how many such cards are left, where all players share the deck."""
        if self.hand is not None or not isinstance(play, Card):
            return None
        return max(0, self.deck.copies(play) - len(self.laid.get(play, ())))

    @property
    def sent_sentence(self) -> str:
        return FACE_DOWN

    @property
    def hand_size(self) -> int | None:
        return None if self.hand is None else len(self.hand)


def checked_keys(allowed: AllowedPlay, plays: Iterable[Play]) -> list[tuple[Play, bool]]:
    """Return the plays as the keys of a pad, each with whether it is allowed now."""
    return [(play, is_allowed(allowed, play)) for play in plays]


def is_allowed(allowed: AllowedPlay, play: Play) -> bool:
    """Return whether a play is allowed now."""
    try:
        allowed.check(play)
    except Refused:
        return False
    return True


_LAID = N_("{card} was already laid in {where}")
_LAID_OFTEN = N_("{card} was already laid {times} times, in {where}")


def find_in_hand(hand: Collection[Card], card: Card) -> Card | None:
    """Return the card of a hand that matches; a rank alone, on either side, matches any card of it."""
    if card in hand:
        return card
    return next((own for own in hand if own.rank == card.rank and not (own.suit and card.suit)), None)


class CardsInPlay:
    """The cards of one deal while they are played: what was laid, and the hands if the app dealt them."""

    def __init__(self, deck: Deck, deal: Deal | None = None) -> None:
        self.deck = deck
        self.laid: dict[Card, list[Laid]] = {}
        self.hands: dict[PlayerId, list[Any]] | None = (
            {player: [*hand] for player, hand in deal.hands.items()} if deal else None
        )
        self._stock = deal.stock if deal else ()

    def allowed(self, player: PlayerId) -> DeckCards:
        """Return what a player may lay next."""
        hand = None if self.hands is None else self.hands[player]
        return DeckCards(self.deck, self.laid, hand, is_dealt=hand is not None)

    def lay(self, round_position: RoundPosition, player: PlayerId, play: object) -> Card:
        """Lay a card at a place of the game, and return it; raises `Refused` if the player may not."""
        card = self.allowed(player).check(play)
        for key in {card, Card(card.rank)}:
            self.laid.setdefault(key, []).append(Laid(round_position, player))
        if self.hands is not None and (own := find_in_hand(self.hands[player], card)):
            self.hands[player].remove(own)
        return card

    def draw(self, players: Players) -> None:
        """Let each player in turn draw one card of the stock, if the app dealt it."""
        if self.hands is not None:
            for player, card in zip(players, self._stock, strict=False):
                self.hands[player].append(card)
            self._stock = self._stock[len(players) :]


def deal_hands(cards: Iterable[Play], players: Players, size: int, shuffle: Shuffle) -> Deal:
    """Shuffle cards and give `size` of them to each player; the rest are the stock."""
    shuffled = list(cards)
    shuffle(shuffled)
    hands = {player: tuple(shuffled[n * size : (n + 1) * size]) for n, player in enumerate(players)}
    return Deal(hands, tuple(shuffled[len(players) * size :]))


def deal_problems(number: int, deal: Deal, deck: Deck, players: Players, size: int) -> Iterator[Problem]:
    """Yield the problems of a deal: each hand must have `size` cards, and all together must be the deck."""
    for player in deal.hands:
        if player not in players:
            yield Problem(Refused("no such player in deal {n}", n=number), player=player)
    for player in players:
        got = len(deal.hands.get(player, ()))
        if got != size:
            cards = Count(got, "{n} card", "{n} cards")
            refused = Refused("deal {n} gives {cards} instead of {size}", n=number, cards=cards, size=size)
            yield Problem(refused, player=player)
    try:
        _check_complete([*(card for hand in deal.hands.values() for card in hand), *deal.stock], deck)
    except Refused as refused:
        yield Problem(Refused("deal {n}: {why}", n=number, why=refused))


def _check_complete(cards: Sequence[object], deck: Deck) -> None:
    """Raise `Refused` unless the cards are exactly the deck."""
    seen: dict[Card, int] = {}
    for each_card in cards:
        card = deck.check(each_card)
        for key in {card, Card(card.rank)}:
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > deck.copies(key):
                raise Refused("{card} is there too often", card=lazy_card_phrase(card))
    if len(cards) != deck.size:
        got = Count(len(cards), "{n} card", "{n} cards")
        raise Refused("{got} instead of {size}", got=got, size=deck.size)
