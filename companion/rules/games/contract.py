"""The contract of a game: everything that views, exports, bots and forms ask of one.

Nothing outside a game's own modules may depend on which game it is; CONTRIBUTING says how to add one. The
defaults describe a game in which every round gives a point to each of its winners, and the most points win.

Invariants: a game is a pure function of a record. New input that breaks a rule raises `Refused`; recorded
facts never raise, but become problems and do not count. Texts are marked with `N_` and translated where they
are shown. The tests in `tests/contract` play every registered game, and a toy game that only tests register.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.cards import RANKS, Card
from companion.rules.games import options
from companion.rules.games.knockout import SHOWDOWN, KnockoutWords
from companion.rules.games.outcomes import (
    Crowding,
    Ending,
    Fate,
    MeanTarget,
    OpenCards,
    Outcome,
    Ranking,
    Staging,
    Standing,
    TieTitle,
    WouldScore,
)
from companion.rules.games.pictures import Lesson, Options, Preset
from companion.rules.games.runs import GameRun, Record, ScoredRecord
from companion.rules.plays import Bounds, Deal, Play, PlayerId, Shuffle
from companion.rules.results import Branch, Leaf, Node, Reason, ScoredPart, Sentences


class Capabilities:
    """What only some games can or have. The defaults say that a game cannot, so any game can be asked."""

    title: ClassVar[str]
    record_keys: ClassVar[frozenset[str]] = frozenset()
    """Which optional keys its records may have: `call`, `deals`, `late`, `question` (and with it `truth`)."""
    staging: ClassVar[Staging] = "podium"
    """How the TV shows what became of the cards of a round."""

    # Sets of options that the start page offers under titles of their own

    presets: ClassVar[tuple[Preset, ...]] = ()

    @cached_property  # 76 µs
    def preset(self) -> Preset | None:
        """The preset whose options these are, which every screen asks for: all it names, and its scoring."""
        return next((preset for preset in self.presets if options.matches(self, preset.options)), None)

    @property
    def known_as(self) -> str:
        """The title of the preset that is played, or that of the game; to be translated."""
        return (self.preset or self).title

    # Cards, which the app may deal

    @property
    def can_deal(self) -> bool:
        """Whether the app can deal the hands."""
        return False

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:  # noqa: ARG002
        """Return a deal of the cards that the next round needs; None if it needs none.

        Where there are no hands to deal, it is asked however the cards lie.
        """
        return None

    def public_record(self, record: Record, seen: int, *, goes_on: bool) -> Record:  # noqa: ARG002
        """Return what everybody may know of a record: by default all, but no deals while the game goes on.

        So many rounds were `seen` at most, also such as are taken back.
        """
        return replace(record, deals=()) if goes_on else record

    def sort_key(self, play: Play) -> Bounds:
        """Return a key that sorts plays by value, and equal cards by suit."""
        if isinstance(play, Card):
            return RANKS.index(play.rank), " CDHS".index(play.suit or " ")
        return play, 0

    def open_cards(self, latest: Sequence[Node]) -> tuple[OpenCards, ...]:  # noqa: ARG002
        """Return the open cards of a round of tricks; `latest` are the last parts, outermost first."""
        return ()

    # Numbers: lists of them, questions that they answer, and what they are measured from

    @property
    def number_line(self) -> Bounds | None:
        """The lowest and highest number of the line of a reveal; None where plays are nothing like that."""
        return None

    @property
    def takes_lists(self) -> bool:
        """Whether players send the numbers of all rounds at once, to be revealed one by one (G14)."""
        return False

    @property
    def answer_aim(self) -> str | Text:
        """What scores where the host has asked a question, which the players answer with their numbers.

        Empty where none can be asked.
        """
        return ""

    question_aims: ClassVar[Mapping[bool, str]] = {}
    """What scores of the answers to an opinion, and (True) to a fact, where the app asks in every round (Q1).

    To be translated; empty where it does not ask.
    """

    @property
    def searched_from(self) -> int | None:
        """The end of the line at which the search for what scores begins on the TV; None: in the middle."""
        return None

    def crowding(self, players: int) -> Crowding | None:  # noqa: ARG002
        """Return how so many players get in each other's way, and options that give them room; or None."""
        return None

    def mean_target(self, leaf: Leaf) -> MeanTarget | None:  # noqa: ARG002
        """Return the mean that decides a round, with its multiple; None where order counts, or no number."""
        return None

    def scores_with(self, leaf: Leaf) -> WouldScore | None:  # noqa: ARG002
        """Return whether a player would have scored with a number, or stayed in a showdown; None: not known.

        All others present what they did in the round; one who presented nothing comes after them.
        """
        return None

    crowd: ClassVar[int] = 0
    """From how many players on it is offered first; 0: never."""
    knockout: ClassVar[KnockoutWords] = SHOWDOWN
    """What is said of rounds that only some can still win."""

    # Ties that can be played on (G12), or decided by a showdown (G16)

    def endings(self, players: int) -> tuple[Ending, ...]:  # noqa: ARG002
        """List the endings for so many, the recommended first; empty without a choice, or for too many."""
        return ()

    def break_tie(self, record: Record, *, showdown: bool) -> Record:  # noqa: ARG002
        """Return the record with more rounds or a showdown to break its tie; raises `Refused` if none can."""
        if showdown:
            raise Refused("there is no tie here that a showdown could decide")
        raise Refused("there is no tie here that can be played on")

    def tie_title(self, level: Branch) -> TieTitle | None:  # noqa: ARG002
        """Return the title of what a tie leads to, where a level that is not over goes on beyond its length.

        It is asked after every part of the level; by default nothing stops the room.
        """
        return None

    # Parts between a round and the whole, such as hands, or their results only

    def part_headline(self, part: ScoredPart) -> Reason:
        """Return the result of a finished part in a few words, for the TV: by default who wins it."""
        if not part.winners:
            return Reason("", "Nobody wins")
        return Reason("", PluralTemplate("{players} wins", "{players} win"), part.winners)

    def part_word(self, part: ScoredPart, player: PlayerId) -> str:
        """Return what a finished part is for a player, in a few words to be translated; it may be empty."""
        return N_("wins") if player in part.winners else ""


