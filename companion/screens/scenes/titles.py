"""The cards between what is played: the title of a game, a tie, a showdown, and a game thrown away."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import ClassVar, Literal

from companion.i18n.messages import format_count, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Player, Room
from companion.rules.results import Branch
from companion.rules.standing import judge
from companion.screens import headings, scoreboard
from companion.screens.hidden_scores import hides_level
from companion.screens.lessons import LessonView, lesson_view
from companion.screens.lineup import Area, Lineup, line_up
from companion.screens.podium import StandingGuest, label_of_scores, standing_guests
from companion.screens.scenes.scene import Scene, Telling


@dataclass(frozen=True, slots=True, kw_only=True)
class TitleScene(Scene):
    """The title card of a game, and how it is played in three pictures."""

    kind: ClassVar[str] = "title"
    kicker: str
    lesson: LessonView


def title_scenes(room: Room, game: GameState) -> Iterator[TitleScene]:
    """Yield the title card of a game that has just begun; a room that has just played it knows it."""
    is_known = any(each.record.rules == game.record.rules for each in room.games[:-1][-1:])
    if game.rounds or game.next_round is None or is_known:
        return
    yield TitleScene(
        key=f"{game.number}.title",
        told=1900,  # ms: all three pictures are there
        length=4000,
        kicker=translate("Next game") if len(room.games) > 1 else translate("Tonight's first game"),
        lesson=lesson_view(game.record.rules),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class _LampOff(Scene):
    """What stops the room, with the lamp off: what it is about, and what comes."""

    telling: ClassVar[Telling] = "part"
    kicker: str
    heading: str
    lead: str


@dataclass(frozen=True, slots=True)
class TiedStep:
    """A step of a standing without a winner: `tied` are those in the middle, one step for each score."""

    role: Literal["low", "tied", "high"]
    label: str
    guests: tuple[StandingGuest, ...]
    more: int


@dataclass(frozen=True, slots=True, kw_only=True)
class HaltScene(_LampOff):
    """A tie that is peeled, or one that is played on: the standing decides nothing."""

    kind: ClassVar[str] = "halt"
    steps: tuple[TiedStep, ...]


_MOST_ON_STEP = 4  # guests; more are counted


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
            key = f"{headings.reveal_key(game, 'halt')}-{depth}"
            scene = halt_scene(room, key, translate(halt.heading), str(halt.lead), level.scores)
            is_hidden = hides_level(room, game, level)
            yield replace(scene, kicker=translate("A tie"), steps=()) if is_hidden else scene


def halt_scene(room: Room, key: str, heading: str, lead: str, scores: Mapping[Seat, int]) -> HaltScene:
    """Build the title of a tie; `heading` and `lead` are translated."""
    middle = judge(scores).middle
    return HaltScene(
        key=key,
        told=700,
        length=2600,
        kicker=translate("The middle is empty") if len(middle) > 1 else translate("The middle is crowded"),
        heading=heading,
        lead=lead,
        steps=tuple(_steps(room, scores, middle)),
    )


def _steps(room: Room, scores: Mapping[Seat, int], middle: Collection[int]) -> Iterator[TiedStep]:
    def step(role: Literal["low", "tied", "high"], seats: list[Seat]) -> TiedStep:
        shown, label = seats[:_MOST_ON_STEP], label_of_scores([scores[seat] for seat in seats])
        return TiedStep(role, label, standing_guests(room, shown), len(seats) - len(shown))

    yield step("low", [seat for seat, points in scores.items() if points < min(middle)])
    for central in sorted(middle):
        yield step("tied", [seat for seat, points in scores.items() if points == central])
    yield step("high", [seat for seat, points in scores.items() if points > max(middle)])


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelScene(_LampOff):
    """The title of a showdown (G16): the tied alone in the half-dark."""

    kind: ClassVar[str] = "duel"
    guests: Lineup


_FLOOR = Area(width=116, height=25.5, largest=17)
_LARGE = (14, 10, 8)  # guests are so large before names are shown whole


def duel_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the title of a showdown, if the last reveal brought one; names may be cut for large guests."""
    root, kicker = game.score.root, translate(game.record.rules.title)
    halt = game.record.rules.halt(root) if game.next_round else None
    if not halt or not halt.players:
        return
    scores = {root.scores[seat] for seat in halt.players}
    if len(scores) == 1:
        each = format_count(scores.pop(), "{n} point each", "{n} points each")
        kicker = translate("{game}: {each}", game=kicker, each=each)
    players = (room.seats.get(seat) or Player(seat, room.name(seat)) for seat in halt.players)
    rows = tuple(
        replace(row, points=None, wider=(), central=False) for row in scoreboard.rows_of(room, players)
    )
    tried = (line_up(rows, replace(_FLOOR, smallest=smallest)) for smallest in _LARGE)
    yield DuelScene(
        key=headings.reveal_key(game, "duel"),
        told=500,
        length=2000,
        kicker=kicker,
        heading=translate(halt.heading),
        lead=str(halt.lead),
        guests=next((each for each in tried if each.named), None) or line_up(rows, _FLOOR),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class NobodyScene(_LampOff):
    """A game that was thrown away: nobody has won, and all have fallen over; `fallen` are some of them."""

    kind: ClassVar[str] = "nobody"
    telling: ClassVar[Telling] = "winner"
    fallen: tuple[Seat, ...]


_MOST_FALLEN = 8


def nobody_scenes(room: Room, game: GameState) -> Iterator[NobodyScene]:  # noqa: ARG001
    """Yield the end of a game that was thrown away."""
    if not game.is_thrown_away:
        return
    yield NobodyScene(
        key=headings.reveal_key(game, "nobody"),
        told=900,
        length=4000,
        kicker=translate(game.record.rules.title),
        heading=translate("Nobody won"),
        lead=translate("It never happened."),
        fallen=game.record.players[:_MOST_FALLEN],
    )
