"""Playing cards: parsing and writing them (`10H`), and naming them in sentences."""

from companion.i18n.messages import N_, Text, format_value, plain_nfkc, translate
from companion.values import frozen

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""All ranks, ace first. Each game decides whether an ace is low or high."""

SUITS = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades: weakest first, where suits count (S2)."""

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_EMOJI_STYLE = "\N{VARIATION SELECTOR-16}"
_LETTERS = str.maketrans({sign: letter for letter, sign in _SIGNS.items()} | {_EMOJI_STYLE: ""})
_COURT = {"A": N_("ace"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king")}
_NAMES = {
    "": N_("the {rank}"),
    "C": N_("the {rank} of clubs"),
    "D": N_("the {rank} of diamonds"),
    "H": N_("the {rank} of hearts"),
    "S": N_("the {rank} of spades"),
}
_LABELS = {
    "": N_("{rank}"),
    "C": N_("{rank} of clubs"),
    "D": N_("{rank} of diamonds"),
    "H": N_("{rank} of hearts"),
    "S": N_("{rank} of spades"),
}


@frozen
class Card:
    """One card: a rank of `RANKS`, and a suit of `SUITS` or `""` where suits mean nothing."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        """Write the card as in a record: `10H`, or `10` without a suit."""
        return self.rank + self.suit


def parse_card(text: str) -> Card | None:
    """Parse `AS`, `10h`, `10♥` or `K`, also full-width or as emoji; None for anything else."""
    typed = plain_nfkc(text).upper().translate(_LETTERS)
    suit = typed[-1:] if typed[-1:] in SUITS else ""
    rank = typed.removesuffix(suit) if suit else typed
    return Card(rank, suit) if rank in RANKS else None


def format_card(card: Card) -> str:
    """Write a card with the sign of its suit: `10♥`, or `10` without a suit."""
    return card.rank + _SIGNS.get(card.suit, "")


def card_sign(play: object) -> str:
    """Write a play for the screen: a card with the sign of its suit, a number in the current language."""
    return format_card(play) if isinstance(play, Card) else format_value(play)


def card_label(card: Card) -> str:
    """Name a card by itself: `10 of hearts`, or `queen` without a suit."""
    return translate(_LABELS[card.suit], rank=_rank(card))


def lazy_card_phrase(card: Card) -> Text:
    """Name a card for a sentence that is translated later: `the 10 of hearts`, or `the queen`."""
    return Text(_NAMES[card.suit], {"rank": _rank(card)})


def _rank(card: Card) -> Text | str:
    return Text(_COURT[card.rank]) if card.rank in _COURT else card.rank
