"""The options of It's Good Enough, and which of them can be combined (G2, G9 to G15)."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Self

from companion.i18n.errors import Refused
from companion.i18n.messages import N_
from companion.rules.games import options
from companion.rules.games.contract import Game
from companion.rules.games.numbers import abbreviate_integer
from companion.rules.games.options import option

MOST_PARTS = 9999
MOST_LEVELS = 50
MOST_CARDS = 1_000_000
_MOST_DIGITS = 100  # a larger range is of no use, and numbers must stay fast

SCORING = (N_("median"), N_("mean"))
TIE_BREAKS = (N_("peel"), N_("sudden-death"), N_("peel+sudden-death"))
ENTRIES = (N_("each-round"), N_("lists"), N_("cards"))


@dataclass(frozen=True)
class GoodEnoughOptions(Game):
    """The options (G1, G2, G9 to G15); raises `Refused` for some that the rules do not allow."""

    low: int = option(0, N_("Lowest number"), N_("May be negative."))
    high: int = option(100, N_("Highest number"), N_("Must be above the lowest."))
    rounds: int = option(5, N_("Rounds"), N_("At least 3; an odd number leaves fewer ties."))
    scoring: str = option(
        "median",
        N_("What scores"),
        N_("The middle number, or the number closest to the mean."),
        choices=SCORING,
    )
    points_target: int | None = option(
        None,
        N_("Points target"),
        N_("Play until this many points are given to all together, instead of a set number."),
    )
    tie_break: str = option(
        "peel",
        N_("Ties"),
        N_("Peel: ignore the outer rounds. Sudden death: add a round at a time. Or one, then the other."),
        choices=TIE_BREAKS,
        is_deferred=True,
    )
    entry: str = option(
        "each-round",
        N_("How numbers are sent"),
        N_("Round by round; as lists, all rounds sent at once; or as cards of one stack, each laid once."),
        choices=ENTRIES,
    )
    cards: int | None = option(
        None,
        N_("Cards in the stack"),
        N_("For cards only; enough for every player to get one more than there are rounds."),
    )
    nesting: tuple[int, ...] = option(
        (),
        N_("Match"),
        N_("Rounds in a game, games in a match, and so on: 5, 3. Empty for a single game."),
        replaces="rounds",
    )

    def __post_init__(self) -> None:
        """Make `rounds` and `nesting` agree (`nesting` wins; one level is no match), then check all."""
        if self.nesting:
            object.__setattr__(self, "rounds", self.nesting[0])
        if len(self.nesting) == 1:
            object.__setattr__(self, "nesting", ())
        for check in (_check_range, _check_lengths, _check_choices, _check_target, _check_cards):
            check(self)

    @classmethod
    def read_options(cls, raw: Mapping[str, Any]) -> Self:
        """See `Game`; raises `Refused` also where `rounds` and `nesting` disagree."""
        found = options.read_options(cls, raw)
        if "rounds" in raw and raw["rounds"] != found.rounds:
            raise Refused(
                "rounds is {rounds}, but nesting begins with {first}: give one of them",
                rounds=abbreviate_integer(raw["rounds"]),
                first=found.rounds,
            )
        return found

    @property
    def levels(self) -> tuple[int, ...]:
        """The set number of parts of each level, innermost first (G2, G15)."""
        return self.nesting or (self.rounds,)

    @property
    def peels(self) -> bool:
        """Whether a tie is peeled (G6)."""
        return self.tie_break != "sudden-death"

    @property
    def plays_on(self) -> bool:
        """Whether parts are added to break a tie (G12)."""
        return self.tie_break != "peel"


def _check_range(rules: GoodEnoughOptions) -> None:
    """Check the range (G9)."""
    if max(abs(rules.low), abs(rules.high)) >= 10**_MOST_DIGITS:
        raise Refused("a number has at most {most} digits", most=_MOST_DIGITS)
    if rules.low >= rules.high:
        raise Refused(
            "the lowest number, {low}, must be below the highest, {high}", low=rules.low, high=rules.high
        )


def _check_lengths(rules: GoodEnoughOptions) -> None:
    """Check how many parts each level has (G2, G15)."""
    if not 3 <= rules.rounds <= MOST_PARTS:
        raise Refused(
            "a game has 3 to {most} rounds, not {rounds}",
            most=MOST_PARTS,
            rounds=abbreviate_integer(rules.rounds),
        )
    for parts in rules.nesting[1:]:
        if not 2 <= parts <= MOST_PARTS:
            raise Refused(
                "a match has 2 to {most} parts, not {parts}", most=MOST_PARTS, parts=abbreviate_integer(parts)
            )
    if len(rules.nesting) > MOST_LEVELS:
        raise Refused(
            "nesting goes {most} levels deep at most, not {deep}", most=MOST_LEVELS, deep=len(rules.nesting)
        )


def _check_choices(rules: GoodEnoughOptions) -> None:
    """Check the choices of options made in code; those of records and forms are checked on reading."""
    for name, choices in (("scoring", SCORING), ("tie_break", TIE_BREAKS), ("entry", ENTRIES)):
        value = getattr(rules, name)
        if value not in choices:
            raise Refused("{name}: {value} is not one of {all}", name=name, value=value, all=choices)


def _check_target(rules: GoodEnoughOptions) -> None:
    """Check the points target (G11), which does not go with lists: their length must be known (G14)."""
    if rules.points_target is None:
        return
    if rules.points_target < 1:
        raise Refused(
            "the points target must be at least 1, not {target}",
            target=abbreviate_integer(rules.points_target),
        )
    if rules.entry == "lists":
        raise Refused("lists need a set number of rounds, so they do not go with a points target")


def _check_cards(rules: GoodEnoughOptions) -> None:
    """Check that there is a stack only for entry by cards, and no other range then (G13)."""
    if rules.entry != "cards":
        if rules.cards is not None:
            raise Refused("a stack of cards is only for entry by cards")
        return
    if rules.cards is None:
        raise Refused("entry by cards needs the number of cards in the stack")
    if not 1 <= rules.cards <= MOST_CARDS:
        raise Refused(
            "a stack has 1 to {most} cards, not {cards}",
            most=MOST_CARDS,
            cards=abbreviate_integer(rules.cards),
        )
    if (rules.low, rules.high) not in ((0, 100), (1, rules.cards)):
        raise Refused("cards are labelled from 1: leave out the lowest and the highest number")
