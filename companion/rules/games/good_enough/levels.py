"""Nested levels (G15): rounds in games, games in matches; who wins each, and why (G5 to G7, G11 to G13)."""

from companion.i18n.messages import N_, PluralTemplate
from companion.rules.games.good_enough.cards import cards_each
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.number_game import LazyReasons, count_points
from companion.rules.plays import Kind, Players, Position
from companion.rules.results import Node, NumberRound, Reason, Reasons, Scores, count_parts
from companion.rules.standing import Decision, PeeledResult, decide, verdict_reasons


def gains(part: Node, rules: GoodEnoughOptions) -> Scores:
    """Return what a part brings its winners: a point each, or the number presented in a round (G18)."""
    if rules.points == "number" and isinstance(part, NumberRound):
        return {player: part.plays[player] for player in part.winners}
    return dict.fromkeys(part.winners, 1)


class Level:
    """A level while it is played: its parts so far, what each brought, and the points."""

    def __init__(self, depth: int, rules: GoodEnoughOptions, players: Players) -> None:
        """Start the level above rounds (`depth` 0), above games (1), and so on."""
        self._rules = rules
        self._part: Kind = "match" if depth > 1 else "game" if depth else "round"
        self._kind: Kind = "match" if depth else "game"
        self.length: int | None = rules.levels[depth]
        """The set number of parts; None where only a target ends it (G2, G11)."""
        self._target, self._most = None if depth else rules.points_target, 0
        if not depth and rules.entry == "cards":
            self.length = max(1, cards_each(rules, len(players)) - 1)
            self._most = self.length + 1  # then the cards are used up, and no part can be added (G13)
        elif self._target is not None:
            self.length = None
        self.parts: list[Node] = []
        self._gains: list[Scores] = []
        self._points = dict.fromkeys(players, 0)
        self._awarded = 0
        self._regular = 0
        """The number of parts before any were added to break a tie; 0 until the length is reached."""

    def add(self, part: Node) -> bool:
        """Add a part, and what it brings its winners. Return whether the level is over (G6, G12, G13)."""
        gained = gains(part, self._rules)
        self.parts.append(part)
        self._gains.append(gained)
        for player, points in gained.items():
            self._points[player] += points
        if not self._regular:
            self._awarded += sum(gained.values())
            is_reached = self._target is not None and self._awarded >= self._target
            if len(self.parts) != self.length and not is_reached:
                return False
            self._regular = len(self.parts)
        is_last = not self._rules.plays_on or len(self.parts) == self._most
        return is_last or decide(self._points, self._gains, peels=self._rules.peels).decided_by != "shared"

    def result(
        self, *, finished: bool, ended: bool = False, child: PeeledResult | None = None
    ) -> PeeledResult:
        """Return the level's result, with winners if it is finished. Nothing can be added afterwards.

        `ended`: the host ended it early. `child`: the open part, which counts no points yet.
        """
        decision = decide(self._points, self._gains, peels=finished and self._rules.peels)
        decided_by = decision.decided_by if finished else None
        if decided_by == "median" and len(self.parts) > self._regular > 0:
            decided_by = "sudden-death"
        return PeeledResult(
            kind=self._kind,
            winners=decision.winners if finished else (),
            finished=finished,
            reasons=LazyReasons(self._reasons, decision, finished, ended),
            scores=self._points,
            parts=(*self.parts, child) if child else tuple(self.parts),
            decided_by=decided_by,
            peels=decision.peels,
        )

    def next_position(self) -> Position:
        """Return the position of the next part in this level."""
        number = len(self.parts) + 1
        is_fixed = self.length is not None and number <= self.length and self._target is None
        return Position(self._part, number, self.length if is_fixed else None)

    def _reasons(self, decision: Decision, finished: bool, ended: bool) -> Reasons:
        """Yield why it ended and who won, or why it continues beyond its set length."""
        if not finished and not self._regular:
            return
        added = len(self.parts) - self._regular if self._regular else 0
        yield from self._length_reasons(added if finished else 0, ended=ended)
        yield from verdict_reasons(decision, N_("Points"), self._part)
        if not finished:
            adds = N_("No peel decides, so {part} more is played.") if self._rules.peels else _ADDS
            yield Reason("G12", adds, (), {"part": count_parts(self._part, 1), "added": added})
        elif decision.decided_by == "shared":
            if decision.peels:
                why = N_("No peel decides, so the tie stands: {players} share the win.")
            elif self._rules.peels:
                why = N_("There is too little to peel, so the tie stands: {players} share the win.")
            elif self._rules.has_showdown:
                why = N_("The tie stands: {players} share the win.")
            else:
                why = N_("Nothing can be added, so the tie stands: {players} share the win.")
            yield Reason("G7", why, decision.winners)

    def _length_reasons(self, added: int, *, ended: bool) -> Reasons:
        """Yield what ended it: a target, parts that were added to break a tie, or the host."""
        if self._regular and self._target is not None:
            values: dict[str, object] = {"target": self._target, "points": count_points(self._awarded)}
            if self._awarded >= self._target:
                template = N_("The target of {target} is reached: {points} in all.")
                yield Reason("G11", template, (), values)
            else:
                yield Reason("G13", _CARDS_USED_UP, (), values)
        if added:
            yield Reason("G12", _ADDED, (), {"added": count_parts(self._part, added)})
        if ended:
            values = {"parts": count_parts(self._part, len(self.parts))}
            yield Reason("G2", "The host ended it after {parts}.", (), values)


_CARDS_USED_UP = N_("The cards are used up before the target of {target} is reached.")
_ADDED = PluralTemplate(
    "To break the tie, {added} was added.", "To break the tie, {added} were added.", "added"
)
_ADDS = N_("So {part} more is played.")
