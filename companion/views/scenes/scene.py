"""A scene of the TV: a picture that is shown for some seconds, while it is explained how it came about."""

from dataclasses import dataclass
from typing import ClassVar


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What all scenes have: `templates/tv/scenes/KIND.html` draws the end, a script plays how it came about.

    `key` is unique in a room. `told` is when the scene shows its result, and `length` when it is over, in
    milliseconds after its start.
    """

    kind: ClassVar[str]
    key: str
    told: int
    length: int
