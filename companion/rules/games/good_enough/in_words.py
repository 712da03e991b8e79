"""The rules of It's Good Enough in a few sentences, as its options make them."""

from companion.i18n.messages import N_, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions

_PICK = N_("Everybody picks a number in secret; all are shown at once.")
_EQUAL = {
    False: N_("Two or more who picked the same number are disqualified for that round."),
    True: N_("Nobody is disqualified: a fraction that goes round puts equal numbers in order."),
}
_MIDDLE_SCORES = {
    "one": N_("Of the numbers left, the middle one gets a point; if two are in the middle, both do."),
    "number": N_("The middle number brings as many points as it says; if two are in the middle, both do."),
}
_MEAN_SCORES = {
    "one": N_("Of the numbers left, the one closest to their mean gets a point; if several are, all do."),
    "number": N_("The number closest to the mean brings as many points as it says."),
}
_TARGET_SCORES = {
    "one": N_("The target is {factor} × the mean of the numbers left; the number closest gets a point."),
    "number": N_("The number closest to {factor} × the mean brings as many points as it says."),
}
_WINS = N_("After the last round, whoever has the middle number of points wins. Not the most. The middle.")
_TIES = {
    "peel": N_("A tie is broken by ignoring the first and last round, then the next two, and so on inwards."),
    "sudden-death": N_("A tie is played on, a round at a time, until one has the middle number of points."),
    "peel+sudden-death": N_(
        "A tie is broken by ignoring the outer rounds, two by two; if it stands, rounds are added."
    ),
    "showdown": N_("A tie ends in a showdown: of the tied, whoever is closest to the middle stays."),
    "peel+showdown": N_(
        "A tie is broken by ignoring the outer rounds, two by two; if it stands, there is a showdown: of the"
        " tied, whoever is closest to the middle stays."
    ),
}

HOW_TO = (_PICK, _EQUAL[False], _MIDDLE_SCORES["one"], _WINS, _TIES["peel"])
"""The rules with the usual options."""


def in_words(rules: GoodEnoughOptions) -> tuple[str | Text, ...]:
    """Return the rules in words for some options (G3 to G6, G10, G12, G16 to G19)."""
    if rules.scoring == "median":
        scores: str | Text = _MIDDLE_SCORES[rules.points]
    elif rules.multiple == 1:
        scores = _MEAN_SCORES[rules.points]
    else:
        scores = Text(_TARGET_SCORES[rules.points], {"factor": rules.factor})
    return (_PICK, _EQUAL[rules.offsets], scores, _WINS, _TIES[rules.tie_break])
