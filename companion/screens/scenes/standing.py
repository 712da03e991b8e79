"""A round after which half still stand: all fall on an axis, which zooms to those who stay (E3)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction

from companion.i18n.lettering import ems
from companion.i18n.messages import Text, capitalize_first, format_count, format_value, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.games.contract import Game
from companion.rules.results import StandingRound
from companion.screens import reveals
from companion.screens.naming import reason_sentences
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes.axis import AxisLayout
from companion.screens.scenes.numbers import (
    AxisWords,
    RailedScene,
    RoundWords,
    axis_words,
    missed_sentences,
    round_kicker,
    unshown_sentences,
    verdict_of,
)
from companion.screens.scenes.positions import GuestPosition, Line, Numbers, sample
from companion.values import frozen

_MOST_NAMED = 8  # who stand, on the desk
_MOST_SITTING = 30  # who are drawn behind it
_MOST_IN_NOTE = 3  # names in a note
_MOST_EMS = 36.0  # of a heading with names
_BESIDE = 0.8  # how much of its width a guest who is touched by the light may stand out of it
_NARROWEST = 6.0  # of the light


class StandingLayout(AxisLayout):
    """Where those stand who stay, on an axis that is zoomed to them; the last one with who has just lost.

    `before` is the axis on which all fell who stood; there the light is `spread` wide. The guests are those
    who stay and then those who sit down, the outermost first.
    """

    before: AxisLayout
    spread: float

    def __init__(self, leaf: StandingRound, line: Line, middle: Sequence[Fraction]) -> None:
        plays, staying = reveals.numbers_of(leaf), frozenset(leaf.standing)
        able = [seat for seat in leaf.contenders if seat in plays]
        shown = sample(sorted(able, key=plays.__getitem__), ())
        self.unshown = len(able) - len(shown)
        numbers = Numbers({seat: plays[seat] for seat in shown}, plays, (), frozenset(), line)
        self.before = AxisLayout(numbers, middle, tied=shown)
        stay = [seat for seat in shown if seat in staying]
        seen = {seat: plays[seat] for seat in (stay if len(staying) > 1 else shown)}
        super().__init__(replace(numbers, plays=seen, scoring=stay), middle, tied=seen)
        self.beam = self._light(self)
        self.spread = self._light(self.before)
        stand = sorted(self.guests, key=lambda guest: (guest.x, -guest.legs))  # short legs before long ones
        fallen = {guest.seat: guest for guest in self.before.guests}
        self.guests = tuple(_fallen(guest, fallen[guest.seat]) for guest in (*stand, *self._leaving(staying)))

    @property
    def on_line(self) -> Sequence[GuestPosition]:
        return [guest for guest in super().on_line if guest.role != "left"]

    def _light(self, axis: AxisLayout) -> float:
        """Return how wide the light must be on an axis to touch all who stay."""
        stay = self.numbers.scoring
        ways = [abs(guest.x - axis.at) for guest in axis.guests if guest.seat in stay]
        return max(_NARROWEST, 2 * max(ways, default=0.0) + _BESIDE * axis.width)

    def _leaving(self, staying: frozenset[Seat]) -> Sequence[GuestPosition]:
        """Return who sits down and is not seen on the zoomed axis, the outermost first."""
        stand = {guest.seat for guest in self.guests}
        leaving = [each for each in self.before.guests if each.seat not in staying.union(stand)]
        leaving.sort(key=lambda each: -abs(each.x - self.before.at))
        return [replace(guest, role="left", tick=turn) for turn, guest in enumerate(leaving)]


def _fallen(guest: GuestPosition, first: GuestPosition) -> GuestPosition:
    """Return a guest with the place and the legs with which it has fallen, before the axis zooms."""
    legs = first.legs * guest.width / first.width
    return replace(guest, true=first.x, floor=first.y, first_legs=legs, is_on_line=True)


@frozen
class StandingScene(RailedScene):
    """A round after which half still stand: who is `seated` behind the desk, with `numbers`.

    The `fresh` of them had stood. Those who still stand are `named` on the desk if they are few; else it
    `says` how many sit.
    """

    layout: StandingLayout
    first_axis: AxisWords
    falls: tuple[float, float]
    seated: Sequence[StandingGuest]
    numbers: Mapping[Seat, str]
    fresh: frozenset[Seat]
    named: Sequence[StandingGuest]
    says: str

    @property
    def size(self) -> str:
        """How large the names on the desk are."""
        return "few" if len(self.named) < 5 else "crowd"


def standing_layout(rules: Game, leaf: StandingRound, line: Line) -> StandingLayout:
    """Return where all stand in a round."""
    return StandingLayout(leaf, line, rules.middle_numbers(leaf))


def standing_scene(room: Room, game: GameState, leaf: StandingRound, layout: StandingLayout) -> StandingScene:
    """Return what is shown of a round: who stays on the axis, and who sits behind the desk."""
    stood, stand, plays = frozenset(leaf.contenders), frozenset(leaf.standing), reveals.numbers_of(leaf)
    seated = [seat for seat in game.players if seat not in stand]
    fresh = [seat for seat in seated if seat in stood]
    drawn = standing_guests(room, [*fresh, *(seat for seat in seated if seat not in stood)][:_MOST_SITTING])
    falls = [guest.x for guest in layout.before.guests] or [layout.before.at]
    marks = [*map(format_value, game.rules.middle_numbers(leaf))]
    sits = format_count(
        len(seated), "{n} sits. The number still counts.", "{n} sit. Their numbers still count."
    )
    return StandingScene(
        words=_words(room, game, leaf, layout, marks),
        layout=layout,
        axis=axis_words(layout, marks, None),
        first_axis=axis_words(layout.before, marks, None),
        falls=(max(16.0, min(falls)), min(112.0, max(falls))),
        seated=drawn,
        numbers={who.seat: format_value(plays.get(who.seat, "")) for who in drawn},
        fresh=frozenset(fresh),
        named=standing_guests(room, leaf.standing) if len(stand) <= _MOST_NAMED else (),
        says=sits if seated else translate("Whoever is nearer to the middle stays."),
    )


def _verdict(room: Room, game: GameState, leaf: StandingRound) -> str:
    """Return who stays standing, by name where that is short enough."""
    verdict = verdict_of(room, game, leaf)
    if ems(verdict) <= _MOST_EMS:
        return verdict
    return reason_sentences(room, [game.rules.round_headline(leaf)], 1)[0]


def _words(
    room: Room, game: GameState, leaf: StandingRound, layout: StandingLayout, marks: Sequence[str]
) -> RoundWords:
    """Return what is written of a round: how many stood, and whom the lamp took of equal distances."""
    stood = len(leaf.contenders)
    in_turn = sorted(leaf.contenders, key=int)
    values = {"game": Text(game.rules.known_as), "n": stood, "middle": marks[0] if marks else ""}
    told = translate("{game}: {n} stood, the middle is {middle}", **values) if marks else ""
    missing = [seat for seat in in_turn if seat not in leaf.plays]
    beside = [reason for reason in leaf.reasons if reason.kind == "beside"]
    return RoundWords(
        kicker=capitalize_first(round_kicker(game)),
        verdict=_verdict(room, game, leaf),
        sayings=[(translate("{n} stand. Half will sit down.", n=stood), "", "announced")],
        notes=(
            *reason_sentences(room, beside, _MOST_IN_NOTE),
            *missed_sentences(room, game, leaf.plays, missing),
            *unshown_sentences(layout.unshown),
        ),
        told=told,
    )
