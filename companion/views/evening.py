"""The standing of the evening, once there is more than one game to speak of (H1)."""

from dataclasses import dataclass

from companion.i18n.messages import PluralTemplate, format_count, format_message, translate
from companion.room.game_state import GameState
from companion.room.state import Room
from companion.rules.evening import EveningStanding, evening_standing
from companion.views.charts.wins_chart import WinsChart, wins_chart
from companion.views.endings import GameEnding, name_winners, standing_steps
from companion.views.naming import player_names, reason_sentences

_FEWEST = 2  # finished games that make an evening


@dataclass(frozen=True, slots=True)
class EveningView:
    """Who is the most mediocre player of the evening and how that was found, and who won most.

    `after` says how many games are finished.
    """

    final: GameEnding
    after: str
    most: str
    picture: WinsChart | None


def evening_view(room: Room) -> EveningView | None:
    """Show the standing of the evening; None before two games are finished."""
    played = [game for game in room.games if game.record.reveals]
    finished = [game for game in played if game.score.root.finished]
    if len(finished) < _FEWEST:
        return None
    found = _found(played, finished)
    return EveningView(
        final=_final(room, found, finished),
        after=format_count(len(finished), "After {n} game", "After {n} games"),
        most=translate(
            "Most games won: {n}, by {who}",
            n=max(found.scores.values()),
            who=name_winners(player_names(room, found.most)),
        ),
        picture=wins_chart(room, found),
    )


def _found(played: list[GameState], finished: list[GameState]) -> EveningStanding:
    players = dict.fromkeys(seat for game in played for seat in game.record.players)
    return evening_standing(tuple(players), [game.score.root.winners for game in finished])


def _final(room: Room, found: EveningStanding, finished: list[GameState]) -> GameEnding:
    mediocre = player_names(room, found.mediocre)
    return GameEnding(
        key=f"evening-{len(finished)}-{finished[-1].number}",
        headline=_headline(mediocre),
        winners=mediocre,
        steps=tuple(standing_steps(room, found, "game", len(finished))),
        remarks=reason_sentences(room, (each for each in found.reasons if each.rule in ("G7", "H1"))),
    )


def _headline(mediocre: tuple[str, ...]) -> str:
    template = PluralTemplate(
        "{who} is the most mediocre player of the evening",
        "{who} are the most mediocre players of the evening",
    )
    return format_message(template.translate_for(len(mediocre)), {"who": name_winners(mediocre)})
