"""What scores in a round of It's Good Enough, as a value with its own words (G4, G10, G16 to G18)."""

from collections.abc import Mapping
from dataclasses import replace

from companion.i18n.messages import N_, PluralTemplate
from companion.values import frozen

_ALL, _SAME = N_("Everybody's number"), N_("Same number: out")


@frozen
class Scoring:
    """One way to score, with all that is said of it.

    Where a text depends on what a round brings, it is by the option `points`: `one` or `number`. `rule` is
    the rule that decides, and `beyond` says who does not score: below and above the middle, or farther off.
    `aims_at` has two forms: for one number in the middle, and for two.
    """

    rule: str
    aim: str
    answer_aim: str
    how_to: Mapping[str, str]
    lesson: Mapping[str, str]
    captions: tuple[str, str, str, str]
    headline: PluralTemplate
    scores: Mapping[str, PluralTemplate]
    beyond: tuple[PluralTemplate, ...]
    for_you: str
    not_for_you: str
    verdict: str
    aims_at: tuple[str, str]
    has_factor: bool = False
    """Whether a multiple of the middle or the mean is aimed at (G17); its texts have a `{factor}`."""


MIDDLE = Scoring(
    rule="G4",
    aim=N_("Be the middle"),
    answer_aim=N_("The middle answer scores"),
    how_to={
        "one": N_("Of the numbers left, the middle one gets a point; if two are in the middle, both do."),
        "number": N_(
            "The middle number brings as many points as it says; if two are in the middle, both do."
        ),
    },
    lesson={
        "one": N_("The middle number|gets a point."),
        "number": N_("The middle number|is worth its points."),
    },
    captions=(_ALL, _SAME, N_("The outer ones go, two by two"), N_("What is left is the middle")),
    headline=PluralTemplate("{players} is the middle", "{players} are the middle"),
    scores={
        "one": PluralTemplate(
            "{middle} is in the middle of the {count} numbers that count: 1 point for {players}.",
            "{middle} are in the middle of the {count} numbers that count: 1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "{middle} is in the middle of the {count} numbers that count: {points} for {players}.",
            "{shown} are in the middle of the {count} numbers that count: each brings its own points.",
        ),
    },
    beyond=(
        PluralTemplate("{shown} is below the middle: no point.", "{shown} are below the middle: no point."),
        PluralTemplate("{shown} is above the middle: no point.", "{shown} are above the middle: no point."),
    ),
    for_you=N_("{number} is in the middle: 1 point for you"),
    not_for_you=N_("{number} is not the middle: no point"),
    verdict="",
    aims_at=(N_("The middle is {middle}."), N_("{middle} are in the middle.")),
)

MEAN = Scoring(
    rule="G10",
    aim=N_("Be the average"),
    answer_aim=N_("The answer closest to the average scores"),
    how_to={
        "one": N_(
            "Of the numbers left, the one closest to their average gets a point; if several are, all do."
        ),
        "number": N_("The number closest to the average brings as many points as it says."),
    },
    lesson={
        "one": N_("The number closest|to the average scores."),
        "number": N_("Closest to the average:|worth its points."),
    },
    captions=(_ALL, _SAME, N_("The lamp looks for the average"), N_("The closest number scores")),
    headline=PluralTemplate("{players} is closest", "{players} are closest"),
    scores={
        "one": PluralTemplate(
            "The average is {mean}, and {middle} is closest to it: 1 point for {players}.",
            "The average is {mean}, and {middle} are equally close to it: 1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "The average is {mean}, and {middle} is closest to it: {points} for {players}.",
            "The average is {mean}; {shown} are equally close to it: each brings its own points.",
        ),
    },
    beyond=(PluralTemplate("{shown} is farther off: no point.", "{shown} are farther off: no point."),),
    for_you=N_("{number} is closest: 1 point for you"),
    not_for_you=N_("{number} is not closest: no point"),
    verdict=N_("Closest!"),
    aims_at=(N_("The average is {mean}."),) * 2,
)

TARGET = replace(
    MEAN,
    rule="G17",
    aim=N_("Be {factor} × the average"),
    answer_aim=N_("The answer closest to {factor} × the average scores"),
    how_to={
        "one": N_(
            "The target is {factor} × the average of the numbers left; the number closest gets a point."
        ),
        "number": N_("The number closest to {factor} × the average brings as many points as it says."),
    },
    lesson={
        "one": N_("Closest to {factor} × the|average: 1 point."),
        "number": N_("Closest to {factor} × the|average: its own points."),
    },
    captions=(_ALL, _SAME, N_("From the average to the target"), N_("The closest number scores")),
    scores={
        "one": PluralTemplate(
            "The average is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "1 point for {players}.",
            "The average is {mean}, and {factor} times that is {target}; {middle} are equally close to it: "
            "1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "The average is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "{points} for {players}.",
            "The average is {mean}, and {factor} times that is {target}; {shown} are equally close to it: "
            "each brings its own points.",
        ),
    },
    aims_at=(N_("The average is {mean}, and {factor} times that is {target}."),) * 2,
    has_factor=True,
)

PART = replace(
    TARGET,
    aim=N_("Be {factor} × the middle"),
    answer_aim=N_("The answer closest to {factor} × the middle scores"),
    how_to={
        "one": N_(
            "The target is {factor} × the middle of the numbers left; the number closest gets a point."
        ),
        "number": N_("The number closest to {factor} × the middle brings as many points as it says."),
    },
    lesson={
        "one": N_("Closest to {factor} × the|middle: 1 point."),
        "number": N_("Closest to {factor} × the|middle: its own points."),
    },
    captions=(_ALL, _SAME, N_("From the middle to the target"), N_("The closest number scores")),
    scores={
        "one": PluralTemplate(
            "The middle is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "1 point for {players}.",
            "The middle is {mean}, and {factor} times that is {target}; {middle} are equally close to it: "
            "1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "The middle is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "{points} for {players}.",
            "The middle is {mean}, and {factor} times that is {target}; {shown} are equally close to it: "
            "each brings its own points.",
        ),
    },
    aims_at=(N_("The middle is {mean}, and {factor} times that is {target}."),) * 2,
)
