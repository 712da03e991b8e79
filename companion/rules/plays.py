"""What players present, what they may present, and what the rules ask for next."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import field
from fractions import Fraction
from typing import Literal

from companion.i18n.messages import N_
from companion.rules.cards import Card
from companion.values import frozen

PlayerId = str
"""A player: a name in a record, a seat in a room."""

Players = tuple[PlayerId, ...]
Numbers = Mapping[PlayerId, int]
"""The numbers that players presented in a round."""
Cards = Mapping[PlayerId, Card]
"""The cards that players laid in a round."""

Play = int | Card
"""What one player presents in one reveal."""

Plays = Mapping[PlayerId, Play]
Keys = Sequence[tuple[Play, bool]]
"""The keys of a pad, each with whether it is allowed now."""
Bounds = tuple[int, int]
"""The lowest and the highest number."""

Call = Literal["high", "low"]
Kind = Literal["round", "trick", "hand", "game", "match"]
PositionKind = Kind | Literal["showdown", "final", "question"]
Shuffle = Callable[[list[Play]], None]
"""Shuffles cards in place."""


@frozen
class Reveal:
    """What the players showed in one round of numbers, or laid in one trick."""

    plays: Plays
    call: Call | None = None
    last: bool = False
    """The host ended the game after this reveal."""
    question: str = ""
    """What was asked; it is shown, and scored where the app asks (Q1)."""
    truth: int | None = None
    """The answer, where it was told."""
    range: Bounds | None = None
    """The numbers that could answer a fact (Q1)."""
    ends: tuple[str, ...] = ()
    """What 0 and 100 mean as answers to an opinion (Q5)."""
    struck: Plays = field(default_factory=dict)
    """Plays that stay visible and do not count; see `companion.rules.games.voided`."""

    @property
    def is_voided(self) -> bool:
        """Whether nothing of it counts: after the end of a game, that is no round."""
        return bool(self.struck) and not (self.plays or self.call or self.last)


@frozen
class Deal:
    """The cards as the app dealt them: every player's hand, and the rest as the stock."""

    hands: Mapping[PlayerId, tuple[Play, ...]]
    stock: tuple[Play, ...]


PlayedSince = Callable[[int], Sequence[Play]]
"""Takes a round's number; returns what a player presented from that round on."""

Pad = Literal["", "keys", "digits", "one", "several"]
"""How a score-keeper enters a play: with one of the `keys`, with the `digits` of a number, or by naming the
`one` player whose play is 1, or the `several`, or none of them, all other plays being 0. Empty where there is
no pad for it."""


class AllowedPlay(ABC):
    """What one player may present next: which plays are allowed, and how they are entered."""

    __slots__ = ()

    @abstractmethod
    def read(self, text: str) -> Play:
        """Parse typed text as an allowed play; raises `Refused` otherwise."""

    @abstractmethod
    def check(self, play: object) -> Play:
        """Return the play if it is allowed; raises `Refused` otherwise."""

    @abstractmethod
    def choices(self) -> Sequence[Play]:
        """List the plays that `check` accepts; a `range` may be of any size."""

    @abstractmethod
    def prompt(self, plays: int) -> str:
        """Return the request for so many plays, in the current language: `Pick a number from 0 to 100`."""

    def keys(self, played_since: PlayedSince) -> Keys:  # noqa: ARG002
        """List the keys of a pad, each with whether it is allowed now; empty where numbers are typed."""
        return ()

    @property
    def pad(self) -> Pad:
        """How a score-keeper enters it for a player."""
        return ""

    def most_of(self, play: Play) -> int | None:  # noqa: ARG002
        """Return how many players may present the same in the next round; None where all may."""
        return None

    @property
    def typed_range(self) -> Bounds | None:
        """The lowest and the highest number that can be typed; None where nothing is typed."""
        return None

    @property
    def together(self) -> int | None:
        """The most that all players can have together; None where that is not limited."""
        return None

    @property
    def sent_sentence(self) -> str:
        """The message to a player whose play was received; to be translated."""
        return N_("Your number is in")

    @property
    def hand_size(self) -> int | None:
        """The number of cards in hand; None where the app does not know it."""
        return None

    @property
    def worth(self) -> Fraction | None:
        """How much of the highest play what lies open is worth; None where nothing does."""
        return None

    @property
    def is_shared(self) -> bool:
        """Whether all players may present the same, so that nothing here is secret."""
        return False


@frozen
class Position:
    """The position of a part in one level: round 3 of 5; `of` is None if the number is not fixed.

    A round of a showdown (G16) belongs to no level: its kind is `showdown`, or `final` in a grand final (H4).
    Where the app asks (Q1) it is a `question`.
    """

    kind: PositionKind
    number: int
    of: int | None = None


Positions = tuple[Position, ...]
"""One of each level, outermost first."""


@frozen
class NextRound:
    """What the rules ask for next: the round's number (from 1), its position, and the allowed plays.

    `position` has one entry a level, outermost first. `everyone_must_play`: whether no player may be absent
    (G8, R5). `dealer` leads where the `leader` is not there (R5). `plays_at_once`: how many plays, for this
    round and the next ones, are sent together (G14). `contenders` are the players still tied where the round
    is one of a showdown (G16), or who stands where others sit (E4); else nobody. `is_result`: whether its
    plays are results (R1 to R6), which the score-keeper enters for all together. `prize` is what lies open
    for whoever wins it; None where nothing does.
    """

    number: int
    position: Positions
    allowed: Mapping[PlayerId, AllowedPlay]
    everyone_must_play: bool
    leader: PlayerId | None = None
    dealer: PlayerId | None = None
    caller: PlayerId | None = None
    plays_at_once: int = 1
    contenders: Players = ()
    is_result: bool = False
    prize: int | None = None

    @property
    def kind(self) -> Kind:
        """What is played next: a round or a trick."""
        kind = self.position[-1].kind
        return "round" if kind == "showdown" or kind == "final" or kind == "question" else kind  # noqa: PLR1714 - mypy

    @property
    def is_showdown(self) -> bool:
        """Whether it decides a tie: nobody new plays in it (G16)."""
        return self.position[-1].kind == "showdown"
