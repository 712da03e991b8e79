"""Games within games (G15): levels that count points until they are over, and who wins them."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from typing import Self

from companion.rules.games.good_enough.inputs import cards_each
from companion.rules.games.good_enough.level_reasons import LevelSummary, deciding_rule, level_reasons
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.results import Kind, LazyReasons, Node, PlayerId, Position
from companion.rules.standing import Peel, PeeledResult, StandingTally, judge, peel_steps, peeling_decides


@dataclass(frozen=True, slots=True)
class LevelLength:
    """How long a level lasts: its set number of parts, or its points target (G2, G11).

    Where a target goes with `parts`, the level ends with whichever comes first. `most` is the number
    of parts after which nothing can be added, for want of cards (G13).
    """

    parts: int | None
    target: int | None = None
    most: int | None = None


def game_length(rules: GoodEnoughOptions, players: int) -> LevelLength:
    """Find how long each innermost game lasts (G2, G11, G13)."""
    if rules.entry == "cards":
        rounds = max(1, cards_each(rules, players) - 1)
        return LevelLength(rounds, rules.points_target, rounds + 1)
    return LevelLength(rules.rounds if rules.points_target is None else None, rules.points_target)


class Level:
    """A level being played: its parts so far, the standing, and whether it is over."""

    __slots__ = (
        "_regular",
        "_rules",
        "_tally",
        "awarded",
        "kind",
        "length",
        "part",
        "parts",
        "points",
    )

    def __init__(
        self, depth: int, length: LevelLength, rules: GoodEnoughOptions, players: Sequence[PlayerId]
    ) -> None:
        self.part, self.kind = _kind(depth), _kind(depth + 1)
        self.length = length
        self.parts: list[Node] = []
        self.points = dict.fromkeys(players, 0)
        self.awarded = 0
        self._rules = rules
        self._regular: int | None = None
        self._tally: StandingTally | None = None

    def copied(self) -> Self:
        """Return another level that stands where this one does: what is added there leaves this one alone."""
        other = copy(self)
        other.parts, other.points = self.parts.copy(), self.points.copy()
        other._tally = self._tally.copied() if self._tally else None
        return other

    def _scorers(self) -> Sequence[Sequence[PlayerId]]:
        """List who got a point in each part."""
        return [part.winners for part in self.parts]

    def add(self, part: Node) -> bool:
        """Count one more part, each of whose winners gets a point; return whether the level is over."""
        self.parts.append(part)
        for player in part.winners:
            self.points[player] += 1
        if self._tally:
            self._tally.change(part.winners, 1)
        if self._regular is None:
            self.awarded += len(part.winners)
            if not self._is_long_enough():
                return False
            self._regular = len(self.parts)
        return self._is_over()

    @property
    def added(self) -> int:
        """How many parts were added beyond the level's length to break a tie (G12)."""
        return 0 if self._regular is None else len(self.parts) - self._regular

    def _is_long_enough(self) -> bool:
        parts, target = self.length.parts, self.length.target
        return len(self.parts) == parts or (target is not None and self.awarded >= target)

    def _is_over(self) -> bool:
        """Whether the tie-break leaves nothing to play, once the level is long enough (G6, G12, G13)."""
        if not self._rules.plays_on or len(self.parts) == self.length.most:
            return True
        self._tally = self._tally or StandingTally(self.points)
        return self._tally.decided or (self._rules.peels and peeling_decides(self.points, self._scorers()))

    def result(self, *, finished: bool, ended: bool = False, child: Node | None = None) -> PeeledResult:
        """Return the level's result: its winners if it is finished, and with the part being played if not.

        `ended`: the host ended it before it was over.
        """
        verdict = judge(self.points)
        course = LevelSummary(
            self.part, len(self.parts), self._regular, self.length.target, self.awarded, finished, ended
        )
        tried: tuple[Peel, ...] = ()
        if finished and self._rules.peels and not verdict.winners:
            tried = tuple(peel_steps(self.points, self._scorers()))
        winners = tried[-1].winners if tried else ()
        return PeeledResult(
            kind=self.kind,
            winners=(winners or verdict.contenders) if finished else (),
            finished=finished,
            reasons=LazyReasons(level_reasons, course, verdict, tried, self._rules),
            scores=dict(self.points),
            parts=(*self.parts, child) if child else tuple(self.parts),
            decided_by=deciding_rule(course, verdict, tried) if finished else None,
            peels=tried,
        )

    def place(self) -> Position:
        """Say where the next part stands in this level."""
        number, parts = len(self.parts) + 1, self.length.parts
        is_fixed = parts is not None and number <= parts and self.length.target is None
        return Position(self.part, number, parts if is_fixed else None)


class Levels:
    """All levels of a record being played, innermost first; `done` is the result once all is over."""

    __slots__ = ("_lengths", "_levels", "_players", "_rules", "done", "games")

    def __init__(self, rules: GoodEnoughOptions, players: Sequence[PlayerId], innermost: LevelLength) -> None:
        self._rules = rules
        self._players = players
        self._lengths = (innermost, *map(LevelLength, rules.levels[1:]))
        self._levels = [self._fresh(depth) for depth in range(len(self._lengths))]
        self.done: PeeledResult | None = None
        self.games = 0
        """How many of the innermost games are over."""

    def copied(self) -> Self:
        """Return another nest that stands where this one does: what is added there leaves this one alone."""
        other = copy(self)
        other._levels = [level.copied() for level in self._levels]
        return other

    def _fresh(self, depth: int) -> Level:
        return Level(depth, self._lengths[depth], self._rules, self._players)

    def add(self, part: Node) -> None:
        """Count a round, and every level that is over with it in the level above (G15)."""
        depth = 0
        while self._levels[depth].add(part):
            part = self._close(depth)
            depth += 1
            if self.done:
                return

    def _close(self, depth: int, *, ended: bool = False) -> PeeledResult:
        """Close a level as it stands and begin it anew; the outermost one is the end of all."""
        result = self._levels[depth].result(finished=True, ended=ended)
        self._levels[depth] = self._fresh(depth)
        self.games += depth == 0
        if depth == len(self._levels) - 1:
            self.done = result
        return result

    def end(self) -> None:
        """Close every level that is still open, as it stands: the host ended the game."""
        part: PeeledResult | None = None
        for depth, level in enumerate(self._levels):
            if self.done:
                return
            is_over = part is not None and level.add(part)
            part = self._close(depth, ended=not is_over) if level.parts else None

    def root(self) -> PeeledResult:
        """Return the result of the whole, finished or not."""
        if self.done:
            return self.done
        child: PeeledResult | None = None
        for level in self._levels:
            is_begun = level.parts or child
            child = level.result(finished=False, child=child) if is_begun else None
        return child or self._levels[-1].result(finished=False)

    def place(self) -> tuple[Position, ...]:
        """Say where the next round stands, outermost level first: game 2 of 3, round 4 of 5."""
        return tuple(level.place() for level in reversed(self._levels))

    def rounds_left(self) -> int:
        """Count the rounds that the innermost game is set to last from here; 1 in a round that is added."""
        return max(1, (self._lengths[0].parts or 0) - len(self._levels[0].parts))


def _kind(depth: int) -> Kind:
    """Name what is nested so deep: rounds in games, games in matches, matches in matches."""
    return "match" if depth > 1 else "game" if depth else "round"
