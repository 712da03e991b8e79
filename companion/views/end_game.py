"""The page that asks how a game ends: whether it counts as it stands, or is thrown away."""

from dataclasses import dataclass

from companion.i18n.messages import format_value, translate
from companion.room.commands.access import round_id
from companion.room.game_state import GameState, end_now
from companion.room.state import Room
from companion.rules.standing import deciding_scores
from companion.views import endings, headings
from companion.views.endings import GameEnding


@dataclass(frozen=True, slots=True)
class EndGameView:
    """What would follow from ending the game of a room now.

    `dropped` says what of the open round is lost; it is empty where nobody has submitted. `count` says who
    would win; it is empty as long as the TV has not told the last round.
    """

    round_id: str
    heading: str
    dropped: str
    count: str


def end_game_view(room: Room, game: GameState, *, is_told: bool) -> EndGameView:
    """Build the choice for an open game with a revealed round; `is_told`: whether the TV has told it."""
    return EndGameView(
        round_id=round_id(game),
        heading=translate("End it after {round}?", round=headings.latest_parts(game)[-1][0]),
        dropped=_dropped(game),
        count=_count(room, game) if is_told else "",
    )


def _dropped(game: GameState) -> str:
    if not (game.submitted_count or game.lists_left):
        return ""
    return translate(
        "{round} is open: what was sent for it does not count.", round=headings.game_heading(game)
    )


def _count(room: Room, game: GameState) -> str:
    """Return who would win, and with which scores where the middle ones do."""
    ended = end_now(game)
    ending, winners = endings.game_ending(room, ended), ended.score.root.winners
    if not winners:
        return translate("By the rules nobody wins either.")
    level = endings.decisive_level(ended)
    scores = deciding_scores(level)
    if ending.counted or not game.record.rules.winning_rule(level).is_middle:
        return translate("{sentence}.", sentence=_who(ended, ending))
    middle = tuple(sorted({scores[seat] for seat in winners}))
    if len(middle) > 1:
        return translate(
            "{scores} are in the middle: {outcome}.", scores=format_value(middle), outcome=_who(ended, ending)
        )
    return translate(
        "{scores} is in the middle: {outcome}.", scores=format_value(middle), outcome=_who(ended, ending)
    )


def _who(ended: GameState, ending: GameEnding) -> str:
    players = len(ended.record.players)
    if len(ended.score.root.winners) == players:
        return translate("all {n} share the win", n=players)
    return ending.headline
