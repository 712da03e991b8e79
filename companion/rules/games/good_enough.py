"""It's Good Enough: everybody shows a number at once, and the middle one gets a point (G1 to G15)."""

from dataclasses import replace
from typing import Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_, Text
from companion.rules.games import good_enough_options
from companion.rules.games.deck import deal_hands
from companion.rules.games.game_run import GameRun, ScoredRecord, score_from
from companion.rules.games.good_enough_options import GoodEnoughOptions
from companion.rules.games.inputs import InputRule, RangeInput, StackInput, cards_each, stack_problems
from companion.rules.games.levels import LevelLength, LevelResult, Levels
from companion.rules.games.number_rounds import score_round
from companion.rules.results import Branch, Deal, NextRound, Node, Problem, Record, Reveal, Shuffle

NAME = "good-enough"
TITLE = N_("It's Good Enough")
FEWEST, MOST = 3, 2000
SOURCE = N_("A party game by the author of the post “It's Good Enough -- A Party Game”.")
RULES = (
    N_("Everybody picks a number in secret; all are shown at once."),
    N_("Two or more who picked the same number are disqualified for that round."),
    N_("Of the numbers left, the middle one gets a point; if two are in the middle, both do."),
    N_("After the last round, whoever has the middle number of points wins. Not the most. The middle."),
    N_("A tie is broken by ignoring the first and last round, then the next two, and so on inwards."),
)
RECORDS: frozenset[str] = frozenset({"deals"})
"""What its records may hold besides plays: the cards, where the app dealt them (G13)."""

Options = GoodEnoughOptions
read_options = good_enough_options.read_good_enough_options


def begin(record: Record) -> GameRun:
    """Stand before the first reveal of a record (G1 to G15); all are scored in linear time.

    Only `peel+sudden-death` costs more: peeling is tried anew after every round that is added.
    """
    return _Course(record)


class _Course(GameRun):
    """A game while it is played: its levels, and the door that lets plays in."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.problems.extend(_record_problems(record, self.rules))
        self.nest = Levels(self.rules, record.players, game_length(self.rules, len(record.players)))
        self.door = _door(record, self.rules)

    def copied(self) -> Self:
        """See `Course`."""
        other = super().copied()
        other.nest, other.door = self.nest.copied(), self.door.copied()
        return other

    def play(self, number: int, reveal: Reveal) -> None:
        """See `Course`."""
        plays, wrong = self.door.admit(number, reveal.plays)
        self.problems.extend(wrong)
        games = self.nest.games
        self.nest.add(score_round(plays, self.players, self.rules.scoring))
        if reveal.last:
            self.nest.end()
        if self.nest.games > games:
            self.door.begin(self.nest.games)
        self.over = self.nest.done is not None

    def root(self) -> LevelResult:
        """See `Course`."""
        return self.nest.root()

    def ask(self, number: int) -> NextRound:
        """See `Course`."""
        at_once = self.nest.rounds_left() if self.rules.entry == "lists" else 1
        return NextRound(
            number, self.nest.place(), self.door.wants, everyone_must_play=False, plays_at_once=at_once
        )


def _record_problems(record: Record, rules: GoodEnoughOptions) -> list[Problem]:
    few = [Problem(Refused("{title} needs 3 or more players", title=Text(TITLE)))]
    return [
        *(few if len(record.players) < FEWEST else ()),
        *stack_problems(rules, record.players, record.deals),
    ]


def _door(record: Record, rules: GoodEnoughOptions) -> InputRule:
    if rules.entry == "cards":
        return StackInput(rules, record.players, record.deals)
    return RangeInput(rules, record.players)


def game_length(rules: GoodEnoughOptions, players: int) -> LevelLength:
    """Find how long each innermost game lasts (G2, G11, G13)."""
    if rules.entry == "cards":
        rounds = max(1, cards_each(rules, players) - 1)
        return LevelLength(rounds, rules.points_target, rounds + 1)
    return LevelLength(rules.rounds if rules.points_target is None else None, rules.points_target)


def deal(played: ScoredRecord, shuffle: Shuffle) -> Deal | None:
    """Deal the cards of the next innermost game, if they are not there yet (G13)."""
    record, found = played.record, played.score
    rules: GoodEnoughOptions = record.options  # type: ignore[assignment]
    if rules.entry != "cards" or found.next_round is None or len(record.deals) > _games_over(found.root):
        return None
    stack = range(1, (rules.cards or 0) + 1)
    return deal_hands(stack, record.players, cards_each(rules, len(record.players)), shuffle)


def _games_over(node: Node) -> int:
    """Count the innermost games that are over."""
    if node.kind == "game":
        return int(node.finished)
    return sum(map(_games_over, node.parts)) if isinstance(node, Branch) else 0


def play_on(record: Record) -> Record:
    """Return the record with its standing tie played on, a round or a game at a time (G12).

    Raises `Refused` where no tie stands at the end of the record, or where nothing can be added: the
    host ended the game, the cards are used up, or games that were shared before would have to go on too.
    """
    rules: GoodEnoughOptions = record.options  # type: ignore[assignment]
    going = replace(record, options=replace(rules, tie_break="peel+sudden-death"))
    if rules.plays_on or not _goes_on(_root(record), _root(going)):
        raise Refused("there is no tie here that can be played on")
    return going


def _root(record: Record) -> Branch:
    return score_from(record, begin(record)).score.root


def _goes_on(before: Node, after: Node) -> bool:
    """Whether the last part at some level was finished before and no longer is, all else being the same."""
    if (
        not isinstance(before, LevelResult)
        or not isinstance(after, LevelResult)
        or before.parts[:-1] != after.parts[:-1]
    ):
        return False
    if before.finished and not after.finished:
        return True
    return bool(before.parts) and _goes_on(before.parts[-1], after.parts[-1])
