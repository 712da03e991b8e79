"""Playing cards as screens show them: faces, and pads of keys to lay them with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.i18n.errors import Refused
from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.rules.cards import Card, card_label, format_card
from companion.rules.games import order, saichugen
from companion.rules.games.deck import DeckCards
from companion.rules.games.inputs import NumberedCards
from companion.rules.results import AllowedPlay, Play


@dataclass(frozen=True, slots=True)
class CardFace:
    """A card, or a number: `text` is what is posted, `sign` how it looks, `label` how it is read out."""

    text: str
    sign: str
    label: str
    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class PadKey:
    """A card on a pad: whether it can be laid now, and whether it is the one that lies there hidden."""

    card: CardFace
    playable: bool
    own: bool


def card_face(play: Play) -> CardFace:
    """Return how a card or a number looks."""
    if isinstance(play, Card):
        return CardFace(str(play), format_card(play), card_label(play), play.rank, play.suit)
    return CardFace(str(play), format_value(play), format_value(play), format_value(play), "")


def card_pad(game: GameState, seat: Seat) -> tuple[PadKey, ...]:
    """List the cards a player may think of, lowest first: the hand with what is spent, or the deck.

    Empty where numbers are typed, and before the deal. This is for the eyes of whoever lays for the seat.
    """
    allowed = game.next_round.allowed.get(seat) if game.next_round and not game.awaits_deal else None
    hidden = game.hidden.get(seat)
    cards = sorted(_cards(game, seat, allowed), key=lambda each: order(game.record.game, each[0]))
    return tuple(PadKey(card_face(card), playable, card == hidden) for card, playable in cards)


def _cards(game: GameState, seat: Seat, allowed: AllowedPlay | None) -> Iterator[tuple[Play, bool]]:
    match allowed:
        case DeckCards(hand=hand) if game.dealt and hand is not None:
            yield from ((card, True) for card in hand)
            yield from ((card, False) for card in _spent(game, seat))
        case DeckCards(deck=deck):
            known = deck.cards() if deck.needs_suits else map(Card, deck.ranks)
            yield from _checked(allowed, known)
        case NumberedCards(hand=hand) if hand is not None:
            yield from _checked(allowed, hand)


def _checked(allowed: AllowedPlay, cards: Iterable[Play]) -> Iterator[tuple[Play, bool]]:
    for card in cards:
        try:
            allowed.check(card)
            yield card, True
        except Refused:
            yield card, False


def _spent(game: GameState, seat: Seat) -> Iterator[Play]:
    """Yield the cards that a player has laid since the last deal."""
    rules = game.record.options
    each = rules.rounds * rules.tricks if isinstance(rules, saichugen.SaichugenOptions) else 0
    since = game.record.reveals[each * (len(game.record.deals) - 1) :]
    return (reveal.plays[seat] for reveal in since if seat in reveal.plays)


def cards_in_hand(allowed: AllowedPlay) -> int | None:
    """Count the cards in a hand that is known to the app: the number alone is no secret."""
    match allowed:
        case DeckCards(hand=hand) if hand is not None:
            return len(hand)
        case NumberedCards(hand=hand) if hand is not None:
            return len(allowed.choices())
    return None
