"""Median game: everybody lays a card, and the middle card takes the round (D1 to D9)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count
from companion.rules.cards import Card, card_sign
from companion.rules.games.deck import Deck, deal_hands
from companion.rules.games.median_game.rounds import (
    ORDER,
    VALUES,
    MedianGameRound,
    MedianGameRun,
    card_headline,
    in_the_middle,
    tied,
    too_large,
)
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Ranking
from companion.rules.games.pictures import Lesson, Panel
from companion.rules.games.runs import ScoredRecord
from companion.rules.games.tricks import CardGame, keep_option
from companion.rules.plays import Bounds, Deal, Play, PlayerId, Shuffle
from companion.rules.results import Leaf, Node, Reason, ResultLeaf, ScoredPart

_MIDDLE = Panel(
    N_("The middle card|takes them all."),
    N_("Three cards in their order: the middle one is in the light"),
    """
    lamp spread=50; floor; card 34 88 25 says=30% turn=-8 dim; card 126 88 25 says=70% turn=8 dim
    card 80 88 32 says=50%
    """,
)
_TIED_CARDS = Panel(
    N_("Middle card twice?|Into the pool."),
    N_("Two equal cards, a higher one, and a pile of cards; the lamp is off"),
    """
    lamp off; floor; card 31 88 25 says=28% turn=-4; card 64 88 25 says=28% turn=3; card 97 88 25 says=73%
    card 130 89 21 turn=-9; card 136 89 21 turn=2; card 142 89 21 turn=11
    """,
)
_HIGH = N_("high!")
_LEADER_CALLS = Panel(
    N_("Four cards: the|leader calls it."),
    N_("Four cards in their order: high was called, so the third is in the light"),
    f"""
    lamp x=98 spread=34; floor; card 26 88 22 says=12% turn=-6 dim; card 60 88 24 says=23% dim
    card 98 88 27 says=45%; card 134 88 22 says=78% turn=6 dim; text 45 38 15 says={_HIGH}
    """,
)
_RANKS_DOWN = N_("The lowest rank in the deck; 7 is the deck of 32 cards.")
_WHO_LEADS = N_("As usual: the winner of a round, or with two players each in turn.")
_LEADERS = {
    "winner": N_("The winner of the last round"),
    "alternate": N_("Each in turn"),
    "loser": N_("The loser of the last round (two players)"),
}


@dataclass(frozen=True)
class MedianGame(CardGame):
    """Median game with its options (D2, D3, D9); raises `Refused` for options that the rules do not allow.

    Where `lead` is None it follows from the number of players; where `dealer` is None it is the first player.
    """

    name = "median"
    title = N_("Median game")
    min_players = 2
    max_players = 208
    source = N_(
        "“Median game” was created in 2023 by its author with North and Katie; for two after João Vitor."
    )
    aims = (N_("The middle card takes them all"),) * 2
    in_words = (
        N_(
            "Everybody holds some cards, and aces are high. The leader lays one face down, the others follow."
        ),
        N_(
            "The middle card wins the round, unless somebody else laid the same rank: "
            "then the cards go to the pool."
        ),
        N_("The winner takes the round, and every round in the pool."),
        N_(
            "With an even number of players two cards are in the middle: the leader calls high or "
            "low beforehand."
        ),
        N_("Everybody draws a card while there are enough for all. Whoever has taken the most rounds wins."),
    )
    staging = "lean"
    record_keys = frozenset({"call", "deals"})

    emblem = """
    lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84
    card 20 84 23 says=5 turn=-9 dim; card 80 84 23 says=J turn=9 dim; card 50 84 31 says=8
    """
    in_short = N_("cards, 2 or more")
    only_results: ClassVar = {
        "results": N_("Only who took each round is entered here."),
        "totals": N_("Only the rounds that each has taken are entered here, once, at the end."),
    }
    run = MedianGameRun

    hand: int = option(5, N_("Cards in hand"), N_("More cards leave less to luck."), offered=(3, 5, 7))
    decks: int = option(1, N_("Decks"), N_("1 to 4, for many players."))
    lowest: str = option("2", N_("Lowest card"), _RANKS_DOWN, choices=ORDER)
    lead: Literal["winner", "alternate", "loser"] | None = option(
        None, N_("Who leads"), _WHO_LEADS, choice_labels=_LEADERS
    )
    dealer: str | None = option(None, N_("Dealer"), N_("Leads the first round."), kind="player")
    keep: str = keep_option(N_("Who took each round"), totals=N_("The rounds taken, at the end"))

    def __post_init__(self) -> None:
        if not 1 <= self.decks <= 4:
            raise Refused("there are 1 to 4 decks, not {decks}", decks=self.decks)
        if self.hand < 1:
            raise Refused("a hand has 1 card or more, not {hand}", hand=self.hand)
        if self.min_players * self.hand > self.deck.size:
            raise too_large(self.min_players, self.hand, self.deck.size)

    @property
    def deck(self) -> Deck:
        """The deck that `decks` and `lowest` make."""
        return Deck(ORDER[VALUES[self.lowest] :], self.decks)

    @property
    def lesson(self) -> Lesson:
        ranks, panels = self.deck.ranks, (_MIDDLE, _TIED_CARDS, _LEADER_CALLS)
        return Lesson(N_("Everybody lays one card, face down."), panels).on(
            0, len(ranks) - 1, ranks.__getitem__
        )

    @property
    def has_independent_rounds(self) -> bool:
        """Not where one entry is the whole game (R6)."""
        return self.keeps_results and self.keep != "totals"

    def length(self, players: int) -> int:
        """Return how many rounds so many players play (D7)."""
        return self.deck.size // max(players, 1)

    def check_plays(self, plays: Mapping[PlayerId, Any], players: int) -> None:
        """Only one player takes a round (R3, D4), and all together no more than there are (R6)."""
        count, most = sum(plays.values()), self.length(players)
        if not plays:
            raise Refused("nobody was there")
        if self.keep == "totals" and count > most:
            raise Refused("together {n} rounds are taken: the game has {all}", n=count, all=most)
        if self.keep == "results" and count > 1:
            raise Refused("only one player can take a round, not {n}", n=count)

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the hands of a game that has none yet (D2); the rest is the stock."""
        record = scored.record
        if record.deals or record.reveals or not self.can_deal:
            return None
        return deal_hands(self.deck.cards(), record.players, self.hand, shuffle)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See D4 to D6; or D8 where only the rounds taken are known."""
        if isinstance(leaf, ResultLeaf):
            rounds = {"rounds": Count(leaf.scores[player], "{n} round", "{n} rounds")}
            reason = Reason("D8", "You take {rounds}", (), rounds)
            has_won = player in leaf.winners
            return Outcome("won" if has_won else "outside", "won" if has_won else "lost", reason)
        assert isinstance(leaf, MedianGameRound)  # noqa: S101 - every leaf of this game is one
        return _of_result(leaf, player) if self.keeps_results else _of_card(leaf, player)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Say which card wins or ties the round (D4, D5); or who took it (D6)."""
        if isinstance(leaf, ResultLeaf):
            return self.part_headline(leaf)
        if self.keeps_results and isinstance(leaf, MedianGameRound):
            if not leaf.winners:
                return Reason("D6", "Tied: into the pool")
            return Reason("D6", "{players} takes {rounds}", leaf.winners, _takes(leaf))
        return card_headline(leaf, leaf.call if isinstance(leaf, MedianGameRound) else None)

    def sort_key(self, play: Play) -> Bounds:
        """Aces are high (D1)."""
        rank, suit = super().sort_key(play)
        return (VALUES[play.rank] if isinstance(play, Card) else rank), suit

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return the rounds that the winner took (D6)."""
        return part.takes if isinstance(part, MedianGameRound) and player in part.winners else 0

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        """The most rounds win (D8)."""
        return Ranking(N_("rounds"), N_("rounds taken"), N_("Rounds taken"))


def _of_result(leaf: MedianGameRound, player: PlayerId) -> Outcome:
    """Return what a round is for a player where only who took it is known (R3, D6)."""
    if player in leaf.winners:
        reason = Reason("D6", "You take {rounds}", (), _takes(leaf))
        return Outcome("won", "won", reason, leaf.takes, N_("takes it"), N_("All yours"))
    if leaf.winners:
        reason = Reason("D6", "{players} takes the round", leaf.winners)
        return Outcome("outside", "lost", reason, 0, verdict=N_("Not yours"))
    return Outcome("outside", "tied", Reason("D6", "Tied: into the pool"), 0, word=N_("into the pool"))


def _of_card(leaf: MedianGameRound, player: PlayerId) -> Outcome:
    """Return what a round is for the card of a player (D4 to D6)."""
    card: dict[str, object] = {"card": card_sign(leaf.plays[player])}
    result, same = "lost" if leaf.winners else "tied", tied(leaf)
    if player in leaf.winners:
        reason = Reason("D6", "Your {card} wins {rounds}", (), card | _takes(leaf))
        return Outcome("won", "won", reason, leaf.takes, N_("wins"), N_("All yours"))
    if player in same:
        others = tuple(other for other in same if other != player)
        reason = Reason("D4", "{players} laid your rank too: the round is tied", others)
        return Outcome("tied", "tied", reason, 0, N_("tied"))
    if player in in_the_middle(leaf):
        reason = Reason("D5", "Your {card} was in the middle too, but the other one counts", (), card)
        return Outcome("outside", result, reason, 0, N_("also the middle"), N_("Not yours"))
    reason = Reason("D4", "Your {card} does not win", (), card)
    return Outcome("outside", result, reason, 0, verdict=N_("Not yours"))


def _takes(played: MedianGameRound) -> dict[str, object]:
    return {"rounds": Count(played.takes, "{n} round", "{n} rounds")}
