"""How Mediocrity is taught: three pictures, and the emblem on the start page."""

from companion.i18n.messages import N_
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FanFigure,
    FloorFigure,
    GroundFigure,
    GuestFigure,
    HoleFigure,
    LampFigure,
    Lesson,
    Panel,
    StepFigure,
    TextFigure,
)

_BETWEEN = Panel(
    N_("Cards in between|are gone."),
    N_("2, 7, jack, queen: the 7 and the jack fall through a trapdoor"),
    (
        LampFigure(spread=52, ground=83),
        HoleFigure(52, 108, 82),
        CardFigure(69, 94, 19, "7", -10),
        CardFigure(92, 97, 19, "J", 12),
        GroundFigure(52, 108, 82),
        GuestFigure(1, 16, 82, 18),
        CardFigure(38, 82, 19, "2", -4),
        CardFigure(122, 82, 19, "Q", 4),
        GuestFigure(7, 144, 82, 18),
    ),
)
_FEWEST = Panel(
    N_("Fewest left scores.|None left doesn't."),
    N_("A guest without cards sleeps, one with four is in the dark; one with one card stands in the light"),
    (
        LampFigure(spread=44),
        FloorFigure(),
        GuestFigure(1, 26, FLOOR, 25, "shut", turn=-8, opacity=0.75),
        FanFigure(80, 62, 15, 1),
        StepFigure(80, FLOOR, 26, 7, is_middle=True),
        GuestFigure(2, 80, 81, 26, "open", lit=True),
        FanFigure(134, 66, 14, 4),
        GuestFigure(7, 134, FLOOR, 25),
        TextFigure(26, 52, "0", 15, "dim"),
    ),
)
_TOO_MANY = (
    LampFigure(),
    FloorFigure(),
    StepFigure(30, FLOOR, 32, 14, "1"),
    StepFigure(130, FLOOR, 32, 32, "4", 15),
    StepFigure(80, FLOOR, 34, 22, "3", 16, is_middle=True),
    GuestFigure(4, 30, 74, 20),
    GuestFigure(8, 130, 56, 20, "shut"),
    GuestFigure(3, 80, 66, 28, "open", lit=True),
)
_SEEN_AT_THE_END = N_("Three steps with points, by height; the middle one is in the light")
_FOUR_ARE_TOO_MANY = Panel(N_("4 points are too|many. 3 win."), _SEEN_AT_THE_END, _TOO_MANY)
_TARGET_IS_TOO_MANY = Panel(N_("Who reaches the|target cannot win."), _SEEN_AT_THE_END, _TOO_MANY)

EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 42, 76),
        HoleFigure(29, 71, 76, has_doors=False),
        CardFigure(50, 93, 25, "7", -8),
        GroundFigure(29, 71, 76),
        GuestFigure(4, 15, 76, 23, "right"),
        GuestFigure(5, 85, 76, 23, "left"),
    )
)


def lesson(target: int) -> Lesson:
    """Return the lesson of M3, M6 and M8 for a target."""
    end = _FOUR_ARE_TOO_MANY if target == 4 else _TARGET_IS_TOO_MANY
    return Lesson(N_("Everybody holds A to K and lays a card."), (_BETWEEN, _FEWEST, end))
