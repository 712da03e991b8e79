"""How long scenes take: when each part of them begins, in ms.

To play everything of a kind more slowly, change its `PACE`.
"""

from collections.abc import Mapping, Sequence

from companion.screens.podium import MOST_GUESTS
from companion.screens.scenes.axis import AxisLayout
from companion.screens.scenes.positions import RevealLayout

Times = Mapping[str, float | Sequence[float]]
"""When each part of a scene begins in ms after its start, by name; or when, for how long, and how much later
the next one of several does. `announced` is when it shows its result, and `length` when it is over."""

PACE: Mapping[str, float] = {}
"""How slowly scenes are played, by kind: `{"reveal": 2.0}` doubles all times of reveals."""

READ = 3000
"""For how long stands what people must read."""

LIVE: Mapping[str, int] = {
    "hop": 700,
    "news": 10_000,
    "dark": 200,
    "alone": READ,
    "tap": 220,
    "flight": 450,
    "plate": 4200,
    "ending": 200,
    "whole": 100,
}
"""For how long guests hop into the lobby, news stay, and the dark of the last seconds takes a step.

And a question stands alone, a guest that was tapped jumps, and what phones throw flies and stands. And how
long before the end of a scene what it covers is laid out, in two tasks."""

_COMMON: Mapping[str, float] = {"fade": 120, "blink": 60}  # for which something appears or goes


def paced(kind: str, times: Times) -> Mapping[str, Sequence[int]]:
    """Return when each part of a scene begins at the pace of its kind."""
    found = _scaled(times, PACE.get(kind, 1.0))
    return {name: [round(at) for at in each] for name, each in found.items()}


def _scaled(times: Times, by: float) -> Mapping[str, Sequence[float]]:
    found = {name: [at] if isinstance(at, float | int) else at for name, at in {**_COMMON, **times}.items()}
    return {name: [at * by for at in each] for name, each in found.items()}


def _in_time(times: Times, length: float, *, is_listed: bool) -> Times:
    """Return the times of a round of numbers that is not too long, or of one of many (`is_listed`, G14)."""
    by = _LISTED / length if is_listed else min(1.0, _MOST / length)
    return _scaled({**times, "length": length}, by)


_MOST = 5500  # for a round of numbers
_LISTED = 1500  # the same where whole lists are revealed, one round after another (G14)
_FALL, _ALL_FALLEN, _FLY = 420, 900, 650
_EXPLAINED = 900  # more, if there is time, for what the first reveal explains

TITLE: Times = {
    "lamp": (250, 120),
    "around": (350, 200),
    "name": (350, 520),
    "lead": (760, 260),
    "pictures": (900, 480, 300),
    "announced": 1900,
    "length": 4000,
}
TIE_TITLE: Times = {
    "name": (150, 350),
    "lead": (600, 250),
    "steps": (250, 450),
    "announced": 700,
    "length": 700 + READ,
}
THROWN_AWAY: Times = {
    "name": (700, 200),
    "lead": (1500, 200),
    "topple": (500, 300, 110),
    "announced": 900,
    "length": 4000,
}
MENTION: Times = {"show": (0, 100), "announced": 100, "length": 6000}
BOARD: Times = {"rise": (400, 500), "announced": 0, "length": 400 + READ}
PHOTO: Times = {"digits": (0, 1000, 1000), "clean": (3000, 60), "announced": 0, "length": 3000 + READ}


def showdown_title_times(tied: int) -> Times:
    """Return the times of the title of a showdown: the standing goes, and the tied walk forward out of it."""
    return {
        "still": (250, 200),
        "leave": (1500, 250),
        "walk": (1500, 500, min(60, 400 / tied)),
        "name": (1750, 120),
        "lead": (2100, 120),
        "names": (2200, 120),
        "announced": 1750,
        "length": 3000,
    }


_TO_PHOTO = 4000
"""How long after the name of who has won the countdown of the photo begins."""


def final_title_times(tied: int) -> Times:
    """Return the times of the title of a grand final: those who are tied come up to the last step."""
    return {"name": (0, 200), "walk": (900, 600, min(120, 400 / tied)), "announced": 0, "length": 4000}


_STEP, _STILL = 260, 160
"""How long a step takes on the stairs of an evening, and how long one stands after a step down."""


def so_far_times(steps: int) -> Times:
    """Return the times of the stairs so far: all stand where they stood, and walk down what the game cost."""
    begins = 900
    stand = begins + (_STEP + _STILL) * steps
    return {"walk": (begins, _STEP, _STILL), "announced": 0, "length": max(4500, stand + READ)}


def evening_times(steps: int) -> Times:
    """Return the times of the end of the evening: the winner walks so many steps up, into the light."""
    up = 1100 + _STEP * steps
    return {
        "walk": (700, _STEP),
        "top": up,
        "light": (up + 300, 320),
        "name": (up + 800, 150),
        "why": (up + 1200, 150),
        "announced": up + 800,
        "length": up + 800 + _TO_PHOTO,
    }


