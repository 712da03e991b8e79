"""It's Good Enough: all players show a number at once, and the middle one gets a point (G1 to G19)."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Count, Text
from companion.rules.games.contract import GameRun, Record, ScoredRecord, score_record
from companion.rules.games.deck import Place, deal_hands
from companion.rules.games.good_enough.crowding import crowding
from companion.rules.games.good_enough.endings import endings
from companion.rules.games.good_enough.in_words import HOW_TO, in_words
from companion.rules.games.good_enough.inputs import Inputs, cards_each, start_problems
from companion.rules.games.good_enough.lesson import EMBLEM, PRESETS, lesson
from companion.rules.games.good_enough.level_reasons import playing_on_halt
from companion.rules.games.good_enough.levels import Levels, gains, game_length
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.places import (
    NumberRound,
    NumberShowdown,
    closest_of,
    find_places,
    places_of,
)
from companion.rules.games.good_enough.report import table_lines
from companion.rules.games.good_enough.round_reasons import player_reason, round_headline
from companion.rules.games.good_enough.rounds import RunningShowdown, score_round, scorers
from companion.rules.games.good_enough.showdown_reasons import (
    showdown_halt,
    showdown_headline,
    showdown_player_reason,
)
from companion.rules.games.outcomes import (
    Aim,
    Crowding,
    Ending,
    Fate,
    Halt,
    Outcome,
    Standing,
    WinningRule,
)
from companion.rules.games.pictures import Emblem, Lesson, Preset
from companion.rules.median import middle
from companion.rules.results import (
    Branch,
    Deal,
    Leaf,
    NextRound,
    Node,
    PlayerId,
    Position,
    Reason,
    Reveal,
    Score,
    Shuffle,
)
from companion.rules.standing import PeeledResult, judge


@dataclass(frozen=True)
class GoodEnough(GoodEnoughOptions):
    """It's Good Enough with its options."""

    name: ClassVar[str] = "good-enough"
    title: ClassVar[str] = N_("It's Good Enough")
    min_players: ClassVar[int] = 3
    max_players: ClassVar[int] = 2000
    source: ClassVar[str] = N_("A party game by the author of the post “It's Good Enough -- A Party Game”.")
    how_to: ClassVar[tuple[str, ...]] = HOW_TO
    emblem: ClassVar[Emblem] = EMBLEM
    in_short: ClassVar[str] = N_("numbers, 3 or more")
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    record_keys: ClassVar[frozenset[str]] = frozenset({"deals", "question"})

    @property
    def lesson(self) -> Lesson:
        return lesson(self)

    @property
    def in_words(self) -> tuple[str | Text, ...]:
        return in_words(self)

    def crowding(self, players: int) -> Crowding | None:
        """See G3: equal numbers are disqualified."""
        return crowding(self, players)

    def begin(self, record: Record) -> GameRun:
        """See `Game`; the cost is linear in the number of rounds.

        Only `peel+sudden-death` costs more: it peels again after every round that is added.
        """
        return _GoodEnoughRun(record)

    @property
    def takes_newcomers(self) -> bool:
        """False where cards were given out (G8, G13)."""
        return self.entry != "cards"

    @property
    def takes_lists(self) -> bool:
        """True where numbers are sent as lists (G14)."""
        return self.entry == "lists"

    @property
    def has_independent_rounds(self) -> bool:
        return True

    @property
    def can_deal(self) -> bool:
        """Whether numbered cards are presented (G13)."""
        return self.entry == "cards"

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the cards of the next innermost game, unless they were dealt already (G13)."""
        record, found = scored.record, scored.score
        if not self.can_deal or found.next_round is None or len(record.deals) > _games_over(found.root):
            return None
        stack = range(1, (self.cards or 0) + 1)
        return deal_hands(stack, record.players, cards_each(self, len(record.players)), shuffle)

    def play_on(self, record: Record) -> Record:
        """Return the record with another tie-break, so that its tie is played on (G12).

        Raises `Refused` where the record does not end in a tie, or where nothing can be added: the host ended
        the game, the cards are used up, or earlier games with a shared win would have to continue too.
        """
        longer = replace(record, rules=replace(self, tie_break="peel+sudden-death"))
        goes_on = self.plays_on or self.has_showdown
        if goes_on or not _was_reopened(_root(record), _root(longer)):
            raise Refused("there is no tie here that can be played on")
        return longer

    def with_showdown(self, record: Record) -> Record:
        """Return the record with a tie-break that ends in a showdown (G16).

        Raises `Refused` where the outermost level does not end in a tie that stands, where the host ended the
        game, and where numbers are not sent round by round.
        """
        if self.tie_break == "peel" and self.entry == "each-round" and _root(record).finished:
            tied = replace(record, rules=replace(self, tie_break="peel+showdown"))
            if not _root(tied).finished:
                return tied
        raise Refused("there is no tie here that a showdown could decide")

    def endings(self, players: int) -> tuple[Ending, ...]:
        """See `Game`: peels (G6, G7), and then a showdown (G16) or sudden death (G12)."""
        return endings(self, players)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See G3, G4, G10, G16 and G18."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one
        verdict = N_("Closest!") if self.scoring == "mean" else ""
        if isinstance(leaf, NumberShowdown) and player in leaf.winners:
            verdict = N_("Closest!") if len(leaf.left) == 1 else N_("You stay")
            return Outcome("middle", "stays", 0, verdict=verdict)
        if player in leaf.winners:
            return Outcome("middle", "scored", gains(leaf, self)[player], verdict=verdict)
        if player in leaf.disqualified:
            return Outcome("disqualified", "disqualified", 0)
        if isinstance(leaf, NumberShowdown):
            return Outcome("outside", "leaves" if player in leaf.tied else "cannot win", 0)
        return Outcome("outside", "no point", 0)

    def fates(self, leaf: Leaf) -> Mapping[PlayerId, Fate]:
        """See `Game`; one pass, for thousands of players."""
        found: dict[PlayerId, Fate] = dict.fromkeys(leaf.winners, "middle")
        disqualified = leaf.disqualified if isinstance(leaf, NumberRound) else ()
        return found | dict.fromkeys(disqualified, "disqualified")

    def player_reason(self, leaf: Leaf, player: PlayerId) -> Reason:
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one
        if isinstance(leaf, NumberShowdown):
            return showdown_player_reason(leaf, player, self)
        return player_reason(leaf, player, self)

    @property
    def number_captions(self) -> tuple[str, ...]:
        captions = _CAPTIONS[self.scoring if self.multiple == 1 else "target"]
        return (captions[0], _ORDERED, *captions[2:]) if self.offsets else captions

    def round_headline(self, leaf: Leaf) -> Reason:
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one
        if isinstance(leaf, NumberShowdown):
            return showdown_headline(leaf)
        return round_headline(leaf, self)

    def aim(self, leaf: Leaf) -> Aim | None:
        """See `Game`: the mean, or its multiple (G10, G17)."""
        if self.scoring != "mean" or not isinstance(leaf, NumberRound):
            return None
        places = places_of(leaf, self)
        return Aim(places.mean, self.multiple) if places.at else None

    def counting_numbers(self, leaf: Leaf) -> Mapping[PlayerId, Fraction]:
        """See `Game`: with their offsets (G19)."""
        if not isinstance(leaf, NumberRound):
            return {}
        places = places_of(leaf, self)
        return {player: places.place(player) for player in places.at}

    def middle_numbers(self, leaf: Leaf) -> tuple[Fraction, ...]:
        """See `Game`: the target (G10), or the middle of the numbers that count, as presented (G4)."""
        if aim := self.aim(leaf):
            return (aim.target,)
        if not isinstance(leaf, NumberRound):
            return ()
        ranked = tuple(places_of(leaf, self).at)
        return tuple(sorted({Fraction(leaf.plays[player]) for player in middle(ranked)}))

    def scorers_with(self, leaf: Leaf, plays: Mapping[PlayerId, int]) -> tuple[PlayerId, ...]:
        """See `Game`; `plays` are in the order of the players (G19)."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one
        places, _ = find_places(plays, self, leaf.number)
        if isinstance(leaf, NumberShowdown):
            return closest_of(leaf.tied, places, self) or leaf.tied
        return scorers(places, self)

    @property
    def absent_points(self) -> int:
        return 0

    def disqualified_in_short(self, leaf: Leaf) -> Count | None:
        return Count(
            len(leaf.disqualified) if isinstance(leaf, NumberRound) else 0,
            "{n} player picked what somebody else picked too: disqualified.",
            "{n} players picked what somebody else picked too: disqualified.",
        )

    @property
    def number_line(self) -> tuple[int, int]:
        """The range, or the labels of the stack of cards (G9, G13)."""
        return (1, self.cards) if self.cards else (self.low, self.high)

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """List the open levels of a match, or only the outermost one once it is over (G15)."""
        levels = [root] if root.finished else _open_levels(root)
        labels = {"game": N_("games"), "match": N_("matches")}
        kinds = [level.parts[0].kind if level.parts else "round" for level in levels]
        return tuple(
            Standing(labels.get(kind, N_("points")), level.scores, judge(level.scores).middle)
            for kind, level in zip(kinds, levels, strict=True)
        )

    def inner_level(self, root: Branch) -> Branch:
        """Return the innermost game."""
        return _open_levels(root)[-1]

    def chart_label(self, level: Branch) -> str:
        """Name the chart after the parts that give the points."""
        labels = {"game": N_("Games won"), "match": N_("Matches won")}
        return labels.get(level.parts[0].kind, N_("Points"))

    def winning_rule(self, level: Branch) -> WinningRule:
        """The middle of the distinct points wins (G5)."""
        players = tuple(level.scores)

        def find(scores: Sequence[int]) -> tuple[int, ...]:
            return judge(dict(zip(players, scores, strict=True))).middle

        return WinningRule(Text(N_("the middle")), find)

    @property
    def middle_wins(self) -> bool:
        """True (G5)."""
        return True

    def halt(self, level: Branch) -> Halt | None:
        """See `Game`: sudden death (G12), or a showdown (G16)."""
        return showdown_halt(level, self) or playing_on_halt(level)

    def table(self, record: Record, score: Score) -> Iterator[str]:
        """Yield each game with a column a round, each match with a column a part, and the peels."""
        return table_lines(score.root, record.players)


