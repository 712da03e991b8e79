"""Nested levels (G15): rounds in games, games in matches; who wins each, and why (G5 to G7, G11 to G13)."""

from collections.abc import Mapping, Sequence

from companion.i18n.messages import N_, PluralTemplate, Text
from companion.rules.games.good_enough.cards import cards_each
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.number_game import NumberRound
from companion.rules.games.outcomes import TieTitle
from companion.rules.results import (
    Branch,
    Kind,
    LazyReasons,
    Node,
    Players,
    Position,
    Reason,
    Reasons,
    Scores,
    Values,
    count_parts,
)
from companion.rules.standing import (
    Decision,
    Peel,
    PeeledResult,
    Verdict,
    VerdictTexts,
    decide,
)


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
        """Add a part, and what it brings its winners. Return whether the level is over."""
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
        return self._is_decided()

    def _is_decided(self) -> bool:
        """Return whether the tie-break ends the level, once its length is reached (G6, G12, G13)."""
        is_last = not self._rules.plays_on or len(self.parts) == self._most
        return is_last or decide(self._points, self._gains, peels=self._rules.peels).decided_by != "shared"

    def result(
        self, *, finished: bool, ended: bool = False, child: PeeledResult | None = None
    ) -> PeeledResult:
        """Return the level's result, with winners if it is finished. Nothing can be added afterwards.

        `ended`: the host ended it early. `child`: the open part, which counts no points yet.
        """
        found = decide(self._points, self._gains, peels=finished and self._rules.peels)
        decided_by = found.decided_by
        if decided_by == "median" and len(self.parts) > self._regular > 0:
            decided_by = "sudden-death"
        return PeeledResult(
            kind=self._kind,
            winners=found.winners if finished else (),
            finished=finished,
            reasons=LazyReasons(self._reasons, found, finished, ended),
            scores=self._points,
            parts=(*self.parts, child) if child else tuple(self.parts),
            decided_by=decided_by if finished else None,
            peels=found.peels,
        )

    def next_position(self) -> Position:
        """Return the position of the next part in this level."""
        number = len(self.parts) + 1
        is_fixed = self.length is not None and number <= self.length and self._target is None
        return Position(self._part, number, self.length if is_fixed else None)

    def _reasons(self, found: Decision, finished: bool, ended: bool) -> Reasons:
        """Yield why it ended and who won, or why it continues beyond its set length."""
        if not finished and not self._regular:
            return
        added = len(self.parts) - self._regular if self._regular else 0
        yield from self._length_reasons(added if finished else 0, ended=ended)
        yield _verdict_reason("G5", _POINTS, _ALIKE, found.verdict, {})
        if not finished:
            yield Reason("G12", (_ADDS_AFTER_PEELS if self._rules.peels else _ADDS)[self._part][added > 0])
            return
        for peel in found.peels:
            which = (_ONE if peel.first == peel.last else _SEVERAL)[self._part]
            parts = Text(which, {"first": peel.first, "last": peel.last})
            yield _verdict_reason("G6", _PEELED_POINTS, _PEELED_ALIKE, peel.verdict, {"parts": parts})
        if found.decided_by == "shared":
            yield Reason("G7", self._why_tied(found.peels), found.winners)

    def _length_reasons(self, added: int, *, ended: bool) -> Reasons:
        """Yield what ended it: a target, parts that were added to break a tie, or the host."""
        if self._regular and self._target is not None:
            values: dict[str, object] = {"target": self._target, "awarded": self._awarded}
            if self._awarded >= self._target:
                template = N_("{awarded} points are given: the target of {target} is reached.")
                yield Reason("G11", template, (), values)
            else:
                yield Reason("G13", _CARDS_USED_UP, (), values)
        if added:
            yield Reason("G12", _ADDED, (), {"added": count_parts(self._part, added)})
        if ended:
            values = {"parts": count_parts(self._part, len(self.parts))}
            yield Reason("G2", "The host ended it after {parts}.", (), values)

    def _why_tied(self, peels: Sequence[Peel]) -> str:
        if peels:
            return N_("No peel decides, so the tie stands: {players} share the win.")
        if self._rules.peels:
            return _TOO_FEW[self._part]
        if self._rules.has_showdown:
            return N_("The tie stands: {players} share the win.")
        return _NONE_ADDED[self._part]


