"""The reveal of numbers that aim at their mean: the lamp runs along a rail and opens over the closest.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import format_decimal, translate
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
    around_light,
    drops_of,
    lying,
    pile_of,
    place_on_line,
    rows_on_podium_line,
    sample,
    short,
)
from companion.views.scenes.numbers import (
    LISTED,
    NumbersScene,
    disqualified,
    revealed_numbers,
    sayings,
)
from companion.views.scenes.scene import Scene

FLOOR = 51.5  # the line
_PODIUM = 7.0  # height
_SHELF = (86.6, 23.0)  # on the right; on the left it is mirrored
_WIDEST, _SCORING_WIDTH = 9.0, 12.5  # of guests
_PITCH = 14.0  # of two in the light
_LEVEL, _STEP = 1.12, 0.4

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
class AimScene(NumbersScene):
    """A round whose numbers aim at a target: `at` is its place, and `mean_at` that of their mean.

    `mark` names the target; `flag` the mean, where that is something else. `reach` is how far the light opens
    before it touches the closest number.
    """

    kind: ClassVar[str] = "aim"
    at: float
    mean_at: float
    mark: str
    flag: str
    reach: float
    width: float
    times: AimTimes

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
        mark=translate("mean {mean}", mean=aim.mean) if aim.factor == 1 else format_decimal(aim.target),
        flag=flag_of(aim),
        reach=reach,
        width=rows_on_podium_line(sum(each.role != "out" for each in actors), _WIDEST)[1],
        times=when,
        pace=pace,
    )


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


def aimed_cast(rules: Game, leaf: Leaf, line: tuple[int, int], aim: Aim) -> tuple[Actor, ...]:
    """Place the guests: the closest in the light, the others beside it, those who are out on the shelf."""
    plays, winners, out = numbers_of(leaf), leaf.winners, disqualified(rules, leaf)
    values = compared(rules, leaf)
    shown = sample(sorted((seat for seat in plays if seat not in out), key=values.__getitem__), winners)
    pile = pile_of(plays, out)
    drops, at = drops_of((*shown, *pile)), place_on_line(aim.target, line)
    levels, width = rows_on_podium_line(len(shown), _WIDEST)
    trues = [place_on_line(values[seat], line) for seat in shown]
    inside = [rank for rank, seat in enumerate(shown) if seat in winners]
    ends = around_light(trues, inside, at, _PITCH, 4 + width / 2, width * 0.92 / levels)
    left, top = _SHELF if at <= MIDDLE else (6.4, _SHELF[1])
    standing = tuple(
        Actor(
            seat=seat,
            number=short(plays[seat]),
            role="middle" if seat in winners else "outer",
            true=trues[rank],
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
