"""Dry lines: what the TV says with names beside a reveal that is a coincidence, in two short lines.

Each kind has twenty, written anew in every language: a line of a list for each, who and what parted by `|`.
They stand for one name or two, and say nothing of anybody's looks, body or worth.
"""

from collections.abc import Mapping
from fractions import Fraction
from itertools import chain
from typing import NamedTuple
from zlib import crc32

from companion.i18n.languages import gettext
from companion.i18n.lettering import ems, short_names
from companion.i18n.messages import N_, bidi_isolate, format_message, number_in_words, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.insights import Coincidence, CoincidenceKind, coincidences, to_half
from companion.rules.results import open_levels
from companion.screens.hidden_scores import hides_scores
from companion.screens.naming import list_players

_MOST_EMS, _LONG = 13.0, 11.4  # the width of names, and from which a line is long


class DryLine(NamedTuple):
    """Who, and what."""

    who: str
    what: str

    @property
    def is_long(self) -> bool:
        """Whether there is room for it only in small letters."""
        return max(ems(self.who), ems(self.what)) > _LONG

    @property
    def in_one(self) -> str:
        """Both, where there is room for one line only."""
        return translate("{who} {what}", who=self.who, what=self.what)


def dry_line(room: Room, game: GameState) -> DryLine | None:
    """Return the line of the last reveal of the game that is played; None for most reveals.

    Every room has the lines of a kind in an order of its own, and takes the next one each time: wherever
    and whenever it is worked out it is the same, and none comes twice in an evening. When all have been told
    there is none; nor is there where a tie or the end follows, or while scores are hidden, as it tells of
    earlier rounds.
    """
    ties = map(game.rules.tie_title, open_levels(game.root))
    if game.next_round is None or hides_scores(room, game) or any(ties):
        return None
    *before, latest = (None, *coincidences(game.rules, game.score.leaves()))
    if latest is None:
        return None
    others = [coincidences(each.rules, each.score.leaves()) for each in room.games if each is not game]
    kind = latest.kind
    turn = sum(each is not None and each.kind == kind for each in chain(before, *others))
    lines = gettext(LINES[kind]).splitlines()
    order = sorted(range(len(lines)), key=lambda at: crc32(f"{room.code} {kind} {at}".encode()))
    return _written(room, latest, lines[order[turn]]) if turn < len(lines) else None


def _written(room: Room, coincidence: Coincidence, line: str) -> DryLine:
    """Put names into a line, cut where they are too long, and the figure: how many times, or how far off."""
    names = [room.name(seat) for seat in coincidence.players]
    who = list_players(map(bidi_isolate, names))
    if ems(who) > _MOST_EMS:
        between = ems(list_players("" for _ in names))
        shortened = short_names(names, (_MOST_EMS - between) / len(names))
        who = list_players(map(bidi_isolate, shortened))
    figure = coincidence.figure
    values = {"who": who, "n": number_in_words(int(figure)), "away": to_half(Fraction(figure))}
    first, second = line.split("|")
    return DryLine(format_message(first, values), format_message(second, values))


LINES: Mapping[CoincidenceKind, str] = {
    "twins": N_(
        """\
{who}:|twins again
{who}.|Great minds. Both out.
{who}:|one number, two seats
{who}:|same again, please
{who}.|Rehearsed, surely.
{who}.|Do they text?
{who}:|check their phones
{who} again.|Suspicious.
{who}.|An echo in here.
{who}:|copy and paste
{who}:|a duet, once more
{who}.|Sit further apart.
{who}.|It is a habit now.
{who}:|in step, and out
{who}.|Agreed. Nobody gains.
{who}:|playing in stereo
{who}.|Once was chance.
{who}:|a number for two
{who}.|Somebody peeked.
{who}.|Unison. Unhelpful.
"""
    ),
    "out": N_(
        """\
{who}:|third time out
{who}.|Popular taste.
{who}:|out, out and out
{who}.|Three strikes.
{who}.|Company again.
{who}:|never alone for long
{who}:|a season ticket out
{who}.|Hat trick. Wrong hat.
{who}:|the usual exit
{who}.|Upside down again.
{who}.|That number was taken.
{who}.|Try a stranger number.
{who}.|Everybody’s number.
{who}:|out by popular demand
{who}.|Sharing is caring.
{who}:|three times unlucky
{who}.|Same door as before.
{who}:|a magnet for company
{who}.|The shelf was waiting.
{who}:|no number to oneself
"""
    ),
    "middle": N_(
        """\
{who}:|three middles running
{who}.|Perfectly average.
{who}.|Nobody is that normal.
{who}:|parked in the middle
{who}.|Third middle. Careful.
{who}.|Move over a little.
{who}:|the lamp knows the way
{who}.|Steady as a table.
{who}:|centre of everything
{who}.|Is that seat reserved?
{who}.|A spirit level.
{who}:|still in the middle
{who}.|The middle says hello.
{who}:|as many on each side
{who}.|Rent is due in there.
{who}:|at home in the middle
{who}.|Not here, not there.
{who}.|The middle has a name.
{who}:|three times lukewarm
{who}.|Statistics approve.
"""
    ),
    "streak": N_(
        """\
{who}:|{n} in a row
{who}.|Leave some for us.
{who}.|Still going.
{who}.|Somebody stop this.
{who}:|again. And again.
{who}.|Score. Repeat.
{who}.|It is not luck now.
{who}:|{n}, and counting
{who}.|Check the batteries.
{who}.|The rest may clap.
{who}:|no end in sight
{who}.|A run. Do not wake it.
{who}.|Ask how. Quietly.
{who}:|on rails today
{who}.|The others noticed.
{who}.|Keep the receipt.
{who}:|collecting the set
{who}.|So that was the plan.
{who}:|business as usual
{who}.|Same time next round?
"""
    ),
    "miss": N_(
        """\
{who}:|{away} off. Bold.
{who}.|Somebody had to.
{who}:|the scenic route
{who}.|Fresh air out there?
{who}.|{away} off. A record.
{who}.|Send a postcard.
{who}:|a view from outside
{who}.|Wrong postcode.
{who}.|Brave. Far, but brave.
{who}:|exploring, it seems
{who}.|We can wave from here.
{who}:|{away} off the mark
{who}.|Wide open spaces.
{who}.|That way lies nothing.
{who}:|far out. Literally.
{who}.|The map ends there.
{who}.|Nobody to bump into.
{who}:|a number with a view
{who}.|Bring a coat.
{who}.|A long way home.
"""
    ),
}
