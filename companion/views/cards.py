"""Playing cards as screens show them: faces, and pads of keys to lay them with."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from companion.acts import Seat
from companion.cards import Card, face, labelled
from companion.games import order, saichugen
from companion.games.deck import Cards
from companion.games.doors import Label
from companion.journal import Table
from companion.score import Allowed, Play, Refused
from companion.words import say


@dataclass(frozen=True, slots=True)
class Face:
    """A card, or a number: `text` is what is posted, `sign` how it looks, `label` how it is read out."""

    text: str
    sign: str
    label: str
    rank: str
    suit: str


@dataclass(frozen=True, slots=True)
class Key:
    """A card on a pad: whether it can be laid now, and whether it is the one that lies there hidden."""

    card: Face
    playable: bool
    own: bool


def shown(play: Play) -> Face:
    """Return how a card or a number looks."""
    if isinstance(play, Card):
        return Face(str(play), face(play), labelled(play), play.rank, play.suit)
    return Face(str(play), say(play), say(play), say(play), "")


def pad(table: Table, seat: Seat) -> tuple[Key, ...]:
    """List the cards a player may think of, lowest first: the hand with what is spent, or the deck.

    Empty where numbers are typed, and before the deal. This is for the eyes of whoever lays for the seat.
    """
    allowed = table.ask.wants.get(seat) if table.ask and not table.undealt else None
    hidden = table.hidden.get(seat)
    cards = sorted(_cards(table, seat, allowed), key=lambda each: order(table.record.game, each[0]))
    return tuple(Key(shown(card), playable, card == hidden) for card, playable in cards)


def _cards(table: Table, seat: Seat, allowed: Allowed | None) -> Iterator[tuple[Play, bool]]:
    match allowed:
        case Cards(hand=hand) if table.dealt and hand is not None:
            yield from ((card, True) for card in hand)
            yield from ((card, False) for card in _spent(table, seat))
        case Cards(deck=deck):
            known = deck.cards() if deck.needs_suits else map(Card, deck.ranks)
            yield from _checked(allowed, known)
        case Label(hand=hand) if hand is not None:
            yield from _checked(allowed, hand)


def _checked(allowed: Allowed, cards: Iterable[Play]) -> Iterator[tuple[Play, bool]]:
    for card in cards:
        try:
            allowed.check(card)
            yield card, True
        except Refused:
            yield card, False


def _spent(table: Table, seat: Seat) -> Iterator[Play]:
    """Yield the cards that a player has laid since the last deal."""
    rules = table.record.options
    each = rules.rounds * rules.tricks if isinstance(rules, saichugen.Options) else 0
    since = table.record.reveals[each * (len(table.record.deals) - 1) :]
    return (reveal.plays[seat] for reveal in since if seat in reveal.plays)


def held(allowed: Allowed) -> int | None:
    """Count the cards in a hand that is known to the app: the number alone is no secret."""
    match allowed:
        case Cards(hand=hand) if hand is not None:
            return len(hand)
        case Label(hand=hand) if hand is not None:
            return len(allowed.choices())
    return None
