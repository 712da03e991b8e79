"""When the TV tells what a reveal has brought, so that no phone, page or download tells it before."""

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.views.scenes.scene import Scene, Telling

_ORDER: Sequence[Telling] = ("reveal", "part", "winner", "evening")


@dataclass(frozen=True, slots=True)
class ToldAfter:
    """When something is known to all who watch the TV, in milliseconds after a reveal; none before another.

    `parts` are the winners of the parts that ended with the reveal, and `winner` those of the game. What no
    scene tells is known together with what was told before it.
    """

    reveal: int = 0
    parts: int = 0
    winner: int = 0
    evening: int = 0


def told_after(scenes: Iterable[Scene], known: Collection[str] = ()) -> ToldAfter:
    """Return when scenes that are played one after another tell their results.

    `known` are the keys of scenes that were played before: they take no time. Without any scene everything is
    known at once.
    """
    told = tuple(_times(scenes, known))
    reached, latest = list[int](), 0
    for kind in _ORDER:
        latest = max((latest, *(at for telling, at in told if telling == kind)))
        reached.append(latest)
    return ToldAfter(*reached)


def _times(scenes: Iterable[Scene], known: Collection[str]) -> Iterator[tuple[Telling, int]]:
    """Yield what each scene tells, and when."""
    start = 0
    for scene in scenes:
        if scene.key not in known:
            yield scene.telling, start + scene.told
            start += scene.length
