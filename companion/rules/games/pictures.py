"""Pictures that teach a game, as data: what stands where on a small stage under a lamp.

A game composes them of figures; the web draws them (`companion.web.drawings`). A stage of a lesson is 160
wide and 100 high, that of an emblem 100 by 100. x grows to the right, y downwards; a figure stands on its
`y`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

from companion.i18n.messages import Text

Eyes = Literal["half", "open", "shut", "left", "right"]
"""Half closed, as everybody's; open, as in the light; shut; or half closed and looking aside."""
Tone = Literal["light", "dim", "ink"]

FLOOR = 88
"""The height of the floor of a lesson's stage."""


@dataclass(frozen=True, slots=True)
class LampFigure:
    """The lamp over the middle; its light is `spread` wide where it meets the ground, and may be off."""

    x: float = 80
    y: float = 14
    width: float = 30
    spread: float = 46
    ground: float = FLOOR
    lit: bool = True


@dataclass(frozen=True, slots=True)
class FloorFigure:
    """A floor as wide as the stage."""

    y: float = FLOOR


@dataclass(frozen=True, slots=True)
class GuestFigure:
    """A guest of a seat, `turn` degrees clockwise, with a text on the chest in place of the mouth.

    `lit`: stands in the light, and has an outline there.
    """

    seat: int
    x: float
    y: float
    width: float
    eyes: Eyes = "half"
    worn: str = ""
    lit: bool = False
    turn: float = 0
    opacity: float = 1


@dataclass(frozen=True, slots=True)
class CardFigure:
    """A card; without a rank it lies face down. `dim`: outside the light."""

    x: float
    y: float
    width: float
    rank: str = ""
    turn: float = 0
    dim: bool = False


@dataclass(frozen=True, slots=True)
class FanFigure:
    """Cards that are held up like a fan."""

    x: float
    y: float
    width: float
    cards: int


@dataclass(frozen=True, slots=True)
class StepFigure:
    """A step of a podium with a label; the middle one is light, the others are not."""

    x: float
    y: float
    width: float
    height: float
    label: str = ""
    size: float = 12
    is_middle: bool = False


@dataclass(frozen=True, slots=True)
class TextFigure:
    """A text whose middle is at `x` and that stands on `y`; a word is marked for translation."""

    x: float
    y: float
    text: str
    size: float
    tone: Tone = "light"


@dataclass(frozen=True, slots=True)
class HoleFigure:
    """An open trapdoor, lit from above; what falls into it is drawn before the `GroundFigure`."""

    left: float
    right: float
    y: float
    has_doors: bool = True


@dataclass(frozen=True, slots=True)
class GroundFigure:
    """Ground to both sides of a hole."""

    left: float
    right: float
    y: float


StageFigure = (
    LampFigure
    | FloorFigure
    | GuestFigure
    | CardFigure
    | FanFigure
    | StepFigure
    | TextFigure
    | HoleFigure
    | GroundFigure
)


@dataclass(frozen=True, slots=True)
class Panel:
    """One picture of a lesson, the line under it, and what is seen on it, both to be translated.

    A `|` in the line is where it may break: at most two rows of some 20 letters, or half as many wide ones.
    """

    line: str | Text
    description: str
    figures: tuple[StageFigure, ...]


@dataclass(frozen=True, slots=True)
class Lesson:
    """A game in three pictures, after a sentence on what everybody does; to be translated.

    `captions` are for the first reveal of numbers, while it is played: that all are shown, that some are out,
    how the others are told apart, and what scores; none where it needs none.
    """

    lead: str
    panels: tuple[Panel, Panel, Panel]
    captions: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Emblem:
    """The sign of a game: a stage of 100 by 100, which can also be drawn with the lamp off."""

    figures: tuple[StageFigure, ...]


@dataclass(frozen=True)
class Preset:
    """Options under a title of their own, as a record has them; their guest wears `worn` on the chest.

    `name` is for forms; the title is to be translated.
    """

    name: str
    title: str
    options: Mapping[str, Any]
    worn: str
    seat: int
