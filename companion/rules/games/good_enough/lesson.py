"""How It's Good Enough is taught: three pictures, its rules in words, its emblem and presets."""

from companion.i18n.messages import N_, Text
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.good_enough.scoring import MIDDLE, TARGET
from companion.rules.games.pictures import (
    FLOOR,
    Emblem,
    FloorFigure,
    GuestFigure,
    LampFigure,
    Lesson,
    Panel,
    Preset,
    StageFigure,
    StepFigure,
)

_LEADS = {
    "each-round": N_("Pick a number. Nobody sees it."),
    "lists": N_("Pick a number for every round. Nobody sees them."),
    "cards": N_("Lay a card with a number. Nobody sees it."),
}

_SAME = Panel(
    N_("Same number?|Both out."),
    N_("Two guests with the same number stand on their heads; the lamp is off"),
    (
        LampFigure(lit=False),
        FloorFigure(),
        GuestFigure(1, 21, FLOOR, 30, worn="12"),
        GuestFigure(2, 61, 86, 36, worn="50", turn=172),
        GuestFigure(6, 99, 86, 36, worn="50", turn=188),
        GuestFigure(8, 140, FLOOR, 30, worn="88"),
    ),
)
_ORDERED = Panel(
    N_("Same number?|Nobody is out."),
    N_("Two guests with the same number stand side by side, as the others do; the lamp is off"),
    (
        LampFigure(lit=False),
        FloorFigure(),
        GuestFigure(1, 21, FLOOR, 30, worn="12"),
        GuestFigure(2, 61, FLOOR, 32, "right", worn="20"),
        GuestFigure(6, 99, FLOOR, 32, "left", worn="20"),
        GuestFigure(8, 140, FLOOR, 30, worn="27"),
    ),
)
_THIRD = N_("Of five guests in a row the third stands in the light")
_ONE = N_("Of five guests in a row one stands in the light")


def _middle(points: str) -> tuple[StageFigure, ...]:
    """Draw five numbers, of which the third is in the light; its step says what it brings."""
    return (
        LampFigure(),
        FloorFigure(),
        GuestFigure(1, 17, FLOOR, 25, worn="7", turn=-14, opacity=0.7),
        GuestFigure(7, 46, FLOOR, 25, worn="23", turn=-6, opacity=0.85),
        StepFigure(80, FLOOR, 28, 11, "+37" if points == "number" else "37", 10, is_middle=True),
        GuestFigure(3, 80, 77, 33, "open", lit=True),
        GuestFigure(4, 114, FLOOR, 25, worn="60", turn=6, opacity=0.85),
        GuestFigure(8, 143, FLOOR, 25, worn="88", turn=14, opacity=0.7),
    )


def _off_centre(points: str, x: int) -> tuple[StageFigure, ...]:
    """Draw five numbers, and the lamp aside from their middle, where the target is."""
    others = sorted({17, 48, 80, 112, 143} - {x})
    return (
        LampFigure(x=x),
        FloorFigure(),
        StepFigure(x, FLOOR, 28, 11, "+29" if points == "number" else "29", 10, is_middle=True),
        GuestFigure(3, x, 77, 31, "open", lit=True),
        *(
            GuestFigure(seat, at, FLOOR, 24, "left" if at > x else "right", opacity=0.85)
            for seat, at in zip((1, 7, 4, 8), others, strict=True)
        ),
    )


_END = Panel(
    N_("In the end the|middle score wins."),
    N_("Three steps of a podium: 0, 2 and 4 points; the one with 2 is the highest"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        StepFigure(30, FLOOR, 34, 14, "0"),
        StepFigure(130, FLOOR, 34, 14, "4"),
        StepFigure(80, FLOOR, 36, 25, "2", 17, is_middle=True),
        GuestFigure(1, 30, 74, 21),
        GuestFigure(8, 130, 74, 21),
        GuestFigure(2, 80, 63, 30, "open", lit=True),
    ),
)

EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 44, 84),
        FloorFigure(84),
        GuestFigure(1, 17, 84, 24, worn="7"),
        GuestFigure(8, 83, 84, 24, worn="88"),
        GuestFigure(3, 50, 84, 30, "open", "37", lit=True),
    )
)

PRESETS = (
    Preset("king", N_("King of Diamonds"), {"scoring": "mean", "factor": "0.8"}, "0.8", 8),
    Preset("beauty", N_("Beauty contest"), {"scoring": "mean", "factor": "2/3"}, "2/3", 3),
    Preset(
        "hofstadter",
        N_("Hofstadter's Mediocrity"),
        {"low": 1, "high": 30, "points": "number", "offsets": True},
        "30",
        6,
    ),
)


def lesson(rules: GoodEnoughOptions) -> Lesson:
    """Return the lesson for some options (G3 to G5, G10, G13, G14, G17 to G19)."""
    panels, captions = (_ORDERED if rules.offsets else _SAME, _scoring(rules), _END), rules.words.captions
    if rules.offsets:
        captions = (captions[0], N_("Same number: a fraction decides"), *captions[2:])
    return Lesson(_LEADS[rules.entry], panels, captions)


def _scoring(rules: GoodEnoughOptions) -> Panel:
    """Return the picture of what scores, and how much (G4, G10, G17, G18)."""
    points, scoring = rules.points, rules.words
    if scoring is TARGET:
        line = Text(scoring.lesson[points], {"factor": rules.factor})
        return Panel(line, _ONE, _off_centre(points, 48 if rules.multiple < 1 else 112))
    return Panel(scoring.lesson[points], _THIRD if scoring is MIDDLE else _ONE, _middle(points))


_PICK = N_("Everybody picks a number in secret; all are shown at once.")
_EQUAL = {
    False: N_("Two or more who picked the same number are disqualified for that round."),
    True: N_("Nobody is disqualified: a fraction that goes round puts equal numbers in order."),
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


def how_to(rules: GoodEnoughOptions) -> tuple[str | Text, ...]:
    """Return the rules in words for some options (G3 to G6, G10, G12, G16 to G19)."""
    scores: str | Text = rules.words.how_to[rules.points]
    if rules.words is TARGET:
        scores = Text(rules.words.how_to[rules.points], {"factor": rules.factor})
    return (_PICK, _EQUAL[rules.offsets], scores, _WINS, _TIES[rules.tie_break])
