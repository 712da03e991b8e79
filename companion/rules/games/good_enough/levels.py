"""Nested levels (G15): rounds in games, games in matches. Each counts points until it is over."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.rules.games.good_enough.inputs import cards_each
from companion.rules.games.good_enough.level_reasons import LevelSummary, deciding_rule, level_reasons
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import NumberRound
from companion.rules.results import Kind, LazyReasons, Node, PlayerId, Position
from companion.rules.standing import (
    Gains,
    Peel,
    PeeledResult,
    judge,
    peel_steps,
)


@dataclass(frozen=True, slots=True)
class LevelLength:
    """How long a level lasts: its set number of parts, its points target, or whichever comes first (G2, G11).

    `most` is the number of parts after which none can be added because the cards are used up (G13).
    """

    parts: int | None
    target: int | None = None
    most: int | None = None


def game_length(rules: GoodEnoughOptions, players: int) -> LevelLength:
    """Return how long each innermost game lasts (G2, G11, G13)."""
    if rules.entry == "cards":
        rounds = max(1, cards_each(rules, players) - 1)
        return LevelLength(rounds, rules.points_target, rounds + 1)
    return LevelLength(rules.rounds if rules.points_target is None else None, rules.points_target)


def gains(part: Node, rules: GoodEnoughOptions) -> Gains:
    """Return what a part brings its winners: a point each, or the number presented in a round (G18)."""
    if rules.points == "number" and isinstance(part, NumberRound):
        return {player: part.plays[player] for player in part.winners}
    return dict.fromkeys(part.winners, 1)


class Level:
    """A level while it is played: its parts so far, and its points."""

    __slots__ = (
        "_regular",
        "_rules",
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

    def _gains(self) -> Sequence[Gains]:
        """List what each part brought."""
        return [gains(part, self._rules) for part in self.parts]

    def add(self, part: Node) -> bool:
        """Add a part, and what it brings its winners. Return whether the level is over."""
        self.parts.append(part)
        gained = gains(part, self._rules) if self._rules.points == "number" else None
        for player in part.winners:
            self.points[player] += gained[player] if gained else 1
        if self._regular is None:
            if self.length.target is not None:
                self.awarded += sum(gained.values()) if gained else len(part.winners)
            parts, target = self.length.parts, self.length.target
            if len(self.parts) != parts and (target is None or self.awarded < target):
                return False
            self._regular = len(self.parts)
        return self._is_over()

    def _is_over(self) -> bool:
        """Return whether the tie-break ends the level, once its length is reached (G6, G12, G13)."""
        if not self._rules.plays_on or len(self.parts) == self.length.most:
            return True
        peels = self._rules.peels and peel_steps(self.points, self._gains())
        return bool(judge(self.points).winners) or any(peel.winners for peel in peels or ())

    def result(self, *, finished: bool, ended: bool = False, child: Node | None = None) -> PeeledResult:
        """Return the level's result, with winners if it is finished.

        `ended`: the host ended it early. `child`: the open part, which counts no points yet.
        """
        verdict = judge(self.points)
        summary = LevelSummary(
            self.part, len(self.parts), self._regular, self.length.target, self.awarded, finished, ended
        )
        peels: tuple[Peel, ...] = ()
        if finished and self._rules.peels and not verdict.winners:
            peels = tuple(peel_steps(self.points, self._gains()))
        winners = peels[-1].winners if peels else ()
        return PeeledResult(
            kind=self.kind,
            winners=(winners or verdict.contenders) if finished else (),
            finished=finished,
            reasons=LazyReasons(level_reasons, summary, verdict, peels, self._rules),
            scores=dict(self.points),
            parts=(*self.parts, child) if child else tuple(self.parts),
            decided_by=deciding_rule(summary, verdict, peels) if finished else None,
            peels=peels,
        )

    def next_position(self) -> Position:
        """Return the position of the next part in this level."""
        number, parts = len(self.parts) + 1, self.length.parts
        is_fixed = parts is not None and number <= parts and self.length.target is None
        return Position(self.part, number, parts if is_fixed else None)


class Levels:
    """All levels of a game while it is played, innermost first; `final` is the result once all are over."""

    __slots__ = ("_lengths", "_levels", "_players", "_rules", "final", "games")

    def __init__(self, rules: GoodEnoughOptions, players: Sequence[PlayerId], innermost: LevelLength) -> None:
        self._rules = rules
        self._players = players
        self._lengths = (innermost, *map(LevelLength, rules.levels[1:]))
        self._levels = [self._new_level(depth) for depth in range(len(self._lengths))]
        self.final: PeeledResult | None = None
        self.games = 0
        """The number of innermost games that are over."""

    def _new_level(self, depth: int) -> Level:
        return Level(depth, self._lengths[depth], self._rules, self._players)

    def add(self, part: Node) -> None:
        """Add a round, and each level that it finishes to the level above (G15)."""
        depth = 0
        while self._levels[depth].add(part):
            part = self._close(depth)
            depth += 1
            if self.final:
                return

    def _close(self, depth: int, *, ended: bool = False) -> PeeledResult:
        """Return the result of a level, and start it again; closing the outermost one sets `final`."""
        result = self._levels[depth].result(finished=True, ended=ended)
        self._levels[depth] = self._new_level(depth)
        self.games += depth == 0
        if depth == len(self._levels) - 1:
            self.final = result
        return result

    def end(self) -> None:
        """Close every open level as it is, because the host ended the game."""
        part: PeeledResult | None = None
        for depth, level in enumerate(self._levels):
            if self.final:
                return
            is_over = part is not None and level.add(part)
            part = self._close(depth, ended=not is_over) if level.parts else None

    def result(self) -> PeeledResult:
        """Return the result of the outermost level, finished or not."""
        if self.final:
            return self.final
        child: PeeledResult | None = None
        for level in self._levels:
            has_begun = level.parts or child
            child = level.result(finished=False, child=child) if has_begun else None
        return child or self._levels[-1].result(finished=False)

    def next_position(self) -> tuple[Position, ...]:
        """Return the position of the next round, outermost level first: game 2 of 3, round 4 of 5."""
        return tuple(level.next_position() for level in reversed(self._levels))

    def rounds_left(self) -> int:
        """Return how many rounds the innermost game has left; 1 in a round added to break a tie."""
        return max(1, (self._lengths[0].parts or 0) - len(self._levels[0].parts))


def _kind(depth: int) -> Kind:
    """Return the kind of the parts at a depth: rounds in games, games in matches, matches in matches."""
    return "match" if depth > 1 else "game" if depth else "round"
