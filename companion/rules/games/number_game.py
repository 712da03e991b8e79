"""The base of games of numbers: all present a number at once; whoever presents none is absent (G1, G8).

And of those that are a race to a number of points (L3).
"""

from __future__ import annotations

from abc import abstractmethod
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text
from companion.rules.games.contract import Game
from companion.rules.games.knockout import knockout_outcome
from companion.rules.games.numbers import NumberRange, abbreviate
from companion.rules.games.outcomes import Fate, Outcome, Ranking, WouldScore
from companion.rules.games.pictures import Panel
from companion.rules.games.runs import GameRun, Record
from companion.rules.plays import AllowedPlay, Bounds, Numbers, PlayerId, Players, Position, Positions, Reveal
from companion.rules.results import (
    DecidedResult,
    KnockoutRound,
    Leaf,
    Node,
    NumberRound,
    Reason,
    Reasons,
    ScoredPart,
    Scores,
    shown,
)
from companion.rules.standing import MOST_POINTS, with_most

LOWEST = (N_("Lowest number"), N_("May be negative."))
HIGHEST = (N_("Highest number"), N_("Must be above the lowest."))
"""The labels of the options `low` and `high`, with what explains them."""
_MOST_DIGITS = 100  # a larger range is of no use, and numbers must stay fast


class LazyReasons(Sequence[Reason]):  # noqa: PLW1641 - a Reason holds a dict, so it has no hash either
    """Reasons that are computed on first use, by calling `work` with the other arguments.

    Most results are read only for their scores, and the reasons cost more than those. Equal to any sequence
    of the same reasons; not hashable.
    """

    def __init__(self, work: Callable[..., Iterable[Reason]], *about: Any) -> None:
        self._work = (work, about)

    @cached_property
    def _all(self) -> tuple[Reason, ...]:
        work, about = self._work
        return tuple(work(*about))

    def __getitem__(self, index: Any) -> Any:
        return self._all[index]

    def __len__(self) -> int:
        return len(self._all)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and self._all == tuple(other)

    def __repr__(self) -> str:
        return repr(self._all)


class NumberGame(Game):
    """A game of numbers from `low` to `high`. Players may come and go, and any round can be void."""

    low: int
    high: int
    points_target: int | None
    has_independent_rounds = True
    same_number_rule: ClassVar[str] = "G3"
    """The rule by which equal numbers are out."""

    @property
    def verdict(self) -> str:
        """What the phone of a player who scores says in one or two words; empty: that it is the middle."""
        return ""

    @property
    def takes_newcomers(self) -> bool:
        return True

    def __post_init__(self) -> None:
        """Raise `Refused` for a range or a number of points that nobody can play with (G9, G11, L3)."""
        if max(abs(self.low), abs(self.high)) >= 10**_MOST_DIGITS:
            raise Refused("a number has at most {most} digits", most=_MOST_DIGITS)
        if self.low >= self.high:
            raise Refused(
                "the lowest number, {low}, must be below the highest, {high}", low=self.low, high=self.high
            )
        if self.points_target is not None and self.points_target < 1:
            target = abbreviate(self.points_target)
            raise Refused("the points target must be at least 1, not {target}", target=target)

    @property
    def number_line(self) -> Bounds:
        return self.low, self.high

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See G3 and G4: equal numbers are out, and of the others some score, or stay (G16, E3)."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of these games is one
        if player in leaf.disqualified:
            same = picked_too(leaf, player, self.same_number_rule)
            outcome = Outcome("disqualified", "disqualified", same, 0)
        elif player in leaf.winners:
            reason = self.player_reason(leaf, player)
            outcome = Outcome("scored", "scored", reason, self.gain(leaf, player), verdict=self.verdict)
        else:
            outcome = Outcome("outside", "no point", self.player_reason(leaf, player), 0)
        if isinstance(leaf, KnockoutRound):
            return knockout_outcome(self.knockout, leaf, player, outcome)
        return outcome

    @abstractmethod
    def player_reason(self, leaf: NumberRound, player: PlayerId) -> Reason:
        """Return why a number that nobody else showed scores, or does not, as a sentence to its player."""

    def gain(self, part: Node, player: PlayerId) -> int:
        """Return 1 for a winner."""
        return int(player in part.winners)

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """See `Game`; one pass, for thousands of players."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of these games is one
        found: dict[PlayerId, Fate] = dict.fromkeys(leaf.winners, "scored")
        return found | dict.fromkeys(leaf.disqualified, "disqualified")


class NumberGameRun(GameRun):
    """A game of numbers while it is played."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self._range = NumberRange(self.rules.low, self.rules.high)
        self.allowed_to_all = self._range

    def position(self, number: int) -> Positions:
        return (Position("round", number),)

    def allowed(self, player: PlayerId) -> AllowedPlay:  # noqa: ARG002
        return self._range

    def check(self, player: PlayerId, play: object) -> int:
        """Return a player's number; raises `Refused` where it is not allowed."""
        number = self.allowed(player).check(play)
        assert isinstance(number, int)  # noqa: S101 - these games are played with numbers
        return number

    def accept_numbers(self, number: int, reveal: Reveal) -> Numbers:
        """Return what `accept` does; at once where every number is in the range, as almost always."""
        shown: Any = reveal.plays
        are_known = not reveal.struck and self.known.issuperset(shown)
        if not are_known or {*map(type, shown.values())} != {int}:
            return self.accept(number, reveal, self.check)
        is_inside = self._range.low <= min(shown.values()) and max(shown.values()) <= self._range.high
        return shown if is_inside else self.accept(number, reveal, self.check)


