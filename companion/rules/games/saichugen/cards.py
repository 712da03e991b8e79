"""Saichugen kept card by card: every trick of every round is entered (S1 to S5)."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from companion.i18n.errors import Refused
from companion.i18n.messages import Count
from companion.rules.cards import RANKS, SUITS, Card, format_card
from companion.rules.games.contract import Record
from companion.rules.games.deck import CardsInPlay, Deck
from companion.rules.games.outcomes import OpenCards
from companion.rules.games.saichugen.levels import (
    SaichugenRound,
    SaichugenRun,
    kept_of,
    kept_reasons,
    middle_players,
)
from companion.rules.median import middle
from companion.rules.results import Leaf, NextRound, PlayerId, Position, Problem, Reason, Reveal

HAND = 17
"""How many cards each player is dealt (S1)."""

DECK = Deck(needs_suits=True)


def strength(card: Card) -> tuple[int, int]:
    """Order the cards by rank, ace low, then by suit (S2): no two cards are equal."""
    return RANKS.index(card.rank), SUITS.index(card.suit)


class SaichugenByCards(SaichugenRun):
    """The state while it is played: besides games and rounds, the tricks of the open round."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.tricks: list[Leaf] = []

    def set_up(self) -> None:
        if len(self.deals) > self.rules.games:
            values = {"n": len(self.deals), "games": Count(self.rules.games, "{n} game", "{n} games")}
            refused = Refused("{n} deals are recorded, but the match has only {games}", **values)
            self.problems.append(Problem(refused))
        self.valid_deals = [self.checked_deal(n, DECK, HAND) for n in range(1, len(self.deals) + 1)]
        self.cards = self._next_cards()

    def _next_cards(self) -> CardsInPlay:
        """Return the cards of the next game, with the hands if a valid deal is recorded (S1)."""
        played = len(self.games)
        return CardsInPlay(DECK, self.valid_deals[played] if played < len(self.valid_deals) else None)

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays = self.accept_cards(number, reveal, self.cards.lay)
        self.tricks.append(score_trick(plays))
        if reveal.last or len(self.tricks) == self.rules.tricks:
            ended, self.tricks = _round(self.tricks, self.players, finished=True), []
            self.end_round(ended, last=reveal.last)

    def end_game(self) -> None:
        """Take up the cards of the next game."""
        self.cards = self._next_cards()

    def open_rounds(self) -> tuple[SaichugenRound, ...]:
        """See `SaichugenRun`."""
        return (_round(self.tricks, self.players, finished=False),) if self.tricks else ()

    def next_round(self, number: int) -> NextRound:
        position = (*self.position(), Position("trick", len(self.tricks) + 1, self.rules.tricks))
        allowed = {player: self.cards.allowed(player) for player in self.players}
        return NextRound(number, position, allowed, everyone_must_play=True)


def score_trick(plays: Mapping[PlayerId, Card]) -> Leaf:
    """Find the middle card of a trick (S3); it is unfinished unless every player laid a card."""
    complete = len(plays) == 3
    ordered = sorted(plays, key=lambda player: strength(plays[player]))
    return Leaf(
        kind="trick",
        winners=middle(ordered) if complete else (),
        finished=complete,
        reasons=tuple(_trick_reasons(plays, ordered)) if complete else (),
        plays=plays,
    )


def _trick_reasons(plays: Mapping[PlayerId, Card], ordered: Sequence[PlayerId]) -> Iterator[Reason]:
    low, mid, high = (format_card(plays[player]) for player in ordered)
    for below, above in pairwise(ordered):
        if plays[below].rank == plays[above].rank:
            cards = {"below": format_card(plays[below]), "above": format_card(plays[above])}
            yield Reason("S2", "{above} is above {below} by its suit.", (above, below), cards)
    yield Reason(
        "S3",
        "{card} is between {low} and {high}: {players} wins the trick, and the card stays open.",
        (ordered[1],),
        {"card": mid, "low": low, "high": high},
    )


def _open_cards(tricks: Sequence[Leaf], player: PlayerId) -> list[Card]:
    """List the cards with which a player won tricks."""
    plays = [trick.plays[player] for trick in tricks if player in trick.winners]
    return [card for card in plays if isinstance(card, Card)]


def _round(tricks: Sequence[Leaf], players: Sequence[PlayerId], *, finished: bool) -> SaichugenRound:
    """Add up the open cards, and find which sums are kept (S4, S5)."""
    cards = {player: _open_cards(tricks, player) for player in players}
    sums = {player: sum(RANKS.index(card.rank) + 1 for card in cards[player]) for player in players}
    winners = middle_players(sums) if finished else ()
    return SaichugenRound(
        kind="round",
        winners=winners,
        finished=finished,
        reasons=(*_sums(cards, sums), *(kept_reasons(sums, winners) if finished else ())),
        scores=sums,
        parts=tuple(tricks),
        kept=kept_of(sums, winners),
    )


def _sums(cards: Mapping[PlayerId, Sequence[Card]], sums: Mapping[PlayerId, int]) -> Iterator[Reason]:
    for player, own in cards.items():
        values = {"cards": tuple(map(format_card, own)), "sum": sums[player]}
        if own:
            yield Reason("S4", "{players} has {cards} open: {sum}.", (player,), values)
        else:
            yield Reason("S4", "{players} has no open card: 0.", (player,), values)


def open_cards(part: SaichugenRound, player: PlayerId) -> OpenCards:
    """Return the open cards of a player in a round, and what they are worth (S4)."""
    return OpenCards(
        player=player,
        cards=tuple(_open_cards([each for each in part.parts if isinstance(each, Leaf)], player)),
        sum=part.scores[player],
        is_middle=player in middle_players(part.scores),
        kept=part.kept[player] if part.finished else None,
    )