@dataclass(frozen=True)
class Game(Capabilities, ABC):
    """A rule set: one game with its options. Raises `Refused` for options that the rules do not allow."""

    name: ClassVar[str]
    """The name in records, forms and addresses. It must never change."""
    min_players: ClassVar[int]
    max_players: ClassVar[int]
    source: ClassVar[str]
    """Where the game comes from; to be translated."""
    emblem: ClassVar[str]
    """Its sign on the start page: a picture, 100 by 100."""
    in_short: ClassVar[str]
    """What it is played with and by how many, such as `cards, exactly 3`; to be translated."""
    run: ClassVar[type[GameRun]]
    """What plays its records; the cost is linear in the number of rounds."""
    has_middle: ClassVar[bool] = True
    """Whether its rounds have a middle, or a mean, that the screens speak of."""

    # Teaching

    @property
    @abstractmethod
    def aim(self) -> str | Text:
        """What to aim for in a round, in a few words: what screens say first where they ask."""

    @property
    @abstractmethod
    def lesson(self) -> Lesson:
        """The game in three pictures, as these options make it."""

    @property
    @abstractmethod
    def how_to(self) -> Sentences:
        """The rules in a few sentences, as these options make them; to be translated."""

    # Playing

    @classmethod
    def read_options(cls, raw: Options) -> Self:
        """Make the rule set from the options of a record; raises `Refused` for unknown or invalid ones."""
        return options.read_options(cls, raw)

    @property
    def takes_newcomers(self) -> bool:
        """Whether players can join a game after it began (G8)."""
        return False

    @property
    def has_independent_rounds(self) -> bool:
        """Whether any round can be void, as no later one depends on it; by default if results are entered."""
        return self.keeps_results

    @property
    def keeps_results(self) -> bool:
        """Whether only the results of hands or rounds are entered, not every card (R1 to R6)."""
        return False

    # Outcomes of plays

    @abstractmethod
    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """Return what became of a player's play, and why; the player must have presented one."""

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """Return what became of the plays of a round; a player left out of it is `outside`."""
        return {player: self.outcome(leaf, player).fate for player in leaf.plays}

    def round_headline(self, leaf: Leaf) -> Reason:
        """Return the result of a finished round in a few words, for the TV: by default who scores."""
        scores = PluralTemplate("{players} scores", "{players} score")
        return Reason("", scores, leaf.winners) if leaf.winners else Reason("", "Nobody scores")

    # Numbers

    def counting_numbers(self, leaf: Leaf) -> Mapping[PlayerId, Fraction]:
        """Return the numbers of a round that count, as they are compared: by default all not disqualified.

        What puts equal numbers in order is added (G19). Nothing in a game without a number line.
        """
        if self.number_line is None:
            return {}
        fates = self.fates(leaf)
        exact = {play: Fraction(play) for play in {*leaf.plays.values()} if isinstance(play, int)}
        numbers = ((player, exact[play]) for player, play in leaf.plays.items() if play in exact)
        return {player: number for player, number in numbers if fates.get(player) != "disqualified"}

    def middle_numbers(self, leaf: Leaf) -> tuple[Fraction, ...]:
        """Return the middle of a round, one or two: what scored; none without a middle or a number line."""
        if self.number_line is None or not self.has_middle:
            return ()
        return tuple(sorted({Fraction(n) for n in map(leaf.plays.get, leaf.winners) if isinstance(n, int)}))

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
        return (Standing(self.ranking(root).label, root.scores),)

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        """Return what the scores of a level count, and which of them win: by default the most points."""
        return Ranking()
