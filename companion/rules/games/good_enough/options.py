"""The options of It's Good Enough, and which of them can be combined (G2, G9 to G19)."""

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import ClassVar, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.rules.games import options
from companion.rules.games.good_enough.scoring import MEAN, MIDDLE, PART, TARGET, Scoring
from companion.rules.games.number_game import HIGHEST, LOWEST, NumberGame
from companion.rules.games.numbers import abbreviate
from companion.rules.games.options import option, parse_fraction
from companion.rules.games.pictures import Options
from companion.rules.results import ShowdownRound

MOST_PARTS = 9999
MOST_LEVELS = 50
MOST_CARDS = 1_000_000

_NUMBERS, _SCORES = N_("The numbers"), N_("What scores")  # the groups of the options in a form
_LENGTH, _END = N_("How long it takes"), N_("The end")


@dataclass(frozen=True)
class GoodEnoughOptions(NumberGame):
    """The options (G1, G2, G9 to G19); raises `Refused` for some that the rules do not allow."""

    showdown_round: ClassVar[type[ShowdownRound]] = ShowdownRound
    """What a round is that decides a tie."""

    low: int = option(0, *LOWEST, group=_NUMBERS, is_signed=True)
    high: int = option(100, *HIGHEST, group=_NUMBERS, is_signed=True, offered=(10, 50, 100, 1000))
    rounds: int = option(
        5,
        N_("Rounds"),
        N_("At least 3; an odd number leaves fewer ties."),
        group=_LENGTH,
        offered=(3, 5, 7, 10),
    )
    scoring: str = option(
        "median",
        N_("Who scores"),
        N_("The middle of all numbers, or the number closest to their average."),
        choice_labels={"median": N_("The middle number"), "mean": N_("The number closest to the average")},
        group=_SCORES,
        is_defining=True,
    )
    factor: str = option(
        "1",
        N_("Multiple"),
        N_("0.8 or 2/3 puts the target below the middle, or the average; at most 2."),
        kind="fraction",
        group=_SCORES,
        is_defining=True,
    )
    points: str = option(
        "one",
        N_("What a round brings"),
        N_("A point each, or as many points as the number says."),
        choice_labels={"one": N_("1 point"), "number": N_("The number itself, as points")},
        group=_SCORES,
        is_defining=True,
    )
    offsets: bool = option(
        False,
        N_("Equal numbers stay in"),
        N_("Nobody is out: a fraction that goes round puts equal numbers in order."),
        group=_SCORES,
        is_defining=True,
    )
    points_target: int | None = option(
        None,
        N_("Points target"),
        N_("Play until this many points are given to all together, instead of a set number."),
        group=_LENGTH,
    )
    tie_break: str = option(
        "peel",
        N_("After a tie"),
        N_("Only a showdown is sure to end with one winner."),
        group=_END,
        is_deferred=True,
        choice_labels={
            "peel": N_("Peel the outer rounds; a tie that stands is shared"),
            "sudden-death": N_("Sudden death: one more round at a time"),
            "peel+sudden-death": N_("Peel the outer rounds, then sudden death"),
            "showdown": N_("A showdown: whoever is closest to the middle stays"),
            "peel+showdown": N_("Peel the outer rounds, then a showdown"),
        },
    )
    entry: str = option(
        "each-round",
        N_("How numbers are sent"),
        N_("A showdown needs them round by round."),
        choice_labels={
            "each-round": N_("Round by round"),
            "lists": N_("As a list: all rounds at once"),
            "cards": N_("As cards of one stack, each laid once"),
        },
        group=_NUMBERS,
    )
    cards: int | None = option(
        None,
        N_("Cards in the stack"),
        N_("For cards only; enough for every player to get one more than there are rounds."),
        group=_NUMBERS,
    )
    nesting: tuple[int, ...] = option(
        (),
        N_("Match"),
        N_("Rounds in a game, games in a match, and so on: 5, 3. Empty for a single game."),
        replaces="rounds",
        group=_LENGTH,
    )

    def __post_init__(self) -> None:
        """Make `rounds` and `nesting` agree (`nesting` wins; one level is no match), then check all."""
        if self.nesting:
            object.__setattr__(self, "rounds", self.nesting[0])
        if len(self.nesting) == 1:
            object.__setattr__(self, "nesting", ())
        super().__post_init__()
        if self.points == "number" and self.low < 0:
            template = N_("numbers that count as points must not be negative: the lowest is {low}")
            raise Refused(template, low=self.low)
        _check_lengths(self)
        if not 0 < self.multiple <= 2:
            template = N_("the factor must be above 0 and at most 2, not {factor}")
            raise Refused(template, factor=abbreviate(self.factor))
        _check_entry(self)

    @classmethod
    def read_options(cls, raw: Options) -> Self:
        """See `Game`; raises `Refused` also for what only a record can say: two lengths, or an empty one."""
        if raw.get("nesting") in ([], ()):
            raise Refused("nesting is empty: leave it out, or give the number of rounds")
        found = options.read_options(cls, raw)
        if "rounds" in raw and raw["rounds"] != found.rounds:
            template = N_("rounds is {rounds}, but nesting begins with {first}: give one of them")
            raise Refused(template, rounds=abbreviate(raw["rounds"]), first=found.rounds)
        return found

    @property
    def levels(self) -> tuple[int, ...]:
        """The set number of parts of each level, innermost first (G2, G15)."""
        return self.nesting or (self.rounds,)

    @property
    def peels(self) -> bool:
        """Whether a tie is peeled (G6)."""
        return "peel" in self.tie_break

    @property
    def plays_on(self) -> bool:
        """Whether parts are added to break a tie (G12)."""
        return "sudden-death" in self.tie_break

    @property
    def has_showdown(self) -> bool:
        """Whether a tie of the outermost level is broken by a showdown (G16)."""
        return "showdown" in self.tie_break

    @cached_property  # 14 µs, in every round
    def multiple(self) -> Fraction:
        """The target of a round as a multiple of the mean (G17)."""
        return parse_fraction(self.factor)

    @property
    def words(self) -> Scoring:
        """What scores, in words (G4, G10, G17)."""
        if self.scoring == "median":
            return MIDDLE if self.multiple == 1 else PART
        return MEAN if self.multiple == 1 else TARGET


