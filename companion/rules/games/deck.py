"""A deck of cards while it is played: what was laid, who holds what, and what may be laid next."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from copy import copy
from dataclasses import dataclass, field

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, translate
from companion.rules.cards import RANKS, SUITS, Card, lazy_card_phrase, parse_card
from companion.rules.games.numbers import abbreviate
from companion.rules.results import AllowedPlay, Deal, Play, PlayedSince, PlayerId, Problem, Shuffle

FACE_DOWN = N_("Your card lies face down")
"""What a player who has sent a card is told."""


@dataclass(frozen=True, slots=True)
class Deck:
    """Which cards there are: every rank in the four suits, `decks` times over.

    `needs_suits`: whether a card must be named with its suit, or its rank alone is enough.
    """

    ranks: tuple[str, ...] = RANKS
    decks: int = 1
    needs_suits: bool = False

    @property
    def size(self) -> int:
        """Count the cards."""
        return len(self.ranks) * len(SUITS) * self.decks

    def cards(self) -> tuple[Card, ...]:
        """List all cards, in order; a card that is there twice stands there twice."""
        return tuple(Card(rank, suit) for suit in SUITS for rank in self.ranks for _ in range(self.decks))

    def most(self, card: Card) -> int:
        """Say how many such cards there are; a rank alone stands for all its suits."""
        return self.decks * (1 if card.suit else len(SUITS))

    def check(self, play: object) -> Card:
        """Return the play if it is a card of this deck; raise `Refused` if not."""
        if not isinstance(play, Card):
            raise Refused("{text} is not a card: write it like 10H or K", text=abbreviate(str(play)))
        if self.needs_suits and not play.suit:
            raise Refused(
                "{card} needs its suit, such as {like}", card=lazy_card_phrase(play), like=f"{play}H"
            )
        if play.rank not in self.ranks:
            raise Refused(
                "{card} is not in this deck: its lowest is {lowest}",
                card=lazy_card_phrase(play),
                lowest=lazy_card_phrase(Card(self.ranks[0])),
            )
        return play


@dataclass(frozen=True, slots=True)
class DeckCards(AllowedPlay):
    """The cards that one player may lay next, as far as the rules can know.

    `laid` tells in which rounds a card was laid before, and under a rank alone where any card of it
    was; `hand` are the cards held, None where only the players themselves know them.
    """

    deck: Deck
    laid: Mapping[Card, Sequence[int]] = field(default_factory=dict)
    hand: Collection[Card] | None = None
    is_dealt: bool = False
    """Whether the app dealt the hand, and the first round of `laid` is the first one after that."""

    def read(self, text: str) -> Card:
        """Turn typed text into a card; raises `Refused` like `check`, and for an empty text."""
        if not text.strip():
            raise Refused("Choose a card")
        return self.check(parse_card(text) or text)

    def check(self, play: object) -> Card:
        """Return the card if it may be laid.

        Raises `Refused` for what is no card, is not in the deck, was laid before or is not in the hand.
        """
        card = self.deck.check(play)
        for key in (card, Card(card.rank)):
            rounds = self.laid.get(key, ())
            if len(rounds) >= self.deck.most(key):
                raise _gone(key, rounds)
        if self.hand is not None and find_in_hand(self.hand, card) is None:
            raise Refused("{card} is not in the hand", card=lazy_card_phrase(card))
        return card

    def choices(self) -> tuple[Card, ...]:
        """List the cards that `check` takes, each once: the hand, or all that is left of the deck."""
        known = self.deck.cards() if self.hand is None else self.hand
        return tuple(card for card in dict.fromkeys(known) if self._left(card))

    def prompt(self, plays: int) -> str:  # noqa: ARG002
        """See `AllowedPlay`."""
        return translate("Lay a card")

    def keys(self, played_since: PlayedSince) -> Sequence[tuple[Play, bool]]:
        """List the dealt hand with what was laid of it, or the deck."""
        if self.is_dealt and self.hand is not None:
            first = min((rounds[0] for rounds in self.laid.values()), default=0)
            spent = played_since(first) if first else ()
            return [*((card, True) for card in self.hand), *((play, False) for play in spent)]
        deck = self.deck.cards() if self.deck.needs_suits else map(Card, self.deck.ranks)
        return checked_keys(self, deck)

    @property
    def sent_sentence(self) -> str:
        """See `AllowedPlay`."""
        return FACE_DOWN

    @property
    def hand_size(self) -> int | None:
        """See `AllowedPlay`."""
        return None if self.hand is None else len(self.hand)

    def _left(self, card: Card) -> bool:
        return all(len(self.laid.get(key, ())) < self.deck.most(key) for key in (card, Card(card.rank)))


def checked_keys(allowed: AllowedPlay, plays: Iterable[Play]) -> list[tuple[Play, bool]]:
    """Return the keys of a pad for some plays: each with whether it is allowed now."""
    return [(play, _is_allowed(allowed, play)) for play in plays]


def _is_allowed(allowed: AllowedPlay, play: Play) -> bool:
    try:
        allowed.check(play)
    except Refused:
        return False
    return True


def _gone(card: Card, rounds: Sequence[int]) -> Refused:
    if len(rounds) == 1:
        return Refused(
            "{card} was already laid in round {round}", card=lazy_card_phrase(card), round=rounds[0]
        )
    return Refused(
        "{card} was already laid {times} times, in rounds {rounds}",
        card=lazy_card_phrase(card),
        times=len(rounds),
        rounds=tuple(rounds),
    )


def find_in_hand(hand: Collection[Card], card: Card) -> Card | None:
    """Find a card in a hand; a rank alone, in the hand or asked for, stands for any card of it."""
    if card in hand:
        return card
    return next((own for own in hand if own.rank == card.rank and not (own.suit and card.suit)), None)


def _only(cards: Sequence[object]) -> list[Card]:
    return [card for card in cards if isinstance(card, Card)]


class CardsInPlay:
    """The cards of one deal while they are played: what was laid, and who holds what if that is known."""

    def __init__(self, deck: Deck, deal: Deal | None = None) -> None:
        self.deck = deck
        self.laid: dict[Card, list[int]] = {}
        self.hands = {player: _only(hand) for player, hand in deal.hands.items()} if deal else None
        self._stock = _only(deal.stock) if deal else []

    def copied(self) -> "CardsInPlay":
        """Return another table on which the same cards lie: what is laid there leaves this one alone."""
        other = copy(self)
        other.laid = {card: rounds.copy() for card, rounds in self.laid.items()}
        if self.hands is not None:
            other.hands = {player: hand.copy() for player, hand in self.hands.items()}
        return other

    def allowed(self, player: PlayerId) -> DeckCards:
        """Say what a player may lay next."""
        hand = None if self.hands is None else self.hands[player]
        return DeckCards(self.deck, self.laid, hand, is_dealt=hand is not None)

    def lay(self, number: int, player: PlayerId, play: object) -> Card:
        """Lay a card in the round of that number; raises `Refused` if the player may not."""
        card = self.allowed(player).check(play)
        for key in {card, Card(card.rank)}:
            self.laid.setdefault(key, []).append(number)
        if self.hands is not None and (own := find_in_hand(self.hands[player], card)):
            self.hands[player].remove(own)
        return card

    def draw(self, players: Sequence[PlayerId]) -> None:
        """Let each player draw one card of the stock, where it is known, in the order of the players."""
        if self.hands is not None:
            for player, card in zip(players, self._stock, strict=False):
                self.hands[player].append(card)
            self._stock = self._stock[len(players) :]


def deal_hands(cards: Iterable[Play], players: Sequence[PlayerId], size: int, shuffle: Shuffle) -> Deal:
    """Shuffle cards and give `size` of them to each player; the rest are the stock."""
    mixed = list(cards)
    shuffle(mixed)
    hands = {player: tuple(mixed[n * size : (n + 1) * size]) for n, player in enumerate(players)}
    return Deal(hands, tuple(mixed[len(players) * size :]))


def deal_problems(
    number: int, deal: Deal, deck: Deck, players: Sequence[PlayerId], size: int
) -> Iterator[Problem]:
    """Yield what is wrong with a deal: its hands must have `size` cards, and all must be the deck."""
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
        _add_up([*(card for hand in deal.hands.values() for card in hand), *deal.stock], deck)
    except Refused as refused:
        yield Problem(Refused("deal {n}: {why}", n=number, why=refused))


def _add_up(cards: Sequence[object], deck: Deck) -> None:
    """Raise `Refused` unless the cards are exactly the deck."""
    seen: dict[Card, int] = {}
    for each in cards:
        card = deck.check(each)
        for key in {card, Card(card.rank)}:
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > deck.most(key):
                raise Refused("{card} is there too often", card=lazy_card_phrase(card))
    if len(cards) != deck.size:
        got = Count(len(cards), "{n} card", "{n} cards")
        raise Refused("{got} instead of {size}", got=got, size=deck.size)
