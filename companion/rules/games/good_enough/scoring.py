"""What scores in a round of It's Good Enough, as a value with its own words (G4, G10, G16 to G18)."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.i18n.messages import N_, PluralTemplate

_ALL, _SAME = N_("Everybody's number"), N_("Same number: out")


@dataclass(frozen=True, slots=True)
class Scoring:
    """One way to score, with all that is said of it.

    Where a text depends on what a round brings, it is by the option `points`: `one` or `number`. `rule` is
    the rule that decides, and `beyond` says who does not score: below and above the middle, or farther off.
    `aims_at` and `for_you` have two forms: for one number in the middle, and for two.
    """

    rule: str
    aim: str
    how_to: Mapping[str, str]
    lesson: Mapping[str, str]
    captions: tuple[str, str, str, str]
    headline: PluralTemplate
    scores: Mapping[str, PluralTemplate]
    beyond: tuple[PluralTemplate, ...]
    for_you: tuple[str, str]
    not_for_you: str
    verdict: str
    showdown: str
    aims_at: tuple[str, str]
    stays: str
    leaves: str


_CLOSEST = PluralTemplate("{scored} is closest", "{scored} are equally close")

MIDDLE = Scoring(
    rule="G4",
    aim=N_("Be the middle"),
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
    headline=PluralTemplate("{scored} is the middle", "{scored} are the middle"),
    scores={
        "one": PluralTemplate(
            "{middle} is in the middle of the {count} numbers that count: 1 point for {players}.",
            "{middle} are in the middle of the {count} numbers that count: 1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "{middle} is in the middle of the {count} numbers that count: {points} for {players}.",
            "{shown} are in the middle of the {count} numbers that count: each gets his or her number.",
        ),
    },
    beyond=(
        PluralTemplate("{shown} is below the middle: no point.", "{shown} are below the middle: no point."),
        PluralTemplate("{shown} is above the middle: no point.", "{shown} are above the middle: no point."),
    ),
    for_you=(
        N_("{number} is the middle: 1 point for you"),
        N_("{number} is in the middle: 1 point for you"),
    ),
    not_for_you=N_("{number} is not the middle: no point"),
    verdict="",
    showdown=N_("Everybody picks. Of these {count}, only the closest to the middle stays."),
    aims_at=(N_("The middle is {middle}."), N_("{middle} are in the middle.")),
    stays=N_("{number} is close enough to the middle: you stay"),
    leaves=N_("{number} is farther from the middle: you leave the showdown"),
)

MEAN = Scoring(
    rule="G10",
    aim=N_("Be the average"),
    how_to={
        "one": N_("Of the numbers left, the one closest to their mean gets a point; if several are, all do."),
        "number": N_("The number closest to the mean brings as many points as it says."),
    },
    lesson={
        "one": N_("The number closest|to the mean scores."),
        "number": N_("Closest to the mean:|worth its points."),
    },
    captions=(_ALL, _SAME, N_("The lamp looks for the mean"), N_("The closest number scores")),
    headline=_CLOSEST,
    scores={
        "one": PluralTemplate(
            "The mean is {mean}, and {middle} is closest to it: 1 point for {players}.",
            "The mean is {mean}, and {middle} are equally close to it: 1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "The mean is {mean}, and {middle} is closest to it: {points} for {players}.",
            "The mean is {mean}; {shown} are equally close to it: each gets his or her number.",
        ),
    },
    beyond=(
        PluralTemplate(
            "{shown} is farther from the mean: no point.", "{shown} are farther from the mean: no point."
        ),
    ),
    for_you=(N_("{number} is closest to the mean: 1 point for you"),) * 2,
    not_for_you=N_("{number} is not closest to the mean: no point"),
    verdict=N_("Closest!"),
    showdown=N_("Everybody picks. Of these {count}, only the closest to the mean stays."),
    aims_at=(N_("The mean is {mean}."),) * 2,
    stays=N_("{number} is close enough to the mean: you stay"),
    leaves=N_("{number} is farther from the mean: you leave the showdown"),
)

TARGET = Scoring(
    rule="G17",
    aim=N_("Be {factor} × the average"),
    how_to={
        "one": N_("The target is {factor} × the mean of the numbers left; the number closest gets a point."),
        "number": N_("The number closest to {factor} × the mean brings as many points as it says."),
    },
    lesson={
        "one": N_("Closest to {factor} × the|mean gets a point."),
        "number": N_("Closest to {factor} × the|mean: its own points."),
    },
    captions=(_ALL, _SAME, N_("From the mean to the target"), N_("The closest number scores")),
    headline=_CLOSEST,
    scores={
        "one": PluralTemplate(
            "The mean is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "1 point for {players}.",
            "The mean is {mean}, and {factor} times that is {target}; {middle} are equally close to it: "
            "1 point each for {players}.",
        ),
        "number": PluralTemplate(
            "The mean is {mean}, and {factor} times that is {target}; {middle} is closest to it: "
            "{points} for {players}.",
            "The mean is {mean}, and {factor} times that is {target}; {shown} are equally close to it: "
            "each gets his or her number.",
        ),
    },
    beyond=(
        PluralTemplate("{shown} is farther from that: no point.", "{shown} are farther from that: no point."),
    ),
    for_you=(N_("{number} is closest to the target: 1 point for you"),) * 2,
    not_for_you=N_("{number} is not closest to the target: no point"),
    verdict=N_("Closest!"),
    showdown=N_("Everybody picks. Of these {count}, only the closest to the target stays."),
    aims_at=(N_("The mean is {mean}, and {factor} times that is {target}."),) * 2,
    stays=N_("{number} is close enough to the target: you stay"),
    leaves=N_("{number} is farther from the target: you leave the showdown"),
)