def podium_times(winners: int) -> Times:
    """Return the times of a podium: the side steps rise, the middle, who won lands, and the lamp goes on."""
    return {
        "sides": (200, 600),
        "middle": (900, 700),
        "winners": (1400, 750, min(90, 400 / max(1, min(winners, MOST_GUESTS)))),
        "seen": (1400, 20),
        "drum": 1850,
        "light": (1900, 300),
        "name": (2100, 200),
        "ribbon": (2300, 450),
        "why": (2800, 400),
        "announced": 2100,
        "length": 2100 + _TO_PHOTO,
    }


def _of_numbers(settled: float, lit: float, announced: float, point: float) -> Times:
    """Return what all rounds of numbers have: guests fall, and equal ones `bounce` until they have `settled`.

    At `lit` those who score rise; at `point` a star leaves for the score.
    """
    return {
        "fall": _FALL,
        "fallen": _ALL_FALLEN,
        "bounce": _ALL_FALLEN,
        "settled": settled,
        "excluded": (_ALL_FALLEN + settled) / 2,
        "edge": 80,
        "rise": (lit, 500),
        "words": lit + 200,
        "star": (lit + 350, max(point, lit + 600) - lit - 350),
        "announced": announced,
        "verdict": (announced, 150),
        "asides": (announced + 400, 200),
        "point": (point, _FLY),
        "counted": point + _FLY * 0.9,
    }


