"""Playing cards, as people write them: rank, then the letter of the suit."""

from dataclasses import dataclass
from unicodedata import normalize

from companion.words import Text, mark, tell

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""All ranks with the ace first. Whether an ace is low or high is for each game to say."""

SUITS = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades: from the weakest to the strongest of Saichugen (S2)."""

_SIGNS = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
_COLOURFUL = "\N{VARIATION SELECTOR-16}"
_LETTERS = str.maketrans({sign: letter for letter, sign in _SIGNS.items()} | {_COLOURFUL: ""})
_COURT = {"A": mark("ace"), "J": mark("jack"), "Q": mark("queen"), "K": mark("king")}
_NAMES = {
    "": mark("the {rank}"),
    "C": mark("the {rank} of clubs"),
    "D": mark("the {rank} of diamonds"),
    "H": mark("the {rank} of hearts"),
    "S": mark("the {rank} of spades"),
}
_LABELS = {
    "": mark("{rank}"),
    "C": mark("{rank} of clubs"),
    "D": mark("{rank} of diamonds"),
    "H": mark("{rank} of hearts"),
    "S": mark("{rank} of spades"),
}


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank of `RANKS`, and a suit of `SUITS` or nothing where suits mean nothing."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        """Write the card as in a record: `10H`, or `10` without a suit."""
        return self.rank + self.suit


def parse(text: str) -> Card | None:
    """Read a card such as `AS`, `10h`, `10♥` or `K`; None if the text is no card.

    Full-width letters and digits count, and signs that a phone makes colourful.
    """
    plain = normalize("NFKC", text).strip().upper().translate(_LETTERS)
    suit = plain[-1:] if plain[-1:] in SUITS else ""
    rank = plain.removesuffix(suit) if suit else plain
    return Card(rank, suit) if rank in RANKS else None


def face(card: Card) -> str:
    """Write a card with the sign of its suit, as it looks on the table: `10♥`, or `10` without a suit."""
    return card.rank + _SIGNS.get(card.suit, "")


def spoken(card: Card) -> str:
    """Name a card in a sentence: `the 10 of hearts`, or `the queen` without a suit."""
    return str(worded(card))


def labelled(card: Card) -> str:
    """Name a card that stands by itself: `10 of hearts`, or `queen` without a suit."""
    return tell(_LABELS[card.suit], rank=_rank(card))


def worded(card: Card) -> Text:
    """Name a card for a sentence that is said later; see `spoken`."""
    return Text(_NAMES[card.suit], {"rank": _rank(card)})


def _rank(card: Card) -> Text | str:
    return Text(_COURT[card.rank]) if card.rank in _COURT else card.rank
