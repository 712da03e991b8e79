"""The standing of the evening, from the second finished game on (H1)."""

from collections.abc import Sequence
from dataclasses import dataclass

from companion.i18n.messages import PluralTemplate, format_count, format_message
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.evening import EveningStanding, evening_standing
from companion.rules.standing import deciding_scores
from companion.screens.endings import GameEnding, standing_steps
from companion.screens.naming import name_or_count, player_names, reason_sentences
from companion.screens.podium import podium

_MIN_GAMES = 2  # finished games that make an evening


@dataclass(frozen=True, slots=True)
class EveningView:
    """The most mediocre player of the evening, how that was decided, and who won most games.

    `after` tells how many games are finished.
    """

    final: GameEnding
    after: str


def evening_view(room: Room) -> EveningView | None:
    """Build the standing of the evening; None before two games are finished."""
    played = [game for game in room.games if game.record.reveals]
    finished = room.finished_games
    if len(finished) < _MIN_GAMES:
        return None
    players = dict.fromkeys(seat for game in played for seat in game.record.players)
    standing = evening_standing(tuple(players), [game.score.root.winners for game in finished])
    return EveningView(
        final=_ending(room, standing, finished),
        after=format_count(len(finished), "After {n} game", "After {n} games"),
    )


def _ending(room: Room, standing: EveningStanding, finished: Sequence[GameState]) -> GameEnding:
    mediocre = player_names(room, standing.mediocre)
    template = PluralTemplate(
        "{who} is the most mediocre player of the evening",
        "{who} are the most mediocre players of the evening",
    )
    return GameEnding(
        headline=format_message(template.translate_for(len(mediocre)), {"who": name_or_count(mediocre)}),
        winners=mediocre,
        steps=tuple(standing_steps(room, standing, "game", len(finished))),
        remarks=reason_sentences(room, (each for each in standing.reasons if each.rule in ("G7", "H1"))),
        podium=podium(room, deciding_scores(standing), standing.mediocre, middle_wins=True),
        tied=standing.decided_by == "shared",
    )