def reveal_times(layout: RevealLayout, *, is_explained: bool, is_listed: bool) -> Times:
    """Return the times of a round whose order decides.

    `shuffle`: the others close up; `ticks`: pairs leave the light, one after each `each` ms; `light`: it
    turns gold, or out where nobody scores.
    """
    pairs, shuffle = layout.pairs, _ALL_FALLEN + (700 if layout.numbers.out else 0)
    ticks = shuffle + 650
    each = min(420, 1200 // pairs) if pairs else 0
    light = ticks + each * pairs + 200
    after = 1450 if layout.scoring else 700
    if is_explained:
        light += max(0, min(_EXPLAINED, _MOST - light - after))
    times = {
        **_of_numbers(shuffle, light, light + 120, light + 700),
        "shuffle": shuffle,
        "ticks": ticks,
        "each": (each, min(200, each * 0.8)),
        "dark": (ticks + light) // 2,
        "light": light,
        "closed": ticks - 200,
        "gates": 300,
        "tip": 260,
        "digits": (100, 160),
        "beam": (light - 60, 320),
    }
    return _in_time(times, light + after, is_listed=is_listed)


def _railed(slide: float, stop: float, opens: float, touch: float) -> Times:
    """Return what all rounds have for which the lamp runs along a rail.

    `slide`: it leaves for what decides; `stop`: it is there; `open`: its light opens; `touch`: that has
    reached the closest, who `hop`; `flip`: equal numbers turn over.
    """
    return {
        "flip": (_ALL_FALLEN, 225),
        "slide": slide,
        "stop": stop,
        "open": opens,
        "touch": touch,
        "hop": (touch + 250, 400),
        "seek": (opens - 60, 60),
        "tip": (touch + 60, 300),
    }


def mean_times(layout: AxisLayout, *, is_listed: bool) -> Times:
    """Return the times of a round that the mean decides, or its multiple.

    `mean`: the lamp is at the mean; `target`: it leaves for the target, where that differs.
    """
    slide = _ALL_FALLEN + (700 if layout.numbers.out else 0)
    target = slide + (1100 if layout.is_multiple else 0)
    stop = target + 700
    touch = stop + 400 + round(max(300, min(1000, 50 * layout.reach)))
    times = {
        **_of_numbers(slide, touch + 250, touch + 650, touch + 850),
        **_railed(slide, stop, stop + 400, touch),
        "mean": slide + 700,
        "target": target,
    }
    return _in_time(times, touch + 850 + 750, is_listed=is_listed)


def question_times(*, has_truth: bool) -> Times:
    """Return the times of the end of a question.

    `room`: the Room comes, where there is one; `slide`: the lamp leaves for the middle, and is on at `lamp`;
    `sign`: the truth rises.
    """
    announced = 2400 if has_truth else 1800
    return {
        **_of_numbers(_ALL_FALLEN, announced - 250, announced, announced + 900),
        "slide": (_ALL_FALLEN, 450),
        "room": (1100, 120),
        "lamp": 1350,
        "light": (1350, 150),
        "sign": (1700, 550),
        "length": announced + READ,
    }


def showdown_times(layout: AxisLayout) -> Times:
    """Return the times of a round of a showdown.

    `slide`: the lamp leaves for the lowest number of the tied, `highest`: for the highest, `target`: for the
    middle (or it reaches the mean, and leaves it).
    """
    slide, stop = _ALL_FALLEN, _ALL_FALLEN + 1700
    touch = stop + 500 + (round(max(350, min(1400, 70 * layout.reach))) if layout.scoring else 1400)
    announced = touch + 650
    return {
        **_of_numbers(slide + 450, touch + 250, announced, announced),
        **_railed(slide, stop, stop + 500, touch),
        "highest": slide + (700 if layout.is_multiple else 560),
        "target": slide + (1100 if layout.is_multiple else 1160),
        "ticks": 280,
        "thud": touch + 600,
        "others": (200, 120, 50),
        "length": announced + 450,
    }


def standing_times(leaving: int) -> Times:
    """Return the times of a round after which half still stand.

    `sits`: those who leave drop behind the desk, one after another; `settles`: they look out from there;
    `zoom`: the axis zooms to who stays.
    """
    slide, stop, touch = 1300, 3000, 3600
    each = min(60, 900 / max(1, leaving))
    sits = touch + 100
    announced = sits + leaving * each + 700
    return {
        **_of_numbers(slide, touch, announced, announced),
        **_railed(slide, stop, stop + 100, touch),
        "highest": slide + 560,
        "target": slide + 1160,
        "sits": (sits, 320, each),
        "settles": (sits + 320, 280, each),
        "zoom": (announced + 1200, 700),
        "length": announced + 1900 + 600,
    }


def card_times(count: int, pairs: int, *, read: int, counted: int, each: int = 220) -> Times:
    """Return the times of a scene of so many cards or guests, of whom so many pairs tip away.

    They come `up` one after another; the outer ones `tip`; the middle is `lit`; the scores change.
    """
    interval = min(each, 900 // max(1, count - 1))
    up = interval * max(0, count - 1) + 750
    tick = min(350, 700 // max(1, pairs))
    lit = up + tick * pairs + 150
    announced = lit + 250
    return {
        "up": (0, 500, interval),
        "tip": (up if pairs else lit, 350, tick),
        "wake": 100,
        "lit": (lit, 500),
        "lid": 200,
        "beam": 300,
        "swing": (lit - 450, 450),
        "glide": 400,
        "bump": 200,
        "fall": 350,
        "heap": (lit + 300, 350, 20),
        "pool": (lit + 700, 120),
        "star": (announced, 250),
        "point": (announced + 250, counted - 250),
        "announced": announced,
        "heading": (announced, 150),
        "counted": announced + counted,
        "length": announced + counted + read,
    }


def round_winner_times(players: int) -> Times:
    """Return the times of a round of which only the winner is known; the pool grows as soon as it is dark."""
    times = card_times(players, 0, read=1600, counted=700, each=160)
    [announced] = _scaled(times, 1.0)["announced"]
    return {**times, "heap": (announced - 150, 350, 20), "pool": (announced, 250)}


_READ, _PEEL, _REST = 1500, 3000, 700  # the whole standing first, one peel, the last standing
_MOST_PEELED = 15_000  # for all of a tie
_SOONEST = 400  # for one of many peels: no more than 3 changes a second
_UNHURRIED = 3  # peels that are all shown at full length


def shown_layers(peels: int) -> tuple[int, ...]:
    """Return which standings are shown: 0 is the whole one, then the peels, the last one always.

    Of very many some are passed over: their parts go together with those of the next that is shown.
    """
    most = 2 + (_MOST_PEELED - _READ - 2 * _PEEL - _REST) // _SOONEST
    if peels <= most:
        return tuple(range(peels + 1))
    return (0, *(1 + round(step * (peels - 1) / (most - 1)) for step in range(most)))


def tie_times(layers: int) -> Times:
    """Return the times of a tie in which so many standings are shown, the last one until it can be read.

    `layers` is when each one comes, and `paces` how long it takes until the next; the rest is when something
    changes after a peel has begun that is shown at `full` length. Of many, the first and last are longest.
    """
    peels = layers - 1
    others = (_MOST_PEELED - _READ - 2 * _PEEL - _REST) // max(1, peels - 2)
    between = [_PEEL if peels <= _UNHURRIED else min(_PEEL, others)] * max(0, peels - 2)
    paces = [_READ, *([_PEEL, *between, _PEEL] if peels > 1 else [_PEEL] * peels)]
    starts = [sum(paces[:at]) for at in range(layers)]
    announced = starts[-1] + 1900
    return {
        "layers": starts,
        "paces": paces,
        "full": _PEEL,
        "dark": (0, 350),
        "stars": (150, 400),
        "heading": (150, 120),
        "count": (500, 120),
        "off": 700,
        "laid": (1000, 500),
        "lit": (announced, 250),
        "announced": announced,
        "length": starts[-1] + paces[-1] + _REST,
    }
