"""The end of a question: the answers on their line, the middle of all, and the truth; for `tv/scenes/`.

Where the truth decides, the middle of all is the Room, which stands among the guests and gets nothing (Q3).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from typing import Literal

from companion.i18n.lettering import ems
from companion.i18n.messages import PluralTemplate, format_value, number_in_words, translate
from companion.room.events import Seat
from companion.room.game_state import GameState, PlayedRound
from companion.room.state import Room
from companion.rules.insights import crowd_middle
from companion.rules.results import Leaf
from companion.rules.standing import closest_to, middle
from companion.screens import reveals
from companion.screens.naming import name_or_count, player_names
from companion.screens.scenes.axis import AxisLayout, beyond
from companion.screens.scenes.numbers import (
    AxisWords,
    Desk,
    RailedScene,
    RoundWords,
    desk_with,
    gains_of,
    missed_sentences,
    unshown_sentences,
    verdict_of,
)
from companion.screens.scenes.positions import MIDDLE, WIDE, Numbers, position_on_line
from companion.values import frozen

_MOST_CLOSEST = 3  # names
_FLOOR, _LIGHT = 50.0, 15.0  # the height of the line; the width of the light on the Room
_FAR, _LEAST_SPAN = 2, 10  # times the width of all numbers: a truth further away stands beside the line
_SIGN, _SIGN_AIR = 18.0, 3.6  # the least width of a sign; what it has beside its words
_APART, _MARGIN = 0.6, 2.0  # of signs from each other, and from the edge
_END_LABEL = 14.0  # how far the number at an end of the line reaches from the edge

_STOOLS = ((9.0, 0.0, 14.0), (5.5, 0.0, 8.6))
"""The Room, large and small, as a podium that bears nobody: its width, and how high it reaches."""

Far = Literal["", "low", "high"]
"""On which side a truth is that is too far away for a place on the line."""


class QuestionLayout(AxisLayout):
    """The answers to a question, on a line that reaches to the truth; whoever scores or is closest is lit.

    The lamp hangs over the middle of all, `room`, which is None without a number. Of a fact the Room itself
    is there.
    """

    room: Fraction | None
    truth: int | None
    far: Far
    has_stool: bool

    def __init__(
        self, numbers: Numbers, room: Fraction | None, truth: int | None, *, is_opinion: bool
    ) -> None:
        self.starts, self.floor, self.apart, self.cuts = None, _FLOOR, 0.0, ()
        self.room, self.truth, self.numbers = room, truth, numbers
        self.has_stool = room is not None and not is_opinion
        self.far = "" if truth is None else _far(numbers.plays.values(), truth)
        seen = numbers.ordered(numbers.plays)
        if room is not None and self.has_stool:
            lit = (numbers.plays[seat] for seat in numbers.scoring)
            self._zoom(numbers, seen, [room, *lit, *([] if truth is None or self.far else [truth])], ())
        self.at = self.mean_at = MIDDLE if room is None else position_on_line(room, self.numbers.line)
        self._position_guests(seen)
        self.beam = _LIGHT if self.has_stool else self.beam

    def _podiums(self, lit: Sequence[Seat]) -> Sequence[tuple[float, float, float]]:
        return _STOOLS if self.has_stool else super()._podiums(lit)

    def _solid(self, on_podiums: Sequence[Seat]) -> Sequence[float]:
        return [*super()._solid(on_podiums), *([self.at] if self.has_stool else [])]

    @property
    def lit(self) -> str:
        """That the light falls on the middle, whoever scores."""
        return "none" if self.room is None else "one"


def question_layout(game: GameState, leaf: Leaf, played: PlayedRound) -> QuestionLayout:
    """Return where all stand at the end of a question."""
    rules, reveal, plays = game.rules, played.reveal, reveals.numbers_of(leaf)
    truth, lit = reveal.truth, leaf.winners
    low, high = reveal.range or rules.number_line or (0, 0)
    if truth is not None:
        low, high, lit = min(low, truth), max(high, truth), closest_to(plays, truth)
    numbers = Numbers(plays, plays, lit, frozenset(), (low, high))
    room, central = crowd_middle(rules, leaf), middle(sorted(plays.values()))
    if rules.question_aims and central:
        room = Fraction(sum(central), len(central))
    return QuestionLayout(numbers, room, truth, is_opinion=bool(reveal.ends))


def _far(numbers: Collection[int], truth: int) -> Far:
    """Return on which side the truth is, if it is too far away."""
    low, high = min(numbers, default=truth), max(numbers, default=truth)
    reach = _FAR * max(high - low, _LEAST_SPAN)
    return "low" if truth < low - reach else "high" if truth > high + reach else ""


@frozen
class Sign:
    """The truth on a sign with its `unit`: from `x` on, at a pole from its place `at` to its `foot`."""

    number: str
    unit: str
    far: Far
    x: float
    width: float
    at: float
    foot: float


@frozen
class TruthScene(RailedScene):
    """The end of a question; an opinion has the words for both `ends` of the line, and no sign."""

    layout: QuestionLayout
    desk: Desk
    gains: Mapping[Seat, str]
    sign: Sign | None
    ends: Sequence[str]


def truth_scene(
    room: Room, game: GameState, leaf: Leaf, played: PlayedRound, layout: QuestionLayout
) -> TruthScene:
    """Return the end of a question.

    Where the truth decides nothing, it was told after the round, which has brought its points before.
    """
    decides = bool(game.rules.question_aims)
    axis, sign = _axis(layout, _unit(played, layout.truth))
    return TruthScene(
        words=_words(room, game, leaf, played, layout),
        layout=layout,
        axis=axis,
        desk=desk_with(room, game, leaf if decides else None),
        gains=gains_of(game, leaf) if decides else {},
        sign=sign,
        ends=played.reveal.ends,
    )


def _unit(played: PlayedRound, truth: int | None) -> str:
    """Return what the truth counts, in the form for so many; empty where its number stands alone."""
    forms = played.drawn.unit.split("|") if played.drawn else [""]
    return forms[0 if truth == 1 else -1]


# What is written


def _words(
    room: Room, game: GameState, leaf: Leaf, played: PlayedRound, layout: QuestionLayout
) -> RoundWords:
    plays, is_last = layout.numbers.plays, leaf is reveals.latest_leaf(game)
    absent = reveals.absentees(game, leaf)
    verdict, on = _lines(room, game, leaf, layout)
    return RoundWords(
        kicker=played.reveal.question,
        verdict=verdict,
        sayings=[*_sayings(plays, layout)] if plays else [],
        notes=[
            *(missed_sentences(room, game, game.players, absent) if is_last else ()),
            *unshown_sentences(len(plays) - len(layout.shown)),
        ],
        language=played.drawn.language if played.drawn else "",
        on=on,
    )


def _sayings(plays: Mapping[Seat, int], layout: QuestionLayout) -> Iterator[tuple[str, str, str]]:
    low, high = min(plays.values()), max(plays.values())
    span = translate("You say {low} to {high}.", low=low, high=high)
    yield span, "", "lamp" if layout.has_stool else "announced"
    if layout.has_stool:
        yield translate("The Room says {number}.", number=layout.room), "lamp", "announced"


def _lines(room: Room, game: GameState, leaf: Leaf, layout: QuestionLayout) -> tuple[str, str]:
    """Return who is closest and whom the Room beats, or where the middle is and who."""
    verdict = verdict_of(room, game, leaf)
    if layout.truth is not None and not game.rules.question_aims:
        verdict = _closest_words(room, layout)
    if layout.room is None:
        return verdict, ""
    if layout.truth is not None:
        return verdict, _room_words(layout.numbers.plays.values(), layout.room, layout.truth)
    if not leaf.winners:
        return verdict, translate("Without a truth nobody scores.")
    return translate("The room stands at {middle}:", middle=layout.room), verdict


def _closest_words(room: Room, layout: QuestionLayout) -> str:
    closest = layout.numbers.scoring
    who = name_or_count(player_names(room, closest), _MOST_CLOSEST)
    template = PluralTemplate("{truth}. {who} is closest.", "{truth}. {who} are closest.")
    return template.translate_for(len(closest), truth=layout.truth, who=who)


def _room_words(numbers: Collection[int], middle_of_all: Fraction, truth: int) -> str:
    """Return how many the Room beats, or whether it is closest itself (Q3)."""
    off, others = abs(middle_of_all - truth), [abs(number - truth) for number in numbers]
    beaten = sum(other > off for other in others)
    if beaten == len(others):
        return translate("Nobody beats the Room.")
    if off == min(others):
        return translate("So is the Room.")
    if not beaten:
        return translate("The Room beats nobody.")
    template = PluralTemplate("The Room beats one of you.", "The Room beats {number} of you.")
    return template.translate_for(beaten, number=number_in_words(beaten))


# What stands below the line: the middle, and the truth beside it


def _axis(layout: QuestionLayout, unit: str) -> tuple[AxisWords, Sign | None]:
    """Return what is written at the line, and the sign; numbers at its ends where nothing else is."""
    mark = "" if layout.room is None else format_value(layout.room)
    if layout.has_stool:
        mark = translate("the Room {number}", number=layout.room)
    half = 2.0 + ems(mark) * 1.5
    mark_at = min(max(layout.at, half), WIDE - half)
    mark_ends = mark_at - half, mark_at + half
    sign = None if layout.truth is None else _sign(layout, layout.truth, unit, mark_ends)
    signs = [(mark_at - half, 2 * half), *([(sign.x, sign.width)] if sign else [])]
    has_low = all(x > _END_LABEL for x, _ in signs)
    has_high = all(x + width < WIDE - _END_LABEL for x, width in signs)
    (low, high), (below, above) = layout.ends, beyond(layout.numbers.plays.values(), layout.numbers.line)
    words = AxisWords(
        marks=[mark] if mark else [],
        signs=[(mark_at, [mark])] if mark else [],
        low=low if has_low and not below else "",
        high=high if has_high and not above else "",
        below=below if has_low else "",
        above=above if has_high else "",
    )
    return words, sign


def _sign(layout: QuestionLayout, truth: int, unit: str, mark: tuple[float, float]) -> Sign:
    """Return the sign of the truth, below its place, or beside the `mark` of the middle that stands there."""
    at, number = position_on_line(truth, layout.numbers.line), format_value(truth)
    arrow = "→" if layout.far else ""
    width = max(_SIGN, _SIGN_AIR + 5.2 * ems(number + arrow) + 2.7 * ems(unit))
    last = WIDE - _MARGIN - width
    x = min(max(at - width / 2, _MARGIN), last)
    before, after = mark[0] - _APART - width, mark[1] + _APART
    if before < x < after:
        is_before = before >= _MARGIN and (at <= layout.at or after > last)
        x = before if is_before else min(after, last)
    return Sign(number, unit, layout.far, x, width, at, min(max(at, x + 1.4), x + width - 1.4))