def _verdict_reason(
    rule: str,
    points: VerdictTexts,
    alike: VerdictTexts,
    verdict: Verdict,
    values: Values,
) -> Reason:
    """Return how G5 decides a standing, which may be that of a peel (G6)."""
    template = (alike if len(verdict.distinct) == 1 else points)[verdict.outcome]
    values = {**values, "distinct": verdict.distinct, "middle": verdict.middle}
    return Reason(rule, template, verdict.contenders, values, counts_many=True)


_CARDS_USED_UP = N_("The cards are used up before the target of {target} points is reached.")
_ADDED = PluralTemplate(
    "To break the tie, {added} was added.", "To break the tie, {added} were added.", "added"
)

_ONE: Mapping[Kind, str] = {
    "round": N_("round {first}"),
    "game": N_("game {first}"),
    "match": N_("match {first}"),
}
_SEVERAL: Mapping[Kind, str] = {
    "round": N_("rounds {first} to {last}"),
    "game": N_("games {first} to {last}"),
    "match": N_("matches {first} to {last}"),
}


_ADDS: Mapping[Kind, tuple[str, str]] = {
    "round": (N_("So a round is added."), N_("So another round is added.")),
    "game": (N_("So a game is added."), N_("So another game is added.")),
    "match": (N_("So a match is added."), N_("So another match is added.")),
}
_ADDS_AFTER_PEELS: Mapping[Kind, tuple[str, str]] = {
    "round": (
        N_("No peel decides, so a round is added."),
        N_("No peel decides, so another round is added."),
    ),
    "game": (
        N_("No peel decides, so a game is added."),
        N_("No peel decides, so another game is added."),
    ),
    "match": (
        N_("No peel decides, so a match is added."),
        N_("No peel decides, so another match is added."),
    ),
}
_TOO_FEW: Mapping[Kind, str] = {
    "round": N_("There are too few rounds to peel, so the tie stands: {players} share the win."),
    "game": N_("There are too few games to peel, so the tie stands: {players} share the win."),
    "match": N_("There are too few matches to peel, so the tie stands: {players} share the win."),
}
_NONE_ADDED: Mapping[Kind, str] = {
    "round": N_("No round can be added, so the tie stands: {players} share the win."),
    "game": N_("No game can be added, so the tie stands: {players} share the win."),
    "match": N_("No match can be added, so the tie stands: {players} share the win."),
}
_POINTS: VerdictTexts = {
    "wins": N_("The points are {distinct}; the middle is {middle}, and only {players} has it."),
    "two": N_("The points are {distinct}; {middle} are both in the middle, so {players} tie."),
    "both": N_("The points are {distinct}; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("The points are {distinct}; the middle is {middle}, and {players} all have it: a tie."),
}
_ALIKE: VerdictTexts = {
    "wins": N_("Everybody has the same points; the middle is {middle}, and only {players} has it."),
    "both": N_("Everybody has the same points; the middle is {middle}, and {players} both have it: a tie."),
    "all": N_("Everybody has the same points; the middle is {middle}, and {players} all have it: a tie."),
}
_PEELED_POINTS: VerdictTexts = {
    "wins": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, and only {players} has it."
    ),
    "two": N_(
        "Counting only {parts}, the points are {distinct}; {middle} are both in the middle, so {players} tie."
    ),
    "both": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} both have it: a tie."
    ),
    "all": N_(
        "Counting only {parts}, the points are {distinct}; the middle is {middle}, "
        "and {players} all have it: a tie."
    ),
}
_PEELED_ALIKE: VerdictTexts = {
    "wins": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and only {players} has it."
    ),
    "both": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and {players} both have it: a tie."
    ),
    "all": N_(
        "Counting only {parts}, everybody has the same points; the middle is {middle}, "
        "and {players} all have it: a tie."
    ),
}


def playing_on_title(level: Branch) -> TieTitle | None:
    """Return the title of a level that goes on until the tie is broken (G12); None where none is added."""
    playing_on = next((reason for reason in level.reasons if reason.rule == "G12"), None)
    if level.finished or playing_on is None:
        return None
    part = level.parts[0].kind
    is_first = playing_on.template in (_ADDS[part][0], _ADDS_AFTER_PEELS[part][0])
    return TieTitle(N_("Sudden death") if is_first else N_("Still no middle"), Text(_ONE_MORE[part]))


_ONE_MORE: Mapping[Kind, str] = {
    "round": N_("One more round. And another, until there is a middle."),
    "game": N_("One more game. And another, until there is a middle."),
    "match": N_("One more match. And another, until there is a middle."),
}
