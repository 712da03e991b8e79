"""The titles that stop the room, lamp off: a tie that is peeled, or one that is played on."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from companion.i18n.messages import translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import Branch
from companion.rules.standing import judge
from companion.views import headings
from companion.views.hidden_scores import hides_level
from companion.views.podium import StandingGuest, label_of_scores, standing_guests
from companion.views.scenes.scene import Scene, Telling

_LENGTH = 2600
_TOLD = 700
_MOST_GUESTS = 4  # on a step; more are counted


@dataclass(frozen=True, slots=True)
class TiedStep:
    """A step of a standing without a winner: `tied` are those in the middle, one step for each score."""

    role: Literal["low", "tied", "high"]
    label: str
    guests: tuple[StandingGuest, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltScene(Scene):
    """A title: what it is about, what comes, and the standing that decides nothing."""

    kind: ClassVar[str] = "halt"
    telling: ClassVar[Telling] = "part"
    kicker: str
    heading: str
    lead: str
    steps: tuple[TiedStep, ...]


def halt_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title of the level that goes on because of a tie, if the last reveal brought one (G12)."""
    if game.next_round is None:
        return
    levels = [game.score.root, *(part for _, part in headings.latest_parts(game) if isinstance(part, Branch))]
    for depth, level in enumerate(levels):
        if level.finished or not level.parts or not level.parts[-1].finished:
            continue
        halt = game.record.rules.halt(level)
        if halt and not halt.players:
            key = f"halt-{game.number}-{len(game.record.reveals)}-{depth}"
            scene = halt_scene(room, key, translate(halt.heading), str(halt.lead), level.scores)
            is_hidden = hides_level(room, game, level)
            yield replace(scene, kicker=translate("A tie"), steps=()) if is_hidden else scene


def halt_scene(room: Room, key: str, heading: str, lead: str, scores: Mapping[Seat, int]) -> HaltScene:
    """Build the title of a tie; `heading` and `lead` are translated."""
    verdict = judge(scores)
    is_empty = len(verdict.middle) > 1
    return HaltScene(
        key=key,
        told=_TOLD,
        length=_LENGTH,
        kicker=translate("The middle is empty") if is_empty else translate("The middle is crowded"),
        heading=heading,
        lead=lead,
        steps=tuple(_steps(room, scores, verdict.middle)),
    )


def _steps(room: Room, scores: Mapping[Seat, int], middle: Collection[int]) -> Iterator[TiedStep]:
    lowest, highest = min(middle), max(middle)
    yield _step(room, "low", {seat: points for seat, points in scores.items() if points < lowest})
    for central in sorted(middle):
        yield _step(room, "tied", {seat: points for seat, points in scores.items() if points == central})
    yield _step(room, "high", {seat: points for seat, points in scores.items() if points > highest})


def _step(room: Room, role: Literal["low", "tied", "high"], scores: Mapping[Seat, int]) -> TiedStep:
    shown = tuple(scores)[:_MOST_GUESTS]
    return TiedStep(
        role, label_of_scores(scores.values()), standing_guests(room, shown), len(scores) - len(shown)
    )
