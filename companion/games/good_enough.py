"""It's Good Enough: everybody shows a number at once, and the middle one gets a point (G1 to G15)."""

from dataclasses import replace
from typing import Self

from companion.games import variations
from companion.games.course import Course, Scoring, scoring
from companion.games.deck import shared_out
from companion.games.doors import Door, Range, Stack, cards_each, stack_problems
from companion.games.nesting import Game, Length, Nest
from companion.games.rounds import Round, score_round
from companion.games.variations import Options
from companion.score import Ask, Branch, Deal, Node, Problem, Record, Refused, Reveal, Shuffle
from companion.words import Text, mark

__all__ = [
    "FEWEST",
    "MOST",
    "NAME",
    "RECORDS",
    "RULES",
    "SOURCE",
    "TITLE",
    "Game",
    "Options",
    "Round",
    "begin",
    "deal",
    "length",
    "play_on",
    "read_options",
]

NAME = "good-enough"
TITLE = mark("It's Good Enough")
FEWEST, MOST = 3, 2000
SOURCE = mark("A party game by the author of the post “It's Good Enough -- A Party Game”.")
RULES = (
    mark("Everybody picks a number in secret; all are shown at once."),
    mark("Two or more who picked the same number are disqualified for that round."),
    mark("Of the numbers left, the middle one gets a point; if two are in the middle, both do."),
    mark("After the last round, whoever has the middle number of points wins. Not the most. The middle."),
    mark("A tie is broken by ignoring the first and last round, then the next two, and so on inwards."),
)
RECORDS: frozenset[str] = frozenset({"deals"})
"""What its records may hold besides plays: the cards, where the app dealt them (G13)."""

read_options = variations.read


def begin(record: Record) -> Course:
    """Stand before the first reveal of a record (G1 to G15); all are scored in linear time.

    Only `peel+sudden-death` costs more: peeling is tried anew after every round that is added.
    """
    return _Course(record)


class _Course(Course):
    """A game while it is played: its levels, and the door that lets plays in."""

    def __init__(self, record: Record) -> None:
        super().__init__(record)
        self.problems.extend(_record_problems(record, self.rules))
        self.nest = Nest(self.rules, record.players, length(self.rules, len(record.players)))
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

    def root(self) -> Game:
        """See `Course`."""
        return self.nest.root()

    def ask(self, number: int) -> Ask:
        """See `Course`."""
        at_once = self.nest.rounds_left() if self.rules.entry == "lists" else 1
        return Ask(number, self.nest.place(), self.door.wants, all_must=False, at_once=at_once)


def _record_problems(record: Record, rules: Options) -> list[Problem]:
    few = [Problem(Refused("{title} needs 3 or more players", title=Text(TITLE)))]
    return [
        *(few if len(record.players) < FEWEST else ()),
        *stack_problems(rules, record.players, record.deals),
    ]


def _door(record: Record, rules: Options) -> Door:
    if rules.entry == "cards":
        return Stack(rules, record.players, record.deals)
    return Range(rules, record.players)


def length(rules: Options, players: int) -> Length:
    """Find how long each innermost game lasts (G2, G11, G13)."""
    if rules.entry == "cards":
        rounds = max(1, cards_each(rules, players) - 1)
        return Length(rounds, rules.points_target, rounds + 1)
    return Length(rules.rounds if rules.points_target is None else None, rules.points_target)


def deal(played: Scoring, shuffle: Shuffle) -> Deal | None:
    """Deal the cards of the next innermost game, if they are not there yet (G13)."""
    record, found = played.record, played.score
    rules: Options = record.options  # type: ignore[assignment]
    if rules.entry != "cards" or found.ask is None or len(record.deals) > _games_over(found.root):
        return None
    stack = range(1, (rules.cards or 0) + 1)
    return shared_out(stack, record.players, cards_each(rules, len(record.players)), shuffle)


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
    rules: Options = record.options  # type: ignore[assignment]
    going = replace(record, options=replace(rules, tie_break="peel+sudden-death"))
    if rules.plays_on or not _goes_on(_root(record), _root(going)):
        raise Refused("there is no tie here that can be played on")
    return going


def _root(record: Record) -> Branch:
    return scoring(record, begin(record)).score.root


def _goes_on(before: Node, after: Node) -> bool:
    """Whether the last part at some level was finished before and no longer is, all else being the same."""
    if not isinstance(before, Game) or not isinstance(after, Game) or before.parts[:-1] != after.parts[:-1]:
        return False
    if before.finished and not after.finished:
        return True
    return bool(before.parts) and _goes_on(before.parts[-1], after.parts[-1])