class PointsRaceRun(NumberGameRun):
    """A race to a number of points while it is played."""

    rules: PointsRace

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.check_players()
        self.rounds: list[NumberRound] = []
        self.scores = dict.fromkeys(self.players, 0)

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays = in_order(self.accept_numbers(number, reveal), self.players)
        winners, same = self.rules.scorers(plays), equal_numbers(plays)
        played = NumberRound(
            kind="round",
            winners=winners,
            finished=True,
            reasons=LazyReasons(self.rules.round_reasons, plays, winners, self.players),
            plays=plays,
            disqualified=tuple(player for player in plays if plays[player] in same),
            number=number,
        )
        self.rounds.append(played)
        for player in winners:
            self.scores[player] += 1
        self.is_over = reveal.last or max(self.scores.values()) >= self.rules.points_target

    def result(self) -> DecidedResult:
        reasons = self.rules.end_reasons
        return decided_by_points(self.scores, self.rounds, reasons, is_over=self.is_over)


class PointsRace(NumberGame):
    """A game in which numbers bring a point, and whoever first has the `points_target` wins at once (L3)."""

    run = PointsRaceRun
    points_target: int

    @property
    @abstractmethod
    def winner(self) -> str:
        """What the only one who wins is called; to be translated."""

    @abstractmethod
    def scorers(self, plays: Numbers) -> Players:
        """Return who gets a point in a round."""

    @abstractmethod
    def round_reasons(self, plays: Numbers, winners: Players, players: Players) -> Reasons:
        """Yield the reasons for every point given or not given."""

    def scores_with(self, leaf: Leaf) -> WouldScore:
        plays: Any = leaf.plays
        return lambda player, number: player in self.scorers({**plays, player: number})

    def ranking(self, level: ScoredPart) -> Ranking:  # noqa: ARG002
        note = Text("first to {points}", {"points": count_points(self.points_target)})
        return Ranking(note=note, winner=self.winner)

    @property
    def race_panel(self) -> Panel:
        """The last picture of the lesson: so many points win."""
        points = self.points_target
        steps = f"""
        lamp spread=50; floor; step 30 88 34 12 says={max(0, points - 2)}
        step 130 88 34 18 says={max(0, points - 1)}; step 80 88 36 30 says={points} size=17 middle
        guest 0 30 76 21; guest 7 130 70 21; guest 2 80 58 28 eyes=open lit
        """
        line = Text("First to|{points} wins.", {"points": count_points(points)})
        return Panel(
            line, N_("Three steps of a podium; the guest on the highest one stands in the light"), steps
        )

    def end_reasons(self, scores: Scores, winners: Players) -> Reasons:
        """Yield why the game that is over has these winners (L3)."""
        needed = {"points": count_points(self.points_target)}
        if max(scores.values()) >= self.points_target:
            yield Reason("L3", "{players} is the first with {points}, and wins.", winners, needed)
            return
        yield Reason("L3", "The host ended the game before anybody had {points}.", (), needed)
        yield most_points_reason("L3", scores, winners)


