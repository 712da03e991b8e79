"""The reveal of numbers that aim at their mean: the lamp runs along a rail and opens over the closest.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from companion.i18n.messages import format_decimal, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.outcomes import Aim
from companion.rules.results import Leaf
from companion.screens import headings
from companion.screens.scenes.actors import MIDDLE, drops_of, lying, pile_of
from companion.screens.scenes.contest import RailScene, contest_of, contestants
from companion.screens.scenes.numbers import LISTED, revealed_numbers, sayings

_SHELVES = {"left": (6.4, 23.0), "right": (86.6, 23.0)}

_FALL_ALL, _BOUNCE, _SLIDE, _PAUSE, _WAIT = 900, 700, 700, 400, 400
_OPENS = (300, 1000, 50)  # at least, at most, and for each rem
_LAND, _POINT, _FLY = 650, 850, 750
_LONGEST = 5500


def aim_times(reach: float, *, some_out: bool, two_stops: bool) -> Mapping[str, int]:
    """Return when each phase begins, if the closest stands so far from the target.

    `slide`: the lamp leaves for the mean; `aim`: for the target, where that differs; `stop`: it is there;
    `open`: its light opens; `touch`: that has reached the closest. The others are as in `reveal.times`.
    """
    slide = _FALL_ALL + (_BOUNCE if some_out else 0)
    aim = slide + (_SLIDE + _PAUSE if two_stops else 0)
    stop = aim + _SLIDE
    least, most, each = _OPENS
    touch = stop + _WAIT + round(max(least, min(most, each * reach)))
    return {
        "bounce": _FALL_ALL,
        "slide": slide,
        "aim": aim,
        "stop": stop,
        "open": stop + _WAIT,
        "touch": touch,
        "told": touch + _LAND,
        "point": touch + _POINT,
        "length": touch + _POINT + _FLY,
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class AimScene(RailScene):
    """A round whose numbers aim at a target."""

    kind: ClassVar[str] = "aim"

    @property
    def shelf_side(self) -> str:
        """Where there is room beside the light."""
        return "right" if self.contest.at <= MIDDLE else "left"


def aim_scene(room: Room, game: GameState, leaf: Leaf, line: tuple[int, int], aim: Aim) -> AimScene:
    """Return the last reveal, whose numbers aimed at something."""
    rules = game.record.rules
    contest = contest_of(rules, leaf, line)
    pile = pile_of(contest.plays, contest.out)
    drops = drops_of((*contest.shown, *pile))
    corner = _SHELVES["right" if contest.at <= MIDDLE else "left"]
    actors = (
        *contestants(contest, drops, has_plates=False),
        *lying(pile, contest.plays, line, drops, corner),
    )
    out, is_multiple = bool(contest.out), aim.factor != 1
    when = aim_times(contest.reach, some_out=out, two_stops=is_multiple)
    shown = revealed_numbers(room, game, leaf, line, actors)
    pace = when["length"] / LISTED if rules.takes_lists else max(1.0, when["length"] / _LONGEST)
    phases = ((0, 0), *([(1, when["bounce"])] if out else ()), (2, when["slide"]), (3, when["open"]))
    told = translate("{round}: {told}", round=shown.kicker, told=told_aim(aim))
    mark = format_decimal(aim.target) if is_multiple else translate("mean {mean}", mean=aim.mean)
    return AimScene(
        key=headings.reveal_key(game),
        told=round(when["told"] / pace),
        length=round(when["length"] / pace),
        numbers=shown,
        told_kicker=told if is_multiple else "",
        sayings=tuple(sayings(game, phases, when["told"])),
        marks=(mark,),
        times=when,
        pace=pace,
        contest=contest,
    )


def told_aim(aim: Aim) -> str:
    """Return how the target follows from the mean: `0.8 × 42.5 = 34`."""
    values = {"factor": aim.factor, "mean": aim.mean, "target": aim.target}
    return translate("{factor} × {mean} = {target}", **{k: format_decimal(v) for k, v in values.items()})
