"""The truth of a question: the line with all numbers, the lamp over their middle, and the truth on a sign.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import ClassVar, Literal

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights.truth import crowd_middle
from companion.rules.results import Leaf
from companion.screens.questions import truth_sentence
from companion.screens.scenes.actors import MOST_SHOWN, place_on_line, sample, short
from companion.screens.scenes.scene import Scene, Telling

FLOOR = 48.0  # the line
_TOLD, _LENGTH = 3200, 8000
_EDGE = 8.0  # where the sign stands of a truth that is far from all numbers
_FRAME = 128.0
_SIGN = 18.0  # width
_WIDTHS = ((12, 6.4), (30, 5.0), (MOST_SHOWN, 3.8))  # of guests, by how many they are at most
_TALL = 126 / 108
_HIGHEST, _IN_LIGHT = 24.0, 15.0  # what guests may reach above the line; in the light there are its words
_FAR = 2  # times the width of all numbers: a truth that is further away stands at the edge
_LEAST_SPAN = 10


@dataclass(frozen=True, slots=True)
class Guess:
    """A guest with its number; `x` and `y` are where its feet are. `lit`: it stands in the light."""

    seat: Seat
    number: str
    x: float
    y: float
    lit: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TruthScene(Scene):
    """The truth of a round: `at` is the place of the middle, None without one, `truth_at` that of the truth.

    `far` says on which side the truth is, if it is too far away for its true place. `closer` counts those
    who were further from the truth than the middle; `players` are all who had guessed.
    """

    kind: ClassVar[str] = "truth"
    telling: ClassVar[Telling] = "truth"
    question: str
    heading: str
    truth: str
    far: Literal["", "low", "high"]
    truth_at: float
    at: float | None
    middle: str
    low: str
    high: str
    width: float
    guesses: tuple[Guess, ...]
    closer: int
    players: int

    @property
    def off(self) -> tuple[float, float]:
        """Where the bar between the middle and the truth begins, and how long it is."""
        places = (self.truth_at, self.truth_at if self.at is None else self.at)
        return min(places), max(places) - min(places)

    @property
    def sign_at(self) -> float:
        """Where the sign begins, within the frame."""
        return min(max(self.truth_at - _SIGN / 2, 2.0), _FRAME - _SIGN - 2.0)


def truth_scenes(room: Room, game: GameState) -> Iterator[TruthScene]:  # noqa: ARG001
    """Yield the truth that was told last, if that was after the last reveal."""
    if not game.fresh_truths:
        return
    number = game.truths[-1]
    index = game.counted_index(number)
    leaf = None if index is None else next(islice(game.score.leaves(), index, None), None)
    reveal = game.rounds[number - 1].reveal
    if leaf is not None and reveal.truth is not None:
        yield _scene(game, leaf, reveal.question, reveal.truth)


def _scene(game: GameState, leaf: Leaf, question: str, truth: int) -> TruthScene:
    plays = {seat: play for seat, play in leaf.plays.items() if isinstance(play, int)}
    middle = crowd_middle(game.record.rules, leaf)
    far, line = _line(plays.values(), truth)
    at = None if middle is None else place_on_line(middle, line)
    truth_at = {"": place_on_line(truth, line), "low": _EDGE, "high": _FRAME - _EDGE}[far]
    width = next(width for most, width in _WIDTHS if min(len(plays), MOST_SHOWN) <= most)
    return TruthScene(
        key=f"truth-{game.number}-{len(game.truths)}",
        told=_TOLD,
        length=_LENGTH,
        question=question,
        heading=truth_sentence(truth, middle),
        truth=format_value(truth),
        far=far,
        truth_at=truth_at,
        at=at,
        middle="" if middle is None else format_value(middle),
        low=short(line[0]),
        high=short(line[1]),
        width=width,
        guesses=tuple(_guesses(plays, line, width, at)),
        closer=0
        if middle is None
        else sum(abs(play - truth) > abs(middle - truth) for play in plays.values()),
        players=len(plays),
    )


def _line(numbers: Iterable[int], truth: int) -> tuple[Literal["", "low", "high"], tuple[int, int]]:
    """Return on which side the truth is if it is far away, and the ends of the line: round numbers."""
    known = tuple(numbers) or (truth,)
    low, high = min(known), max(known)
    reach = _FAR * max(high - low, _LEAST_SPAN)
    far: Literal["", "low", "high"] = "low" if truth < low - reach else "high" if truth > high + reach else ""
    if not far:
        low, high = min(low, truth), max(high, truth)
    step = _round_step(max(high - low, _LEAST_SPAN))
    return far, ((low - step // 2) // step * step, -((-high - step // 2) // step) * step)


def _round_step(span: int) -> int:
    """Return about a tenth of a span: 1, 2 or 5, with zeros."""
    power = int(10 ** max(0, math.floor(math.log10(span)) - 1))
    return next((step * power for step in (1, 2, 5) if step * power * 10 >= span), 10 * power)


def _guesses(
    plays: Mapping[Seat, int], line: tuple[int, int], width: float, at: float | None
) -> Iterator[Guess]:
    """Place the guests on the line; one who would hide another stands higher, as long as there is room."""
    shown: Sequence[Seat] = sample(sorted(plays, key=plays.__getitem__), ())
    ends = [-_FRAME] * int(_HIGHEST / (width * _TALL))  # the right edge of the last guest of each level
    for seat in shown:
        x = place_on_line(Fraction(plays[seat]), line)
        beside = at is None or abs(x - at) > (_SIGN + width) / 2
        levels = range(int((_HIGHEST if beside else _IN_LIGHT) / (width * _TALL)))
        free = (level for level in levels if ends[level] <= x - width / 2)
        level = next(free, min(levels, key=ends.__getitem__))
        ends[level] = x + width / 2
        y = FLOOR - level * width * _TALL
        yield Guess(seat, short(plays[seat]), x, y, at is not None and abs(x - at) < _SIGN / 2 - 1)