def decided_by_points(
    scores: Scores,
    rounds: Sequence[Leaf],
    reasons: Callable[[Scores, Players], Reasons],
    *,
    is_over: bool,
    pool: int | None = None,
) -> DecidedResult:
    """Return the result of a game in which the most points win: shared if equal, nobody's without a point."""
    winners = tuple(with_most(scores)) if is_over and any(scores.values()) else ()
    return DecidedResult(
        kind="game",
        winners=winners,
        finished=is_over,
        reasons=tuple(reasons(scores, winners)) if is_over else (),
        scores=dict(scores),
        parts=tuple(rounds),
        decided_by=None if not is_over else "shared" if len(winners) > 1 else "points",
        pool=pool,
    )


def most_points_reason(rule: str, scores: Scores, winners: Players) -> Reason:
    """Return who has the most points and wins, or that nobody has any."""
    if winners:
        return shown(rule, MOST_POINTS, in_order(scores, winners))
    return Reason(rule, "Nobody has a point, so nobody wins.")


def in_order(plays: Numbers, players: Players) -> Scores:
    """Return the numbers, or the scores, of these players in their order; nothing of who has none."""
    if tuple(plays) == players:
        return plays
    return {player: plays[player] for player in players if player in plays}


def count_points(number: int) -> Count:
    """Count points in words: `1 point`, `17 points`."""
    return Count(number, "{n} point", "{n} points")


def equal_numbers(plays: Numbers) -> Mapping[int, Players]:
    """Return the numbers that several players showed, lowest first, with these players."""
    if len(set(plays.values())) == len(plays):
        return {}
    showed: defaultdict[int, list[PlayerId]] = defaultdict(list)
    for player, number in plays.items():
        showed[number].append(player)
    return {number: tuple(showed[number]) for number in sorted(showed) if len(showed[number]) > 1}


def alone_in_order(plays: Numbers) -> Players:
    """Return who showed a number that nobody else did, lowest first."""
    same = equal_numbers(plays)
    return tuple(sorted((player for player in plays if plays[player] not in same), key=plays.__getitem__))


def same_number_reasons(plays: Numbers, rule: str = "G3") -> Reasons:
    """Yield who is out because others showed the same number (G3)."""
    for number, players in equal_numbers(plays).items():
        template = N_("{players} said {number}: out.")
        yield Reason(rule, template, players, {"number": number}, "disqualifying")


def absent_reasons(
    plays: Numbers,
    players: Players,
    template: str = N_("{players} sent no number: no point."),
    rule: str = "G8",
) -> Reasons:
    """Yield who sent no number (G8)."""
    absent = tuple(player for player in players if player not in plays)
    if absent:
        yield Reason(rule, template, absent)


def picked_too(leaf: NumberRound, player: PlayerId, rule: str = "G3") -> Reason:
    """Return who else showed the number of a disqualified player (G3)."""
    number = leaf.plays[player]
    same = tuple(other for other, play in leaf.plays.items() if play == number and other != player)
    return Reason(rule, _PICKED_TOO[len(same) > 1], same, {"number": number})


_PICKED_TOO = (N_("You both said {number}. Both out."), N_("{players} said {number} too. All out."))
