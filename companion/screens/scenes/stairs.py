"""The evening on the TV: the stairs so far, the grand final, and who wins the evening (H3, H4)."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from companion.i18n.dates import format_weekday
from companion.i18n.lettering import ems, short_names, shorten
from companion.i18n.messages import N_, PluralTemplate, capitalize_first, number_in_words, translate
from companion.room.events import Seat
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules import games
from companion.rules.evening import EveningFinish
from companion.screens.evening import EveningView, steps_in_words, who_leads
from companion.screens.naming import list_players, name_or_count, player_names
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes import SceneView
from companion.screens.scenes.ends import heading_size
from companion.screens.scenes.staircase import MOST_NAMED, Plan, Staircase, beside_words, staircase
from companion.values import frozen


@frozen
class SoFarScene(SceneView):
    """How the evening stands: all on their stairs, and nobody in the light yet; `leads` look up."""

    kicker: str
    headline: str
    size: str
    label: str
    stairs: Staircase
    leads: Sequence[Seat]


_FEW = 5  # who are drawn larger
_HIGHEST = 10.5  # rem: the heading of the stairs so far
_SO_FAR: Mapping[int, Plan] = {
    _FEW: Plan(top=226, most=118, apart=220, named=True),
    MOST_NAMED: Plan(top=186, named=True),
}
_SO_FAR_MANY = Plan(top=186, most=64, apart=70, carpet=84, thin=12)


def so_far_scene(evening: EveningView) -> SoFarScene:
    """Return how the evening stands after a game that is not its end."""
    rows = [stair.guests for stair in evening.stairs]
    plan = _plan_for(len(evening.rows), _SO_FAR, _SO_FAR_MANY)
    if rows[0]:
        plan = replace(plan, most=min(plan.most, _MOST_ON_TOP))
    return SoFarScene(
        kicker=translate("The evening so far, {n} games", n=evening.games),
        headline=evening.headline,
        size=heading_size(evening.headline, _HIGHEST) or "least",
        label=_label(evening),
        stairs=beside_words(plan, rows, evening.walked),
        leads=evening.seats,
    )


_MOST_ON_TOP = 76.0  # there is the lamp above


def _plan_for(people: int, plans: Mapping[int, Plan], many: Plan) -> Plan:
    return next((plan for most, plan in plans.items() if people <= most), many)


def _label(evening: EveningView) -> str:
    """Return who stands on which step, for who does not see them."""
    parts = []
    for stair in evening.stairs:
        if stair.guests:
            who = list_players(guest.name for guest in stair.guests)
            parts.append(translate("{label}: {value}", label=steps_in_words(stair.steps), value=who))
    return " · ".join(parts)


@frozen
class Finalist:
    """Who can win a grand final, and where; of many there is no name."""

    guest: StandingGuest
    x: float
    name: str
    size: int


@frozen
class FinalTitleScene(SceneView):
    """The title of a grand final: who can win it, each so `width`, on a step so wide, and why."""

    kicker: str
    title: str
    why: str
    finalists: Sequence[Finalist]
    width: float
    step: float

    @property
    def label(self) -> str:
        """Who they are, for who does not see them."""
        return list_players(each.guest.name for each in self.finalists)

    @property
    def is_pair(self) -> bool:
        """Whether the middle is empty between two."""
        return len(self.finalists) == 2


_NO_STEPS = PluralTemplate(
    "{who} stands in the middle. One number decides.", "{who} stand in the middle. One number decides."
)
_WHY = PluralTemplate(
    "{who} have one step each. One number decides.", "{who} have {steps} each. One number decides."
)
_FINALISTS: Mapping[int, tuple[float, float]] = {2: (420.0, 158.0), 3: (300.0, 144.0), 4: (260.0, 120.0)}
_LAST_STEP, _FULL_STEP = 1040.0, 1180.0
_NAME_SIZES = (44, 38, 32, 28, 24)


def final_title_scene(room: Room, game: GameState) -> FinalTitleScene:
    """Return the title of a grand final that begins."""
    tied, evening = game.open_round.contenders, games.evening_of(game.rules)
    steps = evening.least if evening else 0
    who, template = who_leads(player_names(room, tied)), _WHY if steps else _NO_STEPS
    count = number_in_words(len(room.finished_games))
    apart, width = _FINALISTS.get(len(tied)) or (1150 / len(tied), min(120.0, 920 / len(tied)))
    return FinalTitleScene(
        kicker=translate("The evening, after {n} games", n=count),
        title=translate(game.rules.title),
        why=template.translate_for(steps or len(tied), who=who, steps=steps_in_words(steps)),
        finalists=tuple(_finalists(standing_guests(room, tied), apart)),
        width=width,
        step=_LAST_STEP if len(tied) < 4 else _FULL_STEP,
    )


def _finalists(guests: Sequence[StandingGuest], apart: float) -> Sequence[Finalist]:
    names, room = [guest.name for guest in guests], apart - 24
    found = []
    for turn, guest in enumerate(guests):
        x = 640 + (turn - (len(guests) - 1) / 2) * apart
        size = next((size for size in _NAME_SIZES if ems(guest.name) * size <= room), _NAME_SIZES[-1])
        name = short_names(names, room / size)[turn] if len(guests) <= _MOST_FINALISTS else ""
        found.append(Finalist(guest, round(x, 1), name, size))
    return found


_MOST_FINALISTS = 8  # who have names


@frozen
class EveningScene(SceneView):
    """Who wins the evening, on top of the stairs; `why` says it in a few words, `watcher` who bet best."""

    kicker: str
    headline: str
    size: str
    ribbon: str
    name: str
    name_size: float
    label: str
    why: str
    watcher: str
    stairs: Staircase
    sleeps: bool

    @property
    def ribbon_width(self) -> float:
        """How wide the ribbon is, with its ends."""
        return round(ems(self.ribbon) * _RIBBON_SIZE + 80)


_AT_NIGHT: Mapping[int, Plan] = {
    _FEW: Plan(top=308, front=120, wide=380, winner=184, room=680, most=104, carpet=76),
    MOST_NAMED: Plan(top=308, front=120, wide=380, winner=184, room=680, most=52, apart=84, carpet=76),
}
_AT_NIGHT_MANY = Plan(
    top=258, front=124, wide=340, winner=150, room=680, most=40, apart=60, carpet=76, thin=8
)
_HIGHEST_AT_NIGHT = 19.0  # rem: the heading of who wins
_RIBBON_SIZE = 28
_WINNER_SIZES = (52, 44, 36, 30, 25)


def evening_scene(room: Room, game: GameState, evening: EveningView) -> EveningScene:
    """Return the end of the evening."""
    finish = games.evening_of(game.rules)
    stairs = stairs_at_night(evening)
    kicker = N_("{n} games and a grand final") if game.rounds else N_("{n} games, no final")
    text, room_for_name = " · ".join(evening.names), stairs.treads[0].width - 30
    size = next((size for size in _WINNER_SIZES if ems(text) * size <= room_for_name), _WINNER_SIZES[-1])
    return EveningScene(
        kicker=capitalize_first(translate(kicker, n=number_in_words(evening.games))),
        headline=evening.headline,
        size=heading_size(evening.headline, _HIGHEST_AT_NIGHT) or "least",
        ribbon=translate("Average all evening"),
        name=shorten(text, room_for_name / size),
        name_size=size,
        label=_label(evening),
        why=_why(room, game, evening, finish) if finish else "",
        watcher=evening.watcher,
        stairs=stairs,
        sleeps=_have_gone(evening, finish),
    )


def stairs_at_night(evening: EveningView) -> Staircase:
    """Return the stairs with who has won on top.

    Who had no step either and lost the final stands a step below.
    """
    top, *below = [stair.guests for stair in evening.stairs]
    everybody = [guest for row in (top, *below) for guest in row]
    won = [guest for guest in everybody if guest.seat in evening.seats]
    rows = [[guest for guest in row if guest not in won] for row in below] or [[]]
    rows[0] += [guest for guest in top if guest not in won]
    plan = _plan_for(len(evening.rows), _AT_NIGHT, _AT_NIGHT_MANY)
    return staircase(plan, [won, *rows], climbed=evening.least)


def _have_gone(evening: EveningView, finish: EveningFinish | None) -> bool:
    """Return whether several share the evening because none of them was there to decide it."""
    return finish is not None and len(evening.seats) > 1 and not finish.tied


def _why(room: Room, game: GameState, evening: EveningView, finish: EveningFinish) -> str:
    others = [seat for seat in finish.tied if seat not in evening.seats]
    if game.rounds and others:
        who = name_or_count(player_names(room, others), 1)
        return translate("As few steps as {who}, and one number closer.", who=who)
    if len(finish.fewest) == 1:
        template = _FEWEST if finish.least else N_("No step in {n} games. Nobody has so few.")
        values = {"steps": steps_in_words(finish.least), "n": number_in_words(evening.games)}
        return capitalize_first(translate(template, **values))
    if _have_gone(evening, finish):
        return translate("They had gone home. It did not hurt them.")
    return evening.why[-1]


_FEWEST = N_("{steps} in {n} games. Nobody has so few.")


@frozen
class EveningPhotoScene(SceneView):
    """The photo of the evening, with everybody in it."""

    evening: EveningScene
    day: str
    company: str


def evening_photo_scene(room: Room, game: GameState, evening: EveningView) -> EveningPhotoScene:
    """Return the photo of the evening: all stay where they are, without the words."""
    values = {"games": number_in_words(evening.games), "people": number_in_words(len(evening.rows))}
    return EveningPhotoScene(
        evening=evening_scene(room, game, evening),
        day=capitalize_first(format_weekday(room.opened_at)) if room.opened_at else "",
        company=capitalize_first(translate("{games} games, {people} people", **values)),
    )
