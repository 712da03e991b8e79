"""A scene of the TV: a picture that is shown for some seconds, while it is explained how it came about."""

from dataclasses import dataclass
from typing import ClassVar, Literal

Telling = Literal["nothing", "reveal", "truth", "part", "winner", "evening"]
"""What a scene makes known: the outcome of a round, the truth of its question, the winner of a part, of the
game, or of the evening."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What all scenes have: `templates/tv/scenes/KIND.html` draws the end, a script plays how it came about.

    `key` is unique in a room. `told` is when the scene shows its result, and `length` when it is over, in
    milliseconds after its start.
    """

    kind: ClassVar[str]
    telling: ClassVar[Telling] = "reveal"
    key: str
    told: int
    length: int
