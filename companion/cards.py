"""Playing cards, as people write them: rank, then the letter of the suit."""

from dataclasses import dataclass

RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
"""All ranks with the ace first. Whether an ace is low or high is for each game to say."""

SUITS = ("C", "D", "H", "S")
"""Clubs, diamonds, hearts, spades: from the weakest to the strongest of Saichugen (S2)."""


@dataclass(frozen=True, slots=True)
class Card:
    """One card: a rank of `RANKS`, and a suit of `SUITS` or nothing where suits mean nothing."""

    rank: str
    suit: str = ""

    def __str__(self) -> str:
        """Write the card as in a record: `10H`, or `10` without a suit."""
        return self.rank + self.suit


def parse(text: str) -> Card | None:
    """Read a card such as `AS`, `10h` or `K`; None if the text is no card."""
    plain = text.strip().upper()
    suit = plain[-1:] if plain[-1:] in SUITS else ""
    rank = plain.removesuffix(suit) if suit else plain
    return Card(rank, suit) if rank in RANKS else None
