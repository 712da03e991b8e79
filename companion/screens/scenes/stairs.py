"""The evening on the TV: the stairs so far, the grand final, and who wins the evening (H3, H4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.messages import N_, PluralTemplate, capitalize_first, number_in_words, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules import games
from companion.rules.evening import count_steps
from companion.screens.evening import EveningView
from companion.screens.naming import name_or_count, player_names
from companion.screens.podium import StandingGuest, standing_guests
from companion.screens.scenes import SceneView


@dataclass(frozen=True, slots=True)
class SoFarScene(SceneView):
    """How the evening stands: all on their stairs, and nobody in the light yet."""

    evening: EveningView


def so_far_scene(evening: EveningView) -> SoFarScene:
    """Return how the evening stands after a game that is not its end."""
    return SoFarScene(evening)


@dataclass(frozen=True, slots=True)
class FinalTitleScene(SceneView):
    """The title of a grand final: who can win it, and why."""

    kicker: str
    title: str
    why: str
    guests: Sequence[StandingGuest]


_WHY = PluralTemplate(
    "{who} have one step each. One number decides.", "{who} have {steps} each. One number decides."
)


def final_title_scene(room: Room, game: GameState) -> FinalTitleScene:
    """Return the title of a grand final that begins."""
    tied, evening = game.open_round.contenders, games.evening_of(game.rules)
    steps = evening.least if evening else 0
    who = name_or_count(player_names(room, tied))
    count = number_in_words(len(room.finished_games))
    return FinalTitleScene(
        kicker=translate("The evening, after {n} games", n=count),
        title=translate(game.rules.title),
        why=_WHY.translate_for(steps, who=who, steps=str(count_steps(steps))),
        guests=standing_guests(room, tied),
    )


@dataclass(frozen=True, slots=True)
class EveningScene(SceneView):
    """Who wins the evening, on top of the stairs; `why` says it in a few words."""

    kicker: str
    ribbon: str
    why: str
    evening: EveningView


def evening_scene(room: Room, game: GameState, evening: EveningView) -> EveningScene:
    """Return the end of the evening."""
    count = number_in_words(len(room.finished_games))
    kicker = N_("{n} games and a grand final") if game.rounds else N_("{n} games, no final")
    return EveningScene(
        kicker=capitalize_first(translate(kicker, n=count)),
        ribbon=translate("Average all evening"),
        why=evening.why[-1] if evening.why else "",
        evening=evening,
    )


@dataclass(frozen=True, slots=True)
class EveningPhotoScene(SceneView):
    """The photo of the evening, with everybody in it."""

    evening: EveningView


def evening_photo_scene(evening: EveningView) -> EveningPhotoScene:
    """Return the photo of the evening."""
    return EveningPhotoScene(evening)
