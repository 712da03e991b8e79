"""The score that a game makes of a record: a tree of results with their reasons, and how parts are named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field, fields, replace
from fractions import Fraction
from itertools import chain, islice
from typing import Any, ClassVar, Literal

from companion.i18n.errors import Refused
from companion.i18n.languages import gettext
from companion.i18n.messages import N_, Count, NameOf, PluralTemplate, Text, format_value, translate
from companion.rules.plays import (
    Kind,
    NextRound,
    Numbers,
    PlayerId,
    Players,
    Plays,
    Position,
    PositionKind,
)
from companion.values import frozen

Scores = Mapping[PlayerId, int]
"""Points, or what else a level counts, of each player."""
Sentences = tuple[str | Text, ...]
"""Texts to be translated."""

Values = Mapping[str, object]
"""What stands in a template, by the names of its fields."""

DecidedBy = Literal["median", "peel", "sudden-death", "showdown", "points", "standing", "shared"]


def count_parts(kind: Kind, number: int) -> Count:
    """Count parts of a kind in words: `1 round`, `3 games`."""
    words = _COUNTED[kind]
    return Count(number, words.one, words.many)


_COUNTED: Mapping[Kind, PluralTemplate] = {
    "match": PluralTemplate("{n} match", "{n} matches"),
    "game": PluralTemplate("{n} game", "{n} games"),
    "hand": PluralTemplate("{n} hand", "{n} hands"),
    "trick": PluralTemplate("{n} trick", "{n} tricks"),
    "round": PluralTemplate("{n} round", "{n} rounds"),
}


@frozen
class Problem:
    """A recorded fact that breaks a rule: the refusal, and its round (from 1) and player, if any."""

    refused: Refused
    round: int | None = None
    player: PlayerId | None = None

    def __str__(self) -> str:
        """Return the place and the problem: `round 3, Bob: 101 is above the highest number, 100`."""
        about = {"round": self.round, "player": self.player, "problem": self.refused}
        if self.player is None:
            return translate("round {round}: {problem}", **about) if self.round else str(self.refused)
        if self.round:
            return translate("round {round}, {player}: {problem}", **about)
        return translate("{player}: {problem}", **about)


ReasonKind = Literal["", "visible", "disqualifying", "beside"]


@frozen
class Reason:
    """A rule that was applied: its number (`G5`), the players it concerned, and a sentence about it.

    `template` is one text, or two: for one and for several. In it, `{players}` are the players, and `{shown}`
    are the players each with the value at the same index of `values["numbers"]`. Every other field is a key
    of `values`.
    """

    rule: str
    template: str | PluralTemplate
    players: Players = ()
    values: Values = field(default_factory=dict)
    kind: ReasonKind = ""
    """`visible`: the screen shows it anyway; `disqualifying`: it says who cannot score, and why; `beside`: it
    stands beside the picture."""
    counts_many: bool = False
    """Whether more than `MOST_NAMED` of its `{players}` are only counted."""

    def sentence(self, name: NameOf = str, most: int | None = None) -> str:
        """Return the sentence in the current language, with the players named by `name`.

        If there are at least two players more than `most`, only `most` are named and the others are counted.
        """
        numbers: Any = self.values.get("numbers", ())
        person, shown = gettext(_PERSON), gettext(_SHOWN)
        count = len(self.players)
        named, left = count if most is None or count <= most + 1 else most, _OTHERS
        if self.counts_many and count > MOST_NAMED:
            named, left = 0, _PLAYERS
        names = [name(player) for player in self.players[:named]]
        others = (replace(left, number=count - named),) if named < count else ()
        pairs = zip(names, map(format_value, numbers), strict=False)
        values = {
            **self.values,
            "numbers": "",  # each is shown beside its player
            "players": (*(person.format(person=who) for who in names), *others),
            "shown": (*(shown.format(person=who, number=number) for who, number in pairs), *others),
        }
        if isinstance(self.template, PluralTemplate):
            counted = self.values.get(self.template.counted)
            number = counted.number if isinstance(counted, Count) else count
            return self.template.translate_for(number, **values)
        return translate(self.template, **values)


Reasons = Iterator[Reason]


def shown(
    rule: str,
    template: str | PluralTemplate,
    numbers: Mapping[PlayerId, object],
    kind: ReasonKind = "",
    **values: object,
) -> Reason:
    """Return a reason that shows a number, or a card, beside each of its players."""
    return Reason(rule, template, tuple(numbers), {"numbers": tuple(numbers.values()), **values}, kind)


MOST_NAMED = 6
"""The most players that one sentence about a standing names; more are counted."""

_PERSON = N_("{person}")
_SHOWN = N_("{person} ({number})")
"""How a sentence names a player, and a player with the number shown."""
_OTHERS, _PLAYERS = Count(0, "{n} other", "{n} others"), Count(0, "{n} player", "{n} players")
"""How it counts those whom it does not name: some of the players, or all."""


_PART: Mapping[PositionKind, str] = {
    "showdown": N_("showdown, round {number}"),
    "final": N_("grand final, round {number}"),
    "question": N_("question {number}"),
    "round": N_("round {number}"),
    "trick": N_("trick {number}"),
    "hand": N_("hand {number}"),
    "game": N_("game {number}"),
    "match": N_("match {number}"),
}


def part_phrase(kind: PositionKind, number: int, of: int | None = None) -> Text:
    """Name a part for a sentence: `round 3`, or `round 3 of 5`; with 0 the whole that has no parts (R6)."""
    part = Text(_PART[kind], {"number": number}) if number else Text("the whole game")
    return Text("{part} of {of}", {"part": part, "of": of}) if of else part


def position_phrase(position: Sequence[Position]) -> Text:
    """Name a position for a sentence, without totals: `hand 2, trick 3`."""
    *outer, inner = (part_phrase(level.kind, level.number) for level in position)
    if not outer:
        return inner
    return Text("{outer}, {inner}", {"outer": position_phrase(position[:-1]), "inner": inner})


def aside(default: Any) -> Any:
    """Declare a field of a result that is no key of the result document."""
    return field(default=default, metadata={"aside": True})


def document_fields(node: Node) -> Iterator[str]:
    """Yield the names of the fields of a result that are the keys of its document, in order."""
    return (each_field.name for each_field in fields(node) if not each_field.metadata.get("aside"))


@frozen(kw_only=True)
class Node:
    """The result of one part. All fields but those declared `aside` are the keys of the result document."""

    kind: Kind
    winners: Players
    finished: bool
    reasons: Sequence[Reason] = aside(())


@frozen(kw_only=True)
class Leaf(Node):
    """The result of one reveal: a round or trick; or a hand or round that is kept by results."""

    plays: Plays

    @property
    def best(self) -> Players:
        """Whom a bet on the round is right about: who has scored in it."""
        return self.winners


@frozen(kw_only=True)
class ResultLeaf(Leaf):
    """The result of a part of which only the result was entered: it has scores, but no parts (R1, R2)."""

    scores: Scores


@frozen(kw_only=True)
class PrizeRound(Leaf):
    """A round of bids: its prize, the points taken with the pool, or 0, and the pool afterwards (B3)."""

    plays: Numbers
    prize: int
    takes: int
    pool: int


@frozen(kw_only=True)
class NumberRound(Leaf):
    """A round of numbers, with the players who are out as they showed the same one as others (G3).

    `plays` are in the order of the players. `number` counts through the whole record, from 1.
    """

    position_kind: ClassVar[PositionKind] = "round"
    plays: Numbers
    disqualified: Players
    number: int = aside(1)


@frozen(kw_only=True)
class OpinionRound(NumberRound):
    """An opinion that the app asks: whoever said a middle number scores (Q5)."""

    position_kind: ClassVar[PositionKind] = "question"


@frozen(kw_only=True)
class FactRound(NumberRound):
    """A fact that the app asks: the truth, if it was told, and the middle of all, exactly (Q2, Q3)."""

    position_kind: ClassVar[PositionKind] = "question"
    truth: int | None
    room: str | None

    @property
    def is_room_best(self) -> bool:
        """Whether the Room was closer to the truth than everybody (Q3)."""
        if self.truth is None or self.room is None:
            return False
        truth, off = self.truth, abs(Fraction(self.room) - self.truth)
        return all(abs(number - truth) > off for number in self.plays.values())


@frozen(kw_only=True)
class KnockoutRound(NumberRound):
    """A round that only its `contenders` can still win, while the numbers of all move its middle.

    `winners` are those of them who stay: nobody where none of them has a number that counts, and so all do.
    """

    contenders: Players = aside(())

    @property
    def left(self) -> Players:
        """Who can still win after it: the closest, or all where nobody is."""
        return self.winners or self.contenders


@frozen(kw_only=True)
class ShowdownRound(KnockoutRound):
    """The result of one round of a showdown (G16): it gives no points and belongs to no part.

    It is over as soon as one of those who were tied is `left`.
    """

    position_kind: ClassVar[PositionKind] = "showdown"


@frozen(kw_only=True)
class FinalRound(ShowdownRound):
    """The result of one round of a grand final, which decides an evening (H4)."""

    position_kind: ClassVar[PositionKind] = "final"


def nearest(off: Mapping[PlayerId, int | Fraction]) -> Players:
    """Return who is the least off, all that are equally close."""
    least = min(off.values(), default=0)
    return tuple(player for player, distance in off.items() if distance == least)


@frozen(kw_only=True)
class StandingRound(KnockoutRound):
    """A round after which half of those who stood stand: they are its winners (E3).

    `contenders` are who stood, in the order in which equal distances stay. `middle` is that of all numbers,
    exactly; None without a number.
    """

    disqualified: Players = aside(())
    standing: Players
    middle: str | None

    @property
    def best(self) -> Players:
        """See `Leaf`: who of those who stood was closest to the middle."""
        middle = Fraction(self.middle or 0)
        return nearest(
            {player: abs(self.plays[player] - middle) for player in self.winners if player in self.plays}
        )


@frozen(kw_only=True)
class Branch(Node):
    """The result of a part made of parts: its scores, and the results of the level below.

    `showdown` are the rounds after the last part that decide a tie (G16), and `tied` the players who are
    still tied while there is one, also before its first round. Only the outermost level has any.
    """

    scores: Scores
    parts: tuple[Node, ...]
    showdown: tuple[ShowdownRound, ...] = ()
    tied: Players = aside(())
    is_named: bool = aside(True)
    """Whether it has a name of its own; False for a match of a single game, which decides it."""
    pool: int | None = aside(None)
    """The number of rounds in the pool; None in a game without one."""
    entered: ResultLeaf | None = aside(None)
    """What was entered of all of it at once (R6); then it has no parts."""


@frozen(kw_only=True)
class DecidedResult(Branch):
    """The result of a level that says what decided it; None while it is not finished."""

    decided_by: DecidedBy | None


def decisive_level(root: Branch) -> Branch:
    """Return the level whose scores decide a game: the outermost that is named."""
    only = root.parts[-1] if root.parts and not root.is_named else root
    return only if isinstance(only, Branch) else root


def open_levels(root: Branch) -> tuple[Branch, ...]:
    """Return the match, and the last game or match of every level in it; only the root in a showdown."""
    last = root.parts[-1] if root.parts and not root.tied else None
    if isinstance(last, Branch) and last.kind in ("game", "match"):
        return (root, *open_levels(last))
    return (root,)


ScoredPart = Branch | ResultLeaf
"""A part with scores, whether it is made of parts or only its result was entered."""


@frozen
class Score:
    """What scoring gives: the result tree, what is asked next (None: nothing can be), what broke rules."""

    root: Branch
    next_round: NextRound | None
    problems: tuple[Problem, ...]

    def leaves(self) -> Iterator[Leaf]:
        """Yield the results of all reveals, in the order played; those of a showdown come last."""
        yield from _leaves(self.root, iter)
        yield from self.root.showdown

    def latest(self, most: int) -> tuple[Leaf, ...]:
        """Return the results of the last `most` reveals, in the order played."""
        newest = chain(reversed(self.root.showdown), _leaves(self.root, reversed))
        return tuple(islice(newest, most))[::-1]


def _leaves(node: Node, order: Callable[[Sequence[Node]], Iterator[Node]]) -> Iterator[Leaf]:
    if isinstance(node, Leaf):
        yield node
    elif isinstance(node, Branch):
        yield from (node.entered,) if node.entered else ()
        for part in order(node.parts):
            yield from _leaves(part, order)
