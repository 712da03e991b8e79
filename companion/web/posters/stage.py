"""The upper part of a poster: the lamp, the winners under it, and who had too little or too much."""

from collections.abc import Iterator

from companion.i18n.messages import format_count, translate
from companion.rules.games.pictures import GuestFigure, LampFigure
from companion.views.podium import Step
from companion.views.poster import Poster
from companion.web import pictures
from companion.web.pictures import BONE, DEEP, DIM, FLOOR, INK, SIDE
from companion.web.posters.guests import Ground, group
from companion.web.posters.lettering import Letters, fitted, largest, text

HEIGHT = 706
_WIDTH = 1080
_CENTRE, _LEFT, _RIGHT = 540, 56, 1024
_MOST_ACROSS = 8
_SMALLEST_IN_ONE_LINE = 26


def stage(poster: Poster, day: str) -> Iterator[str]:
    """Yield the lamp, the two lines beside it, and the podium."""
    low, middle, high = poster.podium.steps
    several = len(middle.guests) > 1
    lamp = LampFigure(_CENTRE, 96, 290, spread=560 if several else 430, ground=700, lit=bool(middle.guests))
    yield f'<rect width="{_WIDTH}" height="{HEIGHT}" fill="{DEEP}"/>{pictures.draw(lamp)}'
    yield fitted(_LEFT, 74, poster.title, 330, Letters(30, DIM, 700, "start"))
    yield fitted(_RIGHT, 74, day, 330, Letters(30, DIM, 700, "end"))
    yield f'<path d="M0 700h{_WIDTH}v6H0z" fill="{FLOOR}"/>'
    width = 440 if several else 330
    side = _CENTRE - width // 2 - 30 - _LEFT
    yield from _side(low, poster.words[0], _LEFT + side // 2, side)
    yield from _side(high, poster.words[2], _RIGHT - side // 2, side)
    yield from _middle(middle, poster.words[1], width)


def _side(step: Step, word: str, x: int, width: int) -> Iterator[str]:
    """Yield a lower step with its guests."""
    label = translate("{score}: {word}", score=step.label, word=word) if step.label else translate("nobody")
    yield f'<rect x="{x - width // 2}" y="634" width="{width}" height="72" rx="6" fill="{SIDE}"/>'
    yield from _plate(step, label, x, width - 20)
    if count := len(step.guests):
        rows = -(-count // _MOST_ACROSS)
        across = -(-count // rows)
        yield from group(step.guests, across, Ground(x, 634, min(78, (width - 8) / across)))


def _plate(step: Step, label: str, x: int, room: int) -> Iterator[str]:
    """Yield the lines on a lower step: what it stands for, and how many more there are than it shows."""
    size, found = largest(label, room, 34, 1)
    if size < _SMALLEST_IN_ONE_LINE:
        size, found = largest(label, room, 28, 2)
    if step.more:
        found.append(format_count(step.more, "and {n} more", "and {n} more"))
    size = min(size, 70 / len(found) - 1)
    foot = 670 + size * 0.36 + (len(found) - 1) * size * 0.5
    for up, line in enumerate(reversed(found)):
        yield fitted(x, foot - up * size, line, room, Letters(size, BONE))


def _middle(step: Step, word: str, width: int) -> Iterator[str]:
    """Yield the highest step with the winners, or nobody on it."""
    yield f'<rect x="{_CENTRE - width // 2}" y="580" width="{width}" height="127" rx="2" fill="{BONE}"/>'
    if not step.guests:
        yield text(_CENTRE, 660, translate("nobody"), Letters(34, INK))
        return
    yield fitted(_CENTRE, 668, step.label, width - 40, Letters(96, INK))
    yield fitted(_CENTRE, 697, word, width - 20, Letters(24, INK, 700))
    if len(step.guests) == 1:
        yield pictures.draw(GuestFigure(int(step.guests[0].seat), _CENTRE, 580, 300, "open", lit=True))
        return
    across = next(
        most for most in (4, 5, _MOST_ACROSS) if len(step.guests) <= 2 * most or most == _MOST_ACROSS
    )
    across = min(across, len(step.guests))
    yield from group(step.guests, across, Ground(_CENTRE, 580, min(210, width / across)), winning=True)
