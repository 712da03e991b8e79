"""How It's Good Enough is taught: three pictures, its rules in words, its emblem and presets."""

from companion.i18n.messages import N_, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.scoring import MIDDLE
from companion.rules.games.pictures import Lesson, Panel, Preset
from companion.rules.results import Sentences

_LEADS = {
    "each-round": N_("Pick a number. Nobody sees it."),
    "lists": N_("Pick a number for every round. Nobody sees them."),
    "cards": N_("Lay a card with a number. Nobody sees it."),
}

_SAME = Panel(
    N_("Same number?|Both out."),
    N_("Two guests with the same number stand on their heads; the lamp is off"),
    """
    lamp off; floor; guest 1 21 88 30 says=13%; guest 2 61 86 36 says=50% turn=172
    guest 6 99 86 36 says=50% turn=188; guest 8 140 88 30 says=88%
    """,
)
_ORDERED = Panel(
    N_("Same number?|Nobody is out."),
    N_("Two guests with the same number stand side by side, as the others do; the lamp is off"),
    """
    lamp off; floor; guest 1 21 88 30 says=41%; guest 2 61 88 32 eyes=right says=67%
    guest 6 99 88 32 eyes=left says=67%; guest 8 140 88 30 says=89%
    """,
)
_THIRD = N_("Of five guests in a row the third stands in the light")
_ONE = N_("Of five guests in a row one stands in the light")
_MIDDLE = """
lamp; floor; guest 1 17 88 25 says=8% turn=-14 opacity=0.7; guest 7 46 88 25 says=23% turn=-6 opacity=0.85
step 80 88 28 11 says={brings}37% size=10 middle; guest 3 80 77 33 eyes=open lit
guest 4 114 88 25 says=60% turn=6 opacity=0.85; guest 8 143 88 25 says=88% turn=14 opacity=0.7
"""
_BELOW = """
lamp x=48; floor; step 48 88 28 11 says={brings}29% size=10 middle; guest 3 48 77 31 eyes=open lit
guest 1 17 88 24 eyes=right opacity=0.85; guest 7 80 88 24 eyes=left opacity=0.85
guest 4 112 88 24 eyes=left opacity=0.85; guest 8 143 88 24 eyes=left opacity=0.85
"""
_ABOVE = """
lamp x=112; floor; step 112 88 28 11 says={brings}29% size=10 middle; guest 3 112 77 31 eyes=open lit
guest 1 17 88 24 eyes=right opacity=0.85; guest 7 48 88 24 eyes=right opacity=0.85
guest 4 80 88 24 eyes=right opacity=0.85; guest 8 143 88 24 eyes=left opacity=0.85
"""
_END = Panel(
    N_("In the end the|middle score wins."),
    N_("Three steps of a podium: 0, 2 and 4 points; the one with 2 is the highest"),
    """
    lamp spread=50; floor; step 30 88 34 14 says=0; step 130 88 34 14 says=4
    step 80 88 36 25 says=2 size=17 middle
    guest 1 30 74 21; guest 8 130 74 21; guest 2 80 63 30 eyes=open lit
    """,
)

EMBLEM = """
lamp x=50 y=18 width=32 spread=44 ground=84; floor y=84
guest 1 17 84 24 says=7; guest 8 83 84 24 says=88; guest 3 50 84 30 eyes=open says=37 lit
"""

PRESETS = (
    Preset(
        "king",
        N_("King of Diamonds"),
        {"scoring": "mean", "factor": "0.8"},
        "0.8",
        8,
        N_("from a television series"),
    ),
    Preset(
        "beauty",
        N_("Beauty contest"),
        {"scoring": "mean", "factor": "2/3"},
        "2/3",
        3,
        N_("Ledoux 1981, Moulin 1986, Nagel 1995"),
    ),
    Preset(
        "half",
        N_("Half the middle"),
        {"factor": "1/2"},
        "1/2",
        4,
        N_("Duffy and Nagel 1997"),
    ),
    Preset(
        "hofstadter",
        N_("Hofstadter's Mediocrity"),
        {"low": 1, "high": 30, "points": "number", "offsets": True},
        "30",
        6,
        N_("from his book “Metamagical Themas”"),
    ),
)


def lesson(rules: GoodEnoughOptions) -> Lesson:
    """Return the lesson for some options (G3 to G5, G10, G13, G14, G17 to G19)."""
    words, picture = rules.words, _MIDDLE
    line: str | Text = words.lesson[rules.points]
    if words.has_factor:
        picture = _BELOW if rules.multiple < 1 else _ABOVE
        line = Text(words.lesson[rules.points], {"factor": rules.multiple})
    brings = picture.format(brings="+" if rules.points == "number" else "")
    scoring = Panel(line, _THIRD if words is MIDDLE else _ONE, brings)
    captions = words.captions
    if rules.offsets:
        captions = (captions[0], N_("Same number: a fraction decides"), *captions[2:])
    panels = (_ORDERED if rules.offsets else _SAME, scoring, _END)
    return Lesson(_LEADS[rules.entry], panels, captions).on(*rules.number_line)


_PICK = N_("Everybody picks a number in secret; all are shown at once.")
_EQUAL = {
    False: N_("Two or more who picked the same number are out in that round."),
    True: N_("Nobody is out: a fraction that goes round puts equal numbers in order."),
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


def how_to(rules: GoodEnoughOptions) -> Sentences:
    """Return the rules in words for some options (G3 to G6, G10, G12, G16 to G19)."""
    scores: str | Text = rules.words.how_to[rules.points]
    if rules.words.has_factor:
        scores = Text(rules.words.how_to[rules.points], {"factor": rules.multiple})
    return (_PICK, _EQUAL[rules.offsets], scores, _WINS, _TIES[rules.tie_break])
