"""How Saichugen is taught: three pictures, and the emblem on the start page."""

from companion.i18n.messages import N_
from companion.rules.games.pictures import (
    FLOOR,
    CardFigure,
    Emblem,
    FloorFigure,
    GuestFigure,
    LampFigure,
    Lesson,
    Panel,
    StageFigure,
    StepFigure,
    TextFigure,
)

_OPEN = Panel(
    N_("The middle card|stays open."),
    N_("Two cards lie face down, the 8 between them is open and in the light"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        CardFigure(34, FLOOR, 25),
        CardFigure(126, FLOOR, 25),
        CardFigure(80, FLOOR, 32, "8"),
    ),
)
_SUM_FIGURES: tuple[StageFigure, ...] = (
    LampFigure(spread=50),
    FloorFigure(),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((18, "5"), (32, ""), (46, ""))),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((66, ""), (80, "9"), (94, ""))),
    *(CardFigure(x, 70, 13, rank) for x, rank in ((114, ""), (128, ""), (142, "J"))),
    TextFigure(32, 86, "5", 13, "dim"),
    TextFigure(80, 86, "9", 16, "ink"),
    TextFigure(128, 86, "11", 13, "dim"),
)
_SEEN_SUMS = N_("Three rows of cards with the sums 5, 9 and 11; the 9 is in the light")
_THREE_TRICKS = Panel(N_("Three tricks. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_SUMS = Panel(N_("Add them up. The|middle sum is kept."), _SEEN_SUMS, _SUM_FIGURES)
_TOTAL = Panel(
    N_("The middle total|wins the game."),
    N_("Three steps of a podium; the highest is the middle one, which gets 2 and the others lose 1"),
    (
        LampFigure(spread=50),
        FloorFigure(),
        StepFigure(30, FLOOR, 34, 12, "−1", 10),
        StepFigure(130, FLOOR, 34, 12, "−1", 10),
        StepFigure(80, FLOOR, 36, 24, "+2", 15, is_middle=True),
        GuestFigure(2, 30, 76, 22),
        GuestFigure(7, 130, 76, 22),
        GuestFigure(1, 80, 64, 30, "open", lit=True),
    ),
)
EMBLEM = Emblem(
    (
        LampFigure(50, 18, 32, 44, 84),
        FloorFigure(84),
        StepFigure(18, 84, 26, 8),
        StepFigure(82, 84, 26, 34),
        StepFigure(50, 84, 28, 20, is_middle=True),
        GuestFigure(2, 18, 76, 20),
        GuestFigure(7, 82, 50, 20),
        GuestFigure(1, 50, 64, 24, "open", lit=True),
    )
)


def lesson(tricks: int) -> Lesson:
    """Return the lesson of S3, S5 and S6 for rounds of so many tricks."""
    sums = _THREE_TRICKS if tricks == 3 else _SUMS
    return Lesson(N_("Three players, 17 cards each. A is 1, K is 13."), (_OPEN, sums, _TOTAL))
