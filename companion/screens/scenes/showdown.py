"""A round of a showdown (G16): the tied stand on the line, and the light opens until it touches the closest.

Lengths are in rem of the TV's frame, times in milliseconds.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import ClassVar, Literal

from companion.i18n.messages import (
    PluralTemplate,
    capitalize_first,
    format_decimal,
    format_message,
    translate,
)
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.results import ShowdownRound
from companion.screens import headings, reveals
from companion.screens.naming import name_or_count, player_names
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes.actors import drops_of, short
from companion.screens.scenes.aim import told_aim
from companion.screens.scenes.contest import Contest, RailScene, Voter, contest_of, contestants, voters
from companion.screens.scenes.numbers import RevealedNumbers, Saying, shelf_words

_MOST_NAMED = 3  # in a heading
_MOST_WITH_NAMES = 6  # at the desk

_FALL_ALL = 900
_LOWEST, _HIGHEST, _STOPS = 560, 600, 540  # ways of the lamp
_TO_MEAN, _BREATH = 700, 400  # ways to the mean, and a pause there
_THREAD = 500
_OPENS = (350, 1400, 70)  # at least, at most, and for each rem
_TOLD, _READ = 650, 450


def showdown_times(reach: float, *, some_near: bool, by_mean: bool = False) -> Mapping[str, int]:
    """Return when each phase begins, if the closest stands so far from the middle.

    `by_mean`: whether the lamp goes to the mean before it goes to what is aimed at.

    `bounce`: equal numbers turn over; `slide`: the lamp leaves for the lowest number of the tied, `highest`:
    for the highest, `aim`: for the middle (or it reaches the mean, and leaves it); `stop`: it is there;
    `open`: its light opens; `touch`: that has reached somebody, or nobody; `told`: heading and desk say it.
    """
    stop = _FALL_ALL + _LOWEST + _HIGHEST + _STOPS
    least, most, each = _OPENS
    touch = stop + _THREAD + (round(max(least, min(most, each * reach))) if some_near else most)
    return {
        "bounce": _FALL_ALL,
        "slide": _FALL_ALL,
        "highest": _FALL_ALL + (_TO_MEAN if by_mean else _LOWEST),
        "aim": _FALL_ALL + (_TO_MEAN + _BREATH if by_mean else _LOWEST + _HIGHEST),
        "stop": stop,
        "open": stop + _THREAD,
        "touch": touch,
        "told": touch + _TOLD,
        "point": touch + _TOLD,
        "length": touch + _TOLD + _READ,
    }


DuelState = Literal["stays", "gone", "gone before"]


@dataclass(frozen=True, slots=True)
class DuelPlace:
    """A player at the desk who has been tied, and what the round means for that player."""

    guest: StandingGuest
    state: DuelState

    @property
    def was(self) -> str:
        """The state before the round is told."""
        return "" if self.state != "gone before" else self.state


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowdownScene(RailScene):
    """A round of a showdown; `numbers.actors` are the tied, `voters` the others, `duel` is the desk.

    `lowest` and `highest` are the places of the tied that the lamp visits first.
    """

    kind: ClassVar[str] = "showdown"
    lowest: float
    highest: float
    voters: tuple[Voter, ...]
    duel: tuple[DuelPlace, ...]

    @property
    def size(self) -> str:
        """How much room there is for names at the desk, as a class of the style sheet."""
        count = len(self.duel)
        return (
            "few" if count <= _MOST_WITH_NAMES else "dense" if count <= 2 * _MOST_WITH_NAMES else "nameless"
        )


def showdown_scene(room: Room, game: GameState, leaf: ShowdownRound, line: tuple[int, int]) -> ShowdownScene:
    """Return the last reveal, which was a round of a showdown."""
    contest = contest_of(game.record.rules, leaf, line)
    actors = tuple(contestants(contest, drops_of(contest.shown)))
    by_mean = contest.aim is not None and contest.aim.factor != 1
    when = showdown_times(contest.reach, some_near=bool(contest.nearest), by_mean=by_mean)
    falls = [each.true for each in actors] or [contest.at]
    marks = tuple(map(_mark, game.record.rules.middle_numbers(leaf)))
    kicker = capitalize_first(headings.latest_name(game))
    return ShowdownScene(
        key=headings.reveal_key(game),
        told=when["told"],
        length=when["length"],
        numbers=RevealedNumbers(
            kicker=kicker,
            verdict=_verdict(room, leaf),
            low=short(line[0]),
            high=short(line[1]),
            actors=actors,
            notes=tuple(_notes(room, game, leaf, contest)),
        ),
        told_kicker=_told_kicker(kicker, contest, marks),
        sayings=(Saying(translate("Who is closest?"), 0, when["told"]),),
        contest=contest,
        marks=marks,
        lowest=max(16.0, min(falls)),
        highest=min(112.0, max(falls)),
        times=when,
        voters=tuple(voters(contest, leaf.tied)),
        duel=tuple(
            DuelPlace(
                guest,
                "stays" if guest.seat in leaf.left else "gone" if guest.seat in leaf.tied else "gone before",
            )
            for guest in standing_guests(room, game.score.root.showdown[0].tied)
        ),
    )


# What is said


def _mark(number: Fraction) -> str:
    return short(int(number)) if number.denominator == 1 else format_decimal(number)


def _verdict(room: Room, leaf: ShowdownRound) -> str:
    """Return who stays, in a few words."""
    if not leaf.winners:
        return translate("Nobody counts: all stay")
    if len(leaf.left) == 1:
        return translate("{who} is closest", who=name_or_count(player_names(room, leaf.left)))
    if len(leaf.left) == len(leaf.tied):
        both = translate("Equally close: both stay")
        return both if len(leaf.left) == 2 else translate("Equally close: all stay")
    return translate("{who} stay", who=name_or_count(player_names(room, leaf.left), _MOST_NAMED))


def _told_kicker(where: str, contest: Contest, marks: Sequence[str]) -> str:
    """Return the name of the round with what was aimed at: `..., round 1: the middle is 40`."""
    aim = contest.aim
    if not contest.middle:
        return translate("{round}: no number is left", round=where)
    if aim and aim.factor != 1:
        return translate("{round}: {told}", round=where, told=told_aim(aim))
    if aim:
        return translate("{round}: the mean is {mean}", round=where, mean=aim.mean)
    template = PluralTemplate("{round}: the middle is {middle}", "{round}: the middle is between {middle}")
    return format_message(template.translate_for(len(marks)), {"round": where, "middle": marks})


def _notes(room: Room, game: GameState, leaf: ShowdownRound, contest: Contest) -> Iterator[str]:
    """Yield short lines on who is out, who was corrected, and who of the tied presented nothing."""
    if words := shelf_words(contest.plays, contest.out.intersection(leaf.tied)):
        yield words
    if corrected := reveals.corrected_seats(game):
        yield translate(
            "Corrected: {players}",
            players=_names(room, [seat for seat in contest.plays if seat in corrected]),
        )
    if absent := [seat for seat in leaf.tied if seat not in leaf.plays]:
        yield translate("No number: {players}", players=_names(room, absent))


def _names(room: Room, seats: Sequence[Seat]) -> str:
    return name_or_count(player_names(room, seats), _MOST_NAMED)
