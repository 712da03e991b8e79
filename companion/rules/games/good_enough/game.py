"""It's Good Enough: all players show a number at once, and the middle one gets a point (G1 to G19)."""

from bisect import bisect
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import ClassVar

from companion.i18n.messages import N_, Text
from companion.rules.games.deck import Laid, RoundPosition, deal_hands
from companion.rules.games.good_enough.advice import crowding, endings
from companion.rules.games.good_enough.cards import cards_each, start_problems
from companion.rules.games.good_enough.lesson import EMBLEM, PRESETS, how_to, lesson
from companion.rules.games.good_enough.levels import Level, gains
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.rounds import (
    ComparedNumbers,
    compare_numbers,
    player_reason,
    round_headline,
    score_round,
    showdown_reason,
)
from companion.rules.games.good_enough.scoring import MIDDLE
from companion.rules.games.number_game import LazyReasons, NumberGameRun
from companion.rules.games.numbered_cards import NumberedCards
from companion.rules.games.outcomes import MeanTarget, Outcome, Ranking, Standing, TieTitle, WouldScore
from companion.rules.games.pictures import Preset
from companion.rules.games.runs import Record, ScoredRecord, score_record
from companion.rules.plays import (
    AllowedPlay,
    Bounds,
    Deal,
    NextRound,
    Numbers,
    PlayerId,
    Players,
    Position,
    Positions,
    Reveal,
    Shuffle,
)
from companion.rules.results import (
    MOST_NAMED,
    Branch,
    Leaf,
    Node,
    NumberRound,
    Reason,
    Reasons,
    ScoredPart,
    ShowdownRound,
    count_parts,
    open_levels,
)
from companion.rules.standing import PeeledResult, middle


class GoodEnoughRun(NumberGameRun):
    """The state while it is played: its levels, innermost first, and the showdown after them.

    The cost is linear in the number of rounds, but for `peel+sudden-death`: it peels again after every round
    that is added.
    """

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        if self.rules.entry == "cards":
            self.allowed_to_all = None
        self.problems.extend(start_problems(self.rules, record.players, record.deals))
        self.levels = [Level(depth, self.rules, self.players) for depth in range(len(self.rules.levels))]
        self.final: PeeledResult | None = None
        """The result of the outermost level, once all are over."""
        self.tied: Players = ()
        """Who is still in the showdown, if one has begun (G16)."""
        self.showdown: list[ShowdownRound] = []
        self._start_game(0)

    def _start_game(self, game: int) -> None:
        """Give out the cards of the next innermost game, `game` of them being over (G13)."""
        self.games, self.laid = game, dict[int, Laid]()
        self.hands = self.deals[game].hands if game < len(self.deals) else None

    def allowed(self, player: PlayerId) -> AllowedPlay:
        if self.rules.entry != "cards":
            return super().allowed(player)
        hand = None if self.hands is None else frozenset(self.hands.get(player, ()))
        return NumberedCards(high=self.rules.cards, played_in=self.laid, hand=hand)

    def check(self, player: PlayerId, play: object) -> int:
        """See `NumberGameRun`; a card lies on the table then, and nobody else can lay it."""
        number = super().check(player, play)
        if self.rules.entry == "cards":
            self.laid[number] = Laid(self.round_position, player)
        return number

    def play_round(self, number: int, reveal: Reveal) -> None:
        if self.rules.entry == "cards":
            self.round_position = RoundPosition(number, self.position(number))
            plays: Numbers = self.accept(number, reveal, self.check)
        else:
            plays = self.accept_numbers(number, reveal)
        played = score_round(plays, self.players, self.rules, number, self.tied)
        if isinstance(played, ShowdownRound):
            self.showdown.append(played)
            self.tied = played.left
            self.is_over = reveal.last or len(self.tied) == 1
            return
        self._add(played)
        if reveal.last and not self.final:
            self._end()
        final = self.final
        if final and not reveal.last and self.rules.has_showdown and final.decided_by == "shared":
            self.tied = final.winners if len(final.winners) > 1 else ()
        self.is_over = final is not None and not self.tied

    def _add(self, part: Node) -> None:
        """Add a round, and each level that it finishes to the level above (G15)."""
        for depth, level in enumerate(self.levels):
            if not level.add(part):
                return
            part = self._close(depth)
            self.final = part if depth + 1 == len(self.levels) else None

    def _close(self, depth: int, *, ended: bool = False) -> PeeledResult:
        """Return the result of a level that is over, and start it again."""
        result = self.levels[depth].result(finished=True, ended=ended)
        self.levels[depth] = Level(depth, self.rules, self.players)
        if not depth:
            self._start_game(self.games + 1)
        return result

    def _end(self) -> None:
        """Close every open level as it is, because the host ended the game."""
        for depth, level in enumerate(self.levels):
            is_over = self.final is not None and level.add(self.final)
            self.final = self._close(depth, ended=not is_over) if level.parts else None

    def result(self) -> PeeledResult:
        """Return the result of the outermost level, finished or not, with the rounds of its showdown."""
        if self.tied and self.final:
            return self._with_showdown(self.final)
        child = self.final
        for level in () if child else self.levels:
            child = level.result(finished=False, child=child) if level.parts or child else None
        return child or self.levels[-1].result(finished=False)

    def _with_showdown(self, tie: PeeledResult) -> PeeledResult:
        is_won = len(self.tied) == 1
        return replace(
            tie,
            winners=self.tied if self.is_over else (),
            finished=self.is_over,
            reasons=LazyReasons(_showdown_reasons, tie, len(self.showdown), self.tied, self.is_over),
            decided_by=("showdown" if is_won else "shared") if self.is_over else None,
            showdown=tuple(self.showdown),
            tied=() if self.is_over else self.tied,
        )

    def position(self, number: int) -> Positions:  # noqa: ARG002
        """Return where the next round stands: game 2 of 3, round 4 of 5."""
        if self.tied:
            return (Position(self.rules.showdown_round.position_kind, len(self.showdown) + 1),)
        return tuple(level.next_position() for level in reversed(self.levels))

    def next_round(self, number: int) -> NextRound:
        """See `GameRun`; lists have the numbers of all rounds that are left in the game (G14)."""
        game = self.levels[0]
        left = max(1, (game.length or 0) - len(game.parts)) if self.rules.entry == "lists" else 1
        open_round = super().next_round(number)
        return (
            replace(open_round, plays_at_once=left, contenders=self.tied)
            if left > 1 or self.tied
            else open_round
        )


