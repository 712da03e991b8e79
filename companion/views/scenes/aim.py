"""The reveal of numbers that aim at their mean: the lamp runs along a rail and opens over the closest.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import format_decimal, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.games.outcomes import Aim
from companion.rules.results import Leaf, ShowdownRound
from companion.views import reveals
from companion.views.reveals import compared, numbers_of
from companion.views.scenes.actors import (
    MIDDLE,
    Actor,
    beside,
    drops_of,
    lying,
    pile_of,
    place_on_line,
    podium_places,
    sample,
    short,
)
from companion.views.scenes.numbers import (
    LISTED,
    RevealedNumbers,
    Saying,
    disqualified,
    revealed_numbers,
    sayings,
)
from companion.views.scenes.scene import Scene

FLOOR = 51.5  # the line
_PODIUM = 7.0  # height
_BELOW_SHELF = 31.5
_SHELF = (86.6, 23.0)  # on the right; on the left it is mirrored
_WIDEST, _SCORING_WIDTH = 9.0, 12.5  # of guests
_PITCH = 14.0  # of two in the light
_LEVEL, _STEP, _HEIGHT = 1.12, 0.4, 126 / 108

_FALL_ALL, _BOUNCE, _SLIDE, _PAUSE, _WAIT = 900, 700, 700, 400, 400
_OPENS = (300, 1000, 50)  # at least, at most, and for each rem
_LAND, _POINT, _FLY = 650, 850, 750
_LONGEST = 5500


@dataclass(frozen=True, slots=True)
class AimTimes:
    """When each phase begins, as in `reveal.Times`.

    `slide`: the lamp leaves for the mean; `aim`: for the target, where that differs; `stop`: it is there;
    `open`: its light opens; `touch`: that has reached the closest.
    """

    bounce: int
    slide: int
    aim: int
    stop: int
    open: int
    touch: int
    told: int
    point: int
    length: int


def aim_times(reach: float, *, some_out: bool, two_stops: bool) -> AimTimes:
    """Return when everything happens, if the closest stands so far from the target."""
    slide = _FALL_ALL + (_BOUNCE if some_out else 0)
    aim = slide + (_SLIDE + _PAUSE if two_stops else 0)
    stop = aim + _SLIDE
    least, most, each = _OPENS
    touch = stop + _WAIT + round(max(least, min(most, each * reach)))
    return AimTimes(
        bounce=_FALL_ALL,
        slide=slide,
        aim=aim,
        stop=stop,
        open=stop + _WAIT,
        touch=touch,
        told=touch + _LAND,
        point=touch + _POINT,
        length=touch + _POINT + _FLY,
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class AimScene(Scene):
    """A round whose numbers aim at a target: `at` is its place, and `mean_at` that of their mean.

    `mark` names the target; `flag` the mean, where that is something else. `reach` is how far the light opens
    before it touches the closest number.
    """

    kind: ClassVar[str] = "aim"
    numbers: RevealedNumbers
    told_kicker: str
    """The kicker once all is told; empty where nothing is added to it."""
    sayings: tuple[Saying, ...]
    at: float
    mean_at: float
    mark: str
    flag: str
    reach: float
    width: float
    times: AimTimes
    pace: float

    @property
    def scoring(self) -> int:
        """How many the light falls on."""
        return sum(each.role == "middle" for each in self.numbers.actors)

    @property
    def lit(self) -> str:
        """The same as a class of the style sheet."""
        return {1: "one", 2: "two"}.get(self.scoring, "more")

    @property
    def shelf_side(self) -> str:
        """Where there is room beside the light."""
        return "right" if self.at <= MIDDLE else "left"


def aim_scenes(room: Room, game: GameState) -> Iterator[Scene]:
    """Yield the last reveal, if its numbers aimed at something."""
    leaf, rules = reveals.latest_leaf(game), game.record.rules
    if leaf is None or rules.number_line is None or isinstance(leaf, ShowdownRound):
        return
    if (aim := rules.aim(leaf)) is None:
        return
    out = disqualified(rules, leaf)
    actors = aimed_cast(rules, leaf, rules.number_line, aim)
    at, mean_at = (place_on_line(each, rules.number_line) for each in (aim.target, aim.mean))
    reach = min((abs(each.true - at) for each in actors if each.role == "middle"), default=0.0)
    when = aim_times(reach, some_out=bool(out), two_stops=aim.factor != 1)
    shown = revealed_numbers(room, game, leaf, rules.number_line, actors)
    pace = when.length / LISTED if rules.takes_lists else max(1.0, when.length / _LONGEST)
    yield AimScene(
        key=reveals.reveal_key(game),
        told=round(when.told / pace),
        length=round(when.length / pace),
        numbers=shown,
        told_kicker=_told_kicker(shown.kicker, aim),
        sayings=tuple(sayings(game, _phases(when, out=bool(out)), when.told)),
        at=at,
        mean_at=mean_at,
        mark=mark_of(aim),
        flag=flag_of(aim),
        reach=reach,
        width=_width(sum(each.role != "out" for each in actors))[1],
        times=when,
        pace=pace,
    )


def mark_of(aim: Aim) -> str:
    """Return what is written where the lamp stops."""
    return translate("mean {mean}", mean=aim.mean) if aim.factor == 1 else format_decimal(aim.target)


def flag_of(aim: Aim) -> str:
    """Return what is written at the mean, where that is not what the numbers aim at."""
    return "" if aim.factor == 1 else translate("mean {mean}", mean=format_decimal(aim.mean))


def told_aim(aim: Aim) -> str:
    """Return how the target follows from the mean: `0.8 × 42.5 = 34`."""
    values = {"factor": aim.factor, "mean": aim.mean, "target": aim.target}
    return translate("{factor} × {mean} = {target}", **{k: format_decimal(v) for k, v in values.items()})


def _told_kicker(kicker: str, aim: Aim) -> str:
    return "" if aim.factor == 1 else translate("{round}: {told}", round=kicker, told=told_aim(aim))


def _phases(when: AimTimes, *, out: bool) -> tuple[tuple[int, int], ...]:
    return ((0, 0), *([(1, when.bounce)] if out else ()), (2, when.slide), (3, when.open))


def _width(count: int) -> tuple[int, float]:
    """Return in how many rows so many guests stand, and how wide each is."""
    levels = 1 if count <= 10 else 2 if count <= 24 else 3
    above = (FLOOR - _BELOW_SHELF - _STEP * (levels - 1)) / (_LEVEL * (levels - 1) + _HEIGHT)
    return levels, min(_WIDEST, above, 110 * levels * 0.7 / max(count, 1))


def aimed_cast(rules: Game, leaf: Leaf, line: tuple[int, int], aim: Aim) -> tuple[Actor, ...]:
    """Place the guests: the closest in the light, the others beside it, those who are out on the shelf."""
    plays, winners, out = numbers_of(leaf), leaf.winners, disqualified(rules, leaf)
    values = compared(rules, leaf)
    shown = sample(sorted((seat for seat in plays if seat not in out), key=values.__getitem__), winners)
    pile = pile_of(plays, out)
    drops, at = drops_of((*shown, *pile)), place_on_line(aim.target, line)
    levels, width = _width(len(shown))
    ends = _ends([place_on_line(values[seat], line) for seat in shown], shown, winners, at)
    left, top = _SHELF if at <= MIDDLE else (6.4, _SHELF[1])
    standing = tuple(
        Actor(
            seat=seat,
            number=short(plays[seat]),
            role="middle" if seat in winners else "outer",
            true=place_on_line(values[seat], line),
            slot=0,
            floor=FLOOR - rank % levels * (width * _LEVEL + _STEP),
            x=ends[rank],
            y=FLOOR - _PODIUM if seat in winners else FLOOR - rank % levels * (width * _LEVEL + _STEP),
            width=_SCORING_WIDTH if seat in winners else width,
            rank=rank,
            level=rank % levels,
            side=0 if seat in winners else -1 if values[seat] < aim.target else 1,
            drop=drops[seat],
        )
        for rank, seat in enumerate(shown)
    )
    return (*standing, *lying(pile, plays, line, drops, (left, top)))


def _ends(trues: Sequence[float], shown: Sequence[Seat], winners: Sequence[Seat], at: float) -> list[float]:
    """Return where everybody is at the end: in the light, or beside it near the true places."""
    levels, width = _width(len(shown))
    inside = [rank for rank, seat in enumerate(shown) if seat in winners]
    ends = list(trues)
    below = [rank for rank in range(len(shown)) if trues[rank] < at and rank not in inside]
    above = [rank for rank in range(len(shown)) if trues[rank] >= at and rank not in inside]
    sides = [side for ranks, side in ((below, -1), (above, 1)) if ranks]
    podium = podium_places(at, max(1, len(inside)), _PITCH, sides)
    for rank, place in zip(inside, podium, strict=False):
        ends[rank] = place
    middle = sum(podium) / len(podium)
    reach = _PITCH / 2 * len(podium) + 4 + width / 2
    for ranks, side in ((below[::-1], -1), (above, 1)):
        places = beside([trues[rank] for rank in ranks], middle + side * reach, side, width * 0.92 / levels)
        for rank, place in zip(ranks, places, strict=True):
            ends[rank] = place
    return ends
