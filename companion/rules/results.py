"""The words scoring speaks in: what people showed goes in, a tree of results with reasons comes out.

Everything here is a frozen value. A game (see `companion.games`) turns a `Record` into a `Score`;
records, screens and tests all read that one `Score`, so they can never disagree.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, overload

from companion.i18n.errors import Refused
from companion.i18n.languages import gettext
from companion.i18n.messages import (
    N_,
    Count,
    NameOf,
    PluralTemplate,
    format_message,
    format_value,
    translate,
)
from companion.rules.cards import Card

if TYPE_CHECKING:
    from companion.rules.games.contract import Game

PlayerId = str
"""Who plays, as the rules know them: a name in a record, a seat in a room."""

Play = int | Card
"""What one player presents in one reveal."""

Call = Literal["high", "low"]
Kind = Literal["round", "trick", "hand", "game", "match"]
DecidedBy = Literal["median", "peel", "sudden-death", "shared"]


def count_parts(kind: Kind, number: int) -> Count:
    """Say how many parts of a kind: `1 round`, `3 games`."""
    match kind:
        case "match":
            return Count(number, "{n} match", "{n} matches")
        case "game":
            return Count(number, "{n} game", "{n} games")
        case "hand":
            return Count(number, "{n} hand", "{n} hands")
        case "trick":
            return Count(number, "{n} trick", "{n} tricks")
    return Count(number, "{n} round", "{n} rounds")


Shuffle = Callable[[list[Play]], None]
"""Brings cards into an order that nobody knows, in place."""


@dataclass(frozen=True, slots=True)
class Problem:
    """A recorded fact that breaks a rule: where it stands, whose it is, and the refusal it earned."""

    refused: Refused
    round: int | None = None
    player: PlayerId | None = None

    def sentence(self, name: NameOf = str) -> str:
        """Say where and what: `round 3, Bob: 101 is above the highest number, 100`."""
        about: dict[str, object] = {"round": self.round, "problem": self.refused}
        if self.player is None:
            return translate("round {round}: {problem}", **about) if self.round else str(self.refused)
        about["player"] = name(self.player)
        if self.round:
            return translate("round {round}, {player}: {problem}", **about)
        return translate("{player}: {problem}", **about)

    def __str__(self) -> str:
        return self.sentence()


@dataclass(frozen=True, slots=True)
class Reason:
    """A rule that was applied: its number, whom it concerned, and the sentence that says so.

    `says` is a template, or two: for one player and for several. `{players}` are the players; `{shown}`
    each player with the value of the same place in `values["numbers"]`; every other field is one of
    `values`.
    """

    rule: str
    template: str | PluralTemplate
    players: tuple[PlayerId, ...] = ()
    values: Mapping[str, object] = field(default_factory=dict)
    kind: Literal["", "visible", "disqualifying"] = ""
    """`visible`: it only says what the line or the cards show; `disqualifying`: who cannot score, and why."""

    def sentence(self, name: NameOf = str, most: int | None = None) -> str:
        """Return the sentence, with the players under the names that `name` gives them.

        Of more than `most` and one more, the others are counted.
        """
        numbers = self.values.get("numbers", ())
        person, shown = gettext(_PERSON), gettext(_SHOWN)
        named = len(self.players) if most is None or len(self.players) <= most + 1 else most
        names = tuple(name(player) for player in self.players[:named])
        left = len(self.players) - named
        others = (Count(left, "{n} other", "{n} others"),) if left else ()
        values = {
            **self.values,
            "players": (*(person.format(person=who) for who in names), *others),
            "shown": (
                *(
                    shown.format(person=who, number=format_value(number))
                    for who, number in zip(names, numbers if isinstance(numbers, tuple) else (), strict=False)
                ),
                *others,
            ),
        }
        if isinstance(self.template, PluralTemplate):
            counted = self.values.get(self.template.counted)
            number = counted.number if isinstance(counted, Count) else len(self.players)
            return format_message(self.template.translate_for(number), values)
        return translate(self.template, **values)


_PERSON = N_("{person}")
_SHOWN = N_("{person} ({number})")
"""How a sentence speaks of a player, and of a player with what he or she showed."""


class LazyReasons(Sequence[Reason]):
    """Reasons that are worked out when somebody first reads them.

    Most results are read for their numbers alone, and finding the words costs more than the points.
    """

    __slots__ = ("_found", "_work")

    def __init__(self, work: Callable[..., Iterable[Reason]], *about: Any) -> None:
        self._work = (work, about)
        self._found: tuple[Reason, ...] | None = None

    def _all(self) -> tuple[Reason, ...]:
        if self._found is None:
            work, about = self._work
            self._found = tuple(work(*about))
        return self._found

    @overload
    def __getitem__(self, index: int) -> Reason: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Reason, ...]: ...
    def __getitem__(self, index: int | slice) -> Reason | tuple[Reason, ...]:
        return self._all()[index]

    def __iter__(self) -> Iterator[Reason]:
        return iter(self._all())

    def __len__(self) -> int:
        return len(self._all())

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all() == tuple(other)

    def __hash__(self) -> int:
        return hash(self._all())

    def __repr__(self) -> str:
        return repr(self._all())


@dataclass(frozen=True, slots=True)
class Reveal:
    """One moment at which everybody shows one thing: a round of numbers, or a trick."""

    plays: Mapping[PlayerId, Play]
    call: Call | None = None
    last: bool = False
    """The host ended the game after this reveal."""


@dataclass(frozen=True, slots=True)
class Deal:
    """The cards as the app dealt them: every player's hand, and what was left."""

    hands: Mapping[PlayerId, tuple[Play, ...]]
    stock: tuple[Play, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """Everything people did in one game, and nothing that can be worked out from it."""

    game: str
    rules: "Game"
    players: tuple[PlayerId, ...]
    reveals: tuple[Reveal, ...] = ()
    deals: tuple[Deal, ...] = ()


PlayedSince = Callable[[int], Sequence[Play]]
"""Returns what a player presented from the round of that number on."""


class AllowedPlay(ABC):
    """What one player may present next: how it is typed or chosen, and whether it is allowed."""

    __slots__ = ()

    @abstractmethod
    def read(self, text: str) -> Play:
        """Turn what a person typed into a play; raise `Refused` if that cannot be."""

    @abstractmethod
    def check(self, play: object) -> Play:
        """Return the play if it is allowed; raise `Refused` if not."""

    @abstractmethod
    def choices(self) -> Sequence[Play]:
        """List what `check` takes, lowest first; a range may be of any size."""

    @abstractmethod
    def prompt(self, plays: int) -> str:
        """Ask for so many plays, in the current language: `Pick a number from 0 to 100`."""

    def keys(self, played_since: PlayedSince) -> Sequence[tuple[Play, bool]]:  # noqa: ARG002
        """List the keys of a pad, each with whether it can be pressed now; empty where numbers are typed."""
        return ()

    @property
    def sent_sentence(self) -> str:
        """The text that tells a player that a play has arrived."""
        return N_("Your number is in")

    @property
    def hand_size(self) -> int | None:
        """How many cards the player holds, where the app knows that."""
        return None

    @property
    def is_shared(self) -> bool:
        """Whether every player may present the same, so that nothing about it is private."""
        return False


@dataclass(frozen=True, slots=True)
class Position:
    """Where in the game something stands, level by level: round 3 of 5; of None if not fixed."""

    kind: Kind
    number: int
    of: int | None = None


@dataclass(frozen=True, slots=True)
class NextRound:
    """What the rules want next: the reveal's number (from 1), where it stands, and from whom what.

    `all_must`: whether the reveal waits for every player, or some may stay absent (G8).
    `at_once`: how many plays, for this reveal and those after it, are handed in together (G14).
    """

    number: int
    position: tuple[Position, ...]
    allowed: Mapping[PlayerId, AllowedPlay]
    everyone_must_play: bool
    leader: PlayerId | None = None
    caller: PlayerId | None = None
    plays_at_once: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Node:
    """One level's result. The fields are the keys of the written result, in order, but `because`."""

    kind: Kind
    winners: tuple[PlayerId, ...]
    finished: bool
    reasons: Sequence[Reason] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Leaf(Node):
    """The result of one reveal."""

    plays: Mapping[PlayerId, Play]


@dataclass(frozen=True, slots=True, kw_only=True)
class Branch(Node):
    """The result of a level made of parts: its standing, and the results of the level below."""

    scores: Mapping[PlayerId, int]
    parts: tuple[Node, ...]


@dataclass(frozen=True, slots=True)
class Score:
    """All that the rules make of a record: the results, what they want next, and what broke them.

    `ask` is None when nothing more is wanted: the record is finished.
    """

    root: Branch
    next_round: NextRound | None
    problems: tuple[Problem, ...] = ()

    def leaves(self) -> Iterator[Leaf]:
        """Yield the result of every reveal, in the order played."""
        return _leaves(self.root, iter)

    def latest(self, most: int) -> tuple[Leaf, ...]:
        """Return the results of the last reveals, at most so many, in the order played."""
        return tuple(islice(_leaves(self.root, reversed), most))[::-1]


def _leaves(node: Node, way: Callable[[Sequence[Node]], Iterator[Node]]) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Branch):
        for part in way(node.parts):
            yield from _leaves(part, way)
