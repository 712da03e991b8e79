"""The contract of a game: everything that views, exports, bots and forms ask of one.

Nothing outside a game's own modules may depend on which game it is. To add a game:

1. Subclass `Game` as a frozen dataclass. Its fields are its options (see `options.option`), so that one
   value is a complete rule set; `__post_init__` raises `Refused` for options that the rules do not allow.
2. Set the class variables without a default: `name`, `title`, `min_players`, `max_players`, `how_to` and
   `source`.
3. Implement `begin`, which returns a `GameRun` (see `game_run`): the scoring itself. Games in which every
   player lays a card in each reveal can derive theirs from `tricks.TrickGameRun`.
4. Implement `outcome` and `player_reason`: what became of one play, as a value and as a sentence.
5. Override what differs from the defaults. They describe a game in which every round gives a point to each
   of its winners, and the most points win.
6. Add the class to `GAMES` in `companion.rules.games`.

Invariants: a game is a pure function of a record. New input that breaks a rule raises `Refused`; recorded
facts never raise, but become problems and do not count. Texts are marked with `N_` and translated where they
are shown. The tests in `tests/contract` play every registered game, and a toy game that only tests register.
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

    `result` is the word for it in a CSV file. `points` is what the play brought, None in a game whose
    single plays bring nothing. `word` is a text for the card, to be translated; it may be empty.
    """

    fate: Fate
    result: str
    points: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Standing:
    """The scores of one level: what they count, each player's, and the winning ones where the middle wins."""

    label: str
    scores: Mapping[PlayerId, int]
    middle: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class WinningRule:
    """Which scores win on a level: in words, and as a function of the players' scores, in their order."""

    label: Text
    find: Callable[[Sequence[int]], tuple[int, ...]]


@dataclass(frozen=True, slots=True)
class OpenCards:
    """The open cards of one player in a round of tricks, their sum, and whether it is the middle one.

    `kept` is how much of the sum counts, None until the round is over.
    """

    player: PlayerId
    cards: tuple[Card, ...]
    sum: int
    is_middle: bool
    kept: int | None


@dataclass(frozen=True)
class Game(ABC):
    """A rule set: one game with its options. Raises `Refused` for options that the rules do not allow."""

    name: ClassVar[str]
    """The name in records, forms and addresses. It must never change."""
    title: ClassVar[str]
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    how_to: ClassVar[tuple[str, ...]]
    """The rules in a few sentences, to be translated; the first sums up the game."""
    source: ClassVar[str]
    """Where the game comes from; to be translated."""
    record_keys: ClassVar[frozenset[str]] = frozenset()
    """Which optional keys its records may have: `call`, `deals`."""
    absent_sentence: ClassVar[str] = N_("You sent no number")
    """The message to a player who presented nothing in a round."""
    reveal_caption: ClassVar[str] = N_("%(heading)s: the cards, lowest first")
    """The caption of a reveal without a number line."""

    # Playing

    @classmethod
    def read_options(cls, raw: Mapping[str, Any]) -> Self:
        """Make the rule set from the options of a record; raises `Refused` for unknown or invalid ones."""
        return options.read_options(cls, raw)

    @abstractmethod
    def begin(self, record: Record) -> GameRun:
        """Return a run of the record before its first reveal; score it with `game_run.score_from`."""

    @property
    def takes_newcomers(self) -> bool:
        """Whether players can join a game after it began (G8)."""
        return False

    @property
    def takes_lists(self) -> bool:
        """Whether players send the numbers of all rounds at once, to be revealed one by one (G14)."""
        return False

    @property
    def has_independent_rounds(self) -> bool:
        """Whether any round can be voided, because later rounds do not depend on it."""
        return False

    @property
    def can_deal(self) -> bool:
        """Whether the app can deal the hands."""
        return False

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:  # noqa: ARG002
        """Return a deal of the cards that the next round needs; None if it needs none."""
        return None

    def play_on(self, record: Record) -> Record:  # noqa: ARG002
        """Return the record with options that play on its tie (G12); raises `Refused` if there is none."""
        raise Refused("{title} has no tie that can be played on", title=Text(self.title))

    def forecast(self, players: int) -> str:  # noqa: ARG002
        """Return what to expect of these options, in the current language; by default nothing.

        Raises `Refused` if so many players cannot play.
        """
        return ""

    # Outcomes of plays

    @abstractmethod
    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """Return what became of a player's play; the player must have presented one."""

    @abstractmethod
    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        """Return the same as a sentence to the player; its `players` are the others whom it names."""

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """Return what became of the plays of a round; a player left out of it is `outside`."""
        return {player: self.outcome(leaf, player).fate for player in leaf.plays}

    @property
    def absent_points(self) -> int | None:
        """The points of a round without a play; None where single plays bring nothing."""
        return None

    def disqualified_in_short(self, leaf: Leaf) -> Count | None:  # noqa: ARG002
        """Return a sentence to replace all `disqualifying` reasons, counting the players; or None."""
        return None

    def sort_key(self, play: Play) -> tuple[int, int]:
        """Return a key that sorts plays by value, and equal cards by suit."""
        if isinstance(play, Card):
            return RANKS.index(play.rank), " CDHS".index(play.suit or " ")
        return play, 0

    @property
    def number_line(self) -> tuple[int, int] | None:
        """The lowest and highest number of the line of a reveal; None where plays are shown as cards."""
        return None

    # Scores

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return what a part added to a player's score on the level above: by default its points, or 1."""
        if isinstance(part, Leaf) and player in part.plays:
            points = self.outcome(part, player).points
            if points is not None:
                return points
        return int(player in part.winners)

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """List the standings of the scoreboard, outermost level first."""
        return (Standing(N_("points"), root.scores),)

    def inner_level(self, root: Branch) -> Branch:
        """Return the level whose parts give the innermost scores of the scoreboard."""
        return root

    def score_label(self, kind: Kind) -> str:  # noqa: ARG002
        """Return what the scores of a level count, in lower case, to be translated."""
        return N_("points")

    def chart_label(self, level: Branch) -> str:  # noqa: ARG002
        """Return what the scores of a level count, as the heading of a chart, to be translated."""
        return N_("Points")

    def winning_rule(self, level: Branch) -> WinningRule:  # noqa: ARG002
        """Return which scores win on a level: by default the most."""
        return WinningRule(Text(N_("the most")), lambda scores: (max(scores),))

    @property
    def middle_wins(self) -> bool:
        """Whether the whole game is won by something else than the most points."""
        return False

    @property
    def names_outer_level(self) -> bool:
        """Whether positions name the outermost level; False where it has only one part."""
        return True

    def open_cards(self, latest: Sequence[Node]) -> tuple[OpenCards, ...]:  # noqa: ARG002
        """Return the open cards of a round of tricks; `latest` are the last parts, outermost first."""
        return ()

    def pool(self, root: Branch) -> int | None:  # noqa: ARG002
        """Return the number of rounds in the pool; None in a game without one."""
        return None

    # Reports

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Yield the lines of the text table of a game: by default a row a player and a column a round."""
        leaves = tuple(score.leaves())
        cells = [tuple(play_cells(leaf, record.players)) for leaf in leaves]
        rows = [["", *(f"{number} " for number in range(1, len(leaves) + 1)), "points"]]
        for at, player in enumerate(record.players):
            rows.append([player, *(column[at] for column in cells), str(score.root.scores[player])])
        yield from wrap_columns(rows)
        yield "* scores"