_ALL, _SAME = N_("Everybody's number"), N_("Same number: out")
_CAPTIONS: Mapping[str, tuple[str, ...]] = {
    "median": (_ALL, _SAME, N_("The outer ones go, two by two"), N_("What is left is the middle")),
    "mean": (_ALL, _SAME, N_("The lamp looks for the mean"), N_("The closest number scores")),
    "target": (_ALL, _SAME, N_("From the mean to the target"), N_("The closest number scores")),
}
_ORDERED = N_("Same number: a fraction decides")


def _open_levels(root: Branch) -> list[Branch]:
    """List the last part of every level, outermost first."""
    levels = [root]
    while not root.tied and levels[-1].parts and isinstance(last := levels[-1].parts[-1], PeeledResult):
        levels.append(last)
    return levels


class _GoodEnoughRun(GameRun):
    """The state while it is played: its levels, and the rule that checks the plays."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.problems.extend(start_problems(self.rules, record.players, record.deals))
        self.levels = Levels(self.rules, record.players, game_length(self.rules, len(record.players)))
        self.inputs = Inputs(self.rules, record.players, record.deals)
        self.showdown: RunningShowdown | None = None

    def play_round(self, number: int, reveal: Reveal) -> None:
        plays, problems = self.inputs.accept(Place(number, self._position()), reveal.plays)
        self.problems.extend(problems)
        if self.showdown:
            self.showdown.play(plays, self.players, number)
            if reveal.last:
                self.showdown.end()
            self.is_over = self.showdown.is_over
            return
        games = self.levels.games
        self.levels.add(score_round(plays, self.players, self.rules, number))
        if reveal.last:
            self.levels.end()
        elif self.levels.final:
            self.showdown = RunningShowdown.after(self.levels.final, self.rules)
        if self.levels.games > games:
            self.inputs.start_game(self.levels.games)
        self.is_over = self.levels.final is not None and self.showdown is None

    def result(self) -> PeeledResult:
        return self.showdown.result() if self.showdown else self.levels.result()

    def _position(self) -> tuple[Position, ...]:
        return (self.showdown.next_position(),) if self.showdown else self.levels.next_position()

    def next_round(self, number: int) -> NextRound:
        at_once = self.levels.rounds_left() if self.rules.entry == "lists" else 1
        showdown = self.showdown
        return NextRound(
            number,
            self._position(),
            self.inputs.allowed,
            everyone_must_play=False,
            plays_at_once=at_once,
            contenders=showdown.tied if showdown else (),
        )


def _games_over(node: Node) -> int:
    """Count the finished innermost games."""
    if node.kind == "game":
        return int(node.finished)
    return sum(map(_games_over, node.parts)) if isinstance(node, Branch) else 0


def _root(record: Record) -> Branch:
    return score_record(record).score.root


def _was_reopened(before: Node, after: Node) -> bool:
    """Return whether only the last part of some level differs, and it is finished only in `before`."""
    if (
        not isinstance(before, PeeledResult)
        or not isinstance(after, PeeledResult)
        or before.parts[:-1] != after.parts[:-1]
    ):
        return False
    if before.finished and not after.finished:
        return True
    return bool(before.parts) and _was_reopened(before.parts[-1], after.parts[-1])
