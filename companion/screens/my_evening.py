"""What an evening that is over was for one player: a picture of one's own, with nobody else's name on it."""

from collections.abc import Mapping, Sequence
from zlib import crc32

from companion.i18n.languages import gettext
from companion.i18n.messages import N_, format_value, translate
from companion.room.events import Seat
from companion.room.state import Room
from companion.rules.evening import count_steps
from companion.rules.insights import MomentKind, best_moment
from companion.screens.evening import EveningView, evening_view
from companion.screens.stairs import DrawnStep, steps_down
from companion.values import frozen

_FEWEST_DRAWN = 3  # steps
_STAIRS_OF_WINNER, _STAIRS = (1040, 234), (968, 338)  # how wide and how high the stairs are below the top


@frozen
class MyEvening:
    """The evening of the player on a `seat`, who `stands_on` the step with that label; on top it is empty.

    `figure` is that of the best moment, which `caption` explains in two lines.
    """

    seat: Seat
    name: str
    stands_on: str
    ribbon: str
    sentence: str
    steps: tuple[DrawnStep, ...]
    figure: str
    caption: Sequence[str]
    mutter: str


def my_evening(room: Room, seat: Seat) -> MyEvening | None:
    """Return what an evening was for a player; None before its end, and for who was in no game."""
    evening, final = evening_view(room), room.final
    row = next((row for row in evening.rows if row.seat == seat), None) if evening else None
    if not (evening and evening.is_over and final and row):
        return None
    won, down = seat in evening.seats, max(row.steps, 1)
    moment = best_moment(seat, [(game.rules, game.score) for game in room.finished_games], final.root)
    mutters = gettext(MUTTERS[won]).splitlines()
    return MyEvening(
        seat=seat,
        name=row.name,
        stands_on="" if won else format_value(down),
        ribbon=translate(final.rules.ranking(final.root).winner),
        sentence=_sentence(evening, row.steps, won=won),
        steps=steps_down(0, max(down, _FEWEST_DRAWN), *(_STAIRS_OF_WINNER if won else _STAIRS)),
        figure=format_value(moment.figure),
        caption=translate(_CAPTIONS[moment.kind], n=moment.of).split("|"),
        mutter=translate("“{line}”", line=mutters[crc32(f"{room.code} {seat}".encode()) % len(mutters)]),
    )


def _sentence(evening: EveningView, steps: int, *, won: bool) -> str:
    """Return how far a player stands from the middle, or with how few steps the evening was won."""
    template = N_("{steps} from the middle of the evening.")
    if won:
        is_alone = len(evening.seats) == 1
        template = _WON if is_alone else N_("shares the evening: {steps} in {n} games.")
    elif steps == evening.least:
        template = N_("as close as the winner: {steps} in {n} games.")
    return translate(template, steps=count_steps(steps), n=evening.games)


_WON = N_("won the evening: {steps} in {n} games.")
_CAPTIONS: Mapping[MomentKind, str] = {
    "final": N_("closest in the grand final|of {n} players"),
    "games": N_("of {n} games|won"),
    "centre": N_("dead centre, for one round|of {n}"),
    "lit": N_("of {n} rounds|in the light"),
    "near": N_("away: the closest miss|in {n} rounds"),
    "steady": N_("of {n} rounds|in the light. Steady."),
}
"""What a figure is, in two lines, parted by `|`."""

MUTTERS: Mapping[bool, str] = {
    True: N_(
        """\
Not too good. Not too good.
I did nothing special. Exactly.
Remarkably unremarkable.
Somebody had to be normal.
I shall tell everybody, calmly.
Lukewarm, and proud of it.
"""
    ),
    False: N_(
        """\
I was a chair before this.
Four legs would have been enough.
The view from here is fine.
Somebody had to be the edge.
I was early. Or late. One of them.
It looked like the middle to me.
The stairs were longer last time.
My number was right. The rest were not.
"""
    ),
}
"""What guests mutter, a line each: those who have won, and all others. Written anew in every language."""