@dataclass(frozen=True)
class GoodEnough(GoodEnoughOptions):
    """It's Good Enough with its options."""

    name = "good-enough"
    title = N_("It's Good Enough")
    min_players = 3
    max_players = 10_000
    source = N_("A party game by the author of the post “It's Good Enough -- A Party Game”.")
    emblem = EMBLEM
    in_short = N_("numbers, 3 or more")
    presets: ClassVar[tuple[Preset, ...]] = PRESETS
    record_keys = frozenset({"deals", "question"})
    lesson, how_to = property(lesson), property(how_to)
    crowding, endings = crowding, endings
    player_reason, round_headline = player_reason, round_headline
    run = GoodEnoughRun

    @property
    def takes_newcomers(self) -> bool:
        """False where cards were given out (G8, G13)."""
        return self.entry != "cards"

    @property
    def takes_lists(self) -> bool:
        """True where numbers are sent as lists (G14)."""
        return self.entry == "lists"

    @property
    def can_deal(self) -> bool:
        """Whether numbered cards are presented (G13)."""
        return self.entry == "cards"

    def deal(self, scored: ScoredRecord, shuffle: Shuffle) -> Deal | None:
        """Deal the cards of the next innermost game, unless they were dealt already (G13)."""
        if not self.can_deal:
            return None
        record, score = scored.record, scored.score
        if score.next_round is None or len(record.deals) > _games_over(score.root):
            return None
        stack = range(1, (self.cards or 0) + 1)
        return deal_hands(stack, record.players, cards_each(self, len(record.players)), shuffle)

    def break_tie(self, record: Record, *, showdown: bool) -> Record:
        """See `Game`; a showdown decides the outermost level, where numbers are sent round by round.

        Nothing can be added where the host ended the game, the cards are used up, or earlier games with a
        shared win would have to continue too.
        """
        before = score_record(record).score.root
        tie_break = "peel+showdown" if showdown else "peel+sudden-death"
        if self.tie_break == "peel" and (not showdown or self.entry == "each-round"):
            longer = replace(record, rules=replace(self, tie_break=tie_break))
            after = score_record(longer).score.root
            reopens = before.finished and not after.finished if showdown else _was_reopened(before, after)
            if reopens:
                return longer
        return super().break_tie(record, showdown=showdown)

    def outcome(self, leaf: Leaf, player: PlayerId) -> Outcome:
        """See G3, G4, G10, G16 and G18."""
        outcome = super().outcome(leaf, player)
        if isinstance(leaf, ShowdownRound):
            return replace(outcome, reason=showdown_reason(self, leaf, player))
        return outcome

    @property
    def verdict(self) -> str:
        return self.words.verdict

    def gain(self, part: Node, player: PlayerId) -> int:
        """See G15, G16 and G18."""
        return 0 if isinstance(part, ShowdownRound) else gains(part, self).get(player, 0)

    def _compared(self, leaf: Leaf, plays: Numbers | None = None) -> ComparedNumbers:
        """Return the places of the numbers of a round, or of others in it."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one
        return compare_numbers(leaf.plays if plays is None else plays, self, leaf.number)

    def mean_target(self, leaf: Leaf) -> MeanTarget | None:
        """See `Game`: the mean, or its multiple (G10, G17)."""
        if self.words is MIDDLE:
            return None
        compared = self._compared(leaf)
        is_middle = self.scoring == "median"
        return MeanTarget(compared.base(self), self.multiple, is_middle) if compared.at else None

    def counting_numbers(self, leaf: Leaf) -> Mapping[PlayerId, Fraction]:
        """See `Game`: with their offsets (G19)."""
        compared = self._compared(leaf)
        return {player: compared.value(player) for player in compared.at}

    def middle_numbers(self, leaf: Leaf) -> tuple[Fraction, ...]:
        """See `Game`: the target (G10), or the middle of the numbers that count, as presented (G4)."""
        if target := self.mean_target(leaf):
            return (target.number,)
        ranked = middle(tuple(self._compared(leaf).at))
        return tuple(sorted({Fraction(n) for n in map(leaf.plays.get, ranked) if isinstance(n, int)}))

    def scores_with(self, leaf: Leaf) -> WouldScore:
        """See `Game`; where order alone counts, that is the place of a number among those that count (G4)."""
        assert isinstance(leaf, NumberRound)  # noqa: S101 - every leaf of this game is one

        def scores(player: PlayerId, number: int) -> bool:
            compared = self._compared(leaf, {**leaf.plays, player: number})
            if isinstance(leaf, ShowdownRound):
                return player in (compared.closest(leaf.contenders, self) or leaf.contenders)
            return player in compared.scorers(self)

        if self.offsets or self.words is not MIDDLE or isinstance(leaf, ShowdownRound):
            return scores
        plays, taken = leaf.plays, Counter(leaf.plays.values())
        counting = sorted(number for number, times in taken.items() if times == 1)

        def is_central(player: PlayerId, number: int) -> bool:
            own = plays.get(player)
            if taken[number] - (number == own) > 0:
                return False
            rank, others = bisect(counting, number), len(counting)
            if own is not None and taken[own] <= 2:  # without it one less counts, or one more
                change = -1 if taken[own] == 1 else 1
                rank, others = rank + (change if own <= number else 0), others + change
            return rank in middle(range(others + 1))

        return is_central

    @property
    def number_line(self) -> Bounds:
        """The range, or the labels of the stack of cards (G9, G13)."""
        return (1, self.cards) if self.cards else (self.low, self.high)

    def standings(self, root: Branch) -> tuple[Standing, ...]:
        """List the open levels of a match, or only the outermost one once it is over (G15)."""
        levels = [root] if root.finished else open_levels(root)
        found = ((level.scores, self.ranking(level)) for level in levels)
        return tuple(
            Standing(ranking.label, scores, ranking.find(tuple(scores.values()))) for scores, ranking in found
        )

    def ranking(self, level: ScoredPart) -> Ranking:
        """The middle of the distinct points wins (G5); they are named after the parts that give them."""
        part = level.parts[0].kind if isinstance(level, Branch) and level.parts else "round"
        label, heading = _RANKED.get(part, (N_("points"), N_("Points")))
        return Ranking(
            label,
            heading=heading,
            wins=Text("the middle"),
            find=lambda scores: middle(sorted(set(scores))),
            is_middle=True,
        )

    @property
    def aim(self) -> str | Text:
        return self._with_factor(self.words.aim)

    @property
    def answer_aim(self) -> str | Text:
        """See `Game`; not where numbers are sent as lists."""
        return "" if self.takes_lists else self._with_factor(self.words.answer_aim)

    def _with_factor(self, text: str) -> str | Text:
        return Text(text, {"factor": self.multiple}) if self.words.has_factor else text

    def tie_title(self, level: Branch) -> TieTitle | None:
        """See `Game`: sudden death (G12), or a showdown (G16)."""
        if level.tied and not level.showdown:
            rule = N_("Everybody picks. Of those who are tied, only the closest stays.")
            return TieTitle(N_("Showdown!"), Text(rule), level.tied)
        playing_on = next((reason for reason in level.reasons if reason.rule == "G12"), None)
        if level.finished or playing_on is None:
            return None
        title = N_("Still no middle") if playing_on.values["added"] else N_("Sudden death")
        return TieTitle(title, Text("One more. And another, until there is a middle."))


_RANKED = {"game": (N_("games"), N_("Games won")), "match": (N_("matches"), N_("Matches won"))}


def _showdown_reasons(tie: PeeledResult, rounds: int, tied: Players, is_over: bool) -> Reasons:
    """Yield why the game was tied, that a showdown decides it, and how that ended (G16)."""
    yield from (reason for reason in tie.reasons if reason.rule != "G7")  # that the tie stands
    yield Reason("G16", "So there is a showdown: whoever is closest stays, until one is left.")
    if not rounds:
        return
    values: dict[str, object] = {"rounds": count_parts("round", rounds), "count": len(tied)}
    if len(tied) == 1:
        template = N_("After {rounds} of the showdown only {players} is left.")
    elif not is_over:
        template = N_("After {rounds} of the showdown {players} are still tied.")
    elif len(tied) > MOST_NAMED:
        template = N_("The host ended the showdown, so the {count} players who are still tied share the win.")
    else:
        template = N_("The host ended the showdown, so {players}, who are still tied, share the win.")
    yield Reason("G16", template, tied, values, counts_many=len(tied) > 1 and not is_over)


def _games_over(node: Node) -> int:
    """Count the finished innermost games."""
    if node.kind == "game":
        return int(node.finished)
    return sum(map(_games_over, node.parts)) if isinstance(node, Branch) else 0


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
