"""How Median game is taught: three pictures, and the emblem on the start page."""

from companion.i18n.messages import N_
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FloorFigure,
    LampFigure,
    Lesson,
    Panel,
    TextFigure,
)

_MIDDLE = Panel(
    N_("The middle card|takes them all."),
    N_("5, 8, jack: the 8 is in the light"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        CardFigure(34, FLOOR, 25, "5", -8, dim=True),
        CardFigure(126, FLOOR, 25, "J", 8, dim=True),
        CardFigure(80, FLOOR, 32, "8"),
    ),
)
_TIED_CARDS = Panel(
    N_("Middle card twice?|Into the pool."),
    N_("Two fives, a jack, and a pile of cards; the lamp is off"),
    (
        LampFigure(lit=False),
        FloorFigure(),
        CardFigure(31, FLOOR, 25, "5", -4),
        CardFigure(64, FLOOR, 25, "5", 3),
        CardFigure(97, FLOOR, 25, "J"),
        CardFigure(130, 89, 21, turn=-9),
        CardFigure(136, 89, 21, turn=2),
        CardFigure(142, 89, 21, turn=11),
    ),
)
_LEADER_CALLS = Panel(
    N_("Four cards: the|leader calls it."),
    N_("3, 5, 8, queen: high was called, so the 8 is in the light"),
    (
        LampFigure(98, spread=34),
        FloorFigure(),
        CardFigure(26, FLOOR, 22, "3", -6, dim=True),
        CardFigure(60, FLOOR, 24, "5", dim=True),
        CardFigure(98, FLOOR, 27, "8"),
        CardFigure(134, FLOOR, 22, "Q", 6, dim=True),
        TextFigure(45, 38, N_("high!"), 15),
    ),
)
LESSON = Lesson(N_("Everybody lays one card, face down."), (_MIDDLE, _TIED_CARDS, _LEADER_CALLS))
EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 44, 84),
        FloorFigure(84),
        CardFigure(20, 84, 23, "5", -9, dim=True),
        CardFigure(80, 84, 23, "J", 9, dim=True),
        CardFigure(50, 84, 31, "8"),
    )
)
