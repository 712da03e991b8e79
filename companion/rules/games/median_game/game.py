"""Median game: everybody lays a card, and the middle card takes the round (D1 to D9)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text
from companion.rules.cards import Card, card_sign
from companion.rules.games.contract import Game, GameRun, Record, ScoredRecord
from companion.rules.games.deck import Deck, deal_hands
from companion.rules.games.kept_results import KEEPS, KEPT, KEPT_WHY, keep_labels
from companion.rules.games.median_game.cards import ORDER, VALUES, MedianGameByCards, card_headline, tied
from companion.rules.games.median_game.lesson import EMBLEM, LESSON
from companion.rules.games.median_game.report import table_lines
from companion.rules.games.median_game.results import (
    MedianGameByResults,
    check_taken,
    player_taken_reason,
    taken_headline,
    taken_outcome,
)
from companion.rules.games.median_game.rounds import MedianGameRound, too_large
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Staging, Standing
from companion.rules.games.pictures import Emblem, Lesson
from companion.rules.results import (
    Branch,
    Deal,
    Kind,
    Leaf,
    Node,
    Play,
    PlayerId,
    Reason,
    Score,
    Shuffle,
)

_RANKS_DOWN = N_("The lowest rank in the deck; 7 is the deck of 32 cards.")
_WHO_LEADS = N_("As usual: the winner of a round, or with two players each in turn.")
_LEADERS = {
    "winner": N_("The winner of the last round"),
    "alternate": N_("Each in turn"),
    "loser": N_("The loser of the last round (two players)"),
}
_KEEP_LABELS = keep_labels(N_("Who took each round"))
_ONLY_TAKEN = N_("Only who took each round is entered here.")


@dataclass(frozen=True)
class MedianGame(Game):
    """Median game with its options (D2, D3, D9); raises `Refused` for options that the rules do not allow.

    Where `lead` is None it follows from the number of players; where `dealer` is None it is the first player.
    """

    name: ClassVar[str] = "median"
    title: ClassVar[str] = N_("Median game")
    min_players: ClassVar[int] = 2
    max_players: ClassVar[int] = 208
    source: ClassVar[str] = N_(
        "“Median game” was created in 2023 by its author with North and Katie; for two after João Vitor."
    )
    how_to: ClassVar[tuple[str, ...]] = (
        N_(
            "Everybody holds some cards, two low to ace high. The leader lays one face down, the "
            "others follow."
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
    staging: ClassVar[Staging] = "lean"
    record_keys: ClassVar[frozenset[str]] = frozenset({"call", "deals"})

    emblem: ClassVar[Emblem] = EMBLEM
    in_short: ClassVar[str] = N_("cards, 2 or more")

    hand: int = option(5, N_("Cards in hand"), N_("More cards leave less to luck."))
    decks: int = option(1, N_("Decks"), N_("1 to 4, for many players."))
    lowest: str = option("2", N_("Lowest card"), _RANKS_DOWN, choices=ORDER)
    lead: Literal["winner", "alternate", "loser"] | None = option(
        None, N_("Who leads"), _WHO_LEADS, choices=("winner", "alternate", "loser"), choice_labels=_LEADERS
    )
    dealer: str | None = option(None, N_("Dealer"), N_("Leads the first round."), is_player=True)
    keep: Literal["cards", "results"] = option(
        "cards", KEPT, KEPT_WHY, choices=KEEPS, choice_labels=_KEEP_LABELS
    )

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
        """See D4 to D6."""
        return LESSON

    @property
    def in_words(self) -> tuple[str | Text, ...]:
        return (*self.how_to, _ONLY_TAKEN) if self.keeps_results else self.how_to

    @property
    def keeps_results(self) -> bool:
        """See R3."""
        return self.keep == "results"

    def check_plays(self, plays: Mapping[PlayerId, Play]) -> None:
        """See R3."""
        if self.keeps_results:
            check_taken(plays)

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of rounds."""
        return (MedianGameByResults if self.keeps_results else MedianGameByCards)(record).start()

    @property
    def can_deal(self) -> bool:
        """See D2."""
        return not self.keeps_results

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the hands of a game that has none yet (D2); the rest is the stock."""
        record = scored.record
        if record.deals or record.reveals or not self.can_deal:
            return None
        return deal_hands(self.deck.cards(), record.players, self.hand, shuffle)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See D4 to D6."""
        if self.keeps_results and isinstance(leaf, MedianGameRound):
            return taken_outcome(leaf, player)
        if player in leaf.winners:
            return Outcome("won", "won", self.gain(leaf, player), N_("wins"), N_("All yours"))
        if player in tied(leaf):
            return Outcome("tied", "tied", 0, N_("tied"), N_("Tied"))
        return Outcome("outside", "lost" if leaf.winners else "tied", 0, verdict=N_("Not yours"))

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        if self.keeps_results and isinstance(leaf, MedianGameRound):
            return player_taken_reason(leaf, player)
        card = {"card": card_sign(leaf.plays[player])}
        if player in leaf.winners:
            rounds = Count(self.gain(leaf, player), "{n} round", "{n} rounds")
            return Reason("D6", "Your {card} wins {rounds}", (), {**card, "rounds": rounds})
        if player in tied(leaf):
            others = tuple(other for other in tied(leaf) if other != player)
            return Reason("D4", "{players} laid your rank too: the round is tied", others)
        return Reason("D4", "Your {card} does not win", (), card)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Say which card wins or ties the round (D4, D5); or who took it (D6)."""
        if self.keeps_results and isinstance(leaf, MedianGameRound):
            return taken_headline(leaf)
        return card_headline(leaf, leaf.call if isinstance(leaf, MedianGameRound) else None)

    def sort_key(self, play: Play) -> tuple[int, int]:
        """Aces are high (D1)."""
        rank, suit = super().sort_key(play)
        return (VALUES[play.rank] if isinstance(play, Card) else rank), suit

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return the rounds that the winner took (D6)."""
        return part.takes if isinstance(part, MedianGameRound) and player in part.winners else 0

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        return (Standing(N_("rounds"), root.scores),)

    def score_label(self, kind: Kind) -> str:  # noqa: ARG002
        return N_("rounds taken")

    def chart_label(self, level: Branch) -> str:  # noqa: ARG002
        return N_("Rounds taken")

    def pool(self, root: Branch) -> int | None:
        """See D6."""
        last = root.parts[-1] if root.parts else None
        return last.pool if isinstance(last, MedianGameRound) else 0

    def table(self, record: Record, score: Score) -> Iterator[str]:
        return table_lines(score, record.players, results=self.keeps_results)