def _check_lengths(rules: GoodEnoughOptions) -> None:
    """Check how many parts each level has (G2, G15)."""
    if not 3 <= rules.rounds <= MOST_PARTS:
        template = N_("a game has 3 to {most} rounds, not {rounds}")
        raise Refused(template, most=MOST_PARTS, rounds=abbreviate(rules.rounds))
    for parts in rules.nesting[1:]:
        if not 2 <= parts <= MOST_PARTS:
            raise Refused(
                "a match has 2 to {most} parts, not {parts}", most=MOST_PARTS, parts=abbreviate(parts)
            )
    if len(rules.nesting) > MOST_LEVELS:
        raise Refused(
            "nesting goes {most} levels deep at most, not {deep}", most=MOST_LEVELS, deep=len(rules.nesting)
        )


def _check_entry(rules: GoodEnoughOptions) -> None:
    """Check what goes with lists (G14), a showdown (G16), and cards of a stack, which are the range (G13)."""
    if rules.has_showdown and rules.entry != "each-round":
        raise Refused("a showdown needs numbers that are sent round by round")
    if rules.entry == "lists" and rules.points_target is not None:
        raise Refused("lists need a set number of rounds, so they do not go with a points target")
    if rules.entry != "cards":
        if rules.cards is not None:
            raise Refused("a stack of cards is only for entry by cards")
        return
    if rules.cards is None:
        raise Refused("entry by cards needs the number of cards in the stack")
    if not 1 <= rules.cards <= MOST_CARDS:
        template = N_("a stack has 1 to {most} cards, not {cards}")
        raise Refused(template, most=MOST_CARDS, cards=abbreviate(rules.cards))
    if (rules.low, rules.high) not in ((0, 100), (1, rules.cards)):
        raise Refused("cards are labelled from 1: leave out the lowest and the highest number")
