"""It's Good Enough in three pictures, its emblem, and its options under names of their own."""

from companion.i18n.messages import N_
from companion.rules.games.good_enough.options import GoodEnoughOptions
from companion.rules.games.pictures import (
    FLOOR,
    Emblem,
    FloorFigure,
    GuestFigure,
    LampFigure,
    Lesson,
    Panel,
    Preset,
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
_MIDDLE_FIGURES = (
    LampFigure(),
    FloorFigure(),
    GuestFigure(1, 17, FLOOR, 25, worn="7", turn=-14, opacity=0.7),
    GuestFigure(7, 46, FLOOR, 25, worn="23", turn=-6, opacity=0.85),
    StepFigure(80, FLOOR, 28, 11, "37", 10, is_middle=True),
    GuestFigure(3, 80, 77, 33, "open", lit=True),
    GuestFigure(4, 114, FLOOR, 25, worn="60", turn=6, opacity=0.85),
    GuestFigure(8, 143, FLOOR, 25, worn="88", turn=14, opacity=0.7),
)
_MEDIAN = Panel(
    N_("The middle number|gets a point."),
    N_("Of five guests in a row the third stands in the light"),
    _MIDDLE_FIGURES,
)
_MEAN = Panel(
    N_("The number closest|to the mean scores."),
    N_("Of five guests in a row one stands in the light"),
    _MIDDLE_FIGURES,
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
    Preset("mean", N_("Closest to the mean"), {"scoring": "mean"}, "Ø", 8),
    Preset("match", N_("Three games of three"), {"nesting": [3, 3]}, "3×3", 6),
)


def lesson(rules: GoodEnoughOptions) -> Lesson:
    """Return the lesson for some options (G3 to G5, G10, G13, G14)."""
    return Lesson(_LEADS[rules.entry], (_SAME, _MEAN if rules.scoring == "mean" else _MEDIAN, _END))
