"""The stairs of an evening, drawn small: who has won it stands on top, and steps lead down to the others."""

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate

from companion.i18n.messages import format_value
from companion.room.events import Seat
from companion.screens.evening import Stair
from companion.screens.podium import StandingGuest
from companion.values import frozen

_RUNNER = 0.08  # how wide the runner with the numbers is, of the whole
_NARROWEST = 0.36  # how wide the top is, of the whole
_THIN = 0.3  # how high a step without anybody is, of one with guests
_FILLED = 0.7  # how wide a guest is at most, of the height of its step: it is a quarter higher than wide
_PITCH = 1.1  # from guest to guest, in widths of a guest
_MOST_DOWN = 6  # steps down that a phone draws


@frozen
class PlacedGuest:
    """A guest on its step; its feet stand below `x`."""

    seat: Seat
    initial: str
    x: int


@frozen
class DrawnStep:
    """A step around the middle of the picture, from its `top` down to its `floor`, on which guests stand.

    `label` is the number of steps that it stands for, empty where nobody does; `size` is how wide its guests
    are.
    """

    label: str
    top: int
    floor: int
    width: int
    size: int = 0
    guests: tuple[PlacedGuest, ...] = ()


def drawn_stairs(
    stairs: Sequence[Stair], winners: Collection[Seat], width: int, height: int
) -> tuple[DrawnStep, ...]:
    """Return the steps below who has won, highest first, which together are so wide and so high."""
    rows = [(stair, [guest for guest in stair.guests if guest.seat not in winners]) for stair in stairs]
    first = next((number for number, (_, guests) in enumerate(rows) if guests), len(rows))
    below = rows[first:]
    steps = _steps([1 if guests else _THIN for _, guests in below], width, height)
    return tuple(
        _with_guests(step, stair.steps, guests, width)
        for step, (stair, guests) in zip(steps, below, strict=True)
    )


def steps_down(least: int, own: int, width: int, height: int) -> tuple[DrawnStep, ...]:
    """Return the steps down to a player, who stands on the last one; of many some are left out."""
    numbers = [*range(least + 1, own + 1)]
    shown = numbers[: _MOST_DOWN - 1] + numbers[_MOST_DOWN - 1 :][-1:]
    steps = _steps([1] * len(shown), width, height)
    return tuple(
        DrawnStep(format_value(number), step.top, step.floor, step.width)
        for number, step in zip(shown, steps, strict=True)
    )


def _steps(shares: Sequence[float], width: int, height: int) -> Iterable[DrawnStep]:
    """Yield steps with these shares of the height, each wider than the one above it."""
    unit, top = height / (sum(shares) or 1), 0
    for number, floor in enumerate(accumulate(shares), 1):
        wide = width * (_NARROWEST + (1 - _NARROWEST) * number / len(shares))
        yield DrawnStep("", top, round(floor * unit), round(wide))
        top = round(floor * unit)


def _with_guests(step: DrawnStep, steps: int, guests: Sequence[StandingGuest], width: int) -> DrawnStep:
    """Return a step with its guests on both sides of the runner, from the middle outwards."""
    if not guests:
        return step
    runner = width * _RUNNER
    most = (step.width - runner) / 2 / ((len(guests) + 1) // 2)
    pitch = min((step.floor - step.top) * _FILLED * _PITCH, most)
    placed = []
    for turn, guest in enumerate(guests):
        away = runner / 2 + pitch * (turn // 2 + 0.5)
        x = width / 2 + (-away if turn % 2 else away)
        placed.append(PlacedGuest(guest.seat, guest.initial, round(x)))
    label = format_value(steps)
    return DrawnStep(label, step.top, step.floor, step.width, int(pitch / _PITCH), tuple(placed))
