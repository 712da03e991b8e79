"""Mediocrity: all players hold the same cards and lay one each; mediocre ones are discarded (M1 to M8)."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.cards import Card, card_sign
from companion.rules.games.contract import Game, GameRun, Record
from companion.rules.games.kept_results import KEEPS, KEPT, KEPT_WHY, keep_labels
from companion.rules.games.mediocrity.cards import MediocrityByCards, is_repeated
from companion.rules.games.mediocrity.hands import hand_headline, hand_word
from companion.rules.games.mediocrity.lesson import EMBLEM, lesson
from companion.rules.games.mediocrity.report import table_lines
from companion.rules.games.mediocrity.results import (
    MediocrityByResults,
    check_hand,
    hand_outcome,
    player_hand_reason,
)
from companion.rules.games.options import option
from companion.rules.games.outcomes import Outcome, Staging, WinningRule
from companion.rules.games.pictures import Emblem, Lesson
from companion.rules.results import Branch, Kind, Leaf, Play, PlayerId, Reason, ResultLeaf, Score, ScoredPart

_KEEP_LABELS = keep_labels(N_("The cards left after each hand"))
_ONLY_LEFT = N_("Only the cards left at the end of each hand are entered here.")


@dataclass(frozen=True)
class Mediocrity(Game):
    """Mediocrity with its options (M7); raises `Refused` for options that the rules do not allow."""

    name: ClassVar[str] = "mediocrity"
    title: ClassVar[str] = N_("Mediocrity")
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 8
    source: ClassVar[str] = N_(
        "Card rules by Greg Weidman, after a guessing game by Douglas Hofstadter in “Metamagical Themas”."
    )
    how_to: ClassVar[tuple[str, ...]] = (
        N_(
            "Everybody holds the same 13 cards, ace low to king high, and lays one in secret; "
            "all are shown at once."
        ),
        N_(
            "Cards strictly between the lowest and the highest are discarded; the others go back to the hand."
        ),
        N_("If no card is in between, the cards that two or more laid are discarded."),
        N_("When somebody runs out, those with the fewest cards left, but not none, get 1 point each."),
        N_("When somebody reaches the target, whoever has the most points below it wins."),
        N_("It is best with 3 or 4 players. Up to 8 can play, but that is less fun."),
    )
    staging: ClassVar[Staging] = "trapdoor"

    emblem: ClassVar[Emblem] = EMBLEM
    in_short: ClassVar[str] = N_("cards, 3 or 4")

    target: int = option(4, N_("Target"), N_("Who reaches it ends the game, and cannot win it."))
    keep: Literal["cards", "results"] = option(
        "cards", KEPT, KEPT_WHY, choices=KEEPS, choice_labels=_KEEP_LABELS
    )

    def __post_init__(self) -> None:
        if not 1 <= self.target <= 999:
            raise Refused("the target is 1 to 999 points, not {target}", target=self.target)

    @property
    def lesson(self) -> Lesson:
        """See M3, M6 and M8."""
        return lesson(self.target)

    @property
    def in_words(self) -> tuple[str | Text, ...]:
        return (*self.how_to, _ONLY_LEFT) if self.keeps_results else self.how_to

    @property
    def keeps_results(self) -> bool:
        """See R1."""
        return self.keep == "results"

    def check_plays(self, plays: Mapping[PlayerId, Play]) -> None:
        """See R1."""
        if self.keeps_results:
            check_hand(plays)

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of tricks, or hands."""
        return (MediocrityByResults if self.keeps_results else MediocrityByCards)(record).start()

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See M3 to M5, or M6 for a hand."""
        if isinstance(leaf, ResultLeaf):
            return hand_outcome(leaf, player)
        if player not in leaf.winners:
            return Outcome("kept", "taken back", word=N_("back to the hand"), verdict=N_("Back in your hand"))
        word = N_("repeated: discarded") if is_repeated(leaf) else N_("between: discarded")
        return Outcome("discarded", "discarded", word=word, verdict=N_("Rid of it"))

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        if isinstance(leaf, ResultLeaf):
            return player_hand_reason(leaf, player)
        card = {"card": card_sign(leaf.plays[player])}
        if player not in leaf.winners:
            return Reason("M5", "Your {card} goes back to the hand", (), card)
        if is_repeated(leaf):
            return Reason("M4", "Your {card} is repeated: discarded", (), card)
        return Reason("M3", "Your {card} is between: discarded", (), card)

    def round_headline(self, leaf: Leaf) -> Reason:
        """Name the cards that are discarded, lowest first (M3, M4); or say who gets a hand's point (M6)."""
        if isinstance(leaf, ResultLeaf):
            return hand_headline(leaf)
        discarded = sorted((leaf.plays[player] for player in leaf.winners), key=self.sort_key)
        ranks = {"cards": tuple(card.rank for card in discarded if isinstance(card, Card))}
        if is_repeated(leaf):
            return Reason("M4", "Nothing in between: {cards} are gone", leaf.winners, ranks)
        return Reason("M3", PluralTemplate("{cards} is gone", "{cards} are gone"), leaf.winners, ranks)

    def part_headline(self, part: ScoredPart) -> Reason:
        """See M6."""
        return hand_headline(part)

    def part_word(self, part: ScoredPart, player: PlayerId) -> str:
        """See M6."""
        return hand_word(part, player)

    def counts_cards(self, kind: Kind) -> bool:
        """A hand is decided by the cards left (M6)."""
        return kind == "hand"

    def tally_label(self, level: Branch) -> Text:
        """See M8."""
        if level.kind == "hand":
            return super().tally_label(level)
        return Text(N_("{target} is too many"), {"target": self.target})

    def too_many(self, level: Branch) -> int | None:
        """See M8."""
        return self.target if level.kind == "game" else None

    def score_label(self, kind: Kind) -> str:
        return N_("cards left") if kind == "hand" else N_("points")

    def winning_rule(self, level: Branch) -> WinningRule:  # noqa: ARG002
        """The most points below the target win (M8)."""
        label = Text("the most below {target}", {"target": self.target})
        return WinningRule(label, lambda scores: (max(score for score in scores if score < self.target),))

    @property
    def middle_wins(self) -> bool:
        """True: the most points win only below the target, so being too good loses (M8)."""
        return True

    def table(self, record: Record, score: Score) -> Iterator[str]:
        return table_lines(score.root, record.players)
