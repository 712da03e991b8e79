"""The podium of three steps: who won stands in the middle, too few points are left of it, too many right."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from companion.i18n.messages import bidi_isolate, format_value, translate
from companion.room.events import Seat
from companion.room.names import first_character
from companion.room.state import Room
from companion.rules.results import Scores
from companion.values import frozen

Side = Literal["low", "middle", "high", "second", "rest"]
"""Where somebody stands: below or above the middle; where the most points win, second or below."""

MOST_GUESTS = 24
"""The most guests that a step shows; more are counted."""


@frozen
class StandingGuest:
    """A player who stands on a step, with the initial to tell guests apart by."""

    seat: Seat
    name: str
    initial: str


@frozen
class Step:
    """A step of the podium: its scores as a label (`2`, `0–1`), and the players.

    `label` is empty if nobody stands there, and `score` is None unless all have the same. `more` counts the
    players who are not among `guests`.
    """

    side: Side
    label: str
    score: int | None
    guests: tuple[StandingGuest, ...]
    more: int = 0
    has_beaten: bool = False
    """Whether somebody stands here who was tied, and farther from the middle in the showdown (G16)."""

    @property
    def count(self) -> int:
        """How many players stand here."""
        return len(self.guests) + self.more

    @property
    def size(self) -> str:
        """How large its guests are drawn: `one`, `few`, `some` or `many`."""
        return next(word for most, word in _SIZES.items() if len(self.guests) <= most)


_SIZES: Mapping[int, str] = {1: "one", 4: "few", 10: "some", MOST_GUESTS: "many"}
"""Words of the style sheet, each for at most so many guests."""


@frozen
class Podium:
    """The three steps from left to right; `alone`: one player won, and nobody else has the same score."""

    steps: tuple[Step, Step, Step]
    alone: bool

    @property
    def middle(self) -> Step:
        """The step of the winners."""
        return self.steps[1]


def sides(scores: Scores, winners: Collection[Seat], *, middle_wins: bool) -> Mapping[Seat, Side]:
    """Return where each player stands.

    Who has the same score as a winner but did not win stands below. Without winners everybody does.
    """
    most = max((scores[seat] for seat in winners), default=None)
    second = max((points for seat, points in scores.items() if seat not in winners), default=None)

    def side(seat: Seat) -> Side:
        if seat in winners:
            return "middle"
        if middle_wins:
            return "low" if most is None or scores[seat] <= most else "high"
        return "second" if winners and scores[seat] == second else "rest"

    return {seat: side(seat) for seat in scores}


def podium(
    room: Room,
    scores: Scores,
    winners: Collection[Seat],
    *,
    middle_wins: bool,
    beaten: frozenset[Seat] = frozenset(),
) -> Podium:
    """Build the podium of a standing; on each side step, those closest to the winners stand next to them.

    `beaten` are those whom only a showdown has parted from the winner.
    """
    winning = frozenset(winners)
    sides_by_seat = sides(scores, winning, middle_wins=middle_wins)
    steps = []
    for side in _ORDER[middle_wins]:
        seats = [seat for seat in scores if sides_by_seat[seat] == side]
        seats.sort(key=scores.__getitem__, reverse=side != "high")
        steps.append(replace(step(room, scores, seats, side), has_beaten=not beaten.isdisjoint(seats)))
    others = {points for seat, points in scores.items() if seat not in winning}
    low, middle, high = steps
    return Podium((low, middle, high), alone=len(winning) == 1 and others.isdisjoint([middle.score]))


_ORDER: Mapping[bool, tuple[Side, Side, Side]] = {
    True: ("low", "middle", "high"),
    False: ("second", "middle", "rest"),
}
"""The steps from left to right; the key: whether the middle wins."""


def step(
    room: Room,
    scores: Scores,
    seats: Sequence[Seat],
    side: Side = "middle",
    most: int = MOST_GUESTS,
) -> Step:
    """Return a step with these players, of whom the first ones are drawn; on the left from right to left."""
    values, shown = {scores[seat] for seat in seats}, seats[:most]
    guests = standing_guests(room, shown[:: -1 if side == "low" else 1])
    score = min(values) if len(values) == 1 else None
    return Step(side, label_of_scores(values), score, guests, len(seats) - len(shown))


def standing_guests(room: Room, seats: Iterable[Seat]) -> tuple[StandingGuest, ...]:
    """Return the guests of players, each with name and initial."""
    named = ((seat, room.name(seat)) for seat in seats)
    return tuple(StandingGuest(seat, bidi_isolate(name), first_character(name)) for seat, name in named)


def label_of_scores(scores: Collection[int]) -> str:
    """Return the scores of a step in short: `2`, `0–1`, `−3 to −1`; empty if there is none."""
    if not scores:
        return ""
    lowest, highest = min(scores), max(scores)
    if lowest == highest:
        return format_value(lowest)
    if lowest < 0:  # a minus sign beside a dash cannot be read
        return translate("{first} to {last}", first=lowest, last=highest)
    return translate("{first}–{last}", first=lowest, last=highest)
