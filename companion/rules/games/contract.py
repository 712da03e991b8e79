"""The contract of a game: all that the rest of the program asks. Nothing else tells one game from another.

A game is a frozen dataclass: its fields are its options, so that one value is a complete rule set. A new game
implements `begin`, `outcome` and `player_reason`; everything else has a default for a game in which the most
points win and every round gives a point to each of its winners.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text
from companion.rules.cards import RANKS, Card
from companion.rules.games import options
from companion.rules.games.game_run import GameRun, ScoredRecord
from companion.rules.results import (
    Branch,
    Deal,
    Kind,
    Leaf,
    Node,
    Play,
    PlayerId,
    Reason,
    Record,
    Score,
    Shuffle,
)
from companion.rules.text_table import play_cells, wrap_columns

Fate = Literal["middle", "disqualified", "outside", "discarded", "kept", "won", "turned down", "tied"]
"""What became of a play: `middle` and `won` score, `discarded` leaves the game, `disqualified` and `tied`
cannot score, `kept` goes back to the hand, `outside` and `turned down` do not score."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of one player's play in a round or trick.

    `word` is a text for the card, empty where it says nothing; `result` the word in a CSV file; `points`
    what the play brought by itself, None where single plays bring nothing.
    """

    fate: Fate
    result: str
    points: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The scores of one level: their name, each player's, and the middle ones where the middle wins."""

    label: str
    scores: Mapping[PlayerId, int]
    middle: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WinningRule:
    """Which scores win on a level: in words, and as a function of all players' scores."""

    label: Text
    find: Callable[[Sequence[int]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class OpenCards:
    """What one player has open in a round of tricks: the cards, their sum, whether it is the middle one.

    `kept` is what counts of the sum, None until the round is over.
    """

    player: PlayerId
    cards: tuple[Card, ...]
    sum: int
    is_middle: bool
    kept: int | None


@dataclass(frozen=True)
class Game(ABC):
    """A rule set: one game with its options. Making one that the rules do not allow raises `Refused`."""

    name: ClassVar[str]
    """The name in records, forms and addresses. It must never change."""
    title: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    how_to: ClassVar[tuple[str, ...]]
    """The rules in some sentences, the first of which says it all; texts to be translated."""
    source: ClassVar[str]
    record_keys: ClassVar[frozenset[str]] = frozenset()
    """What its records may hold besides plays: `call`, `deals`."""
    absent_sentence: ClassVar[str] = N_("You sent no number")
    """What a player who presented nothing in a round is told."""
    reveal_caption: ClassVar[str] = N_("%(heading)s: the cards, lowest first")
    """What a reveal is called where it has no number line."""

    # How it is played

    @classmethod
    def read_options(cls, raw: Mapping[str, Any]) -> Self:
        """Make the rule set from the options of a record; raises `Refused`."""
        return options.read_options(cls, raw)

    @abstractmethod
    def begin(self, record: Record) -> GameRun:
        """Return a run of a record before its first round. Facts that break a rule become problems."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether players can join a game that has begun (G8)."""
        return False

    @property
    def takes_lists(self) -> bool:
        """Whether all rounds are handed in at once and revealed one by one (G14)."""
        return False

    @property
    def has_independent_rounds(self) -> bool:
        """Whether any round can be voided: what was played later does not depend on it."""
        return False

    @property
    def can_deal(self) -> bool:
        """Whether there are hands that the app could deal."""
        return False

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:  # noqa: ARG002
        """Deal the cards that the next round needs; None where no deal is wanted now."""
        return None

    def play_on(self, record: Record) -> Record:  # noqa: ARG002
        """Return a record whose standing tie is played on (G12); raises `Refused` where that cannot be."""
        raise Refused("{title} has no tie that can be played on", title=Text(self.title))

    def forecast(self, players: int) -> str:  # noqa: ARG002
        """Say to a host who is choosing the options what to expect; empty where there is nothing to say.

        Raises `Refused` where so many players cannot play.
        """
        return ""

    # What became of a play

    @abstractmethod
    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """Say what became of the play of a player who presented something."""

    @abstractmethod
    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        """Say the same to the player in a sentence; `players` are those whom it names."""

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """Return what became of all plays of a round; a player who is not in it is `outside`."""
        return {player: self.outcome(leaf, player).fate for player in leaf.plays}

    @property
    def absent_points(self) -> int | None:
        """Return what a round brings without a play; None where single plays bring nothing."""
        return None

    def disqualified_in_short(self, leaf: Leaf) -> Count | None:  # noqa: ARG002
        """Count the disqualified in a sentence, in place of the reasons that are `disqualifying`."""
        return None

    def sort_key(self, play: Play) -> tuple[int, int]:
        """Order plays by their value; equal cards by their suit."""
        return (
            (RANKS.index(play.rank), " CDHS".index(play.suit or " ")) if isinstance(play, Card) else (play, 0)
        )

    @property
    def number_line(self) -> tuple[int, int] | None:
        """The lowest and the highest number, for a reveal on a line; None where plays are shown as cards."""
        return None

    # What a level is about

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return what a part brought to a player's score on the level above: the points of a play, or 1."""
        if isinstance(part, Leaf) and player in part.plays:
            points = self.outcome(part, player).points
            if points is not None:
                return points
        return int(player in part.winners)

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """List the standings that matter now, outermost first, for the scoreboard."""
        return (Standing(N_("points"), root.scores),)

    def inner_level(self, root: Branch) -> Branch:
        """Return the level whose parts give the points that the scoreboard shows now."""
        return root

    def score_label(self, kind: Kind) -> str:  # noqa: ARG002
        """Name what the scores of a level count."""
        return N_("points")

    def chart_label(self, level: Branch) -> str:  # noqa: ARG002
        """Name the same as the heading of a chart."""
        return N_("Points")

    def winning_rule(self, level: Branch) -> WinningRule:  # noqa: ARG002
        """Say which scores win on a level."""
        return WinningRule(Text(N_("the most")), lambda scores: (max(scores),))

    @property
    def middle_wins(self) -> bool:
        """Whether the middle wins the whole game, and not the most."""
        return False

    @property
    def names_outer_level(self) -> bool:
        """Whether a part of the outermost level is named: not where there is only one."""
        return True

    def open_cards(self, latest: Sequence[Node]) -> tuple[OpenCards, ...]:  # noqa: ARG002
        """Show the open cards of a round of tricks; `latest` are the last parts, outermost first."""
        return ()

    def pool(self, root: Branch) -> int | None:  # noqa: ARG002
        """Count the rounds in the pool; None in a game without one."""
        return None

    # What a report says

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Write a game as lines of text: by default a row a player and a column a round."""
        leaves = tuple(score.leaves())
        cells = [tuple(play_cells(leaf, record.players)) for leaf in leaves]
        rows = [["", *(f"{number} " for number in range(1, len(leaves) + 1)), "points"]]
        for at, player in enumerate(record.players):
            rows.append([player, *(column[at] for column in cells), str(score.root.scores[player])])
        yield from wrap_columns(rows)
        yield "* scores"
